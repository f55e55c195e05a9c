"""Knows how games and plies are written as rows of the journal's tables and read back; no file."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import fields

from firmware_host.journal_rows import GameRow, Headings, KeepClock, Options, PlyRow, SecretRow
from firmware_host.journal_schema import GAME_COLUMNS, PLY_COLUMNS, SECRET_COLUMNS
from rules.game import Side

HEADINGS = tuple(item.name for item in fields(Headings))
SELECT_GAME = f"SELECT {', '.join(GAME_COLUMNS)}, (SELECT count(*) FROM plies WHERE game_id = id) FROM games"
SELECT_PLY = f"SELECT {', '.join(PLY_COLUMNS[1:])} FROM plies"
SELECT_SECRET = f"SELECT {', '.join(SECRET_COLUMNS[1:])} FROM secrets"


def game_row(row: tuple[object, ...]) -> GameRow:
    """The game in a row of SELECT_GAME; ValueError if it cannot be one."""
    number, game, options, start, started, ended, result, reason, *rest, plies = row
    white, black, event, site, round_, board, clock = (_text_or_none(value) for value in rest)
    return GameRow(
        id=_whole(number),
        game=_text(game),
        options=_options(_text(options)),
        start=_text(start),
        started=_text_or_none(started),
        ended=_text_or_none(ended),
        result=_text(result),
        reason=_text_or_none(reason),
        white=white,
        black=black,
        plies=_whole(plies),
        event=event,
        site=site,
        round=round_,
        board=board,
        clock=clock,
    )


def ply_row(row: tuple[object, ...]) -> PlyRow:
    """The ply in a row of SELECT_PLY; ValueError if it cannot be one."""
    ply, move, position, by, at, final, irregular, article, clock = row
    if not isinstance(at, int | float):
        raise ValueError(f"{at!r} is no time")
    return PlyRow(
        _whole(ply),
        _text(move),
        _text(position),
        Side(by),
        float(at),
        bool(_whole(final)),
        _text_or_none(irregular),
        _text_or_none(article),
        None if clock is None else left_of(_text(clock)),
    )


def left_of(text: str) -> tuple[float, float]:
    """The seconds that both sides had left; ValueError if the text says something else."""
    white, black = text.split(" ")
    return float(white), float(black)


def left_text(left: tuple[float, float]) -> str:
    """The seconds as a column holds them."""
    return f"{left[0]:.2f} {left[1]:.2f}"


def secret_row(row: tuple[object, ...]) -> SecretRow:
    """The secret in a row of SELECT_SECRET; ValueError if it cannot be one."""
    side, sealed, name = row
    if not isinstance(sealed, bytes):
        raise ValueError("a seal is no bytes")
    return SecretRow(Side(side), sealed, _text_or_none(name))


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _options(text: str) -> Options:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError(f"{text!r} is no table of options")
    return value


def _marks(columns: tuple[str, ...]) -> str:
    return ", ".join("?" for _ in columns)


def insert_game(connection: sqlite3.Connection, row: GameRow) -> None:
    """Add a game as it is."""
    connection.execute(
        f"INSERT INTO games VALUES({_marks(GAME_COLUMNS)})",
        (
            row.id,
            row.game,
            json.dumps(dict(row.options), sort_keys=True),
            row.start,
            row.started,
            row.ended,
            row.result,
            row.reason,
            row.white,
            row.black,
            row.event,
            row.site,
            row.round,
            row.board,
            row.clock,
        ),
    )


def insert_ply(connection: sqlite3.Connection, game_id: int, row: PlyRow) -> None:
    """Add a ply, or replace the one of that number."""
    connection.execute(
        f"INSERT OR REPLACE INTO plies VALUES({_marks(PLY_COLUMNS)})",
        (
            game_id,
            row.ply,
            row.move,
            row.position,
            row.by.value,
            row.at,
            int(row.final),
            row.irregular,
            row.article,
            None if row.clock is None else left_text(row.clock),
        ),
    )


def insert_secret(connection: sqlite3.Connection, game_id: int, row: SecretRow) -> None:
    """Add a secret, or replace the one of that side."""
    connection.execute(
        "INSERT OR REPLACE INTO secrets VALUES(?, ?, ?, ?)", (game_id, row.side.value, row.sealed, row.name)
    )


def write_headings(connection: sqlite3.Connection, game_id: int, headings: Headings) -> None:
    """Give a game these headings; those that are None stay."""
    for name in HEADINGS:
        value = getattr(headings, name)
        if value is not None:
            connection.execute(f"UPDATE games SET {name} = ? WHERE id = ?", (value, game_id))


def keep_clock(connection: sqlite3.Connection, game_id: int, change: KeepClock) -> None:
    """Note how the clock of a game stands, and what was left after a ply."""
    connection.execute("UPDATE games SET clock = ? WHERE id = ?", (change.state, game_id))
    if change.ply:
        values = left_text(change.left), game_id, change.ply
        connection.execute("UPDATE plies SET clock = ? WHERE game_id = ? AND ply = ?", values)
