"""The simulated twin of a board is that board on another port, whatever its drivers are."""

from pathlib import Path

import pytest
from example_boards import EXAMPLES, GAMES, file_of
from pages import zetlicht

from firmware_host.config import load
from firmware_host.config_drivers import SerialBoard, SerialLeds
from firmware_host.physical import physical_board
from firmware_host.twin import twin


@pytest.mark.parametrize("name", GAMES)
def test_it_has_the_same_fields_leds_and_buttons_on_its_own_port(name, tmp_path):
    file = tmp_path / "twin.toml"
    file.write_text(twin(file_of(name), tmp_path / "port"), encoding="utf-8")
    own, other = physical_board(file_of(name)), physical_board(file)
    assert (other.channels, other.pixels, other.places) == (own.channels, own.pixels, own.places)
    assert other.config.game.name == own.config.game.name
    assert other.config.buttons == own.config.buttons
    assert other.config.sensor_device == SerialBoard(port=str(tmp_path / "port"))
    assert other.config.led_device == SerialLeds()
    assert other.config.leds.budget_ma == own.config.leds.budget_ma
    assert not other.config.button_pins
    assert other.config.state_dir == tmp_path / "simulated"


MORE = """\
game = "smokkelen"
state_dir = "/var/lib/zetlicht"
[options]
[play]
help_white = "silent"
[timing]
slide_s = 0.5
[sensors]
driver = "hall-adc"
kind = "hall"
select = [5, 6, 12, 13]
[leds]
driver = "none"
balance = [1, 0.8, 0.9]
[wiring]
order = "rows"
[sound]
driver = "piezo"
pin = 22
[buttons]
pins = [
  16, 17,
]
0 = "white"
1 = "black"
"""


def test_everything_else_is_kept(tmp_path):
    file = tmp_path / "board.toml"
    file.write_text(MORE, encoding="utf-8")
    other = tmp_path / "twin.toml"
    other.write_text(twin(file, Path("/somewhere/port")), encoding="utf-8")
    own, twins = load(file), load(other)
    assert twins.settings == own.settings
    assert twins.leds.driver == "none"
    assert twins.leds.balance == own.leds.balance
    assert twins.sensors.kind == "hall"
    assert (own.sound.driver, twins.sound.driver) == ("piezo", "none")
    assert twins.wiring.channels == own.wiring.channels


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        ("--twin twin.toml", "A twin is made from a configuration"),
        (f"--config {EXAMPLES}/reed-8x8-gpio.toml --game english", "no effect beside --config"),
        (f"--config {EXAMPLES}/reed-8x8-gpio.toml --kind hall", "no effect beside --config"),
        ("--config nowhere.toml", "there is no such file"),
        (f"--config {EXAMPLES}/reed-8x8-gpio.toml --twin no/folder/twin.toml", "No such file or directory"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments, refused, tmp_path):
    done = zetlicht(f"board --link port {arguments}", tmp_path)
    assert done.returncode in (1, 2)
    assert refused in done.stdout
    assert done.stdout.count("\n") == 1


def test_a_place_outside_the_game_has_its_channel():
    board = physical_board(file_of("reed-10x10-pico"))
    assert len(board.channels) == len(set(board.channels)) == 100
    assert (board.pixels[0], board.pixels[101]) == ("", "")
    assert board.channels[0] == "a10"
