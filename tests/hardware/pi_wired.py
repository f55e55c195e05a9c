"""Boards wired to an emulated Raspberry Pi: how each moves its pieces, goes away and comes back, and which
keys its driver needs.
"""

import errno
import json

from pi_board import SPI_ADC, SPI_CHAIN

from hardware.readings import SensorKind

ROWS = (5, 6, 12, 13, 16, 17, 18, 19)
COLUMNS = (20, 21, 22, 23, 24, 25, 26, 27)
SELECT = (5, 6, 12, 13)


class Matrix:
    """8 by 8 switches on sixteen pins."""

    driver = "gpio-matrix"
    kind = SensorKind.REED

    def __init__(self, board, *, diodes=True, settle_us=30):
        self.board = board
        board.rows, board.columns = len(ROWS), len(COLUMNS)
        board.row_pin[: len(ROWS)], board.column_pin[: len(COLUMNS)] = ROWS, COLUMNS
        board.diodes, board.settle_us = diodes, settle_us
        self.keys = {"rows": ROWS, "columns": COLUMNS, "diodes": diodes}

    def put(self, channels):
        for channel, reading in channels.items():
            self.board.closed[16 * (channel // 8) + channel % 8] = reading

    def take_away(self):
        self.board.gpio_errno = errno.ENOENT

    def bring_back(self):
        self.board.gpio_errno = 0


class Chain:
    """Shift registers with switches to ground."""

    driver = "shift-register"
    kind = SensorKind.REED

    def __init__(self, board, *, channels=64, load_pin=None):
        self.board = board
        board.spi_errno, board.spi_kind = 0, SPI_CHAIN
        board.chain_length, board.chain_end = -(-channels // 8), 1
        board.load_pin = -1 if load_pin is None else load_pin
        board.chain_in[:] = [0xFF] * len(board.chain_in)
        self.keys = {"channels": channels, "load_pin": load_pin}

    def put(self, channels):
        for channel, reading in channels.items():
            bit = 1 << channel % 8
            before = self.board.chain_in[channel // 8]
            self.board.chain_in[channel // 8] = before & ~bit if reading else before | bit

    def take_away(self):
        self.board.chain_dead = 1

    def bring_back(self):
        self.board.chain_dead = 0


class Chips:
    """Expanders with 14 switches each, or with a matrix of `rows` rows each."""

    driver = "mcp23017"
    kind = SensorKind.REED

    def __init__(self, board, *, addresses=(0x20, 0x21, 0x22, 0x23, 0x24), rows=0, diodes=True):
        board.i2c_errno = 0
        self._rows = rows
        self.chips = [board.chip[address - 0x20] for address in addresses]
        for chip in self.chips:
            chip.matrix, chip.diodes = bool(rows), diodes
        self.bring_back()
        self.keys = {"addresses": addresses, "rows": rows, "diodes": diodes}

    def put(self, channels):
        for channel, reading in channels.items():
            chip, at = divmod(channel, 7 * self._rows or 14)
            line, bit = self.chips[chip].closed, 1 << at % 7
            line[at // 7] = line[at // 7] | bit if reading else line[at // 7] & ~bit

    def take_away(self):
        for chip in self.chips:
            chip.there = 0

    def bring_back(self):
        for chip in self.chips:
            chip.there = 1
            chip.lose_power()


class Hall:
    """Linear hall sensors behind multiplexers, no two neighbours with the same middle; the calibration is
    kept in `folder`.
    """

    driver = "hall-adc"
    kind = SensorKind.HALL

    def __init__(self, board, folder, *, channels=64, calibrated=True, strength=90):
        self.board = board
        board.spi_errno, board.spi_kind = 0, SPI_ADC
        board.select_pin[:] = SELECT
        board.mux_settle_us = 5
        self.strength = strength
        self.middles = [512 + channel * 37 % 71 - 35 for channel in range(channels)]
        board.adc[:channels] = self.middles
        self.file = folder / "hall.json"
        if calibrated:
            content = {"version": 1, "baselines": self.middles, "noise": [1] * channels}
            self.file.write_text(json.dumps(content))
        self.keys = {"channels": channels, "select": SELECT, "calibration": str(self.file)}

    def put(self, channels):
        for channel, reading in channels.items():
            away = {0: 0, 1: -self.strength, 2: self.strength}[reading]
            self.board.adc[channel] = self.middles[channel] + away

    def take_away(self):
        self.board.adc_dead = 1

    def bring_back(self):
        self.board.adc_dead = 0
