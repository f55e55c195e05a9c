"""Knows which games there are: every module in `rules/games/` is one, named as the game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

import rules.games
from rules.game import Game, UnknownGame


def names() -> tuple[str, ...]:
    """The names of all registered games, sorted. A module whose name starts with `_` is no game."""
    found = (module.name for module in pkgutil.iter_modules(rules.games.__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))


def game(name: str, options: Mapping[str, str | int | bool] | None = None) -> Game:
    """The game called `name` with these options; raises UnknownGame or InvalidOption."""
    if name not in names():
        raise UnknownGame(f"There is no game {name!r}; the games are: {', '.join(names())}.")
    kind: type[Game] = importlib.import_module(f"rules.games.{name}").GAME
    return kind.with_options(options or {})
