"""Sensors on the Raspberry Pi's own pins: their sections become drivers, or are refused in one sentence."""

import re
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.config_drivers import SENSOR_DRIVERS
from firmware_host.config_keys import keys
from firmware_host.devices import devices
from firmware_host.errors import ConfigError
from hardware.expanders import Expanders
from hardware.gpio_matrix import GpioMatrix
from hardware.hall_adc import HallAdc
from hardware.shift_register import ShiftRegisters

FILE = Path("/etc/zetlicht/board.toml")
PAGE = Path(__file__).parents[2] / "docs" / "sensors.md"

MATRIX = """
driver = "gpio-matrix"
kind = "reed"
rows = [5, 6, 12, 13, 16, 17, 18, 19]
columns = [20, 21, 22, 23]
diodes = true
"""
CHAIN = 'driver = "shift-register"\nkind = "reed"\n'
CHIPS = 'driver = "mcp23017"\nkind = "reed"\naddresses = [0x20, 0x21, 0x22]\n'
HALL = 'driver = "hall-adc"\nkind = "hall"\nselect = [5, 6, 12, 13]\n'


def read(sensors, leds='driver = "none"', more=""):
    text = f'game = "english"\nstate_dir = "state"\n[sensors]\n{sensors}\n[leds]\n{leds}\n'
    return parse(f'{text}[wiring]\norder = "rows"\n{more}', FILE)


def refusal(*arguments, **more):
    with pytest.raises(ConfigError) as caught:
        read(*arguments, **more)
    message = str(caught.value)
    assert message.startswith(f"{FILE}: ")
    assert message.endswith(".")
    assert ". " not in message.removeprefix(f"{FILE}: ")
    assert len(message) < 400
    return message


@pytest.mark.parametrize(
    ("sensors", "driver"),
    [(MATRIX, GpioMatrix), (CHAIN, ShiftRegisters), (CHIPS, Expanders), (HALL, HallAdc)],
    ids=["gpio-matrix", "shift-register", "mcp23017", "hall-adc"],
)
def test_a_section_becomes_its_driver(sensors, driver):
    config = read(sensors)
    found = devices(config)
    assert isinstance(found.source, driver)
    assert found.source.channels == len(config.wiring.channels) == 32
    assert found.sink is None


def test_leds_on_the_header_go_with_these_sensors_unless_others_are_named():
    assert read(MATRIX, leds="").leds.driver == "neopixel"
    assert {item.leds for item in SENSOR_DRIVERS} == {"serial", "neopixel"}


def test_whether_there_are_diodes_has_to_be_said():
    assert "sensors.diodes is missing" in refusal(MATRIX.replace("diodes = true", ""))


def test_the_kind_is_the_drivers():
    assert 'gpio-matrix needs "reed"' in refusal(MATRIX.replace('"reed"', '"hall"'))
    assert 'hall-adc needs "hall"' in refusal(HALL.replace('kind = "hall"', 'kind = "reed"'))


@pytest.mark.parametrize(
    ("sensors", "words"),
    [
        (MATRIX.replace("20,", "10,"), "GPIO 10 among the columns is taken by SPI"),
        (MATRIX.replace("20,", "19,"), "GPIO 19 is named twice among the rows and the columns"),
        (MATRIX.replace("20,", "20, 20,"), "a list of up to 16 different whole numbers"),
        (
            MATRIX.replace("[20, 21, 22, 23]", "[20, 21, 22]"),
            "32 channels are wired, but 8 rows and 3 columns",
        ),
        (MATRIX.replace("[20, 21, 22, 23]", "[]"), "at least one row and one column"),
        (CHAIN + "load_pin = 9", "GPIO 9 among the load pin is taken by SPI"),
        (CHIPS.replace(", 0x21, 0x22", ""), "32 channels are wired, but 1 expander"),
        (CHIPS.replace("0x21", "0x30"), "from 32 to 39"),
        (CHIPS + "rows = 8", "needs diodes"),
        (CHIPS + "reset_pin = 2", "GPIO 2 among the reset pin is taken by I2C"),
        (HALL.replace(", 13", ""), "four select lines"),
        (HALL.replace("13", "19"), "SPI 1"),
        (HALL + "on = 20\noff = 30", "must be smaller"),
    ],
)
def test_what_no_board_can_have_is_refused(sensors, words):
    assert words in refusal(sensors)


def test_a_converter_on_the_bus_of_the_leds_is_refused():
    on_leds_bus = HALL + "spi_bus = 0\nspi_device = 1"
    assert "sensors.spi_bus is 0, the bus that drives the LEDs" in refusal(on_leds_bus, leds="")
    assert "spi_bus" in refusal(on_leds_bus, leds='driver = "neopixel-spi"')
    assert read(on_leds_bus).sensor_device.spi_bus == 0


def test_buttons_need_pins_of_their_own_that_the_sensors_leave_free():
    assert "buttons.pins is missing" in refusal(MATRIX, more='[buttons]\n0 = "confirm"')
    assert read(MATRIX, more='[buttons]\npins = [24]\n0 = "confirm"').button_pins == (24,)
    taken = '[buttons]\npins = [{}]\n0 = "confirm"'
    assert "GPIO 5 is named twice" in refusal(MATRIX, more=taken.format(5))
    assert "GPIO 12 is named twice" in refusal(HALL, more=taken.format(12))
    assert "SPI 1" in refusal(HALL, more=taken.format(20))
    assert "GPIO 26 is named twice" in refusal(CHIPS + "reset_pin = 26", more=taken.format(26))


def test_the_calibration_lies_in_the_state_folder(tmp_path):
    text = f'game = "english"\nstate_dir = "{tmp_path}"\n[sensors]\n{HALL}calibration = "own.json"\n'
    config = parse(f'{text}[leds]\ndriver = "none"\n[wiring]\norder = "rows"\n', FILE)
    assert config.sensor_device.calibration == "own.json"
    assert config.state_dir == tmp_path


@pytest.mark.parametrize("driver", [item for item in SENSOR_DRIVERS if item.name != "serial"])
def test_every_key_has_a_meaning_that_is_a_sentence(driver):
    for key in keys(driver.record):
        assert key.meaning.endswith("."), key.name
        assert key.meaning[0].isupper(), key.name


@pytest.mark.parametrize(
    "block", re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
)
def test_every_example_of_the_page_is_a_board(block):
    assert block.startswith("[sensors]\n")
    assert devices(read(block.removeprefix("[sensors]\n"))).source.channels == 32


def test_the_page_names_every_driver():
    named = set(re.findall(r"^\| `([\w-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {item.name for item in SENSOR_DRIVERS} - {"serial"}
