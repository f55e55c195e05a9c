"""Knows which pins of the Raspberry Pi's header a board may use, and how to take them through RPi.GPIO."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Final, Protocol, cast

from hardware.device import HardwareError, HardwareUnavailable
from hardware.gpio_lines import consumer

FREE: Final = (5, 6, 12, 13, *range(16, 28))
"""BCM numbers that nothing else needs when the LEDs hang on GPIO 10: enough for 8 rows and 8 columns."""

FREE_WORDS: Final = "5, 6, 12, 13 and 16 to 27"

_TAKEN: Final = {
    0: "the identification of HATs",
    1: "the identification of HATs",
    2: "I2C",
    3: "I2C",
    4: "1-Wire",
    7: "SPI",
    8: "SPI",
    9: "SPI",
    10: "SPI, which drives the LEDs",
    11: "SPI",
    14: "the serial console (UART)",
    15: "the serial console (UART)",
}
_SPI1: Final = {19: "SPI 1", 20: "SPI 1", 21: "SPI 1"}
_SPI1_SELECT: Final = (18, 17, 16)

_FUNCTIONS: Final = {"SPI": "SPI", "I2C": "I2C", "HARD_PWM": "PWM (the audio jack)", "SERIAL": "the UART"}

BUSY_TRIES: Final = 3
BUSY_PAUSE_S: Final = 0.05
"""A line that another program has just freed may be busy for a moment."""

_REMEDY_PI5: Final = (
    "RPi.GPIO does not work on a Raspberry Pi 5: run 'pip uninstall RPi.GPIO' and 'pip install rpi-lgpio', "
    "which serves the same programs."
)


class InvalidPins(HardwareError, ValueError):
    """Pins that a board cannot use: taken, doubled, too many, or none of the header's."""


class Gpio(Protocol):
    """What is used of RPi.GPIO, or of rpi-lgpio under the same name."""

    BCM: int
    IN: int
    OUT: int
    LOW: int
    HIGH: int
    PUD_UP: int

    def setmode(self, mode: int, /) -> None:
        """Number pins as the chip does (BCM)."""

    def setwarnings(self, on: bool, /) -> None:
        """Whether to print warnings."""

    def setup(
        self, channel: int | list[int], direction: int, *, pull_up_down: int = ..., initial: int = ...
    ) -> None:
        """Make pins inputs or outputs."""

    def output(self, channel: int, value: int, /) -> None:
        """Drive an output."""

    def input(self, channel: int, /) -> int:
        """The level of a pin."""

    def gpio_function(self, channel: int, /) -> int:
        """What the pin serves."""

    def cleanup(self, channel: list[int], /) -> None:
        """Make these pins inputs without a pull."""


def check_pins(groups: Mapping[str, Sequence[int]], *, spi_bus: int = 0, spi_device: int = 0) -> None:
    """Raise InvalidPins unless all pins, by what they are for (`rows`), are free and different.

    `spi_bus`, `spi_device`: the SPI bus that the sensors use; bus 1 takes pins of its own.
    """
    count = sum(len(pins) for pins in groups.values())
    if count > len(FREE):
        needs = " and ".join(f"{len(pins)} {name}" for name, pins in groups.items())
        raise InvalidPins(
            f"The {needs} need {count} pins, but the header has {len(FREE)} free ones, enough for 8 rows and "
            "8 columns: use shift registers, expanders or a board on a serial port."
        )
    taken: dict[int, str] = dict(_TAKEN)
    if spi_bus == 1:
        taken |= _SPI1
        taken[_SPI1_SELECT[spi_device]] = "SPI 1"
    named: dict[int, str] = {}
    for name, pins in groups.items():
        for pin in pins:
            if pin in named:
                places = f"the {named[pin]}" if named[pin] == name else f"the {named[pin]} and the {name}"
                raise InvalidPins(
                    f"GPIO {pin} is named twice among {places}: every line needs a pin of its own."
                )
            if pin in taken:
                raise InvalidPins(
                    f"GPIO {pin} among the {name} is taken by {taken[pin]}: free pins are {FREE_WORDS}."
                )
            if pin not in FREE:
                raise InvalidPins(
                    f"GPIO {pin} among the {name} is no pin of the header: free pins are {FREE_WORDS} (BCM "
                    "numbers)."
                )
            named[pin] = name


def take(pins: Sequence[int]) -> Gpio:
    """RPi.GPIO with these pins checked to be nobody else's; raises HardwareUnavailable."""
    gpio = _library()
    for pin in pins:
        _wait_until_free(pin)
    with faults_told(gpio):
        gpio.setwarnings(False)  # noqa: FBT003 - the library takes it by position only
        gpio.setmode(gpio.BCM)
        for pin in pins:
            _check_function(gpio, pin)
    return gpio


def give_back(gpio: Gpio, pins: Sequence[int]) -> None:
    """Make our pins, and no others, inputs again; never raises."""
    try:
        gpio.cleanup(list(pins))
    except _errors_of(gpio):
        return  # they were never ours, or went with their chip


class faults_told:  # noqa: N801 - a context manager reads like a verb
    """Turns what the GPIO library raises inside into HardwareUnavailable."""

    def __init__(self, gpio: Gpio) -> None:
        self._gpio = gpio

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _errors_of(self._gpio)) and not isinstance(error, HardwareUnavailable):
            raise _unusable(error) from error


def _errors_of(gpio: Gpio) -> tuple[type[BaseException], ...]:
    """What the library raises: RPi.GPIO only built-in errors, rpi-lgpio also lgpio's own."""
    lgpio = sys.modules.get("lgpio")
    own = getattr(lgpio, "error", None)
    plain = (RuntimeError, OSError, ValueError)
    return (*plain, own) if isinstance(own, type) and issubclass(own, BaseException) else plain


def _library() -> Gpio:
    try:
        module: ModuleType = import_module("RPi.GPIO")
    except ImportError as error:
        raise HardwareUnavailable(
            "RPi.GPIO is not installed, which drives the pins: run 'pip install \"zetlicht[pi]\"' in its "
            "environment (on a Raspberry Pi 5 then 'pip uninstall RPi.GPIO' and 'pip install rpi-lgpio')."
        ) from error
    except (RuntimeError, OSError) as error:
        raise _unusable(error) from error
    return cast(Gpio, module)


def _unusable(error: BaseException) -> HardwareUnavailable:
    """The sentence for what RPi.GPIO or rpi-lgpio said."""
    words = " ".join(str(error).split())
    if "only be run on a Raspberry Pi" in words:
        sentence = (
            "The GPIO pins cannot be used because this computer is no Raspberry Pi: use a serial board here."
        )
    elif "peripheral base address" in words:
        sentence = _REMEDY_PI5
    elif "/dev/mem" in words or isinstance(error, PermissionError):
        sentence = (
            "There is no right to use the GPIO pins: let the group gpio use /dev/gpiomem and put the user "
            "into it with 'sudo usermod -aG gpio USER', then restart the service."
        )
    elif "open gpiochip" in words:
        sentence = (
            "There is no right to open /dev/gpiochip0: put the user into the group gpio with 'sudo usermod "
            "-aG gpio USER' and restart the service."
        )
    elif ".lgd-nfy" in words:
        sentence = (
            "The library lgpio cannot write into the working directory: set LG_WD to a folder that the "
            "service may write to."
        )
    elif "busy" in words.lower() or "not allocated" in words:
        sentence = "A GPIO pin is in use by another program: 'gpioinfo' shows which pin and by whom; free it."
    elif "mode has already been set" in words:
        sentence = "Another part of this program numbers the pins by position: let it number them by BCM."
    else:
        sentence = f"The GPIO pins cannot be used ({words or type(error).__name__}): check 'zetlicht doctor'."
    return HardwareUnavailable(sentence)


def _wait_until_free(pin: int) -> None:
    for attempt in range(BUSY_TRIES):
        holder = consumer(pin)
        if holder is None or holder == "lg":
            return  # lgpio's own name: these are pins that this process took before
        if attempt + 1 < BUSY_TRIES:
            time.sleep(BUSY_PAUSE_S)
    raise HardwareUnavailable(
        f'GPIO {pin} is held by "{holder}": stop that program, or remove its dtoverlay from '
        "/boot/firmware/config.txt, or wire the line to another pin."
    )


def _check_function(gpio: Gpio, pin: int) -> None:
    """Refuse a pin that the firmware gave to something else; RPi.GPIO itself would only warn."""
    function = gpio.gpio_function(pin)
    if function in (gpio.IN, gpio.OUT):
        return  # an output may be one that a killed daemon left behind
    used = [words for name, words in _FUNCTIONS.items() if getattr(gpio, name, None) == function]
    raise HardwareUnavailable(
        f"GPIO {pin} serves {used[0] if used else 'another part of the chip'}: switch that off in "
        "/boot/firmware/config.txt, or wire the line to another pin."
    )
