"""Knows the positions since the last irreversible move, to count repetitions; nothing about any game."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trail:
    """A position's key and what came before it, newest first; None ends it.

    One link a ply: playing costs the same however long the game has been going.
    """

    key: Hashable
    before: Trail | None


def occurrences(key: Hashable, trail: Trail | None) -> int:
    """How often a position with this key has stood, itself included, given the trail that leads to it."""
    count = 1
    while trail is not None:
        count += trail.key == key
        trail = trail.before
    return count
