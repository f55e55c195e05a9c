"""Serial drivers to be started in tests, on simulated boards and on ptys that a test answers by hand."""

import os
import pty
import select
import threading
import time
import tty

import pytest
from board_rigs import REED, RunningBoard
from driver_contract import SLACK, Ear

from hardware.packets import Hello
from hardware.protocol import encode
from hardware.serial_board import SerialBoard


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def board(tmp_path):
    board = RunningBoard(tmp_path)
    yield board
    board.stop()


@pytest.fixture
def drive(ear):
    """Start drivers that are stopped at the end, and see that no thread dies of an exception."""
    drivers, deaths = [], []
    before, threading.excepthook = threading.excepthook, deaths.append

    def start(port, shape=REED, **options):
        driver = SerialBoard(str(port), shape, **options)
        drivers.append(driver)
        driver.start(ear)
        return driver

    yield start
    for driver in drivers:
        begun = time.monotonic()
        driver.stop()
        assert time.monotonic() - begun <= 2.0 + SLACK
    threading.excepthook = before
    assert deaths == []


class RawPty:
    """A port of which the test holds the other end and does by hand what a board would do, or not."""

    def __init__(self):
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)

    def await_ask(self):
        """Read until the driver asks: what is said before it opens the port does not reach it."""
        while b"\x81" not in os.read(self.master, 4096):
            pass

    def drain(self, until):
        """What the driver says, in pieces, until that time."""
        while (left := until - time.monotonic()) > 0:
            if select.select([self.master], [], [], left)[0]:
                yield os.read(self.master, 4096)

    def say(self, *packets):
        os.write(self.master, b"".join(map(encode, packets)))

    def close(self):
        for fd in (self.master, self._slave):
            if fd >= 0:
                os.close(fd)
        self.master = self._slave = -1


@pytest.fixture
def raw_pty():
    ends = RawPty()
    yield ends
    ends.close()


HELLO = Hello(0, 1, 0, 50, 50, 2, bytes(8), "by hand")


def absent(ear, timeout=1.0):
    return ear.wait_connected(connected=False, timeout=timeout + SLACK)


# --- ports that cannot be opened ---------------------------------------------------------------------------
