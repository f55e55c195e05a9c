"""Knows the 61 cells of the Abalone board, their bits, their six directions and where they lie; no marbles.

Rows run from `a` (nine rows, 5 to 9 to 5 cells) to `i`; the digit is the number of the diagonal that runs
from north-west to south-east. A cell's bit is `1 << (9 * row + digit - 1)` with `a` as row 0: a step in one
direction is then a shift by a fixed number, and a step off the board never lands on a bit of another cell.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from rules.board import Board, Cell, Shape

ROWS = "abcdefghi"
STRIDE = 9

SHIFTS = (1, 10, 9, -1, -10, -9)
"""The step to the next cell, as a change of bit number, east, north-east, north-west, west, south-west,
south-east: direction `d + 3` (modulo 6) is opposite to `d`, and `d + 1` is 60 degrees further."""

UPWARD = (0, 1, 2)
"""The directions that lead to a higher bit: from the lower end of a line to the other."""


def first_digit(row: int) -> int:
    """The digit of the leftmost cell of a row, rows counted from 0 (`a`)."""
    return max(1, row - 3)


def width(row: int) -> int:
    """How many cells a row has, rows counted from 0 (`a`)."""
    return 9 - abs(row - 4)


def bit(row: int, digit: int) -> int:
    """The bit of a cell, rows counted from 0 (`a`), digits from 1."""
    return 1 << (STRIDE * row + digit - 1)


def row_bits(row: int) -> tuple[int, ...]:
    """The bits of a row from left to right, rows counted from 0 (`a`)."""
    start = first_digit(row)
    return tuple(bit(row, digit) for digit in range(start, start + width(row)))


CELLS = sum(sum(row_bits(row)) for row in range(9))
"""The mask of all 61 cells."""


def ahead(mask: int, shift: int) -> int:
    """The cells from which a step of `shift` leads onto `mask` (cells off the board may be among them)."""
    return mask >> shift if shift > 0 else mask << -shift


def step(cell: int, shift: int) -> int:
    """The bit one step from `cell`, or 0 if that is off the board."""
    return (cell << shift if shift > 0 else cell >> -shift) & CELLS


@cache
def board() -> Board:
    """The board; the same object at every call.

    The fields are read from row `i` to row `a`, left to right, as position texts write them. White sits at
    row `i`, so as White sees the board row `i` is nearest and the digits fall from left to right.
    """
    fields: list[str] = []
    bits: dict[str, int] = {}
    cells: dict[str, Cell] = {}
    for row in reversed(range(9)):
        for index, mask in enumerate(row_bits(row)):
            digit = first_digit(row) + index
            name = f"{ROWS[row]}{digit}"
            fields.append(name)
            bits[name] = mask
            cells[name] = Cell(
                row=row, column=width(row) - 1 - index, x=7 + row / 2 - digit, y=(8 - row) * sqrt(3) / 2
            )  # x runs from 0 (e9) to 8 (e1), y from 0 (row i) to 4 * sqrt(3) (row a)
    return Board(Shape.HEXAGON, tuple(fields), bits, cells)
