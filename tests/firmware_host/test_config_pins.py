"""Buttons, sound and LEDs on the Raspberry Pi's own pins, as a configuration gives them."""

from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.config_drivers import NeoPixelLeds, NeoPixelSpiLeds, TerminalLeds
from firmware_host.devices import devices
from firmware_host.errors import ConfigError
from hardware.gpio_buttons import GpioButtons
from hardware.neopixel_strip import NeoPixelStrip
from hardware.pixel_order import PIXEL_ORDERS
from hardware.serial_board import SerialBoard
from hardware.sound import Sound
from hardware.spi_strip import SpiStrip
from hardware.terminal_strip import TerminalStrip

HEAD = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[wiring]
order = "rows"
"""


def read(text=""):
    return parse(HEAD + text, Path("board.toml"))


@pytest.mark.parametrize(
    ("text", "record", "kind"),
    [
        ('driver = "neopixel"', NeoPixelLeds(), NeoPixelStrip),
        (
            'driver = "neopixel"\npin = 18\npixel_order = "GRBW"',
            NeoPixelLeds(pin=18, pixel_order="GRBW"),
            NeoPixelStrip,
        ),
        ('driver = "neopixel-spi"', NeoPixelSpiLeds(), SpiStrip),
        ('driver = "neopixel-spi"\nspi = "/dev/spidev1.0"', NeoPixelSpiLeds(spi="/dev/spidev1.0"), SpiStrip),
        ('driver = "terminal"\ncolumns = 5', TerminalLeds(columns=5), TerminalStrip),
    ],
)
def test_leds_of_the_computer_go_with_any_sensors(text, record, kind):
    config = read(f"[leds]\n{text}\n")
    assert config.led_device == record
    found = devices(config)
    assert type(found.source) is SerialBoard
    assert found.source.pixels == 0, "the serial board need not have any"
    assert type(found.sink) is kind
    assert found.sink.pixels == 50
    assert found.companions == {"leds": found.sink}
    found.sink.stop()


def test_leds_of_the_serial_board_are_the_same_object():
    found = devices(read())
    assert found.sink is found.source
    assert found.source.pixels == 50
    assert not found.companions
    assert found.sound is None


def test_every_order_that_leds_have_can_be_written():
    for order in PIXEL_ORDERS:
        assert read(f'[leds]\ndriver = "neopixel"\npixel_order = "{order}"\n').led_device.pixel_order == order


def test_buttons_on_pins_are_buttons_of_the_board():
    config = read('[buttons]\npins = [5, 6]\n0 = "white"\n1 = "black"\n')
    assert config.button_pins == (5, 6)
    assert config.buttons == {0: "white", 1: "black"}
    buttons = devices(config).companions["buttons"]
    assert type(buttons) is GpioButtons
    assert buttons.buttons == 2
    assert read('[buttons]\n0 = "white"\n').button_pins == ()


def test_sound_is_off_until_a_driver_is_named():
    assert read().sound.driver == "none"
    for text in ('driver = "piezo"\npin = 12', 'driver = "alsa"\ndevice = "plughw:1,0"'):
        found = devices(read(f"[sound]\n{text}\n"))
        assert type(found.sound) is Sound
        assert found.companions == {"sound": found.sound}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("[buttons]\npins = 5\n", "buttons.pins", "a list of up to 16"),
        ("[buttons]\npins = [5, 5]\n", "buttons.pins", "different"),
        ("[buttons]\npins = [28]\n", "buttons.pins", "from 0 to 27"),
        ("[buttons]\npins = [4]\n", "buttons.pins", "1-Wire"),
        ("[buttons]\npins = [10]\n", "buttons.pins", "which drives the LEDs"),
        ('[buttons]\npins = [5]\n1 = "undo"\n', "buttons.1", "no pin for it"),
        ('[buttons]\npins = []\n0 = "undo"\n', "buttons.0", "there is none"),
        ('[buttons]\npins = [5]\n[sound]\ndriver = "piezo"\npin = 5\n', "buttons.pins", "named twice"),
        ('[buttons]\npins = [18]\n[leds]\ndriver = "neopixel"\npin = 18\n', "buttons.pins", "named twice"),
        ('[sound]\ndriver = "piezo"\n', "sound.pin", "is missing"),
        ('[sound]\ndriver = "piezo"\npin = 2\n', "sound.pin", "I2C"),
        ('[sound]\ndriver = "bell"\n', "sound.driver", '"piezo"'),
        ('[sound]\non = ["moves"]\n', "sound.on", 'did you mean "move"?'),
        ('[sound]\non = ["move", "move"]\n', "sound.on", "a list of"),
        ("[sound]\nvolume = 2\n", "sound.volume", "from 0 to 1"),
        ("[leds]\npin = 10\n", "leds.pin", "no key"),
        ('[leds]\ndriver = "neopixel"\npin = 40\n', "leds.pin", "from 0 to 27"),
        ('[leds]\ndriver = "neopixel"\npixel_order = "grb"\n', "leds.pixel_order", '"GRB"'),
        ('[leds]\ndriver = "terminal"\ncolumns = 0\n', "leds.columns", "from 1 to 200"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(text, place, words):
    with pytest.raises(ConfigError) as caught:
        read(text)
    message = str(caught.value)
    assert f"{place} " in message
    assert words in message
    assert message.endswith(".")
    assert "\n" not in message
