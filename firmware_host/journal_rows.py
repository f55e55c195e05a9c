"""Knows what the journal holds and what may change in it: games, plies and changes; no file, no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.game import Outcome, Side

UNFINISHED = "*"
"""The result of a game that goes on, or that ended without one."""

ABORTED = "aborted"
"""The reason of a game that ended without a result."""

Options = Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game. `start` is the full text of its start position, `started` and `ended` are UTC in ISO 8601 or
    None while the clock was not set, `result` is written as the game writes it, `reason` is None while the
    game goes on. `plies`: how many it has. `event`, `site`, `round`, `board`: what else a record of it says,
    or None. `clock`: the text of the state in which its clock was last, None without a clock.
    """

    id: int
    game: str
    options: Options
    start: str
    started: str | None
    ended: str | None
    result: str
    reason: str | None
    white: str | None
    black: str | None
    plies: int
    event: str | None = None
    site: str | None = None
    round: str | None = None
    board: str | None = None
    clock: str | None = None

    def summary(self) -> dict[str, str | int | None]:
        """The row of a list of games."""
        return {
            "id": self.id,
            "game": self.game,
            "started": self.started,
            "plies": self.plies,
            "result": self.result,
        }


@dataclass(frozen=True, slots=True)
class PlyRow:
    """One ply of a game. `ply` counts from 1, `position` is the full text after it, `by` the side that made
    it, `at` the pipeline's time in seconds. `irregular` and `article`: what the rules forbid about it and
    where they do, or None. `clock`: the seconds that White and Black had left when it had been made, or None.
    """

    ply: int
    move: str
    position: str
    by: Side
    at: float
    final: bool = False
    irregular: str | None = None
    article: str | None = None
    clock: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SecretRow:
    """What `side` hid. `sealed`: the field on which its piece stood at the start, for the daemon alone.
    `name`: the same for everybody, None while the game goes on or if the seal cannot be opened.
    """

    side: Side
    sealed: bytes = field(repr=False)
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Headings:
    """What a record says about a game besides its moves: the players, the event and where it was, the round,
    the number of the board; None where nobody said."""

    white: str | None = None
    black: str | None = None
    event: str | None = None
    site: str | None = None
    round: str | None = None
    board: str | None = None


@dataclass(frozen=True, slots=True)
class Begin:
    """A new game. One that is still going on is ended without a result: a board plays one game at a time."""

    game: str
    start: str
    options: Options = field(default_factory=dict)
    headings: Headings = Headings()


@dataclass(frozen=True, slots=True)
class Head:
    """The game has these headings from now on; those that are None stay as they are."""

    headings: Headings


@dataclass(frozen=True, slots=True)
class KeepClock:
    """The clock stands as its text `state` says. `ply`: the ply with which it came to that, after which White
    and Black had `left` seconds; 0: none."""

    state: str
    ply: int = 0
    left: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Record:
    """A ply is added; its number is one more than that of the last."""

    row: PlyRow


@dataclass(frozen=True, slots=True)
class Amend:
    """The last ply, which is not final, becomes this one."""

    row: PlyRow


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last ply, whose number this is, was undone."""

    ply: int


@dataclass(frozen=True, slots=True)
class Finalise:
    """The ply of this number can no longer be amended."""

    ply: int


@dataclass(frozen=True, slots=True)
class Seal:
    """The secret of `side` is the piece that stood on `name` at the start; sealed until the game is over."""

    side: Side
    name: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class End:
    """The game ended. `results`: how the game writes White's win, a draw, Black's win."""

    outcome: Outcome
    results: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Reopen:
    """The game goes on after all: its end was taken back."""


@dataclass(frozen=True, slots=True)
class Resume:
    """A game that was left off goes on. The one that went on until now is ended without a result."""

    game_id: int


Change = Begin | Resume | Head | KeepClock | Record | Amend | TakeBack | Finalise | Seal | End | Reopen


def result_text(outcome: Outcome, results: tuple[str, str, str]) -> str:
    """The result of `outcome` as a game with these `results` writes it."""
    if outcome.reason == ABORTED:
        return UNFINISHED
    match outcome.winner:
        case Side.WHITE:
            return results[0]
        case Side.BLACK:
            return results[2]
    return results[1]
