"""Debouncing as laws, and the thread over contacts in memory."""

from driver_contract import ear, eventually  # noqa: F401
from hypothesis import given
from hypothesis import strategies as st

from hardware.device import ButtonEdge, DeviceState, HardwareUnavailable
from hardware.gpio_buttons import HOLD_S, POLL_S, Debounce, GpioButtons

levels = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=200)


def heard(samples, step=POLL_S):
    debounce = Debounce(2)
    return [edge for number, sample in enumerate(samples) for edge in debounce.take(number * step, sample)]


@given(levels)
def test_edges_alternate_begin_with_a_press_and_come_in_order(samples):
    edges = heard(samples)
    assert [edge.at for edge in edges] == sorted(edge.at for edge in edges)
    for button in (0, 1):
        pressed = [edge.pressed for edge in edges if edge.button == button]
        assert pressed == [number % 2 == 0 for number in range(len(pressed))]


@given(levels)
def test_an_edge_has_the_time_of_the_first_of_the_levels_that_count(samples):
    needed = round(HOLD_S / POLL_S + 0.5)
    for edge in heard(samples):
        first = round(edge.at / POLL_S)
        run = [sample[edge.button] for sample in samples[first : first + needed + 1]]
        assert run == [edge.pressed] * (needed + 1)
        assert first == 0 or samples[first - 1][edge.button] is not edge.pressed


def test_a_hold_lasts_as_long_as_the_finger():
    samples = [(False, False)] * 4 + [(True, False)] * 200 + [(False, False)] * 10
    press, release = heard(samples)
    assert release.at - press.at == 200 * POLL_S


def test_a_spike_shorter_than_the_hold_is_nothing():
    assert heard([(False, False), (True, False), (True, True), (False, False)] * 20) == []


class Contacts:
    def __init__(self):
        self.down = [False, False]
        self.absent = False
        self.closed = 0

    def open(self):
        if self.absent:
            raise HardwareUnavailable("The pins are gone.")
        return self

    def pressed(self):
        if self.absent:
            raise HardwareUnavailable("The pins are gone.")
        return tuple(self.down)

    def close(self):
        self.closed += 1


def test_pins_that_go_release_what_was_held_and_come_back(ear):  # noqa: F811
    contacts = Contacts()
    buttons = GpioButtons((5, 6), opener=contacts.open)
    assert buttons.buttons == 2
    buttons.tell(ear)
    contacts.down[1] = True
    ear.wait(ButtonEdge, lambda edge: edge.pressed, 1)
    contacts.absent = True
    ear.wait_connected(connected=False, timeout=1)
    assert [(edge.button, edge.pressed) for edge in ear.of(ButtonEdge)] == [(1, True), (1, False)]
    contacts.absent = False
    ear.wait_connected(connected=True, timeout=2)
    ear.wait(ButtonEdge, lambda edge: edge.pressed, 1)
    buttons.stop()
    buttons.stop()
    count = len(ear.heard)
    contacts.down[1] = False
    eventually(lambda: contacts.closed == 2, 1, "the closing")
    assert len(ear.heard) == count
    assert [state.connected for state in ear.of(DeviceState)] == [True, False, True]


def test_buttons_that_were_never_begun_can_be_stopped():
    GpioButtons((5,), opener=Contacts().open).stop()
