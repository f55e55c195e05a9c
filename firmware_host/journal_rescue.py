"""Knows how a damaged journal is put aside and rebuilt from what of it can still be read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from firmware_host.journal_reader import GameRecord
from firmware_host.journal_rows import GameRow, PlyRow, SecretRow
from firmware_host.journal_schema import SIDE_FILES, Damaged, Newer, open_writer, read_as_new
from firmware_host.journal_sql import (
    SELECT_GAME,
    SELECT_PLY,
    SELECT_SECRET,
    game_row,
    insert_game,
    insert_ply,
    insert_secret,
    ply_row,
    secret_row,
)

_MOST_PROBES = 100_000
_PAGE_COUNT_AT = 28
"""Where a database file's first page holds the number of pages (sqlite.org/fileformat2.html, 1.3)."""


def rescue(path: Path, why: str) -> str:
    """Put the damaged journal at `path` aside and a sound one with all that can be read in its place.

    Returns the sentence that tells it. A power cut at any moment leaves either the damaged journal or a
    finished rebuilt one, which `finish` puts in place. Raises OSError or sqlite3.Error if the disk takes no
    more.
    """
    records = _salvage(path)
    building = _beside(path, ".rebuilding")
    _remove(building)
    _build(building, records)
    building.replace(_beside(path, ".rebuilt"))
    aside = finish(path)
    plies = sum(len(record.plies) for record in records)
    kept = f"{_count(len(records), 'game')} with {_count(plies, 'move')} could be read and kept"
    return (
        f"The journal {path} was damaged ({why}) and has been rebuilt: {kept}, and the damaged file is "
        f"{aside.name} beside it."
    )


def finish(path: Path) -> Path:
    """Swap a rebuilt journal, if one waits, for the one at `path`; returns the name of the damaged one."""
    number = 1
    while _beside(path, f".damaged-{number}").exists():
        number += 1
    aside = _beside(path, f".damaged-{number}")
    rebuilt = _beside(path, ".rebuilt")
    if not rebuilt.exists():
        return aside
    # The log goes first: it must never lie beside a file that it does not belong to.
    log = _beside(path, "-wal")
    if log.exists():
        log.replace(_beside(aside, "-wal"))
    _beside(path, "-shm").unlink(missing_ok=True)
    if path.exists():
        path.replace(aside)
    rebuilt.replace(path)
    sync_directory(path.parent)
    return aside


def sync_directory(directory: Path) -> None:
    """Make names made, changed or removed in `directory` survive a power cut."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _remove(path: Path) -> None:
    for ending in ("", *SIDE_FILES):
        _beside(path, ending).unlink(missing_ok=True)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _salvage(path: Path) -> list[GameRecord]:
    """All that can be read, from copies, so that the damaged file stays as it is."""
    copy = _beside(path, ".salvage")
    try:
        _copy(path, copy)
        records = _read_all(copy)
        if not records:
            _copy(path, copy)
            _graft(copy)
            records = _read_all(copy)
        return records
    finally:
        _remove(copy)


def _copy(path: Path, copy: Path) -> None:
    _remove(copy)
    for ending in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copyfile(_beside(path, ending), _beside(copy, ending))


def _graft(copy: Path) -> None:
    """Give a journal whose first page is lost the first page of an empty one.

    It holds only the header and the tables' definitions, and the tables begin on the same pages in every
    journal, because all are made by the same statements.
    """
    donor = _beside(copy, ".donor")
    _remove(donor)
    _build(donor, [])
    fresh = donor.read_bytes()
    _remove(donor)
    size = int.from_bytes(fresh[16:18], "big")
    lost = copy.read_bytes() if copy.exists() else b""
    body = lost if len(lost) >= len(fresh) else fresh
    pages = len(body) // size
    head = fresh[:_PAGE_COUNT_AT] + pages.to_bytes(4, "big") + fresh[_PAGE_COUNT_AT + 4 : size]
    copy.write_bytes(head + body[size:])


def _read_all(copy: Path) -> list[GameRecord]:
    """Every game that can be read, with its plies up to the first that cannot."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        with suppress(sqlite3.Error, UnicodeDecodeError):
            read_as_new(connection)
        return [
            GameRecord(game, tuple(_plies(connection, game.id)), tuple(_secrets(connection, game.id)))
            for game in _games(connection)
        ]


def _games(connection: sqlite3.Connection) -> list[GameRow]:
    """From the front up to the damage, from the back down to it, then one by one between."""
    found = {row.id: row for row in _some_games(connection, f"{SELECT_GAME} ORDER BY id")}
    for row in _some_games(connection, f"{SELECT_GAME} ORDER BY id DESC"):
        if row.id in found:
            break
        found[row.id] = row
    missing = [number for number in range(1, max(found, default=0)) if number not in found]
    for number in missing[:_MOST_PROBES]:
        for row in _some_games(connection, f"{SELECT_GAME} WHERE id = {number}"):
            found[row.id] = row
    return [found[number] for number in sorted(found) if number > 0]


def _some_games(connection: sqlite3.Connection, sql: str) -> Iterator[GameRow]:
    # The count of plies reads the other table, whose damage must not cost a game.
    sql = sql.replace("(SELECT count(*) FROM plies WHERE game_id = id)", "0")
    with suppress(sqlite3.Error, ValueError):
        for row in connection.execute(sql):
            with suppress(ValueError):
                yield game_row(row)


def _plies(connection: sqlite3.Connection, game_id: int) -> Iterator[PlyRow]:
    expected = 1
    with suppress(sqlite3.Error, ValueError):
        for row in connection.execute(f"{SELECT_PLY} WHERE game_id = ? ORDER BY ply", (game_id,)):
            ply = ply_row(row)
            if ply.ply != expected:
                return
            expected += 1
            yield ply


def _secrets(connection: sqlite3.Connection, game_id: int) -> Iterator[SecretRow]:
    with suppress(sqlite3.Error, UnicodeDecodeError):
        for row in connection.execute(f"{SELECT_SECRET} WHERE game_id = ?", (game_id,)):
            with suppress(ValueError):
                yield secret_row(row)


def _build(path: Path, records: list[GameRecord]) -> None:
    """A new journal with these games, all in one synced file without a log."""
    try:
        connection = open_writer(path)
    except (Damaged, Newer) as finding:
        raise OSError(f"a new journal reads as damaged: {finding}") from None
    with closing(connection):
        connection.execute("BEGIN IMMEDIATE")
        for record in records:
            insert_game(connection, record.game)
            for ply in record.plies:
                insert_ply(connection, record.game.id, ply)
            for secret in record.secrets:
                insert_secret(connection, record.game.id, secret)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode=DELETE")
    with path.open("rb") as file:
        os.fsync(file.fileno())
