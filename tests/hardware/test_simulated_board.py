"""The simulated board on a real pty, with real hands at its control socket."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
import serial
from board_rigs import HALL, REED, RunningBoard
from driver_contract import SLACK, eventually

from hardware.board_control import BoardControl, RequestRefused
from hardware.board_model import BoardModel, Edge, Press
from hardware.device import HardwareUnavailable
from hardware.packets import Ask, Button, Hello, Leds, Ping, Pong, Shown, State
from hardware.protocol import Decoder, encode
from hardware.readings import BoardShape, SensorKind
from hardware.simulated_board import SimulatedBoard, run_board


@pytest.fixture
def make(tmp_path):
    boards = []

    def make(shape=REED, **options):
        boards.append(RunningBoard(tmp_path, shape, **options))
        return boards[-1]

    yield make
    for board in boards:
        board.stop()


class Host:
    """A bare host: a port and a decoder."""

    def __init__(self, port):
        self.port = serial.Serial(str(port), timeout=0.02, exclusive=True)
        self.decoder = Decoder()
        self.heard = []
        self._unread = 0

    def say(self, *packets):
        self.port.write(b"\0" + b"".join(map(encode, packets)))

    def listen(self, until, timeout=2.0):
        """Read until a packet fulfils `until`; gives it."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            while self._unread < len(self.heard):
                self._unread += 1
                if until(self.heard[self._unread - 1]):
                    return self.heard[self._unread - 1]
            self.heard += self.decoder.feed(self.port.read(max(1, self.port.in_waiting)))
        raise AssertionError(f"not heard; the last were {self.heard[-5:]}")

    def of(self, kind):
        return [packet for packet in self.heard if isinstance(packet, kind)]

    def close(self):
        self.port.close()


@pytest.fixture
def hosts():
    hosts = []

    def connect(board):
        hosts.append(Host(board.port))
        return hosts[-1]

    yield connect
    for host in hosts:
        host.close()


def is_a(kind):
    return lambda packet: isinstance(packet, kind)


# --- the port ----------------------------------------------------------------------------------------------


def test_it_speaks_the_boards_side_of_the_protocol(make, hosts):
    board = make(HALL, readings=bytes([1] * 14 + [0] * 33 + [2] * 14))
    host = hosts(board)
    host.say(Ask(0))
    hello = host.listen(is_a(Hello))
    assert (hello.version, hello.sensors, hello.channels, hello.pixels, hello.buttons) == (1, 1, 61, 61, 1)
    state = host.listen(is_a(State))
    assert state.packed == bytes.fromhex("55 55 55 05 00 00 00 00 00 00 00 80 aa aa aa 02")
    host.say(Ping(9), Leds(44, 60, b"\1\2\3"))
    assert host.listen(is_a(Pong)).seq == 9
    assert host.listen(is_a(Shown)).leds == 44
    assert board.control.lights() == bytes(180) + b"\1\2\3"
    board.control.press(0, pressed=True)
    assert host.listen(is_a(Button)).pressed
    assert host.decoder.counters.seq_gaps == 0


def test_the_first_host_after_the_start_gets_a_hello_unasked(make):
    board = make()
    fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    try:
        seen, until = b"", time.monotonic() + 1
        while b"simulated" not in seen and time.monotonic() < until:
            seen += os.read(fd, 4096)
        assert isinstance(Decoder().feed(seen)[0], Hello)
    finally:
        os.close(fd)


def test_the_host_may_close_and_open_again(make, hosts):
    board = make()
    for turn in range(5):
        host = hosts(board)
        host.say(Ask(turn))
        assert host.listen(is_a(Hello))
        host.close()
        board.control.set({turn: 1})
    host = hosts(board)
    host.say(Ask(0))
    # What was sent to the host before may still lie in the line: the state now comes behind it.
    assert host.listen(lambda packet: isinstance(packet, State) and packet.packed == b"\x1f" + bytes(6))


def test_it_does_not_block_when_nobody_reads_and_the_state_is_right_afterwards(make, hosts):
    board = make()
    host = hosts(board)
    board.control.schedule([Edge(None, {turn % 49: turn // 49 & 1}) for turn in range(20_000)])
    board.control.set({channel: channel & 1 for channel in range(50)})
    begun = time.monotonic()
    eventually(lambda: board.control.readings() == bytes([0, 1] * 25), 5.0)
    board.control.clock()
    assert time.monotonic() - begun < 5.0
    assert board.control.request(ask="board")["dropped"] > 0
    host.say(Ask(0))
    alternating = int("10" * 25, 2).to_bytes(7, "little")
    host.listen(lambda packet: isinstance(packet, State) and packet.packed == alternating)


def test_something_else_in_the_place_of_the_link_is_left_alone(tmp_path):
    (tmp_path / "port").write_text("precious")
    with pytest.raises(HardwareUnavailable, match="is no link"):
        SimulatedBoard(tmp_path / "port", BoardModel(REED))
    assert (tmp_path / "port").read_text() == "precious"
    with pytest.raises(HardwareUnavailable, match="cannot be made"):
        SimulatedBoard(tmp_path / "no" / "port", BoardModel(REED))


def test_a_stale_link_is_replaced_and_only_the_own_link_removed(make, tmp_path):
    (tmp_path / "port").symlink_to("/dev/pts/99999")
    board = make()
    assert (tmp_path / "port").readlink() != "/dev/pts/99999"
    (tmp_path / "port").unlink()
    (tmp_path / "port").symlink_to("/dev/null")
    board.control.quit()
    eventually(lambda: not board.control_path.exists(), 1.0)
    assert str((tmp_path / "port").readlink()) == "/dev/null"


def test_a_place_of_the_control_socket_that_is_taken(make, tmp_path):
    board = make()
    with pytest.raises(HardwareUnavailable, match="Another simulated board"):
        SimulatedBoard(tmp_path / "second", BoardModel(REED), control=board.control_path)
    assert not (tmp_path / "second").is_symlink(), "the port does not stay behind"
    (tmp_path / "file").write_text("precious")
    with pytest.raises(HardwareUnavailable, match="is no socket"):
        SimulatedBoard(tmp_path / "second", BoardModel(REED), control=tmp_path / "file")
    with pytest.raises(HardwareUnavailable, match="cannot be made"):
        SimulatedBoard(tmp_path / "second", BoardModel(REED), control=tmp_path / ("x" * 200))
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(tmp_path / "stale"))
    stale.close()
    again = SimulatedBoard(tmp_path / "second", BoardModel(REED), control=tmp_path / "stale")
    again.stop()
    again.run()


RUN = """
import sys
from pathlib import Path
from hardware.readings import BoardShape, SensorKind
from hardware.simulated_board import run_board
run_board(Path(sys.argv[1]), BoardShape(SensorKind.REED, 8, 8), control=Path(sys.argv[2]),
          ready=lambda sentence: print(sentence, flush=True))
print("ended", flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_signals_end_it_without_leaving_anything_behind(tmp_path, how):
    command = [sys.executable, "-c", RUN, str(tmp_path / "port"), str(tmp_path / "hands")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        sentence = process.stdout.readline()
        assert str(tmp_path / "port") in sentence
        assert "8 reed channels" in sentence
        assert (tmp_path / "port").is_symlink()
        process.send_signal(how)
        out, err = process.communicate(timeout=5)
    assert (process.returncode, out, err) == (0, "ended\n", "")
    assert list(tmp_path.iterdir()) == []


def test_run_board_in_another_thread_than_the_main_one(tmp_path):
    thread = threading.Thread(
        target=run_board, args=(tmp_path / "port", REED), kwargs={"control": tmp_path / "hands"}
    )
    thread.start()
    eventually(lambda: (tmp_path / "hands").exists(), 1.0)
    with BoardControl(tmp_path / "hands") as control:
        control.quit()
    thread.join(2)
    assert not thread.is_alive()
    assert list(tmp_path.iterdir()) == []


# --- the hands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1, 100])
def test_a_scheduled_batch_carries_its_exact_times_and_can_be_waited_for(make, hosts, speed):
    board = make(speed=speed)
    host = hosts(board)
    host.say(Ask(0))
    host.listen(is_a(State))
    begin = round(board.control.clock() + 0.1 * speed, 3)
    stamps = [round(1000 * begin) + step for step in (0, 1, 7, 250, 300)]
    actions = [Edge(stamp, {number: 1}) for number, stamp in enumerate(stamps)]
    board.control.schedule([*actions, Press(stamps[-1] + 5, 0, True)])
    reached = board.control.wait()
    assert reached >= (stamps[-1] + 5) / 1000
    assert host.listen(is_a(Button), 0.1 + SLACK).clock_ms == stamps[-1] + 5
    seen = {}
    for state in host.of(State):
        seen.setdefault(state.packed[0].bit_count(), state.clock_ms)
    assert [seen[count] for count in range(1, 6)] == stamps


def test_a_standing_clock_is_advanced_by_hand_as_fast_as_the_host_reads(make, hosts):
    board = make(speed=0)
    host = hosts(board)
    host.say(Ask(0))
    host.listen(is_a(State))
    hour = 3600
    board.control.schedule([Edge(1000 * second, {0: second & 1}) for second in range(1, hour)])
    board.control.advance(hour)
    reader = threading.Thread(
        target=lambda: host.listen(lambda p: is_a(State)(p) and p.clock_ms == 1000 * hour, 60)
    )
    reader.start()
    assert board.control.wait(hour) == hour
    reader.join()
    stamps = [state.clock_ms for state in host.of(State)]
    assert host.decoder.counters.seq_gaps == 0
    assert [stamp for stamp in stamps if stamp % 1000 == 0] == list(range(0, 1000 * hour + 1, 1000))


def test_an_edge_that_comes_too_late_says_so(make):
    board = make(speed=0)
    board.control.advance(5)
    assert board.control.request(channels={"0": 1}, at=2)["late"] == 3
    assert "late" not in board.control.request(channels={"0": 0}, at=6)


def test_waiting_ends_although_no_host_is_there(make):
    board = make()
    board.control.set({0: 1}, at=board.control.clock() + 0.05)
    board.control.wait()
    assert board.control.readings()[0] == 1


def test_other_requests_are_answered_while_one_waits(make):
    board = make(speed=0)
    with BoardControl(board.control_path) as second:
        waiter = threading.Thread(target=second.wait, args=(1.0,))
        waiter.start()
        for _ in range(20):
            board.control.clock()
        assert waiter.is_alive()
        board.control.advance(1.0)
        waiter.join(1)
        assert not waiter.is_alive()


def test_pictures_are_published_with_the_boards_time(make, hosts):
    board = make(speed=0)
    host = hosts(board)
    board.control.subscribe()
    assert board.control.next_picture(1.0).pixels == bytes(150)
    for number in range(3):
        board.control.advance(0.25)
        host.say(Leds(number, 0, bytes([number + 1] * 3)))
        picture = board.control.next_picture(1.0)
        assert (picture.at_ms, picture.pixels[:4]) == (250 * (number + 1), bytes([number + 1] * 3 + [0]))
    assert board.control.next_picture(0.05) is None


def test_unplugging_takes_the_port_away_and_brings_a_fresh_one(make, hosts):
    board = make()
    host = hosts(board)
    board.control.unplug(0.3)
    assert not board.port.is_symlink()
    with pytest.raises(OSError, match=r"Input/output error|reports readiness"):
        host.listen(is_a(Hello))
    with pytest.raises(RequestRefused, match="already"):
        board.control.unplug(1)
    board.control.set({3: 1})
    board.control.wait_plugged()
    assert board.control.clock() > 0.3, "without a reset its clock goes on"
    fresh = hosts(board)
    fresh.say(Ask(0))
    assert fresh.listen(is_a(State)).packed == b"\x08" + bytes(6)
    with pytest.raises(RequestRefused, match="plugged in"):
        board.control.plug()


def test_a_reset_restarts_its_clock(make):
    board = make(speed=100)
    time.sleep(0.1)
    assert board.control.clock() > 5
    board.control.unplug(0, reset=True)
    board.control.wait_plugged()
    assert board.control.clock() < 5


def test_bad_requests_are_answered_with_a_sentence_and_the_conversation_goes_on(make):
    board = make()
    with socket.socket(socket.AF_UNIX) as raw, raw.makefile("rwb") as lines:
        raw.connect(str(board.control_path))
        lines.write(
            b'nonsense\n\n{"ask": "mercy", "id": 7}\n{"channels": {"99": 1}}\n\xff\n{"ask": "clock"}\n'
        )
        lines.flush()
        answers = [json.loads(lines.readline()) for _ in range(5)]
    assert [list(answer) for answer in answers[:4]] == [["error"], ["id", "error"], ["error"], ["error"]]
    assert answers[1]["id"] == 7
    assert answers[4]["ok"] is True


def test_a_batch_is_taken_whole_or_not_at_all(make):
    board = make()
    with pytest.raises(RequestRefused, match="no channel '77'"):
        board.control.schedule([Edge(None, {0: 1}), Edge(None, {77: 1})])
    board.control.wait()
    assert board.control.readings() == bytes(50)


def test_a_line_without_end_is_cut_off(make):
    board = make()
    with socket.socket(socket.AF_UNIX) as raw:
        raw.settimeout(5)
        raw.connect(str(board.control_path))
        with pytest.raises(OSError, match=r"Broken pipe|reset by peer"):
            raw.sendall(b"x" * 6_000_000)
    assert board.control.clock() >= 0


def test_a_subscriber_that_does_not_read_is_given_up_and_stops_nobody(make, hosts):
    board = make(BoardShape(SensorKind.REED, 1, 300))
    host = hosts(board)
    with BoardControl(board.control_path) as sleeper:
        sleeper.subscribe()
        for number in range(1500):
            host.say(Leds(number & 0xFF, 0, bytes([200 + number % 50]) * 900))
            host.listen(is_a(Shown))
        assert board.control.lights()[:1] == bytes([200 + 1499 % 50])


def test_the_client_says_what_is_wrong(tmp_path, make):
    with pytest.raises(HardwareUnavailable, match="No simulated board"):
        BoardControl(tmp_path / "nowhere")
    board = make()
    with BoardControl(board.control_path, timeout=0.5) as hasty:
        with pytest.raises(HardwareUnavailable, match="has not answered"):
            hasty.wait(1000)
        board.control.quit()
        with pytest.raises(HardwareUnavailable, match="ended"):
            hasty.clock()
