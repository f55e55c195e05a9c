"""Buttons and piezo with the real RPi.GPIO on emulated registers."""

import json
import mmap
import struct
import subprocess
import time

import pytest
from driver_contract import eventually
from emulated_pi import EMULATORS, EmulatedPi, need, shim

GPSET0, GPCLR0, GPLEV0 = 0x1C, 0x28, 0x34
"""Registers of the BCM2835 family (BCM2835 ARM Peripherals, 6.1)."""

BUTTONS = (5, 6, 13)
PIEZO = 12


class Pins:
    """The program under test, its pins and what it says."""

    def __init__(self, folder, built):
        page = folder / "registers"
        page.write_bytes(bytes(4096))
        with page.open("r+b") as file:
            self.registers = mmap.mmap(file.fileno(), 4096)
        self._put(GPLEV0, 0xFFFFFFFF)
        self.pi = EmulatedPi(folder, built, FAKESPI_REGISTERS=page)
        self.said_file = folder / "said"
        with self.said_file.open("wb") as said:
            pins = ",".join(map(str, BUTTONS))
            self.program = self.pi.start(
                EMULATORS / "pins_program.py", pins, PIEZO, stdin=subprocess.PIPE, stdout=said
            )

    def _put(self, register, value):
        struct.pack_into("<I", self.registers, register, value)

    def get(self, register):
        return struct.unpack_from("<I", self.registers, register)[0]

    def level(self, pin, *, high):
        levels = self.get(GPLEV0)
        self._put(GPLEV0, levels | 1 << pin if high else levels & ~(1 << pin))

    def said(self):
        return [json.loads(line) for line in self.said_file.read_text().splitlines()]

    def edges(self):
        return [(news["button"], news["pressed"]) for news in self.said() if "button" in news]

    def play(self, *numbers):
        self.program.stdin.write((" ".join(map(str, numbers)) + "\n").encode())
        self.program.stdin.flush()

    def pulses(self, seconds):
        """How often the piezo's pin goes up in this time."""
        count, until = 0, time.monotonic() + seconds
        while time.monotonic() < until:
            if self.get(GPSET0) & 1 << PIEZO:
                self._put(GPSET0, 0)
                count += 1
        return count


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    need("RPi")
    return shim(tmp_path_factory.mktemp("emulator"))


@pytest.fixture
def pins(tmp_path, built):
    found = Pins(tmp_path, built)
    yield found
    found.pi.close()
    found.registers.close()


def test_a_press_and_a_release_are_heard_with_the_times_of_the_fingers(pins):
    eventually(lambda: pins.said(), 5.0, "the first word")
    assert pins.said()[0]["connected"]
    times = []
    for high in (False, True):
        times.append(time.monotonic())
        pins.level(6, high=high)
        eventually(lambda high=high: (1, not high) in pins.edges(), 1.0, "the edge")
        time.sleep(0.1)
    assert pins.edges() == [(1, True), (1, False)]
    heard = [news["at"] for news in pins.said() if "button" in news]
    assert all(0 <= at - moved < 0.03 for at, moved in zip(heard, times, strict=True)), (heard, times)


def test_bounce_is_one_press(pins):
    eventually(lambda: pins.said(), 5.0, "the first word")
    for turn in range(41):
        pins.level(13, high=bool(turn % 2))
        time.sleep(0.0005)
    eventually(lambda: pins.edges(), 1.0, "the edge")
    time.sleep(0.1)
    assert pins.edges() == [(2, True)]


def test_a_tune_is_heard_at_its_pitch_and_ends(pins):
    pins.play(440, 0.5)
    eventually(lambda: pins.get(GPSET0) & 1 << PIEZO, 5.0, "the first pulse")
    assert 60 < pins.pulses(0.25) < 120
    time.sleep(0.6)
    pins.pulses(0.01)
    assert pins.pulses(0.1) == 0, "silence after the tune"
    assert pins.get(GPCLR0) & 1 << PIEZO, "the pin is left low"


def test_pins_that_another_program_holds_are_told_and_taken_when_they_are_free(tmp_path, built):
    (tmp_path / "trouble").write_text("g")
    pins = Pins(tmp_path, built)
    eventually(lambda: pins.said(), 5.0, "the first word")
    pins.play(440, 0.1)
    eventually(lambda: len(pins.said()) == 2, 5.0, "the trouble with the sound")
    assert [news["connected"] for news in pins.said()] == [False, False]
    assert all("spi0 CS0" in news["detail"] for news in pins.said())
    pins.pi.be("")
    eventually(lambda: pins.said()[-1]["connected"], 3.0, "the buttons")
    pins.play(440, 0.1)
    eventually(lambda: pins.said()[-1]["device"] == "sound" and pins.said()[-1]["connected"], 3.0, "sound")
    pins.pi.close()
    pins.registers.close()
