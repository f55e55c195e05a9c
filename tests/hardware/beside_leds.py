"""What drivers of the Raspberry Pi's own pins cost, and how long a change takes to be heard beside animated
LEDs: the real libraries on emulated chips, all wires as slow as real ones."""

import json
import mmap
import struct
import subprocess
import time
from dataclasses import dataclass

from board_rigs import RunningBoard
from emulated_pi import EMULATORS, EmulatedPi
from pi_wired import COLUMNS, ROWS, Chain, Chips, Hall

from hardware.readings import BoardShape, SensorKind

SENSORS = ("serial", "gpio-matrix", "shift-register", "mcp23017", "hall-adc")
LEDS = ("none", "neopixel", "neopixel-spi")
CHANGES = 40
WARM_UP = 10
GPLEV0 = 0x34
"""The levels of the pins (BCM2835 ARM Peripherals, 6.1)."""


@dataclass(frozen=True)
class Heard:
    """`delays`: from each change to its being heard, in seconds, sorted. `pictures_a_second`: what was on the
    wire of the LEDs meanwhile, None without LEDs."""

    delays: tuple
    pictures_a_second: float | None
    counters: dict

    @property
    def median_ms(self):
        return 1000 * self.delays[len(self.delays) // 2]

    @property
    def most_ms(self):
        """Of nine in ten."""
        return 1000 * self.delays[int(0.9 * len(self.delays))]

    @property
    def worst_ms(self):
        return 1000 * self.delays[-1]


class SerialSensors:
    """A simulated board over a pty."""

    def __init__(self, folder, pi):
        self._board = RunningBoard(folder, BoardShape(SensorKind.REED, 50, 0, 0))
        self.given = {"port": str(self._board.port)}
        self.chip = {}

    def put(self, level):
        self._board.control.set({3: level})

    def close(self):
        self._board.stop()


class PlainPins:
    """A matrix on registers that are plain memory, as fast as a real chip's: what a pin shows is set here. An
    emulated switch (pi_pins.c) would cost more time than a whole scan."""

    def __init__(self, folder, pi):
        page = folder / "registers"
        page.write_bytes(bytes(4096))
        with page.open("r+b") as file:
            self._registers = mmap.mmap(file.fileno(), 4096)
        self.put(0)
        keys = {"rows": ROWS, "columns": COLUMNS, "diodes": True}
        self.given = {"driver": "gpio-matrix", "keys": keys}
        self.chip = {"FAKESPI_REGISTERS": page}

    def put(self, level):
        struct.pack_into("<I", self._registers, GPLEV0, 0xFFFFFFFF & ~(level << COLUMNS[3]))

    def close(self):
        self._registers.close()


class Wired:
    """Chips on an emulated bus."""

    def __init__(self, wired, pi):
        self._wired = wired
        self.given = {"driver": wired.driver, "keys": wired.keys}
        self.chip = {"PI_BOARD": pi.file, "PI_LEDS": 1, "PI_REALTIME": 1}

    def put(self, level):
        self._wired.put({3: level})

    def close(self):
        pass


def sensors(name, folder, pi):
    """The sensors of this name, with hands at them: `put(level)` changes channel 3."""
    match name:
        case "serial":
            return SerialSensors(folder, pi)
        case "gpio-matrix":
            return PlainPins(folder, pi)
        case "shift-register":
            return Wired(Chain(pi.board), pi)
        case "mcp23017":
            return Wired(Chips(pi.board), pi)
        case "hall-adc":
            return Wired(Hall(pi.board, folder), pi)
    raise ValueError(name)


def chip_for(folder, there, preloaded):
    """The Raspberry Pi with these sensors. `preloaded`: the library of pi_board, and fakespi.so."""
    library, led_bus = preloaded
    built = f"{library}:{led_bus}" if "PI_BOARD" in there.chip else led_bus
    return EmulatedPi(folder, built, FAKESPI_REALTIME=1, **there.chip)


def cost(chip, *arguments):
    """What cost_program.py measures: `took` and `held`, the median and the worst in ms."""
    program = chip.start(EMULATORS / "cost_program.py", *arguments, stdout=subprocess.PIPE, text=True)
    out, _ = program.communicate(timeout=120)
    if program.returncode != 0:
        raise RuntimeError(f"the measuring program ended with status {program.returncode}")
    return json.loads(out)


def listen(folder, pi, preloaded, name, leds, changes=CHANGES):
    """What is heard of so many changes; `preloaded` as in `chip_for`."""
    there = sensors(name, folder, pi)
    chip = chip_for(folder, there, preloaded)
    try:
        program = chip.start(
            EMULATORS / "hearing_program.py",
            json.dumps(there.given),
            leds,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        delays = [_delay(there, program.stdout, number) for number in range(-WARM_UP, changes)][WARM_UP:]
        shown = chip.pictures()[-60:]
        program.stdin.close()
        *_, counters = map(json.loads, program.stdout)
    finally:
        chip.close()
        there.close()
    rate = None if leds == "none" else (len(shown) - 1) / (shown[-1].at - shown[0].at)
    return Heard(tuple(sorted(delays)), rate, counters)


def _delay(there, lines, number):
    """Seconds from a change at the sensors until the program has heard it."""
    time.sleep(0.013 + number % 7 * 0.004)
    level = number & 1
    begun = time.monotonic()
    there.put(level)
    for line in lines:
        at, readings = json.loads(line)
        if bytes.fromhex(readings)[3] == level and at >= begun:
            return at - begun
    raise AssertionError("the program ended")
