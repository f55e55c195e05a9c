"""Knows which driver each name of the configuration stands for; the only place that imports them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_host.config import Config
from firmware_host.config_drivers import (
    NeoPixelLeds,
    NeoPixelSpiLeds,
    NoLeds,
    SerialLeds,
    TerminalLeds,
)
from firmware_host.config_drivers import SerialBoard as SerialKeys
from firmware_host.config_pi import ExpanderSensors, HallSensors, MatrixSensors, ShiftRegisterSensors
from hardware.companion import Companion
from hardware.device import LedSink, SensorSource
from hardware.led_strip import LedStrip
from hardware.sound import Sound

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Devices:
    """What a configuration is wired to. `sink` None: no LEDs. One object may be both. `companions`: what
    tells of itself beside the sensors, by the name that a fault gives it; `sound` is one of them or None.
    """

    source: SensorSource
    sink: LedSink | None
    companions: Mapping[str, Companion]
    sound: Sound | None


def devices(config: Config, clock: Clock = time.monotonic) -> Devices:
    """The devices of this configuration, not started yet; `clock` gives their seconds and never runs back."""
    source, lights = _source(config, clock)
    strip = _strip(config, clock)
    sound = _sound(config, clock)
    companions: dict[str, Companion] = {}
    if strip is not None:
        companions["leds"] = strip
    if config.button_pins:
        from hardware.gpio_buttons import GpioButtons

        companions["buttons"] = GpioButtons(config.button_pins, clock=clock)
    if sound is not None:
        companions["sound"] = sound
    return Devices(source, lights or strip, companions, sound)


def _source(config: Config, clock: Clock) -> tuple[SensorSource, LedSink | None]:
    """The sensors, and the LEDs if the same device drives them."""
    match config.sensor_device:
        case SerialKeys(port=port, baud=baud):
            from hardware.readings import BoardShape, SensorKind
            from hardware.serial_board import SerialBoard

            lit = isinstance(config.led_device, SerialLeds)
            shape = BoardShape(
                SensorKind.named(config.sensors.kind),
                len(config.wiring.channels),
                len(config.wiring.pixels) if lit else 0,
                0 if config.button_pins else max(config.buttons, default=-1) + 1,
            )
            board = SerialBoard(port, shape, baudrate=baud, clock=clock)
            return board, board if lit else None
        case (MatrixSensors() | ShiftRegisterSensors() | ExpanderSensors() | HallSensors()) as keys:
            from firmware_host.pi_sensors import pi_source

            return pi_source(keys, len(config.wiring.channels), config.state_dir, clock), None


def _strip(config: Config, clock: Clock) -> LedStrip | None:
    """The LEDs on this computer, if that is where they are."""
    pixels = len(config.wiring.pixels)
    match config.led_device:
        case NeoPixelLeds(pin=pin, pixel_order=order):
            from hardware.neopixel_strip import NeoPixelStrip

            return NeoPixelStrip(f"D{pin}", pixels, order=order, clock=clock)
        case NeoPixelSpiLeds(spi=spi, pixel_order=order):
            from hardware.spi_strip import SpiStrip

            return SpiStrip(spi, pixels, order=order, clock=clock)
        case TerminalLeds(terminal=terminal, columns=columns):
            from hardware.terminal_strip import TerminalStrip

            return TerminalStrip(terminal, pixels, columns=columns, clock=clock)
        case SerialLeds() | NoLeds():
            return None


def _sound(config: Config, clock: Clock) -> Sound | None:
    keys = config.sound
    if keys.driver == "none":
        return None
    from hardware.sound_voices import Alsa, Piezo

    if keys.driver == "piezo" and keys.pin is not None:
        pin = keys.pin
        return Sound(lambda: Piezo(pin), clock=clock)
    return Sound(lambda: Alsa(keys.device, keys.volume), clock=clock)
