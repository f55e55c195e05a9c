"""Devices beside the sensors: their faults are told, their buttons count, and nothing waits for them."""

import asyncio
from pathlib import Path

from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.events import Fault
from firmware_host.line import Line
from hardware.device import ButtonEdge, DeviceState, SensorFrame

CONFIG = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[leds]
driver = "none"
[wiring]
order = "rows"
[buttons]
pins = [5, 6]
0 = "confirm"
1 = "new"
"""


class Beside:
    """A companion whose signals the test gives; also a source, and a journal that forgets."""

    channels = 50

    def __init__(self, order):
        self.order = order

    def tell(self, listener):
        self.order.append("told")
        self.say = listener

    def start(self, listener):
        self.order.append("started")
        self.say = listener

    def stop(self):
        self.order.append("stopped")

    def apply(self, changes):
        pass


def run(act, *recorders):
    """Let a daemon run while `act(source, companion)` gives signals; its events, and what was called."""
    config = parse(CONFIG, Path("board.toml"))
    order, events = [], []
    source, beside = Beside(order), Beside(order)
    daemon = Daemon(
        config,
        Line(config.game, config.game.start()),
        source,
        None,
        source,
        [events.extend],
        recorders,
        companions={"leds": beside},
    )

    async def sit():
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        start = config.game.start().fields
        source.say(SensorFrame(0.0, bytes(name in start for name in config.wiring.channels)))
        await asyncio.sleep(0.01)
        act(source, beside)
        await asyncio.sleep(0.05)
        daemon.stop()
        await running

    asyncio.run(sit())
    return events, order


def test_a_fault_names_the_device_and_so_does_its_end():
    def act(source, beside):
        for connected, detail in ((True, "They light."), (False, "No SPI."), (True, "They light.")):
            beside.say(DeviceState(0.0, connected, detail))

    events, order = run(act)
    faults = [(event.device, event.what) for event in events if isinstance(event, Fault)]
    assert faults == [("leds", "No SPI."), ("leds", "They light.")], "a device that simply works says nothing"
    times = [event.t for event in events]
    assert times == sorted(times)
    assert order == ["told", "started", "stopped", "stopped"]


def test_something_wrong_with_a_board_that_answers_is_a_fault_and_so_is_its_end():
    ghosts = "Four closed switches cannot be told from three."

    def act(source, beside):
        for problem, detail in ((False, "The board answers."), (True, ghosts), (False, "In order again.")):
            source.say(DeviceState(0.0, True, detail, problem))

    events, _ = run(act)
    faults = [(event.device, event.what) for event in events if isinstance(event, Fault)]
    assert faults == [("board", ghosts), ("board", "In order again.")]


def test_its_buttons_are_the_boards():
    def act(source, beside):
        beside.say(ButtonEdge(0.5, 1, True))

    events, _ = run(act)
    assert "start" in [event.name for event in events]


class Presses:
    """A recorder that keeps the buttons."""

    def __init__(self):
        self.seen = []

    def see(self, at, seen, *, secret=False):
        pass

    def press(self, at, button, held_s=None):
        self.seen.append((at, button, held_s))

    def close(self):
        pass


def test_a_button_counts_at_once_and_again_when_it_was_held():
    def act(source, beside):
        for at, pressed in ((0.5, True), (1.2, False), (2.0, True), (3.0, False)):
            beside.say(ButtonEdge(at, 0, pressed))
        beside.say(ButtonEdge(4.0, 7, True))

    presses = Presses()
    run(act, presses)
    assert presses.seen == [(0.5, "confirm", None), (2.0, "confirm", None), (3.0, "confirm", 1.0)]


def test_a_fault_of_the_leds_is_not_one_of_the_board():
    config = parse(CONFIG, Path("board.toml"))
    source, beside = Beside([]), Beside([])
    daemon = Daemon(
        config, Line(config.game, config.game.start()), source, None, source, companions={"leds": beside}
    )

    async def sit():
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        source.say(DeviceState(0.0, True, "The board answers."))
        beside.say(DeviceState(0.0, False, "No SPI."))
        await asyncio.sleep(0.05)
        daemon.stop()
        await running

    asyncio.run(sit())
    assert daemon.device == DeviceState(0.0, True, "The board answers.")
