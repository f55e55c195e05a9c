import os
import random
import time

import pytest
from board_rigs import HALL, RunningBoard
from driver_contract import SLACK, Ear

from hardware.device import LedFrame, SensorFrame
from hardware.serial_board import SerialBoard

FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"


@pytest.mark.heavy
def test_two_hundred_random_replugs(tmp_path):
    """No crash, and the state right within 1 s after each replug, whatever was going on."""
    rng = random.Random(1913)
    board, ear = RunningBoard(tmp_path, HALL), Ear()
    driver = SerialBoard(str(board.port), HALL)
    slowest = 0.0
    try:
        driver.start(ear)
        for _ in range(200 if FULL else 10):
            for _ in range(rng.randrange(4)):
                driver.show(LedFrame(rng.randbytes(183)))
                board.control.set({rng.randrange(61): rng.randrange(4)})
            board.control.unplug(rng.choice((0, 0.01, rng.uniform(0, 0.3))), reset=rng.random() < 0.5)
            if rng.random() < 0.5:
                board.control.set({channel: rng.randrange(4) for channel in range(0, 61, 7)})
            if rng.random() < 0.5:
                driver.show(LedFrame(rng.randbytes(183)))
            board.control.wait_plugged()
            begun = time.monotonic()
            if rng.random() < 0.3:
                board.control.set({rng.randrange(61): rng.randrange(4)})
            ear.wait_connected(connected=True, timeout=1.0 + SLACK) if not driver.counters.connected else None
            ear.wait_readings(board.control.readings(), 1.0 + SLACK)
            slowest = max(slowest, time.monotonic() - begun)
        driver.show(LedFrame(b"\7" * 183))
        until = time.monotonic() + 2
        while board.control.lights() != b"\7" * 183 and time.monotonic() < until:
            time.sleep(0.01)
        assert board.control.lights() == b"\7" * 183
        times = [signal.at for signal in ear.signals]
        assert times == sorted(times)
        assert ear.of(SensorFrame)
    finally:
        driver.stop()
        board.stop()
    assert slowest < 1.0 + SLACK
