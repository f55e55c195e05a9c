"""Whole games by simulated hands: the record is the moves played, for every registered game."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from firmware_host.events import GameOver
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.hands.recording import write_trace
from firmware_host.replay import replay
from rules.game import Game, Position
from rules.registry import game as game_called
from rules.registry import names

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
GAMES = 200 if ACCEPT else 3
HERE = Path(__file__).resolve()
# Choices that are said, not made, are told by who pushes first: of several that come to the same any may be.
OPTIONS = {"overboord": {"chooser": "none"}}
PUSHED_OR_SHARED = {"overboord", "smokkelen"}


def played(name: str) -> list[tuple[Game, Position, list[str]]]:
    """Real games where there are some: all of the optional collection beside the project in the full run,
    else the golden ones; seeded random games where there are none."""
    shared = HERE.parents[3] / "shared" / "games" / f"{name}.jsonl"
    golden = HERE.parents[1] / "rules" / "golden" / f"{name}.jsonl"
    if name in OPTIONS or name == "smokkelen":
        return [random_game(name, number) for number in range(GAMES)]
    file = shared if ACCEPT and shared.exists() else golden
    found = []
    for line in file.read_text(encoding="utf-8").splitlines()[:GAMES]:
        record = json.loads(line)
        game = game_called(name, record.get("options"))
        start = game.parse(record["start"]) if record["start"] else game.start()
        found.append((game, start, record["moves"]))
    return found


def random_game(name: str, seed: int) -> tuple[Game, Position, list[str]]:
    rng, game = Random(seed), game_called(name, OPTIONS.get(name))
    position, moves = game.start(), []
    while len(moves) < 70 and position.outcome() is None:
        move = rng.choice(position.legal_moves())
        moves.append(move.text)
        position = position.play(move)
    return game, game.start(), moves


@pytest.mark.heavy
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", ["reed", "hall"])
@pytest.mark.parametrize("level", ["tidy", "ordinary"])
@pytest.mark.parametrize("name", names())
def test_the_record_is_the_moves_played(name: str, level: str, kind: str) -> None:
    if level == "ordinary" and name in PUSHED_OR_SHARED:
        # docs/hearing.md publishes how often these still fool the board; here: they never crash it.
        for number, (game, start, moves) in enumerate(played(name)):
            performance = perform(game, start, moves, LEVELS[level], Random(number), kind)
            assert isinstance(list(replay(write_trace(performance)))[-1], GameOver)
        return
    for number, (game, start, moves) in enumerate(played(name)):
        performance = perform(game, start, moves, LEVELS[level], Random(number), kind)
        last = list(replay(write_trace(performance)))[-1]
        assert isinstance(last, GameOver)
        assert list(last.moves) == moves, f"{name} {level} {kind}, game {number}"
