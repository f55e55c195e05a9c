"""Knows how draughts games are written as PDN text and read from any that is found; nothing of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.game import Game, InvalidPosition, Position
from rules.pdn_game import candidates, changed_options, game_type, played_games, rule_options, spelled_options
from rules.pdn_moves import start_position, steps
from rules.pdn_replay import Played, Stuck, replay
from rules.pdn_tags import tag_pair
from rules.pdn_text import Kind, RawGame, Token, split
from rules.pdn_types import (
    RESERVED,
    ROSTER,
    UNFINISHED,
    PdnError,
    Record,
    Unreadable,
    clean,
    is_result,
    standard_result,
)

__all__ = ["PdnError", "Record", "Unreadable", "decode", "positions", "read", "read_one", "write"]

LINE_WIDTH = 79


def decode(data: bytes, fallback: str = "cp1252") -> str:
    """The text of a PDN file: by its byte order mark, else UTF-8, else in the `fallback` code page.

    Never fails: bytes that the code page lacks are read as Latin-1.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    for encoding in ("utf-8-sig", fallback):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def read(
    text: str, default: str | None = None, games: Sequence[Game] | None = None
) -> Iterator[Record | Unreadable]:
    """Every game of the text, in order, each as soon as it is read.

    `default`: the name of the game to try first where a header does not say which; `games`: the games to
    be read (None: every registered one that PDN records). A game that cannot be read never stops the
    others; no text raises an error.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    played = played_games() if games is None else tuple(games)
    for number, raw in enumerate(split(text), 1):
        try:
            yield _record(raw, played, default)
        except PdnError as error:
            yield _unreadable(raw, text, number, error)


def read_one(text: str, default: str | None = None, games: Sequence[Game] | None = None) -> Record:
    """The only game of the text; raises PdnError if it cannot be read, or if there is none or a second."""
    found = list(read(text, default, games))
    if len(found) != 1:
        raise PdnError(f"The text holds {len(found)} games where one was expected.")
    if isinstance(found[0], Unreadable):
        raise PdnError(found[0].message, number=1, ply=found[0].ply)
    return found[0]


def write(record: Record, games: Sequence[Game] | None = None) -> str:
    """The record as PDN text that ends with a line end; `read` gives an equal record back.

    Roster, Result, GameType, FEN if the game does not begin in its start position, RuleOptions if there
    are any, the other tags; a blank line; the moves in lines of at most 79 characters (a longer word of a
    comment stays whole), the result last. Several games make a file with a blank line between them.
    Raises PdnError for a game that PDN does not have or a start position that cannot be.
    """
    game = _game_of(record, games)
    start = _start_of(record, game)
    tags = [(name, record.tag(name, "????.??.??" if name == "Date" else "?")) for name in ROSTER]
    result = standard_result(record.result, game.results)
    tags += [("Result", result), ("GameType", game_type(game))]
    if start.text() != game.start().text():
        tags.append(("FEN", start.text()))
    if record.options:
        tags.append(("RuleOptions", spelled_options(record.options)))
    tags += [(name, value) for name, value in record.tags if name not in ROSTER]
    header = "\n".join(tag_pair(name, value) for name, value in tags)
    ending = result if is_result(result) else UNFINISHED
    return f"{header}\n\n{_wrapped([*_movetext(record, start), ending])}\n"


def positions(record: Record, games: Sequence[Game] | None = None) -> Iterator[Position]:
    """The start position of the record and the one after each of its moves; raises PdnError, InvalidMove."""
    position = _start_of(record, _game_of(record, games))
    yield position
    for move in record.moves:
        position = position.play(position.parse_move(move))
        yield position


def _game_of(record: Record, games: Sequence[Game] | None) -> Game:
    for game in played_games() if games is None else games:
        if game.name == record.game:
            return game.with_options(dict(record.options)) if record.options else game
    raise PdnError(f"PDN has no records of {record.game!r}.")


def _start_of(record: Record, game: Game) -> Position:
    try:
        return game.parse(record.start)
    except InvalidPosition as error:
        raise PdnError(f"A record cannot start in {record.start!r}: {error}") from error


def _movetext(record: Record, start: Position) -> Iterator[str]:
    """What must not be torn at the end of a line: a move with its number, a word of a comment."""
    begins = start.game.start().turn
    turn = start.turn
    number = 1
    remarks: dict[int, list[str]] = {}
    for ply, comment in record.comments:
        remarks.setdefault(ply, []).append(comment)
    numbered = False
    for ply, move in enumerate(record.moves):
        for comment in remarks.get(ply, ()):
            yield from f"{{{comment}}}".split(" ")
            numbered = False
        if turn is begins:
            yield f"{number}. {move}"
        else:
            yield move if numbered else f"{number}... {move}"
            number += 1
        turn = turn.other
        numbered = True
    for comment in remarks.get(len(record.moves), ()):
        yield from f"{{{comment}}}".split(" ")


def _wrapped(chunks: Iterable[str]) -> str:
    lines: list[str] = []
    line = ""
    for chunk in chunks:
        if line and len(line) + 1 + len(chunk) > LINE_WIDTH:
            lines.append(line)
            line = chunk
        else:
            line = f"{line} {chunk}" if line else chunk
    return "\n".join([*lines, line])


def _record(raw: RawGame, games: Sequence[Game], default: str | None) -> Record:
    fen, tokens = _beginning(raw)
    written = steps(tokens)
    failed: list[PdnError] = []
    for kind in candidates(raw, games, default):
        try:
            game = rule_options(kind, raw.tag("RuleOptions"))
            start = start_position(game, fen)
            played = replay(start, written)
        except PdnError as error:
            failed.append(error)
            continue
        return Record(
            game=game.name,
            start=start.text(),
            moves=tuple(move.text for move in played),
            result=_result(raw, game),
            tags=tuple(tag for tag in raw.tags if tag[0] not in RESERVED),
            options=changed_options(game),
            comments=_comments(tokens, played),
        )
    raise max(failed, key=lambda error: error.ply or 0)


def _beginning(raw: RawGame) -> tuple[str, list[Token]]:
    """The text of the start position, which may also be set up before the first move, and the tokens."""
    tokens = list(raw.tokens)
    fen = raw.tag("FEN")
    for at, token in enumerate(tokens):
        if token.kind is Kind.SETUP:
            fen = token.text
            tokens[at] = Token(Kind.COMMENT, "", token.offset)
        elif token.kind is not Kind.COMMENT:
            break
    return fen, tokens


def _result(raw: RawGame, game: Game) -> str:
    """The tag's result; the one behind the moves, which may only separate games, if the tag has none."""
    tagged = standard_result(raw.tag("Result"), game.results)
    return tagged if tagged != UNFINISHED else standard_result(raw.result or UNFINISHED, game.results)


def _comments(tokens: Sequence[Token], played: Sequence[Played]) -> tuple[tuple[int, str], ...]:
    """Every comment with the number of moves before it."""
    comments = []
    written = ply = 0
    for token in tokens:
        if token.kind is Kind.COMMENT:
            while ply < len(played) and played[ply].steps <= written:
                ply += 1
            comments.append((ply, token.text))
        elif token.kind is Kind.MOVE:
            written += 1
    return tuple(comments)


def _unreadable(raw: RawGame, text: str, number: int, error: PdnError) -> Unreadable:
    offset = error.step.offset if isinstance(error, Stuck) else raw.offset
    line = raw.line + text.count("\n", raw.offset, offset)
    place = f"Game {number}" if error.ply is None else f"Game {number}, ply {error.ply}"
    reason = " ".join(clean(str(error)).split())
    message = f"{place} (line {line}): {reason[:400].rstrip('.')}."
    tags = tuple((name, clean(value)) for name, value in raw.tags)
    return Unreadable(number, line, error.ply, message, tags)
