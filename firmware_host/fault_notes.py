"""Knows how faults of fields and pieces that are heard become past faults; not how they are found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from firmware_host.errors import JournalError
from firmware_host.events import Event, Fault
from firmware_host.health import OTHER_POLE, WEAK, WORKS_AGAIN
from firmware_host.past_faults import load, noted, save

OF_PIECES = frozenset({WEAK, OTHER_POLE})
"""What lies in the piece, wherever it stands."""


class FaultNotes:
    """Adds the faults of fields and pieces to the list in the state folder. A list that cannot be read or
    written is told on standard error, once, and stops nothing."""

    def __init__(self, state_dir: Path, today: Callable[[], date] = date.today) -> None:
        self._state_dir = state_dir
        self._today = today
        self._refused = False

    def heard(self, events: Sequence[Event]) -> None:
        """What the daemon tells its subscribers."""
        found = [
            event
            for event in events
            if isinstance(event, Fault) and event.field and event.what != WORKS_AGAIN
        ]
        if not found:
            return
        try:
            faults = load(self._state_dir)
            for fault in found:
                of_piece = fault.what in OF_PIECES
                kind, name = ("piece", f"on {fault.field}") if of_piece else ("field", str(fault.field))
                faults = noted(faults, kind, name, fault.what, self._today())
            save(self._state_dir, faults)
        except JournalError as error:
            if not self._refused:
                print(error, file=sys.stderr, flush=True)
            self._refused = True
