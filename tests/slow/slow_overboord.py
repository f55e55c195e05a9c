"""Knows the rules of Overboord in the plainest form: a stone is pushed field by field and seen to fall."""

from __future__ import annotations

from dataclasses import dataclass

Square = tuple[int, int]  # (file, rank); a = 1, so that the playing area is 2..7 both ways
Board = dict[Square, str]

AREA = [(file, rank) for rank in range(7, 1, -1) for file in range(2, 8)]
INSIDE = frozenset(AREA)
DIRECTIONS = {"l": (-1, 0), "r": (1, 0), "u": (0, 1), "d": (0, -1)}


@dataclass(frozen=True)
class SlowMove:
    """A legal move: its text, the fields of all stones it shifts or drops, those dropped, its result."""

    text: str
    moved: frozenset[str]
    captured: frozenset[str]
    after: str


def name(square: Square) -> str:
    return " abcdefgh"[square[0]] + str(square[1])


def read(text: str) -> tuple[Board, str, str]:
    """Board, side to move, phase."""
    rows, side, phase = text.split()
    contents = "".join("." * int(sign) if sign.isdigit() else sign for sign in rows.replace("/", ""))
    return {square: sign for square, sign in zip(AREA, contents, strict=True) if sign != "."}, side, phase


def write(board: Board, side: str, phase: str) -> str:
    """The canonical position text."""
    rows = "/".join(
        "".join([board.get((file, rank), ".") for file in range(2, 8)]) for rank in range(7, 1, -1)
    )
    for length in range(6, 0, -1):
        rows = rows.replace("." * length, str(length))
    return f"{rows} {side} {phase}"


def push_one(stones: dict[Square, Square], at: Square, direction: Square) -> list[Square]:
    """Push the stone on `at` one field further, everything in contact moving along; who fell, by origin.

    `stones` maps each field now occupied to the field where that stone stood before the move; it is changed.
    """
    ahead = (at[0] + direction[0], at[1] + direction[1])
    fallen = push_one(stones, ahead, direction) if ahead in stones else []
    origin = stones.pop(at)
    if ahead in INSIDE:
        stones[ahead] = origin
        return fallen
    return [*fallen, origin]


def pushes(
    board: Board, at: Square, direction: Square
) -> list[tuple[int, dict[Square, Square], list[Square]]]:
    """All legal pushes of the stone on `at` that way: distance, where every stone then stands, who fell."""
    side = board[at]
    stones = {square: square for square in board}
    fallen: list[Square] = []
    found = []
    here = at
    for distance in range(1, 7):
        fallen = fallen + push_one(stones, here, direction)
        here = (here[0] + direction[0], here[1] + direction[1])
        if any(board[origin] == side for origin in fallen):
            break
        if fallen or distance == 1:
            found.append((distance, dict(stones), fallen))
    return found


def slow_moves(text: str) -> list[SlowMove]:
    """All legal moves of a position in the phase `place` or `push`."""
    board, side, phase = read(text)
    other = "b" if side == "w" else "w"
    found = []
    if phase == "place":
        for square in (square for square in AREA if square not in board):
            placed = {**board, square: side}
            after = write(placed, other, "place" if len(placed) < len(AREA) else "choose")
            found.append(SlowMove(f"@{name(square)}", frozenset(), frozenset(), after))
        return found
    for at in (square for square in AREA if board.get(square) == side):
        for letter, direction in DIRECTIONS.items():
            for distance, stones, fallen in pushes(board, at, direction):
                after = {square: board[origin] for square, origin in stones.items()}
                moved = {origin for square, origin in stones.items() if square != origin} | set(fallen)
                move_text = f"{name(at)}{letter}{distance}" + (f"x{len(fallen)}" if fallen else "")
                found.append(
                    SlowMove(
                        move_text,
                        frozenset(map(name, moved)),
                        frozenset(map(name, fallen)),
                        write(after, other, "push"),
                    )
                )
    if not found and side in board.values() and other in board.values():
        found.append(SlowMove("pass", frozenset(), frozenset(), write(board, other, "push")))
    return found


def slow_after(text: str) -> dict[str, str]:
    """Every legal move's text and the position text after it."""
    moves = slow_moves(text)
    after = {each.text: each.after for each in moves}
    if len(after) != len(moves):
        raise AssertionError(f"{text}: two moves with one text")
    return after


def slow_outcome(text: str) -> tuple[str, str] | None:
    """Winner and reason: a side that has no stone left in the area has lost."""
    board, _, phase = read(text)
    if phase != "push":
        return None
    for side, winner in (("w", "black"), ("b", "white")):
        if side not in board.values():
            return winner, "all-off"
    return None
