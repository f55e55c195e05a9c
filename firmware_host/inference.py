"""Knows what a settled board can mean in one position: at rest, a move under way, a move made, or disorder;
pure functions over masks, without time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.game import Move, Position


@dataclass(frozen=True, slots=True)
class Prospect:
    """A legal move as the board may show it.

    `after`: the fields occupied when it is complete. `area`: every field whose reading may differ from the
    position on the way there (origins, targets, landing fields, captured men).
    """

    move: Move
    after: int
    area: int


class Outlook:
    """Everything that one position lets one expect; computed once a position and kept while it matters."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.occupied = position.occupied

    @cached_property
    def prospects(self) -> tuple[Prospect, ...]:
        """Every legal move that the board can show."""
        found = []
        for move in self.position.legal_moves():
            if not (move.lifts | move.drops | move.captures):
                continue
            after = (self.occupied & ~(move.lifts | move.captures)) | move.drops
            area = move.lifts | move.drops | move.captures | self._landings(move)
            found.append(Prospect(move, after, area))
        return tuple(found)

    @cached_property
    def by_after(self) -> Mapping[int, tuple[Prospect, ...]]:
        """The moves by the occupancy that they end in."""
        found: dict[int, list[Prospect]] = defaultdict(list)
        for prospect in self.prospects:
            found[prospect.after].append(prospect)
        return {after: tuple(group) for after, group in found.items()}

    @cached_property
    def movable(self) -> int:
        """The fields from which some legal move carries a piece."""
        mask = 0
        for prospect in self.prospects:
            mask |= prospect.move.lifts
        return mask

    @cached_property
    def own(self) -> int:
        """The pieces of the side to move, and those of the other side that it may move."""
        position = self.position
        side = position.white if position.turn.letter == "w" else position.black
        return side | self.movable

    @cached_property
    def _waypoints(self) -> Mapping[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        origins = {
            move.transfers[0].origin
            for move in self.position.legal_moves()
            if move.captures & (move.captures - 1)
        }
        for origin in origins:
            if origin is not None:
                for way in self.position.ways(origin):
                    found[origin, way.move.text] = way.waypoints
        return found

    def _landings(self, move: Move) -> int:
        if not move.captures & (move.captures - 1):
            return 0
        origin = move.transfers[0].origin
        return 0 if origin is None else self._waypoints.get((origin, move.text), 0)


@dataclass(frozen=True, slots=True)
class View:
    """The evidence: `occupied` fields; the fields that are `ignored` (not readable, absent, or holding a
    captured man that its owner has not taken off yet); the fields whose piece shows a pole, `white` or
    `black`; the fields `touched` since the board was last in order."""

    occupied: int
    ignored: int = 0
    white: int = 0
    black: int = 0
    touched: int = 0

    def differs(self, expected: int) -> int:
        """The fields that contradict the expected occupancy."""
        return (self.occupied ^ expected) & ~self.ignored


@dataclass(frozen=True, slots=True)
class AtRest:
    """The board equals the position."""


@dataclass(frozen=True, slots=True)
class InProgress:
    """A piece that may move is under way; these moves still fit."""

    prospects: tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class InHand:
    """One own piece without a legal move has been lifted from `field` (a mask)."""

    field: int


@dataclass(frozen=True, slots=True)
class Made:
    """The board equals the result of this move and of no other."""

    prospect: Prospect
    extendable: bool
    witnessed: bool
    """Whether every field that the moved pieces left and reached is really seen."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The board equals the results of several moves."""

    prospects: tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class Disorder:
    """No legal move explains the board: masks of what is missing and what is too much."""

    missing: int
    extra: int


Verdict = AtRest | InProgress | InHand | Made | Ambiguous | Disorder


def infer(outlook: Outlook, view: View) -> Verdict:
    """What `view` means in the position of `outlook`.

    Law: it never says Made for a board that contradicts the result of the move, and never Disorder for a
    board that some legal move passes through with its own piece lifted or its captured men taken off.
    """
    difference = view.differs(outlook.occupied)
    if not difference:
        return AtRest()
    made = results(outlook, view)
    if made:
        if len(made) > 1:
            return Ambiguous(made)
        move = made[0].move
        witnessed = not (move.lifts | move.drops) & view.ignored
        return Made(made[0], outlook.position.extendable(move), witnessed)
    missing = difference & outlook.occupied
    extra = difference & ~outlook.occupied
    fitting = tuple(
        prospect
        for prospect in outlook.prospects
        if not difference & ~prospect.area
        and extra.bit_count() <= (missing & prospect.move.lifts).bit_count()
    )
    if fitting:
        return InProgress(fitting)
    if not extra and missing.bit_count() == 1 and missing & outlook.own:
        return InHand(missing)
    return Disorder(missing, extra)


def told_apart(outlook: Outlook, view: View, verdict: Ambiguous) -> Made | Ambiguous:
    """Tell moves with one result apart by the poles, then by what was touched; several that lead to one
    position are one move."""
    play = outlook.position.play
    group = verdict.prospects
    if view.white | view.black:
        fitting = [p for p in group if _poles_fit(play(p.move), view)]
        group = tuple(fitting) or group
    touched = [p for p in group if p.move.lifts & view.touched]
    group = tuple(touched) or group
    if len({play(p.move) for p in group}) > 1:
        return Ambiguous(group)
    chosen = min(group, key=lambda p: p.move.text)
    witnessed = not (chosen.move.lifts | chosen.move.drops) & view.ignored
    return Made(chosen, outlook.position.extendable(chosen.move), witnessed)


def _poles_fit(after: Position, view: View) -> bool:
    """Whether no pole that is seen contradicts the sides of this position."""
    return not (view.white & after.black) and not (view.black & after.white)


def results(outlook: Outlook, view: View) -> tuple[Prospect, ...]:
    """The moves whose result the board shows, as far as it can be seen."""
    if not view.ignored:
        return outlook.by_after.get(view.occupied, ())
    return tuple(p for p in outlook.prospects if not view.differs(p.after))


def landed(prospect: Prospect, view: View) -> bool:
    """Whether the pieces of the move stand on their final fields, its captured men being still there."""
    move = prospect.move
    still_there = view.differs(prospect.after)
    return not still_there & ~move.captures and not still_there & ~view.occupied
