"""The serial driver and the board behind its port: times, losses, other boards, noise."""

import itertools
import subprocess
import sys
import time

import pytest
from board_rigs import REED, RunningBoard
from driver_contract import SLACK, eventually
from serial_driving import absent, board, drive, ear, raw_pty

from hardware.device import ButtonEdge, HardwareError, HardwareUnavailable, SensorFrame
from hardware.readings import BoardShape, SensorKind
from hardware.serial_board import SerialBoard, probe

__all__ = ["board", "drive", "ear", "raw_pty"]


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
