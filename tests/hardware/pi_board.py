"""The emulated Raspberry Pi of `emulators/pi_*.c`: what it is made of, and how programs are run on it."""

import ctypes
import errno
import mmap
import os
import platform
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SOURCES = ("pi_pins.c", "pi_chips.c", "pi_devices.c")
FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]

PINS, LINES, CHIPS, CHAIN, MUXES = 54, 16, 8, 32, 8
SPI_NOTHING, SPI_CHAIN, SPI_ADC = range(3)
U8, I32, U32 = ctypes.c_uint8, ctypes.c_int32, ctypes.c_uint32


class Expander(ctypes.Structure):
    """`struct expander` of pi_board.h."""

    _fields_ = (
        ("there", U32),
        ("nack_next", U32),
        ("matrix", U32),
        ("diodes", U32),
        ("input7", U32),
        ("closed", U8 * 8),
        ("reg", U8 * 22),
        ("dead_rows", U8),
        ("spare", U8),
    )

    def lose_power(self):
        """Be as a chip that has just got its power back."""
        ctypes.memset(ctypes.addressof(self.reg), 0, 22)
        self.reg[0] = self.reg[1] = 0xFF


class Board(ctypes.Structure):
    """`struct pi_board` of pi_board.h."""

    _fields_ = (
        ("magic", U32),
        ("size", U32),
        ("gpio_errno", I32),
        ("rows", U32),
        ("columns", U32),
        ("row_pin", U32 * LINES),
        ("column_pin", U32 * LINES),
        ("closed", U8 * (LINES * LINES)),
        ("diodes", U32),
        ("settle_us", U32),
        ("fsel", U32 * 6),
        ("out", U32 * 2),
        ("pull", U32 * 4),
        ("most_low", U32),
        ("driven_high", U32),
        ("accesses", ctypes.c_uint64),
        ("consumer", (ctypes.c_char * 32) * PINS),
        ("spi_errno", I32),
        ("spi_kind", U32),
        ("spi_mode", U32),
        ("spi_speed", U32),
        ("spi_transfers", U32),
        ("spi_lit", U32),
        ("chain_length", U32),
        ("load_pin", I32),
        ("chain_end", U32),
        ("chain_dead", U32),
        ("chain_in", U8 * CHAIN),
        ("chain_latch", U8 * CHAIN),
        ("select_pin", U32 * 4),
        ("mux_settle_us", U32),
        ("adc_dead", U32),
        ("adc", ctypes.c_uint16 * (16 * MUXES)),
        ("i2c_errno", I32),
        ("i2c_stuck", U32),
        ("i2c_held", U32),
        ("reset_pin", I32),
        ("i2c_opened", U32),
        ("i2c_transfers", U32),
        ("chip", Expander * CHIPS),
    )


class Pi:
    """One emulated Raspberry Pi: its `board`, and programs that run on it. Nothing is wired to it at first,
    and neither SPI nor I2C is switched on.
    """

    def __init__(self, library, folder):
        self._library = library
        self.file = folder / "pi"
        self.file.write_bytes(bytes(ctypes.sizeof(Board)))
        with self.file.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)
        self.board = Board.from_buffer(self._memory)
        self.board.spi_errno = self.board.i2c_errno = errno.ENOENT
        self.board.load_pin = self.board.reset_pin = -1

    def environment(self):
        """What a program needs to see the emulated devices."""
        return os.environ | {
            "LD_PRELOAD": str(self._library),
            "PI_BOARD": str(self.file),
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(FOLDER), str(ROOT / "tests" / "firmware_host")]),
        }

    def popen(self, program, *arguments):
        """Run a Python program of this folder on it."""
        return subprocess.Popen(
            [sys.executable, str(FOLDER / program), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment(),
            cwd=ROOT,
        )

    def pin_is_output(self, pin):
        return self.board.fsel[pin // 10] >> (pin % 10 * 3) & 7 == 1


def missing():
    """What this computer lacks to run the emulation, or None."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return "the emulated Raspberry Pi runs on Linux on x86-64 only"
    if shutil.which("gcc") is None:
        return "the emulated Raspberry Pi needs gcc: sudo apt install gcc libc6-dev"
    absent = [name for name in ("RPi", "spidev", "smbus2") if find_spec(name) is None]
    if absent:
        return f"{' and '.join(absent)} not installed: pip install -e '.[pi]'"
    return None


def built(folder):
    """The emulator as a shared object in `folder`."""
    library = folder / "pi.so"
    sources = [str(FOLDER / "emulators" / name) for name in SOURCES]
    options = ["-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]
    subprocess.run(["gcc", *options, "-o", str(library), *sources, "-ldl"], check=True)
    return library


@pytest.fixture(scope="session")
def pi_library(tmp_path_factory):
    """The emulator, built; without what it needs the test is skipped, but in CI it fails."""
    if reason := missing():
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (in CI it must be there)")
        pytest.skip(reason)
    return built(tmp_path_factory.mktemp("pi"))


@pytest.fixture
def pi(pi_library, tmp_path):
    return Pi(pi_library, tmp_path)
