"""The log stays short whatever a board does for how long."""

from firmware_host.events import Astray, Fault, Moved, Restored
from firmware_host.told import QUIET_S, Telling
from rules.game import Side


def astray(t):
    return Astray(t, ("28",), ())


def test_a_disorder_is_told_once_a_minute_and_its_end_once():
    telling = Telling()
    told = [len(telling.lines([astray(t)])) for t in (0.0, 1.0, QUIET_S - 1, QUIET_S, QUIET_S + 1)]
    assert told == [1, 0, 0, 1, 0]
    assert [len(telling.lines([Restored(t)])) for t in (70.0, 71.0)] == [1, 0]
    assert len(telling.lines([astray(72.0)])) == 1


def test_a_cable_that_comes_and_goes_is_told_once_a_minute():
    telling = Telling()
    faults = [Fault(t / 10, None, "board", "Gone." if t % 2 else "Here.", t / 10) for t in range(600)]
    assert len(telling.lines(faults)) == 2


def test_moves_are_always_told():
    move = Moved(0.0, 1, "32-28", "", Side.WHITE)
    assert len(Telling().lines([move] * 100)) == 100
