"""The 10 x 10 example as it is built: its board_config.json in the real firmware on an emulated Pico, its
reeds soldered as its picture shows, and the daemon with its configuration."""

import json
import sys
from pathlib import Path
from random import Random

import pytest
from example_boards import EXAMPLES, file_of, golden
from running import ACCEPT, DaemonProcess

sys.path.append(str(Path(__file__).parents[1] / "hardware"))

from emulated_pico import EmulatedPico, bare, need_micropython

from firmware_host.config import load
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.simulated import EDGE_READINGS

NAME = "reed-10x10-pico"
SPEED = 30.0
LEAD_S = 3.0
"""On the Pico's clock; this many lines and LEDs let it run hardly faster than real time."""
PLIES = None if ACCEPT else 4


@pytest.mark.heavy
@pytest.mark.timeout(1200)
def test_a_game_is_heard_through_its_firmware(tmp_path):
    need_micropython()
    told = json.loads((EXAMPLES / f"{NAME}-board_config.json").read_text(encoding="utf-8"))
    text = file_of(NAME).read_text(encoding="utf-8")
    file = tmp_path / "board.toml"
    file.write_text(text.replace("/dev/serial/by-id/CHANGE-ME", str(tmp_path / "port")), encoding="utf-8")
    switches = [(row, column) for row in told["rows"] for column in told["columns"]]
    pico = EmulatedPico(tmp_path / "port", told, bare(switches), speed=SPEED)
    try:
        moves = golden("international")[1][:PLIES]
        assert heard(pico, file, moves) == moves
    finally:
        pico.close()


def heard(pico, file, moves):
    """The moves that the daemon tells while hands make these."""
    config = load(file)
    performance = perform(config.game, None, moves, LEVELS["tidy"], Random(2), "reed")
    channel = config.wiring.channel_of
    daemon = DaemonProcess(file)
    daemon.until("lights")
    begin = pico.clock() + LEAD_S
    pico.schedule(
        [
            (
                begin + frame.time,
                {channel[field]: EDGE_READINGS[said] for field, said in frame.readings.items()},
            )
            for frame in performance.frames
        ]
    )
    pico.wait(begin + performance.end + 1.5)
    daemon.drain(1.0)
    assert daemon.stop() == 0
    return [event["move"] for event in daemon.events if event["event"] == "move"]
