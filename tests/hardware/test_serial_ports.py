"""The serial driver against ports that misbehave in every way a port can."""

import errno
import itertools
import os
import termios
import threading
import time

import pytest
import serial
from driver_contract import SLACK, eventually
from serial_driving import HELLO, absent, board, drive, ear, raw_pty

from hardware.device import DeviceState, LedFrame
from hardware.packets import Leds, State
from hardware.protocol import Decoder, Sender, encode
from hardware.serial_faults import PortFault, lost, not_opened, stalled
from hardware.serial_port import SerialPort

__all__ = ["board", "drive", "ear", "raw_pty"]


def test_no_port(drive, ear, tmp_path):
    drive(tmp_path / "nowhere")
    state = absent(ear)
    assert f"no serial port {tmp_path}/nowhere" in state.detail
    assert not state.problem


@pytest.mark.parametrize("place", ["file", "folder", "loop", "under-a-file"])
def test_something_else_in_the_place_of_the_port(drive, ear, tmp_path, place):
    port = tmp_path / "port"
    match place:
        case "file":
            port.write_text("no port")
        case "folder":
            port.mkdir()
        case "loop":
            port.symlink_to(port)
        case _:
            port.write_text("")
            port = port / "below"
    drive(port)
    detail = absent(ear).detail
    assert str(port) in detail
    if place in ("file", "folder"):
        assert "is not a serial port" in detail


def test_a_name_that_no_file_can_have(drive, ear):
    drive("/dev/tty\0ACM0")
    assert "could not be opened" in absent(ear).detail


def test_a_baud_rate_that_the_port_does_not_know(drive, ear, board):
    drive(board.port, baudrate=2**40)
    assert str(board.port) in absent(ear).detail


def test_a_second_opener_is_told_who_has_the_port(drive, ear, board):
    with serial.Serial(str(board.port), exclusive=True):
        drive(board.port)
        detail = absent(ear).detail
        assert "in use by process" in detail
        assert str(os.getpid()) in detail
    ear.wait_connected(connected=True, timeout=1.0 + SLACK)


def test_the_driver_keeps_second_openers_out(drive, ear, board):
    drive(board.port)
    ear.wait_connected(connected=True, timeout=1.0)
    with pytest.raises(serial.SerialException):
        serial.Serial(str(board.port), exclusive=True)
    with pytest.raises(PortFault, match="in use"):
        SerialPort.open(str(board.port), 115200)


@pytest.mark.parametrize(
    ("error", "reason", "words"),
    [
        (serial.SerialException(errno.EACCES, "x"), "rights", "no right"),
        (serial.SerialException(errno.EPERM, "x"), "policy", "device policy"),
        (serial.SerialException(errno.ENOENT, "x"), "gone", "no serial port"),
        (serial.SerialException(errno.EBUSY, "x"), "busy", "in use"),
        (serial.SerialException(errno.ENODEV, "x"), "gone", "no board behind it"),
        (termios.error(errno.ENOTTY, "x"), "no tty", "not a serial port"),
        (termios.error(errno.EIO, "x"), "gone", "no board behind it"),
        (ValueError("Invalid baud rate: 7"), "baud", "115200 baud"),
        (ImportError("No module named 'serial'"), "no pyserial", "not installed"),
        (OSError(errno.EMFILE, "x"), f"other {errno.EMFILE}", "Too many open files"),
        (serial.SerialException("strange"), "other None", "strange"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_cause_has_its_sentence_with_a_remedy(error, reason, words):
    fault = not_opened("/dev/board", 115200, error)
    assert fault.reason == reason
    sentence = str(fault)
    assert words in sentence
    assert sentence.endswith(".")
    assert "/dev/board" in sentence
    assert "Errno" not in sentence


def test_the_causes_of_a_loss():
    gone = lost("/dev/board", serial.SerialException("device reports readiness to read but returned no data"))
    assert gone.reason == lost("/dev/board", OSError(errno.EIO, "x")).reason == "gone"
    assert gone.reason == not_opened("/dev/board", 115200, OSError(errno.ENOENT, "x")).reason, "told once"
    assert "unplugged" in str(gone)
    assert "Connection reset" in str(lost("/dev/board", OSError(errno.ECONNRESET, "x")))
    assert "reset the board" in str(stalled("/dev/board", 0.5))


# --- ports that fail later ---------------------------------------------------------------------------------


class FaultyPort:
    """A port that answers as told and then fails as told."""

    def __init__(self, chunks, fault):
        self._chunks = list(chunks)
        self._fault = fault
        self._woken = threading.Event()
        self.closed = False

    def read(self, timeout):
        if self._chunks:
            return self._chunks.pop(0)
        if isinstance(self._fault, Exception):
            raise self._fault
        self._woken.wait(min(timeout, 0.05))
        self._woken.clear()
        return b""

    def write(self, chunk):
        if self._fault == "write" and not self._chunks:  # the ASK still goes
            raise stalled("/dev/board", 0.5)

    def wake(self):
        self._woken.set()

    def close(self):
        self.closed = True


@pytest.mark.parametrize("fault", [PortFault("gone", "It is gone."), "write"], ids=["read", "write"])
def test_a_port_that_fails_is_closed_and_opened_again(drive, ear, fault):
    ports = []

    def opener(name, baudrate):
        ports.append(FaultyPort([encode(HELLO) + encode(State(1, 0, bytes(7)))], fault))
        return ports[-1]

    driver = drive("/dev/null", opener=opener)
    driver.show(LedFrame(bytes(150)))
    eventually(lambda: len(ports) >= 3, 5.0, "a third opening")
    assert all(port.closed for port in ports[:-1])
    told = [state.connected for state in ear.of(DeviceState)]
    assert told[:4] == [True, False, True, False]
    assert driver.counters.reconnects >= 1


def test_attempts_are_made_after_a_quarter_of_a_second_doubling(drive, ear):
    times = []

    def opener(name, baudrate):
        times.append(time.monotonic())
        raise PortFault("busy", "It is in use.")

    drive("/dev/null", opener=opener)
    time.sleep(2.2)
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert len(gaps) == 3
    for gap, expected in zip(gaps, (0.25, 0.5, 1.0), strict=True):
        assert expected <= gap < expected + SLACK
    assert len(ear.of(DeviceState)) == 1, "the same reason is told once"


def test_a_node_that_appears_again_is_tried_within_a_quarter_of_a_second(drive, ear, board):
    board.control.unplug(1000)
    drive(board.port)
    absent(ear)
    time.sleep(2.0)  # the driver waits a whole second between its attempts now
    begun = time.monotonic()
    board.control.plug()
    ear.wait_connected(connected=True, timeout=1.0)
    assert time.monotonic() - begun < 0.25 + SLACK


def fill(port):
    """Write to a port that nobody reads until it has taken nothing for a while."""
    fd = os.open(port, os.O_WRONLY | os.O_NONBLOCK)
    full_since = time.monotonic()
    while time.monotonic() - full_since < 0.1:
        try:
            os.write(fd, bytes(256))
            full_since = time.monotonic()
        except BlockingIOError:
            time.sleep(0.01)  # the kernel may be moving bytes on
    os.close(fd)


def test_a_board_that_takes_no_bytes(drive, ear, raw_pty):
    driver = drive(raw_pty.port)
    raw_pty.await_ask()
    raw_pty.say(HELLO, State(1, 0, bytes(7)))
    ear.wait_connected(connected=True, timeout=2.0)
    answering = threading.Event()

    def talk():  # keeps the driver connected without ever reading what it sends
        seq = 2
        while not answering.wait(0.05):
            raw_pty.say(State(seq & 0xFF, 50 * seq, bytes(7)))
            seq += 1

    talker = threading.Thread(target=talk)
    talker.start()
    try:
        fill(raw_pty.port)
        driver.show(LedFrame(bytes(150)))
        assert "taken no bytes" in absent(ear, 3.0).detail
    finally:
        answering.set()
        talker.join()


def test_the_port_is_unplugged_while_it_is_open(drive, ear, raw_pty):
    drive(raw_pty.port)
    raw_pty.await_ask()
    raw_pty.say(HELLO, State(1, 0, bytes(7)))
    ear.wait_connected(connected=True, timeout=2.0)
    raw_pty.close()
    assert "gone" in absent(ear).detail


def test_a_board_that_never_answers_is_lost_and_stopped_in_time(drive, ear, raw_pty):
    drive(raw_pty.port)
    assert "silent" in absent(ear, 2.5).detail


def test_a_board_that_never_says_shown_is_stopped_in_time(drive, ear, raw_pty):
    driver = drive(raw_pty.port)
    raw_pty.await_ask()
    raw_pty.say(HELLO, State(1, 0, bytes(7)))
    ear.wait_connected(connected=True, timeout=2.0)
    driver.show(LedFrame(bytes([9] * 150)))
    sent = []
    reader = threading.Thread(target=lambda: sent.extend(raw_pty.drain(until=time.monotonic() + 1.5)))
    reader.start()
    begun = time.monotonic()
    driver.stop()
    assert time.monotonic() - begun < 2.0
    reader.join()
    pictures = [
        packet.pixels for packet in Decoder(Sender.HOST).feed(b"".join(sent)) if isinstance(packet, Leds)
    ]
    assert pictures[-1] == bytes(150), "the last picture is black"
