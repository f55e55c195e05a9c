"""The real daemon on a simulated board: what it makes of a board that was changed while it was off, of a
signal that used to end it, and of a state folder that goes away."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from running import DaemonProcess, board_and_config

from firmware_host.simulated import BoardProgram
from hardware.board_control import BoardControl
from rules.game import Position
from rules.registry import game as game_called

GAME = game_called("international")
MOVES = ["32-28", "19-23", "28x19", "14x23"]


def show(board: BoardProgram, position: Position) -> None:
    """Let the board show this position at once."""
    with BoardControl(board.control) as control:
        control.set({number: int(name in position.fields) for number, name in enumerate(GAME.board.fields)})


def play(daemon: DaemonProcess, board: BoardProgram, position: Position, *moves: str) -> Position:
    for text in moves:
        position = position.play(position.parse_move(text))
        show(board, position)
        assert daemon.until("move")["move"] == text
    return position


def test_games_are_left_off_begun_and_gone_on_with_over_restarts(tmp_path: Path) -> None:
    with board_and_config(tmp_path) as (board, config):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        first = play(daemon, board, GAME.start(), *MOVES)
        daemon.kill()
        show(board, GAME.start())
        daemon = DaemonProcess(config)
        assert daemon.until("start")["game"] == "international"
        second = play(daemon, board, GAME.start(), "31-27", "20-25")
        daemon.kill()
        show(board, first)
        daemon = DaemonProcess(config)
        resumed = daemon.until("resume")
        assert (resumed["id"], resumed["ply"], resumed["position"]) == (1, 4, first.text())
        third = play(daemon, board, first, "33-28")
        daemon.kill()
        show(board, first)
        daemon = DaemonProcess(config)
        assert daemon.until("takeback")["ply"] == 5
        assert daemon.stop() == 0
        assert third != second


def test_a_hangup_ends_nothing_and_a_folder_that_goes_away_stops_what_is_told(tmp_path: Path) -> None:
    with board_and_config(tmp_path) as (board, config):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        daemon.process.send_signal(signal.SIGHUP)
        position = play(daemon, board, GAME.start(), MOVES[0])
        (tmp_path / "games").rename(tmp_path / "away")
        show(board, position.play(position.parse_move(MOVES[1])))
        fault = daemon.until("fault")
        assert fault["device"] == "journal"
        assert "removed or replaced" in str(fault["what"])
        (tmp_path / "away").rename(tmp_path / "games")
        assert daemon.until("move")["move"] == MOVES[1]
        assert daemon.until("fault")["what"] == "The journal takes moves again."
        assert _status(config)["journal_state"] == "sound"
        assert daemon.stop() == 0
        assert not [event for event in daemon.events if event["event"] == "astray"]


def _status(config: Path) -> dict[str, object]:
    """What `zetlicht status` says once it was written anew."""
    time.sleep(2.2)
    command = [sys.executable, "-m", "firmware_host.cli", "status", "--json", "--config", str(config)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result
