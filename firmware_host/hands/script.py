"""Knows what one hand can do: pick up, carry, set down, slide, hold, put aside; not which move it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_host.hands.bodies import THICKNESS, Path, Place, length
from firmware_host.hands.levels import Doing, Range
from firmware_host.hands.stage import Stage

Grip = tuple[int, ...]
"""The bodies in a hand, lowest first."""

_GRASP_TILT, _SET_TILT = 0.35, 0.25
_REACH_S = (0.06, 0.18)
_OVER_ALL = 0.5
"""A hand that holds a piece lower than this is in the way of another over the same field."""


class Hand:
    """One hand and when it will have done what it was told so far (`at`, seconds).

    `settling` marks what it does as belonging to its turn; see Motion. A hand waits until the piece it wants
    is at rest and the field it wants is free.
    """

    def __init__(self, stage: Stage, at: float) -> None:
        self.stage, self.at, self.settling = stage, at, True

    def wait(self, seconds: Range | float) -> None:
        """Does nothing for so long."""
        self.at += seconds if isinstance(seconds, float) else self.stage.draw(seconds)

    def pick(self, field: str, discs: int | None = None, height: float | None = None) -> Grip:
        """Grasps what stands on the field (its top `discs`, else all) and lifts it straight up."""
        stage = self.stage
        numbers = stage.standing[field]
        grip = tuple(numbers if discs is None else numbers[-discs:])
        self.at = max(self.at, stage.settled_at.get(field, 0.0))
        here = stage.place(grip[0])
        top = here.height + (stage.draw(stage.level.height) if height is None else height)
        tipped = Place(here.x, here.y, here.height + 0.02, _GRASP_TILT)
        way: Path = ((0.2, tipped), (1.0, Place(here.x, here.y, top)))
        self.at = self._move(grip, stage.draw(stage.level.lift_s), way)
        stage.leaves(field, grip, self.at)
        return grip

    def take(self, number: int) -> Grip:
        """Takes up a body that lies beside the board, or brings one from the player's lap."""
        here = self.stage.place(number)
        top = Place(here.x, here.y, self.stage.draw(self.stage.level.height))
        self.at = self._move((number,), self.stage.draw(self.stage.level.lift_s), ((1.0, top),))
        return (number,)

    def carry(self, grip: Grip, to: Place, height: float | None = None) -> None:
        """Carries through the air to a place above `to`, as high as now unless a height is given."""
        stage = self.stage
        here = stage.place(grip[0])
        end = Place(to.x, to.y, here.height if height is None else height)
        distance = here.distance(end)
        middle = Place(
            (here.x + end.x) / 2.0,
            (here.y + end.y) / 2.0,
            max(here.height, end.height) + min(0.1 * distance, 0.3),
        )
        seconds = stage.draw(stage.level.carry_s) + distance * stage.draw(stage.level.field_s)
        way: Path = ((1.0, end),) if end.height < 0.45 else ((0.5, middle), (1.0, end))
        self.at = self._move(grip, seconds, way)

    def lower(self, grip: Grip, to: Place) -> None:
        """Sets down at `to`, one edge first."""
        here = self.stage.place(grip[0])
        edge = Place(to.x, to.y, to.height + 0.03 * (here.height > 0.05), _SET_TILT)
        self.at = self._move(grip, self.stage.draw(self.stage.level.set_s), ((0.75, edge), (1.0, to)))

    def put(self, grip: Grip, field: str) -> None:
        """Carries to the field, waits above it until it is free, sets down near its centre."""
        stage = self.stage
        spot = stage.spot(field)
        if stage.place(grip[0]).height < _OVER_ALL:
            self.wait_for(field)
        self.carry(grip, spot)
        self.wait_for(field)
        self.lower(grip, spot)
        stage.arrives(field, grip, self.at)

    def stack(self, grip: Grip, field: str) -> None:
        """Sets down on top of what stands on the field, or on the bare field."""
        stage = self.stage
        under = stage.standing.get(field)
        if not under:
            self.put(grip, field)
            return
        self.at = max(self.at, stage.settled_at.get(field, 0.0))
        low = stage.place(under[-1])
        spot = Place(low.x, low.y, low.height + THICKNESS)
        self.carry(grip, spot, max(stage.place(grip[0]).height, spot.height + 0.1))
        self.lower(grip, spot)
        stage.arrives(field, grip, self.at)

    def slide(self, field: str, target: str, corners: Sequence[Place] = ()) -> None:
        """Pushes what stands on the field along the board to another, by way of `corners`."""
        stage = self.stage
        grip = tuple(stage.standing[field])
        self.at = max(self.at, stage.settled_at.get(field, 0.0))
        self.wait_for(target)
        self.push(grip, (*corners, stage.spot(target)))
        stage.leaves(field, grip, self.at)
        stage.arrives(target, grip, self.at)

    def push(self, grip: Grip, places: Sequence[Place], seconds: float | None = None) -> None:
        """Moves along the board through these places without lifting."""
        stage = self.stage
        way = [stage.place(grip[0]), *places]
        whole = length(way)
        if seconds is None:
            seconds = 0.05 + whole * stage.draw(stage.level.slide_s)
        shares = [length(way[: index + 1]) / whole if whole else 1.0 for index in range(1, len(way))]
        self.at = self._move(grip, seconds, tuple(zip(shares, places, strict=True)))

    def away(self, grip: Grip) -> None:
        """Puts what it holds beside the board, each body by itself."""
        stage = self.stage
        spots = [stage.aside() for _ in grip]
        self.carry(grip, spots[0], max(stage.place(grip[0]).height, 0.7))
        for number, spot in zip(grip, spots, strict=True):
            stage.tray[stage.side_of[number]].append(number)
            self.lower((number,), spot)

    def remove(self, field: str, discs: int | None = None) -> None:
        """Takes what stands on the field off the board."""
        self.wait(_REACH_S)
        self.away(self.pick(field, discs))

    def wait_for(self, field: str) -> None:
        """Waits until nothing is left on the field."""
        free = self.stage.free_at.get(field, 0.0)
        if self.at < free:
            self.at = free + 0.01

    def _move(self, grip: Grip, seconds: float, way: Path) -> float:
        return self.stage.move(grip, self.at, seconds, way, settling=self.settling)

    def does(self, doing: Doing, *fields: str) -> bool:
        """Whether this ply's drawn deeds include this one; if so it is recorded as done now."""
        if doing not in self.stage.doing:
            return False
        self.stage.note(doing, self.at, *fields)
        return True


def remove_all(hand: Hand, fields: Iterable[str]) -> None:
    """Takes these fields' pieces off the board in this order."""
    for field in fields:
        hand.remove(field)
