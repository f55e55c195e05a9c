"""Knows when a board shows another game than the one that goes on: a new one, one that was left off, or none
any more; not how long that must rest nor what is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from firmware_host.line import ABORTED, Line
from firmware_host.recovery import UPHEAVAL, is_swept
from firmware_host.witness import Witness

BACK_PLIES = 6
"""A board found so many plies back at the most, after nobody looked, shows moves that were taken back."""


@dataclass(frozen=True, slots=True)
class LeftOff:
    """A game that was left off: its number in the journal, the fields of its pieces (masks), and
    the state of its clock as text, None without one."""

    number: int
    white: int
    black: int
    clock: str | None = None

    def contradictions(self, white: int, black: int) -> int:
        """How many pieces of the other colour than these are seen."""
        return (self.white & black | self.black & white).bit_count()


class Shelf(Protocol):
    """The games of this kind that were left off, the latest first, without the one that goes on."""

    def games(self) -> tuple[LeftOff, ...]:
        """All that may go on."""

    def take(self, game: LeftOff) -> Line | None:
        """The plies of one, for it to go on; None if they cannot be read any more."""


@dataclass(frozen=True, slots=True)
class Another:
    """What the board shows instead of the game that goes on: the start position of a new one (`start`), one
    that was `left_off`, or no pieces (`swept`)."""

    start: bool = False
    left_off: LeftOff | None = None
    swept: bool = False


def shown(line: Line, witness: Witness, longest: int, shelf: Shelf | None, *, lost: bool) -> Another:
    """What the board shows instead of `line`, with which it does not agree. `longest`: back to the start
    after no more plies than these is moves taken back. `lost`: the board was never seen in order since the
    game was found in the journal: what stands there was set up while nobody looked.

    Laws: the game that goes on comes first, then a new one, then one that was left off, the latest first. In
    mid-game no other game is seen but where more fields are wrong than hands leave in a move.
    """
    view, over = witness.view, line.outcome is not None
    if len(line) and not view.differs(line.set_up):
        aborted = line.outcome is not None and line.outcome.reason == ABORTED
        return Another(start=aborted or lost or len(line) > longest)
    swept = bool(len(line)) and not over and is_swept(line, witness)
    upheaval = view.differs(line.position.occupied).bit_count() >= UPHEAVAL
    if shelf is None or not (over or lost or upheaval) or earlier(line, witness) is not None:
        return Another(swept=swept)
    standing = [game for game in shelf.games() if not view.differs(game.white | game.black)]
    found = min(standing, key=lambda game: game.contradictions(view.white, view.black), default=None)
    return Another(left_off=found, swept=swept and found is None)


def earlier(line: Line, witness: Witness) -> int | None:
    """How many plies of the line the board shows if moves were taken back while nobody looked; None if it
    shows no earlier position, or only the start."""
    first = max(1, len(line) - BACK_PLIES)
    kept = range(len(line) - 1, first - 1, -1)
    return next((keep for keep in kept if not witness.view.differs(line.after(keep).occupied)), None)
