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

sys.path.append(str(Path(__file__).parents[1] / "hardware"))

from emulated_pi import EmulatedPi, need, shim
from emulators.ws2812 import in_rgb

from firmware_host.config import load
from firmware_host.lamps import Lamp, Lamps
from firmware_host.palette import LOOKS, moves
from firmware_host.simulated import board_program, configuration
from rules.game import Side
from rules.registry import game as game_called

MOVES = ["32-28", "19-23", "28x19", "14x23"]
SEEN_S = 0.15
"""A steady picture that stays this long must have been on the wire."""

DRIVERS = ["neopixel", "neopixel-spi"] if ACCEPT else ["neopixel"]
STEPS = [step / 4000 for step in range(4000 * 2)]
"""Moments of a picture, fine enough for the breathing of one to two seconds."""


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
    follow(shown[risen - 1 : before_the_end], pictures(events), load(file))


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


def wait(condition, what):
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until, f"no sign of {what}"
        time.sleep(0.02)


def pictures(events):
    """What the lamps were to show, in order: the lights, the side of the rim, and from when on."""
    found, lights, turn = [], {}, Side.WHITE
    for event in events:
        match event:
            case {"event": "move", "by": by}:
                turn = Side.BLACK if by == "white" else Side.WHITE
            case {"event": "lights"}:
                lights = event["lights"]
            case _:
                continue
        found.append((lights, turn, event["t"]))
    return found


def follow(shown, expected, config):
    """Every picture on the wire is a moment of the picture of its time, and none that stayed was left out."""
    leds = config.leds
    lamps = Lamps(config.wiring, Lamp(leds.brightness, leds.gamma, leds.budget_ma, leds.balance, 0))

    def moments(number):
        lights, turn, _ = expected[number]
        lamps.take({}, 0.0)
        lamps.take(lights, 0.0)
        lamps.turn(turn)
        steps = STEPS if moves(set(lights.values())) else STEPS[:1]
        return {lamps.frame(at).pixels for at in steps}

    number, now, taken = 0, moments(0), set()
    for at, picture in enumerate(shown):
        while picture not in now:
            number += 1
            assert number < len(expected), f"picture {at} on the wire is none of the lamps from there on"
            now = moments(number)
        taken.add(number)
    for number, (lights, turn, begun) in enumerate(expected[:-1]):
        stayed = expected[number + 1][2] - begun
        steady = not any(LOOKS[role].motion for role in lights.values())
        if steady and stayed > SEEN_S:
            assert number in taken, f"the picture {lights} of {begun} s ({turn}) was never shown"
    roles = {role for lights, *_ in expected for role in lights.values()}
    assert {"origin", "destination", "must", "capture"} <= roles, "the game shows something"
