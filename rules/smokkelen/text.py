"""Knows how to read a Smokkelen position text, and which positions cannot occur."""

from __future__ import annotations

from rules.game import Game, InvalidPosition, Side
from rules.rowtext import quote, read_rows, split_counters
from rules.smokkelen.board import STONES, board, board_rows
from rules.smokkelen.position import SmokkelenPosition

SIDES = {"w": Side.WHITE, "b": Side.BLACK}


def read_position(game: Game, text: str) -> SmokkelenPosition:
    """The position that `text` gives, with nothing hidden; raises InvalidPosition."""
    head, counters = split_counters(text, ("plies",))
    words = head.lower().split()
    if len(words) != 3:
        raise InvalidPosition(
            f"Smokkelen position {quote(text)} needs three words: rows, side and the field of the stone "
            f"moved last, as in 'bbbbb/bbbbb/5/5/wwwww/wwwww w -'."
        )
    rows, side, last = words
    white, black = read_rows(rows, board_rows(), first_rank=6)
    if side not in SIDES:
        raise InvalidPosition(f"Smokkelen position {quote(text)}: side {quote(side)} is neither 'w' nor 'b'.")
    for name, stones in (("white", white), ("black", black)):
        if stones.bit_count() > STONES:
            raise InvalidPosition(
                f"Smokkelen position {quote(text)} has {stones.bit_count()} {name} stones; "
                f"there are only {STONES}."
            )
    moved = 0 if last == "-" else board().bit.get(last, 0)
    if last != "-" and not moved & (white | black):
        raise InvalidPosition(
            f"Smokkelen position {quote(text)}: the last word {quote(last)} must be a field with a stone, "
            f"the one moved last, or '-'."
        )
    return SmokkelenPosition(game, SIDES[side], white, black, moved, counters["plies"])
