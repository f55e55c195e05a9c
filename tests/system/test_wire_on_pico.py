"""The wizard finds out scrambled wirings through the firmware of a Raspberry Pi Pico: switches on its pins,
LEDs on its wire, the protocol in between."""

import os
from random import Random

import emulated_pico as pico
import pytest
from wire_maker import FAULTS, broken, plan_of, scrambled
from wire_process import RemoteMaker, WizardProcess

from firmware_host.config import load
from firmware_host.wiring import places
from rules import registry

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
SEEDS = range(10) if ACCEPT else [1]
SPEED = 4.0

ROWS, COLUMNS = (2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12)
PIXEL_PIN = 22

FILE = """
game = "smokkelen"
state_dir = "games"

[sensors]
driver = "serial"
port = "{port}"
kind = "reed"

[wiring]
absent = {absent}
"""


class PicoRig:
    """A Pico with a matrix of 6 by 5 switches and 30 LEDs under the fields of one game. Only the fields that
    are not `absent` are asked for."""

    def __init__(self, folder, seed, faults, absent=()):
        self.luck = Random(seed)
        there = places(registry.game("smokkelen").board)
        fields = {name: place for name, place in there.items() if name not in absent}
        plan = plan_of(fields, spare_channels=len(absent), spare_pixels=0)
        board = broken(scrambled(plan, self.luck), self.luck, faults)
        while board.flickering:
            board = broken(scrambled(plan, self.luck), self.luck, faults)
        self.board = board
        config = {"rows": ROWS, "columns": COLUMNS, "pixels": plan.pixels, "pixel_pin": PIXEL_PIN}
        switches = [(row, column) for row in ROWS for column in COLUMNS]
        self.port = folder / "pico"
        self.pico = pico.EmulatedPico(self.port, config, pico.bare(switches), speed=SPEED)
        self.config = folder / "board.toml"
        self.config.write_text(FILE.format(port=self.port, absent=list(absent)), encoding="utf-8")
        self.maker = RemoteMaker(board, self._press, self._see, self.pico.clock)

    def _press(self, closed, at):
        now = {channel: int(channel in closed) for channel in range(self.board.plan.channels)}
        changed = {channel: on for channel, on in now.items() if self.pico.readings.get(channel, 0) != on}
        if changed:
            self.pico.set(changed, at=at)

    def _see(self):
        strip = self.pico.lights()
        return [(strip[at + 1], strip[at], strip[at + 2]) for at in range(0, len(strip) - 2, 3)]

    def check(self):
        wiring, board = load(self.config).wiring, self.board
        for name in board.plan.fields:
            own = board.own_channel(name)
            assert (wiring.channel_of.get(name) in own) if own else name not in wiring.channel_of, name
            lit = [
                pixel
                for pixel, over in enumerate(board.over)
                if over == name and pixel not in board.dead_pixels
            ]
            assert list(wiring.pixels_of.get(name, ())) == lit, name


@pytest.mark.heavy
@pytest.mark.parametrize("seed", SEEDS)
def test_the_wizard_recovers_a_scrambled_board_through_the_firmware(seed, tmp_path):
    assert "flicker" in FAULTS, "which is left out here: the switches of the emulated Pico do not"
    pico.need_micropython()
    # Three fields tell whether it works at all; the whole board takes minutes.
    there = registry.game("smokkelen").board.fields
    rig = PicoRig(tmp_path, seed, seed % 4, () if ACCEPT else there[3:])
    try:
        wizard = WizardProcess(rig.config)
        rig.maker.work(wizard)
        assert wizard.end() == (0, "")
        rig.check()
        assert not rig.pico.faults()
    finally:
        rig.pico.close()
