"""A driver's thread counts its rounds while there is no board, and one that hangs does not."""

import threading
import time

from hardware.device import HardwareUnavailable
from hardware.polled_source import PolledSource
from hardware.readings import BoardShape, SensorKind
from hardware.serial_board import SerialBoard


def grows(source, seconds: float = 5.0) -> bool:
    before, end = source.rounds, time.monotonic() + seconds
    while source.rounds == before:
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def test_a_serial_board_that_is_not_there(tmp_path):
    board = SerialBoard(str(tmp_path / "none"), BoardShape(SensorKind.REED, 4, 0, 0))
    board.start(lambda signal: None)
    assert grows(board)
    assert grows(board)
    board.stop()
    assert not grows(board, 0.3)


def test_pins_that_are_not_there_and_an_opening_that_hangs():
    hung, free = threading.Event(), threading.Event()

    def opener():
        if hung.is_set():
            free.wait(10)
        raise HardwareUnavailable("There are no pins.")

    source = PolledSource("The matrix", 4, opener, rate_hz=100.0)
    source.start(lambda signal: None)
    assert grows(source)
    hung.set()
    grows(source, 1.0)
    assert not grows(source, 1.0)
    free.set()
    source.stop()
