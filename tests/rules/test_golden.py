"""Whole games of `golden/<game>.jsonl`, replayed move by move, for every registered game.

A line holds `{"game", "options"?, "start", "moves", "position", "outcome"?}`: `start` null is the game's
start, `moves` and `position` (the last one) are canonical texts.
"""

from __future__ import annotations

import json
import random

import pytest
from registered import ACCEPT, HERE, counted_position

from rules import registry

ELSEWHERE = HERE.parents[2] / "shared" / "games"
"""More recorded games in the same form, replayed where that folder exists."""


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_a_golden_game(name):
    path = HERE / "golden" / f"{name}.jsonl"
    if not path.exists():
        pytest.fail(f"Add tests/rules/golden/{name}.jsonl with at least one whole game of {name}.")
    assert lines(path), f"tests/rules/golden/{name}.jsonl holds no game"


@pytest.mark.parametrize("path", sorted((HERE / "golden").glob("*.jsonl")), ids=lambda path: path.stem)
def test_golden_games_replay(path):
    for number, record in enumerate(lines(path), start=1):
        assert record["game"] == path.stem, f"line {number}"
        replay(record, f"{path.name}, line {number}")


@pytest.mark.heavy
@pytest.mark.timeout(3600 if ACCEPT else 300)
@pytest.mark.parametrize("name", registry.names())
def test_recorded_games_replay(name):
    path = ELSEWHERE / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"there are no further recorded games of {name} here")
    records = list(enumerate(lines(path), start=1))
    sampled = records if ACCEPT else random.Random(name).sample(records, max(1, len(records) // 20))
    for number, record in sampled:
        replay(record, f"{path.name}, line {number}")


def replay(record, where):
    assert record["game"] in registry.names(), f"{where}: {record['game']} is not registered"
    game = registry.game(record["game"], record.get("options"))
    position = counted_position(game, record["start"])
    for ply, text in enumerate(record["moves"], start=1):
        legal = {move.text: move for move in position.legal_moves()}
        assert text in legal, f"{where}, ply {ply}: {text} is not among {sorted(legal)} in {position.text()}"
        assert position.parse_move(text) == legal[text], f"{where}, ply {ply}: {text}"
        position = position.play(legal[text])
    assert position.text() == record["position"], where
    if "outcome" in record:
        outcome = position.outcome()
        shown = outcome and {"winner": outcome.winner and outcome.winner.value, "reason": outcome.reason}
        assert shown == record["outcome"], where
