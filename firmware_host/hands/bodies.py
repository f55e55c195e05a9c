"""Knows pieces as bodies: where each is at any time, in field units; nothing of fields, games or sensors."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from math import asin, hypot, sin

THICKNESS = 0.2
"""Height of one disc: a king's second disc stands this much higher."""
WIDTH = 0.8
"""Diameter of a piece: two that stand on the board are never nearer."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a body is: `x` to the right and `y` away from White, in fields; `height` of its underside above
    the board, in fields; `tilt` in radians.
    """

    x: float
    y: float
    height: float = 0.0
    tilt: float = 0.0

    def distance(self, other: Place) -> float:
        """How far apart the two are on the board, in fields."""
        return hypot(self.x - other.x, self.y - other.y)

    def moved(self, dx: float, dy: float, height: float = 0.0) -> Place:
        """The place shifted by these, with the same tilt."""
        return Place(self.x + dx, self.y + dy, self.height + height, self.tilt)


Path = tuple[tuple[float, Place], ...]
"""Straight pieces: (share of the way, place), shares ascending from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Motion:
    """One stretch of movement, from `start` to `end` seconds: starts and stops gently (smoothstep).

    `turn` is the index of the turn that the hand was in; `settling` says whether the turn is not over before
    this has happened (False: an adjustment, a thought, a crown).
    """

    start: float
    end: float
    path: Path
    turn: int
    settling: bool

    def time(self, share: float) -> float:
        """When the body has done this share (0 to 1) of the way: the inverse of smoothstep."""
        if share <= 0.0:
            return self.start
        if share >= 1.0:
            return self.end
        return self.start + (self.end - self.start) * (0.5 - sin(asin(1.0 - 2.0 * share) / 3.0))

    def at(self, time: float) -> Place:
        """Where the body is at `time`; its ends before and after."""
        part = min(max((time - self.start) / (self.end - self.start), 0.0), 1.0)
        return along(self.path, part * part * (3.0 - 2.0 * part))


class Magnet(StrEnum):
    """How it is with the magnet in a piece."""

    SOUND = "sound"
    MISSING = "missing magnet"
    WEAK = "weak magnet"
    REVERSED = "reversed magnet"


@dataclass(frozen=True, slots=True)
class Body:
    """One piece: `pole` is the letter that a hall sensor under it reads, `home` where it was at time 0.

    Law: motions follow one another in time without overlap, and each begins where the one before ended.
    """

    number: int
    pole: str
    home: Place
    motions: tuple[Motion, ...] = field(default=())
    magnet: Magnet = Magnet.SOUND

    def at(self, time: float) -> Place:
        """Where the body is at `time`."""
        index = bisect_right(self.motions, time, key=lambda motion: motion.start)
        return self.motions[index - 1].at(time) if index else self.home


def along(path: Path, share: float) -> Place:
    """The place at this share (0 to 1) of a path."""
    for (low, a), (high, b) in pairwise(path):
        if share <= high:
            part = (share - low) / (high - low) if high > low else 1.0
            return Place(
                a.x + (b.x - a.x) * part,
                a.y + (b.y - a.y) * part,
                a.height + (b.height - a.height) * part,
                a.tilt + (b.tilt - a.tilt) * part,
            )
    return path[-1][1]


def gap(place: Place, start: Place, end: Place) -> float:
    """How near the straight line from `start` to `end` comes to `place` on the board, in fields."""
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    part = ((place.x - start.x) * dx + (place.y - start.y) * dy) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return hypot(place.x - start.x - dx * part, place.y - start.y - dy * part)


def length(places: Sequence[Place]) -> float:
    """The length of a way through these places on the board, in fields."""
    return sum(a.distance(b) for a, b in pairwise(places))
