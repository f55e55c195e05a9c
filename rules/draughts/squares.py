"""Knows the dark squares of a draughts board: names, bits, lines; nothing about pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.board import Board, Cell, Shape


@dataclass(frozen=True, eq=False)
class Squares:
    """The active squares of one board layout.

    Bits rise in reading order (top row first, left to right, as White sees it) and leave gaps, so that a
    step in one direction is the same shift everywhere and a step over the edge falls on no square. A
    direction is the signed distance between two bits: positive runs down the board, towards White.
    `down` and `up` are the two diagonals of each sense, `straight_down` and `straight_up` the two
    orthogonals (to the next dark square, two board squares away), where the layout has them.
    """

    size: int
    mirrored: bool
    board: Board
    all: int
    down: tuple[int, int]
    up: tuple[int, int]
    straight_down: tuple[int, ...]
    straight_up: tuple[int, ...]
    top: int
    """Black's base, the row on which white men are crowned."""
    bottom: int
    """White's base, the row on which black men are crowned."""
    numbers: tuple[int, ...]
    """Bit of field number n at index n - 1, whatever the fields are called."""
    rays: Mapping[int, Mapping[int, int]]
    """Direction -> bit -> mask of all squares beyond it in that direction."""

    @property
    def directions(self) -> tuple[int, ...]:
        """Every direction of this layout."""
        return tuple(self.rays)

    @property
    def main_road(self) -> int:
        """The long diagonal that joins two corners."""
        corner = self.numbers[-1] if self.mirrored else self.numbers[-(self.size // 2)]
        direction = self.up[1] if self.mirrored else self.up[0]
        return corner | self.rays[direction][corner]


def shift(mask: int, direction: int) -> int:
    """`mask` moved one step; squares pushed over the edge land on no square (mask the result)."""
    return mask << direction if direction > 0 else mask >> -direction


def nearest(mask: int, direction: int) -> int:
    """The first square of a part of a ray in its direction, 0 if there is none."""
    return mask & -mask if direction > 0 else 1 << mask.bit_length() >> 1


def until(ray: int, occupied: int, direction: int) -> int:
    """The squares of a ray before the first occupied one."""
    block = ray & occupied
    if direction > 0:
        return ray & ((block & -block) - 1)
    length = block.bit_length()
    return ray >> length << length


def _name(number: int, row: int, column: int, size: int, *, algebraic: bool) -> str:
    return f"{chr(ord('a') + column)}{size - row}" if algebraic else str(number)


def _ray(bit: int, direction: int, squares: int) -> int:
    found = 0
    bit = shift(bit, direction)
    while bit & squares:
        found |= bit
        bit = shift(bit, direction)
    return found


@cache
def squares(size: int, *, mirrored: bool = False, straight: bool = False, algebraic: bool = False) -> Squares:
    """The layout of a board of `size` by `size` squares; one object for each set of arguments.

    `mirrored`: the dark corner lies at each player's right. `straight`: orthogonal lines exist too, which
    takes a wider gap between rows. `algebraic`: fields are called `a1`, not `1`.
    """
    half = size // 2
    stride = half + straight
    first = 0 if mirrored else 1
    bit: dict[str, int] = {}
    cells: dict[str, Cell] = {}
    rows: list[int] = []
    for row in range(size):
        rows.append(0)
        for column in range((row + first) % 2, size, 2):
            value = 1 << row * stride + (column + row - first) // 2
            name = _name(len(bit) + 1, row, column, size, algebraic=algebraic)
            bit[name] = value
            cells[name] = Cell(row, column, float(column), float(size - 1 - row))
            rows[row] |= value
    everything = sum(rows)
    down, across = (stride, stride + 1), (1, 2 * stride + 1)
    directions = [*down, *(across if straight else ())]
    directions += [-direction for direction in directions]
    return Squares(
        size=size,
        mirrored=mirrored,
        board=Board(Shape.SQUARE, tuple(bit), bit, cells),
        all=everything,
        down=down,
        up=(-down[0], -down[1]),
        straight_down=across if straight else (),
        straight_up=(-across[0], -across[1]) if straight else (),
        top=rows[0],
        bottom=rows[-1],
        numbers=tuple(bit.values()),
        rays={d: {b: _ray(b, d, everything) for b in bit.values()} for d in directions},
    )
