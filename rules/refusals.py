"""Knows the errors of positions, moves and games; not when they occur."""

from __future__ import annotations

from rules.options import RulesError


class InvalidPosition(RulesError, ValueError):
    """A position text that cannot be read or cannot occur."""


class InvalidMove(RulesError, ValueError):
    """A move text that cannot be read."""


class IllegalMove(InvalidMove):
    """A move that can be read but is not legal in the position; the message names the position."""


class AmbiguousMove(InvalidMove):
    """A short move text that fits several legal moves; `candidates` are their canonical texts."""

    def __init__(self, message: str, candidates: tuple[str, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates


class InvalidSecret(RulesError, ValueError):
    """A piece that cannot be hidden or claimed, or a game that keeps no secrets; the message never names a
    field."""


class UnknownGame(RulesError, LookupError):
    """A game that is not registered."""
