"""Knows what a polled board gives at one time, and how several such scans become one; no bus, no thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from hardware.device import HardwareError, Reading

VOTE_S: Final = 0.005
"""A vote ends that long after its first scan began."""

VOTES: Final = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a board that answers: `sentence` for people; `reason` is equal for equal causes."""

    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What all channels gave at one time, a Reading a byte, and what is wrong with some of them."""

    readings: bytes
    fault: Fault | None = None


class Bus(Protocol):
    """An opened board that is asked again and again, always from one thread."""

    def scan(self) -> Scan:
        """Ask all channels once; raises HardwareUnavailable if the board has gone."""

    def close(self) -> None:
        """Free the board; never raises."""


def majority(scans: Sequence[bytes], told: bytes) -> bytes:
    """For each channel what more than half of `scans` say, or what was `told` before where they do not agree.

    Laws: one scan decides alone; scans that are equal are the result.
    """
    if all(scan == scans[0] for scan in scans):
        return scans[0]
    result = bytearray(told)
    for channel, said in enumerate(zip(*scans, strict=True)):
        value, count = Counter(said).most_common(1)[0]
        if 2 * count > len(scans):
            result[channel] = value
    return bytes(result)


def vote(bus: Bus, told: bytes, clock: Callable[[], float]) -> Scan:
    """One scan if it says what was `told`; else up to VOTES within VOTE_S, until two are equal, and their
    majority. The fault is the last scan's.

    So a board at rest costs one scan a poll, and a spike on a line is not believed.
    """
    begun = clock()
    scan = bus.scan()
    scans = [scan.readings]
    while (
        len(scans) < VOTES
        and scan.readings != told
        and scan.readings not in scans[:-1]
        and clock() < begun + VOTE_S
    ):
        scan = bus.scan()
        scans.append(scan.readings)
    return Scan(majority(scans, told), scan.fault)


def ghosts(readings: bytes, columns: int) -> frozenset[int]:
    """The channels of a switch matrix (`columns` channels a row) that may be ghosts if it has no diodes.

    Of a rectangle of four closed corners any one may be open: the current takes the way round through the
    other three. So every closed channel that is a corner of such a rectangle is doubtful.
    """
    rows = [
        {column for column in range(columns) if readings[start + column] == Reading.PIECE}
        for start in range(0, len(readings), columns)
    ]
    doubtful: set[int] = set()
    for upper, above in enumerate(rows):
        for lower in range(upper + 1, len(rows)):
            shared = above & rows[lower]
            if len(shared) > 1:
                doubtful |= {columns * row + column for row in (upper, lower) for column in shared}
    return frozenset(doubtful)


def without_ghosts(readings: bytes, columns: int) -> Scan:
    """The scan of a matrix without diodes: doubtful channels are unknown, and that is a fault."""
    doubtful = ghosts(readings, columns)
    if not doubtful:
        return Scan(readings)
    believed = bytearray(readings)
    for channel in doubtful:
        believed[channel] = Reading.UNKNOWN
    named = ", ".join(str(channel) for channel in sorted(doubtful)[:8])
    more = " and others" if len(doubtful) > 8 else ""
    sentence = (
        f"Four closed switches at the corners of a rectangle cannot be told from three (channels "
        f"{named}{more}): fit a diode at every switch and set diodes = true."
    )
    return Scan(bytes(believed), Fault("ghosts", sentence))


def check_channels(channels: int, capacity: int, what: str) -> None:
    """Raise HardwareError unless a board of `what` can have so many channels."""
    if not 1 <= channels <= capacity:
        raise HardwareError(
            f"{channels} channels are wired, but {what} have 1 to {capacity}: add some, or wire fewer."
        )
