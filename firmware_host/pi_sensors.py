"""Knows which driver serves sensors on the Raspberry Pi's own pins, and whether they fit the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_host.config_drivers import LedDevice, NeoPixelLeds, NeoPixelSpiLeds, SensorDevice
from firmware_host.config_kinds import toml
from firmware_host.config_pi import (
    ExpanderSensors,
    HallSensors,
    MatrixSensors,
    PiSensors,
    ShiftRegisterSensors,
)
from firmware_host.config_read import Source
from firmware_host.config_sections import Sensors
from hardware.device import HardwareError, SensorSource

_SPI_LEDS = 10
_SPI0 = "/dev/spidev0."

Clock = Callable[[], float]


def pi_source(keys: PiSensors, channels: int, folder: Path, clock: Clock = time.monotonic) -> SensorSource:
    """The driver of these sensors, not started yet; files it keeps lie in `folder`. Raises HardwareError for
    keys that no board can have."""
    match keys:
        case MatrixSensors():
            return _matrix(keys, channels, clock)
        case ShiftRegisterSensors():
            from hardware.shift_register import ShiftRegisters

            return ShiftRegisters(
                channels,
                spi_bus=keys.spi_bus,
                spi_device=keys.spi_device,
                load_pin=keys.load_pin,
                end=keys.end,
                active_low=keys.active_low,
                speed_hz=keys.speed_hz,
                rate_hz=keys.rate_hz,
                clock=clock,
            )
        case ExpanderSensors():
            from hardware.expanders import Expanders

            return Expanders(
                keys.addresses,
                channels,
                bus=keys.i2c_bus,
                rows=keys.rows,
                diodes=keys.diodes,
                reset_pin=keys.reset_pin,
                rate_hz=keys.rate_hz,
                clock=clock,
            )
        case HallSensors():
            return _hall(keys, channels, folder, clock)


def _matrix(keys: MatrixSensors, channels: int, clock: Clock) -> SensorSource:
    from hardware.gpio_matrix import GpioMatrix

    return GpioMatrix(
        keys.rows,
        keys.columns,
        channels,
        diodes=keys.diodes,
        settle_s=keys.settle_us / 1e6,
        rate_hz=keys.rate_hz,
        clock=clock,
    )


def _hall(keys: HallSensors, channels: int, folder: Path, clock: Clock) -> SensorSource:
    from hardware.hall_adc import HallAdc
    from hardware.hall_sensing import Thresholds

    return HallAdc(
        channels,
        keys.select,
        folder / keys.calibration,
        spi_bus=keys.spi_bus,
        spi_device=keys.spi_device,
        thresholds=Thresholds(keys.on, keys.off, keys.white == "low"),
        settle_s=keys.settle_us / 1e6,
        rate_hz=keys.rate_hz,
        clock=clock,
    )


def check_sensors(
    source: Source,
    sensors: Sensors,
    device: SensorDevice,
    leds: LedDevice,
    channels: int,
    buttons: Mapping[int, str],
    button_pins: tuple[int, ...],
) -> None:
    """Raise ConfigError if sensors on the Raspberry Pi's own pins do not fit the other sections; other
    sensors pass."""
    if not isinstance(device, PiSensors):
        return
    kind = "hall" if isinstance(device, HallSensors) else "reed"
    if sensors.kind != kind:
        raise source.error(
            "sensors.kind", f"is {toml(sensors.kind)}, but {sensors.driver} needs {toml(kind)}; write that"
        )
    if isinstance(device, HallSensors) and device.spi_bus == 0 and _on_spi0(leds):
        raise source.error(
            "sensors.spi_bus",
            "is 0, the bus that drives the LEDs: what the converter is asked would flash them; use bus 1",
        )
    if buttons and not button_pins:
        raise source.error(
            "buttons.pins",
            f"is missing: with {sensors.driver} buttons need pins of their own; add their GPIOs",
        )
    try:
        pi_source(device, channels, Path())
    except HardwareError as error:
        raise source.error("[sensors]", f"does not fit the board: {str(error).rstrip('.')}") from None


def _on_spi0(leds: LedDevice) -> bool:
    match leds:
        case NeoPixelLeds(pin=pin):
            return pin == _SPI_LEDS
        case NeoPixelSpiLeds(spi=spi):
            return spi.startswith(_SPI0)
        case _:
            return False
