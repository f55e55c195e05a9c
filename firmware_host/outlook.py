"""Knows everything that one position lets a board expect: each move as fields that empty, fill and change on
the way; not what the board shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from rules.board import Board
from rules.game import Move, Outcome, Position, Way

_NEAR = 1e-6
_SAID_PLIES = 3
"""Two choices, then a side that is stuck at once; then the other side can move."""


class Prospect(NamedTuple):
    """A legal move as the board may show it (a tuple, because some positions have hundreds of them).

    `after`: the fields occupied when it is complete. `area`: every field whose reading may differ from the
    position on the way there (origins, targets, fields passed, captured men). `rolling`: the fields whose
    pieces come to stand on others on the way: those carried, and those pushed off the board. `silent`: where
    pieces push each other, the fields that one piece leaves and another takes: occupied before and after, so
    that only having been touched tells of them. `fallen`: the fields of the gutter in which its pushed-off
    stones end. `said`: the moves without hands (a choice, a pass) that come before it.
    """

    move: Move
    after: int
    area: int
    rolling: int
    silent: int = 0
    fallen: int = 0
    said: tuple[Move, ...] = ()


class Outlook:
    """Everything that one position lets one expect; computed once a position and kept while it matters."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.occupied = position.occupied
        self._board = position.game.board
        self._following: dict[Prospect, Outlook] = {}
        self._ways: dict[tuple[str, tuple[str, ...]], tuple[Way, ...]] = {}

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended here by the rules alone, or None."""
        return self.position.outcome()

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return self.position.legal_moves()

    @property
    def passing(self) -> Move | None:
        """The pass of a side that can do nothing else, or None."""
        return _lone_pass(self._moves)

    @cached_property
    def prospects(self) -> tuple[Prospect, ...]:
        """Every legal move that the board can show, those behind a choice or a pass included."""
        found = [self._prospect(move, ()) for move in self._moves if is_shown(move)]
        if not found:
            for calls in said(self.position):
                moves = _after(self.position, calls).legal_moves()
                found += [self._prospect(move, calls) for move in moves if is_shown(move)]
        return tuple(found)

    @cached_property
    def by_after(self) -> Mapping[int, tuple[Prospect, ...]]:
        """The moves by the occupancy that they end in."""
        found: dict[int, list[Prospect]] = defaultdict(list)
        for prospect in self.prospects:
            found[prospect.after].append(prospect)
        return {after: tuple(group) for after, group in found.items()}

    @cached_property
    def movable(self) -> int:
        """The fields from which some legal move carries a piece."""
        mask = 0
        for prospect in self.prospects:
            mask |= prospect.move.lifts
        return mask

    @cached_property
    def led(self) -> int:
        """The fields from which a hand leads a piece; what is only pushed or taken does not count."""
        leaders = (prospect.move.transfers[0].origin for prospect in self.prospects)
        return self._board.mask(origin for origin in leaders if origin is not None)

    @cached_property
    def pushes(self) -> bool:
        """Whether pieces push each other: some move carries more than one from field to field, or the board
        has a gutter."""
        return bool(self._board.gutter) or any(p.move.lifts & (p.move.lifts - 1) for p in self.prospects)

    @cached_property
    def own(self) -> int:
        """The pieces of the side to move, and those of the other side that it may move."""
        position = self.position
        side = position.white if position.turn.letter == "w" else position.black
        return side | self.movable

    def result(self, prospect: Prospect) -> Position:
        """The position after this move of the outlook and what is said before it."""
        return self.following(prospect).position

    def following(self, prospect: Prospect) -> Outlook:
        """The outlook after this move. Kept: a wrong board is compared with each time and again."""
        found = self._following.get(prospect)
        if found is None:
            found = Outlook(_after(self.position, (*prospect.said, prospect.move)))
            self._following[prospect] = found
        return found

    def ways(self, origin: str, rests: tuple[str, ...]) -> tuple[Way, ...]:
        """The position's ways, each asked of the rules once: every picture of one move asks again."""
        key = origin, rests
        if key not in self._ways:
            self._ways[key] = self.position.ways(origin, rests)
        return self._ways[key]

    def extendable(self, prospect: Prospect) -> bool:
        """Whether the hands may go on from this move to a longer legal one."""
        return _after(self.position, prospect.said).extendable(prospect.move)

    def _prospect(self, move: Move, calls: tuple[Move, ...]) -> Prospect:
        lifts, drops, captures = move.lifts, move.drops, move.captures
        after = (self.occupied & ~(lifts | captures)) | drops
        area = lifts | drops | captures
        gutter = self._board.gutter
        if gutter or captures & (captures - 1):
            area |= self._passed(move)
        fallen = self._fallen(move) if gutter else 0
        if not (fallen or captures & drops or lifts & (lifts - 1)):
            return Prospect(move, after, area, lifts, 0, fallen, calls)
        rolling = lifts | captures
        return Prospect(move, after, area, rolling, rolling & after, fallen, calls)

    def _passed(self, move: Move) -> int:
        """The fields that its pieces may rest on or roll over on their way."""
        board = self._board
        if board.gutter:
            mask = 0
            for one in move.transfers:
                if one.origin is not None and one.target is not None:
                    mask |= _between(board, one.origin, one.target)
            return mask
        origin = move.transfers[0].origin
        return 0 if origin is None else self._stops.get((origin, move.text), 0)

    @cached_property
    def _stops(self) -> Mapping[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        origins = {move.transfers[0].origin for move in self._moves if move.captures & (move.captures - 1)}
        for origin in origins:
            if origin is not None:
                for way in self.position.ways(origin):
                    found[origin, way.move.text] = way.stops
        return found

    def _fallen(self, move: Move) -> int:
        board = self._board
        return board.mask(t.target for t in move.transfers if t.target in board.gutter and t.target)


@cache
def _between(board: Board, origin: str, target: str) -> int:
    """The fields on the straight way from `origin` to `target`, ends and gutter left out."""
    one, other = board.cells[origin], board.cells[target]
    across, up = other.x - one.x, other.y - one.y
    long = across * across + up * up
    mask = 0
    for name, cell in board.cells.items():
        x, y = cell.x - one.x, cell.y - one.y
        straight = abs(x * up - y * across) < _NEAR
        if straight and _NEAR < x * across + y * up < long - _NEAR and name not in board.gutter:
            mask |= board.bit[name]
    return mask


def is_shown(move: Move) -> bool:
    """Whether hands make this move, so that a board can show it; a choice or a pass is only said."""
    return bool(move.drops or move.lifts or move.captures)


def said(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Every sequence of moves that are said, not made (a choice of side or of the first move, a pass), after
    which hands can move again; one for each position that they lead to: if possible nobody takes another
    colour than his own, then the alphabetically first. Empty where the side to move moves by hand."""
    found: dict[Position, tuple[int, tuple[str, ...], tuple[Move, ...]]] = {}
    queue: list[tuple[Position, int, tuple[Move, ...]]] = [(position, 0, ())]
    while queue:
        here, foreign, path = queue.pop()
        calls = [move for move in here.legal_moves() if not is_shown(move)]
        if path and not calls:
            way = (foreign, tuple(call.text for call in path), path)
            found[here] = min(found.get(here, way), way, key=lambda each: each[:2])
        elif len(path) < _SAID_PLIES:
            other = here.turn.other.value
            queue += [(here.play(call), foreign + (call.text == other), (*path, call)) for call in calls]
    return tuple(path for _, _, path in sorted(found.values(), key=lambda each: each[:2]))


def passing(position: Position) -> Move | None:
    """The pass of a side that can do nothing else, or None."""
    return _lone_pass(position.legal_moves())


def _lone_pass(moves: Sequence[Move]) -> Move | None:
    return moves[0] if len(moves) == 1 and not is_shown(moves[0]) else None


def _after(position: Position, moves: Iterable[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position
