"""Matrix, buttons and piezo on a Raspberry Pi 5: the real rpi-lgpio, which has RPi.GPIO's name there, on an
emulated GPIO chip of the kernel."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from driver_contract import SensorSourceContract, ear, eventually
from pi_board import Pi, pi_library
from pi_rigs import PiRig
from pi_wired import COLUMNS, ROWS, Matrix

from hardware.device import DeviceState, Reading

__all__ = ["ear", "pi_library"]

LIBRARY = Path(os.environ.get("ZETLICHT_LGPIO", Path(sys.prefix) / "lgpio"))
"""Both packages own the module RPi.GPIO, so this one lies beside the environment."""

PI5 = {"RPI_LGPIO_REVISION": "d04170", "RPI_LGPIO_CHIP": "0", "PI_CHIP": "pinctrl-rp1"}


class Pi5(Pi):
    """An emulated Raspberry Pi 5, as far as its GPIOs go."""

    def environment(self):
        usual = super().environment()
        paths = os.pathsep.join([str(LIBRARY), usual["PYTHONPATH"]])
        # lgpio writes a file into the working directory.
        return usual | PI5 | {"PYTHONPATH": paths, "LG_WD": str(self.file.parent)}


@pytest.fixture
def pi(pi_library, tmp_path):
    if not (LIBRARY / "RPi" / "GPIO").is_dir():
        reason = f"rpi-lgpio is not installed: pip install --target {LIBRARY} rpi-lgpio"
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (in CI it must be there)")
        pytest.skip(reason)
    return Pi5(pi_library, tmp_path)


class TestGpioMatrixOnLgpio(SensorSourceContract):
    @pytest.fixture
    def rig(self, pi):
        rig = PiRig(pi, Matrix(pi.board))
        yield rig
        rig.close()

    def test_a_device_that_goes_is_reported_once_and_taken_again(self, rig, ear):
        pytest.skip("a chip that a process has opened cannot go")


@pytest.fixture
def matrix(pi):
    made = []

    def make(**keys):
        made.append(PiRig(pi, Matrix(pi.board, **keys)))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


def closed(*channels, unknown=()):
    readings = bytearray(64)
    for channel in channels:
        readings[channel] = Reading.PIECE
    for channel in unknown:
        readings[channel] = Reading.UNKNOWN
    return bytes(readings)


def test_it_is_rpi_lgpio_that_runs(pi):
    program = "import lgpio, RPi.GPIO; print(RPi.GPIO.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=pi.environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(LIBRARY))


def test_every_switch_has_its_channel_and_one_row_is_driven_at_a_time(matrix, ear):
    rig = matrix()
    rig.source.start(ear)
    for channel in range(0, 64, 7):
        rig.put({channel: 1})
        ear.wait_readings(closed(channel), 3)
        rig.put({channel: 0})
        ear.wait_readings(closed(), 3)
    assert (rig.board.most_low, rig.board.driven_high) == (1, 0)


def test_a_rectangle_without_diodes_is_not_believed(matrix, ear):
    rig = matrix(diodes=False)
    rig.put({0: 1, 1: 1, 8: 1})
    rig.source.start(ear)
    ear.wait_readings(closed(unknown=(0, 1, 8, 9)), 3)
    assert "rectangle" in ear.wait(DeviceState, lambda state: state.problem, 3).detail


@pytest.mark.heavy
def test_a_game_is_heard_as_it_was_played(pi):
    plies = "10000" if os.environ.get("ZETLICHT_ACCEPT") == "1" else "30"
    process = pi.popen("pi_game.py", "gpio-matrix", "russian", "0", plies, "ordinary", str(pi.file))
    out, _ = process.communicate(timeout=280)
    heard = json.loads(out)
    assert heard["moves"] == heard["played"]
    assert len(heard["moves"]) >= 30


def test_stop_frees_every_line(matrix, ear):
    rig = matrix()
    rig.source.start(ear)
    ear.wait_connected(connected=True, timeout=5)
    assert {rig.board.consumer[pin].value for pin in (*ROWS, *COLUMNS)} == {b"lg"}
    rig.source.stop()
    assert {rig.board.consumer[pin].value for pin in (*ROWS, *COLUMNS)} == {b""}


@pytest.mark.parametrize(
    ("holder", "words"),
    [(b"spi0 CS0", 'GPIO 17 is held by "spi0 CS0"'), (b"lg", "in use by another program")],
)
def test_a_line_that_another_program_has_is_told_and_taken_when_it_is_free(matrix, ear, holder, words):
    rig = matrix()
    rig.board.consumer[17].value = holder
    rig.source.start(ear)
    state = ear.wait(DeviceState, lambda state: True, 5)
    assert not state.connected
    assert words in state.detail
    rig.board.consumer[17].value = b""
    ear.wait_connected(connected=True, timeout=3)


def test_without_rights_the_group_is_named(matrix, ear):
    rig = matrix()
    rig.board.gpio_errno = errno.EACCES
    rig.source.start(ear)
    assert "usermod -aG gpio" in ear.wait(DeviceState, lambda state: True, 5).detail


def test_a_piezo_sounds_beside_buttons_and_nothing_is_complained_of(pi):
    command = [sys.executable, str(Path(__file__).parent / "emulators" / "pins_program.py"), "5,6", "12"]
    program = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=pi.environment(),
    )
    assert "2 buttons on GPIO pins are read" in program.stdout.readline()
    program.stdin.write("440 0.3 0 0.1 880 0.2\n")
    program.stdin.flush()
    eventually(lambda: pi.board.out[0] >> 12 & 1, 5, "the first pulse")
    out, complaints = program.communicate(timeout=20)
    assert (program.returncode, out, complaints) == (0, "", "")
    assert not pi.pin_is_output(12)
    assert pi.board.consumer[12].value == b""
