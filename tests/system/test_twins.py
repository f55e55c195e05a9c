"""The daemon hears whole games on the simulated twins of the example boards, over pty and protocol."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from example_boards import GAMES, file_of, golden
from pages import ROOT
from running import DaemonProcess

from firmware_host.config import load
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.simulated import EDGE_READINGS
from hardware.board_control import BoardControl
from hardware.board_model import Edge


@pytest.mark.heavy
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GAMES)
def test_the_daemon_hears_a_whole_game_on_the_twin(name, tmp_path):
    begin, moves = golden(load(file_of(name)).game.name)
    text = file_of(name).read_text(encoding="utf-8")
    if begin:
        text += f'\n[play]\nstart = "{begin}"\n'
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    command = "board --config board.toml --link port --twin simulated.toml --control hands --speed 60"
    board = subprocess.Popen(
        [sys.executable, "-m", "firmware_host.cli", *command.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        hear_a_game(tmp_path, moves)
    finally:
        board.terminate()
        board.wait(20)


def hear_a_game(folder: Path, moves: list[str]) -> None:
    """Let hands play these moves on the twin, and the daemon hear them."""
    until = time.monotonic() + 20
    while not (folder / "hands").exists() or not (folder / "simulated.toml").exists():
        assert time.monotonic() < until, "the board does not come up"
        time.sleep(0.05)
    twin = load(folder / "simulated.toml")
    performance = perform(twin.game, twin.start, moves, LEVELS["tidy"], Random(1), twin.sensors.kind)
    daemon = DaemonProcess(folder / "simulated.toml")
    daemon.until("lights")
    with BoardControl(folder / "hands", timeout=600.0) as hands:
        begin = hands.clock() + 60.0
        hands.schedule(
            Edge(
                round(1000 * (begin + frame.time)),
                {
                    twin.wiring.channel_of[field]: int(EDGE_READINGS[said])
                    for field, said in frame.readings.items()
                },
            )
            for frame in performance.frames
        )
        hands.wait(begin + performance.end)
    daemon.drain(1.0)
    assert daemon.stop() == 0
    assert [event["move"] for event in daemon.events if event["event"] == "move"] == moves
