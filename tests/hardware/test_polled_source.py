"""A polled board keeps its deadlines, says what is wrong once, and outlives its device and its listener."""

import logging
import threading

import pytest
from driver_contract import ear

from hardware.device import DeviceState, HardwareError, HardwareUnavailable, SensorFrame
from hardware.polled_source import FAULT_S, HEARTBEAT_S, RETRY_S, PolledSource
from hardware.scans import Fault, Scan

__all__ = ["ear"]

PATIENCE_S = 10


class World:
    """A clock that only the driver's rests move, and a board that follows a script.

    `script(now)` gives what a scan at that time says, or raises; `late`: what each rest takes too long.
    The driver is held at `end`.
    """

    def __init__(self, script, end, late=0.0, cost=0.0):
        self.script, self.end, self.late, self.cost = script, end, late, cost
        self.now = 0.0
        self.scans, self.opened, self.closed = [], [], 0
        self.over, self.leave = threading.Event(), threading.Event()

    def clock(self):
        return self.now

    def rest(self, seconds):
        self.now += seconds + self.late
        if self.now >= self.end:
            self.over.set()
            self.leave.wait(PATIENCE_S)

    def open(self):
        self.opened.append(self.now)
        return self

    def scan(self):
        self.scans.append(self.now)
        self.now += self.cost
        said = self.script(self.scans[-1])
        return said if isinstance(said, Scan) else Scan(said)

    def close(self):
        self.closed += 1

    def run(self, listener, rate_hz=100):
        source = PolledSource("The board", 2, self.open, rate_hz=rate_hz, clock=self.clock, rest=self.rest)
        source.start(listener)
        assert self.over.wait(PATIENCE_S)
        self.leave.set()
        source.stop()
        return source


def still(now):
    return b"\0\1"


def test_polls_come_on_the_grid():
    world = World(still, 0.095)
    world.run(lambda signal: None)
    grid = [0.01 * number for number in range(10)]
    assert world.scans == pytest.approx([0.0, *grid]), "the first scan is asked for twice"


def test_a_late_poll_is_not_made_up_for():
    world = World(still, 0.5, cost=0.024)
    source = world.run(lambda signal: None)
    gaps = [after - before for before, after in zip(world.scans[2:], world.scans[3:], strict=False)]
    assert gaps == pytest.approx([0.03] * len(gaps)), "skipped to the grid, never sooner"
    assert source.counters.skipped >= 2 * len(gaps)
    assert source.counters.scan_s == pytest.approx(0.024)


def test_a_change_is_told_and_otherwise_a_heartbeat(ear):
    world = World(lambda now: b"\0\1" if now < 0.3 else b"\1\1", 1.25)
    world.run(ear)
    frames = ear.of(SensorFrame)
    assert [frame.readings for frame in frames] == [b"\0\1", b"\1\1", b"\1\1"]
    assert frames[1].at == pytest.approx(0.3)
    assert frames[2].at == pytest.approx(0.3 + HEARTBEAT_S)


def test_a_missing_board_is_named_once_and_taken_when_it_comes(ear):
    world = World(still, 3.2)
    there = world.open

    def absent():
        there()
        if world.now < 2.9:
            raise HardwareUnavailable("There is no board: plug it in.")
        return world

    world.open = absent
    world.run(ear)
    assert [state.detail for state in ear.of(DeviceState)] == [
        "There is no board: plug it in.",
        "The board is connected: 2 channels.",
    ]
    assert [state.connected for state in ear.of(DeviceState)] == [False, True]
    assert world.opened == pytest.approx([RETRY_S * number for number in range(7)])


def test_a_board_that_goes_is_closed_and_opened_again(ear):
    def script(now):
        if 0.2 < now < 1.5:
            raise HardwareUnavailable("The board is gone.")
        return b"\1\0"

    world = World(script, 3.0)
    source = world.run(ear)
    assert [state.connected for state in ear.of(DeviceState)] == [True, False, True]
    assert source.counters.reconnects == 1
    assert world.closed == len(world.opened), "each opened board was closed"
    back = next(at for at, (_, signal) in enumerate(ear.heard) if signal == ear.of(DeviceState)[-1])
    assert isinstance(ear.signals[back + 1], SensorFrame), "its readings are told anew"


def test_what_no_library_should_raise_is_told_and_logged_once_and_the_board_is_taken_again(ear, caplog):
    def script(now):
        if 0.2 < now < 1.5:
            raise TypeError("an integer is required")
        return b"\1\0"

    world = World(script, 3.0)
    with caplog.at_level(logging.ERROR):
        world.run(ear)
    assert [state.connected for state in ear.of(DeviceState)] == [True, False, True]
    assert "The board failed (TypeError: an integer is required)" in ear.of(DeviceState)[1].detail
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info, "with its traceback"
    assert world.closed == len(world.opened)


def test_a_fault_is_told_when_it_lasts_and_when_it_is_over(ear):
    fault = Fault("row", "Row 1 cannot be read.")

    def script(now):
        return Scan(b"\0\3", fault if 1.0 <= now < 2.0 or 0.2 <= now < 0.3 else None)

    World(script, 3.0).run(ear)
    told = ear.of(DeviceState)[1:]
    assert [(state.connected, state.problem, state.detail) for state in told] == [
        (True, True, "Row 1 cannot be read."),
        (True, False, "The board is in order again."),
    ]
    assert [state.at for state in told] == pytest.approx([1.0 + FAULT_S, 2.0 + FAULT_S], abs=0.011)


def test_a_listener_that_fails_does_not_stop_the_driver(caplog):
    calls = []

    def listener(signal):
        calls.append(signal)
        raise RuntimeError("no")

    with caplog.at_level(logging.ERROR):
        World(still, 3.0).run(listener)
    assert len(calls) > 4
    assert len(caplog.records) == 1, "the failure is logged once"


def test_a_driver_is_started_once():
    world = World(still, 0.1)
    source = world.run(lambda signal: None)
    with pytest.raises(HardwareError, match="started before"):
        source.start(lambda signal: None)


def test_the_counters_of_a_driver_that_was_never_started():
    counters = PolledSource("The board", 2, lambda: None, rate_hz=100).counters
    assert (counters.connected, counters.polls, counters.last_frame_age) == (False, 0, None)
    assert counters.detail == "The board has not been looked for yet."
