"""The pins that a Pico gets for a board: the firmware takes them, and its channels and pixels are enough."""

import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.pico_pins import pico_pins
from firmware_host.wire.board_file import soldered
from hardware.firmware.config import read_config

EXAMPLES = Path(__file__).parents[2] / "systemd" / "examples"


@pytest.fixture
def pins(tmp_path):
    def given(game, rest="", kind="reed"):
        file = tmp_path / "board.toml"
        head = f'game = "{game}"\nstate_dir = "games"\n'
        file.write_text(f'{head}[sensors]\ndriver = "serial"\nport = "/dev/board"\nkind = "{kind}"\n{rest}')
        return read_config(pico_pins(soldered(file)))

    return given


def test_the_example_has_these_pins():
    text = (EXAMPLES / "reed-10x10-pico-board_config.json").read_text()
    assert pico_pins(soldered(EXAMPLES / "reed-10x10-pico.toml")) == text


@pytest.mark.parametrize(
    ("game", "matrix"),
    [("international", (10, 5)), ("russian", (8, 4)), ("abalone", (9, 9)), ("smokkelen", (6, 5))],
)
def test_a_matrix_has_a_crossing_for_each_field(pins, game, matrix):
    config = pins(game, '[buttons]\n1 = "undo"\n')
    assert (len(config["rows"]), len(config["columns"])) == matrix
    assert len(config["buttons"]) == 2


def test_hall_sensors_share_the_analog_pins(pins):
    config = pins("abalone", kind="hall")
    assert (config["channels"], config["pixels"]) == (61, 61)
    assert [pin for pin, _ in config["muxes"]] == [26, 26, 27, 28]
    assert len(pins("international", "[board]\ncolumns = 10\nrows = 10\n", "hall")["muxes"]) == 7


def test_leds_that_are_not_the_picos_take_no_pin(pins):
    config = pins("russian", '[leds]\ndriver = "none"\n')
    assert (config["pixels"], config["pixel_pin"]) == (0, None)


def test_the_command_writes_both_and_keeps_what_is_there(tmp_path, capsys):
    file = EXAMPLES / "reed-10x10-pico.toml"
    assert main(["firmware", str(tmp_path), "--config", str(file)]) == 0
    own = tmp_path / "board_config.json"
    assert json.loads(own.read_text())["pixel_pin"] == 22
    assert main(["firmware", str(tmp_path), "--config", str(file)]) == 0
    own.write_text("{}")
    (tmp_path / "main.py").unlink()
    capsys.readouterr()
    assert main(["firmware", str(tmp_path), "--config", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{own} is there and says otherwise")
    assert [one.name for one in tmp_path.iterdir()] == [own.name]
    assert own.read_text() == "{}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game is missing"),
        ((EXAMPLES / "reed-8x8-gpio.toml").read_text(), 'sensors.driver is not "serial"'),
        ((EXAMPLES / "reed-10x10-pico.toml").read_text().replace("2 =", "9 ="), "needs 30 pins besides"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(tmp_path, capsys, text, words):
    (tmp_path / "board.toml").write_text(text)
    assert main(["firmware", str(tmp_path), "--config", str(tmp_path / "board.toml")]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == ["board.toml"]
