"""What the libraries say (their exact words), and what people are told instead."""

import pytest

from hardware.device import HardwareUnavailable
from hardware.led_strip import LibraryMissing
from hardware.neopixel_faults import unavailable

# The words of Blinka 10.0.0, rpi_ws281x 5.0.0, the Pi 5 back end 1.0.0rc2 and RPi.GPIO 0.7.1.
MISSING = [
    (
        RuntimeError("The platform library 'gpiod' was not found. To install, try typing:"),
        "gpiod",
    ),
    (RuntimeError("The platform library '_rpi_ws281x' was not found. To install, try"), "python3-dev"),
    (
        RuntimeError("The platform library 'adafruit_raspberry_pi5_neopixel_write' was not found."),
        r"zetlicht\[pi5\]",
    ),
    (RuntimeError("The platform library 'gpiod' has unsupported installed version 1.5"), "wrong version"),
    (NotImplementedError("Board not supported"), "no Raspberry Pi that the NeoPixel"),
    (ModuleNotFoundError("No module named 'board'", name="board"), r"\(board\)"),
    (RuntimeError("Cannot determine SOC peripheral base address"), "rpi-lgpio"),
]
PASSING = [
    (RuntimeError("No Raspberry Pi header GPIO controller exposes GPIO 10"), "full-upgrade"),
    (
        PermissionError("Cannot inspect Raspberry Pi GPIO controllers; grant access to the gpio group"),
        "usermod -aG gpio",
    ),
    (RuntimeError("NeoPixel support requires running with sudo, please try again!"), "use pin = 10"),
    (RuntimeError("ws2811_init failed with code -9 (Failed to create mailbox device)"), "/dev/vcio"),
    (RuntimeError("ws2811_init failed with code -3 (Hardware revision is not supported)"), "neopixel-spi"),
    (RuntimeError("ws2811_init failed with code -13 (Unable to initialize SPI)"), "dtparam=spi=on"),
    (RuntimeError("ws2811_render failed with code -14 (SPI transfer error)"), "spidev.bufsiz"),
    (RuntimeError("ws2811_init failed with code -2 (Out of memory)"), "Out of memory"),
    (RuntimeError("Failed to open PIO device (error -22)"), "rpi-eeprom-update"),
    (AttributeError("module 'board' has no attribute 'D18'"), "no pin D18"),
    (OSError(16, "Device or resource busy"), "GPIO 18 is held by"),
]


@pytest.mark.parametrize(("error", "words"), MISSING + PASSING)
def test_every_error_becomes_a_sentence_with_a_remedy(error, words):
    fault = unavailable(error, "D18")
    assert isinstance(fault, HardwareUnavailable)
    with pytest.raises(HardwareUnavailable, match=words):
        raise fault
    assert str(fault).endswith(".")
    assert ":" in str(fault), "cause, then remedy"


@pytest.mark.parametrize("error", [error for error, _ in MISSING])
def test_what_waiting_cannot_help_is_tried_rarely(error):
    assert isinstance(unavailable(error, "D10"), LibraryMissing)
