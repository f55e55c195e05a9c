"""Knows the texts of draughts moves that people and programs write, and finds the legal move they mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.draughts.moves import Capture
from rules.game import AmbiguousMove, IllegalMove, InvalidMove, Move

if TYPE_CHECKING:
    from rules.draughts.position import DraughtsPosition

_NUMBER = re.compile(r"[0-9]{1,3}")
_NAME = re.compile(r"[a-z][0-9]")
_BETWEEN = r"\s*[-–x×:\s]\s*"
_NUMBERS = re.compile(rf"[0-9]{{1,3}}(?:{_BETWEEN}[0-9]{{1,3}})+")
_NAMES = re.compile(rf"[a-z][0-9](?:(?:{_BETWEEN})?[a-z][0-9])+")


def parse_move(position: DraughtsPosition, text: str) -> Move:
    """The legal move that `text` names.

    Fields are joined by `-`, `x`, `:` or spaces, in any case. After the origin may follow the final field
    alone; every landing field of any legal route; some of them, ending with the final one; or the final field
    and all captured fields, it first or last. Raises InvalidMove for what cannot be read, IllegalMove, and
    AmbiguousMove with the candidates' texts where several moves fit.
    """
    origin, *rest = _fields(position, text)
    legal = position.legal_moves()
    found = _fitting([move for move in legal if move.lifts == origin], tuple(rest))
    if len(found) == 1:
        return found[0]
    where = position.text()
    name = position.game.name
    if found:
        candidates = tuple(sorted(move.text for move in found))
        raise AmbiguousMove(
            f"{text.strip()!r} fits several {name} moves in {where}: {', '.join(candidates)}.", candidates
        )
    reason = ", where a capture is compulsory" if legal and legal[0].captures else ""
    raise IllegalMove(f"{text.strip()!r} is not a legal {name} move in {where}{reason}.")


def _fields(position: DraughtsPosition, text: str) -> list[int]:
    board = position.game.board
    compact = text.strip().lower()
    readable = len(compact) <= 400
    numbers = readable and _NUMBERS.fullmatch(compact)
    if not numbers and not (readable and _NAMES.fullmatch(compact)):
        shown = compact if len(compact) <= 80 else compact[:77] + "..."
        example = "c3-d4 or d6xb4" if position.game.algebraic else "32-28 or 26x17"
        raise InvalidMove(f"{shown!r} is no {position.game.name} move; write it like {example}.")
    found = []
    for field in (_NUMBER if numbers else _NAME).findall(compact):
        if field in board.bit:
            found.append(board.bit[field])
        elif field.isdecimal() and 1 <= int(field) <= len(board.fields):
            found.append(board.bit[board.fields[int(field) - 1]])
        else:
            raise InvalidMove(
                f"{compact!r} is no {position.game.name} move: there is no field {field!r} "
                f"({position.game.fields_named})."
            )
    return found


def _fitting(moves: list[Move], rest: tuple[int, ...]) -> list[Move]:
    """The moves of one piece that the fields behind its origin can mean, by the closest reading.

    Where a single jump and longer captures share both fields, the single jump is meant: these fields are all
    that it lands on, and so its canonical text.
    """
    if len(rest) == 1:
        found = [move for move in moves if move.drops == rest[0]]
        single = [move for move in found if move.captures.bit_count() == 1]
        return single if len(found) > 1 and len(single) == 1 else found
    captures = [move for move in moves if isinstance(move, Capture)]
    if not captures:
        return []
    routes = captures[0].routes
    exact = routes.along(rest)
    found = [move for move in captures if (move.drops, move.captures) in exact]
    if not found:
        found = [move for move in captures if _names_captured(move, rest)]
    if not found:
        open_ends = routes.ways(rest[:-1])
        found = [
            move for move in captures if (move.drops, move.captures) in open_ends and move.drops == rest[-1]
        ]
    return list(found)


def _names_captured(move: Capture, rest: tuple[int, ...]) -> bool:
    if len(set(rest)) != len(rest) or len(rest) != move.captures.bit_count() + 1:
        return False
    return (rest[0] == move.drops and sum(rest[1:]) == move.captures) or (
        rest[-1] == move.drops and sum(rest[:-1]) == move.captures
    )
