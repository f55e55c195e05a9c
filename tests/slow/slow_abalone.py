"""Knows the rules of Abalone in the plainest form: every group, every direction, marble after marble."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

Cell = tuple[int, int]  # (row 0 = a, digit)
Board = dict[Cell, str]

CELLS = [(row, digit) for row in range(9) for digit in range(max(1, row - 3), min(9, row + 5) + 1)]
ROWS = [[cell for cell in CELLS if cell[0] == row] for row in range(8, -1, -1)]
ON_BOARD = frozenset(CELLS)
DIRECTIONS = ((0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0))


@dataclass(frozen=True)
class SlowMove:
    """A legal move: its text, the fields of all marbles it shifts or ejects, the ejected one, its result."""

    text: str
    moved: frozenset[str]
    captured: frozenset[str]
    after: str


def name(cell: Cell) -> str:
    return "abcdefghi"[cell[0]] + str(cell[1])


def read(text: str) -> tuple[Board, str, int, int]:
    """Board, side to move, Black's and White's lost marbles."""
    rows, side, black_lost, white_lost = text.split()
    board: Board = {}
    for cells, line in zip(ROWS, rows.split("/"), strict=True):
        contents = "".join("." * int(sign) if sign.isdigit() else sign for sign in line)
        for cell, sign in zip(cells, contents, strict=True):
            if sign != ".":
                board[cell] = sign
    return board, side, int(black_lost), int(white_lost)


def write(board: Board, side: str, black_lost: int, white_lost: int) -> str:
    """The canonical position text."""
    rows = "/".join("".join([board.get(cell, ".") for cell in cells]) for cells in ROWS)
    for length in range(9, 0, -1):
        rows = rows.replace("." * length, str(length))
    return f"{rows} {side} {black_lost} {white_lost}"


def plus(cell: Cell, direction: Cell, times: int = 1) -> Cell:
    return (cell[0] + times * direction[0], cell[1] + times * direction[1])


def groups(board: Board, side: str) -> set[frozenset[Cell]]:
    """Every straight, contiguous group of one, two or three marbles of `side`."""
    found = set()
    for cell in board:
        for direction in DIRECTIONS:
            for size in (1, 2, 3):
                members = [plus(cell, direction, step) for step in range(size)]
                if all(board.get(member) == side for member in members):
                    found.add(frozenset(members))
    return found


def shifted(board: Board, group: frozenset[Cell], direction: Cell) -> tuple[list[Cell], str] | None:
    """The marbles that move if `group` moves that way, those in front first, and how it goes: "line" or
    "broadside"; None if it is not allowed."""
    ordered = sorted(group, key=lambda cell: cell[0] * direction[0] + cell[1] * direction[1])
    in_line = all(plus(a, direction) == b for a, b in pairwise(ordered))
    if not in_line:
        free = all(plus(cell, direction) in ON_BOARD and plus(cell, direction) not in board for cell in group)
        return (ordered, "broadside") if free else None
    own = board[ordered[0]]
    ahead = plus(ordered[-1], direction)
    enemies = []
    while ahead in board and board[ahead] != own:
        enemies.append(ahead)
        ahead = plus(ahead, direction)
    if ahead in board or len(enemies) >= len(group):
        return None
    if not enemies and ahead not in ON_BOARD:
        return None
    return [*reversed(enemies), *reversed(ordered)], "line"


def slow_moves(text: str) -> list[SlowMove]:
    """All legal moves of the position."""
    board, side, black_lost, white_lost = read(text)
    found = []
    for group in groups(board, side):
        for direction in DIRECTIONS:
            shift = shifted(board, group, direction)
            if shift is None:
                continue
            marbles, how = shift
            after = dict(board)
            captured = []
            for cell in marbles:
                marble = after.pop(cell)
                if plus(cell, direction) in ON_BOARD:
                    after[plus(cell, direction)] = marble
                else:
                    captured.append(cell)
            lost = [black_lost, white_lost]
            lost[0 if side == "w" else 1] += len(captured)
            low, high = min(group), max(group)
            if how == "line":
                tail = marbles[-1]
                move_text = name(tail) + name(plus(tail, direction))
            else:
                move_text = name(low) + name(high) + name(plus(low, direction))
            other = "b" if side == "w" else "w"
            moved = frozenset(map(name, marbles))
            found.append(
                SlowMove(move_text, moved, frozenset(map(name, captured)), write(after, other, *lost))
            )
    return found


def slow_after(text: str) -> dict[str, str]:
    """Every legal move's text and the position text after it."""
    moves = slow_moves(text)
    after = {each.text: each.after for each in moves}
    if len(after) != len(moves):
        raise AssertionError(f"{text}: two moves with one text")
    return after


def slow_outcome(text: str, moves: list[SlowMove] | None = None) -> tuple[str, str] | None:
    """Winner and reason: six marbles lost, or the side to move has no move (`moves`, if known already)."""
    _, side, black_lost, white_lost = read(text)
    if black_lost >= 6 or white_lost >= 6:
        return "white" if black_lost >= 6 else "black", "six-marbles"
    has_move = bool(slow_moves(text) if moves is None else moves)
    return None if has_move else ("black" if side == "w" else "white", "no-moves")
