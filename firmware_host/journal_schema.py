"""Knows the journal's tables and how its file is opened and checked; not what its rows mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from firmware_host.errors import HostError

JOURNAL_NAME = "journal.sqlite3"
VERSION = 3
"""Version 1 had no secrets, version 2 neither headings nor clocks; such a journal gets the table and the
columns when it is opened for writing."""

SIDE_FILES = ("-wal", "-shm")

GAMES = """CREATE TABLE games(
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    start TEXT NOT NULL,
    started TEXT,
    ended TEXT,
    result TEXT NOT NULL,
    reason TEXT,
    white TEXT,
    black TEXT,
    event TEXT,
    site TEXT,
    round TEXT,
    board TEXT,
    clock TEXT
)"""
PLIES = """CREATE TABLE plies(
    game_id INTEGER NOT NULL REFERENCES games(id),
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    position TEXT NOT NULL,
    by TEXT NOT NULL,
    at REAL NOT NULL,
    final INTEGER NOT NULL,
    irregular TEXT,
    article TEXT,
    clock TEXT,
    PRIMARY KEY(game_id, ply)
) WITHOUT ROWID"""
SECRETS = """CREATE TABLE secrets(
    game_id INTEGER NOT NULL REFERENCES games(id),
    side TEXT NOT NULL,
    sealed BLOB NOT NULL,
    field TEXT,
    PRIMARY KEY(game_id, side)
) WITHOUT ROWID"""
TABLES = MappingProxyType({"games": GAMES, "plies": PLIES, "secrets": SECRETS})
_OLD_GAME = ("id", "game", "options", "start", "started", "ended", "result", "reason", "white", "black")
_OLD_PLY = ("game_id", "ply", "move", "position", "by", "at", "final", "irregular", "article")
ADDED = MappingProxyType({"games": ("event", "site", "round", "board", "clock"), "plies": ("clock",)})
"""The columns of version 3, all texts that may be missing."""
GAME_COLUMNS = (*_OLD_GAME, *ADDED["games"])
PLY_COLUMNS = (*_OLD_PLY, *ADDED["plies"])
SECRET_COLUMNS = ("game_id", "side", "sealed", "field")
_FIRST = MappingProxyType({"games": _OLD_GAME, "plies": _OLD_PLY})
_SECOND = MappingProxyType({**_FIRST, "secrets": SECRET_COLUMNS})
_COLUMNS = MappingProxyType({"games": GAME_COLUMNS, "plies": PLY_COLUMNS, "secrets": SECRET_COLUMNS})

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# A disk that fails to give back what was written is damage too; one that is merely full is not.
_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)


_LEAST_BYTES = 512


class Damaged(HostError):
    """The file is there but is no sound journal; the message says in a few words why."""


class Newer(HostError):
    """The file was written by a later version of the program; the message is that version's number."""


def is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether SQLite complains about the file's content, not about rights, space or locks.

    A complaint that quotes rubbish from the file comes as a UnicodeDecodeError.
    """
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Not SQLite's own complaint but Python's: a text that is not UTF-8.
        return isinstance(error, sqlite3.OperationalError)
    return code in _UNREADABLE or code & 0xFF in _DAMAGE


def open_writer(path: Path) -> sqlite3.Connection:
    """A connection that writes durably: a commit is on the disk when it returns.

    Makes the tables in a new file. Raises Damaged, Newer, or sqlite3.Error for anything else.
    """
    if 0 < _size(path) < _LEAST_BYTES:
        raise Damaged("it is cut off")  # SQLite would take it for an empty one
    log = path.with_name(path.name + "-wal")
    if _size(path) == 0 and _size(log) > 0:
        raise Damaged("it is empty, but its log is not")  # SQLite would throw the log away
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        _settle(connection)
    except (Damaged, Newer):
        connection.close()
        raise
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        if is_damage(error):
            raise Damaged(str(error)) from None
        raise
    return connection


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _settle(connection: sqlite3.Connection) -> None:
    found = _check(connection)
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    # Some file systems cannot share a log; then the old kind of journal, whose removal must be synced too.
    connection.execute(f"PRAGMA synchronous={'FULL' if mode == 'wal' else 'EXTRA'}")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("BEGIN IMMEDIATE")
    for name, definition in TABLES.items():
        if name not in found:
            connection.execute(definition)
        elif name in ADDED and found[name] != _COLUMNS[name]:
            for column in ADDED[name]:
                connection.execute(f"ALTER TABLE {name} ADD COLUMN {column} TEXT")
    # Written every time: it makes the write-ahead log exist before the folder is synced, and shows at once
    # whether the file can be written at all.
    connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("COMMIT")


def _check(connection: sqlite3.Connection) -> Mapping[str, tuple[str, ...]]:
    """The tables that are there with their columns: none, or those of one version; raises Damaged, Newer."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise Newer(str(version))
    found = _tables(connection)
    if not found and version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        return found
    if found not in (_FIRST, _SECOND, _COLUMNS):
        raise Damaged("it has other tables")
    finding = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if finding != "ok":
        raise Damaged(" ".join(str(finding).split()))
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise Damaged("it has moves of a game that is gone")
    return found


def _tables(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Those of the journal's tables that the file has, with their columns."""
    columns = {
        name: tuple(row[1] for row in connection.execute(f"PRAGMA main.table_info({name})"))
        for name in TABLES
    }
    return {name: there for name, there in columns.items() if there}


def read_as_new(connection: sqlite3.Connection) -> None:
    """Let this connection read a journal of an earlier version as one of this version: what was not kept then
    is NULL. Changes nothing in the file; raises sqlite3.Error."""
    found = _tables(connection)
    for name, added in ADDED.items():
        if name in found and found[name] != _COLUMNS[name]:
            nothing = ", ".join(f"NULL AS {column}" for column in added)
            # A temporary view goes before the table of its name.
            connection.execute(f"CREATE TEMP VIEW {name} AS SELECT *, {nothing} FROM main.{name}")


def open_reader(path: Path) -> sqlite3.Connection | None:
    """A connection that only reads, also beside a running daemon; None if nothing was ever written.

    Raises Damaged, Newer or sqlite3.Error.
    """
    if not path.exists():
        return None
    try:
        return _open_reader(path, "mode=ro")
    except sqlite3.OperationalError:
        # Without the right to write beside the file SQLite cannot share a log; without a log it need not.
        if path.with_name(path.name + "-wal").exists():
            raise
        return _open_reader(path, "mode=ro&immutable=1")


def _open_reader(path: Path, how: str) -> sqlite3.Connection | None:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=5.0
    )
    try:
        if not _check(connection):
            connection.close()
            return None
        read_as_new(connection)
    except (Damaged, Newer):
        connection.close()
        raise
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        if is_damage(error):
            raise Damaged(str(error)) from None
        raise
    return connection
