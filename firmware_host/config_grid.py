"""Knows how the section of the physical board becomes a surface, and where a game goes on it."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from firmware_host.config_keys import keys
from firmware_host.config_kinds import listed, toml
from firmware_host.config_sections import Grid
from firmware_host.errors import WiringError
from firmware_host.placing import (
    ROW,
    TURNS,
    Placement,
    Step,
    Surface,
    best,
    lattice,
    obstacle,
    square_name,
)
from rules.board import Board, Shape
from rules.game import Game

_ONLY_OF = {
    Shape.SQUARE: ("columns", "rows", "squares", "dark_corner"),
    Shape.HEXAGON: ("side",),
}
_NEEDED = {Shape.SQUARE: ("columns", "rows"), Shape.HEXAGON: ("side",)}


def surface(grid: Grid, blind: Iterable[str] = ()) -> Surface:
    """The board that the section describes, the fields named in `blind` without a sensor. Raises WiringError,
    the message naming the key of the grid."""
    shape = Shape(grid.shape)
    _check(grid, shape)
    if shape is Shape.HEXAGON:
        places = hexagon(grid.side or 0)
        return Surface(shape, places, None, frozenset(blind) & places.keys())
    columns, rows = grid.columns or 0, grid.rows or 0
    odd = 0 if grid.dark_corner == "left" else (columns - 1) % 2
    squares = {
        square_name(column, row): (float(column), float(row))
        for row in range(rows)
        for column in range(columns)
    }
    dark = frozenset(name for name, (column, row) in squares.items() if (column + row) % 2 == odd)
    there = {name: place for name, place in squares.items() if grid.squares == "all" or name in dark}
    return Surface(shape, there, dark, frozenset(blind) & there.keys())


def hexagon(side: int) -> dict[str, tuple[float, float]]:
    """The cells of a hexagon with `side` cells along each edge: a letter for the row, `a` at the front, and
    the number of the diagonal that runs from the far left to the near right."""
    result = {}
    for row in range(2 * side - 1):
        indent = abs(row - side + 1)
        for index in range(2 * side - 1 - indent):
            result[f"{ascii_lowercase[row]}{max(1, row - side + 2) + index}"] = indent / 2 + index, row * ROW
    return result


def described(grid: Grid) -> str:
    """The board in a few words."""
    if grid.shape == Shape.HEXAGON.value:
        return f"hexagon of {len(hexagon(grid.side or 0))} cells"
    return f"{grid.columns} x {grid.rows} board"


def place(grid: Grid, ground: Surface, game: Game) -> Placement:
    """Where the keys put the game; raises WiringError, the message naming the key of the grid.

    Without `game_at` it goes to the best place; without both, `turn` is chosen as well.
    """
    board, shape = game.board, ground.shape
    turns = TURNS[shape]
    if grid.turn is not None and grid.turn not in turns:
        allowed = listed(str(turn) for turn in sorted(turns))
        raise WiringError(f"board.turn is {grid.turn}, but a board of {shape.value}s takes {allowed}")
    if grid.game_at is not None:
        return _at(grid, ground, game, grid.game_at)
    found = best(ground, board, turns if grid.turn is None else (grid.turn,), mirror=grid.mirror)
    if found is not None:
        return found
    other = best(ground, board, mirror=grid.mirror) or best(ground, board, mirror=not grid.mirror)
    if other is None:
        raise WiringError(_too_much(ground, game))
    if other.mirror is not grid.mirror:
        raise WiringError(
            f"board.mirror is {toml(grid.mirror)}, but only the other way round {game.name} lies on fields "
            f"of the board; write mirror = {toml(other.mirror)}"
        )
    raise WiringError(
        f"board.turn is {grid.turn}, but turned like that {game.name} does not lie wholly on fields of the "
        f"board; take board.turn = {other.turn}, or leave it out"
    )


def _check(grid: Grid, shape: Shape) -> None:
    """Raise WiringError for a key that this shape of board needs or does not have."""
    plain = Grid()
    given = {key.name for key in keys(Grid) if getattr(grid, key.name) != getattr(plain, key.name)}
    for other, names in _ONLY_OF.items():
        for name in names if other is not shape else ():
            if name in given:
                raise WiringError(
                    f"board.{name} is for a board of {other.value}s; remove it, or write shape = "
                    f"{toml(other.value)}"
                )
    for key in keys(Grid):
        if key.name in _NEEDED[shape] and key.name not in given:
            raise WiringError(
                f"board.{key.name} is missing; add {key.name} = … under [board] with {key.kind.allowed}"
            )


def _too_much(ground: Surface, game: Game) -> str:
    return (
        f"[board] cannot carry {game.name}, which {obstacle(ground, game.board)}; correct [board], or choose "
        "one of the games that 'zetlicht fit' lists"
    )


def _at(grid: Grid, ground: Surface, game: Game, first: str) -> Placement:
    corners = _corners(grid, ground)
    if first not in corners:
        names = list(corners)
        noun = "squares" if ground.shape is Shape.SQUARE else "cells"
        raise WiringError(
            f"board.game_at is {toml(first)}, but the {noun} are {toml(names[0])} to {toml(names[-1])}"
        )
    turn = grid.turn or 0
    found = best(ground, game.board, (turn,), first, mirror=grid.mirror)
    if found is None:
        raise WiringError(_misplaced(grid, ground, game, corners[first]))
    return found


def _corners(grid: Grid, ground: Surface) -> dict[str, Step]:
    """Every place that may be named as the corner of an area: of squares, also those without a sensor."""
    if ground.shape is Shape.HEXAGON:
        return {name: (round(2 * x), round(y / ROW)) for name, (x, y) in ground.places.items()}
    columns, rows = grid.columns or 0, grid.rows or 0
    return {square_name(column, row): (column, row) for row in range(rows) for column in range(columns)}


def _misplaced(grid: Grid, ground: Surface, game: Game, corner: Step) -> str:
    """Why the game does not lie where it is put: the first of its fields that has no place there."""
    board: Board = game.board
    if best(ground, board, mirror=grid.mirror) is None:
        return _too_much(ground, game)
    steps = lattice(board, grid.turn or 0, mirror=grid.mirror)
    row = min(up for _, up in steps.values())
    near = [across for across, up in steps.values() if up == row or ground.shape is Shape.SQUARE]
    shift = corner[0] - min(near), corner[1] - row
    spots = {step: name for name, step in _corners(grid, ground).items()}
    for name, (across, up) in steps.items():
        spot = spots.get((across + shift[0], up + shift[1]))
        if spot is None and name not in board.gutter:
            return (
                f"board.game_at is {toml(grid.game_at)}, but from there field {toml(name)} of the game "
                f"lies outside the {described(grid)}; choose another place or turn, or leave game_at out"
            )
        if spot is not None and spot not in ground.places and name not in board.gutter:
            turn = 0 if grid.turn in (90, 270) else 90
            return (
                f"board.game_at is {toml(grid.game_at)}, but that puts field {toml(name)} of the game on "
                f"the light square {toml(spot)}, which has no sensor; move the area by one square, or turn "
                f"the game with board.turn = {turn}"
            )
    return f"board.game_at is {toml(grid.game_at)}, but {game.name} does not fit there; leave game_at out"
