"""`zetlicht record`: the running daemon writes what its sensors said, and the trace says the same again."""

import json
import subprocess
import sys
from pathlib import Path

from running import DaemonProcess, board_and_config, play_through


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware_host.cli", *arguments], capture_output=True, text=True, timeout=60
    )


def test_the_running_daemon_writes_a_trace_that_replays_to_what_it_heard(tmp_path: Path) -> None:
    moves = ["32-28", "18-23", "38-32"]
    with board_and_config(tmp_path, speed=20.0) as (board, config):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        play_through(board, "international", moves, level="tidy", seed=1)
        daemon.drain(1.0)
        done = command("record", "--config", str(config))
        assert (done.returncode, done.stderr) == (0, "")
        assert daemon.stop() == 0
    path = Path(done.stdout.strip())
    assert path.parent.name == "recordings"
    assert path.name.startswith("0001-")
    replayed = command("replay", "--json", str(path))
    last = json.loads(replayed.stdout.splitlines()[-1])
    heard = [event["move"] for event in daemon.events if event["event"] == "move"]
    assert last["moves"] == heard == moves
    assert len(list(path.parent.iterdir())) == 1


def test_without_a_daemon_it_says_so(tmp_path: Path) -> None:
    with board_and_config(tmp_path) as (_, config):
        done = command("record", "--config", str(config))
        assert done.returncode == 1
        assert done.stderr.startswith("No daemon is running with this configuration")
        assert done.stderr.count("\n") == 1


def test_a_status_left_behind_by_a_killed_daemon_is_not_signalled(tmp_path: Path) -> None:
    with board_and_config(tmp_path) as (_, config):
        daemon = DaemonProcess(config)
        daemon.until("lights")
        daemon.kill()
        done = command("record", "--config", str(config))
        assert done.returncode == 1
        assert "killed" in done.stderr
