"""The serial driver against ports that misbehave in every way a port can."""

import errno
import itertools
import os
import pty
import select
import subprocess
import sys
import termios
import threading
import time
import tty

import pytest
import serial
from board_rigs import REED, RunningBoard
from driver_contract import SLACK, Ear, eventually

from hardware.device import ButtonEdge, DeviceState, HardwareError, HardwareUnavailable, LedFrame, SensorFrame
from hardware.packets import Hello, Leds, State
from hardware.protocol import Decoder, Sender, encode
from hardware.readings import BoardShape, SensorKind
from hardware.serial_board import SerialBoard, probe
from hardware.serial_faults import PortFault, lost, not_opened, stalled
from hardware.serial_port import SerialPort


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


def test_a_muted_board_is_lost_after_two_seconds_and_taken_again(drive, ear, board):
    drive(board.port)
    ear.wait_connected(connected=True, timeout=1.0)
    board.control.mute(2.8)
    begun = time.monotonic()
    state = absent(ear, 2.5)
    assert 1.4 < time.monotonic() - begun < 2.5 + SLACK
    # On a busy machine its last answer may be in the line without its readings.
    detail = state.detail
    assert "silent" in detail or "no readings" in detail
    ear.wait_connected(connected=True, timeout=1.5 + SLACK)


def test_a_link_that_leads_to_another_board_is_followed_while_the_first_is_silent(
    drive, ear, raw_pty, tmp_path
):
    (tmp_path / "link").symlink_to(raw_pty.port)
    drive(tmp_path / "link")
    time.sleep(0.3)
    board = RunningBoard(tmp_path)
    try:
        (tmp_path / "fresh").symlink_to(board.port)
        (tmp_path / "fresh").replace(tmp_path / "link")
        ear.wait_connected(connected=True, timeout=0.5 + SLACK)
    finally:
        board.stop()


# --- what a good board says --------------------------------------------------------------------------------


def test_another_board_than_the_configuration_has(drive, ear, board):
    drive(board.port, BoardShape(SensorKind.HALL, 64, 50))
    state = absent(ear)
    assert state.problem
    assert "50 channels" in state.detail
    assert "64" in state.detail
    assert "reed" in state.detail
    time.sleep(0.7)
    assert ear.of(SensorFrame) == []


@pytest.mark.parametrize("speed", [1, 50])
def test_edges_keep_the_boards_times_whatever_its_speed(drive, ear, tmp_path, speed):
    board = RunningBoard(tmp_path, speed=speed)
    try:
        drive(board.port)
        ear.wait_connected(connected=True, timeout=1.0)
        begin = round(board.control.clock() + 0.05 * speed, 3)
        steps = [0.0, 0.013, 0.021, 0.024, 0.1, 0.35]
        for channel, step in enumerate(steps):
            board.control.set({channel: 1}, at=begin + step)
        board.control.press(1, pressed=True, at=begin + 0.36)
        board.control.wait()
        ear.wait_readings(bytes([1] * len(steps) + [0] * 44), 1.0)
        first = {}
        for frame in ear.of(SensorFrame):
            first.setdefault(sum(frame.readings), frame.at)
        for channel, step in enumerate(steps):
            assert first[channel + 1] - first[1] == pytest.approx(step, abs=1e-6)
        eventually(lambda: ear.of(ButtonEdge), 1.0)
        (pressed,) = ear.of(ButtonEdge)
        assert pressed.button == 1
        assert pressed.at - first[1] == pytest.approx(0.36, abs=1e-6)
    finally:
        board.stop()


def test_the_wrap_of_the_boards_clock_does_not_show(drive, ear, tmp_path):
    board = RunningBoard(tmp_path, speed=20, first_ms=2**32 - 5000)
    try:
        drive(board.port)
        eventually(lambda: len(ear.of(SensorFrame)) > 30, 3.0, "15 s of the board")
        times = [frame.at for frame in ear.of(SensorFrame)][2:]
        gaps = [after - before for before, after in itertools.pairwise(times)]
        assert gaps == pytest.approx([0.5] * len(gaps))
    finally:
        board.stop()


def test_noise_on_the_line_is_counted_and_costs_nothing(drive, ear, board):
    driver = drive(board.port)
    ear.wait_connected(connected=True, timeout=1.0)
    for noise in ("00 05 01 02 03 04 00", "ff 00", "00 06 7f 01 02 03 04 00"):
        board.control.request(raw=noise)
    board.control.set({7: 1})
    ear.wait_readings(bytes(7) + b"\1" + bytes(42), 1.0)
    counters = driver.counters
    assert counters.crc_errors == 3
    assert counters.connected
    assert counters.firmware == "zetlicht-simulated 0.1.0"
    assert counters.frames == len(ear.of(SensorFrame))
    assert 0 <= counters.last_frame_age < 1
    assert (counters.reconnects, counters.seq_gaps, counters.malformed) == (0, 0, 0)


def test_a_listener_that_fails_does_not_stop_the_driver(board, caplog):
    heard = []

    def listener(signal):
        heard.append(signal)
        raise RuntimeError("a bug elsewhere")

    driver = SerialBoard(str(board.port), REED)
    driver.start(listener)
    eventually(lambda: len(heard) >= 3, 2.0, "a third signal")
    driver.stop()
    traces = [record for record in caplog.records if record.exc_info]
    assert len(traces) == 1, "once, not at every frame"


def test_stopping_from_the_listener_itself(board):
    driver = SerialBoard(str(board.port), REED)
    heard = []

    def listener(signal):
        heard.append(signal)
        driver.stop()

    driver.start(listener)
    eventually(lambda: heard, 2.0)
    driver.stop()
    assert len(heard) == 1


def test_a_board_is_started_once(drive, board):
    driver = drive(board.port)
    with pytest.raises(HardwareError, match="started before"):
        driver.start(print)


def test_probe_learns_the_numbers(board):
    hello = probe(str(board.port))
    assert (hello.sensors, hello.channels, hello.pixels, hello.buttons) == (0, 50, 50, 2)


def test_probe_says_what_is_wrong(raw_pty, tmp_path):
    with pytest.raises(HardwareUnavailable, match="No board answers"):
        probe(raw_pty.port, timeout=0.2)
    with pytest.raises(HardwareUnavailable, match="no serial port"):
        probe(str(tmp_path / "nowhere"))


def test_pyserial_is_loaded_only_when_a_port_is_opened():
    code = (
        "import sys, hardware.serial_board, hardware.simulated_board, hardware.board_control; "
        "sys.exit('serial' in sys.modules or 'rules' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
