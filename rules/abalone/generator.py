"""Knows the legal moves of Abalone on two masks, the mover's marbles and the opponent's; no history, no side.

Every possible move is built once, in tables indexed by its shape and its lowest or rearmost cell; which of
them are legal comes out of a few shifts and intersections per direction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial

from rules.abalone.geometry import CELLS, SHIFTS, UPWARD, ahead, board, step
from rules.board import bits
from rules.game import Move, Transfer

IN_LINE = ((1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2))
"""Own marbles moved and enemy marbles pushed by an in-line move: more own than enemy, at most three own."""


@dataclass(frozen=True, slots=True)
class AbaloneMove(Move):
    """One to three own marbles in a line, each one cell in one direction, with the enemy marbles they push.

    The same object stands for the move in every position and for either side. `text` is Aba-Pro, `nacre` the
    same move in Nacre notation. `direction` indexes `geometry.SHIFTS`. `origins` is the mask of all marbles
    that change their place, `own_flip` and `enemy_flip` the cells that change for the mover and for the
    opponent. `transfers` names the tail first and then the line along the push; a broadside from its lower
    end; an ejected marble has no target.
    """

    text: str = field()
    transfers: tuple[Transfer, ...] = field(compare=False)
    lifts: int = field(compare=False)
    drops: int = field(compare=False)
    captures: int = field(compare=False)
    nacre: str = field(compare=False)
    direction: int = field(compare=False)
    origins: int = field()
    own_flip: int = field(compare=False)
    enemy_flip: int = field(compare=False)

    @property
    def broadside(self) -> bool:
        """Whether two or three marbles step sideways instead of along their line."""
        return len(self.text) == 6


Table = dict[int, AbaloneMove]
"""The moves of one shape in one direction by the bit of their tail (in line) or lower end (broadside)."""


def effects(own: int, enemy: int) -> list[int]:
    """The legal moves as one mask for each table of `tables()`: a bit for each legal move of that shape.

    In line (box rules, sumito): the marbles are contiguous, the cell after them is empty, or after pushed
    enemy marbles empty or off the board. Broadside: every target cell is on the board and empty.
    """
    occupied = own | enemy
    empty = CELLS & ~occupied
    found: list[int] = []
    for direction, shift in enumerate(SHIFTS):
        free = own & ahead(empty, shift)
        pair = own & ahead(own, shift)
        triple = pair & ahead(own, 2 * shift)
        against_one = triple & ahead(enemy, 3 * shift)
        fourth = ahead(occupied, 4 * shift)
        found += (
            free,
            pair & ahead(empty, 2 * shift),
            triple & ahead(empty, 3 * shift),
            pair & ahead(enemy, 2 * shift) & ~ahead(occupied, 3 * shift),
            against_one & ~fourth,
            against_one & ahead(enemy, 4 * shift) & ~ahead(occupied, 5 * shift),
        )
        for axis in UPWARD:
            if axis != direction % 3:
                two = free & (free >> SHIFTS[axis])
                found += (two, two & (free >> 2 * SHIFTS[axis]))
    return found


@lru_cache(maxsize=32)  # a board asks one position for its moves and its ways, and whether a move goes on
def legal_moves(own: int, enemy: int) -> tuple[AbaloneMove, ...]:
    """All legal moves, by direction, shape and cell; two different moves never give the same position."""
    return tuple(
        table[cell] for mask, table in zip(effects(own, enemy), tables(), strict=True) for cell in bits(mask)
    )


def perft(own: int, enemy: int, depth: int) -> int:
    """The number of move sequences of `depth` plies, going on past a sixth ejected marble; 1 at depth 0."""
    if depth <= 0:
        return 1
    found = effects(own, enemy)
    if depth == 1:
        return sum(map(int.bit_count, found))
    total = 0
    for mask, table in zip(found, tables(), strict=True):
        for cell in bits(mask):
            move = table[cell]
            total += perft(enemy ^ move.enemy_flip, own ^ move.own_flip, depth - 1)
    return total


@cache
def tables() -> tuple[Table, ...]:
    """Every move there can be, in the order of `effects`.

    For each direction: the six in-line shapes, then for each of the two other axes the broadsides of two and
    of three.
    """
    result: list[Table] = []
    for direction in range(len(SHIFTS)):
        for own, pushed in IN_LINE:
            result.append(_table(partial(_in_line, direction, own, pushed)))
        for axis in UPWARD:
            if axis != direction % 3:
                result += (_table(partial(_broadside, direction, axis, count)) for count in (2, 3))
    return tuple(result)


def _table(build: Callable[[int], AbaloneMove | None]) -> Table:
    built = ((cell, build(cell)) for cell in bits(CELLS))
    return {cell: move for cell, move in built if move is not None}


def _line(cell: int, shift: int, count: int) -> tuple[int, ...] | None:
    """`count` cells in a row from `cell`, or None if they do not fit on the board."""
    cells = [cell]
    while len(cells) < count:
        cells.append(step(cells[-1], shift))
    return tuple(cells) if cells[-1] else None


def _in_line(direction: int, own: int, pushed: int, tail: int) -> AbaloneMove | None:
    shift = SHIFTS[direction]
    line = _line(tail, shift, own + pushed)
    if line is None or (pushed == 0 and not step(line[-1], shift)):
        return None
    name = board().name_of
    text = name[tail] + name[step(tail, shift)]
    # Nacre names where the farthest marble ends; an ejected one ends nowhere and gives its rim cell.
    farthest = step(line[-1], shift) or line[-1]
    return _move(text, name[tail] + name[farthest], direction, line, own)


def _broadside(direction: int, axis: int, count: int, lower: int) -> AbaloneMove | None:
    shift = SHIFTS[direction]
    line = _line(lower, SHIFTS[axis], count)
    if line is None or not all(step(cell, shift) for cell in line):
        return None
    name = board().name_of
    upper = line[-1]
    # Nacre starts at the end from which the arrival of the other end is farther away: the end whose line
    # runs within 60 degrees of the movement.
    near, far = (lower, upper) if (direction - axis) % 6 in (1, 5) else (upper, lower)
    text = name[lower] + name[upper] + name[step(lower, shift)]
    return _move(text, name[near] + name[step(far, shift)], direction, line, count)


def _move(text: str, nacre: str, direction: int, line: tuple[int, ...], own: int) -> AbaloneMove:
    """The move of the marbles on `line`, the first `own` of them the mover's, in `direction`."""
    name = board().name_of
    ends = tuple(step(cell, SHIFTS[direction]) for cell in line)
    return AbaloneMove(
        text=text,
        transfers=tuple(
            Transfer(name[cell], name[end] if end else None) for cell, end in zip(line, ends, strict=True)
        ),
        lifts=sum(cell for cell, end in zip(line, ends, strict=True) if end),
        drops=sum(ends),
        captures=sum(cell for cell, end in zip(line, ends, strict=True) if not end),
        nacre=nacre,
        direction=direction,
        origins=sum(line),
        own_flip=sum(line[:own]) ^ sum(ends[:own]),
        enemy_flip=sum(line[own:]) ^ sum(ends[own:]),
    )
