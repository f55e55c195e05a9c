"""A configuration is read whole or refused in one sentence that names the file, the place and the remedy."""

import dataclasses
import tomllib
from pathlib import Path

import pytest
from toy_game import Toys, hexagon_board, square_board

from firmware_host import config_docs
from firmware_host.config import Config, load, parse
from firmware_host.config_drivers import NoLeds, SerialBoard, SerialLeds
from firmware_host.config_keys import keys
from firmware_host.config_sections import SECTIONS, Play
from firmware_host.config_timing import Timing
from firmware_host.errors import ConfigError, HostError
from firmware_host.settings import Help, Settings
from rules import registry
from rules.board import Shape

FILE = Path("/etc/zetlicht/board.toml")
PAGE = Path(__file__).parents[2] / "docs" / "configuration.md"
FIELDS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]

SMALLEST = """\
game = "toy"
state_dir = "/path"
[sensors]
driver = "serial"
port = "/path/to/port"
kind = "reed"
[wiring]
fields = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
pixels = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
[buttons]
0 = "confirm"
"""
HEAD = SMALLEST.partition("[wiring]")[0]
LISTS = SMALLEST[len(HEAD) :].partition("[buttons]")[0]


def read(text: str, board=None) -> Config:
    return parse(text, FILE, Toys(board or square_board(3, 3)))


def refusal(text: str, board=None) -> str:
    with pytest.raises(ConfigError) as caught:
        read(text, board)
    return str(caught.value)


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def assert_one_sentence(message: str, file: Path = FILE) -> None:
    assert message.startswith(f"{file}: "), message
    assert message.endswith("."), message
    assert "\n" not in message
    assert ". " not in message.removeprefix(f"{file}: "), message
    assert len(message) < 400


def test_the_smallest_file_has_every_default():
    config = read(SMALLEST)
    assert config.game.name == "toy"
    assert config.game.chosen == {"short": False}
    assert config.state_dir == Path("/path")
    assert config.settings == Settings()
    assert config.sensor_device == SerialBoard(port="/path/to/port", baud=115200)
    assert config.sensors.kind == "reed"
    assert (config.leds.driver, config.led_device) == ("serial", SerialLeds())
    assert (config.leds.brightness, config.leds.gamma, config.leds.budget_ma) == (0.35, 2.2, 500)
    assert config.leds.balance == (1.0, 1.0, 1.0)
    assert config.wiring.channels == config.wiring.pixels == tuple(FIELDS)
    assert not config.wiring.hall
    assert config.buttons == {0: "confirm"}
    assert config.grid is None
    assert config.placement is None
    assert config.start is None
    assert config.wiring.outside == ()
    assert config.leds.outside_s == 4.0


def test_every_setting_of_the_pipeline_is_a_key_with_the_same_default():
    declared = {key.name: key.default for record in (Play, Timing) for key in keys(record)}
    assert declared.pop("help") == Settings().help_white == Settings().help_black
    assert declared.pop("start") is None, "where a game begins is no setting of the hearing"
    settings = {field.name: field.default for field in dataclasses.fields(Settings)}
    assert set(settings) == set(declared)
    assert {**settings, "help_white": None, "help_black": None} == declared


def test_every_key_can_be_given():
    config = read(
        """
        game = "toy"
        state_dir = "state"
        [options]
        short = true
        [play]
        help = "silent"
        help_black = "teacher"
        confirm = "lift"
        irregular = "stands"
        takeback_to_start_plies = 0
        start = "toy"
        [timing]
        debounce_s = 0.015
        slide_s = 1
        takeback_s = 0.4
        new_game_s = 5
        light_rest_s = 0
        astray_s = 0.5
        final_rest_s = 10
        final_in_play_s = 2.5
        last_s = 0
        crown_s = 1
        winner_s = 2
        [sensors]
        driver = "serial"
        port = "/dev/ttyACM0"
        baud = 250000
        kind = "hall"
        [leds]
        driver = "none"
        brightness = 1
        gamma = 1.0
        budget_ma = 50
        balance = [1, 0.75, 0.5]
        outside_s = 0
        [wiring]
        fields = ["", "a1"]
        pixels = ["b1", "b1", ""]
        pixels_per_field = 2
        absent = ["a2", "b2", "a3", "b3", "b1"]
        dark = ["a1", "a2", "b2", "a3", "b3"]
        [buttons]
        0 = "confirm"
        7 = "undo"
        "3" = "new"
        4 = "hint"
        5 = "white"
        6 = "black"
        """,
        square_board(2, 3),
    )
    assert config.game.chosen == {"short": True}
    assert config.state_dir == FILE.parent / "state"
    assert config.settings == Settings(
        confirm="lift",
        irregular="stands",
        help_white=Help.SILENT,
        help_black=Help.TEACHER,
        debounce_s=0.015,
        slide_s=1.0,
        takeback_s=0.4,
        astray_s=0.5,
        light_rest_s=0.0,
        final_rest_s=10.0,
        final_in_play_s=2.5,
        last_s=0.0,
        crown_s=1.0,
        winner_s=2.0,
        new_game_s=5.0,
        takeback_to_start_plies=0,
    )
    assert config.sensor_device.baud == 250000
    assert config.led_device == NoLeds()
    assert config.leds.balance == (1.0, 0.75, 0.5)
    assert config.leds.outside_s == 0
    assert config.start == config.game.start()
    assert config.wiring.channels == ("", "a1")
    assert config.wiring.pixels == ("b1", "b1", "")
    assert config.wiring.hall
    assert config.buttons == {0: "confirm", 3: "new", 4: "hint", 5: "white", 6: "black", 7: "undo"}


def with_line(section: str, line: str) -> str:
    """The smallest file with one more line in a section, in place of that key's line if it is there."""
    key = line.partition("=")[0].strip()
    lines, inside, done = [], "", False
    for old in ["[]", *SMALLEST.splitlines()]:
        if old.startswith("["):
            inside = old.strip("[]")
        elif inside == section and old.partition("=")[0].strip() == key:
            continue
        lines.append(old)
        if old.startswith("[") and inside == section:
            lines.append(line)
            done = True
    return "\n".join(lines[1:] if done else [*lines[1:], f"[{section}]", line])


BAD_VALUES = [
    ("", 'game = "tyo"', ["game", '"tyo"', "toy"]),
    ("", "game = 3", ["game", "is 3"]),
    ("", 'game = ""', ["game"]),
    ("", 'state_dir = "a\\u0000b"', ["state_dir", "control"]),
    ("", "stat_dir = 1", ["stat_dir", '"state_dir"']),
    ("", "colour = 1", ["colour", "no key of this file"]),
    ("", "port = 1", ["port", "[sensors]"]),
    ("options", "shrt = true", ["[options]", "'shrt'", "short"]),
    ("options", 'short = "yes"', ["[options]", "'short'", "True"]),
    ("options", "short = 1.5", ["options.short", "1.5"]),
    ("options", "short = [true]", ["options.short", "[true]"]),
    ("play", 'help = "refree"', ["play.help", '"refree"', 'did you mean "referee"']),
    (
        "play",
        "help_white = true",
        ["play.help_white", "true", '"silent", "referee" or "teacher"', "as `help`"],
    ),
    ("play", 'confirm = "knock"', ["play.confirm", '"auto", "button" or "lift"']),
    ("play", "irregular = 1", ["play.irregular"]),
    ("play", 'start = "chess"', ["play.start", "'chess' is no position"]),
    ("play", "start = 1", ["play.start"]),
    ("play", "takeback_to_start_plies = 1.0", ["play.takeback_to_start_plies", "whole number"]),
    ("play", "takeback_to_start_plies = true", ["play.takeback_to_start_plies", "whole number"]),
    ("timing", "debounce_s = 0.016", ["timing.debounce_s", "0.016", "from 0 to 0.015", "0.012"]),
    ("timing", "debounce_s = -0.001", ["timing.debounce_s"]),
    ("timing", "debounce_s = nan", ["timing.debounce_s", "nan"]),
    ("timing", "slide_s = inf", ["timing.slide_s", "inf"]),
    ("timing", 'slide_s = "0.3"', ["timing.slide_s", '"0.3"', "a number"]),
    ("timing", "slide_s = true", ["timing.slide_s"]),
    ("timing", "final_in_play_s = 0.1", ["timing.final_in_play_s", "0 or a number"]),
    ("timing", "slide = 0.3", ["timing.slide", 'did you mean "slide_s"']),
    ("timing", "help = 3", ["timing.help", "[play]"]),
    ("timing", 'state_dir = "x"', ["timing.state_dir", "top of the file"]),
    ("sensors", 'driver = "seriel"', ["sensors.driver", '"seriel"', 'did you mean "serial"']),
    ("sensors", 'driver = "gpio"', ["sensors.driver", '"gpio"', '"serial"']),
    ("sensors", 'kind = "magnet"', ["sensors.kind", '"reed" or "hall"']),
    ("sensors", "port = 3", ["sensors.port"]),
    ("sensors", "baud = 9600", ["sensors.baud", "9600", "115200"]),
    ("sensors", "bauds = 115200", ["sensors.bauds", '"baud"']),
    ("leds", 'driver = "neopixels"', ["leds.driver", 'did you mean "neopixel"?']),
    ("leds", "brightness = 0", ["leds.brightness"]),
    ("leds", "gamma = 9.5", ["leds.gamma", "from 1 to 3"]),
    ("leds", "budget_ma = 0.5", ["leds.budget_ma", "whole number"]),
    ("leds", "balance = [1, 1]", ["leds.balance", "list of 3 numbers"]),
    ("leds", "balance = [1, 1, 2]", ["leds.balance"]),
    ("leds", "balance = 1", ["leds.balance"]),
    ("wiring", "fields = [1, 2]", ["wiring.fields", "item 0", 'write "1"']),
    ("wiring", 'fields = "a1"', ["wiring.fields", "list of field names"]),
    ("wiring", 'fields = ["a1", 2022-01-01]', ["wiring.fields", "item 1"]),
    ("wiring", 'order = "columns"', ["wiring.order", '"rows"']),
    ("wiring", 'order = "rows"', ["wiring.order", "both lists"]),
    ("wiring", "rotate = 90", ["wiring.rotate", "wiring.order"]),
    ("wiring", "serpentine = true", ["wiring.serpentine", "wiring.order"]),
    ("wiring", "pixels_per_field = 17", ["wiring.pixels_per_field"]),
    ("wiring", 'absent = ["a9"]', ["wiring.absent", '"a9"', "field of toy"]),
    ("wiring", 'absent = ["a1"]', ["wiring.fields[6]", '"a1"', "wiring.absent"]),
    ("wiring", 'dark = ["a1"]', ["wiring.pixels[6]", '"a1"', "wiring.dark"]),
    ("buttons", '0 = "confrm"', ["buttons.0", '"confrm"', 'did you mean "confirm"']),
    ("buttons", "0 = 1", ["buttons.0"]),
    ("buttons", '00 = "undo"', ["buttons.00", "second time"]),
    ("buttons", 'left = "undo"', ["buttons.", "left", "number"]),
    ("buttons", '"²" = "undo"', ["buttons.", "number"]),
    ("buttons", '255 = "undo"', ["buttons.", "255", "0 to 254"]),
    ("buttons", '-1 = "undo"', ["buttons.", "-1"]),
    ("leds", "outside_s = -1", ["leds.outside_s"]),
    ("leds", "outside_s = 61", ["leds.outside_s", "from 0 to 60"]),
    ("board", "columns = 3", ["board.rows", "is missing", "add rows"]),
    ("board", "mirror = 1", ["board.mirror", "true or false"]),
    ("board", 'shape = "round"', ["board.shape", '"square" or "hexagon"']),
    ("board", "side = 5", ["board.side", "hexagons", 'shape = "hexagon"']),
    ("board", 'shape = "hexagon"', ["board.side", "is missing", "from 2 to 13"]),
    ("board", 'shape = "hexagon"\nside = 5\ncolumns = 9', ["board.columns", 'shape = "square"']),
    ("board", 'shape = "hexagon"\nside = 5\nsquares = "dark"', ["board.squares", "squares"]),
    ("board", 'shape = "hexagon"\nside = 14', ["board.side", "14"]),
    ("board", "columns = 3\nrows = 3\nturn = 60", ["board.turn is 60", "0, 90, 180 or 270"]),
    ("board", 'shape = "hexagon"\nside = 5\nturn = 90', ["board.turn is 90", "0, 60, 120, 180, 240 or 300"]),
]


@pytest.mark.parametrize(("section", "line", "named"), BAD_VALUES, ids=lambda value: str(value)[:40])
def test_a_bad_key_or_value_is_refused_in_one_sentence(section, line, named):
    text = with_line(section, line)
    if line.startswith(("00 =", "-1")):
        text = SMALLEST + line + "\n"
    message = refusal(text)
    assert_one_sentence(message)
    for part in named:
        assert part in message, message


@pytest.mark.parametrize("name", ["game", "state_dir", "driver", "port", "kind", "fields", "pixels"])
def test_a_required_key_that_is_missing_is_named(name):
    text = "".join(line for line in SMALLEST.splitlines(keepends=True) if not line.startswith(f"{name} ="))
    message = refusal(text)
    assert_one_sentence(message)
    assert f"{name} is missing; add" in message.replace("wiring.", "").replace("sensors.", "")


def test_an_empty_file_lacks_the_game():
    assert_one_sentence(refusal(""))
    assert "game is missing" in refusal("")


@pytest.mark.parametrize("name", ["play", "sensors", "wiring", "buttons", "options", "leds", "board"])
def test_a_section_that_is_a_value_is_refused(name):
    message = refusal(f'{name} = "serial"\n' + SMALLEST.replace(f"[{name}]", "[x]"))
    assert_one_sentence(message)
    assert f"[{name}]" in message or "[x]" in message or "x is no key" in message


def test_a_section_that_is_a_list_of_tables_is_refused():
    message = refusal(SMALLEST + '[[play]]\nhelp = "silent"\n')
    assert_one_sentence(message)
    assert "play is [a table], but it is a section: write [play]" in message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (SMALLEST + "what", "line 12, the last,"),
        ("game = \n" + SMALLEST, "line 1, column 8"),
        (SMALLEST + '0 = "undo"\n', "line 12, column"),
        (SMALLEST.replace("kind =", "port = "), "line 6"),
        ('game = "toy', "line 1"),
        ("a = " + "9" * 5000, "number"),
        ("a = " + "[" * 100_000, "list"),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text, place):
    message = refusal(text)
    assert_one_sentence(message)
    assert place in message


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (('"c1"]\npixels', '"c1", "d1"]\npixels'), ["wiring.fields[9]", '"d1"', '"a3" to "c1"']),
        (
            ('"b1", "c1"]\npixels', '"b1"]\npixels'),
            ["wiring.fields", "no channel for field", '"c1"', "wiring.absent"],
        ),
        (('"a1", "b1", "c1"]\npixels', '"a1"]\npixels'), ["no channel for 2 fields", '"b1" and "c1"']),
        (('"c1"]\npixels', '"a3"]\npixels'), ["wiring.fields", '"a3" twice', "channel 0 and 8"]),
        (('"c1"]\n[buttons]', '"c1", "zz"]\n[buttons]'), ["wiring.pixels[9]", '"zz"']),
        (('"c1"]\n[buttons]', "]\n[buttons]"), ["wiring.pixels", "no LED for field", '"c1"', "wiring.dark"]),
        (('"c1"]\n[buttons]', '"c1", "c1"]\n[buttons]'), ['"c1" twice', "LED 8 and 9", "pixels_per_field"]),
        (
            ('"c1"]\n[buttons]', '"c1", "c1", "c1"]\npixels_per_field = 2\n[buttons]'),
            ['"c1" 3 times', "LED 8 and 10"],
        ),
    ],
)
def test_a_wiring_that_does_not_fit_the_game_is_refused(change, named):
    assert change[0] in SMALLEST
    message = refusal(SMALLEST.replace(*change))
    assert_one_sentence(message)
    for part in named:
        assert part in message, message


def test_unused_channels_may_follow():
    config = read(SMALLEST.replace('"c1"]\npixels', '"c1", "", ""]\npixels'))
    assert len(config.wiring.channels) == 11


def test_a_board_without_leds_needs_no_pixels():
    text = SMALLEST.replace("pixels = [", "# [").replace("[buttons]", '[leds]\ndriver = "none"\n[buttons]')
    assert read(text).wiring.pixels == ()


def test_a_budget_that_the_dark_leds_use_up_is_refused():
    many = square_board(8, 8)
    text = HEAD + '[wiring]\norder = "rows"\n[leds]\nbudget_ma = '
    message = refusal(text + "69\n", many)
    assert_one_sentence(message)
    assert "leds.budget_ma is 69, but 64 LEDs" in message
    assert read(text + "70\n", many).leds.budget_ma == 70


@pytest.mark.parametrize(
    ("buttons", "fits"),
    [
        ("", False),
        ('0 = "undo"', False),
        ('0 = "white"', False),
        ('0 = "confirm"', True),
        ('0 = "white"\n1 = "black"', True),
    ],
)
def test_confirming_by_button_needs_a_button_for_each_side(buttons, fits):
    text = HEAD + '[play]\nconfirm = "button"\n' + LISTS + f"[buttons]\n{buttons}\n"
    if fits:
        assert read(text).settings.confirm == "button"
    else:
        assert_one_sentence(refusal(text))
        assert "play.confirm" in refusal(text)


def test_an_order_stands_for_both_lists():
    config = read(HEAD + '[wiring]\norder = "rows"\nrotate = 180\nserpentine = true\n')
    assert config.wiring.channels == words("c1 b1 a1 c2 b2 a2 c3 b3 a3")
    assert config.wiring.pixels == words("c1 b1 a1 a2 b2 c2 c3 b3 a3")


def test_leds_may_start_in_another_corner():
    config = read(HEAD + '[wiring]\norder = "rows"\nrotate = 180\npixel_rotate = 0\npixel_mirror = true\n')
    assert config.wiring.channels[0] == "c1"
    assert config.wiring.pixels == words("c3 b3 a3 c2 b2 a2 c1 b1 a1")


def test_an_order_may_stand_for_one_list():
    config = read(HEAD + f'[wiring]\nfields = {[*reversed(FIELDS)]}\norder = "rows"\n'.replace("'", '"'))
    assert config.wiring.channels == tuple(reversed(FIELDS))
    assert config.wiring.pixels == tuple(FIELDS)


def test_an_order_leaves_out_what_has_no_part():
    config = read(
        HEAD + '[wiring]\norder = "rows"\nabsent = ["b2"]\ndark = ["a3", "b3", "c3"]\npixels_per_field = 2\n'
    )
    assert config.wiring.channels == words("a3 b3 c3 a2 c2 a1 b1 c1")
    assert config.wiring.absent == config.game.board.mask(["b2"])
    assert config.wiring.pixels == words("a2 a2 b2 b2 c2 c2 a1 a1 b1 b1 c1 c1")


@pytest.mark.parametrize("key", ["rotate", "pixel_rotate"])
def test_rows_of_hexagons_are_not_turned_by_a_quarter(key):
    text = HEAD + f'[wiring]\norder = "rows"\n{key} = '
    assert read(text + "180\n", hexagon_board()).wiring.channels
    message = refusal(text + "90\n", hexagon_board())
    assert_one_sentence(message)
    assert f"wiring.{key} is 90" in message


INNER = '["b3", "c3", "b2", "c2"]'
RIMMED = square_board(4, 4, gutter=True)


def test_a_gutter_of_which_nothing_is_wired_need_not_be_named():
    config = read(HEAD + f"[wiring]\nfields = {INNER}\npixels = {INNER}\n", RIMMED)
    assert config.wiring.absent == RIMMED.mask(RIMMED.gutter)


def test_a_gutter_that_is_half_wired_is_refused():
    message = refusal(HEAD + f'[wiring]\nfields = {INNER[:-1]}, "a1"]\npixels = {INNER}\n', RIMMED)
    assert_one_sentence(message)
    assert "no channel for 11 fields" in message


def test_the_gutter_has_a_name_of_its_own():
    text = HEAD + '[wiring]\norder = "rows"\nabsent = ["gutter"]\ndark = ["gutter"]\n'
    config = read(text, RIMMED)
    assert config.wiring.channels == config.wiring.pixels == ("b3", "c3", "b2", "c2")
    assert "wiring.absent" in refusal(text.replace('"gutter"', '"guter"'), RIMMED)


def board_lines(**keys: str) -> str:
    lines = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return HEAD + '[wiring]\norder = "rows"\n[board]\n' + lines


def test_a_larger_board_lends_its_game_an_area():
    config = read(board_lines(columns="4", rows="3", game_at='"b1"'), square_board(2, 2))
    # Squares from the far left: row 3, then b2 c2 are the game's a2 b2, then b1 c1 its a1 b1.
    assert config.wiring.channels == ("", "", "", "", "", "a2", "b2", "", "", "a1", "b1", "")
    assert config.wiring.pixels == config.wiring.channels
    assert config.grid is not None
    assert config.grid.columns == 4


@pytest.mark.parametrize(
    ("turn", "expected"),
    # The game's four fields in the order of the squares a2 b2 a1 b1, White at the edge that `turn` says.
    [(0, "a2 b2 a1 b1"), (90, "a1 a2 b1 b2"), (180, "b1 a1 b2 a2"), (270, "b2 b1 a2 a1")],
)
def test_white_may_sit_at_any_edge(turn, expected):
    config = read(board_lines(columns="2", rows="2", turn=str(turn)), square_board(2, 2))
    assert config.wiring.channels == tuple(expected.split())


def test_dark_squares_alone_carry_a_game_on_dark_fields():
    game = square_board(4, 4, dark_only=True)
    config = read(board_lines(columns="6", rows="6", squares='"dark"', game_at='"b2"'), game)
    assert len(config.wiring.channels) == 18
    assert {name for name in config.wiring.channels if name} == set(game.fields)


def test_a_game_on_the_light_squares_is_refused_with_the_remedy():
    game = square_board(4, 4, dark_only=True)
    message = refusal(board_lines(columns="6", rows="6", squares='"dark"', game_at='"b1"'), game)
    assert_one_sentence(message)
    assert "board.game_at" in message
    assert "light square" in message
    turned = refusal(board_lines(columns="6", rows="6", squares='"dark"', game_at='"b2"', turn="90"), game)
    assert "board.turn = 0" in turned
    corner = board_lines(columns="4", rows="4", squares='"dark"', dark_corner='"right"')
    message = refusal(corner + "turn = 0\n", game)
    assert_one_sentence(message)
    assert "board.turn = 90" in message
    assert read(corner + "turn = 90\n", game).wiring.absent == 0


@pytest.mark.parametrize(
    ("keys", "board", "named"),
    [
        (
            {"columns": "4", "rows": "3"},
            hexagon_board(),
            "[board] cannot carry toy, which is played on hexagons, and the board has squares",
        ),
        (
            {"shape": '"hexagon"', "side": "5"},
            square_board(2, 2),
            "played on squares, and the board has hexagons",
        ),
        ({"shape": '"hexagon"', "side": "2", "game_at": '"a3"'}, hexagon_board(), '"a1" to "c3"'),
        (
            {"shape": '"hexagon"', "side": "3", "game_at": '"d2"'},
            hexagon_board(),
            "outside the hexagon of 19",
        ),
        ({"columns": "2", "rows": "2"}, square_board(3, 3), "needs 3 x 3 squares, and the board has 2 x 2"),
        ({"columns": "2", "rows": "2", "game_at": '"a1"'}, square_board(3, 3), "needs 3 x 3 squares"),
        ({"columns": "4", "rows": "3", "turn": "0"}, square_board(3, 4), "board.turn = 90"),
        ({"columns": "9", "rows": "9", "squares": '"dark"'}, square_board(3, 3), "only the dark ones"),
        ({"columns": "4", "rows": "4", "game_at": '"c3"'}, square_board(3, 3), "outside the 4 x 4 board"),
        ({"columns": "4", "rows": "4", "game_at": '"z9"'}, square_board(3, 3), '"a1" to "d4"'),
        ({"columns": "1", "rows": "4"}, square_board(3, 3), "board.columns"),
        ({"columns": "4", "rows": "4", "turn": "45"}, square_board(3, 3), "board.turn"),
    ],
)
def test_a_board_that_cannot_carry_the_game_is_refused(keys, board, named):
    message = refusal(board_lines(**keys), board)
    assert_one_sentence(message)
    assert named in message


def test_a_board_of_its_own_says_where_the_game_lies():
    config = read(board_lines(columns="4", rows="4", turn="180"), square_board(2, 2))
    assert config.placement is not None
    assert config.placement.on == {"a2": "c2", "b2": "b2", "a1": "c3", "b1": "b3"}
    assert (config.placement.first, config.placement.last, config.placement.turn) == ("b2", "c3", 180)


@pytest.mark.parametrize(
    ("keys", "first", "turn"),
    [
        ({"columns": "6", "rows": "6"}, "b2", 0),  # the middle, which is dark at the left
        ({"columns": "7", "rows": "6"}, "b2", 0),  # b2 and c2 are as near to the middle, b2 is dark
        ({"columns": "7", "rows": "6", "dark_corner": '"right"'}, "b2", 0),
        ({"columns": "6", "rows": "6", "dark_corner": '"right"'}, "b1", 0),
        ({"columns": "4", "rows": "4", "dark_corner": '"right"'}, "a1", 90),
        ({"columns": "4", "rows": "4", "dark_corner": '"right"', "turn": "0"}, "a1", 0),
        ({"columns": "5", "rows": "4", "dark_corner": '"right"', "turn": "180"}, "a1", 180),
    ],
)
def test_a_game_for_dark_squares_goes_to_dark_squares_near_the_middle(keys, first, turn):
    placement = read(board_lines(**keys), square_board(4, 4, dark_only=True)).placement
    assert placement is not None
    assert (placement.first, placement.turn) == (first, turn)
    assert placement.light is (keys.get("turn") == "0")


def test_a_game_may_be_flipped_instead_of_turned():
    game = square_board(4, 4, dark_only=True)
    text = board_lines(
        columns="4", rows="4", squares='"dark"', dark_corner='"right"', turn="0", mirror="true"
    )
    placement = read(text, game).placement
    assert placement is not None
    assert placement.on["a1"] == "d1"
    assert placement.on["b4"] == "c4"


def test_a_game_keeps_off_squares_without_a_sensor():
    text = board_lines(columns="4", rows="4")
    assert read(text, square_board(2, 2)).placement.first == "b2"
    blind = text.replace('order = "rows"', 'order = "rows"\nabsent = ["b2", "c3"]')
    config = read(blind, square_board(2, 2))
    assert config.wiring.absent == 0
    assert config.placement.first == "c1", "as near to the middle as any other, and nearer to the front"
    fixed = read(blind + 'game_at = "b2"\n', square_board(2, 2))
    assert fixed.placement.blind == ("b2", "a1")


def test_a_gutter_may_hang_over_the_edge():
    config = read(board_lines(columns="2", rows="2"), RIMMED)
    assert config.wiring.channels == ("b3", "c3", "b2", "c2")
    assert config.wiring.absent == RIMMED.mask(RIMMED.gutter)
    whole = read(board_lines(columns="6", rows="5"), RIMMED)
    assert whole.wiring.absent == 0
    assert whole.placement.first == "b1"


def test_leds_outside_the_game_are_known():
    text = board_lines(columns="3", rows="2", game_at='"b1"')
    assert read(text, square_board(2, 2)).wiring.outside == (0, 3)
    assert read(
        text.replace('order = "rows"', 'order = "rows"\ndark = ["a2"]'), square_board(2, 2)
    ).wiring.outside == (2,)


def test_channels_and_leds_of_hexagons_follow_the_rows():
    config = parse(HEAD.replace("toy", "abalone") + '[wiring]\norder = "rows"\nserpentine = true\n', FILE)
    # White sits at row i, so his far left corner is a5, and a row's digits fall from left to right.
    assert config.wiring.channels[:11] == words("a5 a4 a3 a2 a1 b6 b5 b4 b3 b2 b1")
    assert config.wiring.channels[-5:] == words("i9 i8 i7 i6 i5")
    assert config.wiring.pixels[:11] == words("a5 a4 a3 a2 a1 b1 b2 b3 b4 b5 b6")
    turned = parse(HEAD.replace("toy", "abalone") + '[wiring]\norder = "rows"\nrotate = 180\n', FILE)
    assert turned.wiring.channels == tuple(reversed(config.wiring.channels))


def abalone(**keys: str) -> Config:
    keys = {"shape": '"hexagon"', **keys}
    return parse(board_lines(**keys).replace('"toy"', '"abalone"'), FILE)


def test_a_hexagon_with_white_at_the_back_names_its_cells_as_the_game():
    config = abalone(side="5", turn="180")
    assert config.placement is not None
    assert config.placement.on == {name: name for name in config.game.board.fields}
    assert config.wiring.channels[:5] == words("i5 i6 i7 i8 i9")
    front = abalone(side="5")
    assert front.wiring.channels == tuple(reversed(config.wiring.channels))


@pytest.mark.parametrize("turn", [0, 60, 120, 180, 240, 300])
def test_white_may_sit_at_every_edge_of_a_hexagon(turn):
    config = abalone(side="6", turn=str(turn))
    on = config.placement.on
    assert len(set(on.values())) == 61
    assert (config.placement.first, config.placement.last) == ("b2", "j10")
    assert on["e5"] == "f6", "the middle stays in the middle"
    near = {0: "b2", 60: "f2", 120: "j6", 180: "j10", 240: "f10", 300: "b6"}
    # The corner at White's left hand goes round the board, clockwise.
    assert on["i9"] == near[turn]
    assert len(config.wiring.outside) == 30


def test_a_game_may_begin_from_any_position():
    text = board_lines(columns="10", rows="10").replace('"toy"', '"international"')
    start = '[play]\nstart = "B:W28,K46:B19,20"\n'
    config = parse(text + start, FILE)
    assert config.start is not None
    assert config.start.text() == "B:W28,K46:B19,20"
    for bad, named in [
        ("W:W28,28:B1", "28"),
        ("W:W51:B1", "51"),
        ("B:W28:B", "over at once (no-pieces)"),
        ("W:W1:B20", "1"),
    ]:
        with pytest.raises(ConfigError) as caught:
            parse(text + f'[play]\nstart = "{bad}"\n', FILE)
        assert_one_sentence(str(caught.value))
        assert "play.start" in str(caught.value)
        assert named in str(caught.value)


def test_the_lists_of_a_larger_board_name_its_squares():
    squares = '["a1", "b1", "c1", "b2", "c2"]'
    lists = (
        f'[wiring]\nfields = {squares}\npixels = {squares}\n[board]\ncolumns = 3\nrows = 2\ngame_at = "b1"\n'
    )
    config = read(HEAD + lists, square_board(2, 2))
    assert config.wiring.channels == ("", "a1", "b1", "a2", "b2")
    message = refusal(HEAD + lists.replace('"c2"]', "]"), square_board(2, 2))
    assert_one_sentence(message)
    assert 'no channel for field "c2"' in message
    assert "square of the 3 x 2 board" in refusal(HEAD + lists.replace('"c2"]', '"d2"]'), square_board(2, 2))


def test_files_that_cannot_be_read_are_refused(tmp_path):
    toys = Toys(square_board(3, 3))
    latin = tmp_path / "latin.toml"
    latin.write_bytes(SMALLEST.encode() + "# Zählwerk\n".encode("latin-1"))
    for path, named in [
        (tmp_path / "none.toml", "there is no such file"),
        (tmp_path, "cannot be read"),
        (latin, "line 12 is not UTF-8"),
        (Path("a\0b"), "cannot be read"),
    ]:
        with pytest.raises(ConfigError) as caught:
            load(path, toys)
        assert_one_sentence(str(caught.value), path)
        assert named in str(caught.value)


def test_a_file_with_a_byte_order_mark_is_read(tmp_path):
    path = tmp_path / "board.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SMALLEST.encode())
    assert load(path, Toys(square_board(3, 3))).path == path


def test_the_errors_are_also_builtin_ones():
    assert issubclass(ConfigError, HostError)
    assert issubclass(ConfigError, ValueError)


def test_the_page_is_what_the_declarations_say():
    assert PAGE.read_text(encoding="utf-8") == config_docs.document(), (
        "docs/configuration.md is out of date: python -m firmware_host.config_docs > docs/configuration.md"
    )


def test_the_page_names_every_key_and_default():
    page = config_docs.document()
    for section in SECTIONS:
        for key in keys(section.record):
            assert f"| `{key.name}` |" in page


def test_the_page_shows_files_that_can_be_read():
    examples = [part.partition("```")[0] for part in config_docs.document().split("```toml\n")[1:]]
    assert len(examples) >= 5
    for example in examples:
        tomllib.loads(example)


def test_the_first_example_of_the_page_is_a_whole_configuration():
    example = config_docs.document().split("```toml\n")[1].partition("```")[0]
    config = parse(example, FILE)
    assert config.game.name == "international"
    assert config.wiring.channels == tuple(str(number) for number in range(1, 51))


@pytest.mark.parametrize("name", registry.names())
def test_every_registered_game_can_be_wired_in_rows(name):
    config = parse(HEAD.replace("toy", name) + '[wiring]\norder = "rows"\n', FILE)
    assert sorted(config.wiring.channels) == sorted(config.game.board.fields)
    assert config.wiring.absent == 0


@pytest.mark.parametrize("name", registry.names())
def test_every_registered_square_game_fits_a_board_of_twelve_by_twelve(name):
    game = registry.game(name)
    text = board_lines(columns="12", rows="12", game_at='"c2"', turn="180").replace('"toy"', f'"{name}"')
    if game.board.shape is Shape.HEXAGON:
        with pytest.raises(ConfigError):
            parse(text, FILE)
    else:
        assert {field for field in parse(text, FILE).wiring.channels if field} == set(game.board.fields)
