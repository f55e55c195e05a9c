"""Knows when a body is near enough to a sensor to work it, solved exactly along its way; nothing of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, floor, pi, sin, sqrt
from random import Random
from typing import NamedTuple

from firmware_host.hands.bodies import Body, Magnet, Motion, Place
from rules.board import Board

CLOSES, HOLDS, DEAD, FAINT = 1, 2, 4, 8
"""What a body does to a sensor: near enough to close it, to keep it closed, right over its dead centre; not
felt for a moment although it is near, because its magnet is weak.
"""
_WEAK = 0.45
"""A weak magnet works a sensor from that part of the distance."""
_FAINT_EVERY_S, _FAINT_S = 6.0, (0.03, 0.4)
"""And is not felt now and then, for so long."""


@dataclass(frozen=True, slots=True)
class SensorModel:
    """One kind of sensor; lengths in fields, times in seconds.

    A body closes a sensor inside an ellipsoid over it: `close_radius` along the board, `close_height` above
    the centre; it lets go outside `release_radius` (and the height in proportion). Over the dead centre
    (`dead_radius`, reeds only) it stays open. The centre lies `offset` from the field's centre, so that a
    piece set down with care does not stand on it. `tilt_lever`: height that one radian of tilt adds.
    A reed bounces up to `bounces` times within `bounce_s`; a hall sensor shows nothing for `blank_s` between
    two poles.
    """

    kind: str
    close_radius: float
    release_radius: float
    close_height: float
    offset: float
    dead_radius: float = 0.0
    tilt_lever: float = 0.3
    bounces: int = 0
    bounce_s: tuple[float, float] = (0.0, 0.0)
    blank_s: float = 0.002


REED = SensorModel("reed", 0.38, 0.46, 0.30, 0.14, dead_radius=0.05, bounces=3, bounce_s=(0.0005, 0.001))
STRONG_REED = SensorModel(
    "reed", 0.70, 0.76, 0.50, 0.14, dead_radius=0.05, bounces=3, bounce_s=(0.0005, 0.001)
)
"""A strong magnet over a sensitive reed: a piece between two fields may close both."""
HALL = SensorModel("hall", 0.36, 0.43, 0.25, 0.03)


@dataclass(frozen=True, slots=True)
class Sensor:
    """The sensor of one field and where its centre lies."""

    field: str
    x: float
    y: float


class Touch(NamedTuple):
    """At `time` the body `body` begins or ceases to do `what` (CLOSES, HOLDS, DEAD) to a sensor."""

    time: float
    body: int
    what: int
    begins: bool
    turn: int
    settling: bool


def lay_sensors(board: Board, model: SensorModel, rng: Random, absent: Iterable[str] = ()) -> list[Sensor]:
    """A sensor for every field but `absent`, each off its field's centre in a direction of its own."""
    without = frozenset(absent)
    laid = []
    for name in board.fields:
        angle, offset = rng.uniform(0.0, 2.0 * pi), model.offset * rng.uniform(0.95, 1.0)
        if name not in without:
            cell = board.cells[name]
            laid.append(Sensor(name, cell.x + offset * cos(angle), cell.y + offset * sin(angle)))
    return laid


class Field:
    """The sensors of a board, found by place; `touches[i]` collects what happens to sensor i."""

    def __init__(self, sensors: Sequence[Sensor], model: SensorModel) -> None:
        self.sensors = sensors
        self.touches: list[list[Touch]] = [[] for _ in sensors]
        self._scale = model.close_radius / model.close_height
        self._lever = model.tilt_lever
        self._reach = model.release_radius
        self._limits = {one: _limits(model, 1.0) for one in Magnet}
        self._limits[Magnet.WEAK] = _limits(model, _WEAK)
        self._near: dict[tuple[int, int], list[int]] = {}
        for index, sensor in enumerate(sensors):
            self._near.setdefault((floor(sensor.x), floor(sensor.y)), []).append(index)

    def feel(self, body: Body) -> None:
        """Adds every touch of this body, from time 0 to its last motion, in order of time for each sensor."""
        if body.magnet is Magnet.MISSING:
            return
        doing: dict[int, int] = {}
        stay = Motion(0.0, 0.0, ((0.0, body.home), (1.0, body.home)), turn=-1, settling=False)
        for motion in (stay, *body.motions):
            points = [(share, place, self._lift(place)) for share, place in motion.path]
            for (low, a, az), (high, b, bz) in pairwise(points):
                self._piece(body, motion, (low, high), (a, az, b, bz), doing)

    def weaken(self, body: Body, rng: Random, until: float) -> None:
        """Adds the moments until `until` in which a weak magnet is not felt, wherever it then is."""
        touched = [one for one in self.touches if any(touch.body == body.number for touch in one)]
        time = rng.expovariate(1.0 / _FAINT_EVERY_S)
        while time < until:
            back = time + rng.uniform(*_FAINT_S)
            for touches in touched:
                for at, begins in ((time, True), (back, False)):
                    touches.append(Touch(at, body.number, FAINT, begins, -1, settling=False))
            time = back + rng.expovariate(1.0 / _FAINT_EVERY_S)

    def _lift(self, place: Place) -> float:
        return self._scale * (place.height + self._lever * place.tilt)

    def _piece(
        self,
        body: Body,
        motion: Motion,
        shares: tuple[float, float],
        line: tuple[Place, float, Place, float],
        doing: dict[int, int],
    ) -> None:
        """Adds the touches of one straight piece of a motion; `doing` carries what the body does to each
        sensor from piece to piece.
        """
        a, az, b, bz = line
        low, high = shares
        for index in self._candidates(a, az, b, bz, doing):
            sensor, before = self.sensors[index], doing.get(index, 0)
            after = before
            ax, ay = a.x - sensor.x, a.y - sensor.y
            for what, limit in self._limits[body.magnet]:
                span = _inside(ax, ay, az, b.x - a.x, b.y - a.y, bz - az, limit)
                for share, begins in _changes(bool(before & what), span):
                    time = motion.time(low + (high - low) * share)
                    self.touches[index].append(
                        Touch(time, body.number, what, begins, motion.turn, motion.settling)
                    )
                    after = after | what if begins else after & ~what
            if after:
                doing[index] = after
            else:
                doing.pop(index, None)

    def _candidates(self, a: Place, az: float, b: Place, bz: float, doing: dict[int, int]) -> Iterable[int]:
        reach = self._reach
        if min(az, bz) > reach:
            return tuple(doing)
        found = set(doing)
        for column in range(floor(min(a.x, b.x) - reach), floor(max(a.x, b.x) + reach) + 1):
            for row in range(floor(min(a.y, b.y) - reach), floor(max(a.y, b.y) + reach) + 1):
                found.update(self._near.get((column, row), ()))
        return sorted(found)


def _limits(model: SensorModel, strength: float) -> list[tuple[int, float]]:
    """What a magnet does inside which squared distance."""
    limits = [(CLOSES, (strength * model.close_radius) ** 2), (HOLDS, (strength * model.release_radius) ** 2)]
    if model.dead_radius:
        limits.append((DEAD, model.dead_radius**2))
    return limits


def _inside(
    ax: float, ay: float, az: float, dx: float, dy: float, dz: float, limit: float
) -> tuple[float, float] | None:
    """The shares between which a + share * d lies within sqrt(limit) of the origin, cut to 0..1."""
    a = dx * dx + dy * dy + dz * dz
    c = ax * ax + ay * ay + az * az - limit
    if a < 1e-12:
        return (0.0, 1.0) if c < 0.0 else None
    b = ax * dx + ay * dy + az * dz
    square = b * b - a * c
    if square <= 0.0:
        return None
    root = sqrt(square)
    first, last = (-b - root) / a, (-b + root) / a
    if last <= 0.0 or first >= 1.0:
        return None
    return max(first, 0.0), min(last, 1.0)


def _changes(inside: bool, span: tuple[float, float] | None) -> Iterator[tuple[float, bool]]:
    """The shares at which being inside begins (True) or ends (False), given how it stood before."""
    if span is None:
        if inside:
            yield 0.0, False
        return
    first, last = span
    if inside and first > 0.0:
        yield 0.0, False
        yield first, True
    elif not inside:
        yield first, True
    if last < 1.0:
        yield last, False
