"""Knows the time of day as a record may tell it: unknown while nothing has set the computer's clock."""

from __future__ import annotations

from firmware_host.pi_health import generation
from firmware_host.system import System

OLDEST_CREDIBLE_YEAR = 2025


def is_set(system: System) -> bool:
    """Whether the computer's clock can be believed: not from before this program was written, and on a
    Raspberry Pi, which goes on from when it was last on, only with a clock of its own or set since the start.
    """
    if system.now.year < OLDEST_CREDIBLE_YEAR:
        return False
    return generation(system) is None or bool(system.names("/sys/class/rtc")) or is_synchronized(system)


def is_synchronized(system: System) -> bool:
    """Whether the network has set it since the start."""
    if system.exists("/run/systemd/timesync/synchronized"):
        return True
    return system.run(("timedatectl", "show", "--property=NTPSynchronized", "--value")) == "yes"


def time_of_day(system: System) -> str | None:
    """The time in UTC, ISO 8601, or None while nobody has set the clock."""
    return system.now.strftime("%Y-%m-%dT%H:%M:%SZ") if is_set(system) else None
