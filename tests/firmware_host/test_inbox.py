"""Signals from other threads: in order, none lost, and never so many that nothing else gets a turn."""

import asyncio
import threading
from itertools import pairwise

from firmware_host.inbox import MOST_AT_ONCE, Inbox
from hardware.device import ButtonEdge, SensorFrame, Signal


def test_order_is_kept_and_nothing_is_lost_across_threads() -> None:
    taken: list[Signal] = []
    frames = [SensorFrame(number / 1000, bytes([number % 7])) for number in range(2000)]

    async def run() -> None:
        inbox = Inbox(asyncio.get_running_loop(), taken.append)
        thread = threading.Thread(target=lambda: [inbox.put(frame) for frame in frames])
        thread.start()
        while len(taken) < len(frames):
            await asyncio.sleep(0.001)
        thread.join()

    asyncio.run(asyncio.wait_for(run(), 10))
    assert taken == frames


def test_a_flood_lets_others_work_and_equal_frames_are_one() -> None:
    taken: list[Signal] = []

    async def run() -> int:
        inbox = Inbox(asyncio.get_running_loop(), taken.append)
        for number in range(100_000):
            inbox.put(SensorFrame(number / 1000, b"\x00"))
        inbox.put(ButtonEdge(100.0, 0, pressed=True))
        await asyncio.sleep(0)
        first = len(taken)
        while not isinstance(taken[-1], ButtonEdge):
            await asyncio.sleep(0)
        return first

    first = asyncio.run(asyncio.wait_for(run(), 10))
    assert first <= MOST_AT_ONCE
    assert len(taken) <= MOST_AT_ONCE + 3
    assert taken[-2].at == 99.999, "of equal frames the last is kept"


def test_a_flood_never_moves_the_moment_of_a_change() -> None:
    taken: list[Signal] = []

    async def run() -> None:
        inbox = Inbox(asyncio.get_running_loop(), taken.append)
        for number in range(10_000):
            inbox.put(SensorFrame(number / 1000, bytes([number // 50 % 2])))
        while taken[-1:] != [SensorFrame(9.999, b"\x01")]:
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(run(), 10))
    changes = [one for before, one in pairwise(taken) if one.readings != before.readings]
    assert [round(1000 * one.at) for one in changes] == list(range(50, 10_000, 50))
