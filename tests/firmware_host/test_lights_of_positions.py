"""In thousands of positions, what is lit when a piece is lifted is exactly what the rules say, by a second
generator that was written apart."""

import os
import sys
from pathlib import Path
from random import Random

import pytest
from table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "slow"))

import random_positions
import slow_draughts
from slow_draughts_routes import TooManyRoutesError
from slow_draughts_rules import rules_of

from rules.game import Position
from rules.registry import game as game_called

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
POSITIONS = 10_000 if ACCEPT else 500


def positions(rng: Random, count: int) -> list[Position]:
    """Positions of random games, every third a strewn one."""
    game = game_called("international")
    found: list[Position] = []
    while len(found) < count:
        if rng.randrange(3) == 0:
            found.append(game.parse(random_positions.draughts(rng, rules_of("international"))))
            continue
        position = game.start()
        for _ in range(rng.randrange(90)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        found.append(position)
    return [position for position in found if position.outcome() is None]


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_lifting_a_piece_lights_exactly_its_moves() -> None:
    rng = Random(20)
    rules = rules_of("international")
    checked = 0
    for position in positions(rng, POSITIONS):
        text = position.text()
        try:
            moves = slow_draughts.slow_moves(rules, text)
        except TooManyRoutesError:
            continue
        must = {move.origin for move in moves if move.captured}
        table = Table(start=text)
        assert table.role("must") == must, text
        by_origin = slow_draughts.lights_of(rules, text, moves)
        origin = rng.choice(sorted(by_origin))
        destinations, waypoints, captures = by_origin[origin]
        table.lift(origin).wait(0.2)
        if destinations:
            wanted = dict.fromkeys(waypoints, "waypoint") | {origin: "origin"}
            wanted |= dict.fromkeys(captures, "capture") | dict.fromkeys(destinations, "destination")
        else:
            wanted = dict.fromkeys(must, "must") | {origin: "origin"}
        assert table.lights == wanted, (text, origin)
        checked += 1
    assert checked > 0.9 * POSITIONS * 0.9
