"""The time of day is told when something has set it, and not otherwise."""

import pytest
from fake_machine import NOW, FakeMachine

from firmware_host.time_of_day import time_of_day

SYNCHRONIZED = "/run/systemd/timesync/synchronized"


def told(folder, *, pi: int | None = 4, year: int = 2026, synchronized: bool = True, rtc: bool = False):
    machine = FakeMachine(folder, pi=pi)
    machine.now = NOW.replace(year=year)
    if not synchronized:
        machine.remove(SYNCHRONIZED)
    if rtc:
        machine.write("/sys/class/rtc/rtc0/name", "rtc-ds1307")
    return time_of_day(machine.system())


def test_a_clock_that_the_network_has_set_is_believed(tmp_path):
    assert told(tmp_path) == "2026-11-30T20:00:00Z"


@pytest.mark.parametrize("pi", [None, 4])
def test_before_this_program_was_written_it_was_never_set(tmp_path, pi):
    assert told(tmp_path, pi=pi, year=1970, rtc=True) is None


def test_a_pi_that_goes_on_from_when_it_was_last_on_is_not_believed(tmp_path):
    assert told(tmp_path, synchronized=False) is None


def test_a_clock_with_a_battery_is(tmp_path):
    assert told(tmp_path, synchronized=False, rtc=True) == "2026-11-30T20:00:00Z"


def test_a_pc_has_one(tmp_path):
    assert told(tmp_path, pi=None, synchronized=False) == "2026-11-30T20:00:00Z"
