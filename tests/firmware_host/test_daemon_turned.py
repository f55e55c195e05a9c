"""On a board that is turned round the daemon lights the fields where the players see them."""

import asyncio
from pathlib import Path

from test_daemon_outside import Desk

from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.line import Line
from hardware.device import SensorFrame

FIELDS = [str(number) for number in range(1, 51)]
CONFIG = f"""\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[wiring]
fields = {FIELDS}
pixels = {FIELDS}
""".replace("'", '"')


class Board(Desk):
    channels = pixels = 50


def lit_after(*views: set[str]) -> set[str]:
    """The fields that are lit after these views, a second apart."""
    config = parse(CONFIG, Path("board.toml"))
    desk = Board()
    daemon = Daemon(config, Line(config.game, config.game.start()), desk, desk, desk)

    async def sit() -> None:
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        for number, view in enumerate(views):
            desk.tell(SensorFrame(float(number), bytes(field in view for field in FIELDS)))
        await asyncio.sleep(0.3)
        daemon.stop()
        await running

    asyncio.run(sit())
    pictures = [shown for shown in desk.shown if any(shown)]
    return {FIELDS[pixel] for pixel in range(50) if any(pictures[-1][3 * pixel : 3 * pixel + 3])}


def test_the_last_move_is_lit_where_it_was_made() -> None:
    start = set(parse(CONFIG, Path("board.toml")).game.start().fields)
    plain, other = start - {"32"} | {"28"}, start - {"19"} | {"23"}
    assert lit_after(start, start - {"32"}, plain, plain) == {"32", "28"}
    assert lit_after(start, start - {"19"}, other, other) == {"19", "23"}
