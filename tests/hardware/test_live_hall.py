"""`zetlicht test sensors` with hall sensors at a converter, on an emulated Raspberry Pi: values and margins
while a piece is nudged over its field."""

import json
import subprocess
import sys
import time

import pytest
from pi_board import ROOT, pi, pi_library
from pi_wired import Hall

__all__ = ["pi", "pi_library"]

FILE = """
game = "english"
state_dir = "."
[sensors]
driver = "hall-adc"
kind = "hall"
select = [5, 6, 12, 13]
[leds]
driver = "none"
[wiring]
order = "rows"
"""


@pytest.fixture
def hall(pi, tmp_path):
    return Hall(pi.board, tmp_path, channels=32)


def test_a_nudged_piece_shows_its_margin(pi, hall, tmp_path):
    (tmp_path / "board.toml").write_text(FILE)
    command = [sys.executable, "-m", "firmware_host.cli", "test", "sensors", "--json", "--seconds", "60"]
    with subprocess.Popen(
        [*command, "--config", str(tmp_path / "board.toml")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=pi.environment(),
        cwd=ROOT,
    ) as test:
        lines = (json.loads(line) for line in test.stdout)
        assert next(lines)["connected"]
        time.sleep(0.5)
        rest = hall.middles[9]
        hall.put({9: 1})
        change = next(line for line in lines if "reading" in line)
        assert (change["channel"], change["field"], change["reading"]) == (9, "10", "white")
        nudged = next(line for line in lines if "value" in line)
        assert nudged["value"] == rest - 90
        assert nudged["steps"] == pytest.approx(90 - 25, abs=1)
        pi.board.adc[9] = rest - 35
        weak = next(line for line in lines if line.get("value") == rest - 35)
        assert weak["least_steps"] == pytest.approx(10, abs=1)
        hall.put({9: 0})
        left = next(line for line in lines if line.get("reading") == "empty")
        assert (left["low"], left["high"]) == (rest - 90, rest - 35)
        assert left["least_steps"] == pytest.approx(10, abs=1)
        test.send_signal(2)
        assert test.wait(10) == 0
        assert test.stderr.read() == ""
