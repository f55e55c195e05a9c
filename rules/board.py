"""Knows the fields of a board: their names, their bits, where they lie; nothing about pieces or moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum


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
