"""Knows the command `zetlicht games`: the list of the journal, and one game as its own kind is written."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from firmware_host.config import load
from firmware_host.errors import UsageError
from firmware_host.journal_reader import Reader, read_journal
from firmware_host.score import score


def run(arguments: argparse.Namespace) -> int:
    """Print the games, or the one asked for."""
    wanted = _wanted(arguments.what)
    with read_journal(load(Path(arguments.config)).state_dir) as journal:
        if wanted is not None:
            print(score(journal.show(wanted)), end="")
        else:
            _list(journal, as_json=arguments.json)
    return 0


def _wanted(what: list[str]) -> int | None:
    """The id in `show ID`, None for the list; raises UsageError."""
    match what:
        case []:
            return None
        case ["show", number] if number.isascii() and number.isdigit():
            return int(number[:20])
        case ["show", number]:
            raise UsageError(f"{number!r} is no id of a game; 'zetlicht games' lists them.")
    raise UsageError(f"'games {' '.join(what)}' is not understood; write 'games' or 'games show ID'.")


def _list(journal: Reader, *, as_json: bool) -> None:
    for row in journal.games():
        summary = row.summary()
        if as_json:
            print(json.dumps(summary))
        else:
            print(f"{row.id:4}  {row.started or '-':20}  {row.game:14} {row.plies:4} plies  {row.result}")
