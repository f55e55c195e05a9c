"""Knows how the board of a game lies on a physical board: turned, flipped, shifted; no channel, no file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from string import ascii_lowercase

from rules.board import Board, Shape

Step = tuple[int, int]
"""A place on the lattice of the fields: columns and rows of squares; half columns and rows of hexagons."""

TURNS: Mapping[Shape, tuple[int, ...]] = {
    Shape.SQUARE: (0, 180, 90, 270),
    Shape.HEXAGON: (0, 180, 60, 120, 240, 300),
}
"""The turns that map a lattice onto itself, in the order in which they are preferred."""

SEATS: Mapping[Shape, Mapping[int, str]] = {
    Shape.SQUARE: {0: "front", 90: "left", 180: "back", 270: "right"},
    Shape.HEXAGON: {
        0: "front",
        60: "front left",
        120: "back left",
        180: "back",
        240: "back right",
        300: "front right",
    },
}
"""The edge at which White sits, by the turn of his game."""

ONE_BLIND_OF = 10
"""One can play with at most one field in so many without a sensor: around a dead sensor, not around a part of
the board that has none."""

ROW = sqrt(3) / 2
"""How far apart rows of hexagons lie."""


@dataclass(frozen=True, slots=True)
class Surface:
    """The fields of a physical board as one sits at its front.

    `places`: every field that is there, `x` to the right, `y` away from the front, neighbours 1 apart. Of a
    square board they are whole numbers from 0, and its fields are called by `square_name`. `dark`: which of
    them are dark squares; None where they have no colours or nobody knows them. `blind`: the fields without
    a sensor.
    """

    shape: Shape
    places: Mapping[str, tuple[float, float]]
    dark: frozenset[str] | None = None
    blind: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Placement:
    """One way in which a game lies on a surface.

    `on`: the physical field under each field of the game, but for those of a gutter that hangs over the
    edge. `turn`: by how many degrees White's edge lies clockwise from the front; `mirror`: whether left and
    right are exchanged. `first`, `last`: the near left and the far right corner of the game's area, as far
    as it lies on the board. `light`: whether a game for dark squares lies on light ones. `blind`: the
    fields of the game (not of its gutter) without a sensor; `lacking`: the fields of its gutter without one.
    `off_centre`: 0 in the middle of the board, larger further away.
    """

    on: Mapping[str, str]
    turn: int
    mirror: bool
    first: str
    last: str
    light: bool
    blind: tuple[str, ...]
    lacking: tuple[str, ...]
    off_centre: int

    @property
    def playable(self) -> bool:
        """Whether few enough of the game's fields are without a sensor."""
        return len(self.blind) * ONE_BLIND_OF <= len(self.on)


def square_name(column: int, row: int) -> str:
    """The square in `column` from the left and `row` from the front, both from 0: `a1`, `b1`, …"""
    return f"{ascii_lowercase[column]}{row + 1}"


def best(
    surface: Surface,
    board: Board,
    turns: Iterable[int] | None = None,
    first: str | None = None,
    *,
    mirror: bool = False,
) -> Placement | None:
    """Where a game goes unless told otherwise, or None if it goes nowhere.

    `turns`: those allowed, the preferred first (None: every one); `first`: where its near left corner has to
    lie. Chosen is a place where one can play (see Placement.playable); of those one on dark squares, where
    the game is for one colour; then by the turn; then with the fewest fields without a sensor, then with
    most of the gutter; then nearest to the middle; then nearest to the front, then to the left.
    """
    order = tuple(TURNS[surface.shape] if turns is None else turns)
    spots = _spots(surface)

    def rank(placement: Placement) -> tuple[bool, bool, int, int, int, int, int, int]:
        column, row = spots[next(iter(placement.on.values()))]
        return (
            not placement.playable,
            placement.light,
            order.index(placement.turn),
            len(placement.blind),
            len(placement.lacking),
            placement.off_centre,
            row,
            column,
        )

    found = placements(surface, board, order, mirror=mirror)
    return min((one for one in found if first in (None, one.first)), key=rank, default=None)


def placements(
    surface: Surface, board: Board, turns: Iterable[int], *, mirror: bool = False
) -> Iterator[Placement]:
    """Every way, with one of these turns, to lay all fields of the game on fields of the surface; only its
    gutter may hang over the edge."""
    if surface.shape is not board.shape:
        return
    spots = _spots(surface)
    name_at = {spot: name for name, spot in spots.items()}
    core = [name for name in board.fields if name not in board.gutter]
    for turn in turns:
        steps = lattice(board, turn, mirror=mirror)
        for column, row in spots.values():
            across, up = column - steps[core[0]][0], row - steps[core[0]][1]
            moved = {name: (x + across, y + up) for name, (x, y) in steps.items()}
            if all(moved[name] in name_at for name in core):
                yield _placement(surface, board, name_at, moved, turn=turn, mirror=mirror)


def lattice(board: Board, turn: int, *, mirror: bool = False) -> dict[str, Step]:
    """Where each field of a game lies from its first one, once the board is flipped and turned clockwise."""
    origin = board.cells[board.fields[0]]
    along, aside = cos(radians(turn)), sin(radians(turn))
    result = {}
    for name in board.fields:
        x, y = board.cells[name].x - origin.x, board.cells[name].y - origin.y
        x = -x if mirror else x
        result[name] = _step(board.shape, x * along + y * aside, y * along - x * aside)
    return result


def extent(board: Board) -> Step:
    """How many columns and rows the fields of a game take, its gutter not counted."""
    steps = [step for name, step in lattice(board, 0).items() if name not in board.gutter]
    return _span([x for x, _ in steps]), _span([y for _, y in steps])


def one_colour(board: Board) -> bool:
    """Whether a game is played on the squares of one colour alone."""
    return board.shape is Shape.SQUARE and len({sum(step) % 2 for step in lattice(board, 0).values()}) == 1


def obstacle(surface: Surface, board: Board) -> str:
    """Why a game goes nowhere on this surface, as the rest of a sentence that begins with its name."""
    if surface.shape is not board.shape:
        needed, there = _NOUNS[board.shape], _NOUNS[surface.shape]
        return f"is played on {needed}, and the board has {there}"
    spots = list(_spots(surface).values())
    columns, rows = _span([x for x, _ in spots]), _span([y for _, y in spots])
    wide, deep = extent(board)
    if surface.shape is Shape.HEXAGON and deep > rows:
        return f"needs {deep} rows of hexagons, and the board has {rows}"
    too_large = min(wide, deep) > min(columns, rows) or max(wide, deep) > max(columns, rows)
    if surface.shape is Shape.SQUARE and too_large:
        return f"needs {wide} x {deep} squares, and the board has {columns} x {rows}"
    if len({(x + y) % 2 for x, y in spots}) == 1 and not one_colour(board):
        return "is played on all squares, and the board has only the dark ones"
    return "does not lie wholly on fields of the board, wherever it is laid"


_NOUNS: Mapping[Shape, str] = {Shape.SQUARE: "squares", Shape.HEXAGON: "hexagons"}


def _placement(
    surface: Surface,
    board: Board,
    name_at: Mapping[Step, str],
    moved: Mapping[str, Step],
    *,
    turn: int,
    mirror: bool,
) -> Placement:
    on = {name: name_at[spot] for name, spot in moved.items() if spot in name_at}
    first, last = _corners(surface, [moved[name] for name in on], name_at)
    sensed = {name for name, physical in on.items() if physical not in surface.blind}
    missing = [name for name in board.fields if name not in sensed]
    light = surface.dark is not None and one_colour(board) and not surface.dark.issuperset(on.values())
    return Placement(
        on=on,
        turn=turn,
        mirror=mirror,
        first=first,
        last=last,
        light=light,
        blind=tuple(name for name in missing if name not in board.gutter),
        lacking=tuple(name for name in missing if name in board.gutter),
        off_centre=_apart(list(moved.values()), list(name_at)),
    )


def _corners(surface: Surface, spots: list[Step], name_at: Mapping[Step, str]) -> tuple[str, str]:
    if surface.shape is Shape.SQUARE:
        columns, rows = [x for x, _ in spots], [y for _, y in spots]
        return square_name(min(columns), min(rows)), square_name(max(columns), max(rows))
    near = min(spots, key=lambda spot: (spot[1], spot[0]))
    far = max(spots, key=lambda spot: (spot[1], spot[0]))
    return name_at[near], name_at[far]


def _apart(these: list[Step], those: list[Step]) -> int:
    """How far the middle of these lies from the middle of those; 0 if they are the same."""
    distance = 0
    for axis in (0, 1):
        one, other = [spot[axis] for spot in these], [spot[axis] for spot in those]
        distance += (min(one) + max(one) - min(other) - max(other)) ** 2
    return distance


def _spots(surface: Surface) -> dict[str, Step]:
    return {name: _step(surface.shape, x, y) for name, (x, y) in surface.places.items()}


def _step(shape: Shape, x: float, y: float) -> Step:
    return (round(x), round(y)) if shape is Shape.SQUARE else (round(2 * x), round(y / ROW))


def _span(numbers: list[int]) -> int:
    return max(numbers) - min(numbers) + 1
