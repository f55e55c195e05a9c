"""Knows how to build random position texts for every game, from a given source of randomness only."""

from __future__ import annotations

from random import Random

import slow_abalone
import slow_overboord
import slow_smokkelen
from slow_draughts_rules import Board, Rules, Runs, Square, far_row, squares, write

MEN_OF = {10: 20, 8: 12}


def draughts(rng: Random, rules: Rules) -> str:
    """Men and kings strewn over the board, or one king or two that hunt many loose pieces, or an ending."""
    side = rng.choice("wb")
    kind = rng.randrange(5)
    if kind == 0:
        board = hunt(rng, rules, side)
    else:
        board = ending(rng, rules) if kind == 1 else strewn(rng, rules)
    return write(rules, side, board, runs(rng, rules, board))


def strewn(rng: Random, rules: Rules) -> Board:
    """One time in five mostly kings, else few pieces or many, with some kings."""
    most = MEN_OF[rules.size]
    kind = rng.randrange(5)
    board: Board = {}
    for colour in "wb":
        if kind == 0:
            kings, men = rng.randint(1, most // 2), rng.randint(0, 3)
        elif kind == 1:
            kings, men = rng.randint(0, 3), rng.randint(0, most // 2)
        else:
            kings, men = rng.choice((0, 0, 1, 2)), rng.randint(most // 4, most - 2)
        put(rng, rules, board, squares(rules), colour, kings, men)
    return board


def hunt(rng: Random, rules: Rules, side: str) -> Board:
    """Long captures, often in a circle: the hunted stand in every other row, the hunters between them."""
    most = MEN_OF[rules.size]
    inner = range(1, rules.size - 1)
    parity = rng.randrange(2)
    rows = [square for square in squares(rules) if square[0] % 2 == parity]
    between = [square for square in squares(rules) if square[0] % 2 != parity]
    loose = [(row, column) for row, column in rows if row in inner and column in inner]
    board: Board = {}
    other = "b" if side == "w" else "w"
    put(rng, rules, board, loose, other, rng.randint(0, most // 2), rng.randint(2, most // 2))
    put(rng, rules, board, between, side, rng.randint(1, 2), rng.choice((0, 0, 2)))
    return board


def ending(rng: Random, rules: Rules) -> Board:
    """A king each, perhaps two, and one to three men, in which kings have room to roam."""
    board: Board = {}
    for colour in "wb":
        put(rng, rules, board, squares(rules), colour, rng.randint(1, 2), rng.randint(1, 3))
    return board


def put(rng: Random, rules: Rules, board: Board, on: list[Square], colour: str, kings: int, men: int) -> None:
    """Place that many pieces (or fewer, if there is no room) on free fields of `on`."""
    free = [square for square in on if square not in board]
    rng.shuffle(free)
    for square in free[:kings]:
        board[square] = (colour, "king")
    for square in [square for square in free[kings:] if square[0] != far_row(rules, colour)][:men]:
        board[square] = (colour, "man")


def runs(rng: Random, rules: Rules, board: Board) -> Runs:
    """For a Frisian position, one time in two: kings that have moved once to three times on end."""
    found: Runs = {}
    if rules.king_run != "off" and rng.randrange(2):
        for colour in "wb":
            kings = [square for square, piece in board.items() if piece == (colour, "king")]
            if kings and (colour, "man") in board.values():
                found[colour] = (rng.choice(kings), rng.choice((1, 2, 3, 3)))
    return found


def abalone(rng: Random) -> str:
    """Up to fourteen marbles each, often crowded into one part of the board, with some already lost."""
    centre = rng.choice(slow_abalone.CELLS)
    near = sorted(
        slow_abalone.CELLS, key=lambda cell: distance(cell, centre) + rng.random() * rng.choice((1, 9))
    )
    counts = [rng.randint(1, 14) for _ in "bw"]
    crowd = near[: max(sum(counts), rng.randint(12, 61))]
    rng.shuffle(crowd)
    colours = "b" * counts[0] + "w" * counts[1]
    board = dict(zip(crowd, colours, strict=False))
    lost = [rng.randint(0, min(5, 14 - count)) for count in counts]
    return slow_abalone.write(board, rng.choice("wb"), *lost)


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The number of steps between two cells of the hexagon."""
    rows, digits = a[0] - b[0], a[1] - b[1]
    return max(abs(rows), abs(digits), abs(rows - digits))


def overboord(rng: Random) -> str:
    """Any number of stones on any fields; one time in eight still in the placement."""
    free = list(slow_overboord.AREA)
    rng.shuffle(free)
    if rng.randrange(8) == 0:
        placed = rng.randrange(36)
        stones = "wb" * 18
        return slow_overboord.write(dict(zip(free, stones[:placed], strict=False)), "wb"[placed % 2], "place")
    stones = "w" * rng.randint(1, 18) + "b" * rng.randint(1, 18)
    return slow_overboord.write(dict(zip(free, stones, strict=False)), rng.choice("wb"), "push")


def smokkelen(rng: Random) -> str:
    """Ten stones each (sometimes fewer) on any fields, and any of them moved last."""
    fields = list(slow_smokkelen.SQUARES)
    rng.shuffle(fields)
    each = 10 if rng.randrange(4) else rng.randint(1, 10)
    board = dict(zip(fields, "wb" * each, strict=False))
    last = slow_smokkelen.name(rng.choice(sorted(board))) if rng.randrange(10) else "-"
    return slow_smokkelen.write(board, rng.choice("wb"), last)
