"""What the firmware's parts see and light, against what the host's own drivers make of the same."""

import json
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from hardware.board_model import BoardModel
from hardware.firmware.config import read_config
from hardware.firmware.lights import Lights
from hardware.firmware.pico import Strip
from hardware.firmware.sensing import Buttons, Halls, Switches, packed
from hardware.hall_sensing import HallChannels, Thresholds
from hardware.pixel_order import PIXEL_ORDERS, arranged
from hardware.readings import BoardShape, SensorKind, pack

HALLS = {"muxes": [[26, 14], [26, 15], [27, None]], "select": [10, 11, 12, 13], "channels": 40}


@given(
    st.lists(st.integers(0, 1), max_size=200).map(bytes), st.lists(st.integers(0, 3), max_size=80).map(bytes)
)
def test_readings_are_packed_as_the_host_unpacks_them(reeds, halls):
    assert packed(reeds, 1) == pack(SensorKind.REED, reeds)
    assert packed(halls, 2) == pack(SensorKind.HALL, halls)


# ---- sensing


class FakePins:
    """Pins at which every row, multiplexer and button gives what a test has written down."""

    def __init__(self, words=(), samples=()):
        self.words, self.samples, self.driven = list(words), list(samples), []

    def pull_up(self, pins):
        pass

    def wait_us(self, us):
        self.driven.append(("wait", us))

    def word(self):
        return self.words.pop(0)

    def row(self, pin):
        return lambda level: self.driven.append((pin, level))

    def output(self, pin, level):
        return lambda level: self.driven.append((pin, level))

    def mux(self, analog, enable):
        return self.output(enable, 1), lambda: self.samples.pop(0)


def config(**keys):
    return read_config(json.dumps(keys))


def test_one_row_at_a_time_is_pulled_low_and_let_go_before_the_next():
    pins = FakePins([0b1100000] * 3)
    Switches(pins, config(rows=[2, 3, 4], columns=[5, 6], settle_us=30)).scan()
    assert pins.driven == [step for row in (2, 3, 4) for step in ((row, 0), ("wait", 30), (row, 1))]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_a_reading_is_what_two_of_the_last_three_scans_agree_on(scans):
    """Bit 0 of a scan: column 5 is closed; bit 1: column 6."""
    pins = FakePins([~(scan << 5) for scan in scans])
    switches = Switches(pins, config(rows=[2], columns=[5, 6]))
    seen = [0, 0, *scans]
    for at in range(len(scans)):
        before = bytes(switches.readings)
        changed = switches.scan()
        three = seen[at : at + 3]
        expected = bytes(sum(scan >> bit & 1 for scan in three) >= 2 for bit in (0, 1))
        assert bytes(switches.readings) == expected
        assert changed == (expected != before)


def test_channels_are_counted_row_by_row_and_then_the_inputs():
    open_ = 0b11111100
    for channel, (row, bit) in enumerate([(0, 5), (0, 6), (1, 5), (1, 6), (2, 7)]):
        words = [open_ & ~(1 << bit) if group == row else open_ for group in range(3)] * 3
        switches = Switches(FakePins(words), config(rows=[2, 3], columns=[5, 6], inputs=[7]))
        for _ in range(3):
            switches.scan()
        assert bytes(switches.readings) == bytes(each == channel for each in range(5))


def test_a_column_that_is_low_without_a_row_is_named():
    switches = Switches(FakePins([0b0100000] * 2), config(rows=[2], columns=[5, 6]))
    assert "column pin 6 is low" in switches.trouble()
    switches = Switches(FakePins([0b1100000] * 2), config(rows=[2], columns=[5, 6]))
    assert switches.trouble() == ""


@given(st.lists(st.integers(0, 1023), min_size=1, max_size=60), st.booleans())
def test_hall_values_mean_what_they_mean_to_the_host(values, white_low):
    keys = {**HALLS, "white_low": white_low}
    halls = Halls(FakePins(), read_config(json.dumps(keys)))
    host = HallChannels([512.0], Thresholds(on=40, off=25, white_low=white_low))
    for value in values:
        expected = host.read([value])[0]
        margin = host.margins[0]
        reading = halls.judge(0, value)
        halls._last[0] = reading
        # The baselines drift at another pace: within a step of a threshold both are right.
        away = abs(abs(value - margin.baseline) - 40), abs(abs(value - margin.baseline) - 25)
        if min(away) > 1:
            assert reading == expected
        else:
            halls._last[0] = expected


def test_a_hall_baseline_follows_drift_but_never_a_piece():
    halls = Halls(FakePins(), read_config(json.dumps(HALLS)))
    for _ in range(200_000):
        halls.judge(0, 520)
    assert abs((halls._baselines[0] >> 14) - 520) <= 1
    for _ in range(200_000):
        halls.judge(1, 530)
    assert halls._baselines[1] >> 14 == 512


def test_a_button_counts_once_it_has_stayed_for_10_ms():
    levels = {}
    pins = FakePins()
    pins.word = lambda: levels["now"]
    buttons = Buttons(pins, [3])
    edges = []
    for at in range(200):
        bouncing = 50 <= at < 56 and at % 2
        levels["now"] = 0 if (56 <= at < 120 or bouncing) else 1 << 3
        edges += [(at, edge) for edge in buttons.step(at)]
    assert edges == [(64, (0, 1)), (129, (0, 0))]


# ---- lights


class FakeStrip:
    def __init__(self):
        self.sent = []
        self.is_busy = False

    def busy(self):
        return self.is_busy

    def send(self, words):
        self.sent.append(bytes(words))


def taken(words, order):
    """The bytes that the LEDs take: the highest of each little-endian word first."""
    return b"".join(words[at : at + 4][::-1][: len(order)] for at in range(0, len(words), 4))


@given(st.binary(min_size=24, max_size=24), st.sampled_from(PIXEL_ORDERS))
def test_colours_go_out_as_the_hosts_own_strips_send_them(picture, order):
    strip = FakeStrip()
    lights = Lights(strip, 8, order, 10_000)
    assert lights.take(0, picture, 7)
    assert lights.step(0) is None
    assert lights.step(0) == 7
    assert taken(strip.sent[-1], order) == arranged(picture, order)


def test_the_latest_picture_wins_and_only_its_number_is_lit():
    strip = FakeStrip()
    lights = Lights(strip, 4, "RGB", 10_000)
    lights.step(0)
    strip.is_busy = True
    lights.take(0, b"\1\2\3" * 4, 1)
    lights.take(1, b"\4\5\6", 2)
    assert lights.step(0) is None
    assert len(strip.sent) == 1
    strip.is_busy = False
    assert [lights.step(0), lights.step(0), lights.step(0)] == [None, 2, None]
    assert taken(strip.sent[-1], "RGB") == b"\1\2\3\4\5\6" + b"\1\2\3" * 2


def test_pixels_beyond_the_chain_are_refused():
    lights = Lights(FakeStrip(), 4, "RGB", 10_000)
    assert not lights.take(3, bytes(6), 1)
    assert lights.take(4, b"", 2)
    assert lights.take(3, b"\1\2\3", 3)


def test_a_lost_host_leaves_one_breathing_pixel_as_on_the_simulated_board():
    model = BoardModel(BoardShape(SensorKind.REED, 4, 4))
    strip = FakeStrip()
    lights = Lights(strip, 4, "RGB", 10_000)
    for step in range(0, 20_000, 250):
        model.idle(step, step / 1000)
        lights.step(step)
        lights.step(step)
        assert taken(strip.sent[-1], "RGB") == model.lights, step
    lights.step(0)
    assert strip.sent[-1] == bytes(16)


class FakeDma:
    """A DMA whose words have gone at once, into the FIFO of the state machine."""

    def pack_ctrl(self, **how):
        return how

    def config(self, **what):
        self.what = what

    def active(self):
        return False


def test_a_strip_is_busy_until_its_leds_have_had_time_to_latch():
    now = SimpleNamespace(us=1000)
    pico = SimpleNamespace(ticks_us=lambda: now.us, ticks_diff=lambda end, start: end - start)
    pio = SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0, JOIN_TX=1)
    machine = SimpleNamespace(active=lambda on: None)
    rp2 = SimpleNamespace(
        PIO=pio,
        DMA=FakeDma,
        asm_pio=lambda **how: lambda program: program,
        StateMachine=lambda *arguments, **how: machine,
    )
    strip = Strip(pico, rp2, "pin", 24, 12)
    assert not strip.busy()
    strip.send(bytearray(48))
    now.us += 12 * 30 + 280
    assert strip.busy(), "the LEDs need 280 us after the last bit"
    now.us += 50
    assert not strip.busy()
