"""Knows how secrets lie in the journal: sealed while their game goes on, told once it is over."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from firmware_host.errors import JournalError
from firmware_host.journal_rows import Seal, SecretRow
from firmware_host.journal_schema import SECRET_COLUMNS
from firmware_host.journal_sql import insert_secret, secret_row
from firmware_host.sealing import KEY_NAME, Chance, SealBroken, make_key, read_key, seal, unseal
from rules.game import Side


class Secrets:
    """The secrets in an open journal, within the transactions of whoever owns it. The key is made with the
    first secret.

    Law: the name of a field is in the file only while the game is over; before, only the seal is.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection, chance: Chance = os.urandom) -> None:
        self._folder = folder
        self._connection = connection
        self._chance = chance

    def keep(self, game_id: int, change: Seal) -> None:
        """Seal a secret; raises JournalError if the key can be neither read nor made."""
        try:
            key = make_key(self._folder, self._chance)
        except OSError as error:
            raise JournalError(
                f"The key {self._folder / KEY_NAME} cannot be used ({error.strerror or error}), so no secret "
                "can be kept; make the folder and the file readable and writable for this user."
            ) from None
        sealed = seal(key, _about(game_id, change.side), change.name, self._chance)
        insert_secret(self._connection, game_id, SecretRow(change.side, sealed))

    def settle(self) -> None:
        """Tell the secrets of the games that are over, and no longer those of a game that goes on again."""
        self._connection.execute(
            "UPDATE secrets SET field = NULL WHERE field IS NOT NULL AND game_id IN "
            "(SELECT id FROM games WHERE reason IS NULL)"
        )
        closed = self._connection.execute(
            f"SELECT {', '.join(SECRET_COLUMNS)} FROM secrets WHERE field IS NULL "
            "AND game_id IN (SELECT id FROM games WHERE reason IS NOT NULL)"
        ).fetchall()
        for game_id, *row in closed:
            with suppress(ValueError):
                secret = secret_row(tuple(row))
                told = replace(secret, name=self._opened(game_id, secret))
                insert_secret(self._connection, game_id, told)

    def names(self, game_id: int, rows: Iterable[SecretRow]) -> Mapping[Side, str | None]:
        """The fields that the sides of a game hid, for the daemon alone; None for a seal that it cannot
        open."""
        return {row.side: self._opened(game_id, row) for row in rows}

    def _opened(self, game_id: int, row: SecretRow) -> str | None:
        with suppress(OSError, SealBroken):
            key = read_key(self._folder)
            return None if key is None else unseal(key, _about(game_id, row.side), row.sealed)
        return None


def _about(game_id: int, side: Side) -> str:
    return f"game {game_id}, {side.value}"
