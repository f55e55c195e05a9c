"""Knows which forbidden move lies between two positions that were recorded one after the other; not whether
it ought to have been."""

from __future__ import annotations

from rules.game import Irregular, Position, Side


def irregular_between(before: Position, after: Position) -> Irregular | None:
    """The one forbidden move of `before` after which the pieces stand as in `after`, or None. The position
    in it remembers what came before, so that repetitions and counters go on."""
    arrived = after.occupied & ~before.occupied
    moved, others = Side.WHITE, Side.BLACK
    if arrived & after.black:
        moved, others = others, moved
    lifts = _of(before, moved) & ~_of(after, moved)
    captures = _of(before, others) & ~_of(after, others)
    if arrived.bit_count() != 1 or lifts.bit_count() != 1:
        return None
    found = before.let_stand(lifts, arrived, captures)
    return found if found is not None and found.position.text() == after.text() else None


def _of(position: Position, side: Side) -> int:
    return position.white if side is Side.WHITE else position.black
