"""Knows how a matrix of switches on the Raspberry Pi's own pins is read; nothing about fields or games."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from hardware.device import HardwareError
from hardware.gpio_pins import check_pins, faults_told, give_back, take
from hardware.polled_source import PolledSource, Rest
from hardware.scans import Scan, check_channels, without_ghosts

RATE_HZ: Final = 200
SETTLE_S: Final = 100e-6
"""The pull-ups inside the chip (50 to 65 kOhm) need 10 to 30 us for each time constant of a board's wires."""


class GpioMatrix(PolledSource):
    """Switches between row lines and column lines on GPIO pins (BCM numbers).

    Channel `len(columns) * r + c` is the switch between row r and column c; it reads PIECE when closed. One
    row at a time is driven low and all other lines are inputs with a pull-up, so that no two outputs ever
    meet. Without `diodes` (one at each switch, its cathode towards the row) the corners of closed rectangles
    are UNKNOWN. Lines are polled, never watched for edges, which newer kernels refuse to RPi.GPIO.
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        channels: int | None = None,
        *,
        diodes: bool,
        settle_s: float = SETTLE_S,
        rate_hz: float = RATE_HZ,
        clock: Callable[[], float] = time.monotonic,
        rest: Rest | None = None,
    ) -> None:
        """`channels`: so many are used, all if None. Raises InvalidPins for pins that are taken, doubled or
        too many, and HardwareError for more channels than switches."""
        if not rows or not columns:
            raise HardwareError("A matrix needs at least one row and one column: name their pins.")
        check_pins({"rows": rows, "columns": columns})
        capacity = len(rows) * len(columns)
        used = capacity if channels is None else channels
        check_channels(used, capacity, f"{len(rows)} rows and {len(columns)} columns")
        super().__init__(
            "The matrix on the GPIO pins",
            used,
            lambda: _Matrix(tuple(rows), tuple(columns), used, diodes=diodes, settle_s=settle_s),
            rate_hz=rate_hz,
            clock=clock,
            rest=rest,
        )


class _Matrix:
    """The lines of an opened matrix; see Bus."""

    def __init__(
        self, rows: tuple[int, ...], columns: tuple[int, ...], channels: int, *, diodes: bool, settle_s: float
    ) -> None:
        self._rows, self._columns = rows, columns
        self._channels = channels
        self._diodes = diodes
        self._settle_s = settle_s
        self._lines = [*rows, *columns]
        self._gpio = take(self._lines)
        with faults_told(self._gpio):
            self._gpio.setup(self._lines, self._gpio.IN, pull_up_down=self._gpio.PUD_UP)

    def scan(self) -> Scan:
        """See Bus."""
        gpio, columns, settle_s = self._gpio, self._columns, self._settle_s
        found = bytearray()
        with faults_told(gpio):
            for row in self._rows:
                gpio.setup(row, gpio.OUT, initial=gpio.LOW)
                time.sleep(settle_s)
                found += bytes([1 - gpio.input(column) for column in columns])
                gpio.setup(row, gpio.IN, pull_up_down=gpio.PUD_UP)
        readings = bytes(found)
        scan = Scan(readings) if self._diodes else without_ghosts(readings, len(columns))
        return Scan(scan.readings[: self._channels], scan.fault)

    def close(self) -> None:
        """See Bus."""
        give_back(self._gpio, self._lines)
