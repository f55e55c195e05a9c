"""Knows which events nobody may hear yet, because the disk has not taken what they change."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.attached import Keeper
from firmware_host.errors import DiskRefuses
from firmware_host.events import Event, Lit
from firmware_host.journal_rows import Change

MOST = 10_000
"""So many events wait, which is an evening of play; a disk that is not mended by then ends the daemon."""


class Backlog:
    """Events on their way to the journal. Mutable.

    Law: an event leaves only after all changes before it and its own are durable, and in the order in which
    it came. Of pictures that wait only the last is kept. `trouble`: why the disk refuses, or None.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._changes: list[Change] = []
        self._events: list[Event] = []
        self.trouble: str | None = None

    def take(self, changes: Sequence[Change], events: Sequence[Event]) -> Sequence[Event]:
        """Events come, with what they change; those that may be told now. While the disk refuses none may:
        `retry`. Raises what the keeper raises for good, and DiskRefuses when too much waits."""
        if self.trouble is None and not changes:
            return events
        self._changes += changes
        if self._events and any(isinstance(event, Lit) for event in events):
            self._events = [event for event in self._events if not isinstance(event, Lit)]
        self._events += events
        if self.trouble is None:
            return self.retry()
        if len(self._events) > MOST:
            raise DiskRefuses(self.trouble)
        return []

    def retry(self) -> Sequence[Event]:
        """Try the disk again; the events that may be told now: all or none."""
        try:
            if self._changes:
                self._keeper.apply(self._changes)
        except DiskRefuses as error:
            self.trouble = str(error)
            return []
        told, self._changes, self._events, self.trouble = self._events, [], [], None
        return told
