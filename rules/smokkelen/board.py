"""Knows Smokkelen's fields: five files by six ranks, and which ranks are home and goal of whom."""

from __future__ import annotations

from functools import cache

from rules.board import Board, Cell, Shape

FILES = "abcde"
WIDTH = len(FILES)
HEIGHT = 6
ALL = (1 << WIDTH * HEIGHT) - 1
"""Every field: bit n stands for the n-th field in reading order, `a6` to `e6` first."""
FILE_A = sum(1 << WIDTH * row for row in range(HEIGHT))
FILE_E = FILE_A << WIDTH - 1
RANK_6 = (1 << WIDTH) - 1
RANK_1 = RANK_6 << WIDTH * (HEIGHT - 1)
BLACK_START = RANK_6 | RANK_6 << WIDTH
WHITE_START = RANK_1 | RANK_1 >> WIDTH
STONES = 10
"""How many stones each side has."""


@cache
def board() -> Board:
    """The board: `a6` to `e6` first, `a1` to `e1` last."""
    names = tuple(f"{file}{rank}" for rank in range(HEIGHT, 0, -1) for file in FILES)
    return Board(
        shape=Shape.SQUARE,
        fields=names,
        bit={name: 1 << index for index, name in enumerate(names)},
        cells={
            name: Cell(
                index // WIDTH, index % WIDTH, float(index % WIDTH), float(HEIGHT - 1 - index // WIDTH)
            )
            for index, name in enumerate(names)
        },
    )


@cache
def board_rows() -> tuple[tuple[int, ...], ...]:
    """The bits of the fields by rank, 6 to 1, each from file a to e."""
    bit = board().bit
    return tuple(tuple(bit[f"{file}{rank}"] for file in FILES) for rank in range(HEIGHT, 0, -1))
