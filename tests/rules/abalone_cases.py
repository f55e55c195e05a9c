"""Builds Abalone positions from the fields of their marbles, for the tests of Abalone."""

from __future__ import annotations

from rules import registry
from rules.abalone.geometry import row_bits
from rules.game import IllegalMove


def put(black="", white="", turn="b", lost="0 0", **options):
    """The position with these marbles, their fields separated by blanks."""
    game = registry.game("abalone", options)
    content = dict.fromkeys(black.split(), "b") | dict.fromkeys(white.split(), "w")
    rows = ["".join(content.get(game.board.name_of[bit], "1") for bit in row_bits(row)) for row in range(9)]
    return game.parse(f"{'/'.join(reversed(rows))} {turn} {lost}")


def texts(position):
    return {move.text for move in position.legal_moves()}


def legal(position, text):
    try:
        return position.parse_move(text).text == text
    except IllegalMove:
        return False


def after(position, *moves):
    for text in moves:
        position = position.play(position.parse_move(text))
    return position
