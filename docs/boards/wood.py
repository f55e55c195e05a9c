"""Knows which pin of the computer serves each line of an example board, as its files say; draws nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from firmware_host.config_drivers import NeoPixelLeds
from firmware_host.config_pi import MatrixSensors, ShiftRegisterSensors
from firmware_host.physical import PhysicalBoard, physical_board

EXAMPLES = Path(__file__).resolve().parents[2] / "systemd" / "examples"
NAMES = ("reed-8x8-gpio", "reed-10x10-pico", "reed-abalone-shift")

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""The pin of the Raspberry Pi's 40-pin header that carries each GPIO."""

SPI_DATA = 10
CHIP_SELECT = {0: 8, 1: 7}
"""The GPIO of each chip select of SPI 0."""

PICO = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19,
    15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""The pin of the Raspberry Pi Pico that carries each GP."""


@dataclass(frozen=True, slots=True)
class Controller:
    """What scans the board: its `name`, how its pins are called, where each lies, and where its ground is."""

    name: str
    prefix: str
    pin_of: dict[int, int]
    ground: int

    def pin(self, number: int) -> tuple[str, str]:
        """What a line of the chip is called, and the pin that carries it."""
        return f"{self.prefix} {number}", f"pin {self.pin_of[number]}"


PI = Controller("Raspberry Pi", "GPIO", HEADER, 6)
PICO_BOARD = Controller("Raspberry Pi Pico", "GP", PICO, 38)


@dataclass(frozen=True, slots=True)
class Example:
    """One example board. `rows`, `columns`: the pins of a matrix, both empty for a chain of registers; `led`:
    the pin of the LED data; `buttons`: the pin of each button, in order."""

    name: str
    board: PhysicalBoard
    controller: Controller
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    led: int
    buttons: tuple[int, ...]

    @property
    def load_pin(self) -> int:
        """The GPIO at SH/LD of the registers: the chip select of SPI 0 unless the file names another."""
        keys = self.board.config.sensor_device
        if not isinstance(keys, ShiftRegisterSensors) or keys.spi_bus != 0:
            raise ValueError(f"{self.name} has no registers on SPI 0: draw its bus by hand.")
        return CHIP_SELECT[keys.spi_device] if keys.load_pin is None else keys.load_pin

    @property
    def registers(self) -> int:
        """How many 74HC165 the chain has; 0 for a matrix."""
        return 0 if self.rows else -(-len(self.board.channels) // 8)

    def sensor(self, channel: int) -> str:
        """Where the sensor of a channel is connected, in a few letters."""
        if self.rows:
            row, column = divmod(channel, len(self.columns))
            return f"r{row + 1} c{column + 1}"
        return f"U{channel // 8 + 1} {'ABCDEFGH'[channel % 8]}"


def example(name: str) -> Example:
    """The example board of this name; raises ConfigError if its configuration does not load."""
    board = physical_board(EXAMPLES / f"{name}.toml")
    config = board.config
    led = config.led_device.pin if isinstance(config.led_device, NeoPixelLeds) else SPI_DATA
    match config.sensor_device:
        case MatrixSensors(rows=rows, columns=columns):
            return Example(name, board, PI, rows, columns, led, config.button_pins)
        case ShiftRegisterSensors():
            return Example(name, board, PI, (), (), led, config.button_pins)
    pins = json.loads((EXAMPLES / f"{name}-board_config.json").read_text(encoding="utf-8"))
    return Example(
        name,
        board,
        PICO_BOARD,
        tuple(pins["rows"]),
        tuple(pins["columns"]),
        pins["pixel_pin"],
        tuple(pins["buttons"]),
    )
