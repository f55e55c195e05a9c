"""Knows how to read many analog inputs: an MCP3008 converter behind CD74HC4067 multiplexers; no sensor."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from hardware.device import HardwareUnavailable
from hardware.gpio_pins import faults_told, give_back, take
from hardware.hall_sensing import FULL
from hardware.spi_bus import SpiBus

LINES: Final = 16
"""Inputs of a multiplexer."""

SPEED_HZ: Final = 1_000_000
"""The data sheet of the MCP3008 gives 1.35 MHz at 2.7 V."""

_MODE: Final = 0
_GRAY: Final = tuple(number ^ number >> 1 for number in range(LINES))


class AnalogInputs:
    """`count` inputs: input `16 * m + s` is line s of the multiplexer at converter channel m; the four select
    lines S0 to S3 are shared and hang on the GPIOs `select`.

    The lines are taken in the order of a Gray code, so that one select line changes at a time.
    """

    def __init__(
        self, count: int, spi_bus: int, spi_device: int, select: Sequence[int], settle_s: float
    ) -> None:
        """Raises HardwareUnavailable with cause and remedy."""
        self._count = count
        self._settle_s = settle_s
        self._where = f"/dev/spidev{spi_bus}.{spi_device}"
        self._questions = [bytes([1, 0x80 | channel << 4, 0]) for channel in range(-(-count // LINES))]
        self._select = list(select)
        self._spi = SpiBus(spi_bus, spi_device, speed_hz=SPEED_HZ, mode=_MODE)
        self._line = 0
        try:
            self._gpio = take(self._select)
            with faults_told(self._gpio):
                self._gpio.setup(self._select, self._gpio.OUT, initial=self._gpio.LOW)
        except HardwareUnavailable:
            self._spi.close()
            raise

    def read(self) -> list[int]:
        """The value of every input, 0 to FULL; raises HardwareUnavailable."""
        values = [0] * self._count
        for line in _GRAY:
            self._choose(line)
            for multiplexer, question in enumerate(self._questions):
                at = LINES * multiplexer + line
                if at < self._count:
                    _, high, low = self._spi.transfer(question)
                    values[at] = (high & 3) << 8 | low
        if max(values) == 0 or min(values) == FULL:
            raise HardwareUnavailable(
                f"The converter on {self._where} does not answer: check its power, its wires, and that it "
                "hangs on this chip select."
            )
        return values

    def close(self) -> None:
        """Free bus and pins; never raises."""
        self._spi.close()
        give_back(self._gpio, self._select)

    def _choose(self, line: int) -> None:
        changed = line ^ self._line
        with faults_told(self._gpio):
            for bit, pin in enumerate(self._select):
                if changed >> bit & 1:
                    self._gpio.output(pin, line >> bit & 1)
        self._line = line
        time.sleep(self._settle_s)
