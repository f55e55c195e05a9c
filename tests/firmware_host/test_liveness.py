"""The watchdog is fed for real signs of life only, and the status says what the board is doing."""

import asyncio
import socket
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.line import Line
from firmware_host.liveness import Pulse, doing, keep_told
from firmware_host.notify import Notifier
from hardware.device import DeviceState, SensorFrame

CONFIG = parse(
    """\
game = "english"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[leds]
driver = "none"
[wiring]
order = "rows"
""",
    Path("board.toml"),
)
CHANNELS = len(CONFIG.wiring.channels)
THERE = DeviceState(0.0, True, "The board is connected.")
GONE = DeviceState(0.0, False, "There is no /dev/board.")


class Desk:
    """A board whose signals and rounds the test gives; also a journal that forgets."""

    channels = CHANNELS
    rounds = 0

    def start(self, listener) -> None:
        self.tell = listener

    def stop(self) -> None:
        pass

    def apply(self, changes) -> None:
        pass


def frame(at: float) -> SensorFrame:
    start = CONFIG.game.start().fields
    return SensorFrame(at, bytes(name in start for name in CONFIG.wiring.channels))


def running(scene) -> None:
    """Run a daemon on a desk while `scene(daemon, desk)` plays."""

    async def play() -> None:
        desk = Desk()
        daemon = Daemon(CONFIG, Line(CONFIG.game, CONFIG.game.start()), desk, None, desk)
        work = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        try:
            await scene(daemon, desk)
        finally:
            daemon.stop()
            await work

    asyncio.run(play())


async def taken(desk: Desk, *signals) -> None:
    for signal in signals:
        desk.tell(signal)
    for _ in range(5):
        await asyncio.sleep(0)


def test_frames_are_signs_of_life_and_a_connected_board_without_any_is_none():
    async def scene(daemon, desk):
        pulse = Pulse(daemon, desk)
        await taken(desk, THERE, frame(0.1))
        assert pulse.beats()
        desk.rounds += 100
        assert not pulse.beats(), "the driver turns, but what it should bring does not arrive"
        await taken(desk, frame(0.2))
        assert pulse.beats()

    running(scene)


def test_while_there_is_no_board_the_loop_that_looks_for_it_is_the_sign():
    async def scene(daemon, desk):
        pulse = Pulse(daemon, desk)
        for signal in (None, GONE):
            if signal:
                await taken(desk, signal)
            desk.rounds += 1
            assert pulse.beats()
            assert not pulse.beats(), "the driver's thread hangs"

    running(scene)


def test_a_frame_that_did_not_get_through_the_pipeline_is_no_sign():
    async def scene(daemon, desk):
        pulse = Pulse(daemon, desk)
        await taken(desk, THERE, frame(0.1))
        assert pulse.beats()
        daemon.pipeline.feed = None
        desk.tell(frame(0.2))
        await asyncio.sleep(0)
        assert not pulse.beats()

    with pytest.raises(TypeError):
        running(scene)


def test_the_status_says_what_is_missing_and_whose_move_it_is():
    async def scene(daemon, desk):
        assert doing(daemon) == "waiting for the board; english: ply 1, Black to move"
        await taken(desk, GONE)
        assert doing(daemon) == "no board: There is no /dev/board; english: ply 1, Black to move"
        await taken(desk, THERE, frame(0.1))
        assert doing(daemon) == "english: ply 1, Black to move"
        await taken(desk, DeviceState(0.2, True, "Row 2 cannot be read.", problem=True))
        assert doing(daemon) == "Row 2 cannot be read; english: ply 1, Black to move"

    running(scene)


def test_ready_comes_first_and_without_a_board_and_a_hang_is_not_fed(tmp_path):
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)

        def heard() -> list[str]:
            messages = []
            try:
                while True:
                    messages.append(systemd.recv(4096).decode())
            except BlockingIOError:
                return messages

        async def scene(daemon, desk):
            teller = asyncio.create_task(keep_told(daemon, desk, Notifier(address, watchdog_s=0.03)))
            desk.rounds += 1
            await asyncio.sleep(0.01)
            first = heard()
            assert first[0] == "READY=1"
            assert first[1].startswith("STATUS=waiting for the board")
            await asyncio.sleep(0.1)
            heard()
            await asyncio.sleep(0.1)
            assert heard() == [], "nothing turns: neither life nor news"
            desk.rounds += 1
            await asyncio.sleep(0.1)
            assert heard() == ["WATCHDOG=1"]
            teller.cancel()

        running(scene)
