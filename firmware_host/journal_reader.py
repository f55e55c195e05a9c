"""Knows how to read games and plies out of an open journal; writes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

from firmware_host.errors import JournalError
from firmware_host.journal_rows import ABORTED, UNFINISHED, GameRow, PlyRow, SecretRow
from firmware_host.journal_schema import JOURNAL_NAME, Damaged, Newer, is_damage, open_reader
from firmware_host.journal_sql import SELECT_GAME, SELECT_PLY, SELECT_SECRET, game_row, ply_row, secret_row


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game with all its plies, in order, and what its sides hid, White's first."""

    game: GameRow
    plies: tuple[PlyRow, ...]
    secrets: tuple[SecretRow, ...] = ()


R = TypeVar("R")


class Garbled(JournalError):
    """A journal that was found sound holds a row that cannot be read, or that this program never wrote."""


class Reader:
    """Reads a journal through a connection that somebody else owns; None is a journal without games.

    Raises JournalError if the file cannot be read any more.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection | None) -> None:
        self.path = path
        self._connection = connection

    def games(self) -> tuple[GameRow, ...]:
        """All games, oldest first."""
        return self._read(game_row, f"{SELECT_GAME} ORDER BY id")

    def game(self, game_id: int) -> GameRow:
        """The game with this id; raises JournalError if there is none."""
        rows = self._read(game_row, f"{SELECT_GAME} WHERE id = ?", game_id) if 0 < game_id < 2**63 else ()
        if rows:
            return rows[0]
        last = self._rows("SELECT max(id) FROM games")
        have = f"its games are 1 to {last[0][0]}" if last and last[0][0] else "it has none yet"
        raise JournalError(f"There is no game {game_id} in {self.path}; {have}.")

    def plies(self, game_id: int) -> tuple[PlyRow, ...]:
        """The plies of a game, in order; none for a game that is not there."""
        return self._read(ply_row, f"{SELECT_PLY} WHERE game_id = ? ORDER BY ply", game_id)

    def show(self, game_id: int) -> GameRecord:
        """The game with this id, its plies and secrets; raises JournalError if there is none."""
        return GameRecord(self.game(game_id), self.plies(game_id), self.secrets(game_id))

    def secrets(self, game_id: int) -> tuple[SecretRow, ...]:
        """What the sides of a game hid, White's first; none in a journal of before there were secrets."""
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'secrets'"):
            return ()
        return self._read(secret_row, f"{SELECT_SECRET} WHERE game_id = ? ORDER BY side DESC", game_id)

    def unfinished(self) -> GameRow | None:
        """The game that goes on: the latest that has not ended."""
        rows = self._read(game_row, f"{SELECT_GAME} WHERE reason IS NULL ORDER BY id DESC LIMIT 1")
        return rows[0] if rows else None

    def left_off(self, game: str, most: int) -> tuple[GameRow, ...]:
        """The latest games of this name, at most so many, that have moves and no end by the rules."""
        unended = "result = ? AND (reason IS NULL OR reason = ?)"
        moved = "EXISTS (SELECT 1 FROM plies WHERE game_id = id)"
        where = f"WHERE game = ? AND {unended} AND {moved} ORDER BY id DESC LIMIT ?"
        return self._read(game_row, f"{SELECT_GAME} {where}", game, UNFINISHED, ABORTED, most)

    def last_ply(self, game_id: int) -> PlyRow | None:
        """The last ply of a game, or None."""
        rows = self._read(ply_row, f"{SELECT_PLY} WHERE game_id = ? ORDER BY ply DESC LIMIT 1", game_id)
        return rows[0] if rows else None

    def _read(
        self, convert: Callable[[tuple[object, ...]], R], sql: str, *values: int | str
    ) -> tuple[R, ...]:
        try:
            return tuple(convert(row) for row in self._rows(sql, *values))
        except ValueError as error:
            raise Garbled(
                f"{self.path} holds a row that nobody wrote ({error}); restart the daemon, which rebuilds it."
            ) from None

    def _rows(self, sql: str, *values: int | str) -> list[tuple[object, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if is_damage(error):
                raise Garbled(
                    f"{self.path} is damaged ({error}); restart the daemon, which rebuilds it."
                ) from None
            raise unreadable(self.path, error) from None

    def close(self) -> None:
        """Free the file; idempotent."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_journal(state_dir: Path) -> Reader:
    """The journal in `state_dir`, to be read only, also while a daemon writes it; close it after use.

    A folder without a journal reads as one without games. Raises JournalError.
    """
    path = state_dir / JOURNAL_NAME
    try:
        if not state_dir.is_dir():
            raise JournalError(
                f"There is no state folder {state_dir}; correct state_dir, or start the daemon once."
            )
        return Reader(path, open_reader(path))
    except Damaged as finding:
        raise JournalError(
            f"{path} is no sound journal ({finding}); start the daemon, which rebuilds it."
        ) from None
    except Newer as finding:
        raise newer(path, finding) from None
    except (sqlite3.Error, OSError) as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: Exception) -> JournalError:
    """The sentence for a journal that cannot be read."""
    return JournalError(
        f"{path} cannot be read ({error}); check the disk and the rights, then restart the daemon."
    )


def newer(path: Path, finding: Newer) -> JournalError:
    """The sentence for a journal of a later version."""
    return JournalError(
        f"{path} was written by a later version of zetlicht (its format is {finding}); update this one, or "
        "set state_dir to another folder."
    )
