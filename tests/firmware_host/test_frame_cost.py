"""What a frame costs in CPU time, with limits far above what a slow machine takes: a guard against work done
again for every frame, not a measurement (tests/bench/bench_hearing.py measures)."""

import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

from hearing_cost import QUIET, cost, cost_of
from hearing_games import Cell, Played, the_game

from firmware_host.hands.accidents import swept
from rules.registry import names

FRAMES_PER_S = 2000
QUIET_S = 10e-6
WORST_S = 0.25


@pytest.mark.parametrize("name", names())
def test_frames_of_a_played_game_are_cheap(name: str) -> None:
    found = cost(Cell(name, "reed", "ordinary"), 0)
    assert found.quiet_s / QUIET < QUIET_S
    assert len(found.frames) / found.whole_s > FRAMES_PER_S
    assert max(found.frames) < WORST_S


@pytest.mark.parametrize("name", ["abalone", "overboord", "smokkelen"])
def test_no_frame_of_a_swept_board_holds_up_the_next(name: str) -> None:
    game = the_game(name)
    rng = Random(f"swept {name}")
    start = game.start()
    while not start.occupied or any(not move.lifts for move in start.legal_moves()):
        start = start.play(rng.choice(start.legal_moves()))
    performance = swept(game, start, rng, "reed")
    found = cost_of(Played(game, (), (start,), performance))
    assert max(found.frames) < WORST_S
