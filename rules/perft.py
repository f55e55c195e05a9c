"""Knows how legal move sequences are counted."""

from __future__ import annotations

from rules.game import Position


def perft(position: Position, depth: int) -> int:
    """The number of legal move sequences of `depth` plies; 1 at depth 0. Draw rules are ignored.

    Games override nothing: a position class may offer a faster `perft(depth)` of its own, which is used.
    """
    own = getattr(position, "perft", None)
    if own is not None:
        return int(own(depth))
    if depth <= 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
