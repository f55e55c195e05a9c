"""Knows how a PDN header names its game, by the GameType numbers and the hints that files give instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules import registry
from rules.game import Game, InvalidOption
from rules.pdn_text import Kind, RawGame
from rules.pdn_types import PdnError

_GAME_TYPE = re.compile(
    r"(\d{1,4})(?!\w)(?:\s*,\s*([WB])\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})(?:\s*,\s*([ANS])\s*\d)?)?",
    re.IGNORECASE,
)
# The FMJD's list, PDN 3.0.
_FMJD = {
    20: "international draughts",
    21: "English draughts",
    22: "Italian draughts",
    23: "pool checkers",
    24: "Spanish draughts",
    25: "Russian draughts",
    26: "Brazilian draughts",
    27: "Canadian draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    30: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsireti draughts",
}
_NAMES = {
    "english": ("english", "american", "checkers", "straight checkers", "american checkers"),
    "international": ("international", "polish", "standard"),
    "frisian": ("frisian", "frysk", "fries"),
    "italian": ("italian", "italiana"),
    "russian": ("russian", "shashki"),
    "brazilian": ("brazilian", "brasileira"),
}
_FILLERS = re.compile(r"\b(?:draughts|dama|damen|dammen|10x10|8x8)\b|[^\w\s]")
# Without any hint, in this order: the more widespread game before the one whose records look the same.
_ORDER = ("international", "frisian", "english", "italian", "russian", "brazilian")
_ALGEBRAIC = re.compile(r"([a-jA-J])(10|[1-9])(?!\d)")
_NUMBER = re.compile(r"\d\d?")
# The letters of a FEN that are no part of a field: the side to move, the side of a list, the mark of a king.
_SIDES = re.compile(r"(?:^|:)\s*[WB?]|K", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Look:
    """What the moves and the position of a record show: the `size` of board they need (None: either) and
    whether fields have algebraic names.
    """

    size: int | None
    algebraic: bool


def game_type(game: Game) -> str:
    """The GameType that records of this game carry; raises PdnError for a game that PDN does not have."""
    value = str(getattr(game, "pdn_type", ""))
    if not value:
        raise PdnError(f"PDN records draughts only, so {game.name} cannot be written in it.")
    return value


def played_games() -> tuple[Game, ...]:
    """Every registered game that PDN can record, with its default options."""
    games = (registry.game(name) for name in registry.names())
    return tuple(game for game in games if getattr(game, "pdn_type", ""))


def candidates(raw: RawGame, games: Iterable[Game], default: str | None) -> tuple[Game, ...]:
    """The games that the record may be of, the likeliest first; only one if its header says which.

    A GameType number counts as the FMJD assigned it. Numbers that other programs use otherwise (29 for
    Frisian, 32 for English) count only together with a second hint: the size of the board, who starts, or
    the site that is known for it. Raises PdnError if the header names a game that is not among `games`.
    """
    by_name = {game.name: game for game in games}
    named = _named(raw, by_name)
    if named is not None:
        return (named,)
    look = _look(raw)
    fitting = [game for game in by_name.values() if look.size in (None, _size(game))]
    order = {name: place for place, name in enumerate(_ORDER)}

    def likelihood(game: Game) -> tuple[bool, bool, int]:
        foreign = look.algebraic != (not game.board.fields[0].isdigit())
        return game.name != default, foreign, order.get(game.name, len(order))

    if not fitting:
        raise PdnError(f"no game of those to be read has a board of {look.size}x{look.size}")
    return tuple(sorted(fitting, key=likelihood))


def rule_options(game: Game, text: str) -> Game:
    """The game with the options that a RuleOptions tag names (`name=value; name=value`); raises PdnError."""
    known = {option.name: {_spelled(value): value for value in option.values} for option in game.options}
    chosen: dict[str, str | int | bool] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if value not in known.get(name, {}):
            raise PdnError(f"{game.name} has no rule option {part[:60]!r}")
        chosen[name] = known[name][value]
    try:
        return game.with_options(chosen) if chosen else game
    except InvalidOption as error:
        raise PdnError(str(error)) from error


def spelled_options(options: Iterable[tuple[str, str | int | bool]]) -> str:
    """The options as a RuleOptions tag holds them."""
    return "; ".join(f"{name}={_spelled(value)}" for name, value in options)


def changed_options(game: Game) -> tuple[tuple[str, str | int | bool], ...]:
    """The options of the game that are not the default, in the game's order."""
    return tuple(
        (option.name, game.chosen[option.name])
        for option in game.options
        if game.chosen[option.name] != option.default
    )


def _spelled(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(raw: RawGame, games: Mapping[str, Game]) -> Game | None:
    text = raw.tag("GameType")
    found = _GAME_TYPE.match(text)
    if found is None:
        return _by_words((text, raw.tag("Variant"), raw.tag("Rules")), games)
    number = int(found[1])
    private = _private(number, found, raw)
    for game in games.values():
        if game.name == private or int(game_type(game).partition(",")[0]) == number:
            return game
    what = private or _FMJD.get(number)
    if what is not None:
        have = ", ".join(games)
        raise PdnError(f"GameType {number} is {what}, which is not one of the games to be read ({have})")
    return _by_words((raw.tag("Variant"), raw.tag("Rules")), games)


def _private(number: int, found: re.Match[str], raw: RawGame) -> str | None:
    """The game that another program means by a number that the FMJD gave to a different one or to none."""
    if number not in (29, 32):
        return None
    size = int(found[3]) if found[3] else _look(raw).size
    if number == 29:
        return "frisian" if size == 10 else None
    from_black = (found[2] or "").upper() == "B" and (found[5] or "").upper() == "N"
    at_playstrategy = "playstrategy" in raw.tag("Site").casefold()
    return "english" if size != 10 and (from_black or at_playstrategy) else None


def _by_words(texts: Iterable[str], games: Mapping[str, Game]) -> Game | None:
    for text in texts:
        words = " ".join(_FILLERS.sub(" ", text.casefold()).split())
        for name, game in games.items():
            if words and (words == name or words in _NAMES.get(name, ())):
                return game
    return None


def _size(game: Game) -> int:
    return 1 + max(cell.row for cell in game.board.cells.values())


def _look(raw: RawGame) -> Look:
    texts = [token.text for token in raw.tokens if token.kind is Kind.MOVE]
    fens = [raw.tag("FEN"), *(token.text for token in raw.tokens if token.kind is Kind.SETUP)]
    texts += [_SIDES.sub(" ", fen) for fen in fens]
    algebraic = [pair for text in texts for pair in _ALGEBRAIC.findall(text)]
    if algebraic:
        tall = any(file.lower() > "h" or int(rank) > 8 for file, rank in algebraic)
        return Look(10 if tall else None, algebraic=True)
    # A move without a separator ("3228") counts as its two squares.
    numbers = (int(number) for text in texts for number in _NUMBER.findall(text))
    return Look(10 if max(numbers, default=0) > 32 else None, algebraic=False)
