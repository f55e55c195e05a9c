"""A clock under the real daemon: it survives `kill -9`, waits for a hand then, and ends the game."""

from pathlib import Path

import pytest
from running import DaemonProcess, board_and_config, play_through

from firmware_host.cli import main
from hardware.board_control import BoardControl
from rules.registry import game as game_called

FIELDS = game_called("international").board.fields


def times(event) -> tuple[object, object]:
    return event["white"], event["black"]


def last_clock(daemon: DaemonProcess) -> dict[str, object]:
    return [event for event in daemon.events if event["event"] == "clock"][-1]


def test_a_clock_goes_on_after_a_pulled_plug_and_loses_the_game(tmp_path: Path, capsys) -> None:
    with board_and_config(tmp_path) as (board, config):
        text = config.read_text(encoding="utf-8")
        config.write_text(f'{text}\n[clock]\nminutes = 0.2\n[record]\nwhite = "Ann"\n', encoding="utf-8")
        daemon = DaemonProcess(config)
        first = daemon.until("clock")
        assert (times(first), first["running"]) == ((12.0, 12.0), None)
        daemon.until("lights")
        play_through(board, "international", ["32-28", "20-25"], level="tidy", seed=1)
        while (before := daemon.until("clock"))["running"] != "white":
            pass
        assert before["black"] < 12.0
        daemon.kill()

        daemon = DaemonProcess(config)
        again = daemon.until("clock")
        assert times(again) == pytest.approx(times(before), abs=0.01)
        assert again["running"] is None
        daemon.drain(1.0)
        assert last_clock(daemon) == again, "it stands until somebody touches a piece"
        with BoardControl(board.control) as control:
            control.set({FIELDS.index("31"): 0})
        assert daemon.until("clock")["running"] == "white"
        ended = daemon.until("outcome")
        assert (ended["winner"], ended["reason"]) == ("black", "time")
        assert last_clock(daemon)["white"] == 0.0
        assert daemon.stop() == 0
        assert main(["games", "show", "1", "--config", str(config)]) == 0
    shown = capsys.readouterr().out
    assert '[White "Ann"]' in shown
    assert '[Result "0-2"]' in shown
    assert '[TimeControl "12"]' in shown
    assert "[%clock W00:00:12" in shown
