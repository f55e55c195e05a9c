"""Knows what a configuration needs of a machine: pins, devices, libraries; not whether they are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.config import Config
from firmware_host.config_drivers import NeoPixelLeds, NeoPixelSpiLeds, SerialBoard
from firmware_host.config_pi import ExpanderSensors, HallSensors, ShiftRegisterSensors, sensor_pins
from firmware_host.doctor.check import Concern
from hardware.neopixel_strip import SPI_DEVICE, neopixel_bytes
from hardware.spi_strip import wire_bytes

SPI_LED_PIN = 10
PWM_PINS = (12, 13, 18, 19)
PCM_PIN = 21
_SPI0_PINS, _SPI1_PINS = (9, 10, 11), (19, 20, 21)
_SELECT = {0: (8, 7), 1: (18, 17, 16)}
_I2C1_PINS = (2, 3)


@dataclass(frozen=True, slots=True)
class SpiUse:
    """A device of an SPI bus that is used; `picture_bytes`: the longest transfer, for LEDs."""

    device: str
    what: str
    picture_bytes: int = 0

    @property
    def bus(self) -> int | None:
        """The X of /dev/spidevX.Y, None for a path of another form."""
        head = self.device.removeprefix("/dev/spidev").partition(".")[0]
        return int(head) if head.isdigit() else None

    @property
    def select(self) -> int | None:
        """The Y of /dev/spidevX.Y."""
        tail = self.device.rpartition(".")[2]
        return int(tail) if tail.isdigit() else None


def led_pin(config: Config) -> int | None:
    """The GPIO of LEDs with the driver `neopixel`."""
    return config.led_device.pin if isinstance(config.led_device, NeoPixelLeds) else None


def spi_uses(config: Config, pi: int | None) -> tuple[SpiUse, ...]:
    """The SPI devices that the board needs on a Raspberry Pi of this generation (which needs none for
    `neopixel` on a 5: there the pin is driven directly)."""
    found = []
    keys, leds, pixels = config.sensor_device, config.led_device, len(config.wiring.pixels)
    if isinstance(keys, ShiftRegisterSensors | HallSensors):
        found.append(SpiUse(f"/dev/spidev{keys.spi_bus}.{keys.spi_device}", "sensors"))
    if isinstance(leds, NeoPixelLeds) and leds.pin == SPI_LED_PIN and pi != 5:
        found.append(SpiUse(SPI_DEVICE, "LEDs", neopixel_bytes(pixels, leds.pixel_order)))
    if isinstance(leds, NeoPixelSpiLeds):
        size = len(wire_bytes(bytes(3 * pixels), leds.pixel_order))
        found.append(SpiUse(leds.spi, "LEDs", size))
    return tuple(found)


def i2c_device(config: Config) -> str | None:
    """The I2C bus that the board needs."""
    keys = config.sensor_device
    return f"/dev/i2c-{keys.i2c_bus}" if isinstance(keys, ExpanderSensors) else None


def serial_port(config: Config) -> str | None:
    """The serial port that the board needs."""
    keys = config.sensor_device
    return keys.port if isinstance(keys, SerialBoard) else None


def signal_pins(config: Config) -> Iterator[tuple[int, str]]:
    """Every GPIO that the board drives or reads itself, and what for; a pin named twice comes twice."""
    for name, pins in sensor_pins(config.sensor_device).items():
        yield from ((pin, name) for pin in pins)
    yield from ((pin, "buttons") for pin in config.button_pins)
    if config.sound.driver == "piezo" and config.sound.pin is not None:
        yield config.sound.pin, "piezo"
    pin = led_pin(config)
    if pin is not None:
        yield pin, "LEDs"


def bus_pins(config: Config, pi: int | None) -> Iterator[tuple[int, str]]:
    """The GPIOs of the buses that the board uses."""
    for use in spi_uses(config, pi):
        if use.bus == 0:
            # LEDs may share the bus: their wire is its data line.
            yield from ((pin, "SPI") for pin in _SPI0_PINS if pin != led_pin(config))
        if use.bus == 1:
            yield from ((pin, "SPI 1") for pin in _SPI1_PINS)
        selects = _SELECT.get(use.bus if use.bus is not None else -1, ())
        if use.select is not None and use.select < len(selects):
            yield selects[use.select], f"chip select of {use.device}"
    if i2c_device(config) == "/dev/i2c-1":
        yield from ((pin, "I2C") for pin in _I2C1_PINS)


def uses_rpi_gpio(config: Config) -> bool:
    """Whether pins are used through RPi.GPIO (or rpi-lgpio)."""
    return any(what != "LEDs" for _, what in signal_pins(config))


SERIAL = Concern("`serial`", lambda config: serial_port(config) is not None)
PINS = Concern("sensors, buttons, a piezo or `neopixel` on pins", lambda config: any(signal_pins(config)))
GPIO_LIBRARY = Concern("sensors, buttons or a piezo on pins", uses_rpi_gpio)
NEOPIXEL = Concern("`neopixel`", lambda config: led_pin(config) is not None)
PWM_LEDS = Concern(
    "`neopixel` on another pin than 10", lambda config: led_pin(config) not in (None, SPI_LED_PIN)
)
SPI = Concern(
    "`shift-register`, `hall-adc`, `neopixel` on pin 10, `neopixel-spi`",
    lambda config: bool(spi_uses(config, None)),
)
SPI_LEDS = Concern(
    "`neopixel` on pin 10, `neopixel-spi`",
    lambda config: any(use.what == "LEDs" for use in spi_uses(config, None)),
)
I2C = Concern("`mcp23017`", lambda config: i2c_device(config) is not None)
LEDS = Concern("boards with LEDs", lambda config: config.leds.driver != "none" and bool(config.wiring.pixels))
