"""Knows how games and plies are written as rows of the journal's tables and read back; no file."""

from __future__ import annotations

import json
import sqlite3

from firmware_host.journal_rows import GameRow, Options, PlyRow, SecretRow
from firmware_host.journal_schema import GAME_COLUMNS, PLY_COLUMNS, SECRET_COLUMNS
from rules.game import Side

SELECT_GAME = f"SELECT {', '.join(GAME_COLUMNS)}, (SELECT count(*) FROM plies WHERE game_id = id) FROM games"
SELECT_PLY = f"SELECT {', '.join(PLY_COLUMNS[1:])} FROM plies"
SELECT_SECRET = f"SELECT {', '.join(SECRET_COLUMNS[1:])} FROM secrets"


def game_row(row: tuple[object, ...]) -> GameRow:
    """The game in a row of SELECT_GAME; ValueError if it cannot be one."""
    number, game, options, start, started, ended, result, reason, white, black, plies = row
    return GameRow(
        _whole(number),
        _text(game),
        _options(_text(options)),
        _text(start),
        _text_or_none(started),
        _text_or_none(ended),
        _text(result),
        _text_or_none(reason),
        _text_or_none(white),
        _text_or_none(black),
        _whole(plies),
    )


def ply_row(row: tuple[object, ...]) -> PlyRow:
    """The ply in a row of SELECT_PLY; ValueError if it cannot be one."""
    ply, move, position, by, at, final, irregular, article = row
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
    )


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


def insert_game(connection: sqlite3.Connection, row: GameRow) -> None:
    """Add a game as it is."""
    connection.execute(
        "INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        ),
    )


def insert_ply(connection: sqlite3.Connection, game_id: int, row: PlyRow) -> None:
    """Add a ply, or replace the one of that number."""
    connection.execute(
        "INSERT OR REPLACE INTO plies VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        ),
    )


def insert_secret(connection: sqlite3.Connection, game_id: int, row: SecretRow) -> None:
    """Add a secret, or replace the one of that side."""
    connection.execute(
        "INSERT OR REPLACE INTO secrets VALUES(?, ?, ?, ?)", (game_id, row.side.value, row.sealed, row.name)
    )
