"""Whole games are heard through every driver of the Raspberry Pi's own pins, as the hands played them."""

import itertools
import json
import os

import pytest
from pi_board import pi, pi_library

__all__ = ["pi", "pi_library"]

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
DRIVERS = ("gpio-matrix", "shift-register", "mcp23017", "hall-adc")
WHOLE = 10_000
SAMPLE = (
    ("gpio-matrix", "russian", "ordinary", 20),
    ("shift-register", "english", "ordinary", WHOLE),
    ("mcp23017", "russian", "tidy", WHOLE),
    ("hall-adc", "english", "tidy", 40),
)
"""Driver, game, hands and plies: short where each access to the emulated pins costs tens of microseconds."""

CASES = SAMPLE
if ACCEPT:
    CASES = tuple(itertools.product(DRIVERS, ("russian", "english"), ("tidy", "ordinary"), (WHOLE,)))


def hear(pi, driver, game, plies, level):
    process = pi.popen("pi_game.py", driver, game, "0", str(plies), level, str(pi.file))
    out, _ = process.communicate(timeout=280)
    assert process.returncode == 0
    return json.loads(out)


@pytest.mark.heavy
@pytest.mark.parametrize(("driver", "game", "level", "plies"), CASES)
def test_a_game_is_heard_as_it_was_played(pi, driver, game, level, plies):
    heard = hear(pi, driver, game, plies, level)
    assert heard["moves"] == heard["played"]
    assert len(heard["moves"]) > min(plies, 60) - 1
    assert heard["frames"] > 2 * len(heard["moves"])
