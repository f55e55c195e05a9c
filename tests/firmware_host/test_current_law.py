"""The law of the current budget: over whole games, at every moment, whatever is lit and however."""

from random import Random

import pytest
from hands_table import FULL, GAMES, played

from firmware_host.events import Ended, Lit, Moved, Started
from firmware_host.hands.recording import write_trace
from firmware_host.lamps import FAINTEST_MA, IDLE_MA, Lamp, Lamps, current_ma
from firmware_host.replay import replay
from firmware_host.wiring import Wiring
from rules.game import Side
from rules.registry import game as game_called

SEEDS = 1000 if FULL else 50
LEVELS = ("tidy", "ordinary", "sloppy", "blitz")
MOMENTS_S = (0.0, 0.05, 0.26, 0.5, 1.3, 3.1)
"""After a picture began: every role has its brightest and its darkest moment among them or between them."""


def boards(board, rng):
    """Boards that differ in everything the current depends on, with their lamps."""
    fields = board.fields
    outside = tuple(range(3 * len(fields), 3 * len(fields) + 20))
    rim = {Side.WHITE: (3 * len(fields) + 20,), Side.BLACK: range(3 * len(fields) + 21, 3 * len(fields) + 40)}
    sparse = Wiring(board, fields, fields, hall=False)
    dense = Wiring(board, fields, (*fields * 3, *("",) * 40), hall=False, outside=outside, rim=rim)
    for wiring in (sparse, dense):
        least = (IDLE_MA + FAINTEST_MA) * len(wiring.pixels)
        for budget in (least + rng.choice((0, rng.uniform(0, 60))), least + rng.uniform(60, 2000)):
            lamp = Lamp(
                brightness=rng.choice((0.01, 0.08, 0.35, 1.0)),
                gamma=rng.choice((1.0, 2.2, 3.0)),
                budget_ma=budget,
                balance=(1.0, rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0)),
            )
            yield Lamps(wiring, lamp), budget


@pytest.mark.heavy
def test_no_frame_of_any_picture_of_a_thousand_games_exceeds_the_budget():
    pictures, tight, roles = 0, 0, set()
    for seed in range(SEEDS):
        rng = Random(seed)
        name = GAMES[seed % len(GAMES)]
        performance = played(name, rng.choice(LEVELS), seed=seed, plies=12, kind=rng.choice(("reed", "hall")))
        shown = list(boards(game_called(name).board, rng))
        for lamps, _ in shown:
            lamps.begin(0.0)
        for event in replay(write_trace(performance)):
            match event:
                case Moved(by=by):
                    for lamps, _ in shown:
                        lamps.turn(Side.BLACK if by is Side.WHITE else Side.WHITE)
                case Ended() | Started():
                    for lamps, _ in shown:
                        lamps.turn(rng.choice((None, *Side)))
                        lamps.begin(event.t)
                case Lit(t=t, lights=lights):
                    pictures += 1
                    roles |= set(lights.values())
                    for lamps, budget in shown:
                        lamps.take(lights, t)
                        for moment in (*MOMENTS_S, rng.uniform(0, 5)):
                            drawn = current_ma(lamps.frame(t + moment))
                            assert drawn <= budget + 1e-6, (seed, name, lights, moment)
                            tight += drawn > 0.8 * budget
    assert pictures > 15 * SEEDS
    assert tight > pictures, "the budgets are such that they bind"
    assert {"must", "origin", "destination", "last-to", "missing", "extra"} <= roles


def test_whatever_the_picture_the_fields_keep_their_light_when_the_turn_changes():
    board = game_called("international").board
    rim = {Side.WHITE: (50,), Side.BLACK: range(51, 58)}
    wiring = Wiring(board, board.fields, (*board.fields, *("",) * 8), hall=False, rim=rim)
    lamps = Lamps(wiring, Lamp(brightness=1.0, budget_ma=120))
    lamps.take(dict.fromkeys(board.fields, "origin"), 0.0)
    frames = []
    for side in (None, Side.WHITE, Side.BLACK):
        assert lamps.turn(side) is (side is not None)
        assert lamps.turn(side) is False
        frames.append(lamps.frame(1.0).pixels)
        assert current_ma(lamps.frame(1.0)) <= 120
    assert len({frame[:150] for frame in frames}) == 1
    dark, white, black = (frame[150:] for frame in frames)
    assert not any(dark)
    assert any(white[:3])
    assert not any(white[3:])
    assert not any(black[:3])
    assert all(any(black[at : at + 3]) for at in range(3, 24, 3))
    assert black[3] < black[5], "blue: look"
