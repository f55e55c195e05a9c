"""Knows what a settled board can mean in one position: at rest, a move under way, a move made, or disorder;
pure functions over masks, without time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from firmware_host.outlook import Outlook, Prospect
from rules.board import bits
from rules.game import Position

__all__ = [
    "Ambiguous",
    "AtRest",
    "Disorder",
    "InHand",
    "InProgress",
    "Made",
    "Outlook",
    "Prospect",
    "Verdict",
    "View",
    "infer",
    "is_shown_by",
    "landed",
    "questions",
    "results",
]


@dataclass(frozen=True, slots=True)
class View:
    """The evidence: `occupied` fields; the fields that are `ignored` (not readable, absent, or holding a
    captured man that its owner has not taken off yet); the fields whose piece shows a pole, `white` or
    `black`; the fields `touched` since the board was last in order; `fallen`: the fields of the gutter into
    which a stone has come since then (it may be gone again), `lying`: those in which one lay before or
    nobody can tell."""

    occupied: int
    ignored: int = 0
    white: int = 0
    black: int = 0
    touched: int = 0
    fallen: int = 0
    lying: int = 0

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
    """The board equals the result of this move and of no other that the evidence allows."""

    prospect: Prospect
    extendable: bool
    witnessed: bool
    """Whether all that the move must show has really been seen."""


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
    believed = _believed(outlook, view, difference)
    if believed is not None:
        return believed
    fitting = _fitting(outlook, difference)
    if fitting:
        return InProgress(fitting)
    missing = difference & outlook.occupied
    extra = difference & ~outlook.occupied
    if not extra and missing.bit_count() == 1 and missing & outlook.own:
        return InHand(missing)
    return Disorder(missing, extra)


class _Evidence(Enum):
    """How much of what a move must show has been seen, beyond the occupancy that it ends in."""

    WHOLE = "whole"
    PARTLY = "partly"
    NONE = "none"


def _evidence(prospect: Prospect, view: View, difference: int) -> _Evidence:
    """A push that drops a stone shows it in the gutter. And one stone in the hand of a player who thinks
    looks like a whole row pushed off by one: there the gutter must have spoken, or most of the row (a fast
    piece may leave a field and the next reach it between two looks)."""
    contradicted = bool(prospect.fallen & ~(view.fallen | view.lying))
    if difference.bit_count() > 1 or not prospect.silent:
        return _Evidence.PARTLY if contradicted else _Evidence.WHOLE
    if prospect.fallen and not prospect.fallen & ~view.fallen:
        return _Evidence.WHOLE
    moved = (prospect.silent & (view.touched | view.ignored)).bit_count()
    if not moved or (contradicted and moved < prospect.silent.bit_count()):
        return _Evidence.NONE
    mostly = 2 * moved >= prospect.silent.bit_count()
    return _Evidence.WHOLE if mostly and not contradicted else _Evidence.PARTLY


def is_shown_by(prospect: Prospect, view: View, difference: int) -> bool:
    """Whether enough of this move has been seen, where the board differs from the position like this."""
    return _evidence(prospect, view, difference) is not _Evidence.NONE


def _believed(outlook: Outlook, view: View, difference: int) -> Made | Ambiguous | None:
    """The moves whose result the board shows, as far as the evidence goes; one that is only partly seen
    counts where it is the only one."""
    graded = [(each, _evidence(each, view, difference)) for each in results(outlook, view)]
    whole = tuple(prospect for prospect, seen in graded if seen is _Evidence.WHOLE)
    if whole:
        return _told_apart(outlook, view, whole)
    partly = [prospect for prospect, seen in graded if seen is _Evidence.PARTLY]
    return _made(outlook, view, partly[0], whole=False) if len(partly) == 1 else None


def _fitting(outlook: Outlook, difference: int) -> tuple[Prospect, ...]:
    """The moves on whose way the board may differ like this: no more pieces set down than lifted."""
    missing = difference & outlook.occupied
    placed = (difference & ~outlook.occupied).bit_count()
    return tuple(
        [
            prospect
            for prospect in outlook.prospects
            if not difference & ~prospect.area and placed <= (missing & prospect.rolling).bit_count()
        ]
    )


def _made(outlook: Outlook, view: View, prospect: Prospect, *, whole: bool) -> Made:
    """The move whose result the board shows; it may go on if the rules say so, or if the same board is met
    on the way of another move (marbles that roll one after another)."""
    move = prospect.move
    witnessed = whole and not (move.lifts | move.drops) & view.ignored
    extendable = outlook.extendable(prospect) or any(
        other.after != prospect.after for other in _fitting(outlook, view.differs(outlook.occupied))
    )
    return Made(prospect, extendable, witnessed)


def _told_apart(outlook: Outlook, view: View, group: tuple[Prospect, ...]) -> Made | Ambiguous:
    """Tell moves with one result apart by the poles, then by what fell and what was touched; several that
    lead to one position are one move."""
    if len(group) > 1:
        signs: Sequence[Callable[[Prospect], object]] = (
            lambda p: _poles_fit(outlook.result(p), view),
            lambda p: not view.fallen & ~p.fallen and not p.fallen & ~(view.fallen | view.lying),
            lambda p: p.move.lifts & view.touched,
            lambda p: not view.touched & ~p.area,
            lambda p: not (p.move.lifts | p.move.drops) & ~view.touched,
        )
        for agrees in signs:
            group = tuple(p for p in group if agrees(p)) or group
        if len({outlook.result(p) for p in group}) > 1:
            return Ambiguous(group)
    return _made(outlook, view, min(group, key=lambda p: p.move.text), whole=True)


def _poles_fit(after: Position, view: View) -> bool:
    """Whether no pole that is seen contradicts the sides of this position."""
    return not (view.white & after.black) and not (view.black & after.white)


def results(outlook: Outlook, view: View) -> tuple[Prospect, ...]:
    """The moves whose result the board shows, as far as it can be seen."""
    if not view.ignored:
        return outlook.by_after.get(view.occupied, ())
    occupied, known = view.occupied, ~view.ignored
    return tuple([p for p in outlook.prospects if not (occupied ^ p.after) & known])


def landed(prospect: Prospect, view: View) -> bool:
    """Whether the pieces of the move stand on their final fields, its captured men being still there."""
    move = prospect.move
    still_there = view.differs(prospect.after)
    standing = not move.drops & (view.ignored | ~view.occupied)
    return standing and not still_there & ~move.captures and not still_there & ~view.occupied


def questions(outlook: Outlook, prospects: Sequence[Prospect]) -> dict[int, Prospect]:
    """For each of the moves that the board cannot tell apart, the field (a mask) that asks for it: where the
    leading piece ends; if that is one field for several, the first in which each differs from the others,
    of those that hold a piece if there is one. A move that differs nowhere has no field."""
    bit = outlook.position.game.board.bit
    ends = {bit.get(p.move.transfers[0].target or "", 0): p for p in prospects}
    if len(ends) == len(prospects) and 0 not in ends:
        return ends
    asking: dict[int, Prospect] = {}
    for prospect in prospects:
        alone = prospect.area
        for other in prospects:
            alone &= ~other.area if other is not prospect else -1
        field = next(bits(alone & prospect.after), 0) or next(bits(alone), 0)
        if field:
            asking[field] = prospect
    return asking
