"""Plays every registered game at random from fixed seeds and checks messages; it names no game.

Shared by the suites that hold for all games. A new game needs no line here: it is found in the registry.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules import registry
from rules.game import Game, Position

HERE = Path(__file__).parent
ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
"""Whether everything is checked (`make accept`) or a seeded sample (`make check`)."""

PLAYOUTS, PLIES, KEPT = (20, 400, 250) if ACCEPT else (3, 150, 24)
"""Random games per game, their length, and how many of their positions are looked at."""

OPTION_PLIES = 12 if ACCEPT else 3

Chosen = tuple[tuple[str, str | int | bool], ...]


@dataclass(frozen=True)
class Sample:
    """A position that occurred in a random game; `label` says where it comes from."""

    label: str
    position: Position

    def __str__(self) -> str:
        return f"{self.label}: {self.position.text(full=True)}"


def option_sets(name: str) -> list[Chosen]:
    """No option chosen, then every value of every option that is not its default, one at a time."""
    options = registry.game(name).options
    return [(), *(((option.name, value),) for option in options for value in option.values[1:])]


@cache
def samples(name: str) -> tuple[Sample, ...]:
    """Positions of seeded random games: of the game as it is, of the positions that have counts, and of
    every option; always the first and the last of each game, and a choice of those between."""
    games = list(_default_games(name))
    kept: dict[str, Sample] = {}
    between: list[Sample] = []
    for played in games:
        kept |= {str(sample): sample for sample in (played[0], played[-1])}
        between += played[1:-1]
    random.Random(f"choice {name}").shuffle(between)
    kept |= {str(sample): sample for sample in between[:KEPT]}
    for chosen in option_sets(name)[1:]:
        game = registry.game(name, dict(chosen))
        label = f"{name} {dict(chosen)}"
        played = list(playout(label, game.start(), random.Random(label), OPTION_PLIES))
        kept |= {str(sample): sample for sample in played}
    return tuple(kept.values())


def _default_games(name: str) -> Iterator[list[Sample]]:
    game = registry.game(name)
    roots = [game.start()] * PLAYOUTS
    for entry in counts_of(name):
        if entry["position"] is not None and not entry.get("options"):
            roots.append(game.parse(entry["position"]))
    for index, root in enumerate(roots):
        label = f"{name} game {index}"
        yield list(playout(label, root, random.Random(label), PLIES))


def playout(label: str, position: Position, chance: random.Random, plies: int) -> Iterator[Sample]:
    """A random game from `position` until it is over or `plies` long."""
    yield Sample(f"{label}, ply 0", position)
    for ply in range(1, plies + 1):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            return
        position = position.play(chance.choice(moves))
        yield Sample(f"{label}, ply {ply}", position)


def counts_of(name: str) -> list[dict]:
    """The entries of `counts/<name>.json`; none if there is no such file (its own test says so)."""
    path = HERE / "counts" / f"{name}.json"
    return json.loads(path.read_text())["positions"] if path.exists() else []


def counted_position(game: Game, text: str | None) -> Position:
    """The position of a counts or golden file, where null is the game's start."""
    return game.start() if text is None else game.parse(text)


def check_message(error: Exception) -> None:
    """A refusal is one sentence on one line."""
    message = str(error)
    assert message.strip(), "the message is empty"
    assert len(message.splitlines()) == 1, f"more than one line: {message!r}"
    assert message.rstrip()[-1] in ".!?", f"no sentence: {message!r}"
