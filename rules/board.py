"""Knows the fields of a board: their names, their bits, where they lie; nothing about pieces or moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby


class Shape(Enum):
    """How the fields of a board lie."""

    SQUARE = "square"
    HEXAGON = "hexagon"


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a field lies, as White sees the board from his side.

    `row` counts from 0 at the far edge down to White's edge, `column` from 0 at the left. `x` runs to the
    right and `y` away from White, in units of one field, so that neighbours are 1 apart on every board
    (sqrt 2 along a diagonal of a square board).
    """

    row: int
    column: int
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Board:
    """The fields of one game.

    `fields` names every field in the game's reading order. `bit` gives each its own power of two: the bit
    that stands for it in every mask of this game (a layout may leave gaps between bits). `cells` says where
    it lies. `gutter` names the fields that are part of the board but never part of a position (Overboord's
    rim). `name_of` gives each bit its field, in reading order. Two boards are equal only if they are the same
    object.
    """

    shape: Shape
    fields: tuple[str, ...]
    bit: Mapping[str, int]
    cells: Mapping[str, Cell]
    gutter: frozenset[str] = frozenset()
    name_of: Mapping[int, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name_of", {self.bit[name]: name for name in self.fields})

    @property
    def all(self) -> int:
        """The mask of every field, gutter included."""
        return self.mask(self.fields)

    def mask(self, names: Iterable[str]) -> int:
        """The mask of these fields; KeyError on a name that is no field."""
        result = 0
        for name in names:
            result |= self.bit[name]
        return result

    def names(self, mask: int) -> tuple[str, ...]:
        """The fields of a mask in the board's reading order."""
        return tuple([name for bit, name in self.name_of.items() if mask & bit])


def bits(mask: int) -> Iterator[int]:
    """Each single bit of `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def lines_of(board: Board) -> tuple[tuple[str, ...], ...]:
    """The rows and columns of a board: the fields that lie on one line along it or across it."""
    found = []
    for axis in ("x", "y"):
        places = sorted((round(getattr(cell, axis), 3), name) for name, cell in board.cells.items())
        found += [tuple(name for _, name in line) for _, line in groupby(places, lambda place: place[0])]
    return tuple(found)


def opposites(board: Board) -> dict[str, str]:
    """For each field that has one the field in its place when the board is turned half round."""
    cells = board.cells.values()
    x = min(cell.x for cell in cells) + max(cell.x for cell in cells)
    y = min(cell.y for cell in cells) + max(cell.y for cell in cells)
    at = {(round(cell.x, 3), round(cell.y, 3)): name for name, cell in board.cells.items()}
    places = {name: (round(x - cell.x, 3), round(y - cell.y, 3)) for name, cell in board.cells.items()}
    return {name: at[place] for name, place in places.items() if place in at}
