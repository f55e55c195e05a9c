"""Knows the record that the lights are made from; neither how it came about nor how it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.inference import Outlook, Verdict, View
from firmware_host.lesson import Lesson
from rules.game import Move, Outcome


@dataclass(frozen=True, slots=True)
class Hand:
    """What is known of the piece in hand: the field it came from and the fields it has rested on since."""

    origin: str | None = None
    rests: tuple[str, ...] = ()

    def follow(self, outlook: Outlook, view: View) -> Hand:
        """The hand after the board has rested as `view` shows it."""
        board = outlook.position.game.board
        lifted = outlook.occupied & ~view.occupied & ~view.ignored & outlook.own
        placed = view.occupied & ~outlook.occupied & ~view.ignored
        if lifted.bit_count() != 1:
            return Hand()
        origin = board.name_of[lifted]
        rests = self.rests if origin == self.origin else ()
        if placed.bit_count() == 1:
            field = board.name_of[placed]
            if rests[-1:] != (field,) and _goes_on(outlook, origin, (*rests, field), placed):
                rests = (*rests, field)
        return Hand(origin, rests)


def _goes_on(outlook: Outlook, origin: str, rests: tuple[str, ...], field: int) -> bool:
    """Whether a capture goes on from `field` after these rests. A piece set down anywhere else may still go
    wherever it might have gone before."""
    return any(way.move.captures and way.move.drops != field for way in outlook.ways(origin, rests))


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the lights may speak of.

    `outlook`, `verdict`, `view`: the position and what the board shows in it. `hand`: the piece in hand.
    `wrong`: what was last called astray (missing, extra), or None. `last`, `last_at`: the last move and when
    it was heard. `crowned`: the field of a man just crowned, or 0. `loose`: fields that still hold captured
    men of the last move. `asked`: whether a question is open. `outcome`: how the game ended, or None.
    `ordered`: whether the board has been in order once. `untouched`: whether nothing has been touched
    since the game ended. `hiding`: whether secrets are being chosen, so that
    nothing is lit. `hidden`: the fields of the side whose secret was taken last, at `hidden_at`, or 0.
    `lesson`: the capture that is shown because it was due, or None. `weak`: the fields whose sensor or piece
    somebody should look at.
    """

    outlook: Outlook
    verdict: Verdict
    view: View
    hand: Hand
    wrong: tuple[int, int] | None
    last: Move | None
    last_at: float
    crowned: int
    loose: int
    asked: bool
    outcome: Outcome | None
    outcome_at: float
    ordered: bool
    untouched: bool = False
    hiding: bool = False
    hidden: int = 0
    hidden_at: float = 0.0
    lesson: Lesson | None = None
    weak: int = 0
