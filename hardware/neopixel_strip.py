"""Knows how Adafruit's NeoPixel library drives a strip on one GPIO; nothing about games or time."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from hardware.bus_faults import SPI, not_opened
from hardware.led_strip import SOFT_START_S, LedStrip
from hardware.neopixel_faults import unavailable
from hardware.pixel_order import check_order, parted
from hardware.spi_strip import check_size

SPI_PIN: Final = "D10"
SPI_DEVICE: Final = "/dev/spidev0.0"
COMPATIBLE: Final = Path("/proc/device-tree/compatible")
_SPI_BYTES: Final = 12
"""Bytes on the bus for each pixel when rpi_ws281x uses SPI: it always makes room for four colours."""

_SPI_RESET_BYTES: Final = 24

_FAULTS: Final = (
    OSError,
    RuntimeError,  # also NotImplementedError
    ImportError,
    AttributeError,
    ValueError,
    TypeError,
    LookupError,
)
"""What the libraries raise for a device that is missing, closed, busy or of another kind."""


def neopixel_bytes(pixels: int, order: str = "GRB") -> int:
    """How many bytes rpi_ws281x sends over SPI, at most, for a picture of so many pixels.

    Blinka takes a picture whose length is a multiple of three for one of three colours, whatever it is.
    """
    colours = len(order) * pixels
    counted = colours // 3 if colours % 3 == 0 else colours // 4
    return _SPI_BYTES * counted + _SPI_RESET_BYTES


def is_pi5() -> bool:
    """Whether this is a Raspberry Pi 5, whose library drives any pin without SPI."""
    try:
        return b"brcm,bcm2712" in COMPATIBLE.read_bytes()
    except OSError:
        return False


class NeoPixelStrip(LedStrip):
    """LEDs on a GPIO of the Raspberry Pi, `pin` as Blinka calls it (`D10`: on SPI, without root).

    The library's own brightness stays 1: what is lit, and how bright, was decided before.
    """

    def __init__(
        self,
        pin: str,
        pixels: int,
        *,
        order: str = "GRB",
        soft_start_s: float = SOFT_START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises InvalidPixelOrder."""
        check_order(order)
        name = f"The LEDs on GPIO {pin.removeprefix('D')}"
        super().__init__(
            name, pixels, lambda: _NeoPixelChain(pin, pixels, order), soft_start_s=soft_start_s, clock=clock
        )


class _NeoPixelChain:
    def __init__(self, pin: str, pixels: int, order: str) -> None:
        self._pin = pin
        self._white = "W" in order
        # On a terminal Blinka would ask whether it shall run pip, and wait for the answer.
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
        try:
            board: Any = importlib.import_module("board")
            neopixel: Any = importlib.import_module("neopixel")

            if pin == SPI_PIN and "adafruit_blinka.microcontroller.bcm283x.neopixel" in sys.modules:
                _check_spi(pixels, order)
            self._strip: Any = neopixel.NeoPixel(
                getattr(board, pin),
                pixels,
                bpp=len(order),
                brightness=1.0,
                auto_write=False,
                pixel_order=order,
            )
        except _FAULTS as error:
            raise unavailable(error, pin) from error

    def write(self, picture: bytes) -> None:
        """See Chain."""
        try:
            if self._white:
                self._strip[:] = list(zip(*parted(picture), strict=True))
            else:
                self._strip[:] = list(zip(picture[0::3], picture[1::3], picture[2::3], strict=True))
            self._strip.show()
        except _FAULTS as error:
            if "ws2811_init" in str(error) or "sudo" in str(error):
                _forget_failed_driver()
            raise unavailable(error, self._pin) from error

    def close(self) -> None:
        """See Chain. `deinit` of the library would send once more, which after a failure is fatal."""
        driver = sys.modules.get("adafruit_blinka.microcontroller.bcm283x.neopixel")
        if driver is not None:
            driver.neopixel_cleanup()
        with contextlib.suppress(*_FAULTS):  # the pin may be gone with its chip
            self._strip.pin.deinit()


def _check_spi(pixels: int, order: str) -> None:
    """Say what is wrong with the bus before rpi_ws281x gives a bare number; raises HardwareUnavailable."""
    check_size(neopixel_bytes(pixels, order), pixels)
    try:
        os.close(os.open(SPI_DEVICE, os.O_RDWR | os.O_CLOEXEC))
    except OSError as error:
        raise not_opened(SPI, SPI_DEVICE, error) from error


def _forget_failed_driver() -> None:
    """Let Blinka begin anew: after a failed start it keeps a half made driver, and using or freeing that
    as a whole one ends the process with a segmentation fault."""
    driver = sys.modules.get("adafruit_blinka.microcontroller.bcm283x.neopixel")
    if driver is not None:
        half_made = vars(driver)["_led_strip"]
        vars(driver)["_led_strip"] = None
        if half_made is not None:
            driver.ws.delete_ws2811_t(half_made)
