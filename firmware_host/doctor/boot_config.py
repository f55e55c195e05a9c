"""Knows what a Raspberry Pi's config.txt switches on and which pins that takes; not what a board needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware_host.system import System

FILES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Where it lies, since bookworm and before."""

_MODELS = {
    "pi0": 1,
    "pi0w": 1,
    "pi1": 1,
    "pi2": 2,
    "pi02": 3,
    "pi3": 3,
    "pi3+": 3,
    "pi4": 4,
    "pi400": 4,
    "cm4": 4,
    "cm4s": 4,
    "pi5": 5,
    "pi500": 5,
    "cm5": 5,
}
_I2S = (18, 19, 20, 21)
_PINS: Mapping[str, tuple[int, ...]] = {
    "w1-gpio": (4,),
    "w1-gpio-pullup": (4, 5),
    "gpio-ir": (18,),
    "gpio-ir-tx": (18,),
    "pwm-ir-tx": (18,),
    "gpio-fan": (12,),
    "gpio-shutdown": (3,),
    "gpio-poweroff": (26,),
    "gpio-led": (),
    "gpio-key": (),
    "dht11": (4,),
    "pps-gpio": (18,),
    "pwm": (18,),
    "pwm-2chan": (18, 19),
    "audremap": (18, 19),
    "sdio": (22, 23, 24, 25, 26, 27),
    "dpi24": tuple(range(28)),
    "vc4-kms-dpi-generic": tuple(range(28)),
    "i2c-gpio": (23, 24),
    "enc28j60": (25,),
    "mcp2515-can0": (25,),
    "mcp2515-can1": (25,),
    "piscreen": (17, 24, 25),
    "i2c0": (0, 1),
    "i2c3": (4, 5),
    "i2c4": (8, 9),
    "i2c5": (12, 13),
    "i2c6": (22, 23),
    "uart2": (0, 1),
    "uart3": (4, 5),
    "uart4": (8, 9),
    "uart5": (12, 13),
    "uart0-pi5": (14, 15),
    "uart1-pi5": (0, 1),
    "uart2-pi5": (4, 5),
    "uart3-pi5": (8, 9),
    "uart4-pi5": (12, 13),
    "i2c0-pi5": (0, 1),
    "i2c1-pi5": (2, 3),
    "i2c2-pi5": (4, 5),
    "i2c3-pi5": (6, 7),
}
"""The pins of an overlay without parameters, from the firmware's overlays/README. On a Raspberry Pi 5 the
firmware loads `NAME-pi5` where there is one."""

_SPI_PINS = {"spi0": (), "spi1": (19, 20, 21)}
_SPI_SELECTS = {"spi0": (8, 7), "spi1": (18, 17, 16)}
_SPI_OVERLAY = re.compile(r"(spi[01])-([0123])cs")

_AUDIO_CARDS = (
    "hifiberry",
    "iqaudio",
    "allo-",
    "justboom",
    "audioinjector",
    "googlevoicehat",
    "i2s-",
)
_PARAMETERS = (
    "gpiopin",
    "gpio_pin",
    "gpio",
    "pin",
    "pin2",
    "interrupt",
    "int_pin",
    "extpullup",
    "i2c_gpio_sda",
    "i2c_gpio_scl",
)
_NODES = re.compile(r"(onewire|ir-receiver|gpio-fan|w1)@([0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class Overlay:
    """A line `dtoverlay=` that holds, as it is written, and the pins that it takes."""

    line: str
    name: str
    pins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BootConfig:
    """What one config.txt says for one model. `settings`: keys and `dtparam` names, as written last."""

    path: str
    settings: Mapping[str, str] = field(default_factory=dict)
    overlays: tuple[Overlay, ...] = ()

    def on(self, name: str) -> bool:
        """Whether this parameter is switched on."""
        return self.settings.get(name, "off") in ("on", "1", "true", "yes")


def boot_config(system: System, pi: int | None) -> BootConfig:
    """The config.txt of this machine as it holds for a Raspberry Pi of this generation; an empty one named
    after the usual place where there is none."""
    for path in FILES:
        text = system.text(path)
        if text is not None:
            return _read(path, text, pi)
    return BootConfig(FILES[0])


def _read(path: str, text: str, pi: int | None) -> BootConfig:
    settings: dict[str, str] = {}
    overlays: list[Overlay] = []
    for line in _holding(text, pi):
        key, _, value = (part.strip() for part in line.partition("="))
        if key == "dtoverlay":
            overlays.append(_overlay(line, value, pi))
        elif key == "dtparam":
            for part in value.split(","):
                name, equals, setting = part.partition("=")
                settings[_ALIASES.get(name, name)] = setting if equals else "on"
        else:
            settings[key] = value
    return BootConfig(path, settings, tuple(overlay for overlay in overlays if overlay.name))


_ALIASES: Mapping[str, str] = {"i2c": "i2c_arm", "i2c1": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate"}


def _holding(text: str, pi: int | None) -> Iterator[str]:
    """The lines that are no comments and stand below filters that let this model pass. Filters of other kinds
    are taken to let it pass: a needless warning is better than a missed one."""
    holds = True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1].strip().lower()
            if name == "all":
                holds = True
            elif name == "none" or (name in _MODELS and pi is not None):
                holds = _MODELS.get(name) == pi
        elif line and holds:
            yield line


def _overlay(line: str, value: str, pi: int | None) -> Overlay:
    name, *parameters = value.split(",")
    given = dict(part.partition("=")[::2] for part in parameters)
    return Overlay(line, name, _overlay_pins(name, given, pi))


def _overlay_pins(name: str, given: Mapping[str, str], pi: int | None) -> tuple[int, ...]:
    if name.startswith(_AUDIO_CARDS):
        return _I2S
    if spi := _SPI_OVERLAY.fullmatch(name):
        selects = _SPI_SELECTS[spi[1]][: int(spi[2])]
        named = [given.get(f"cs{number}_pin", "") for number in range(len(selects))]
        return _SPI_PINS[spi[1]] + tuple(
            int(chosen) if chosen.isdigit() else usual for chosen, usual in zip(named, selects, strict=True)
        )
    chosen = tuple(int(given[key]) for key in _PARAMETERS if given.get(key, "").isdigit())
    pairs = [re.fullmatch(r"pins_(\d+)_(\d+)", key) for key in given]
    chosen += tuple(int(pin) for pair in pairs if pair for pin in pair.groups())
    return chosen or (_PINS.get(f"{name}-pi5") if pi == 5 else None) or _PINS.get(name, ())


def tree_pins(system: System) -> Iterator[tuple[int, str]]:
    """Pins that nodes of the running device tree have, as their names tell, whoever put them there."""
    for name in system.names("/proc/device-tree"):
        match = _NODES.fullmatch(name)
        if match and int(match[2], 16) < 28 and int(match[2], 16) > 0:
            yield int(match[2], 16), name
