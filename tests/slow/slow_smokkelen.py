"""Knows the rules of Smokkelen in the plainest form: every slide and corner, then every chain of jumps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]  # (file 0 = a, rank 0 = 1)
Board = dict[Square, str]

SQUARES = [(file, rank) for rank in range(5, -1, -1) for file in range(5)]
ON_BOARD = frozenset(SQUARES)


@dataclass(frozen=True)
class SlowMove:
    """A legal move: its text, the field of the stone that it moves, its result."""

    text: str
    moved: frozenset[str]
    captured: frozenset[str]
    after: str


def name(square: Square) -> str:
    return "abcde"[square[0]] + str(square[1] + 1)


def read(text: str) -> tuple[Board, str, str]:
    """Board, side to move, field of the stone moved last or `-`."""
    rows, side, last = text.split()
    contents = "".join("." * int(sign) if sign.isdigit() else sign for sign in rows.replace("/", ""))
    return {square: sign for square, sign in zip(SQUARES, contents, strict=True) if sign != "."}, side, last


def write(board: Board, side: str, last: str) -> str:
    """The canonical position text."""
    rows = "/".join("".join([board.get((file, rank), ".") for file in range(5)]) for rank in range(5, -1, -1))
    for length in range(5, 0, -1):
        rows = rows.replace("." * length, str(length))
    return f"{rows} {side} {last}"


def plus(square: Square, direction: Square) -> Square:
    return (square[0] + direction[0], square[1] + direction[1])


def steps(owner: str) -> tuple[Square, Square, Square]:
    """Forward of the stone's owner (never of the mover), left, right."""
    return ((0, 1 if owner == "w" else -1), (-1, 0), (1, 0))


def line(others: Board, at: Square, direction: Square) -> Iterator[Square]:
    """The empty fields that follow `at` that way."""
    at = plus(at, direction)
    while at in ON_BOARD and at not in others:
        yield at
        at = plus(at, direction)


def slides(others: Board, at: Square, owner: str) -> Iterator[Square]:
    """Where a slide can end: standing still, one leg, or two legs with a right angle between them."""
    yield at
    for first in steps(owner):
        for corner in line(others, at, first):
            yield corner
            for second in steps(owner):
                if first[0] * second[0] + first[1] * second[1] == 0:
                    yield from line(others, corner, second)


def jumps(others: Board, at: Square, owner: str, been: tuple[Square, ...]) -> Iterator[Square]:
    """Where a chain of jumps from `at` can end; it never needs to come to the same field twice."""
    for direction in steps(owner):
        over = plus(at, direction)
        landing = plus(over, direction)
        if over in others and landing in ON_BOARD and landing not in others and landing not in been:
            yield landing
            yield from jumps(others, landing, owner, (*been, landing))


def targets(board: Board, at: Square) -> set[Square]:
    """Where the stone on `at` may be moved, by either player."""
    owner = board[at]
    others = {square: stone for square, stone in board.items() if square != at}
    found = set()
    for slid in set(slides(others, at, owner)):
        found.add(slid)
        found.update(jumps(others, slid, owner, (slid,)))
    return found - {at}


def slow_moves(text: str, ban: str = "opponent") -> list[SlowMove]:
    """All legal moves. `ban`: `opponent` (a stone of the opponent that he has just moved may not be moved) or
    `any` (whichever stone he has just moved)."""
    board, side, last = read(text)
    other = "b" if side == "w" else "w"
    found = []
    for at, owner in board.items():
        if name(at) == last and (ban == "any" or owner == other):
            continue
        for target in targets(board, at):
            after = {square: stone for square, stone in board.items() if square != at}
            after[target] = owner
            move_text = f"{name(at)}-{name(target)}"
            found.append(
                SlowMove(move_text, frozenset({name(at)}), frozenset(), write(after, other, name(target)))
            )
    return found


def slow_after(text: str, ban: str = "opponent") -> dict[str, str]:
    """Every legal move's text and the position text after it."""
    moves = slow_moves(text, ban)
    after = {each.text: each.after for each in moves}
    if len(after) != len(moves):
        raise AssertionError(f"{text}: two moves with one text")
    return after


def slow_outcome(text: str, moves: list[SlowMove] | None = None) -> tuple[None, str] | None:
    """A draw if no stone of either colour can move, whatever was moved last (secrets are not known here).
    `moves`: the legal ones, if known already; where there is one there is no deadlock."""
    if moves:
        return None
    board, _, _ = read(text)
    return None if any(targets(board, at) for at in board) else (None, "deadlock")
