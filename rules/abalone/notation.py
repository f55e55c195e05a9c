"""Knows how Abalone moves are written, Aba-Pro and Nacre, in and out; not how they are found.

Aba-Pro: in line the tail and the cell next to it (`d6e6`); broadside the two ends of the group and where the
first goes (`c2c4d3`). Nacre: one end and the arrival of the farthest marble that moves (`a1a4`, `e5f7`); a
push that ejects gives the rim cell of the ejected marble. Texts of both look alike, so a record says which
it uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules.abalone.generator import AbaloneMove
from rules.abalone.geometry import SHIFTS, board, step
from rules.game import IllegalMove, InvalidMove, Side
from rules.rowtext import quote

if TYPE_CHECKING:
    from rules.abalone.position import AbalonePosition


def nacre(move: AbaloneMove) -> str:
    """The move in Nacre notation: `a1a4`.

    A broadside starts at the end from which the other end's arrival is the farther one ("the longest
    diagonal"). So read, no two legal moves of a position share a text: an in-line text lies on a line and has
    one tail and direction; a broadside of two goes by `g + s` from its start, and of the two groups that
    could do so one needs the cell that the other needs empty; one of three goes by `2 g + s`, which only one
    group does.
    """
    return move.nacre


def parse_nacre(position: AbalonePosition, text: str) -> AbaloneMove:
    """The legal move that the Nacre text names, upper or lower case; raises InvalidMove or IllegalMove.

    What another end of a broadside would give is not accepted: such a text always names another legal move.
    """
    fields = _fields(text, counts=(2,), form="Nacre, like a1a4 or e5f7")
    wanted = "".join(fields)
    for move in position.legal_moves():
        if move.nacre == wanted:
            return move
    why = _no_marble(position, fields[:1])
    raise _illegal(position, text, why or f"no move that starts from {fields[0]} ends on {fields[1]}")


def parse_aba_pro(position: AbalonePosition, text: str) -> AbaloneMove:
    """The legal move that the Aba-Pro text names: upper or lower case, hyphens and spaces between fields, a
    broadside from either end. Raises InvalidMove or IllegalMove.
    """
    fields = _fields(text, counts=(2, 3), form="Aba-Pro, like d6e6 or c2c4d3")
    wanted = {"".join(fields)}
    if len(fields) == 3:
        wanted.update(_from_other_end(*fields))
    for move in position.legal_moves():
        if move.text in wanted:
            return move
    raise _illegal(position, text, _why_not(position, fields))


def _fields(text: str, *, counts: tuple[int, ...], form: str) -> tuple[str, ...]:
    plain = re.sub(r"[\s-]", "", text).lower()
    if not re.fullmatch(r"([a-z][0-9])+", plain):
        raise InvalidMove(f"{quote(text)} is no Abalone move; write it in {form}.")
    fields = tuple(plain[at : at + 2] for at in range(0, len(plain), 2))
    for name in fields:
        if name not in board().bit:
            raise InvalidMove(f"{quote(text)} is no Abalone move: there is no field {name} on the board.")
    if len(fields) not in counts:
        raise InvalidMove(
            f"{quote(text)} is no Abalone move: it has {len(fields)} fields; write it in {form}."
        )
    return fields


def _from_other_end(first: str, last: str, target: str) -> Iterable[str]:
    """The same broadside told from its other end, if the target is next to the first field."""
    bits, names = board().bit, board().name_of
    for shift in SHIFTS:
        if step(bits[first], shift) == bits[target] and step(bits[last], shift):
            yield last + first + names[step(bits[last], shift)]


def _own(position: AbalonePosition) -> int:
    return position.white if position.turn is Side.WHITE else position.black


def _no_marble(position: AbalonePosition, fields: Iterable[str]) -> str | None:
    for name in fields:
        if not board().bit[name] & _own(position):
            return f"there is no {position.turn.value} marble on {name}"
    return None


def _why_not(position: AbalonePosition, fields: tuple[str, ...]) -> str:
    """What is wrong with an Aba-Pro text that names no legal move, as far as one clause can say."""
    missing = _no_marble(position, fields[:-1])
    if missing:
        return missing
    bits = board().bit
    first, target = fields[0], fields[-1]
    if not any(step(bits[first], shift) == bits[target] for shift in SHIFTS):
        return f"{target} is not next to {first}"
    if len(fields) == 3:
        return "only two or three marbles in a line can step sideways, and only onto empty fields"
    return "at most three marbles move, and they push only fewer ones, onto an empty field or off the board"


def _illegal(position: AbalonePosition, text: str, why: str) -> IllegalMove:
    return IllegalMove(f"{quote(text)} is not legal in {position.text()!r}: {why}.")
