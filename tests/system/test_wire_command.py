"""The real wizard, a process, at a simulated board on a pty: it sees nothing but channels, shows nothing but
lights, and what it writes is the wiring; stopped, killed and unplugged in between."""

import os
import subprocess
import sys
import tomllib
from random import Random

import pytest
from board_rigs import RunningBoard
from wire_maker import broken, plan_of, scrambled
from wire_process import RemoteMaker, WizardProcess

from firmware_host.config import load
from firmware_host.wire.prompt import HEARD
from firmware_host.wiring import places
from hardware.readings import BoardShape, SensorKind
from rules import registry

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
SPEED = 20.0

HEAD = """# My board
game = "smokkelen"   # for now
state_dir = "games"

[wiring]
# soldered by hand
order = "rows"
absent = {absent}

[sensors]
driver = "serial"
port = "{port}"
kind = "reed"

[leds]
budget_ma = 300   # the supply
"""


class Rig:
    def __init__(self, folder, seed, faults, *, speed=SPEED):
        self.luck = Random(seed)
        there = places(registry.game("smokkelen").board)
        absent = [] if ACCEPT else list(there)[8:]
        fields = {name: place for name, place in there.items() if name not in absent}
        plan = plan_of(fields, spare_channels=2)
        self.board = broken(scrambled(plan, self.luck), self.luck, faults)
        shape = BoardShape(SensorKind.REED, plan.channels, plan.pixels, 1)
        self.running = RunningBoard(folder, shape, speed=speed, readings=self._readings(self.board.stuck))
        self.config = folder / "board.toml"
        self.config.write_text(HEAD.format(port=self.running.port, absent=absent), encoding="utf-8")
        self.maker = RemoteMaker(self.board, self._press, self._see, self.running.control.clock)

    def _readings(self, closed):
        return bytes(channel in closed for channel in range(self.board.plan.channels))

    def _press(self, closed, at):
        self.running.control.set(dict(enumerate(self._readings(closed))), at=at)

    def _see(self):
        strip = self.running.control.lights()
        return [tuple(strip[at : at + 3]) for at in range(0, len(strip), 3)]

    def check(self):
        """The file says what is soldered, of every field that works."""
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


@pytest.fixture
def rigs(tmp_path):
    made = []

    def make(seed, faults):
        folder = tmp_path / str(seed)
        folder.mkdir()
        made.append(Rig(folder, seed, faults))
        return made[-1]

    yield make
    for rig in made:
        rig.running.stop()


def without_flicker(rigs, seed, faults):
    """Flickering is a matter of time, and in its own tests."""
    return next(
        rig for rig in (rigs(seed + 100 * more, faults) for more in range(100)) if not rig.board.flickering
    )


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(10) if ACCEPT else [3])
def test_a_scrambled_board_is_wired(rigs, seed):
    rig = without_flicker(rigs, seed, seed % 4)
    wizard = WizardProcess(rig.config)
    rig.maker.work(wizard)
    status, error = wizard.end()
    assert (status, error) == (0, "")
    rig.check()
    text = rig.config.read_text(encoding="utf-8")
    for line in ("# My board", 'game = "smokkelen"   # for now', "# soldered by hand"):
        assert line in text
    assert "budget_ma = 300   # the supply" in text
    before = tomllib.loads(rig.config.with_name("board.toml.before-wire").read_text())
    assert before["wiring"]["order"] == "rows"
    for pixel, name in enumerate(rig.board.over):
        if pixel not in rig.board.dead_pixels and rig.board.own_channel(name):
            assert rig.maker.last_seen[pixel] == HEARD
    assert not list(rig.config.parent.glob("*.wire.json"))


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_when_nobody_reads_any_more_it_ends_in_silence(rigs, more):
    rig = rigs(3, 0)
    wizard = subprocess.Popen(
        [sys.executable, "-m", "firmware_host.cli", "wire", *more, "--config", str(rig.config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wizard.stdout.readline()
    wizard.stdout.close()
    assert (wizard.wait(20), wizard.stderr.read()) == (1, b"")


def test_damaged_answers_are_told_of(rigs):
    rig = without_flicker(rigs, 3, 0)
    kept = rig.config.with_name(f"{rig.config.name}.wire.json")
    kept.write_text('{"version": 1')
    for more, told in (((), True), (("--again",), False)):
        wizard = WizardProcess(rig.config, *more)
        assert wizard.wait(20.0, lambda line: "asks" in line)
        assert wizard.stop() == (1, "")
        assert any(f"{kept} are damaged" in line["says"] for line in wizard.lines) is told


def test_a_killed_and_a_stopped_wizard_go_on(rigs):
    rig = without_flicker(rigs, 7, 1)
    before = rig.config.read_bytes()
    wizard = WizardProcess(rig.config)
    rig.maker.work(wizard, stop_after=5)
    wizard.kill()
    assert rig.config.read_bytes() == before
    wizard = WizardProcess(rig.config)
    rig.maker.work(wizard, stop_after=9)
    assert wizard.now["answers"] >= 9
    status, error = wizard.stop()
    assert (status, error) == (1, "")
    assert "Stopped after" in wizard.lines[-1]["says"]
    assert not any(any(colour) for colour in rig._see()), "the board is dark"
    assert rig.config.read_bytes() == before
    wizard = WizardProcess(rig.config)
    rig.maker.work(wizard, stop_after=14)
    rig.running.control.unplug(0.3)
    rig.maker.work(wizard)
    assert wizard.end() == (0, "")
    rig.check()
    asked = [line["answers"] for line in wizard.lines if line.get("asks")]
    assert min(asked) >= 9
