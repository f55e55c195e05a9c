"""Knows what a move asks of hands: what is carried, pushed, placed or taken; not how it is done."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.hands.bodies import Place
from rules.board import Board
from rules.game import Move, Position, Transfer


@dataclass(frozen=True, slots=True)
class Carried:
    """One piece goes along `route` (origin first, final field last) and takes `captured`, in the order of
    the route; the pieces taken are still there while it goes, if the hands leave them.
    """

    route: tuple[str, ...]
    captured: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """Where the piece comes from."""
        return self.route[0]

    @property
    def target(self) -> str:
        """Where it ends."""
        return self.route[-1]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece comes from the hand to `target`."""

    target: str


@dataclass(frozen=True, slots=True)
class Pushed:
    """A line, the pushing piece first, then those it meets in order. A `target` of None is off the board."""

    line: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Abreast:
    """Pieces side by side that go together, each to the field beside it."""

    group: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Unseen:
    """Nothing on the board changes."""


Task = Carried | Placed | Pushed | Abreast | Unseen


def task(position: Position, move: Move) -> Task:
    """What `move`, legal in `position`, asks of the hands."""
    transfers = move.transfers
    if not transfers:
        return Unseen()
    lead = transfers[0]
    if lead.origin is None:
        return Placed(str(lead.target))
    board = position.game.board
    carried = [one for one in transfers if not (one.origin and board.bit[one.origin] & move.captures)]
    taken = [one for one in transfers if one not in carried]
    if len(carried) == 1 and all(one.target is None for one in taken):
        route = _route(position, move, str(lead.origin), str(lead.target))
        return Carried(route, tuple(str(one.origin) for one in taken))
    if _in_line(board, carried, taken):
        ahead = heading(board, lead)
        line = sorted(transfers, key=lambda one: _advance(board, one, ahead))
        return Pushed(tuple(line))
    return Abreast(tuple(carried))


def heading(board: Board, transfer: Transfer) -> Place:
    """The way from a transfer's origin to its target; its x and y are fields, not of length 1."""
    start, end = board.cells[str(transfer.origin)], board.cells[str(transfer.target)]
    return Place(end.x - start.x, end.y - start.y)


def _advance(board: Board, transfer: Transfer, ahead: Place) -> float:
    cell = board.cells[str(transfer.origin)]
    return cell.x * ahead.x + cell.y * ahead.y


def _in_line(board: Board, carried: list[Transfer], taken: list[Transfer]) -> bool:
    """Whether the pieces stand one behind another in the direction in which the first goes."""
    ahead = heading(board, carried[0])
    first = board.cells[str(carried[0].origin)]
    for other in (*carried[1:], *taken):
        cell = board.cells[str(other.origin)]
        if abs((cell.x - first.x) * ahead.y - (cell.y - first.y) * ahead.x) > 1e-6:
            return False
    return True


def _route(position: Position, move: Move, origin: str, target: str) -> tuple[str, ...]:
    """The landing fields of a capture, both ends included: what the move shows of its way, if it shows it,
    else found by asking the position which rests agree with the move.
    """
    if move.captures.bit_count() < 2:
        return (origin, target)
    name_of = position.game.board.name_of
    shown = getattr(move, "route", ())
    landings = tuple(name_of[stop] if isinstance(stop, int) else str(stop) for stop in shown)
    if len(landings) == move.captures.bit_count() and landings[-1] == target:
        return (origin, *landings)
    rests: tuple[str, ...] = ()
    for _ in range(move.captures.bit_count() - 1):
        found = _next_rest(position, move, origin, rests)
        if found is None:
            break
        rests = (*rests, found)
    return (origin, *rests, target)


def _next_rest(position: Position, move: Move, origin: str, rests: tuple[str, ...]) -> str | None:
    """A landing field that may follow `rests`: the one which leaves most of the way still ahead."""
    board = position.game.board
    ahead = _waypoints(position, move, origin, rests)
    best, most = None, -1
    for name in board.names(ahead or 0):
        left = _waypoints(position, move, origin, (*rests, name))
        if left is not None and left.bit_count() > most:
            best, most = name, left.bit_count()
    return best


def _waypoints(position: Position, move: Move, origin: str, rests: tuple[str, ...]) -> int | None:
    for way in position.ways(origin, rests):
        if way.move == move:
            return way.stops
    return None
