"""Knows how to open and use one device of an SPI bus with spidev; nothing about the chip behind it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from hardware.bus_faults import SPI, SPI1, library_missing, lost, not_opened
from hardware.device import HardwareError

MOST_BYTES: Final = 4096
"""What the kernel sends in one go unless spidev.bufsiz says more."""


class SpiBus:
    """One opened device of an SPI bus. Each `transfer` is one stretch of chip select."""

    def __init__(self, bus: int, device: int, *, speed_hz: int, mode: int, select_high: bool = False) -> None:
        """`mode`: 0 to 3. `select_high`: the chip select is high during a transfer, low at rest.

        Raises HardwareUnavailable with cause and remedy.
        """
        self._path = f"/dev/spidev{bus}.{device}"
        kind = SPI1 if bus == 1 else SPI
        try:
            spidev = import_module("spidev")
        except ImportError as error:
            raise library_missing(kind) from error
        self._spi: Any = spidev.SpiDev()
        try:
            self._spi.open(bus, device)
        except OSError as error:
            raise not_opened(kind, self._path, error) from error
        try:
            self._spi.mode = mode
            self._spi.cshigh = select_high
            self._spi.max_speed_hz = speed_hz
        except OSError as error:
            self.close()
            raise lost(self._path, error) from error

    def transfer(self, sent: bytes) -> bytes:
        """What comes back while `sent` goes out; raises HardwareUnavailable, HardwareError for too much."""
        if len(sent) > MOST_BYTES:
            raise HardwareError(f"A transfer of {len(sent)} bytes is longer than the {MOST_BYTES} of a bus.")
        try:
            return bytes(self._spi.xfer2(list(sent)))
        except OSError as error:
            raise lost(self._path, error) from error

    def close(self) -> None:
        """Free the device; never raises."""
        try:
            self._spi.close()
        except OSError:
            return  # it went away: its descriptor is freed all the same
