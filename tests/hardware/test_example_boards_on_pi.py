"""The example boards that hang on the Raspberry Pi's own pins, wired to the emulated one as they say."""

import json
import os

import pytest
from example_boards import file_of, golden
from pi_board import pi, pi_library

from firmware_host.config import load

__all__ = ["pi", "pi_library"]

PLIES = {"reed-8x8-gpio": 16, "reed-abalone-shift": 40}
"""In the sample: each access to the emulated pins costs tens of microseconds."""


@pytest.mark.heavy
@pytest.mark.parametrize("name", PLIES)
def test_a_golden_game_is_heard_through_its_own_driver(pi, name):
    begin, moves = golden(load(file_of(name)).game.name)
    if os.environ.get("ZETLICHT_ACCEPT") != "1":
        moves = moves[: PLIES[name]]
    process = pi.popen("pi_example.py", str(file_of(name)), json.dumps(moves), begin or "", str(pi.file))
    out, _ = process.communicate(timeout=280)
    assert process.returncode == 0
    assert json.loads(out) == moves
