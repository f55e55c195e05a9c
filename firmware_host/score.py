"""Knows how a game of the journal is written for others: PDN for draughts, APGN for Abalone, else a list.

A move that stands although it is forbidden is written as it was made, with a remark that names the article;
APGN has no place for one, so such a game of Abalone is a list too.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from firmware_host.clock import clock_of
from firmware_host.journal_reader import GameRecord
from firmware_host.journal_rows import GameRow, PlyRow
from rules import apgn, pdn
from rules.abalone.record import Record as AbaloneRecord
from rules.game import Game, Side
from rules.pdn_types import Record as PdnRecord
from rules.registry import game as game_called

UNKNOWN_DATE = "????.??.??"


def score(record: GameRecord) -> str:
    """The text of one game; raises RulesError for a record that does not fit its game."""
    row = record.game
    game = game_called(row.game, row.options)
    moves = tuple(ply.move for ply in record.plies)
    if hasattr(game, "pdn_type"):
        options = tuple((one.name, game.chosen[one.name]) for one in game.options if _differs(game, one.name))
        start = game.parse(row.start).text()
        comments = tuple((ply.ply, text) for ply in record.plies for text in _remarks(ply))
        return pdn.write(PdnRecord(row.game, start, moves, row.result, _tags(row), options, comments))
    if row.game == "abalone" and not any(ply.irregular for ply in record.plies):
        return _apgn(row, game, moves)
    texts = tuple(ply.move + (f" ({_forbidden(ply)})" if ply.irregular else "") for ply in record.plies)
    return _list(row, texts, _secrets(record))


def _remarks(ply: PlyRow) -> Iterator[str]:
    """What a record says of a move: the clock after it, if there was one, and why it is forbidden."""
    if ply.clock is not None:
        yield clock_command(*ply.clock, runs=ply.by.other)
    if ply.irregular:
        yield _forbidden(ply)


def clock_command(white_s: float, black_s: float, runs: Side) -> str:
    """The time left to both sides, as PDN 3.0 has it (pdn.fmjd.org, extensions, `clock`): a capital letter
    for the side whose time runs from now on."""
    names = [side.letter.upper() if side is runs else side.letter.lower() for side in Side]
    return f"[%clock {names[0]}{_hms(white_s)} {names[1]}{_hms(black_s)}]"


def _hms(seconds: float) -> str:
    """Whole seconds as a clock shows them: one that has begun counts, 0 means that the flag has fallen."""
    whole = ceil(seconds - 1e-6)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def _forbidden(ply: PlyRow) -> str:
    """What a reader should know of a move that stands although it is forbidden."""
    return f"irregular: {ply.irregular}, {ply.article}"


def _differs(game: Game, name: str) -> bool:
    return next(one.default for one in game.options if one.name == name) != game.chosen[name]


def _date(row: GameRow) -> str:
    """The day as PDN writes it; unknown while the clock was never set."""
    return row.started[:10].replace("-", ".") if row.started else UNKNOWN_DATE


def _tags(row: GameRow) -> tuple[tuple[str, str], ...]:
    tags = (
        *(("Event", row.event), ("Site", row.site), ("Date", _date(row)), ("Round", row.round)),
        *(("White", row.white), ("Black", row.black), ("Board", row.board), ("TimeControl", _control(row))),
    )
    return tuple((name, value) for name, value in tags if value)


def _control(row: GameRow) -> str | None:
    return None if row.clock is None else clock_of(row.clock).control.text


def _apgn(row: GameRow, game: Game, moves: tuple[str, ...]) -> str:
    start = game.parse(row.start).text()
    record = AbaloneRecord(start=start, moves=moves, result=row.result, tags=_tags(row))
    return apgn.write([record])


def _secrets(record: GameRecord) -> str:
    """What the sides hid, once the game is over; before, nothing, not even whether they did."""
    if record.game.reason is None:
        return ""
    return ", ".join(f"{one.side.value} {one.name or 'sealed, its key is lost'}" for one in record.secrets)


def _list(row: GameRow, moves: tuple[str, ...], secrets: str) -> str:
    head = [f"{row.game}, {_date(row)}, {row.white or '?'} - {row.black or '?'}, {row.result}"]
    if row.start:
        head.append(f"Start: {row.start}")
    if secrets:
        head.append(f"Secrets: {secrets}")
    return "\n".join([*head, *(f"{ply}. {move}" for ply, move in enumerate(moves, start=1))]) + "\n"
