"""Knows what a board has read when a move is over, and which legal moves read alike; no game by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import NamedTuple

from rules.game import Move, Position, Side


class Sensors(Enum):
    """`reed` sees a piece or none, `hall` sees whose it is."""

    REED = "reed"
    HALL = "hall"


class Reading(Enum):
    """What is known when the move is over.

    FINAL: the reading of the fields inside the gutter. GUTTER: that of the gutter too, which was empty before
    the move. The other two add to FINAL the set of fields that changed at all on the way, at worst and at
    best. WORST: a piece that takes the place of another closes its sensor before it has opened, and a
    capturing piece flies to its last field; only the field from which the hand takes its piece surely opens.
    BEST: every field opens when its piece leaves it, and a capturing piece is set down on every landing
    field. Fields that a piece only slides over are never counted: it may be carried.
    """

    FINAL = "final reading"
    GUTTER = "with the gutter"
    WORST = "with edges, at worst"
    BEST = "with edges, at best"


class Column(NamedTuple):
    """One way to look at a board; `removed`: the men that hands take off are off already."""

    removed: bool
    sensors: Sensors
    reading: Reading


COLUMNS = tuple(Column(*each) for each in product((True, False), Sensors, Reading))


@dataclass(frozen=True, slots=True)
class Made:
    """A legal move with the position after it and the mask of the men that hands take off the board.

    A man that another piece pushes off and replaces leaves by itself.
    """

    before: Position
    move: Move
    after: Position
    taken: int


def showable(position: Position) -> list[Move]:
    """The legal moves that the board can show; none while pieces are only put on the board."""
    moves = [move for move in position.legal_moves() if move.lifts | move.drops | move.captures]
    return moves if any(move.lifts | move.captures for move in moves) else []


def taken_by_hand(position: Position, move: Move) -> int:
    """The mask of the captured men that stay on their fields until a hand takes them off."""
    if not move.captures:
        return 0
    gone = [each.origin for each in move.transfers if each.target is None and each.origin is not None]
    return position.game.board.mask(gone) & ~move.drops


def readings(made: Made, column: Column) -> Iterator[Hashable]:
    """Everything that the board may have read when this move is over: one reading a route, mostly one."""
    final, move = _final(made, column), made.move
    match column.reading:
        case Reading.FINAL:
            yield final
        case Reading.GUTTER:
            yield final, frozenset(_fallen(made, column.sensors))
        case Reading.WORST:
            led = move.transfers[0].origin  # new only if it is occupied again: else the final reading says it
            yield final, led is not None and made.before.game.board.bit[led] & made.after.occupied
        case Reading.BEST:
            left = made.move.captures if column.removed else made.move.captures & ~made.taken
            for landed in landings(made):
                yield final, move.lifts | move.drops | left | landed


def _final(made: Made, column: Column) -> Hashable:
    left = 0 if column.removed else made.taken
    if column.sensors is Sensors.REED:
        return made.after.occupied | left
    return made.after.white | made.before.white & left, made.after.black | made.before.black & left


def _fallen(made: Made, sensors: Sensors) -> Iterator[tuple[str, Side | None]]:
    """The gutter fields that the move fills, with the colour in them where the sensors see it."""
    for each in made.move.transfers:
        if each.target in made.before.game.board.gutter and each.origin is not None:
            piece = made.before.fields[each.origin]
            yield each.target or "", piece.side if sensors is Sensors.HALL else None


def landings(made: Made) -> set[int]:
    """For every route of a jumping piece the mask of the fields on which it lands before its last: one for
    each man taken but the last. `{0}` for everything else."""
    origin = made.move.transfers[0].origin
    hops = made.taken.bit_count() - 1
    if hops < 1 or origin is None:
        return {0}
    board = made.before.game.board
    routes: list[tuple[str, ...]] = [()]
    for _ in range(hops):
        routes = [
            (*rests, name)
            for rests in routes
            for way in made.before.ways(origin, rests)
            if way.move == made.move
            for name in board.names(way.waypoints)
        ]
    return {board.mask(rests) for rests in routes}


def collisions(position: Position, moves: Sequence[Move]) -> dict[Column, int]:
    """For each way to look at the board, how many of these moves may end like another that leads to another
    position; ways without any are left out.

    Everything else only adds to what a reed board reads at the end, so only moves equal in that are compared.
    """
    takes = [taken_by_hand(position, move) for move in moves]
    found: Counter[Column] = Counter()
    for removed in (True, False) if any(takes) else (True,):
        groups: dict[int, list[tuple[Move, int]]] = {}
        for move, taken in zip(moves, takes, strict=True):
            reads = position.occupied & ~(move.lifts | move.captures) | move.drops
            groups.setdefault(reads if removed else reads | taken, []).append((move, taken))
        for group in groups.values():
            if len(group) > 1:
                made = [Made(position, move, position.play(move), taken) for move, taken in group]
                for column in COLUMNS:
                    if column.removed == removed and (count := colliding(made, column)):
                        found[column] += count
    if not any(takes):
        found.update({column._replace(removed=False): count for column, count in found.items()})
    return dict(found)


def colliding(group: Iterable[Made], column: Column) -> int:
    """How many moves of the group may read like another one that leads to another position."""
    alike: dict[Hashable, list[Made]] = {}
    for made in group:
        for reading in readings(made, column):
            alike.setdefault(reading, []).append(made)
    hit = {m.move for some in alike.values() if len({m.after for m in some}) > 1 for m in some}
    return len(hit)
