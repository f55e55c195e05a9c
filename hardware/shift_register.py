"""Knows how a chain of 74HC165 shift registers is read over SPI; nothing about fields or games."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from hardware.device import HardwareError, HardwareUnavailable, Reading
from hardware.gpio_pins import Gpio, check_pins, faults_told, give_back, take
from hardware.polled_source import PolledSource, Rest
from hardware.scans import Scan
from hardware.spi_bus import SpiBus

RATE_HZ: Final = 250
SPEED_HZ: Final = 1_000_000
MOST_REGISTERS: Final = 256

_MODE: Final = 2
"""Samples at falling clocks; the registers shift at rising ones, half a clock away."""

_TRIES: Final = 3
_ENDS: Final = {"low": 0x00, "high": 0xFF, "any": None}


class ShiftRegisters(PolledSource):
    """A chain of 74HC165s of any length: channel `8 * k + i` is input D_i (A is 0, H is 7) of register k,
    counted from the computer. A channel reads PIECE when its input is low (`active_low`: a switch to ground
    with a pull-up), else when it is high.

    The inputs are loaded while SH/LD is low. It hangs on the bus's chip select, which is low at rest and high
    during a transfer, or on GPIO `load_pin`. `end` is the level at the serial input of the last register
    (`low`, `high`, or `any`: not looked at): it arrives behind the last channel, and tells a chain that is
    unplugged or of another length. Only zeros are sent, so LEDs on the same bus's data line stay dark.
    """

    def __init__(
        self,
        channels: int,
        *,
        spi_bus: int = 0,
        spi_device: int = 1,
        load_pin: int | None = None,
        end: str = "high",
        active_low: bool = True,
        speed_hz: int = SPEED_HZ,
        rate_hz: float = RATE_HZ,
        clock: Callable[[], float] = time.monotonic,
        rest: Rest | None = None,
    ) -> None:
        """Raises InvalidPins for a load pin that is taken, HardwareError for numbers that no chain has."""
        if not 1 <= channels <= 8 * MOST_REGISTERS:
            raise HardwareError(
                f"A chain of shift registers has 1 to {8 * MOST_REGISTERS} channels, not {channels}."
            )
        if end not in _ENDS:
            raise HardwareError(f"The end of a chain is low, high or any, not {end!r}.")
        if load_pin is not None:
            check_pins({"load pin": [load_pin]}, spi_bus=spi_bus, spi_device=spi_device)
        super().__init__(
            f"The chain of {-(-channels // 8)} shift registers on /dev/spidev{spi_bus}.{spi_device}",
            channels,
            lambda: _Chain(
                channels,
                SpiBus(spi_bus, spi_device, speed_hz=speed_hz, mode=_MODE, select_high=load_pin is None),
                load_pin,
                _ENDS[end],
                active_low=active_low,
            ),
            rate_hz=rate_hz,
            clock=clock,
            rest=rest,
        )


class _Chain:
    """An opened chain; see Bus."""

    def __init__(
        self, channels: int, spi: SpiBus, load_pin: int | None, end: int | None, *, active_low: bool
    ) -> None:
        self._channels = channels
        self._spi = spi
        self._load_pin = load_pin
        self._end = end
        self._zeros = bytes(-(-channels // 8) + (end is not None))
        closed = 0 if active_low else 1
        self._readings = tuple(
            bytes(int(Reading.PIECE if byte >> bit & 1 == closed else Reading.NONE) for bit in range(8))
            for byte in range(256)
        )
        self._gpio: Gpio | None = None
        if load_pin is not None:
            self._take(load_pin)

    def _take(self, load_pin: int) -> None:
        try:
            self._gpio = take([load_pin])
            with faults_told(self._gpio):
                self._gpio.setup(load_pin, self._gpio.OUT, initial=self._gpio.HIGH)
        except HardwareUnavailable:
            self.close()
            raise

    def scan(self) -> Scan:
        """See Bus."""
        for _ in range(_TRIES):
            self._load()
            came = self._spi.transfer(self._zeros)
            if self._end is None or came[-1] == self._end:
                found = b"".join([self._readings[byte] for byte in came])
                return Scan(found[: self._channels])
        registers = -(-self._channels // 8)
        level = "3.3 V" if self._end else "ground"
        raise HardwareUnavailable(
            f"The chain of shift registers does not end after {registers}: it is unplugged, not powered, of "
            f"another length, or its last serial input (SER, pin 10) is not at {level}; check it, or set end."
        )

    def _load(self) -> None:
        if self._gpio is not None and self._load_pin is not None:
            with faults_told(self._gpio):
                self._gpio.output(self._load_pin, self._gpio.LOW)
                self._gpio.output(self._load_pin, self._gpio.HIGH)

    def close(self) -> None:
        """See Bus."""
        self._spi.close()
        if self._gpio is not None and self._load_pin is not None:
            give_back(self._gpio, [self._load_pin])
