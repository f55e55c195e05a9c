"""`zetlicht test` as a process at a simulated board: what it shows on the strip, and what it tells of sensors
and buttons, in lines and in a terminal."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
from board_rigs import RunningBoard

from hardware.readings import BoardShape, SensorKind

FILE = """
game = "smokkelen"
state_dir = "games"
[sensors]
driver = "serial"
port = "{port}"
kind = "reed"
[buttons]
0 = "confirm"
1 = "undo"
"""
WIRING = '[wiring]\norder = "rows"\n'


@pytest.fixture
def board(tmp_path):
    running = RunningBoard(tmp_path, BoardShape(SensorKind.REED, 30, 30, 2))
    (tmp_path / "board.toml").write_text(FILE.format(port=running.port) + WIRING)
    yield running
    running.stop()


def command(folder, *arguments):
    config = ["--config", str(folder / "board.toml")]
    return [sys.executable, "-m", "firmware_host.cli", *arguments, *config]


class Lines:
    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            command(folder, *arguments, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def until(self, **wanted):
        for text in self.process.stdout:
            line = json.loads(text)
            if wanted.items() <= line.items():
                return line
        raise AssertionError(self.process.stderr.read())

    def end(self):
        self.process.send_signal(signal.SIGINT)
        _, error = self.process.communicate(timeout=20)
        return self.process.returncode, error


def test_sensors_are_told_as_they_change(board, tmp_path):
    test = Lines(tmp_path, "test", "sensors")
    test.until(connected=True)
    time.sleep(0.3)
    begin = board.control.clock() + 0.2
    for at, closed in ((0.0, 1), (0.002, 0), (0.004, 1)):
        board.control.set({7: closed}, at=begin + at)
    assert test.until(channel=7)["bounces"] == 2
    board.control.set({7: 0})
    line = test.until(channel=7, reading="empty")
    assert line["field"] == "c5"
    assert test.end() == (0, "")


def test_a_field_that_the_game_does_not_use_is_called_as_the_board_calls_it(tmp_path):
    running = RunningBoard(tmp_path, BoardShape(SensorKind.REED, 64, 64, 0))
    wired = "[board]\ncolumns = 8\nrows = 8\n" + WIRING
    text = FILE.split("[buttons]")[0].replace("smokkelen", "russian").format(port=running.port)
    (tmp_path / "board.toml").write_text(text + wired)
    try:
        test = Lines(tmp_path, "test", "sensors")
        test.until(connected=True)
        time.sleep(0.3)
        for channel, name in ((0, "a8"), (1, "b8"), (63, "h1")):
            running.control.set({channel: 1})
            assert test.until(channel=channel)["field"] == name
        assert test.end() == (0, "")
        test = Lines(tmp_path, "test", "leds")
        assert "field a8" in test.until(ma=pytest.approx(64 + 60, abs=20))["says"]
        assert test.end() == (0, "")
    finally:
        running.stop()


def test_leds_are_lit_one_by_one_and_dark_at_the_end(board, tmp_path):
    board.control.subscribe()
    test = Lines(tmp_path, "test", "leds")
    test.until(says="LED 2, field c6: white, the only one")
    shown = set()
    while (picture := board.control.next_picture(0.5)) is not None and len(shown) < 3:
        lit = [at for at in range(30) if any(picture.pixels[3 * at : 3 * at + 3])]
        assert len(lit) <= 1
        shown |= set(lit)
    assert shown >= {0, 1}
    assert test.end() == (0, "")
    assert not any(board.control.lights())


def test_buttons_are_named(board, tmp_path):
    test = Lines(tmp_path, "test", "buttons")
    test.until(connected=True)
    time.sleep(0.3)
    begin = board.control.clock() + 0.1
    board.control.press(1, pressed=True, at=begin)
    board.control.press(1, pressed=False, at=begin + 0.25)
    assert test.until(button=1, pressed=True)["name"] == "undo"
    assert test.until(button=1, pressed=False)["held"] == pytest.approx(0.25, abs=0.01)
    assert test.end() == (0, "")


def test_it_ends_by_itself_and_without_a_board_it_fails(board, tmp_path):
    done = subprocess.run(
        command(tmp_path, "test", "sensors", "--seconds", "1.5"), capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0
    assert "0 times a piece was put down." in done.stdout
    (tmp_path / "board.toml").write_text(FILE.format(port=tmp_path / "none") + WIRING)
    done = subprocess.run(
        command(tmp_path, "test", "sensors", "--seconds", "0.5"), capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 1
    assert done.stderr.startswith("There was nothing to test: There is no serial port")
    assert "put down" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "wiring", "words", "status"),
    [
        (["test", "sensors"], WIRING, "c5#", 0),
        (["test", "sensors"], "", "7#", 0),
        (["test", "leds"], WIRING, "the only one", 0),
        (["wire"], "", "Take everything off the board", 1),
    ],
)
def test_a_terminal_shows_a_picture(board, tmp_path, arguments, wiring, words, status):
    (tmp_path / "board.toml").write_text(FILE.format(port=board.port) + wiring)
    board.control.set({7: 1})
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command(tmp_path, *arguments), stdout=theirs, stderr=theirs, stdin=theirs)
    os.close(theirs)
    shown = bytearray()

    def read():
        try:
            while chunk := os.read(ours, 65536):
                shown.extend(chunk)
        except OSError:
            return

    reader = threading.Thread(target=read)
    reader.start()
    until = time.monotonic() + 20

    def plain():
        return re.sub(rb"\x1b\[[0-9;]*[A-Za-z]", b"", bytes(shown)).decode(errors="replace")

    while words not in plain():
        assert time.monotonic() < until, plain()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == status
    reader.join(5)
    os.close(ours)
    assert "Traceback" not in plain()
