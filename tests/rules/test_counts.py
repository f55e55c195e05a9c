"""The numbers of legal move sequences of `counts/<game>.json`, for every registered game.

A file holds `{"game", "source", "positions": [{"name", "position", "counts": [...]}]}`: `position` null is
the game's start, `options` may be added, `counts` begins with one ply.
"""

from __future__ import annotations

import json

import pytest
from registered import ACCEPT, HERE, counted_position, counts_of

from rules import registry
from rules.perft import perft

NODES = 30_000
"""The largest number that is counted anew in a sampled run; the first ply always is."""

ENTRIES = [
    pytest.param(path.stem, entry, id=f"{path.stem}-{entry.get('name') or index}")
    for path in sorted((HERE / "counts").glob("*.json"))
    for index, entry in enumerate(counts_of(path.stem))
]


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_counts(name):
    path = HERE / "counts" / f"{name}.json"
    if not path.exists():
        pytest.fail(f"Add tests/rules/counts/{name}.json with the numbers of move sequences of {name}.")
    content = json.loads(path.read_text())
    assert content["game"] == name
    assert content["source"].strip(), "say where the numbers come from"
    assert content["positions"]
    assert all(entry["counts"] for entry in content["positions"])


@pytest.mark.heavy
@pytest.mark.timeout(4 * 3600 if ACCEPT else 300)
@pytest.mark.parametrize(("name", "entry"), ENTRIES)
def test_counts(name, entry):
    assert name in registry.names(), f"tests/rules/counts/{name}.json counts a game that is not registered"
    game = registry.game(name, entry.get("options"))
    position = counted_position(game, entry["position"])
    for depth, expected in enumerate(entry["counts"], start=1):
        if depth == 1 or ACCEPT or expected <= NODES:
            assert perft(position, depth) == expected, f"depth {depth}"
