"""Knows how play that went on while nobody looked is found again: the one sequence of moves that explains
the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_host.inference import InHand, InProgress, View, infer
from firmware_host.outlook import Outlook, Prospect
from rules.game import Position

CATCH_UP_PLIES = 3
CATCH_UP_LINES = 4000
"""Positions with so many continuations are not searched further: the players set the board right instead."""


def explaining(position: Position, view: View, lines: int = CATCH_UP_LINES) -> tuple[Prospect, ...] | None:
    """The one shortest sequence of moves, at most CATCH_UP_PLIES long, after which the board is at rest or
    shows a move under way; None if there is none, or several of that length that differ in effect, or
    if more than `lines` would have to be looked at."""
    level: list[tuple[Outlook, tuple[Prospect, ...]]] = [(Outlook(position), ())]
    for depth in range(CATCH_UP_PLIES + 1):
        at_rest = [path for outlook, path in level if not view.differs(outlook.occupied)]
        going_on = [] if at_rest else [path for outlook, path in level if _goes_on(outlook, view)]
        found = at_rest or going_on
        if found:
            return found[0] if len(found) == 1 else None
        if depth < CATCH_UP_PLIES:
            if sum(len(outlook.prospects) for outlook, _ in level) > lines:
                return None
            level = list(_deeper(level, view, CATCH_UP_PLIES - depth))
    return None


def _goes_on(outlook: Outlook, view: View) -> bool:
    return isinstance(infer(outlook, view), InProgress | InHand)


def _deeper(
    level: Sequence[tuple[Outlook, tuple[Prospect, ...]]], view: View, plies: int
) -> Iterator[tuple[Outlook, tuple[Prospect, ...]]]:
    """Every move further whose own piece the board does not contradict: what a side has moved stands where
    it went, unless one of the later plies took it or moved it on."""
    for outlook, path in level:
        for prospect in outlook.prospects:
            vanished = outlook.occupied & ~prospect.after & view.occupied & ~view.ignored
            refilled = vanished.bit_count()
            if refilled < plies:
                yield outlook.following(prospect), (*path, prospect)
