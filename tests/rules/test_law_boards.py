"""The law of where fields lie, for the board of every registered game."""

from __future__ import annotations

from itertools import combinations
from math import hypot, sqrt

import pytest

from rules import registry
from rules.board import Shape

BOARDS = {name: registry.game(name).board for name in registry.names()}
every_board = pytest.mark.parametrize("name", sorted(BOARDS))


@every_board
def test_rows_run_towards_white_and_columns_to_the_right(name):
    for one, other in combinations(BOARDS[name].cells.values(), 2):
        if one.row == other.row:
            assert one.y == other.y
            assert (one.column < other.column) == (one.x < other.x)
        else:
            assert (one.row < other.row) == (one.y > other.y)


@every_board
def test_a_square_board_is_a_lattice_of_whole_steps(name):
    board = BOARDS[name]
    if board.shape is not Shape.SQUARE:
        pytest.skip("hexagons have a law of their own")
    last = max(cell.row for cell in board.cells.values())
    for cell in board.cells.values():
        assert (cell.x, cell.y) == (cell.column, last - cell.row)


@every_board
def test_neighbours_are_one_apart(name):
    """Every field has a neighbour at distance 1 (a dark square at sqrt 2), and none is nearer."""
    board = BOARDS[name]
    cells = list(board.cells.values())
    nearest = [min(hypot(a.x - b.x, a.y - b.y) for b in cells if b is not a) for a in cells]
    dark_only = board.shape is Shape.SQUARE and len({(cell.row + cell.column) % 2 for cell in cells}) == 1
    assert nearest == pytest.approx([sqrt(2) if dark_only else 1.0] * len(cells))


@every_board
def test_white_begins_nearer_to_his_own_edge(name):
    """White's edge is where his men stand at the start, wherever the game begins with men on the board."""
    start = registry.game(name).start()
    board = start.game.board
    if not start.white:
        pytest.skip("the board is empty at the start")
    middle = sum(cell.y for cell in board.cells.values()) / len(board.cells)
    white = [board.cells[field].y for field in board.names(start.white)]
    black = [board.cells[field].y for field in board.names(start.black)]
    assert sum(white) / len(white) < middle < sum(black) / len(black)
