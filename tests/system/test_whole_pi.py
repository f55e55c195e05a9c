"""Whole games on an emulated Raspberry Pi, from the switches to the LEDs: the real daemon hears them through
each kind of sensors with the real libraries, and what its LEDs take from the wire, bit by bit, is what the
lamps were to show."""

import errno
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from running import ACCEPT
from wire_pictures import Moments, follow, pictures, wait

sys.path.append(str(Path(__file__).parents[1] / "hardware"))

from emulated_pi import EmulatedPi, need, shim
from emulators.ws2812 import in_rgb
from pi_board import pi, pi_library
from pi_wired import COLUMNS, ROWS, SELECT, Chain, Chips, Hall, Matrix

from firmware_host.config import load
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.journal_reader import read_journal

__all__ = ["pi", "pi_library"]

GOLDEN = Path(__file__).parents[1] / "rules" / "golden" / "russian.jsonl"
KEYS = {
    "gpio-matrix": f"rows = {list(ROWS)}\ncolumns = {list(COLUMNS)}\ndiodes = true",
    "shift-register": "",
    "mcp23017": "addresses = [0x20, 0x21, 0x22, 0x23, 0x24]",
    "hall-adc": f"select = {list(SELECT)}",
}
SAMPLE = (("gpio-matrix", "neopixel", "tidy", 4),)
WHOLE = (
    ("gpio-matrix", "neopixel", "tidy", None),
    ("shift-register", "neopixel", "ordinary", None),
    ("mcp23017", "neopixel-spi", "blitz", None),
    ("hall-adc", "neopixel", "blitz", None),
)
"""Sensors, LEDs, hands and plies: None is the whole game."""

READINGS = {"": 0, "x": 1, "w": 1, "b": 2}
SEEN_S = 0.4
"""Each access to an emulated pin stops the daemon for some tens of microseconds."""

LIT = 66
"""An LED under each of the 64 squares, and one at the rim for each side."""

CONFIG = """\
game = "russian"
state_dir = "{folder}"
[sensors]
driver = "{sensors}"
kind = "{kind}"
{keys}
[leds]
driver = "{leds}"
budget_ma = 400
outside_s = 0
[board]
columns = 8
rows = 8
[wiring]
order = "rows"
rim_white = [64]
rim_black = [65]
"""


class Running:
    """The daemon on the chip, and what it says."""

    def __init__(self, chip, file):
        command = ["-m", "firmware_host.cli", "run", "--json", "--config", file]
        self._process = chip.start(*command, stdout=subprocess.PIPE, text=True)
        self.events = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        self.events.extend(map(json.loads, self._process.stdout))

    def says(self, name):
        return [event for event in self.events if event["event"] == name]

    def stop(self):
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(20) == 0
        self._reader.join()


def wired(sensors, board, folder):
    match sensors:
        case "gpio-matrix":
            return Matrix(board)
        case "shift-register":
            return Chain(board)
        case "mcp23017":
            return Chips(board)
        case _:
            return Hall(board, folder)


def play(there, channel_of, frames):
    """Move the pieces as the frames say, in their time."""
    begun = time.monotonic() - frames[0].time
    for frame in frames:
        time.sleep(max(0.0, begun + frame.time - time.monotonic()))
        there.put({channel_of[field]: READINGS[word] for field, word in frame.readings.items()})


@pytest.mark.heavy
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("sensors", "leds", "level", "plies"), WHOLE if ACCEPT else SAMPLE)
def test_a_game_is_heard_and_lit(pi, pi_library, tmp_path, sensors, leds, level, plies):
    need("RPi", "neopixel", "board", "gpiod", "_rpi_ws281x")
    there = wired(sensors, pi.board, tmp_path)
    file = tmp_path / "board.toml"
    kind = there.kind.word
    file.write_text(CONFIG.format(folder=tmp_path, sensors=sensors, kind=kind, keys=KEYS[sensors], leds=leds))
    config = load(file)
    moves = json.loads(GOLDEN.read_text().splitlines()[0])["moves"][:plies]
    played = perform(config.game, None, moves, LEVELS[level], Random(1), kind)
    still, *moving = played.frames
    there.put({config.wiring.channel_of[field]: READINGS[word] for field, word in still.readings.items()})
    preloaded = f"{pi_library}:{shim(tmp_path)}"
    chip = EmulatedPi(tmp_path, preloaded, PI_BOARD=pi.file, PI_LEDS=1, FAKESPI_REALTIME=1)
    daemon = Running(chip, file)
    try:
        wait(lambda: daemon.says("lights"), "the start position")
        first = Moments(config, *pictures(daemon.events)[0][:2])
        wait(lambda: any(in_rgb(one.taken, "GRB") in first for one in chip.pictures()[-1:]), "the full light")
        risen = len(chip.sent())
        play(there, config.wiring.channel_of, moving)
        wait(lambda: len(daemon.says("move")) >= len(moves), "the last move")
        time.sleep(1.0)
        before_the_end = len(chip.sent())
    finally:
        daemon.stop()
        chip.close()
    with read_journal(tmp_path) as journal:
        [row] = journal.games()
        assert [ply.move for ply in journal.plies(row.id)] == moves
    assert not daemon.says("fault")
    assert pi.board.spi_lit == 0, "what the sensors are asked lights no LED"
    shown = [in_rgb(picture.taken, "GRB") for picture in chip.pictures()]
    assert shown[0] == shown[1] == shown[-1] == bytes(3 * LIT), "black comes first and last"
    roles = follow(shown[risen - 1 : before_the_end], pictures(daemon.events), config, SEEN_S)
    assert {"origin", "destination"} <= roles, "the game shows something"
    if plies is None:
        assert {"must", "capture"} <= roles
        print(f"{sensors}: {len(moves)} plies, {len(shown)} pictures on the wire of {leds}")


def test_the_daemon_starts_with_every_device_missing_and_takes_each_when_it_comes(pi, pi_library, tmp_path):
    need("RPi", "neopixel", "board", "gpiod", "_rpi_ws281x")
    there = Chain(pi.board)
    pi.board.spi_errno, pi.board.gpio_errno = errno.ENOENT, errno.EACCES
    file = tmp_path / "board.toml"
    text = CONFIG.format(folder=tmp_path, sensors="shift-register", kind="reed", keys="", leds="neopixel")
    file.write_text(f'{text}[buttons]\npins = [5]\n0 = "undo"\n')
    config = load(file)
    for field in config.game.start().fields:
        there.put({config.wiring.channel_of[field]: 1})
    chip = EmulatedPi(tmp_path, f"{pi_library}:{shim(tmp_path)}", PI_BOARD=pi.file, PI_LEDS=1)
    chip.be("a")
    daemon = Running(chip, file)
    devices = {"board", "buttons", "leds"}
    try:
        wait(lambda: {fault["device"] for fault in daemon.says("fault")} == devices, "three faults")
        time.sleep(2.5)
        assert sorted(fault["device"] for fault in daemon.says("fault")) == sorted(devices), (
            "each is told once"
        )
        told = {fault["device"]: fault["what"] for fault in daemon.says("fault")}
        assert "There is no /dev/spidev0.1" in told["board"]
        assert "There is no /dev/spidev0.0" in told["leds"]
        assert "usermod -aG gpio" in told["buttons"]
        assert not daemon.says("lights")
        pi.board.spi_errno = pi.board.gpio_errno = 0
        chip.be("")
        wait(lambda: len(daemon.says("fault")) == 6, "all three devices")
        wait(lambda: daemon.says("lights"), "the start position")
        wait(lambda: any(any(picture.taken) for picture in chip.pictures()), "the first light")
    finally:
        daemon.stop()
        chip.close()
    assert {fault["device"] for fault in daemon.says("fault")[3:]} == devices
