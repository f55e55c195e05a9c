"""What a frame of a long disorder costs: far less than it takes a hand to lift a piece, however much might
have been played meanwhile; limits with a margin for slow machines."""

import time
from random import Random

import pytest

from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game as game_called
from rules.registry import names

WORST_S = 0.25
"""Three times what is meant: 50 ms on one core."""
FRAMES = 120


class Clocked:
    """A pipeline, and the CPU time of its costliest step."""

    def __init__(self, name: str) -> None:
        self.game = game_called(name)
        settings = Settings(secrets="claim")
        self.pipeline = Pipeline(Session(Line(self.game, self.game.start()), settings), settings)
        self.occupied = self.game.start().occupied
        self.worst = self.t = 0.0
        self.show(0.0)
        self.show(1.0)

    def show(self, after: float) -> None:
        self.t += after
        begun = time.process_time()
        self.pipeline.feed(self.t, Seen(self.occupied, 0, 0, 0))
        self.worst = max(self.worst, time.process_time() - begun)


def noise(name: str, rng: Random, fields: tuple[int, ...]) -> float:
    clocked = Clocked(name)
    bits = [clocked.game.board.bit[field] for field in clocked.game.board.fields]
    for _ in range(FRAMES):
        for bit in rng.sample(bits, rng.choice(fields)):
            clocked.occupied ^= bit
        clocked.show(rng.choice((0.02, 0.1, 0.3)))
    return clocked.worst


@pytest.mark.parametrize("name", names())
def test_a_field_after_another_that_changes_without_sense(name: str) -> None:
    assert noise(name, Random(f"one by one {name}"), (1,)) < WORST_S


@pytest.mark.parametrize("name", names())
def test_many_fields_that_change_without_sense(name: str) -> None:
    assert noise(name, Random(f"many {name}"), (1, 1, 2, 5)) < WORST_S


@pytest.mark.parametrize("name", names())
def test_pieces_that_are_taken_off_one_by_one_and_set_up_again(name: str) -> None:
    clocked, rng = Clocked(name), Random(f"off {name}")
    there = [bit for bit in clocked.game.board.bit.values() if bit & clocked.occupied]
    for order in (rng.sample(there, len(there)), rng.sample(there, len(there))):
        for bit in order:
            clocked.occupied ^= bit
            clocked.show(0.3)
    assert clocked.worst < WORST_S
