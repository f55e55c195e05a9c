"""Knows what a daemon may have beside its devices: who keeps its game, who records, who listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from firmware_host.events import Event
from firmware_host.journal_rows import Change
from firmware_host.seen import Seen

Subscriber = Callable[[Sequence[Event]], None]


class Keeper(Protocol):
    """Where changes of the game are kept: they are durable when `apply` returns."""

    def apply(self, changes: Sequence[Change]) -> object:
        """Keep these changes, all or none; raises DiskRefuses where it may be tried again."""


class Recorder(Protocol):
    """What writes down what the sensors say; the daemon closes it."""

    def see(self, at: float, seen: Seen, *, secret: bool = False) -> None:
        """A raw view of the board, before anything is made of it."""

    def press(self, at: float, button: str, held_s: float | None = None) -> None:
        """A button, likewise."""

    def close(self) -> None:
        """Nothing more comes."""
