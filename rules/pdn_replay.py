"""Knows which legal moves the written moves of a draughts record mean; nothing of files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import AmbiguousMove, InvalidMove, Move, Position
from rules.pdn_moves import Notation, Step
from rules.pdn_types import PdnError

_LOOK_AHEAD = 5
"""How many ambiguous moves may wait for their answer at the same time; each may double the work."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was understood: its canonical text, and how many of the record's steps it ends."""

    text: str
    steps: int


class Stuck(PdnError):
    """A step that is no legal move. `step` is the one; `is_open` says that several legal moves fit it."""

    def __init__(self, message: str, ply: int, step: Step, *, is_open: bool = False) -> None:
        super().__init__(message, ply=ply)
        self.step = step
        self.is_open = is_open


def replay(position: Position, written: Sequence[Step]) -> tuple[Played, ...]:
    """The legal moves that the steps mean, from this position on. Raises Stuck at the first that is none.

    A short move text that fits several legal moves is taken for the one with which all later moves are
    legal too, if there is only one. A capture written jump by jump (`11x18 18x25`) is one move.
    """
    board = position.game.board
    try:
        return tuple(_Walk(written, Notation(board)).follow(position, 0, 0, _LOOK_AHEAD))
    except Stuck as stuck:
        if not written or not Notation(board).foreign(written[0].squares):
            raise
        try:
            return tuple(_Walk(written, Notation(board, turned=True)).follow(position, 0, 0, _LOOK_AHEAD))
        except Stuck as turned:
            raise max(stuck, turned, key=lambda error: error.ply or 0) from None


@dataclass(frozen=True, slots=True)
class _Walk:
    """The written moves and how they name fields; following them changes nothing here."""

    written: Sequence[Step]
    notation: Notation

    def follow(self, position: Position, index: int, ply: int, depth: int) -> list[Played]:
        """The moves from step `index` on, `ply` moves having been made. `depth`: see _LOOK_AHEAD."""
        played: list[Played] = []
        while index < len(self.written):
            step = self.written[index]
            index += 1
            ply += 1
            try:
                move, index = self._read(position, step, index, ply)
            except AmbiguousMove as error:
                return played + self._choose(position, step, error, index, ply, depth)
            played.append(Played(move.text, index))
            position = position.play(move)
        return played

    def _read(self, position: Position, step: Step, index: int, ply: int) -> tuple[Move, int]:
        """The move of `step`, joined with the steps from `index` on if it is written jump by jump, and the
        index behind it. Raises Stuck or AmbiguousMove.
        """
        if step.problem is not None:
            raise Stuck(step.problem, ply, step)
        joined = step
        stuck: Stuck | None = None
        while True:
            try:
                return find_move(position, joined, self.notation), index
            except AmbiguousMove:
                raise
            except InvalidMove as error:
                stuck = stuck or Stuck(_naming(step, error), ply, step)
                further = self.written[index] if index < len(self.written) else None
                if further is None or not _goes_on(joined, further):
                    raise stuck from error
                squares = (*joined.squares, *further.squares[1:])
                joined = Step(step.text, step.offset, squares, capture=True)
                index += 1

    def _choose(
        self, position: Position, step: Step, error: AmbiguousMove, index: int, ply: int, depth: int
    ) -> list[Played]:
        """The only candidate with which the rest of the record is legal, and that rest."""
        is_open = Stuck(str(error), ply, step, is_open=True)
        if depth == 0 or index == len(self.written):
            raise is_open
        fitting: list[list[Played]] = []
        failed: list[Stuck] = []
        for move in position.legal_moves():
            if move.text not in error.candidates:
                continue
            try:
                rest = self.follow(position.play(move), index, ply, depth - 1)
                fitting.append([Played(move.text, index), *rest])
            except Stuck as stuck:
                failed.append(stuck)
        undecided = [stuck for stuck in failed if stuck.is_open]
        if len(fitting) + len(undecided) > 1:
            raise is_open
        if fitting:
            return fitting[0]
        raise max(undecided or failed or [is_open], key=lambda stuck: stuck.ply or 0)


def find_move(position: Position, step: Step, notation: Notation) -> Move:
    """The legal move that one written move means.

    Where the game itself cannot read it, any legal move counts that has the same first and last field and
    touches the fields between (landing on them or capturing there): so captures written with `-`, or with
    some of their landing fields. Raises InvalidMove or AmbiguousMove.
    """
    fields = notation.fields(step.squares)
    taken = notation.fields(step.taken)
    if fields is None or taken is None or len(fields) < 2:
        raise InvalidMove(f"{step.text!r} is not a move on this board")
    try:
        move = position.parse_move(("x" if step.capture else "-").join(fields))
        if not taken or _captures(position, move, taken):
            return move
    except InvalidMove as error:
        found = _loosely(position, step, fields, taken)
        if len(found) == 1:
            return found[0]
        if not found or isinstance(error, AmbiguousMove):
            raise
        texts = tuple(move.text for move in found)
        raise AmbiguousMove(f"{step.text!r} can be {' or '.join(texts)}", texts) from error
    raise InvalidMove(f"{step.text!r} does not capture {', '.join(taken)}")


def _naming(step: Step, error: InvalidMove) -> str:
    """The game's message, and the move as it is written if the message does not show it."""
    return str(error) if step.text in str(error) else f"{step.text!r}: {error}"


def _goes_on(step: Step, further: Step) -> bool:
    joined = bool(step.squares) and further.squares[:1] == step.squares[-1:]
    return joined and step.capture and further.capture


def _captures(position: Position, move: Move, fields: Sequence[str]) -> bool:
    bit = position.game.board.bit
    return all(move.captures & bit[field] for field in fields)


def _loosely(position: Position, step: Step, fields: tuple[str, ...], taken: tuple[str, ...]) -> list[Move]:
    first, *between, last = fields
    found = []
    for move in position.legal_moves():
        ends = [(lead.origin, lead.target) for lead in move.transfers[:1]]
        if ends != [(first, last)] or (step.capture and not move.captures):
            continue
        if _captures(position, move, taken) and (not between or _touches(position, move, first, between)):
            found.append(move)
    return found


def _touches(position: Position, move: Move, first: str, between: Sequence[str]) -> bool:
    if _captures(position, move, between):
        return True
    ways = position.ways(first, tuple(between))
    return any(way.move == move for way in ways)
