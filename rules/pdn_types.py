"""Knows what a draughts game record holds once it has been read; not how its text looks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.game import RulesError

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The tags that every written game has, in this order; `Result` and `GameType` follow them."""

RESERVED = ("Result", "GameType", "FEN", "SetUp", "RuleOptions")
"""The tags that say what `Record` holds in its own fields, and which it therefore never has in `tags`."""

UNFINISHED = "*"
BOTH_LOST = "0-0"

_KNOWN = {name.casefold(): name for name in (*ROSTER, *RESERVED)}
_RESULTS: dict[str, int | str] = {
    **dict.fromkeys(("1-0", "2-0"), 0),
    **dict.fromkeys(("1/2-1/2", "½-½", "1/2", "½", "1-1"), 1),
    **dict.fromkeys(("0-1", "0-2"), 2),
    BOTH_LOST: BOTH_LOST,
    **dict.fromkeys(("", "?", "-", UNFINISHED), UNFINISHED),
}
_DASHES = re.compile("[:\u2010-\u2015\u2212]")
_UNKNOWN_VALUES = frozenset({"", "?", "????.??.??"})
# Line breaks and controls would tear a tag or a comment apart; lone surrogates cannot be encoded.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class PdnError(RulesError, ValueError):
    """A game text that cannot be read or a record that cannot be written.

    `number` is the game's place in its file (from 1), `ply` the half move at which reading stopped (from 1;
    None: before the moves); both are None where no file is involved.
    """

    def __init__(self, message: str, *, number: int | None = None, ply: int | None = None) -> None:
        super().__init__(message)
        self.number = number
        self.ply = ply


@dataclass(frozen=True, slots=True)
class Record:
    """One draughts game.

    `tags`: name and value pairs, the roster first, then the others as given; each name once (the first
    value that says something counts), no reserved name, no roster tag whose value is unknown. `game`: its
    registered name. `options`: the chosen options that are not the default. `start`: canonical text of the
    position in which the moves begin. `moves`: canonical texts. `result`: as the game writes it, `*` while
    nothing is known, `0-0` if both lost, any other text of a tournament's own scoring as it stands.
    `comments`: (number of moves played before it, text), in that order.

    Construction brings texts into the form that survives writing and reading: control characters become
    spaces, the blanks of a comment single, its braces parentheses. Raises PdnError for a reserved tag, an
    unusable tag name, or a comment outside the game.
    """

    game: str
    start: str
    moves: tuple[str, ...] = ()
    result: str = UNFINISHED
    tags: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str | int | bool], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "tags", _ordered(self.tags))
        object.__setattr__(self, "options", tuple(self.options))
        object.__setattr__(self, "comments", self._placed_comments())
        object.__setattr__(self, "result", clean(self.result).strip() or UNFINISHED)

    def _placed_comments(self) -> tuple[tuple[int, str], ...]:
        placed = []
        for ply, text in self.comments:
            if not 0 <= ply <= len(self.moves):
                raise PdnError(f"A comment stands after move {ply} of a game of {len(self.moves)} moves.")
            if comment := clean_comment(text):
                placed.append((ply, comment))
        return tuple(sorted(placed, key=lambda pair: pair[0]))

    def tag(self, name: str, default: str = "?") -> str:
        """The value of the tag called `name`, or `default`."""
        return next((value for known, value in self.tags if known == name), default)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game in a file that could not be read.

    `number`: its place in the file, from 1; `line`: where reading stopped; `ply`: the half move at which it
    stopped, None before the moves; `message`: one sentence that names these; `tags`: what its header says.
    """

    number: int
    line: int
    ply: int | None
    message: str
    tags: tuple[tuple[str, str], ...]


def is_result(text: str) -> bool:
    """Whether the text is a result of the standard in any of its spellings, rather than a score of a
    tournament's own.
    """
    return _result_key(text) in _RESULTS


def standard_result(text: str, results: tuple[str, str, str]) -> str:
    """A result in any spelling as a game with these `results` (White won, draw, Black won) writes it; a
    score of a tournament's own unchanged.
    """
    meaning = _RESULTS.get(_result_key(text))
    if meaning is None:
        return text
    return results[meaning] if isinstance(meaning, int) else meaning


def tag_name(text: str) -> str:
    """The usual spelling of a tag name that was typed in any way (`game type`, `WHITE`); may be empty.

    PDN wants a capital first; the known names have one spelling; what no name can hold becomes `_`.
    """
    name = re.sub(r"\W+", "_", text).strip("_")
    known = _KNOWN.get(name.replace("_", "").casefold())
    if known is not None:
        return known
    return name[:1].upper() + name[1:] if name[:1].isascii() else name


def clean(text: str) -> str:
    """The text without line breaks, controls and what cannot be encoded."""
    return _SURROGATE.sub("\ufffd", _CONTROL.sub(" ", text))


def clean_comment(text: str) -> str:
    """The comment on one line with single blanks; braces, which PDN cannot nest, become parentheses."""
    return " ".join(clean(text).replace("{", "(").replace("}", ")").split())


def says_nothing(name: str, value: str) -> bool:
    """Whether the tag is one of the roster and its value only says that it is unknown."""
    return name in ROSTER and value.strip() in _UNKNOWN_VALUES


def _result_key(text: str) -> str:
    return _DASHES.sub("-", "".join(text.split()))


def _ordered(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    first: dict[str, str] = {}
    for given, value in tags:
        name = tag_name(given)
        if not name:
            raise PdnError(f"{given!r} cannot name a tag: it needs a letter or a digit.")
        if name in RESERVED:
            raise PdnError(
                f"{name} is written from the record's own fields, so it cannot be one of its tags."
            )
        value = clean(value)
        if not says_nothing(name, value):
            first.setdefault(name, value)
    order = {name: place for place, name in enumerate(ROSTER)}
    return tuple(sorted(first.items(), key=lambda tag: order.get(tag[0], len(ROSTER))))
