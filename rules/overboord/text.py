"""Knows how to read an Overboord position text, and which positions cannot occur."""

from __future__ import annotations

from rules.game import Game, InvalidPosition, Side
from rules.overboord.board import inner_rows
from rules.overboord.moves import COLOURS, ORDERS
from rules.overboord.position import CHOOSE, PHASES, PLACE, PUSH, STONES, OverboordPosition
from rules.rowtext import quote, read_rows, split_counters

SIDES = {"w": Side.WHITE, "b": Side.BLACK}


def read_position(game: Game, text: str) -> OverboordPosition:
    """The position that `text` gives; raises InvalidPosition."""
    head, counters = split_counters(text, ("quiet",))
    words = head.lower().split()
    if len(words) < 3:
        raise InvalidPosition(
            f"Overboord position {quote(text)} is not complete; write rows, side and phase as in "
            f"'6/6/6/6/6/6 w place'."
        )
    rows, side, phase, *rest = words
    white, black = read_rows(rows, inner_rows(), first_rank=7)
    if side not in SIDES:
        raise InvalidPosition(f"Overboord position {quote(text)}: side {quote(side)} is neither 'w' nor 'b'.")
    if phase not in PHASES:
        raise InvalidPosition(
            f"Overboord position {quote(text)}: phase {quote(phase)} is not 'place', 'choose' or 'push'."
        )
    turn = SIDES[side]
    granted = _read_granted(text, phase, turn, rest)
    _check_stones(text, phase, {Side.WHITE: white.bit_count(), Side.BLACK: black.bit_count()}, turn)
    quiet = counters["quiet"]
    if quiet and phase != PUSH:
        raise InvalidPosition(
            f"Overboord position {quote(text)}: quiet plies are counted only while pushing."
        )
    return OverboordPosition(game, turn, white, black, phase, granted, quiet)


def _read_granted(text: str, phase: str, turn: Side, rest: list[str]) -> str | None:
    """What stands behind `choose`: the colour or the order that the choosing player already has."""
    if not rest:
        return None
    if phase != CHOOSE or len(rest) > 1 or rest[0] not in COLOURS + ORDERS:
        raise InvalidPosition(
            f"Overboord position {quote(text)}: {quote(' '.join(rest))} cannot stand behind the phase; only "
            f"'choose' takes one more word, 'first', 'second', 'white' or 'black'."
        )
    if rest[0] in COLOURS and rest[0] != turn.value:
        raise InvalidPosition(
            f"Overboord position {quote(text)}: the player who has {rest[0]} must be the side to choose, "
            f"so the side is {rest[0][0]!r}."
        )
    return rest[0]


def _check_stones(text: str, phase: str, stones: dict[Side, int], turn: Side) -> None:
    for side, count in stones.items():
        if count > STONES:
            raise InvalidPosition(
                f"Overboord position {quote(text)} has {count} {side.value} stones; there are only {STONES}."
            )
    if phase == PLACE and stones[turn] == STONES:
        raise InvalidPosition(
            f"Overboord position {quote(text)}: no {turn.value} stone is left to place; "
            f"let the other side place, or write 'choose' or 'push' once the area is full."
        )
    if phase == PUSH and not any(stones.values()):
        raise InvalidPosition(f"Overboord position {quote(text)}: nobody can push on an empty board.")
