"""Knows how a daemon comes by a sound journal to write: a new one, the old one, or one rebuilt from it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from firmware_host.disk import why_not
from firmware_host.errors import JournalError
from firmware_host.journal_lock import cannot_write
from firmware_host.journal_reader import Garbled, Reader, newer
from firmware_host.journal_rescue import finish, rescue, sync_directory
from firmware_host.journal_schema import Damaged, Newer, open_writer


def make_folder(state_dir: Path) -> None:
    """Make the state folder if only its last part is missing; raises JournalError if it cannot be one."""
    try:
        if state_dir.is_dir():
            return
        if state_dir.exists() or state_dir.is_symlink():
            raise JournalError(f"{state_dir} is no folder; set state_dir to one.")
        if not state_dir.parent.is_dir():
            raise JournalError(
                f"The state folder {state_dir} cannot be made, because {state_dir.parent} is no folder; make "
                "that, or correct state_dir."
            )
        state_dir.mkdir()
        sync_directory(state_dir.parent)
    except OSError as error:
        raise cannot_write(state_dir, error) from None


def open_journal(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """A durable connection to the journal at `path`, and the sentence about what had to be repaired.

    The caller holds the folder's lock. Raises JournalError.
    """
    try:
        finish(path)
        connection, notice = _open_or_rescue(path)
        sync_directory(path.parent)
    except Newer as finding:
        raise newer(path, finding) from None
    except Damaged as finding:
        raise JournalError(
            f"The journal {path} was rebuilt, but reads as damaged again ({finding}); check the disk."
        ) from None
    except (sqlite3.Error, OSError) as error:
        raise JournalError(
            f"The journal {path} cannot be opened for writing: {why_not(path.parent, error)}."
        ) from None
    return connection, notice


def _open_or_rescue(path: Path) -> tuple[sqlite3.Connection, str | None]:
    try:
        return _open_sound(path), None
    except Damaged as finding:
        notice = rescue(path, str(finding))
    return _open_sound(path), notice


def _open_sound(path: Path) -> sqlite3.Connection:
    """As `open_writer`, but every game, and all of the one that goes on, can also be read."""
    connection = open_writer(path)
    try:
        reader = Reader(path, connection)
        reader.games()
        going_on = reader.unfinished()
        if going_on is not None:
            reader.plies(going_on.id)
            reader.secrets(going_on.id)
    except JournalError as error:
        connection.close()
        if isinstance(error, Garbled):
            raise Damaged("it holds rows that cannot be read") from None
        raise
    return connection
