"""The command that calibrates hall sensors, on an emulated Raspberry Pi."""

import json
import subprocess
import sys

import pytest
from pi_board import ROOT, pi, pi_library
from pi_wired import Hall

__all__ = ["pi", "pi_library"]

FILE = """
game = "english"
state_dir = "state"
[sensors]
driver = "hall-adc"
kind = "hall"
select = [5, 6, 12, 13]
[leds]
driver = "none"
[wiring]
order = "rows"
"""


def calibrate(pi, folder, *more, text=FILE):
    (folder / "board.toml").write_text(text)
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "firmware_host.cli",
            "calibrate",
            "--config",
            str(folder / "board.toml"),
            *more,
        ],
        capture_output=True,
        text=True,
        env=pi.environment(),
        cwd=ROOT,
        timeout=60,
        check=False,
    )


@pytest.fixture
def hall(pi, tmp_path):
    return Hall(pi.board, tmp_path, channels=32, calibrated=False)


def test_an_empty_board_is_measured_and_kept(pi, hall, tmp_path):
    done = calibrate(pi, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "32 sensors are calibrated" in done.stdout
    kept = json.loads((tmp_path / "state" / "hall.json").read_text())
    assert kept["baselines"] == hall.middles
    printed = json.loads(calibrate(pi, tmp_path, "--json").stdout)
    assert printed["baselines"] == hall.middles


def test_a_broken_sensor_is_named(pi, hall, tmp_path):
    pi.board.adc[9] = 0
    done = calibrate(pi, tmp_path)
    assert done.returncode == 1
    assert "Channel 9 gives 0" in done.stderr
    assert not (tmp_path / "state" / "hall.json").exists()


def test_sensors_that_do_not_answer(pi, hall, tmp_path):
    hall.take_away()
    done = calibrate(pi, tmp_path)
    assert done.returncode == 1
    assert "does not answer" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_board_of_reeds_has_nothing_to_calibrate(pi, tmp_path):
    text = FILE.replace(
        '"hall-adc"\nkind = "hall"\nselect = [5, 6, 12, 13]', '"shift-register"\nkind = "reed"'
    )
    done = calibrate(pi, tmp_path, text=text)
    assert done.returncode == 2
    assert "nothing to do" in done.stderr
