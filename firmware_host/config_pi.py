"""Knows the keys of sensors on the Raspberry Pi's own pins and buses; nothing of their drivers."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.config_keys import optional, required, setting
from firmware_host.config_kinds import Choice, Flag, Text, Whole, Wholes

_PIN = Whole(0, 27)
_RATE = Whole(50, 250)
_RATE_MEANING = "How many times a second the sensors are read."


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixSensors:
    """A matrix of switches on GPIO pins: one row at a time is driven low. Channels count along the first row,
    then the second. The free pins (BCM numbers) are 5, 6, 12, 13 and 16 to 27: enough for 8 by 8 fields, or
    for the 50 dark squares of a larger board as 7 by 8. On a Raspberry Pi 5 the package `rpi-lgpio` takes
    the place of `RPi.GPIO`.
    """

    rows: tuple[int, ...] = required(Wholes(_PIN, 16), "The GPIO of each row line.")
    columns: tuple[int, ...] = required(Wholes(_PIN, 16), "The GPIO of each column line.")
    diodes: bool = required(
        Flag(),
        "Whether every switch has its diode, cathode towards the row. Without them four closed switches at "
        "the corners of a rectangle cannot be told from three: such fields are unknown then.",
    )
    settle_us: int = setting(
        Whole(20, 5000),
        "How long to wait for the lines after a row is driven, in microseconds: longer for long wires.",
        100,
    )
    rate_hz: int = setting(_RATE, _RATE_MEANING, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRegisterSensors:
    """A chain of 74HC165 shift registers on SPI, as many as there are channels: channel 0 is input A of the
    register whose output goes to the computer. Switches lie between input and ground, with a pull-up of 10
    kOhm. SH/LD goes to the bus's chip select, CLK INH to ground, and the serial input of the last register to
    3.3 V, which lets an unplugged chain be noticed. LEDs on the same bus are not disturbed.
    """

    spi_bus: int = setting(Whole(0, 6), "The X of `/dev/spidevX.Y`.", 0)
    spi_device: int = setting(Whole(0, 2), "The Y of `/dev/spidevX.Y`: the chip select.", 1)
    load_pin: int | None = optional(
        _PIN, "The GPIO at SH/LD.", shown="the chip select, which then is high during transfers"
    )
    end: str = setting(
        Choice(("high", "low", "any")),
        "The level at the serial input of the last register; `any`: do not look.",
        "high",
    )
    active_low: bool = setting(Flag(), "Whether an input is low when there is a piece.", default=True)
    speed_hz: int = setting(Whole(10_000, 5_000_000), "The clock of the bus.", 1_000_000)
    rate_hz: int = setting(_RATE, _RATE_MEANING, 250)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpanderSensors:
    """MCP23017 expanders on I2C. Each has 14 switches to ground, at GPA0 to GPA6 and GPB0 to GPB6 (GPA7 and
    GPB7 are outputs only since revision D of the data sheet); or, with `rows`, a matrix of its own with rows
    at GPA and 7 columns at GPB0 to GPB6. `dtparam=i2c_arm_baudrate=400000` makes the bus fast.
    """

    addresses: tuple[int, ...] = required(
        Wholes(Whole(0x20, 0x27), 8), "The address of each, such as `[0x20, 0x21]`; channels in this order."
    )
    i2c_bus: int = setting(Whole(0, 20), "The X of `/dev/i2c-X`.", 1)
    rows: int = setting(Whole(0, 8), "The rows of each expander's matrix; 0: no matrix.", 0)
    diodes: bool = setting(
        Flag(),
        "Whether every switch of a matrix has its diode, cathode towards the row; 8 rows need them.",
        default=False,
    )
    reset_pin: int | None = optional(
        _PIN, "The GPIO at the RESET of all expanders: it frees a bus on which one hangs.", shown="none"
    )
    rate_hz: int = setting(_RATE, _RATE_MEANING, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallSensors:
    """Linear hall sensors behind CD74HC4067 multiplexers, 16 each, whose outputs go to one MCP3008 in the
    order of its channels; they tell white from black. Supply all with 3.3 V. Not on the bus that drives the
    LEDs: what the converter is asked would flash them. `zetlicht calibrate` measures the empty board, once.
    """

    select: tuple[int, ...] = required(Wholes(_PIN, 4), "The GPIOs of the select lines S0 to S3.")
    spi_bus: int = setting(Whole(0, 6), "The X of `/dev/spidevX.Y`; 1 needs `dtoverlay=spi1-1cs`.", 1)
    spi_device: int = setting(Whole(0, 2), "The Y of `/dev/spidevX.Y`.", 0)
    white: str = setting(
        Choice(("low", "high")), "What the pole of a white piece does to a sensor's voltage.", "low"
    )
    on: int = setting(Whole(5, 400), "How far from the empty field, in steps of 1023, a piece begins.", 40)
    off: int = setting(Whole(3, 399), "How near to the empty field it ends; less than `on`.", 25)
    calibration: str = setting(
        Text(), "The file of what each sensor gives without a piece, in `state_dir`.", "hall.json"
    )
    settle_us: int = setting(Whole(5, 5000), "How long to wait after the select lines changed.", 20)
    rate_hz: int = setting(_RATE, _RATE_MEANING, 100)


PiSensors = MatrixSensors | ShiftRegisterSensors | ExpanderSensors | HallSensors


def sensor_pins(keys: object) -> dict[str, tuple[int, ...]]:
    """The GPIOs that sensors with these keys use beside those of their bus, by what they are for."""
    match keys:
        case MatrixSensors(rows=rows, columns=columns):
            return {"rows": rows, "columns": columns}
        case ShiftRegisterSensors(load_pin=int(pin)):
            return {"load pin": (pin,)}
        case ExpanderSensors(reset_pin=int(pin)):
            return {"reset pin": (pin,)}
        case HallSensors(select=select):
            return {"select lines": select}
        case _:
            return {}


def sensor_bus(keys: object) -> dict[str, int]:
    """The SPI bus and device that these sensors use, as `hardware.gpio_pins.check_pins` takes them."""
    if isinstance(keys, ShiftRegisterSensors | HallSensors):
        return {"spi_bus": keys.spi_bus, "spi_device": keys.spi_device}
    return {}
