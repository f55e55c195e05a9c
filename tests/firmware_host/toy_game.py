"""A game for the daemon's tests: it has a board, an option and texts, and nobody can move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rules.board import Board, Cell, Shape
from rules.game import (
    Game,
    InvalidMove,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    Position,
    Side,
    UnknownGame,
    check_options,
)

LETTERS = "abcdefgh"


def square_board(columns: int, rows: int, *, dark_only: bool = False, gutter: bool = False) -> Board:
    """Fields `a1` … in reading order; bits from 1 up, with a gap after every row."""
    names, bit, cells = [], {}, {}
    for row in range(rows):
        for column in range(columns):
            if dark_only and (column + rows - 1 - row) % 2:
                continue
            name = f"{LETTERS[column]}{rows - row}"
            names.append(name)
            bit[name] = 1 << (row * (columns + 1) + column)
            cells[name] = Cell(row, column, float(column), float(rows - 1 - row))
    rim = frozenset(
        name
        for name in names
        if gutter and (cells[name].row in (0, rows - 1) or cells[name].column in (0, columns - 1))
    )
    return Board(Shape.SQUARE, tuple(names), bit, cells, rim)


def hexagon_board() -> Board:
    """Seven cells: two, three, two."""
    names, bit, cells = [], {}, {}
    for row, count in enumerate((2, 3, 2)):
        for column in range(count):
            name = f"{'cba'[row]}{column + 1}"
            names.append(name)
            bit[name] = 1 << len(bit)
            cells[name] = Cell(row, column, column - (count - 1) / 2, (1 - row) * 0.866)
    return Board(Shape.HEXAGON, tuple(names), bit, cells)


class ToyPosition(Position):
    """White to move on an empty board."""

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def game(self) -> Game:
        return self._game

    @property
    def turn(self) -> Side:
        return Side.WHITE

    @property
    def white(self) -> int:
        return 0

    @property
    def black(self) -> int:
        return 0

    def legal_moves(self) -> tuple[Move, ...]:
        return ()

    def play(self, move: Move) -> Position:
        return self

    def outcome(self) -> Outcome | None:
        return None

    def text(self, *, full: bool = False) -> str:
        return "toy"

    def parse_move(self, text: str) -> Move:
        raise InvalidMove(f"{text!r} is no move.")


class ToyGame(Game):
    """A game on whatever board it is given."""

    name = "toy"
    options = (Option("short", (False, True), "A short game.", "1"),)
    results = ("2-0", "1-1", "0-2")

    def __init__(self, board: Board, **chosen: str | int | bool) -> None:
        self._board = board
        self.chosen = check_options(self.name, self.options, chosen)

    @property
    def board(self) -> Board:
        return self._board

    @cached_property
    def _start(self) -> ToyPosition:
        return ToyPosition(self)

    def start(self) -> Position:
        return self._start

    def parse(self, text: str) -> Position:
        if text != "toy":
            raise InvalidPosition(f"{text!r} is no position.")
        return self._start


class Toys:
    """Finds the toy game, as the registry finds the real ones."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __call__(self, name: str, options: Mapping[str, str | int | bool]) -> Game:
        if name != "toy":
            raise UnknownGame(f"There is no game {name!r}; the games are: toy.")
        return ToyGame(self.board, **dict(options))
