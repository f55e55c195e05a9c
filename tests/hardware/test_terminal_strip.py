"""The pixels in a terminal, read back from the other end of a pty."""

import os
import re
import select
import threading

import pytest
from driver_contract import LedSinkContract, ear, eventually  # noqa: F401

from hardware.device import LedFrame
from hardware.terminal_strip import TerminalStrip, drawn

CELL = re.compile(r"\x1b\[48;2;(\d+);(\d+);(\d+)m  ")


class TerminalRig:
    removable = True
    source = None
    kind = None

    def __init__(self, folder):
        self.master, self.slave = os.openpty()
        self.seen = b""
        self._reading = threading.Lock()
        self._done = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.node = folder / "terminal"
        self.node.symlink_to(os.ttyname(self.slave))
        self.sink = TerminalStrip(str(self.node), 25, columns=8, gamma=1.0)

    def _read(self):
        while not self._done.wait(0.005):
            self._drain()

    def _drain(self):
        with self._reading:
            while select.select([self.master], [], [], 0)[0]:
                self.seen += os.read(self.master, 65536)

    def lights(self):
        self._drain()
        pictures = re.findall(r"\x1b7\x1b\[H(.*?)\x1b8", self.seen.decode("ascii"), re.DOTALL)
        return bytes(int(part) for cell in CELL.findall(pictures[-1]) for part in cell) if pictures else b""

    def take_away(self):
        self.node.unlink()

    def bring_back(self):
        self.node.symlink_to(os.ttyname(self.slave))

    def close(self):
        self.sink.stop()
        self._done.set()
        self._reader.join(5)
        os.close(self.slave)
        os.close(self.master)


@pytest.fixture
def rig(tmp_path):
    found = TerminalRig(tmp_path)
    yield found
    found.close()


class TestTerminal(LedSinkContract):
    @pytest.fixture
    def rig(self, rig):
        return rig


def test_rows_are_as_wide_as_asked_and_nothing_else_moves():
    text = drawn(bytes(range(75)), 10)
    assert text.startswith("\x1b7\x1b[H")
    assert text.endswith("\x1b8")
    rows = text.split("\r\n")
    assert [len(CELL.findall(row)) for row in rows] == [10, 10, 5]


def test_dim_light_is_to_be_seen(tmp_path):
    rig = TerminalRig(tmp_path)
    rig.sink.stop()
    rig.sink = TerminalStrip(str(rig.node), 25)
    rig.sink.show(LedFrame(bytes([5, 255, 0]) * 25))
    eventually(
        lambda: rig.lights()[:3] == bytes([round(255 * (5 / 255) ** (1 / 2.2)), 255, 0]), 2, "the picture"
    )
    rig.close()


@pytest.mark.parametrize(("path", "words"), [("/dev/null", "no terminal"), ("/no", "cannot be drawn on")])
def test_what_is_no_terminal_is_told(path, words):
    strip = TerminalStrip(path, 3)
    strip.show(LedFrame(bytes(9)))
    eventually(lambda: strip.problem is not None, 2, "a problem")
    assert words in strip.problem
    strip.stop()
