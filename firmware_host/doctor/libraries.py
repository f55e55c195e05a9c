"""Knows the checks of the Python libraries that drive pins, buses and LEDs: there, fitting, and alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from firmware_host.config_pi import HallSensors, ShiftRegisterSensors
from firmware_host.doctor.check import Case, Check, Concern, Outcome, Told, Trouble, or_good
from firmware_host.doctor.needs import GPIO_LIBRARY, I2C, NEOPIXEL, SERIAL
from firmware_host.pi_health import generation
from firmware_host.system import System

_HEADERS = "(it is built on the spot: sudo apt install -y python3-dev build-essential)"

NO_GPIO = Trouble(
    "no library drives the pins",
    "the libraries for a Raspberry Pi's own pins are not installed in this environment",
    f"pip install 'zetlicht[pi]' {_HEADERS}; on a Raspberry Pi 5 also pip uninstall RPi.GPIO and pip install "
    "rpi-lgpio",
)
HALF_GONE = Trouble(
    "RPi.GPIO is listed as installed, but its files are gone",
    "rpi-lgpio, which has the same files, was uninstalled after it",
    "pip install --force-reinstall {wanted}",
)
TWO_PROVIDERS = Trouble(
    "RPi.GPIO and rpi-lgpio are both installed; {provider} answers",
    "both own the same files, and whichever came last wins",
    "pip uninstall -y RPi.GPIO rpi-lgpio, then pip install {wanted}",
)
WRONG_FOR_PI5 = Trouble(
    "RPi.GPIO {version} does not work on a Raspberry Pi 5",
    "it writes to registers that this chip does not have",
    "pip uninstall -y RPi.GPIO, then pip install rpi-lgpio, which serves the same programs",
)
OLD_LGPIO = Trouble(
    "lgpio {version} looks for the pins on the wrong chip",
    "versions before 0.2.2 do not know this kernel's names",
    "pip install -U lgpio, or sudo apt install python3-lgpio and an environment with --system-site-packages",
)
NO_ROOM_FOR_LGPIO = Trouble(
    "lgpio cannot make its file .lgd-nfy in {folder}",
    "this user may not write in the working directory, and LG_WD names no other",
    "start it in a folder of its own, or set LG_WD to one (the service has WorkingDirectory)",
)
NO_NEOPIXEL = Trouble(
    "the NeoPixel library is not installed",
    "the libraries for a Raspberry Pi's own pins are not installed in this environment",
    "pip install 'zetlicht[pi]', or leds.driver = \"neopixel-spi\", which needs none",
)
OLD_BLINKA = Trouble(
    "Adafruit-Blinka {version} is too old",
    "versions before 10 drive the pins in other ways, and fail on newer computers",
    "pip install -U 'zetlicht[pi]'",
)
NO_GPIOD = Trouble(
    "Blinka's library gpiod is {found}",
    "Blinka 10 reserves the pin with gpiod 2, which it does not install itself",
    "pip install 'gpiod>=2.2.2,<3'",
)
NO_WIRE_LIBRARY = Trouble(
    "the library {library}, which sends the pictures, is not installed",
    "Blinka 10 does not install what drives NeoPixels on this model",
    'pip install {install}, or leds.driver = "neopixel-spi", which needs none',
)
NO_BUS_LIBRARY = Trouble(
    "the library {library}, which drives {bus}, is not installed",
    "the libraries for a Raspberry Pi's own pins are not installed in this environment",
    f"pip install 'zetlicht[pi]' {_HEADERS}",
)
NO_PYSERIAL = Trouble(
    "the library pyserial is not installed",
    "the environment is not the one that Zetlicht was installed into",
    "pip install zetlicht, or start it from its own environment",
)


def provider(system: System) -> str | None:
    """Who serves `import RPi.GPIO`: RPi.GPIO, rpi-lgpio, or None for nobody."""
    source = system.source("RPi.GPIO")
    if source is None:
        return None
    return "rpi-lgpio" if re.search(r"^\s*(import|from) lgpio", source, re.MULTILINE) else "RPi.GPIO"


def _gpio(case: Case) -> Iterable[Outcome]:
    serves, classic = provider(case.system), case.system.version("RPi.GPIO")
    return or_good(_gpio_troubles(case.system, serves, classic), f"{serves} drives the pins")


def _gpio_troubles(system: System, serves: str | None, classic: str | None) -> Iterator[Told]:
    pi5 = generation(system) == 5
    wanted = "rpi-lgpio" if pi5 else "RPi.GPIO"
    if serves is None:
        yield HALF_GONE.told(wanted=wanted) if classic else NO_GPIO.told()
        return
    if classic and system.version("rpi-lgpio"):
        yield TWO_PROVIDERS.told(provider=serves, wanted=wanted)
    if serves == "RPi.GPIO":
        if pi5:
            yield WRONG_FOR_PI5.told(version=classic or "?")
        return
    lgpio = system.version("lgpio")
    if lgpio and _number(lgpio) < (0, 2, 2):
        yield OLD_LGPIO.told(version=lgpio)
    if not system.may_use(system.environment.get("LG_WD", system.folder)):
        yield NO_ROOM_FOR_LGPIO.told(folder=system.environment.get("LG_WD", system.folder))


def _leds(case: Case) -> Iterable[Outcome]:
    return or_good(_led_troubles(case.system), "the NeoPixel libraries are installed")


def _led_troubles(system: System) -> Iterator[Told]:
    if system.source("neopixel") is None:
        yield NO_NEOPIXEL.told()
        return
    blinka, gpiod, pi = system.version("Adafruit-Blinka"), system.version("gpiod"), generation(system)
    if blinka and _number(blinka) < (10,):
        yield OLD_BLINKA.told(version=blinka)
    elif gpiod is None or not (2, 2, 2) <= _number(gpiod) < (3,):
        yield NO_GPIOD.told(found="not installed" if gpiod is None else f"version {gpiod}")
    if pi == 5 and system.source("adafruit_raspberry_pi5_neopixel_write") is None:
        yield NO_WIRE_LIBRARY.told(
            library="adafruit-blinka-raspberry-pi5-neopixel", install="'zetlicht[pi5]'"
        )
    elif pi is not None and pi < 5 and system.source("_rpi_ws281x") is None:
        yield NO_WIRE_LIBRARY.told(library="rpi_ws281x", install="'zetlicht[pi]'")


def _bus(case: Case) -> Iterable[Outcome]:
    library, bus = ("smbus2", "I2C") if I2C.holds(case.config) else ("spidev", "SPI")
    if case.system.source(library) is None:
        yield NO_BUS_LIBRARY.told(library=library, bus=bus)
    else:
        yield f"{library} is installed"


def _serial(case: Case) -> Iterable[Outcome]:
    yield "pyserial is installed" if case.system.source("serial") is not None else NO_PYSERIAL.told()


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


_BUS_SENSORS = Concern(
    "`shift-register`, `hall-adc`, `mcp23017`",
    lambda config: I2C.holds(config) or isinstance(config.sensor_device, ShiftRegisterSensors | HallSensors),
)

CHECKS = (
    Check(
        "GPIO library",
        "who serves RPi.GPIO, and whether that works on this model",
        GPIO_LIBRARY,
        (NO_GPIO, HALF_GONE, TWO_PROVIDERS, WRONG_FOR_PI5, OLD_LGPIO, NO_ROOM_FOR_LGPIO),
        _gpio,
    ),
    Check(
        "LED library",
        "the NeoPixel library, Blinka, and what they need on this model",
        NEOPIXEL,
        (NO_NEOPIXEL, OLD_BLINKA, NO_GPIOD, NO_WIRE_LIBRARY),
        _leds,
    ),
    Check("bus library", "spidev or smbus2", _BUS_SENSORS, (NO_BUS_LIBRARY,), _bus),
    Check("serial library", "pyserial", SERIAL, (NO_PYSERIAL,), _serial),
)
