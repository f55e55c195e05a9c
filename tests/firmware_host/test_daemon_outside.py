"""The daemon marks the fields outside the game when a game starts, and lets them go dark by itself."""

import asyncio
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.line import Line, Ply
from hardware.device import ButtonEdge, LedFrame, SensorFrame

CONFIG = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[leds]
outside_s = 0.05
[wiring]
order = "rows"
[board]
columns = 12
rows = 12
[buttons]
0 = "new"
"""


class Desk:
    """A board whose signals the test gives and whose pictures it keeps; also a journal that forgets."""

    channels = pixels = 144

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def start(self, listener) -> None:
        self.tell = listener

    def stop(self) -> None:
        pass

    def show(self, frame: LedFrame) -> None:
        self.shown.append(frame.pixels)

    def apply(self, changes) -> None:
        pass


def lit(config, picture: bytes) -> set[str]:
    """`game`, `outside`: where LEDs are lit."""
    on = {pixel for pixel in range(len(picture) // 3) if any(picture[3 * pixel : 3 * pixel + 3])}
    outside = set(config.wiring.outside)
    return {name for name, there in (("outside", on & outside), ("game", on - outside)) if there}


def play(line: Line, *signals, wait_s: float = 0.3):
    config = parse(CONFIG, Path("board.toml"))
    desk = Desk()
    daemon = Daemon(config, line, desk, desk, desk)

    async def sit() -> None:
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        for signal in signals:
            desk.tell(signal)
        await asyncio.sleep(wait_s)
        daemon.stop()
        await running

    asyncio.run(sit())
    return [lit(config, picture) for picture in desk.shown]


@pytest.fixture
def game():
    return parse(CONFIG, Path("board.toml")).game


def view(game, position, at: float) -> SensorFrame:
    channels = parse(CONFIG, Path("board.toml")).wiring.channels
    there = position.fields
    return SensorFrame(at, bytes(1 if name in there else 0 for name in channels))


def test_a_game_that_starts_marks_them_for_a_moment(game):
    start = game.start()
    assert play(Line(game, start), view(game, start, 0.0)) == [{"outside"}, set()]


def test_a_game_that_goes_on_marks_nothing(game):
    start = game.start()
    move = start.parse_move("32-28")
    after = start.play(move)
    line = Line(game, start, [Ply(move, start.turn, after, 0.0, final=True)])
    assert not any("outside" in picture for picture in play(line, view(game, after, 0.0)))
    line = Line(game, start, [Ply(move, start.turn, after, 0.0, final=True)])
    again = play(line, view(game, after, 0.0), ButtonEdge(0.1, 0, True))
    assert any("outside" in picture for picture in again), "the button begins a new game"
    assert "outside" not in again[-1]
