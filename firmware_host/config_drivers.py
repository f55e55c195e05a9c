"""Knows which drivers a configuration may name and which keys each adds: a record and an entry for each."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.config_keys import required, setting
from firmware_host.config_kinds import Choice, Text, Whole
from firmware_host.config_pi import (
    ExpanderSensors,
    HallSensors,
    MatrixSensors,
    PiSensors,
    ShiftRegisterSensors,
)
from hardware.pixel_order import PIXEL_ORDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialBoard:
    """A microcontroller on a serial port that scans the fields and drives the LEDs."""

    port: str = required(
        Text(), "The port, best one of `/dev/serial/by-id/`: those names stay when boards change places."
    )
    baud: int = setting(Whole(115200, 4_000_000), "The speed; USB boards ignore it.", 115200)


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialLeds:
    """The LEDs hang on the same serial board as the sensors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeoPixelLeds:
    """WS2812 or SK6812 LEDs on a GPIO of the Raspberry Pi, by Adafruit's NeoPixel library. The light comes up
    within a second of the start, and goes out when the daemon stops.
    """

    pin: int = setting(
        Whole(0, 27),
        "The GPIO (BCM number) of the data line. 10 is SPI, which needs `dtparam=spi=on`, no root, and "
        "leaves the sound alone; 12, 13, 18, 19 and 21 work as root only.",
        10,
    )
    pixel_order: str = setting(
        Choice(PIXEL_ORDERS),
        "The order in which the LEDs take their colours, as their seller says; with a `W` they have a white "
        "LED, which shines for what red, green and blue have in common.",
        "GRB",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NeoPixelSpiLeds:
    """The same LEDs on the data line of an SPI bus (MOSI: GPIO 10), without any library; also on a Raspberry
    Pi 5 and on other computers with Linux. The kernel sends a picture in one go: more than 322 LEDs (241
    with white) need `spidev.bufsiz=32768` in its command line.
    """

    spi: str = setting(Text(), "The SPI bus.", "/dev/spidev0.0")
    pixel_order: str = setting(Choice(PIXEL_ORDERS), "As with `neopixel`.", "GRB")


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalLeds:
    """No LEDs yet: the pixels are drawn at the top of a terminal, in the order of the chain."""

    terminal: str = setting(
        Text(),
        "The terminal: `/dev/tty` is the one that the daemon was started in; the command `tty` tells the "
        "name of another.",
        "/dev/tty",
    )
    columns: int = setting(Whole(1, 200), "How many pixels are drawn in a row.", 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLeds:
    """The board has no LEDs, or they are to stay dark."""


SensorDevice = SerialBoard | PiSensors
LedDevice = SerialLeds | NeoPixelLeds | NeoPixelSpiLeds | TerminalLeds | NoLeds


@dataclass(frozen=True, slots=True)
class SensorDriver:
    """A driver of sensors: its name, the record of its keys (their meaning is its docstring), and the LED
    driver that goes with it unless another is named.
    """

    name: str
    record: type[SensorDevice]
    leds: str


@dataclass(frozen=True, slots=True)
class LedDriver:
    """A driver of LEDs. `needs`: the only sensor drivers it works with, or empty for any."""

    name: str
    record: type[LedDevice]
    needs: tuple[str, ...] = ()


SENSOR_DRIVERS = (
    SensorDriver("serial", SerialBoard, leds="serial"),
    SensorDriver("gpio-matrix", MatrixSensors, leds="neopixel"),
    SensorDriver("shift-register", ShiftRegisterSensors, leds="neopixel"),
    SensorDriver("mcp23017", ExpanderSensors, leds="neopixel"),
    SensorDriver("hall-adc", HallSensors, leds="neopixel"),
)
LED_DRIVERS = (
    LedDriver("serial", SerialLeds, needs=("serial",)),
    LedDriver("neopixel", NeoPixelLeds),
    LedDriver("neopixel-spi", NeoPixelSpiLeds),
    LedDriver("terminal", TerminalLeds),
    LedDriver("none", NoLeds),
)
