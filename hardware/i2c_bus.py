"""Knows how to open an I2C bus with smbus2 and talk to registers on it, with retries; nothing about chips."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

from hardware.bus_faults import I2C, library_missing, not_opened, words
from hardware.device import HardwareUnavailable

T = TypeVar("T")

TRIES: Final = 3
"""How often a transfer is tried: a spike on a long wire spoils one."""


class NoAnswer(HardwareUnavailable):
    """A chip did not take part in a transfer, whatever was tried."""


class I2cBus:
    """One opened I2C bus."""

    def __init__(self, number: int) -> None:
        """Raises HardwareUnavailable with cause and remedy."""
        self.path = f"/dev/i2c-{number}"
        self._number = number
        try:
            self._smbus2 = import_module("smbus2")
        except ImportError as error:
            raise library_missing(I2C) from error
        self._bus: Any = self._opened()

    def read(self, address: int, register: int, count: int) -> bytes:
        """The contents of `count` registers from `register` on; raises NoAnswer."""
        return self._tried(lambda: bytes(self._bus.read_i2c_block_data(address, register, count)))

    def write(self, address: int, register: int, contents: bytes) -> None:
        """Put `contents` into the registers from `register` on; raises NoAnswer."""
        self._tried(lambda: self._bus.write_i2c_block_data(address, register, list(contents)))

    def reset(self) -> None:
        """Close the bus and open it anew; raises HardwareUnavailable. A chip that holds the data line is not
        freed by it: only its own reset or its power does that."""
        self.close()
        self._bus = self._opened()

    def close(self) -> None:
        """Free the bus; never raises."""
        try:
            self._bus.close()
        except OSError:
            return  # it went away: its descriptor is freed all the same

    def _opened(self) -> object:
        try:
            return self._smbus2.SMBus(self._number)
        except OSError as error:
            raise not_opened(I2C, self.path, error) from error

    def _tried(self, transfer: Callable[[], T]) -> T:
        failure: OSError | None = None
        for _ in range(TRIES):
            try:
                return transfer()
            except OSError as error:
                failure = error
        raise NoAnswer(
            f"{self.path} brings no answer ({words(failure) if failure else 'nothing'})."
        ) from failure
