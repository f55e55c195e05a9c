"""Knows the registers of one MCP23017: 14 switches at its pins, or a matrix of up to 8 rows and 7 columns."""

from __future__ import annotations

from typing import Final

from hardware.device import Reading
from hardware.i2c_bus import I2cBus, NoAnswer

INPUTS: Final = 14
"""GPA7 and GPB7 are outputs only since revision D of the data sheet: as inputs they may disturb the bus."""

COLUMNS: Final = 7
MOST_ROWS: Final = 8
ADDRESSES: Final = range(0x20, 0x28)

_IODIRA: Final = 0x00
_GPINTENB: Final = 0x05  # IOCON of a chip that other software left in BANK = 1
_GPPUA: Final = 0x0C
_GPIOA: Final = 0x12
_GPIOB: Final = 0x13
_OLATA: Final = 0x14
_LOW_SEVEN: Final = 0x7F
_TOP: Final = 0x80
_MARK: Final = 0x2A
"""Stands in the output latch of port B, whose pins are inputs, so that it drives nothing. A chip that has
lost power has a 0 there, and no pull-ups."""


class Expander:
    """One MCP23017 at `address`. `rows` 0: a switch to ground at each of GPA0 to GPA6 and GPB0 to GPB6, in
    this order. Otherwise rows at GPA0, GPA1 … and columns at GPB0 to GPB6, row by row.

    An idle row is an input with a pull-up, so that no two outputs meet; but row 7 can only be an output, and
    is driven high at rest, for which every switch must have its diode.
    """

    def __init__(self, bus: I2cBus, address: int, rows: int) -> None:
        self.address = address
        self._bus = bus
        self._rows = rows

    @property
    def channels(self) -> int:
        """The number of switches it can read."""
        return self._rows * COLUMNS or INPUTS

    def configure(self) -> None:
        """Set all registers, whatever they were before; raises NoAnswer."""
        idle = _TOP if self._rows == MOST_ROWS else 0
        self._write(_GPINTENB, 0)
        self._write(_OLATA, idle, _MARK)
        self._write(_IODIRA, _LOW_SEVEN, _LOW_SEVEN)
        self._write(_IODIRA + 2, 0, 0)  # no inverted inputs
        self._write(_GPPUA, _LOW_SEVEN, _LOW_SEVEN)

    def scan(self) -> bytes:
        """A Reading a channel; a row that cannot be read is UNKNOWN. Raises NoAnswer if more than one
        cannot."""
        if not self._rows:
            port_a, port_b = self._ports(_GPIOA, 2)
            return _closed(port_a) + _closed(port_b)
        return self._scan_rows()

    def _scan_rows(self) -> bytes:
        found, silent = bytearray(), 0
        for row in range(self._rows):
            try:
                self._drive(row)
                found += _closed(self._ports(_GPIOB, 1)[0])
            except NoAnswer:
                silent += 1
                if silent == min(2, self._rows):  # a chip that is gone is not asked for every row
                    raise
                found += bytes([Reading.UNKNOWN]) * COLUMNS
        self._release()
        return bytes(found)

    def _drive(self, row: int) -> None:
        if row < COLUMNS:
            self._write(_IODIRA, _LOW_SEVEN & ~(1 << row))
        else:
            self._write(_IODIRA, _LOW_SEVEN)
            self._write(_OLATA, 0)

    def _release(self) -> None:
        if self._rows == MOST_ROWS:
            self._write(_OLATA, _TOP)
        else:
            self._write(_IODIRA, _LOW_SEVEN)

    def _ports(self, register: int, count: int) -> bytes:
        """The levels of ports, read with what tells that the chip still has its settings."""
        came = self._bus.read(self.address, register, count + 2)
        if came[-1] != _MARK:
            raise NoAnswer(f"The expander at 0x{self.address:02x} has lost its settings.")
        return came[:count]

    def _write(self, register: int, *contents: int) -> None:
        self._bus.write(self.address, register, bytes(contents))


def _closed(port: int) -> bytes:
    """The readings of the seven inputs of a port: a closed switch pulls its input low."""
    return bytes([Reading.NONE if port >> pin & 1 else Reading.PIECE for pin in range(7)])
