"""Knows how hands play on a simulated board: from a performance's readings to the channels of its control
socket, and how such a board is started as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.hands.records import Performance
from hardware.board_control import BoardControl
from hardware.board_model import Edge
from hardware.device import HardwareError, HardwareUnavailable, Reading
from rules.board import Board
from rules.game import Game

START_S = 20.0
"""How long a simulated board may take to appear on a busy machine."""

EDGE_READINGS = {
    "": Reading.NONE,
    "x": Reading.PIECE,
    "w": Reading.WHITE,
    "b": Reading.BLACK,
    "?": Reading.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class BoardProgram:
    """A simulated board that runs as a program of its own: its port and its control socket."""

    link: Path
    control: Path
    process: subprocess.Popen[bytes]


@contextmanager
def board_program(
    folder: Path, game: Game, *, kind: str = "reed", speed: float = 1.0, empty: bool = False
) -> Iterator[BoardProgram]:
    """Run `zetlicht board` with its port and socket in `folder`; ended when the block is left.

    Raises HardwareUnavailable if it does not come up.
    """
    link, control = folder / "board", folder / "control"
    command = [sys.executable, "-m", "firmware_host.cli", "board", "--link", str(link)]
    command += ["--control", str(control), "--game", game.name, "--kind", kind, "--speed", str(speed)]
    for name, value in game.chosen.items():
        command += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    if empty:
        command.append("--empty")
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=os.environ)
    try:
        _wait_for(link, control, process)
        yield BoardProgram(link, control, process)
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(link: Path, control: Path, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        if process.poll() is not None:
            raise HardwareUnavailable(f"The simulated board ended at once with status {process.returncode}.")
        if link.is_symlink() and control.exists():
            try:
                BoardControl(control).close()
            except HardwareError:
                pass
            else:
                return
        time.sleep(0.02)
    raise HardwareUnavailable(f"The simulated board did not come up within {START_S:.0f} s.")


def channels(board: Board) -> tuple[str, ...]:
    """The fields of the simulated board's channels: every field of the game in its reading order."""
    return board.fields


def edges(performance: Performance, board: Board, start_at: float) -> list[Edge]:
    """The performance as scheduled edges, its time 0 at `start_at` seconds of the board's clock."""
    channel = {name: number for number, name in enumerate(channels(board))}
    return [
        Edge(
            round(1000 * (start_at + frame.time)),
            {channel[name]: int(EDGE_READINGS[reading]) for name, reading in frame.readings.items()},
        )
        for frame in performance.frames
    ]


def configuration(game: Game, folder: Path, link: Path, kind: str) -> str:
    """The configuration file of a daemon on this simulated board."""
    names = json.dumps(channels(game.board))
    options = "\n".join(f"{name} = {json.dumps(value)}" for name, value in game.chosen.items())
    return f"""game = "{game.name}"
state_dir = {json.dumps(str(folder / "games"))}

[options]
{options}

[sensors]
driver = "serial"
port = {json.dumps(str(link))}
kind = "{kind}"

[leds]
budget_ma = 2000
brightness = 1.0

[wiring]
fields = {names}
pixels = {names}

[buttons]
0 = "confirm"
1 = "undo"
2 = "new"
"""
