"""Knows how people write Overboord's moves and how its position texts are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.game import AmbiguousMove, IllegalMove, InvalidMove, Move
from rules.overboord.board import board
from rules.overboord.moves import COLOURS, ORDERS, PASS, Push
from rules.rowtext import quote

if TYPE_CHECKING:
    from rules.overboord.position import OverboordPosition

PUSH_TEXT = re.compile(r"([a-h][1-8])([lrud])([1-9]?)(x([1-9]?))?")
FROM_TO_TEXT = re.compile(r"([a-h][1-8])[-–]([a-h][1-8])")
PLACEMENT_TEXT = re.compile(r"@?([a-h][1-8])")


def find_move(position: OverboordPosition, text: str) -> Move:
    """The legal move that `text` names; raises InvalidMove, IllegalMove or AmbiguousMove."""
    typed = "".join(text.split()).lower()
    moves = position.legal_moves()
    if placed := PLACEMENT_TEXT.fullmatch(typed):
        typed = f"@{placed[1]}"
    found = [move for move in moves if move.text == typed]
    if found:
        return found[0]
    if typed in (*ORDERS, *COLOURS, PASS):
        raise IllegalMove(_refusal(position, typed, moves))
    if placed:
        raise IllegalMove(_refusal_of_placement(position, placed[1]))
    fitting = [move for move in moves if isinstance(move, Push) and _fits(move, typed)]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        names = tuple(move.text for move in fitting)
        raise AmbiguousMove(
            f"{quote(text)} fits several moves in '{position.text()}': {', '.join(names)}; name one of them.",
            names,
        )
    if PUSH_TEXT.fullmatch(typed) or FROM_TO_TEXT.fullmatch(typed):
        raise IllegalMove(_refusal(position, typed, moves))
    raise InvalidMove(
        f"{quote(text)} is no move of Overboord; write stone, direction l, r, u or d, steps and what falls "
        f"('c4r1', 'c4r3x1'), '@c4', 'pass', 'first', 'second', 'white' or 'black'."
    )


def _fits(move: Push, typed: str) -> bool:
    """Whether a text of a push, perhaps shortened, or of its first and last field names this push."""
    if ends := FROM_TO_TEXT.fullmatch(typed):
        return (move.stone, move.transfers[0].target) == (ends[1], ends[2])
    if parts := PUSH_TEXT.fullmatch(typed):
        return (
            (move.stone, move.direction) == (parts[1], parts[2])
            and (not parts[3] or move.distance == int(parts[3]))
            and (not parts[4] or move.fallen > 0)
            and (not parts[5] or move.fallen == int(parts[5]))
        )
    return False


def _refusal(position: OverboordPosition, typed: str, moves: tuple[Move, ...]) -> str:
    """Why a readable push or call is not legal, and what is."""
    where = f"in '{position.text()}'"
    if not moves:
        return f"{quote(typed)} is not legal {where}: the game is over."
    pushing = [move for move in moves if isinstance(move, Push)]
    if not pushing:
        names = ", ".join(move.text for move in moves[:4])
        return f"{quote(typed)} is not legal {where}; legal is: {names}{', …' if len(moves) > 4 else ''}."
    if typed == PASS:
        return f"'pass' is not legal {where}: {position.turn.value} can move."
    stone = typed[:2]
    own = position.fields.get(stone)
    if own is None or own.side is not position.turn:
        return f"{quote(typed)} is not legal {where}: no {position.turn.value} stone stands on {stone}."
    names = ", ".join(move.text for move in pushing if move.stone == stone) or "none"
    return f"{quote(typed)} is not legal {where}; moves of the stone on {stone}: {names}."


def _refusal_of_placement(position: OverboordPosition, target: str) -> str:
    if position.phase != "place":
        reason = "no stones are placed in this phase"
    elif target in board().gutter:
        reason = f"{target} belongs to the gutter; place on b2 to g7"
    else:
        reason = f"{target} is occupied; place on an empty field"
    return f"'@{target}' is not legal in '{position.text()}': {reason}."
