"""Knows which games a physical board carries, where, and why not the others; nothing of any one game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.config import FindGame, chosen_game, physical
from firmware_host.config_file import sections_of, text_of
from firmware_host.config_grid import place, surface
from firmware_host.config_read import Source
from firmware_host.config_sections import Grid, Lists
from firmware_host.config_wiring import blind
from firmware_host.errors import ConfigError, WiringError
from firmware_host.placing import (
    SEATS,
    TURNS,
    Placement,
    Surface,
    best,
    obstacle,
    one_colour,
    square_name,
)
from rules import registry
from rules.board import Board, Shape
from rules.game import Game


@dataclass(frozen=True, slots=True)
class Ground:
    """A physical board: its `surface`; the `grid` that the file gives, or None; the `game` that the file
    chooses, None if that cannot be said; and `on`, where the fields of that game lie if there is no grid."""

    surface: Surface
    grid: Grid | None
    game: Game | None
    on: dict[str, str]


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a board carries `game`: its `placement`, or None and `why` not, as the rest of a sentence that
    begins with the game. `as_is`: it lies there once the file says `game = …`, without any other change.
    """

    game: Game
    placement: Placement | None
    why: str = ""
    as_is: bool = False

    @property
    def seat(self) -> str | None:
        """The edge at which White sits."""
        return SEATS[self.game.board.shape][self.placement.turn] if self.placement else None

    @property
    def gutter(self) -> str | None:
        """How much of the game's gutter has sensors: `whole`, `partly`, `none`; None without a gutter."""
        if self.placement is None or not self.game.board.gutter:
            return None
        if not self.placement.lacking:
            return "whole"
        return "none" if len(self.placement.lacking) == len(self.game.board.gutter) else "partly"


def ground(path: Path, find_game: FindGame = registry.game) -> Ground:
    """The board that the file at `path` describes, whether or not its game fits on it: its `[board]`, or
    else the board of its game. Raises ConfigError."""
    source = Source(path)
    table = sections_of(source, text_of(path))
    grid, lists = physical(source, table)
    if grid is None:
        chosen = chosen_game(source, table, find_game)[1]
        _check_names(
            path, lists, chosen.board.fields, f"field of {chosen.name}; a larger board needs [board]"
        )
        return _of_its_own(chosen, lists)
    try:
        whole = surface(grid)
    except WiringError as error:
        raise ConfigError(f"{path}: {error}.") from None
    _check_names(path, lists, whole.places, "square of this board")
    game = chosen_game(source, table, find_game)[1] if "game" in table else None
    return Ground(replace(whole, blind=blind(lists, whole.places)), grid, game, {})


def _check_names(path: Path, lists: Lists, known: Collection[str], what: str) -> None:
    """Raise ConfigError for a name in the lists that the board does not have, and for one with two
    channels."""
    named: set[str] = set()
    for key in ("fields", "pixels", "absent", "dark"):
        for name in getattr(lists, key) or ():
            if name and name not in known and name != "gutter":
                raise ConfigError(f'{path}: wiring.{key} names "{name}", which is no {what}.')
            if key == "fields" and name in named:
                raise ConfigError(f'{path}: wiring.fields names "{name}" twice; a field has one channel.')
            if key == "fields" and name:
                named.add(name)


def _of_its_own(game: Game, lists: Lists) -> Ground:
    """The board that was made for one game: the fields of the game, by their names as physical ones."""
    board = game.board
    absent = blind(lists, board.fields) | (board.gutter if "gutter" in lists.absent else frozenset())
    grid = as_grid(board)
    whole = _bare(board) if grid is None else surface(grid)
    placement = best(whole, board, (0,))
    on = dict(placement.on) if placement else {}
    return Ground(replace(whole, blind=frozenset(on[name] for name in absent)), None, game, on)


def _bare(board: Board) -> Surface:
    """The fields of a board that no section `[board]` describes."""
    if board.shape is not Shape.SQUARE:
        return Surface(board.shape, {name: (cell.x, cell.y) for name, cell in board.cells.items()})
    nearest = max(cell.row for cell in board.cells.values())
    at = [(cell.column, nearest - cell.row) for cell in board.cells.values()]
    places = {square_name(column, row): (float(column), float(row)) for column, row in at}
    return Surface(board.shape, places, frozenset(places) if one_colour(board) else None)


def fits(board: Ground, games: Iterable[Game] | None = None) -> list[Fit]:
    """What the board carries of these games (None: of all registered ones, that of the file with its
    options), in their order."""
    if games is None:
        chosen = board.game.name if board.game else ""
        games = [
            board.game if board.game and name == chosen else registry.game(name) for name in registry.names()
        ]
    return [fit(board, game) for game in games]


def fit(board: Ground, game: Game) -> Fit:
    """Whether and where the board carries `game`: as the file says, where that is possible, else at the
    best place, with White where the file seats him if he can sit there."""
    placement = _as_told(board, game)
    as_is = placement is not None
    if placement is None:
        turns = TURNS[board.surface.shape]
        wanted = board.grid.turn if board.grid else None
        order = turns if wanted is None else (wanted, *(turn for turn in turns if turn != wanted))
        mirror = board.grid.mirror if board.grid else False
        placement = best(board.surface, game.board, order, mirror=mirror)
    if placement is None:
        return Fit(game, None, obstacle(board.surface, game.board))
    if not placement.playable:
        fields = len(game.board.fields) - len(game.board.gutter)
        return Fit(game, None, f"would have no sensor under {len(placement.blind)} of its {fields} fields")
    return Fit(game, placement, as_is=as_is)


def _as_told(board: Ground, game: Game) -> Placement | None:
    """Where the game lies with the keys that the file has, or None if they do not fit it."""
    if board.grid is None:
        placement = best(board.surface, game.board, (0,)) if board.surface.shape is game.board.shape else None
        return placement if placement is not None and dict(placement.on) == board.on else None
    try:
        placement = place(board.grid, board.surface, game)
    except WiringError:
        return None
    chosen = board.game is not None and board.game.name == game.name
    return placement if chosen or not placement.light else None


def as_grid(board: Board) -> Grid | None:
    """The section `[board]` that describes the board of a game, or None if it has no such form."""
    if board.shape is Shape.HEXAGON:
        grids = [Grid(shape="hexagon", side=side) for side in range(2, 14)]
    else:
        columns = 1 + max(cell.column for cell in board.cells.values())
        rows = 1 + max(cell.row for cell in board.cells.values())
        grids = [Grid(columns=columns, rows=rows)]
        grids += [
            Grid(columns=columns, rows=rows, squares="dark", dark_corner=corner)
            for corner in ("left", "right")
        ]
    for grid in grids:
        there = surface(grid)
        found = best(there, board, (0,))
        if found is not None and len(there.places) == len(board.fields) == len(found.on):
            return grid
    return None
