"""Knows how `[buttons]` and `[sound]` become buttons and pins that fit beside the rest of the board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from firmware_host.config_drivers import LedDevice, NeoPixelLeds, SensorDevice
from firmware_host.config_kinds import Refused, Whole, Wholes, did_you_mean, listed, toml
from firmware_host.config_pi import sensor_bus, sensor_pins
from firmware_host.config_read import Source, Table, dotted
from firmware_host.config_sections import BUTTONS
from firmware_host.config_sound import SoundKeys
from hardware.gpio_pins import InvalidPins, check_pins

PINS = "pins"
_MOST_BUTTONS = 255
_SPI_LEDS = 10


def button_names(source: Source, table: Table) -> Mapping[int, str]:
    """What each button means, by its number; raises ConfigError."""
    found: dict[int, str] = {}
    for key, action in table.items():
        if key == PINS:
            continue
        if not (key.isascii() and key.isdigit() and len(key) <= 4 and int(key) < _MOST_BUTTONS):
            raise source.error(
                dotted("buttons", toml(key)), f"is no button; write its number, 0 to {_MOST_BUTTONS - 1}"
            )
        if not isinstance(action, str) or action not in BUTTONS:
            guess = did_you_mean(action, BUTTONS) if isinstance(action, str) else ""
            raise source.error(
                dotted("buttons", key),
                f"is {toml(action)}, but a button is {listed(map(toml, BUTTONS))}{guess}",
            )
        if int(key) in found:
            raise source.error(dotted("buttons", key), f"names button {int(key)} a second time; remove one")
        found[int(key)] = action
    return MappingProxyType(dict(sorted(found.items())))


def button_pins(source: Source, table: Table, names: Mapping[int, str]) -> tuple[int, ...]:
    """The GPIOs of the buttons, none if they are the board's; raises ConfigError."""
    if PINS not in table:
        return ()
    try:
        pins = Wholes(Whole(0, 27), 16).read(table[PINS])
    except Refused as refused:
        raise source.error("buttons.pins", str(refused)) from None
    for number, name in names.items():
        if number >= len(pins):
            last = f"the last is {len(pins) - 1}" if pins else "there is none"
            raise source.error(
                dotted("buttons", str(number)),
                f"is {toml(name)}, but buttons.pins has no pin for it ({last}); add its GPIO, or remove it",
            )
    return pins


def check_sound(source: Source, sound: SoundKeys) -> None:
    """Raise ConfigError for a piezo without a pin."""
    if sound.driver == "piezo" and sound.pin is None:
        raise source.error("sound.pin", "is missing; add the GPIO of the piezo")


def check_free(
    source: Source, sensors: SensorDevice, leds: LedDevice, buttons: tuple[int, ...], sound: SoundKeys
) -> None:
    """Raise ConfigError if buttons or piezo are on pins that something else uses."""
    own: dict[str, tuple[int, ...]] = {}
    if buttons:
        own["buttons"] = buttons
    if sound.driver == "piezo" and sound.pin is not None:
        own["piezo"] = (sound.pin,)
    if not own:
        return
    others = sensor_pins(sensors)
    if isinstance(leds, NeoPixelLeds) and leds.pin != _SPI_LEDS:
        others["LEDs"] = (leds.pin,)
    try:
        check_pins({**others, **own}, **sensor_bus(sensors))
    except InvalidPins as error:
        place = "buttons.pins" if buttons else "sound.pin"
        raise source.error(place, f"does not fit: {str(error).rstrip('.')}") from None
