"""Knows the text of APGN files, Abalone games with tags as PGN has them; the games themselves are records.

Each game: tags in brackets, then numbered moves in the notation that the tag `Notation` names, then the
result. `Position` (rows, `-5b4w` for marbles ejected, side to move) overrides the start of `Variant`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from textwrap import fill

from rules.abalone.generator import AbaloneMove
from rules.abalone.notation import nacre, parse_aba_pro, parse_nacre
from rules.abalone.position import AbalonePosition
from rules.abalone.record import (
    RESERVED,
    RESULTS,
    ROSTER,
    UNFINISHED,
    ApgnError,
    Record,
    Unreadable,
    layout_of,
    start_position,
    tag_name,
)
from rules.game import RulesError, Side
from rules.games.abalone import LAYOUTS
from rules.rowtext import quote

VARIANTS = {
    "standard": "standard",
    "belgian": "belgian",
    "german": "german_daisy",
    "dutch": "dutch_daisy",
    "swiss": "swiss_daisy",
}
"""How the tag `Variant` names the start layouts; `custom` is any other start."""

NOTATIONS: dict[str, Callable[[AbalonePosition, str], AbaloneMove]] = {
    "aba-pro": parse_aba_pro,
    "nacre": parse_nacre,
}

_TOKEN = re.compile(
    r"""
      (?P<tag>      \[ \s* (?P<name>\w+) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \] )
    | (?P<skipped>  \{ [^}]* \} | ; [^\n]* | \d+ \s* \.+ | [\s\ufeff]+ )
    | (?P<result>   (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?= [\s;{\[] | \Z ) )
    | (?P<word>     [^\s{}\[\];]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)")
_APGN_POSITION = re.compile(r"\s*([1-9wb/]+)(?:-([0-9]{1,2})b([0-9]{1,2})w)?\s+([wb])\s*")

Tags = dict[str, str]


def read(text: str) -> Iterator[Record | Unreadable]:
    """The games of an APGN text in order; one that cannot be read says why and does not stop the others.

    Every move is replayed. Tag names and notations may be in any case, comments are passed over. A header
    result and a different one behind the moves contradict each other, and a move after the sixth ejected
    marble is none: both are refused.
    """
    for number, (tags, words, result) in enumerate(_split(text), start=1):
        try:
            yield _record(number, tags, words, result)
        except ApgnError as error:
            yield Unreadable(error, tuple(tags.items()))


def write(records: Iterable[Record], *, notation: str = "aba-pro") -> str:
    """The APGN text of these games in the notation `aba-pro` or `nacre`; `read` gives the same records back.

    Every game is replayed first; raises ApgnError for one that is not legal or does not fit the format.
    """
    if notation not in NOTATIONS:
        raise ApgnError(f"There is no Abalone notation {notation!r}; use 'aba-pro' or 'nacre'.")
    return "\n".join(_written(number, record, notation) for number, record in enumerate(records, start=1))


def _split(text: str) -> Iterator[tuple[Tags, list[str], str | None]]:
    """Tags, moves and result of each game; a tag behind them or a second Event begins the next."""
    tags: Tags = {}
    words: list[str] = []
    result: str | None = None
    for found in _TOKEN.finditer(text):
        name = tag_name(found["name"]) if found["tag"] else ""
        if name and (words or result or (name == "Event" and name in tags)):
            yield tags, words, result
            tags, words, result = {}, [], None
        if name:
            tags.setdefault(name, _ESCAPED.sub(r"\1", found["value"]))
        elif found["result"] and result is None:
            result = found["result"]
        elif found["result"] or found["word"]:
            # Behind the result nothing may follow; kept with the moves, it is refused there.
            words.append(f"{result} {found[0]}" if result else found[0])
    if tags or words or result:
        yield tags, words, result


def _record(number: int, tags: Tags, words: list[str], result: str | None) -> Record:
    where = f"Game {number}"
    notation = tags.get("Notation", "").strip().casefold().replace("abapro", "aba-pro")
    if notation not in NOTATIONS:
        raise ApgnError(
            f'{where} must say how its moves are written: [Notation "Aba-Pro"] or [Notation "Nacre"], '
            f"not {quote(tags.get('Notation', ''))}.",
            number=number,
        )
    start = _start(number, tags)
    moves = _moves(number, start, words, NOTATIONS[notation])
    stated = tags.get("Result", "").strip() or result or UNFINISHED
    if stated not in RESULTS:
        raise ApgnError(
            f"{where} has the result {quote(stated)}; it must be one of {', '.join(RESULTS)}.", number=number
        )
    if result is not None and result != stated:
        raise ApgnError(f"{where} says {stated} in its tags and {result} behind its moves.", number=number)
    others = tuple((name, value) for name, value in tags.items() if name not in RESERVED)
    return Record(start.text(), moves, stated, others)


def _start(number: int, tags: Tags) -> AbalonePosition:
    position = tags.get("Position", "").strip()
    if position:
        found = _APGN_POSITION.fullmatch(position)
        if found:
            position = f"{found[1]} {found[4]} {found[2] or 0} {found[3] or 0}"
        try:
            return start_position(position)
        except RulesError as error:
            raise ApgnError(f"Game {number} cannot be set up: {error}", number=number) from error
    variant = tags.get("Variant", "").strip().casefold()
    layouts = {name: layout for layout, name in VARIANTS.items()} | {name: name for name in VARIANTS}
    if variant not in layouts:
        raise ApgnError(
            f"Game {number} has no Position and the Variant {quote(variant)}; "
            f"known without a Position are {', '.join(VARIANTS.values())}.",
            number=number,
        )
    return start_position(f"{LAYOUTS[layouts[variant]]} b 0 0")


def _moves(
    number: int,
    start: AbalonePosition,
    words: list[str],
    parse: Callable[[AbalonePosition, str], AbaloneMove],
) -> tuple[str, ...]:
    """The canonical texts of the moves, replayed from `start`."""
    position, texts = start, []
    for ply, word in enumerate(words, start=1):
        outcome = position.outcome()
        if outcome is not None:
            message = f"the game was over before {quote(word)} ({outcome.reason})."
            raise ApgnError(f"Game {number}, ply {ply}: {message}", number=number, ply=ply)
        try:
            move = parse(position, word)
        except RulesError as error:
            raise ApgnError(f"Game {number}, ply {ply}: {error}", number=number, ply=ply) from error
        texts.append(move.text)
        position = position.play(move)
    return tuple(texts)


def _written(number: int, record: Record, notation: str) -> str:
    try:
        start = start_position(record.start)
    except RulesError as error:
        raise ApgnError(f"Game {number} cannot be set up: {error}", number=number) from error
    _moves(number, start, list(record.moves), parse_aba_pro)
    layout = layout_of(start)
    header = {name: record.tag(name, unknown) for name, unknown in ROSTER.items()}
    header["Variant"] = VARIANTS[layout] if layout else "custom"
    header["Result"] = record.result
    header["Notation"] = {"aba-pro": "Aba-Pro", "nacre": "Nacre"}[notation]
    if layout is None:
        header |= {"SetUp": "1", "Position": _position_tag(start)}
    tags = "".join(_tag_pair(name, value) for name, value in (header | dict(record.tags)).items())
    # A number stays on the line of its move: it is tied to it by a blank at which `fill` does not break.
    moves = fill(" ".join(_numbered(record, start, notation)), 80, break_on_hyphens=False)
    return f"{tags}\n{moves}\n".replace("\xa0", " ")


def _tag_pair(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def _position_tag(position: AbalonePosition) -> str:
    rows = position.text().split()[0]
    black, white = position.black_lost, position.white_lost
    lost = f"-{black}b{white}w" if black + white else ""
    return f"{rows}{lost} {position.turn.letter}"


def _numbered(record: Record, start: AbalonePosition, notation: str) -> Iterator[str]:
    """The moves, Black's with their number and a tied blank before them, and the result."""
    offset = 0 if start.turn is Side.BLACK else 1
    prefix = "1...\xa0" if offset else ""
    for index, (move, _) in enumerate(record.line(), start=offset):
        if index % 2 == 0:
            prefix = f"{index // 2 + 1}.\xa0"
        yield prefix + (nacre(move) if notation == "nacre" else move.text)
        prefix = ""
    yield record.result
