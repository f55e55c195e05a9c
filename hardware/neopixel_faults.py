"""Knows what the NeoPixel libraries say when they fail: turns it into cause and remedy; drives nothing."""

from __future__ import annotations

import re
from typing import Final

from hardware.device import HardwareUnavailable
from hardware.gpio_lines import consumer
from hardware.led_strip import LibraryMissing

INSTALL: Final = "run 'pip install \"zetlicht[pi]\"' in its environment"

_LIBRARIES: Final = (
    (
        "has unsupported installed version",
        f"A library of the NeoPixels is of the wrong version: {INSTALL} to get those that fit.",
    ),
    (
        "platform library 'adafruit_raspberry_pi5_neopixel_write'",
        "A Raspberry Pi 5 drives NeoPixels through a library that is not installed: run 'pip install "
        '"zetlicht[pi5]"\' in the same environment, or use driver = "neopixel-spi".',
    ),
    (
        "platform library '_rpi_ws281x'",
        f"The library rpi_ws281x, which drives NeoPixels on this Raspberry Pi, is not installed: {INSTALL} "
        '(it needs gcc and python3-dev), or use driver = "neopixel-spi".',
    ),
    ("platform library 'gpiod'", f"The library gpiod, which reserves the pin, is not installed: {INSTALL}."),
    (
        "Board not supported",
        'This computer is no Raspberry Pi that the NeoPixel library knows: use driver = "neopixel-spi" if '
        "it has an SPI bus, or a board on a serial port.",
    ),
    (
        "Cannot determine SOC peripheral base address",
        "RPi.GPIO does not work on a Raspberry Pi 5: run 'pip uninstall RPi.GPIO' and 'pip install "
        "rpi-lgpio'.",
    ),
)
"""What cannot be helped by waiting: the beginning of the library's words, and ours."""

_PARTS: Final = (
    (
        "No Raspberry Pi header GPIO controller",
        "There is no /dev/gpiochip of the pin header: this is no Raspberry Pi, or its kernel is too old; "
        "update it with 'sudo apt full-upgrade'.",
    ),
    (
        "Cannot inspect Raspberry Pi GPIO controllers",
        "There is no right to open /dev/gpiochip0: put the user into the group gpio with 'sudo usermod "
        "-aG gpio USER' and restart the service.",
    ),
    (
        "Multiple Raspberry Pi header GPIO controllers",
        "More than one GPIO chip calls itself the pin header's: remove the dtoverlay that adds another one.",
    ),
    (
        "Failed to open PIO device",
        "The PIO of this Raspberry Pi 5 cannot be opened: update its firmware with 'sudo rpi-eeprom-update "
        "-a', and let the group gpio use /dev/pio0 by a udev rule.",
    ),
    (
        "running with sudo",
        "GPIO {pin} drives LEDs only as root: use pin = 10, which needs no rights (wire the data line to "
        "GPIO 10 and switch SPI on).",
    ),
)
"""What may pass."""

_CODES: Final = {
    -3: "rpi_ws281x does not know this Raspberry Pi: update it with 'pip install -U rpi_ws281x', or use "
    'driver = "neopixel-spi".',
    -5: "GPIO {pin} drives LEDs only as root: use pin = 10, which needs no rights.",
    -6: "GPIO {pin} drives LEDs only as root: use pin = 10, which needs no rights.",
    -9: "GPIO {pin} needs the mailbox of the firmware (/dev/vcio), which this system lacks: use pin = 10.",
    -11: "GPIO {pin} cannot drive LEDs: use pin = 10 (SPI); 12, 13, 18, 19 and 21 work as root only.",
    -13: "SPI cannot be used: put dtparam=spi=on into /boot/firmware/config.txt, reboot, and see that the "
    "user is in the groups spi and gpio.",
    -14: "The SPI bus took no picture: it was switched off, or the strip is longer than the kernel sends in "
    "one go (then add spidev.bufsiz=32768 to /boot/firmware/cmdline.txt).",
}


def unavailable(error: Exception, pin: str) -> HardwareUnavailable:
    """The sentence for what a NeoPixel library raised about `pin`, such as `D10`."""
    words = " ".join(str(error).split())
    number = pin.removeprefix("D")
    for part, sentence in _LIBRARIES:
        if part in words:
            return LibraryMissing(sentence)
    if isinstance(error, ImportError):
        missing = f" ({error.name})" if error.name else ""
        return LibraryMissing(f"A library that the NeoPixels need is not installed{missing}: {INSTALL}.")
    for part, sentence in _PARTS:
        if part in words:
            return HardwareUnavailable(sentence.format(pin=number))
    code = re.search(r"failed with code (-\d+)", words)
    if code and int(code[1]) in _CODES:
        return HardwareUnavailable(_CODES[int(code[1])].format(pin=number))
    if isinstance(error, AttributeError):
        return HardwareUnavailable(
            f"This computer has no pin {pin}: write the number of a GPIO of the header, best 10."
        )
    if isinstance(error, OSError) and "busy" in words.lower():
        return HardwareUnavailable(
            f"GPIO {number} is held by {_holder(number)}: free it, or remove its dtoverlay from "
            '/boot/firmware/config.txt, or use driver = "neopixel-spi".'
        )
    return HardwareUnavailable(
        f"The LEDs on GPIO {number} cannot be used ({words or type(error).__name__}): check wiring and pin, "
        'or use driver = "neopixel-spi".'
    )


def _holder(number: str) -> str:
    name = consumer(int(number)) if number.isdigit() else None
    return f'"{name}"' if name else "another program"
