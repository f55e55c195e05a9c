"""The daemon as a service: ready without a board, alive while it looks for one; it tells when it stops."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.simulated import configuration
from rules.registry import game as game_called

GAME = game_called("english")


@pytest.fixture
def systemd(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(f"\0zetlicht-test-{os.getpid()}")
        heard.settimeout(30)
        yield heard


def test_a_service_without_a_board(tmp_path: Path, systemd) -> None:
    file = tmp_path / "board.toml"
    file.write_text(configuration(GAME, tmp_path, tmp_path / "no board", "reed"), encoding="utf-8")
    service = {"NOTIFY_SOCKET": f"@zetlicht-test-{os.getpid()}", "WATCHDOG_USEC": "600000"}
    daemon = subprocess.Popen(
        [sys.executable, "-m", "firmware_host.cli", "run", "--config", str(file)],
        env={**os.environ, **service},
        stdout=subprocess.DEVNULL,
    )
    try:
        assert systemd.recv(4096) == b"READY=1"
        heard = [systemd.recv(4096).decode() for _ in range(8)]
        assert any(text.startswith("STATUS=no board: ") for text in heard)
        assert heard.count("WATCHDOG=1") > 3, "a board that is not there is no hang"
        daemon.send_signal(signal.SIGTERM)
        while (text := systemd.recv(4096)) != b"STOPPING=1":
            assert text == b"WATCHDOG=1"
        assert daemon.wait(20) == 0
    finally:
        daemon.kill()
        daemon.wait()
