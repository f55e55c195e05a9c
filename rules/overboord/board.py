"""Knows Overboord's fields: the 8x8 board, its rim (the gutter) and the twelve lines of the playing area."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.board import Board, Cell, Shape

FILES = "abcdefgh"
SIDE = 8


@cache
def board() -> Board:
    """The board: `a8` to `h8` first, `a1` to `h1` last; bit n stands for the n-th field in that order."""
    names = tuple(f"{file}{rank}" for rank in range(SIDE, 0, -1) for file in FILES)
    rim = frozenset(name for name in names if name[0] in "ah" or name[1] in "18")
    return Board(
        shape=Shape.SQUARE,
        fields=names,
        bit={name: 1 << index for index, name in enumerate(names)},
        cells={
            name: Cell(index // SIDE, index % SIDE, float(index % SIDE), float(SIDE - 1 - index // SIDE))
            for index, name in enumerate(names)
        },
        gutter=rim,
    )


@cache
def inner_rows() -> tuple[tuple[int, ...], ...]:
    """The bits of the playing area by rank, 7 to 2, each from file b to g."""
    bit = board().bit
    return tuple(tuple(bit[f"{file}{rank}"] for file in FILES[1:-1]) for rank in range(7, 1, -1))


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column from gutter to gutter: eight fields, the first and the last on the rim.

    `mask` covers the six fields between. `onward` is the letter of a push from the first field towards the
    last, `back` that of the opposite direction.
    """

    fields: tuple[str, ...]
    mask: int
    onward: str
    back: str


@cache
def lines() -> tuple[Line, ...]:
    """The six ranks (7 to 2, left to right), then the six files (b to g, from the top down)."""
    ranks = [tuple(f"{file}{rank}" for file in FILES) for rank in range(7, 1, -1)]
    files = [tuple(f"{file}{rank}" for rank in range(SIDE, 0, -1)) for file in FILES[1:-1]]
    mask = board().mask
    return tuple(
        [Line(fields, mask(fields[1:-1]), "r", "l") for fields in ranks]
        + [Line(fields, mask(fields[1:-1]), "d", "u") for fields in files]
    )


def path(origin: str, target: str) -> tuple[str, ...]:
    """The fields from `origin` (left out) to `target` (included), which lie on one line; else none."""
    for line in lines():
        if origin in line.fields and target in line.fields:
            start, end = line.fields.index(origin), line.fields.index(target)
            return line.fields[start + 1 : end + 1] if start < end else line.fields[end:start][::-1]
    return ()
