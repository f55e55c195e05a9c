"""From hands to LEDs: the real daemon on an emulated Raspberry Pi lights a short game, and what its LEDs take
from the wire, bit by bit, is what the lamps were to show."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from running import ACCEPT, play_through
from wire_pictures import follow, pictures, wait

sys.path.append(str(Path(__file__).parents[1] / "hardware"))

from emulated_pi import EmulatedPi, need, shim
from emulators.ws2812 import in_rgb

from firmware_host.config import load
from firmware_host.simulated import board_program, configuration
from rules.registry import game as game_called

MOVES = ["32-28", "19-23", "28x19", "14x23"]
DRIVERS = ["neopixel", "neopixel-spi"] if ACCEPT else ["neopixel"]


def test_the_leds_take_what_the_lamps_show(tmp_path, driver_and_config):
    driver, file, board = driver_and_config
    need("neopixel", "board", "gpiod", "_rpi_ws281x")
    pi = EmulatedPi(tmp_path, shim(tmp_path), FAKESPI_REALTIME=1)
    daemon = pi.start(
        "-m", "firmware_host.cli", "run", "--json", "--config", file, stdout=subprocess.PIPE, text=True
    )
    events = []
    reader = threading.Thread(target=lambda: events.extend(map(json.loads, daemon.stdout)))
    reader.start()
    try:
        wait(lambda: len(pi.sent()) >= 3, "the first light")
        time.sleep(1.2)
        risen = len(pi.sent())
        play_through(board, "international", MOVES, level="tidy", seed=4)
        before_the_end = len(pi.sent())
    finally:
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(20) == 0
        reader.join()
    assert [event["move"] for event in events if event["event"] == "move"] == MOVES
    shown = [in_rgb(picture.taken, "GRB") for picture in pi.pictures()]
    pi.close()
    assert shown[0] == shown[1] == shown[-1] == bytes(3 * 52), f"{driver}: black comes first and last"
    roles = follow(shown[risen - 1 : before_the_end], pictures(events), load(file))
    assert {"origin", "destination", "must", "capture"} <= roles, "the game shows something"


@pytest.fixture(params=DRIVERS)
def driver_and_config(request, tmp_path):
    game = game_called("international")
    with board_program(tmp_path, game) as board:
        file = tmp_path / "board.toml"
        text = configuration(game, tmp_path, board.link, "reed")
        text = text.replace("[leds]\n", f'[leds]\ndriver = "{request.param}"\n')
        text = text.replace("budget_ma = 2000", "budget_ma = 150")
        file.write_text(text.replace("[buttons]", "rim_white = [50]\nrim_black = [51]\n[buttons]"))
        yield request.param, file, board
