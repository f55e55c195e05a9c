"""Knows how arguments of the command line become games and positions."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.errors import UsageError
from rules.game import Game, Position
from rules.registry import game as game_called


def chosen_game(name: str, options: Sequence[str]) -> Game:
    """The game called `name` with options given as NAME=VALUE; raises UsageError or RulesError."""
    chosen: dict[str, str | int | bool] = {}
    for text in options:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"Option {text!r} has no value; write NAME=VALUE.")
        chosen[key] = _value(value)
    return game_called(name, chosen)


def _value(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text


def chosen_position(game: Game, text: str | None) -> Position:
    """The position that `text` gives, the game's start for None; raises InvalidPosition."""
    return game.start() if text is None else game.parse(text)
