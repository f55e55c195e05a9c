"""Real games, played by simulated hands over pty and protocol into the running daemon, and through replay."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from running import ACCEPT, DaemonProcess, board_and_config, games_of, play_through, set_up

from firmware_host.events import GameOver
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.hands.recording import write_trace
from firmware_host.journal_reader import read_journal
from firmware_host.replay import replay
from rules.registry import game as game_called

SPEED = 60.0


def chosen(name: str) -> list[dict[str, object]]:
    games = games_of(name)
    return games if ACCEPT else Random(5).sample(games, max(1, len(games) // 20))


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_real_games_through_the_daemon_end_in_the_journal_as_they_were_played(tmp_path: Path) -> None:
    games = chosen("international")
    with board_and_config(tmp_path, speed=SPEED) as (board, config):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        for number, record in enumerate(games):
            moves = [str(move) for move in record["moves"]]
            if number:
                set_up(board, "international")
                daemon.until("start")
            play_through(board, "international", moves, level="tidy", seed=number, lead_s=SPEED)
            daemon.drain()
        assert daemon.stop() == 0
        with read_journal(tmp_path / "games") as journal:
            rows = journal.games()
            assert len(rows) == len(games)
            for row, record in zip(rows, games, strict=True):
                plies = journal.plies(row.id)
                assert [ply.move for ply in plies] == record["moves"]
                position = game_called("international").parse(plies[-1].position)
                assert position.text() == record["position"]


@pytest.mark.heavy
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", ["tidy", "ordinary"])
@pytest.mark.parametrize("kind", ["reed", "hall"])
def test_real_games_through_replay(level: str, kind: str) -> None:
    game = game_called("international")
    for number, record in enumerate(chosen("international")):
        moves = [str(move) for move in record["moves"]]
        performance = perform(game, None, moves, LEVELS[level], Random(number), kind)
        last = list(replay(write_trace(performance)))[-1]
        assert isinstance(last, GameOver)
        assert list(last.moves) == moves, f"game {number}"
        assert last.position == record["position"]


def test_replay_on_the_command_line(tmp_path: Path) -> None:
    game = game_called("international")
    moves = [str(move) for move in games_of("international")[0]["moves"]][:20]
    performance = perform(game, None, moves, LEVELS["tidy"], Random(1), "reed")
    trace = tmp_path / "game.trace"
    trace.write_text("\n".join(write_trace(performance)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "firmware_host.cli", "replay", "--json", str(trace)],
        capture_output=True,
        text=True,
        check=True,
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0] == {"t": 0.0, "event": "lights", "lights": {}}
    assert events[-1]["event"] == "game"
    assert events[-1]["moves"] == moves
    assert all("t" in event for event in events)
