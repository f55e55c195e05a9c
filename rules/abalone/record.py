"""Knows what a recorded Abalone game holds and how it is replayed; not how its file looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.abalone.generator import AbaloneMove
from rules.abalone.position import AbalonePosition
from rules.game import RulesError
from rules.games.abalone import LAYOUTS, Abalone

UNFINISHED = "*"
RESULTS = (*Abalone.results, UNFINISHED)
"""`0-1` White won, `1/2-1/2`, `1-0` Black won (Black moves first and is named first), `*` unknown."""

RESERVED = ("Variant", "Result", "Notation", "SetUp", "Position", "Plies")
"""The tags that say what a record holds in its own fields; it never has them in `tags`."""


ROSTER = {"Event": "?", "Date": "????.??.??", "Black": "?", "White": "?"}
"""The tags that every written game has first, in this order, with what stands for an unknown value."""


class ApgnError(RulesError, ValueError):
    """A recorded game that cannot be read or written.

    `number` is the game's place in its file, from 1; None where no file is involved. `ply` is the half move
    that is wrong, from 1; None if the fault lies before the moves.
    """

    def __init__(self, message: str, *, number: int | None = None, ply: int | None = None) -> None:
        super().__init__(message)
        self.number = number
        self.ply = ply


@dataclass(frozen=True, slots=True)
class Record:
    """One Abalone game.

    `start`: canonical text of the position in which the moves begin. `moves`: canonical texts (Aba-Pro).
    `result`: one of RESULTS. `tags`: name and value of everything else that is known, the roster first, then
    the others as given, each once and on one line, unknown roster values left out.

    Raises ApgnError for a result or a tag that APGN cannot hold.
    """

    start: str
    moves: tuple[str, ...] = ()
    result: str = UNFINISHED
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.result not in RESULTS:
            raise ApgnError(f"The result {self.result!r} is none of {', '.join(RESULTS)}.")
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "tags", _ordered(self.tags))

    def tag(self, name: str, default: str = "?") -> str:
        """The value of the tag called `name`, or `default`."""
        return next((value for known, value in self.tags if known == name), default)

    def line(self) -> Iterator[tuple[AbaloneMove, AbalonePosition]]:
        """Every move with the position after it; raises InvalidPosition, InvalidMove or IllegalMove."""
        position = start_position(self.start)
        for text in self.moves:
            move = position.parse_move(text)
            position = position.play(move)
            yield move, position


def tag_name(text: str) -> str:
    """The usual spelling of a known tag name given in any case; any other name as it is."""
    known = {name.casefold(): name for name in (*ROSTER, *RESERVED)}
    return known.get(text.casefold(), text)


def _ordered(tags: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    first: dict[str, str] = {}
    for given, value in tags:
        name, line = tag_name(given), " ".join(value.split())
        if name in RESERVED or not re.fullmatch(r"\w+", name):
            raise ApgnError(f"A record cannot have a tag of its own called {given!r}; leave it out.")
        if line not in (ROSTER.get(name), ""):
            first.setdefault(name, line)
    return tuple(sorted(first.items(), key=lambda tag: [*ROSTER, tag[0]].index(tag[0])))


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game in a file that could not be read: why, and what its header says."""

    error: ApgnError
    tags: tuple[tuple[str, str], ...]


def start_position(text: str) -> AbalonePosition:
    """The position in which a record begins, without draws by repetition (servers kept none)."""
    return Abalone(repetition=False).parse(text)


def layout_of(position: AbalonePosition) -> str | None:
    """The start layout that `position` is, or None if it is another position."""
    text = position.text()
    return next((name for name, rows in LAYOUTS.items() if text == f"{rows} b 0 0"), None)
