"""Knows how people write Smokkelen's moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.game import IllegalMove, InvalidMove, Move
from rules.rowtext import quote
from rules.smokkelen.board import board

if TYPE_CHECKING:
    from rules.smokkelen.position import SmokkelenPosition

MOVE_TEXT = re.compile(r"[a-e][1-6](?:[-–^]?[a-e][1-6])+")
FIELD = re.compile(r"[a-e][1-6]")


def find_move(position: SmokkelenPosition, text: str) -> Move:
    """The legal move that `text` names, a route or only its ends; raises InvalidMove or IllegalMove."""
    typed = "".join(text.split()).lower()
    if not MOVE_TEXT.fullmatch(typed):
        raise InvalidMove(
            f"{quote(text)} is no move of Smokkelen; write the field that a stone leaves and the one it "
            f"reaches, as in 'a2-c4' (fields a1 to e6)."
        )
    origin, *rests, target = FIELD.findall(typed)
    for way in position.ways(origin, tuple(rests)):
        if way.move.transfers[0].target == target:
            return way.move
    raise IllegalMove(
        f"{quote(text)} is not legal in '{position.text()}': {_reason(position, origin, rests, target)}."
    )


def _reason(position: SmokkelenPosition, origin: str, rests: list[str], target: str) -> str:
    bit = board().bit
    if not position.occupied & bit[origin]:
        return f"no stone stands on {origin}"
    if position.banned & bit[origin]:
        return f"the stone on {origin} was moved last and may not be moved now"
    finals = [way.move.transfers[0].target for way in position.ways(origin)]
    if target in finals and rests:
        return (
            f"no route from {origin} to {target} goes through {', '.join(rests)}; write '{origin}-{target}'"
        )
    if not finals:
        return f"the stone on {origin} cannot move"
    return f"the stone on {origin} can go to {' '.join(str(final) for final in finals)}"
