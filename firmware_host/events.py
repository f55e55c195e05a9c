"""Knows what the daemon tells the outside: every event, its fields and its JSON form; not why it happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar, TypeAlias

from rules.game import Outcome, Side

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Event:
    """Something decided at `t` (seconds of the pipeline's clock). `rank` orders the events of one `t`."""

    name: ClassVar[str] = ""
    rank: ClassVar[int] = 0
    t: float


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Ply `ply` was undone; `position` is the one before it."""

    name: ClassVar[str] = "takeback"
    rank: ClassVar[int] = 0
    ply: int
    position: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A legal move was heard as ply `ply` (from 1); `position` is the one after it, `full` the same with its
    counters, for the journal (not printed)."""

    name: ClassVar[str] = "move"
    rank: ClassVar[int] = 1
    ply: int
    move: str
    position: str
    by: Side
    full: str = field(default="", metadata={"printed": False})


@dataclass(frozen=True, slots=True)
class Amended(Event):
    """Ply `ply`, not final yet, became another move of the same side; `full` as in Moved."""

    name: ClassVar[str] = "amend"
    rank: ClassVar[int] = 1
    ply: int
    move: str
    position: str
    by: Side
    full: str = field(default="", metadata={"printed": False})


@dataclass(frozen=True, slots=True)
class Irregular(Event):
    """Something forbidden that the players let stand as ply `ply`: `what`, and the `article` that forbids
    it; `position` is the one after it. Not printed, for the journal: the `move` as hands made it, `by` whom,
    and `full` as in Moved."""

    name: ClassVar[str] = "irregular"
    rank: ClassVar[int] = 1
    ply: int
    what: str
    article: str
    position: str
    move: str = field(default="", metadata={"printed": False})
    by: Side = field(default=Side.WHITE, metadata={"printed": False})
    full: str = field(default="", metadata={"printed": False})


@dataclass(frozen=True, slots=True)
class Final(Event):
    """Ply `ply` can no longer be amended."""

    name: ClassVar[str] = "final"
    rank: ClassVar[int] = 2
    ply: int


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """The board cannot tell which of these moves was made (canonical texts, sorted)."""

    name: ClassVar[str] = "ask"
    rank: ClassVar[int] = 3
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Astray(Event):
    """The board at rest is wrong: fields that should, should not hold a piece."""

    name: ClassVar[str] = "astray"
    rank: ClassVar[int] = 3
    missing: tuple[str, ...]
    extra: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restored(Event):
    """After `astray`: all in order."""

    name: ClassVar[str] = "restored"
    rank: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class Secret(Event):
    """`side` has hidden a piece, or proved by a claim which one it was. `place`: the field on which that
    piece stood at the start, for the journal (never printed, in no text form)."""

    name: ClassVar[str] = "secret"
    rank: ClassVar[int] = 3
    side: Side
    place: str = field(default="", repr=False, metadata={"printed": False})


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game ended; both None when a takeback cancels that."""

    name: ClassVar[str] = "outcome"
    rank: ClassVar[int] = 4
    winner: Side | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Fault(Event):
    """A field or a device does not work as it should, `since` when; or, as `what` says, does so again."""

    name: ClassVar[str] = "fault"
    rank: ClassVar[int] = 4
    field: str | None
    device: str | None
    what: str
    since: float


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A new game began on this board while the daemon runs."""

    name: ClassVar[str] = "start"
    rank: ClassVar[int] = 4
    game: str
    position: str


@dataclass(frozen=True, slots=True)
class Clocked(Event):
    """How the clock stands: whose time runs (None: nobody's), the seconds that each side has left (in
    byo-yomi, once the main time is used up, of its period), and how many periods. Not printed, for the
    journal: the `state` as text, and the `ply` for which the clock was pressed (0: none) with what was `left`
    after it."""

    name: ClassVar[str] = "clock"
    rank: ClassVar[int] = 4
    running: Side | None
    white: float
    black: float
    white_periods: int
    black_periods: int
    state: str = field(default="", repr=False, metadata={"printed": False})
    ply: int = field(default=0, metadata={"printed": False})
    left: tuple[float, float] = field(default=(0.0, 0.0), metadata={"printed": False})


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """A game that was left off goes on, because its last position was set up: `id` is its number in the
    journal, `ply` that of its last move, `position` the one after it. Not printed: the state of its `clock`
    as text, None without one."""

    name: ClassVar[str] = "resume"
    rank: ClassVar[int] = 4
    game: str
    id: int
    ply: int
    position: str
    clock: str | None = field(default=None, repr=False, metadata={"printed": False})


@dataclass(frozen=True, slots=True)
class Lit(Event):
    """The whole picture, field to role, whenever it changes."""

    name: ClassVar[str] = "lights"
    rank: ClassVar[int] = 5
    lights: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """Last line of a replay: what was understood."""

    name: ClassVar[str] = "game"
    rank: ClassVar[int] = 6
    game: str
    moves: tuple[str, ...]
    position: str
    outcome: Outcome | None


def in_order(events: Iterable[Event]) -> list[Event]:
    """The events by time, those of one time in the order that the interface promises.

    What must not change places does not: a takeback of a ply heard at the same time stays behind it, and
    what belongs to another game behind its start.
    """
    result: list[Event] = []
    part: list[Event] = []
    heard: set[int] = set()
    for event in events:
        if isinstance(event, TakenBack) and event.ply in heard:
            result += _ranked(part)
            part, heard = [], set()
        part.append(event)
        if isinstance(event, Moved | Irregular):
            heard.add(event.ply)
        elif isinstance(event, Started | Resumed):
            result += _ranked(part)
            part, heard = [], set()
    return result + _ranked(part)


def _ranked(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: (event.t, event.rank))


def as_json(event: Event) -> dict[str, Json]:
    """The event as the object that is printed: `t` (rounded to 0.1 ms) and `event` first."""
    result: dict[str, Json] = {"t": round(event.t, 4), "event": event.name}
    for item in fields(event):
        if item.name == "t" or not item.metadata.get("printed", True):
            continue
        value = getattr(event, item.name)
        if value is None and isinstance(event, Fault):
            continue
        result[item.name] = round(value, 4) if isinstance(value, float) else _plain(value)
    return result


def _plain(value: object) -> Json:
    match value:
        case Side():
            return value.value
        case Outcome():
            return {"winner": value.winner.value if value.winner else None, "reason": value.reason}
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case None | bool() | int() | float() | str():
            return value
    raise TypeError(f"no JSON form for {value!r}")
