"""Knows which fields and pieces have given trouble in past games, and the small file that keeps it; not how
trouble is found."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from firmware_host.errors import JournalError
from firmware_host.journal_rescue import sync_directory

NAME: Final = "faults.json"
VERSION: Final = 1
MOST: Final = 500
"""More than this are not kept; those seen longest ago go first."""


@dataclass(frozen=True, slots=True)
class PastFault:
    """Trouble that came `count` times, last on the day `last`. `kind`: `field` or `piece`; `name`: the field,
    or the piece as people would call it; `what`: a few words, such as `weak` or `does not open`.
    """

    kind: str
    name: str
    what: str
    count: int
    last: date


def noted(faults: Sequence[PastFault], kind: str, name: str, what: str, day: date) -> tuple[PastFault, ...]:
    """These faults with one more; the latest last. Law: the counts of all add up to one more than before, as
    long as no more than MOST are kept."""
    before = next((one for one in faults if (one.kind, one.name, one.what) == (kind, name, what)), None)
    others = tuple(one for one in faults if one is not before)
    new = replace(before, count=before.count + 1, last=day) if before else PastFault(kind, name, what, 1, day)
    return (*others, new)[-MOST:]


def load(state_dir: Path) -> tuple[PastFault, ...]:
    """What is kept in the state folder, the latest last; nothing without the file.

    Raises JournalError for a file that cannot be read. Law: `load` gives what `save` was given.
    """
    path = state_dir / NAME
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["version"] != VERSION:
            raise ValueError(f"its format is {content['version']}")
        return tuple(_fault(entry) for entry in content["faults"])
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise JournalError(
            f"The list of past faults {path} cannot be read ({error}); remove it, and a new one begins."
        ) from None


def save(state_dir: Path, faults: Sequence[PastFault]) -> None:
    """Write the file, whole or not at all, durable against a pulled plug; raises JournalError."""
    path = state_dir / NAME
    new = path.with_suffix(".new")
    entries = [
        {"kind": one.kind, "name": one.name, "what": one.what, "count": one.count, "last": f"{one.last}"}
        for one in faults
    ]
    try:
        with new.open("w", encoding="utf-8") as file:
            json.dump({"version": VERSION, "faults": entries}, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        sync_directory(state_dir)
    except OSError as error:
        raise JournalError(
            f"The list of past faults {path} cannot be written ({error.strerror or error}); make that folder "
            "writable for this user."
        ) from None


def _fault(entry: dict[str, object]) -> PastFault:
    match entry:
        case {
            "kind": ("field" | "piece") as kind,
            "name": str(name),
            "what": str(what),
            "count": int(count),
            "last": str(last),
        } if count > 0:
            return PastFault(str(kind), name, what, count, date.fromisoformat(last))
    raise ValueError("an entry is none that was written")
