"""Knows how WS2812 LEDs are driven by the data line of an SPI bus: the bits in time, the kernel's device."""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.bus_faults import SPI, not_opened
from hardware.device import HardwareUnavailable
from hardware.led_strip import SOFT_START_S, LedStrip
from hardware.pixel_order import arranged, check_order

CLOCK_HZ: Final = 3_000_000
"""Four clocks to a bit of the LEDs, 1 high for a 0 and 2 high for a 1: 333 and 667 ns, inside the limits of
WS2812 (250 to 550, 650 to 950), WS2812B-V5 (220 to 380, 580 to 1000) and SK6812 (150 to 450, 450 to 750).
Every byte ends low, so that a controller that pauses between bytes only lengthens a low."""

RESET_S: Final = 300e-6
"""Low before and after a picture; newer LEDs need 280 us to take it."""

_RESET: Final = bytes(round(CLOCK_HZ * RESET_S / 8) + 1)
_PAIRS: Final = (0x88, 0x8C, 0xC8, 0xCC)
"""Two bits of the LEDs, 00 to 11, as one byte on the bus."""

_WIRE: Final = tuple(bytes(_PAIRS[byte >> shift & 3] for shift in (6, 4, 2, 0)) for byte in range(256))

_SPI_MODE: Final = 0x40016B01
_SPI_BITS: Final = 0x40016B03
_SPI_CLOCK: Final = 0x40046B04
"""SPI_IOC_WR_MODE, SPI_IOC_WR_BITS_PER_WORD and SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h."""

BUFFER_FILE: Final = Path("/sys/module/spidev/parameters/bufsiz")
USUAL_BUFFER: Final = 4096


def wire_bytes(picture: bytes, order: str) -> bytes:
    """What goes over the bus for `picture` (3 bytes a pixel) on LEDs of this order, resets included."""
    return _RESET + b"".join([_WIRE[byte] for byte in arranged(picture, order)]) + _RESET


class SpiStrip(LedStrip):
    """LEDs on the data line (MOSI: GPIO 10) of an SPI bus such as `/dev/spidev0.0`; needs no library and no
    root, on any Raspberry Pi. The interpreter is free while a picture is on the wire."""

    def __init__(
        self,
        device: str,
        pixels: int,
        *,
        order: str = "GRB",
        soft_start_s: float = SOFT_START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises InvalidPixelOrder."""
        check_order(order)
        name = f"The LEDs on {device}"
        super().__init__(
            name, pixels, lambda: _SpiChain(device, pixels, order), soft_start_s=soft_start_s, clock=clock
        )


class _SpiChain:
    def __init__(self, device: str, pixels: int, order: str) -> None:
        self._device = device
        self._order = order
        check_size(len(wire_bytes(bytes(3 * pixels), order)), pixels)
        try:
            self._bus = os.open(device, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise not_opened(SPI, device, error) from error
        try:
            fcntl.ioctl(self._bus, _SPI_MODE, struct.pack("B", 0))
            fcntl.ioctl(self._bus, _SPI_BITS, struct.pack("B", 8))
            fcntl.ioctl(self._bus, _SPI_CLOCK, struct.pack("=I", CLOCK_HZ))
        except OSError as error:
            os.close(self._bus)
            raise HardwareUnavailable(
                f"{device} is no SPI bus that runs at {CLOCK_HZ / 1e6:g} MHz ({error.strerror}): name "
                "another device under [leds]."
            ) from error

    def write(self, picture: bytes) -> None:
        """See Chain."""
        try:
            os.write(self._bus, wire_bytes(picture, self._order))
        except OSError as error:
            raise HardwareUnavailable(
                f"The LEDs on {self._device} took no picture ({error.strerror}): another program may use the "
                "bus, or it was switched off."
            ) from error

    def close(self) -> None:
        """See Chain."""
        os.close(self._bus)


def buffer_size() -> int:
    """The bytes that the kernel sends over SPI in one go."""
    try:
        return int(BUFFER_FILE.read_text())
    except (OSError, ValueError):
        return USUAL_BUFFER


def check_size(needed: int, pixels: int, limit: int | None = None) -> None:
    """Raise HardwareUnavailable if a picture of `needed` bytes is more than the kernel sends in one go (a
    pause in between would end the picture)."""
    limit = buffer_size() if limit is None else limit
    if needed > limit:
        raise HardwareUnavailable(
            f"A picture for {pixels} LEDs takes {needed} bytes on the SPI bus, but the kernel sends at most "
            f"{limit}: add spidev.bufsiz=32768 to the line in /boot/firmware/cmdline.txt and reboot."
        )
