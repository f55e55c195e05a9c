"""Knows the last half hour of what the sensors said, in bounded memory; neither files nor what it means."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from struct import Struct
from sys import intern

from firmware_host.line import Line
from firmware_host.seen import Seen
from firmware_host.trace import (
    BUTTONS,
    Header,
    button_line,
    changed_fields,
    end_line,
    fields_line,
    header_line,
)
from rules.board import Board
from rules.game import Move

KEEP_S = 1800.0
MOST_BYTES = 1_400_000
"""With what Python adds, and while a part is being replaced, this stays below 2 MB."""

PART_S = 60.0
"""How much of the past is dropped at once."""

QUIET_S = 1.0
"""A board in order that nothing has touched for so long waits for nothing: a trace may begin there."""

MOST_MOVES = 1000
"""After more moves than this a part begins from the position alone; a takeback before it is not known."""

_PART_BYTES = 500
_MOVE_BYTES = 8
_TICKS = 10_000
_LONGEST_TICKS = 2**32 - 1
_CHANGE, _FIELD, _BUTTON = Struct("<IH"), Struct("<HB"), Struct("<Bi")
_IS_BUTTON = 0xFFFF
_READINGS = ("", "x", "w", "b", "?")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a trace may begin: the view at `at`, and the game as it was known then."""

    at: float
    seen: Seen
    start: str
    moves: tuple[str, ...]


@dataclass(slots=True)
class _Part:
    """What happened after an anchor: packed changes, their times in ticks since the anchor."""

    anchor: Anchor
    changes: bytes | bytearray

    @property
    def size(self) -> int:
        return len(self.changes) + _MOVE_BYTES * len(self.anchor.moves) + _PART_BYTES


@dataclass(frozen=True, slots=True)
class Taken:
    """What a black box held at `at`; it no longer changes."""

    board: Board
    absent: int
    at: float
    parts: tuple[tuple[Anchor, bytes], ...]


class BlackBox:
    """Keeps the last `keep_s` seconds of raw views and buttons, and less if that took more than `most_bytes`.
    Mutable; times must not run back.

    Laws: the oldest goes first, and what is left begins where a trace can begin: with the whole view and with
    the moves known then, wherever possible on a board in order. Nothing seen while secrets are chosen is
    kept, not even that a piece shows its other pole afterwards.
    """

    def __init__(
        self, board: Board, absent: int = 0, *, keep_s: float = KEEP_S, most_bytes: int = MOST_BYTES
    ) -> None:
        self._board = board
        self._absent = absent
        self._keep_s = keep_s
        self._most_bytes = most_bytes
        self._number = {name: number for number, name in enumerate(board.fields)}
        self._parts: deque[_Part] = deque()
        self._closed_bytes = 0
        self._seen: Seen | None = None
        self._changed_at = 0.0
        self._secret = False
        self._before: tuple[str, tuple[str, ...]] | None = None
        self._veiled = 0
        self._known: list[tuple[Move, str]] = []

    @property
    def size(self) -> int:
        """Roughly how many bytes it holds."""
        return self._closed_bytes + (self._parts[-1].size if self._parts else 0)

    def see(self, at: float, seen: Seen, line: Line, *, secret: bool = False) -> None:
        """A raw view of the board, and the game as it is known before anything is made of it. `secret`:
        secrets are being chosen while it is seen."""
        if secret:
            self._look_away(seen, line)
            return
        if self._secret:
            self._look_again(at, seen, line)
        seen = self._veil(seen)
        if self._seen is None:
            self._begin(at, seen, self._game(line))
            return
        quiet_at = self._changed_at + QUIET_S
        if at >= quiet_at and self._is_due(at) and self._in_order(self._seen, line):
            self._begin(max(quiet_at, self._parts[-1].anchor.at), self._seen, self._game(line))
        if seen != self._seen:
            self._note(at, seen, line)
        self._drop(at)

    def forget(self) -> None:
        """Another game goes on, which nothing that was seen before explains."""
        self._parts.clear()
        self._closed_bytes = 0
        self._seen = None

    def press(self, at: float, button: str, held_s: float | None = None) -> None:
        """A button by its name: pressed, or released after `held_s` seconds."""
        if self._parts and not self._secret:
            held = -1 if held_s is None else min(round(held_s * _TICKS), 2**31 - 1)
            self._append(at, _IS_BUTTON, _BUTTON.pack(BUTTONS.index(button), held))

    def taken(self, at: float) -> Taken | None:
        """What is held now, or None if nothing is."""
        parts = tuple((part.anchor, bytes(part.changes)) for part in self._parts)
        return Taken(self._board, self._absent, at, parts) if parts else None

    # ---- the parts

    def _begin(self, at: float, seen: Seen, known: tuple[str, tuple[str, ...]]) -> None:
        """A new part, from a start and the moves that were known then."""
        if self._parts:
            last = self._parts[-1]
            last.changes = bytes(last.changes)
            self._closed_bytes += last.size
        self._parts.append(_Part(Anchor(at, seen, *known), bytearray()))
        self._seen, self._changed_at = seen, at

    def _note(self, at: float, seen: Seen, line: Line) -> None:
        fields = changed_fields(self._board, self._seen, seen, self._absent)
        packed = b"".join(
            _FIELD.pack(self._number[name], _READINGS.index(reading)) for name, reading in fields.items()
        )
        self._append(at, len(fields), packed)
        self._seen, self._changed_at = seen, at
        if self._parts[-1].size > self._most_bytes // 4:
            self._begin(at, seen, self._game(line))

    def _append(self, at: float, what: int, packed: bytes) -> None:
        ticks = round((at - self._parts[-1].anchor.at) * _TICKS)
        changes = self._parts[-1].changes
        changes += _CHANGE.pack(min(max(ticks, 0), _LONGEST_TICKS), what) + packed
        self._parts[-1].changes = changes

    def _drop(self, at: float) -> None:
        while len(self._parts) > 1 and (
            self._parts[1].anchor.at <= at - self._keep_s or self.size > self._most_bytes
        ):
            self._closed_bytes -= self._parts.popleft().size

    def _is_due(self, at: float) -> bool:
        return at - self._parts[-1].anchor.at >= min(PART_S, self._keep_s)

    def _in_order(self, seen: Seen, line: Line) -> bool:
        gutter = self._board.mask(self._board.gutter)
        return not (seen.occupied ^ line.position.occupied) & ~seen.unknown & ~gutter

    def _game(self, line: Line) -> tuple[str, tuple[str, ...]]:
        """Where the game began and its moves; those that were known before are not asked for their text
        again."""
        if len(line) > MOST_MOVES or any(ply.irregular for ply in line.plies):
            return line.position.text(full=True), ()
        known = self._known
        same = 0
        for (move, _), ply in zip(known, line.plies, strict=False):
            if move is not ply.move:
                break
            same += 1
        del known[same:]
        known += [(ply.move, intern(ply.move.text)) for ply in line.plies[same:]]
        return line.start.text(full=True), tuple(text for _, text in known)

    # ---- secrets

    def _look_away(self, seen: Seen, line: Line) -> None:
        """Forget what came before, but for one view of the board in order to begin with."""
        if not self._secret:
            self._secret, self._before = True, self._game(line)
        if self._in_order(seen, line) and (self._seen is None or not self._in_order(self._seen, line)):
            self._seen, self._before = self._veil(seen), self._game(line)
        self._parts.clear()
        self._closed_bytes = 0

    def _look_again(self, at: float, seen: Seen, line: Line) -> None:
        """Begin anew with the view from before; pieces turned over meanwhile go on showing what they did."""
        self._secret = False
        if self._seen is not None:
            turned = (self._seen.white ^ seen.white) | (self._seen.black ^ seen.black)
            self._veiled |= turned & self._seen.occupied & seen.occupied
            self._begin(at, self._seen, self._before or self._game(line))

    def _veil(self, seen: Seen) -> Seen:
        last = self._seen
        self._veiled &= seen.occupied
        if last is None or not self._veiled:
            return seen
        keep, hide = ~self._veiled, self._veiled
        return replace(
            seen,
            white=seen.white & keep | last.white & hide,
            black=seen.black & keep | last.black & hide,
        )


def lines(taken: Taken, header: Header) -> Iterator[str]:
    """The trace, line by line without line ends: times from 0, the whole board first. `header` says what the
    box does not know; where it begins and what was played before is put in."""
    (first, _), *_ = taken.parts
    yield header_line(replace(header, start=first.start, moves=first.moves))
    yield fields_line(0.0, changed_fields(taken.board, None, first.seen, taken.absent))
    for anchor, changes in taken.parts:
        yield from _unpacked(changes, anchor.at - first.at, taken.board)
    yield end_line(max(taken.at - first.at, 0.0))


def _unpacked(changes: bytes, begins: float, board: Board) -> Iterator[str]:
    place = 0
    while place < len(changes):
        ticks, what = _CHANGE.unpack_from(changes, place)
        place += _CHANGE.size
        t = begins + ticks / _TICKS
        if what == _IS_BUTTON:
            button, held = _BUTTON.unpack_from(changes, place)
            place += _BUTTON.size
            yield button_line(t, BUTTONS[button], None if held < 0 else held / _TICKS)
            continue
        fields = {}
        for _ in range(what):
            number, reading = _FIELD.unpack_from(changes, place)
            place += _FIELD.size
            fields[board.fields[number]] = _READINGS[reading]
        yield fields_line(t, fields)
