"""What a configuration without a wiring says of its board, and how the commands refuse what cannot be."""

import json
import subprocess
import sys
import time

import pytest

from firmware_host.errors import ConfigError
from firmware_host.wire.board_file import known_or_not, wire_board
from hardware.packets import Hello
from hardware.readings import SensorKind

SERIAL = 'driver = "serial"\nport = "/dev/board"\nkind = "reed"\n'
MATRIX = (
    'driver = "gpio-matrix"\nkind = "reed"\nrows = [5, 6, 12]\ncolumns = [16, 17, 18, 19]\ndiodes = true\n'
)
EXPANDERS = 'driver = "mcp23017"\nkind = "reed"\naddresses = [0x20, 0x21, 0x22]\n'
SHIFT = 'driver = "shift-register"\nkind = "reed"\n'
HALL = 'driver = "hall-adc"\nkind = "hall"\nselect = [5, 6, 12, 13]\n'
NONE = '[leds]\ndriver = "none"\n'


def hello(channels=60, pixels=70):
    def ask(port, baud):
        assert (port, baud) == ("/dev/board", 115200)
        return Hello(0, 1, SensorKind.REED, channels, pixels, 0, b"12345678", "test")

    return ask


@pytest.fixture
def board(tmp_path):
    def make(sensors, rest="", game="international", ask=None, **more):
        file = tmp_path / "board.toml"
        file.write_text(f'game = "{game}"\nstate_dir = "games"\n[sensors]\n{sensors}{rest}', encoding="utf-8")
        return wire_board(file, ask or hello(), **more)

    return make


def lengths(board):
    wiring = board.config.wiring
    assert (len(wiring.channels), len(wiring.pixels)) == (board.plan.channels, board.plan.pixels)
    return board.plan.channels, board.plan.pixels


def test_a_board_on_a_serial_port_tells_its_numbers(board):
    assert lengths(board(SERIAL)) == (60, 70)
    assert lengths(board(SERIAL, NONE)) == (60, 0)
    assert lengths(board(SERIAL, ask=hello(20, 7))) == (20, 7)


@pytest.mark.parametrize(
    ("sensors", "game", "numbers"),
    [
        (MATRIX, "english", (12, 32)),
        (EXPANDERS, "english", (42, 32)),
        (SHIFT, "smokkelen", (32, 30)),
        (HALL, "international", (64, 50)),
    ],
)
def test_of_pins_it_follows_from_the_keys(board, sensors, game, numbers):
    assert lengths(board(sensors, game=game)) == numbers


def test_options_and_lists_say_it_otherwise(board):
    assert lengths(board(SHIFT, game="smokkelen", channels=40, pixels=60)) == (40, 60)
    lists = f"[wiring]\nfields = {json.dumps([''] * 48)}\npixels = {json.dumps([''] * 35)}\n"
    assert lengths(board(SHIFT, lists, game="smokkelen")) == (48, 35)


def test_the_walk_leaves_out_what_has_no_sensor(board):
    assert len(board(SERIAL, game="overboord", ask=hello(64, 64)).plan.fields) == 64
    assert len(board(SERIAL, game="overboord", ask=hello(36, 36)).plan.fields) == 36
    plan = board(SERIAL, '[wiring]\nabsent = ["1", "7"]\n').plan
    assert plan.fields[:6] == ("2", "3", "4", "5", "6", "8")


def test_a_larger_board_has_fields_of_its_own(board):
    grid = "[board]\ncolumns = 10\nrows = 10\ngame_at = 'c3'\nturn = 180\n"
    plan = board(SERIAL, grid, game="english", ask=hello(100, 100)).plan
    assert plan.fields[0] == "a10"
    assert plan.fields[-1] == "j1"
    assert {"c10", "e7"} <= plan.near
    assert not {"a1", "j6", "e3"} & plan.near


def test_leds_of_the_rim_that_are_named_are_kept(board):
    plan = board(SERIAL, "[wiring]\nrim_white = [3]\nrim_black = [9]\n").plan
    assert plan.rim == {3: True, 9: False}
    assert len(plan.lights) == 68


def test_a_wiring_that_is_wrong_is_no_obstacle(board):
    assert lengths(board(SERIAL, '[wiring]\norder = "rows"\nserpentine = true\nfields = ["1"]\n')) == (60, 70)


def test_what_is_known_is_taken_as_it_is(board, tmp_path):
    board(SERIAL, '[wiring]\norder = "rows"\n')
    assert known_or_not(tmp_path / "board.toml", hello())[1]
    board(SERIAL)
    assert not known_or_not(tmp_path / "board.toml", hello())[1]


def test_a_key_that_is_none_is_refused(board):
    with pytest.raises(ConfigError, match=r"sensors\.bud is no key"):
        board(SERIAL + "bud = 3\n")
    with pytest.raises(ConfigError, match="LEDs are too many"):
        board(SHIFT, pixels=5000)
    with pytest.raises(ConfigError, match="there are no LEDs"):
        board(SERIAL, ask=hello(50, 0))


@pytest.mark.parametrize("numbers", [{"channels": 59}, {"channels": 61}, {"pixels": 69}, {"pixels": 71}])
def test_what_a_board_says_of_itself_is_not_said_otherwise(board, numbers):
    ((name, number),) = numbers.items()
    with pytest.raises(ConfigError, match=f"--{name} is {number}, but the board itself says"):
        board(SERIAL, **numbers)
    assert lengths(board(SERIAL, channels=60, pixels=70)) == (60, 70)
    assert lengths(board(SERIAL, '[leds]\ndriver = "terminal"\n', pixels=40)) == (60, 40)


def command(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "firmware_host.cli", *arguments, "--config", str(folder / "board.toml")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "rest", "status", "words"),
    [
        (["wire"], "", 1, "There is no serial port"),
        (["wire", "--channels", "0"], "", 2, "--channels 0 is out of range"),
        (["wire", "--pixels", "-1"], "", 2, "--pixels -1 is out of range"),
        (["test", "leds"], NONE, 1, "There is no serial port"),
        (["test", "sensors", "--seconds", "-3"], "", 2, "--seconds -3 is no time"),
        (["test", "buttons"], '[wiring]\norder = "rows"\n', 2, "the section [buttons] is missing"),
        (["test", "leds"], '[wiring]\norder = "rows"\n' + NONE, 2, 'leds.driver is "none"'),
        (["test", "fields"], "", 2, "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path, arguments, rest, status, words):
    port = f'driver = "serial"\nport = "{tmp_path}/none"\nkind = "reed"\n'
    (tmp_path / "board.toml").write_text(
        f'game = "english"\nstate_dir = "games"\n[sensors]\n{port}{rest}', encoding="utf-8"
    )
    done = command(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["wire"], ["test", "sensors"]])
def test_a_running_daemon_keeps_its_board(tmp_path, arguments):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "status.json").write_text(json.dumps({"written": time.time()}))
    (tmp_path / "board.toml").write_text(
        f'game = "english"\nstate_dir = "games"\n[sensors]\n{SHIFT}{NONE}', encoding="utf-8"
    )
    done = command(tmp_path, *arguments)
    assert done.returncode == 1
    assert "The daemon is running and has the board" in done.stderr
