"""Knows when a forbidden move stands: it rested on the board, and the other side has answered it; not what
the rules say about it, nor what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from firmware_host.inference import AtRest, Disorder, InHand, InProgress, Made, View, infer
from firmware_host.outlook import Outlook, Prospect
from firmware_host.reading import goes_on_after
from rules.board import bits
from rules.game import Irregular


@dataclass(frozen=True, slots=True)
class Standing:
    """A forbidden move that the board has shown since `since`, and what it lets one expect (`outlook`).

    `answering`: whether the other side has a piece in the air, or has moved it. `answer`: its whole legal
    move from there, which `goes_on` says has been followed by another piece in the air already.
    """

    forbidden: Irregular
    outlook: Outlook
    since: float
    answering: bool = False
    answer: Made | None = None
    goes_on: bool = False


def follow(
    earlier: Sequence[Standing], outlook: Outlook, view: View, edge: float, rest_s: float
) -> tuple[Standing, ...]:
    """The forbidden moves that may stand now that the board shows `view`, its last change having begun at
    `edge`; `earlier` are those before.

    Laws: exactly one piece of the side to move went to an empty field that hands have touched, and what left
    the board with it are pieces that a capture could have taken. It must have rested like that for `rest_s`
    before the other side lifts a piece: whoever only passes over a field has moved nothing.
    """
    kept = [there for each in earlier if (there := _followed(each, view, edge, rest_s)) is not None]
    known = {each.forbidden.position for each in kept}
    for forbidden in _shown(outlook, view):
        if forbidden.position not in known:
            kept.append(Standing(forbidden, Outlook(forbidden.position), edge))
    return tuple(kept)


def accepted(standing: Sequence[Standing]) -> Standing | None:
    """The one forbidden move that the other side has let stand by a whole legal move of its own, made by
    another piece than the one moved wrongly; None if none or several can be."""
    found = [each for each in standing if each.answer is not None]
    return found[0] if len(found) == 1 else None


def _followed(each: Standing, view: View, edge: float, rest_s: float) -> Standing | None:
    verdict = infer(each.outlook, view)
    if isinstance(verdict, AtRest):
        return replace(each, answering=False, answer=None)
    if not each.answering and edge - each.since < rest_s:
        return None
    match verdict:
        case Made(prospect=prospect, witnessed=True) if _answers(each, prospect, view):
            return replace(each, answering=True, answer=verdict)
        case InProgress() | InHand():
            return replace(each, answering=True, answer=None)
        case Disorder() if each.answer is not None and each.answer.extendable:
            gone_on = goes_on_after(each.outlook, each.answer.prospect, view)
            return replace(each, goes_on=True) if gone_on else None
    return None


def _answers(each: Standing, prospect: Prospect, view: View) -> bool:
    """Whether hands moved another piece than the one that was moved wrongly."""
    move = prospect.move
    return not move.lifts & each.forbidden.move.drops and not (move.lifts | move.drops) & ~view.touched


def _shown(outlook: Outlook, view: View) -> Iterator[Irregular]:
    """The forbidden move that the board shows, its pieces touched and its fields readable."""
    difference = view.differs(outlook.occupied)
    drops = difference & ~outlook.occupied
    left = difference & outlook.occupied
    if drops.bit_count() != 1 or difference & ~view.touched or outlook.position.outcome() is not None:
        return
    position = outlook.position
    for lifts in bits(left & outlook.own):
        captures = left & ~lifts
        if captures and captures & ~(position.black if lifts & position.white else position.white):
            continue
        forbidden = position.let_stand(lifts, drops, captures)
        if forbidden is not None and _poles_fit(forbidden, drops, view):
            yield forbidden


def _poles_fit(forbidden: Irregular, drops: int, view: View) -> bool:
    """Whether no pole that is seen contradicts whose piece arrived."""
    after = forbidden.position
    return not (view.white & drops & after.black or view.black & drops & after.white)
