"""Journals as earlier versions of the program wrote them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.journal_schema import JOURNAL_NAME

STORED = Path(__file__).with_name("journals") / "version_2.sql"
"""The dump of a journal as version 2 wrote it: a game that is over, and one of Smokkelen that goes on."""


def write_old_journal(folder: Path, version: int) -> None:
    """Put the stored journal into `folder`; version 1 is the same without the table of secrets."""
    script = STORED.read_text(encoding="utf-8")
    if version == 1:
        before, _, _ = script.partition("CREATE TABLE secrets(")
        script = before + "COMMIT;\nPRAGMA user_version=1;"
    with closing(sqlite3.connect(folder / JOURNAL_NAME)) as connection:
        connection.executescript(script)
