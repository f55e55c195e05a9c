"""A matrix on the Raspberry Pi's pins: what RPi.GPIO does to an emulated chip, and how trouble is told."""

import os
import subprocess
import sys

import pytest
from driver_contract import ear, eventually
from pi_board import ROOT, missing, pi, pi_library
from pi_rigs import PiRig
from pi_wired import COLUMNS, ROWS, Matrix

from hardware.device import DeviceState, Reading, SensorFrame

__all__ = ["ear", "pi", "pi_library"]

OTHER_PIN = 4
"""A pin that is none of the matrix's."""

ALT0 = 4


@pytest.fixture
def matrix(pi):
    """Makes a matrix on the Pi; all that were made are closed."""
    made = []

    def make(*, told=None, **keys):
        wired = Matrix(pi.board, diodes=keys.pop("diodes", True), settle_us=keys.pop("settle_us", 30))
        made.append(PiRig(pi, wired, **keys, **({} if told is None else {"diodes": told})))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


def frame(closed, unknown=()):
    readings = bytearray(64)
    for channel in closed:
        readings[channel] = Reading.PIECE
    for channel in unknown:
        readings[channel] = Reading.UNKNOWN
    return bytes(readings)


def set_function(board, pin, function):
    shift = pin % 10 * 3
    board.fsel[pin // 10] = board.fsel[pin // 10] & ~(7 << shift) | function << shift


def first_state(rig, ear):
    rig.source.start(ear)
    return ear.wait(DeviceState, lambda state: True, 5)


def test_every_switch_has_its_channel(matrix, ear):
    rig = matrix()
    rig.source.start(ear)
    for channel in range(0, 64, 7):
        rig.put({channel: 1})
        ear.wait_readings(frame([channel]), 3)
        rig.put({channel: 0})
        ear.wait_readings(frame([]), 3)


def test_two_ranks_of_pieces_through_diodes(matrix, ear):
    rig = matrix()
    rig.put(dict.fromkeys(range(16), 1))
    rig.source.start(ear)
    ear.wait_readings(frame(range(16)), 3)


def test_one_row_is_driven_at_a_time_and_nothing_is_driven_high(matrix, ear):
    rig = matrix()
    rig.put(dict.fromkeys(range(64), 1))
    rig.source.start(ear)
    ear.wait_readings(frame(range(64)), 3)
    assert rig.board.most_low == 1
    assert rig.board.driven_high == 0


def test_without_diodes_a_rectangle_is_reported_and_its_corners_are_unknown(matrix, ear):
    rig = matrix(diodes=False)
    rig.put({0: 1, 1: 1, 8: 1, 63: 1})
    rig.source.start(ear)
    ear.wait_readings(frame([63], unknown=[0, 1, 8, 9]), 3)
    fault = ear.wait(DeviceState, lambda state: state.problem, 3)
    assert fault.connected
    assert "rectangle" in fault.detail
    assert "channels 0, 1, 8, 9" in fault.detail
    rig.put({8: 0})
    ear.wait_readings(frame([0, 1, 63]), 3)
    assert ear.wait(DeviceState, lambda state: not state.problem, 3).detail.endswith("in order again.")


def test_the_emulated_board_does_have_ghosts(matrix, ear):
    """Without diodes a driver that was told of diodes sees four pieces where three stand."""
    rig = matrix(diodes=False, told=True)
    rig.put({0: 1, 1: 1, 8: 1})
    rig.source.start(ear)
    ear.wait_readings(frame([0, 1, 8, 9]), 3)


def test_a_board_that_settles_slowly_needs_a_longer_wait(matrix, ear):
    """The emulated lines take 20 ms to rise: read too soon, one row's piece shows in the next."""
    rig = matrix(settle_us=20_000, settle_s=0.03)
    rig.put({0: 1})
    rig.source.start(ear)
    ear.wait_readings(frame([0]), 5)
    hasty = PiRig(rig.pi, rig.wired)
    try:
        seen = type(ear)()
        hasty.source.start(seen)
        seen.wait(SensorFrame, lambda told: told.readings != frame([0]), 3)
    finally:
        hasty.close()


def test_stop_makes_our_pins_inputs(matrix, ear):
    rig = matrix()
    rig.source.start(ear)
    ear.wait(SensorFrame, lambda told: True, 3)
    rig.source.stop()
    assert not any(rig.pi.pin_is_output(pin) for pin in (*ROWS, *COLUMNS))
    assert rig.board.pull[ROWS[0] // 16] >> (ROWS[0] % 16 * 2) & 3 == 0, "without a pull"


def test_stop_leaves_the_pins_of_other_parts_of_the_program_alone(pi):
    program = (
        "import time\n"
        "from RPi import GPIO\n"
        "from hardware.gpio_matrix import GpioMatrix\n"
        "GPIO.setmode(GPIO.BCM)\n"
        f"GPIO.setup({OTHER_PIN}, GPIO.OUT, initial=GPIO.HIGH)\n"
        "matrix = GpioMatrix([5], [6], diodes=True)\n"
        "matrix.start(print)\n"
        "time.sleep(0.5)\n"
        "matrix.stop()\n"
        f"GPIO.output({OTHER_PIN}, GPIO.HIGH)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=pi.environment(),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert "is connected" in done.stdout
    assert pi.pin_is_output(OTHER_PIN)


def test_a_pin_that_somebody_holds_names_the_holder_and_is_taken_when_it_is_free(matrix, ear):
    rig = matrix()
    rig.board.consumer[17].value = b"spi0 CS0"
    state = first_state(rig, ear)
    assert not state.connected
    assert 'GPIO 17 is held by "spi0 CS0"' in state.detail
    rig.board.consumer[17].value = b""
    ear.wait_connected(connected=True, timeout=3)


def test_a_pin_that_the_firmware_gave_to_something_else(matrix, ear):
    rig = matrix()
    set_function(rig.board, 18, ALT0)
    state = first_state(rig, ear)
    assert not state.connected
    assert "GPIO 18 serves" in state.detail
    assert "config.txt" in state.detail


def test_an_output_that_a_killed_daemon_left_behind_is_taken(matrix, ear):
    rig = matrix()
    set_function(rig.board, ROWS[3], 1)
    assert first_state(rig, ear).connected


def test_without_rights_the_group_is_named(matrix, ear):
    rig = matrix()
    rig.take_away()
    detail = first_state(rig, ear).detail
    assert "gpio" in detail
    assert "usermod" in detail


def test_a_computer_that_is_no_pi_says_so():
    if reason := missing():
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    program = (
        "import time\n"
        "from hardware.gpio_matrix import GpioMatrix\n"
        "matrix = GpioMatrix([5], [6], diodes=True)\n"
        "matrix.start(print)\n"
        "time.sleep(1.5)\n"
        "matrix.stop()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=30, check=True
    )
    assert done.stdout.count("DeviceState") == 1, "the reason is told once, however often it is tried"
    assert "no Raspberry Pi" in done.stdout


def test_the_driver_says_what_a_scan_costs(matrix, ear):
    rig = matrix()
    rig.source.start(ear)
    ear.wait(SensorFrame, lambda told: True, 3)
    counters = {}

    def measured():
        counters.update(rig.source.ask("counters"))
        return counters["polls"] > 3

    eventually(measured, 5)
    assert 0 < counters["scan_s"] < 1
    assert counters["connected"]
