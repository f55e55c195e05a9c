"""The thread behind every strip, over a chain that remembers."""

import threading
import time
from itertools import pairwise

import pytest
from driver_contract import LedSinkContract, ear, eventually  # noqa: F401

from hardware.device import DeviceState, HardwareUnavailable, LedFrame
from hardware.led_strip import LedStrip, dimmed

PIXELS = 12


class Chain:
    """A strip in memory; while `absent` it cannot be opened or written."""

    def __init__(self):
        self.absent = None
        self.written = []
        self.opened = self.closed = 0
        self.hold = threading.Event()
        self.hold.set()
        self.threads = set()

    def open(self):
        self.threads.add(threading.current_thread())
        if self.absent:
            raise HardwareUnavailable(self.absent)
        self.opened += 1
        return self

    def write(self, picture):
        self.threads.add(threading.current_thread())
        self.hold.wait(5)
        if self.absent:
            raise HardwareUnavailable(self.absent)
        self.written.append((time.monotonic(), picture))

    def close(self):
        self.closed += 1

    @property
    def pictures(self):
        return [picture for _, picture in self.written]


class ChainRig:
    removable = True
    source = None
    kind = None

    def __init__(self):
        self.chain = Chain()
        self.sink = LedStrip("The LEDs", PIXELS, self.chain.open, soft_start_s=0.2)

    def lights(self):
        return self.chain.pictures[-1] if self.chain.written else b""

    def take_away(self):
        self.chain.absent = "The strip is gone."

    def bring_back(self):
        self.chain.absent = None


@pytest.fixture
def rig():
    found = ChainRig()
    yield found
    found.chain.hold.set()
    found.sink.stop()


class TestAnyStrip(LedSinkContract):
    @pytest.fixture
    def rig(self, rig):
        return rig


def lit(level):
    return LedFrame(bytes([level]) * 3 * PIXELS)


def test_a_strip_that_was_never_used_is_never_opened(rig):
    rig.sink.stop()
    rig.sink.show(lit(1))
    assert rig.chain.opened == 0


def test_one_thread_alone_owns_the_chain_and_frees_it(rig):
    rig.sink.show(lit(1))
    eventually(lambda: rig.lights() == lit(1).pixels, 2, "the picture")
    rig.sink.stop()
    assert len(rig.chain.threads) == 1
    assert threading.current_thread() not in rig.chain.threads
    assert rig.chain.closed == rig.chain.opened == 1


def test_a_wire_that_hangs_blocks_nobody(rig):
    rig.chain.hold.clear()
    rig.sink.show(lit(1))
    begun = time.monotonic()
    for level in range(100):
        rig.sink.show(lit(level))
    assert time.monotonic() - begun < 0.1
    rig.chain.hold.set()
    eventually(lambda: rig.lights() == lit(99).pixels, 2, "the last picture")
    assert len(rig.chain.written) < 20, "only the latest ones were sent"


def test_each_reason_is_told_once_and_the_return_too(rig, ear):  # noqa: F811
    rig.chain.absent = "The strip is gone."
    rig.sink.tell(ear)
    ear.wait_connected(connected=False, timeout=1)
    assert rig.sink.problem == "The strip is gone."
    time.sleep(1.2)
    rig.chain.absent = "The strip burns."
    ear.wait(DeviceState, lambda state: state.detail == "The strip burns.", 2)
    rig.chain.absent = None
    ear.wait_connected(connected=True, timeout=2)
    assert rig.sink.problem is None
    assert [state.detail for state in ear.signals] == [
        "The strip is gone.",
        "The strip burns.",
        "The LEDs light.",
    ]


def test_a_listener_that_fails_does_not_darken_the_strip(rig, caplog):
    def fails(signal):
        raise KeyError(signal)

    rig.sink.tell(fails)
    rig.sink.show(lit(7))
    eventually(lambda: rig.lights() == lit(7).pixels, 2, "the picture")
    assert "The listener of The LEDs failed" in caplog.text


def test_the_light_rises_anew_after_every_opening(rig):
    rig.sink.show(lit(200))
    eventually(lambda: rig.lights() == lit(200).pixels, 2, "the picture")
    rig.take_away()
    rig.sink.show(lit(201))
    eventually(lambda: rig.sink.problem, 1, "a problem")
    before = len(rig.chain.written)
    rig.bring_back()
    eventually(lambda: rig.lights() == lit(201).pixels, 3, "the picture")
    again = [picture[0] for picture in rig.chain.pictures[before:]]
    assert again[:2] == [0, 0]
    assert again == sorted(again)
    assert len(set(again)) > 4


def test_dimming_keeps_order_and_dark():
    levels = bytes(range(256))
    for share in (-1.0, 0.0, 0.01, 0.5, 0.999):
        assert list(dimmed(levels, share)) == [int(max(share, 0) * level) for level in levels]
    assert dimmed(levels, 1.0) == dimmed(levels, 7.0) == levels


def test_a_library_that_raises_what_nobody_expects_is_told_and_logged(rig, caplog):
    def explode(picture):
        raise ZeroDivisionError("seven LEDs")

    rig.chain.write = explode
    rig.sink.show(lit(1))
    eventually(lambda: rig.sink.problem, 2, "a problem")
    assert "ZeroDivisionError: seven LEDs" in rig.sink.problem
    assert "Traceback" in caplog.text
    assert rig.chain.closed == 1


def test_fifty_pictures_a_second_whatever_the_wire_takes(rig):
    begun = []

    def slow(picture):
        begun.append(time.monotonic())
        time.sleep(0.01)

    rig.chain.write = slow
    until = time.monotonic() + 1.2
    while time.monotonic() < until:
        rig.sink.show(lit(len(begun) % 200))
        time.sleep(0.002)
    gaps = [after - before for before, after in pairwise(begun[2:])]
    assert min(gaps) > 0.0195
    assert sorted(gaps)[len(gaps) // 2] < 0.025, "the time on the wire is part of the 20 ms"


def test_a_light_too_faint_to_rise_does_not_keep_the_thread_busy():
    asked = []

    def clock():
        asked.append(time.monotonic())
        return asked[-1]

    chain = Chain()
    sink = LedStrip("The LEDs", PIXELS, chain.open, soft_start_s=0.5, clock=clock)
    sink.show(lit(1))
    eventually(lambda: chain.written and chain.written[-1][1] == lit(1).pixels, 2, "the picture")
    sink.stop()
    assert len(asked) < 150
