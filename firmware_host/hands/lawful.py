"""Knows the law of the stone that both sides may move: its rests are short, its answer waits; no hands."""

from __future__ import annotations

from firmware_host.hands.levels import Level, Range
from rules.game import Position

REST_S = 0.6
"""A stone that the other side could lead on is on no field of its way for longer than that."""
ANSWER_S = 0.8
"""The other side leads a stone that has just been moved no sooner than that after it has landed."""


def is_shared(position: Position, origin: str) -> bool:
    """Whether the other side could lead on, from where it then stands, the piece of `origin` that the side
    to move leads away: by the rules, whatever the game is called.
    """
    for move in position.legal_moves():
        lead = move.transfers[0] if move.transfers else None
        if lead is None or lead.origin != origin or lead.target is None:
            continue
        after = position.play(move)
        if after.turn is not position.turn and after.ways(lead.target):
            return True
    return False


def brief_rest(level: Level) -> Range:
    """How long such a stone stands still on its way: set down and taken up again, at most REST_S in all."""
    longest = max(REST_S - level.set_s[1] - level.lift_s[1], 0.1)
    return min(level.rest_s[0], longest / 2.0), longest
