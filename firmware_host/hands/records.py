"""Knows the form of a performance: what was done, what the sensors said, and which of it belongs together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.hands.bodies import Body


class HandsError(ValueError):
    """A performance that cannot be given; the message says what was asked and what is possible."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One raw change of one sensor. `tick` counts tenths of a millisecond; `turn` is the index of the turn
    whose hand caused it; `settling` False: an adjustment, a thought, a crown, which the turn does not need.
    """

    tick: int
    field: str
    reading: str
    turn: int
    settling: bool

    @property
    def time(self) -> float:
        """Seconds, rounded to 0.1 ms."""
        return self.tick / 10_000


@dataclass(frozen=True, slots=True)
class Frame:
    """What changed at `time` (seconds): field to reading, `x`, `w`, `b` or empty."""

    time: float
    readings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something noteworthy the hands did in ply `ply` at `time`, and the fields it concerned."""

    time: float
    ply: int
    name: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What truly happened, in order: `kind` is `move` or `takeback` of ply `ply` (from 1).

    `first` and `last` are the times of the first and last raw edge that the turn needs: from `last` on the
    board agrees with the position after it (a takeback: before it), but for what the next turn has begun and
    for leftovers. (Where the next turn's piece is over the same field, the change may count as that
    turn's.) A move that the board cannot show has both at the moment it was made.
    """

    kind: str
    ply: int
    move: str
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Leftover:
    """A field that keeps a piece which is no longer in play: a stone in the gutter. It may arrive from
    `since` on, when the push that drops it begins, and is gone at `until` (seconds).
    """

    field: str
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Defect:
    """Something that does not work: of sensors (`fields`), or of a piece (`body`, with the field on which it
    stood at first); `since` when, in seconds. `spells` are the times in which it shows, where it comes and
    goes; else it shows from `since` to the end.
    """

    kind: str
    fields: tuple[str, ...]
    since: float = 0.0
    body: int | None = None
    spells: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Performance:
    """A game as hands played it.

    `start` is None for the game's own start. `frames` begins with the whole board at time 0; times strictly
    ascend. `end` is a moment of rest after the last frame. `bodies` say where every piece was at any time,
    `defects` what did not work. `turns`, `deeds` and `bodies` are what truly happened, whatever was seen.
    """

    game: str
    options: Mapping[str, str | int | bool]
    start: str | None
    kind: str
    absent: tuple[str, ...]
    frames: tuple[Frame, ...]
    edges: tuple[Edge, ...]
    turns: tuple[Turn, ...]
    deeds: tuple[Deed, ...]
    leftovers: tuple[Leftover, ...]
    bodies: tuple[Body, ...]
    end: float
    defects: tuple[Defect, ...] = ()

    @property
    def plies(self) -> tuple[Turn, ...]:
        """The moves that stand at the end, one a ply, in order."""
        standing: dict[int, Turn] = {}
        for turn in self.turns:
            if turn.kind == "move":
                standing[turn.ply] = turn
            else:
                standing.pop(turn.ply, None)
        return tuple(standing[ply] for ply in sorted(standing))
