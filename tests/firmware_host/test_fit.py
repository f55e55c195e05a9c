"""Which games a physical board carries and where is read off geometry alone, for games that there are and for
games to come."""

import json
from pathlib import Path

import pytest
from toy_game import ToyGame, Toys, hexagon_board, square_board

from firmware_host import cli
from firmware_host.config import parse
from firmware_host.errors import ConfigError
from firmware_host.fitting import Ground, as_grid, fit, fits, ground
from rules import registry
from rules.board import Board, Cell, Shape

HEAD = """\
game = "{game}"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "hall"
[wiring]
order = "rows"
{wiring}
"""


def text_of(game: str, *board: str, wiring: str = "") -> str:
    section = "\n".join(["[board]", *board]) if board else ""
    return HEAD.format(game=game, wiring=wiring) + section + "\n"


@pytest.fixture
def described(tmp_path):
    def read(game: str, *board: str, wiring: str = "", find_game=registry.game) -> Ground:
        path = tmp_path / "board.toml"
        path.write_text(text_of(game, *board, wiring=wiring), encoding="utf-8")
        return ground(path, find_game)

    return read


def spots(board: Ground) -> dict[str, tuple[str, str, str] | None]:
    """Game to near left corner, far right corner and White's edge, or to None."""
    return {
        one.game.name: (one.placement.first, one.placement.last, one.seat) if one.placement else None
        for one in fits(board)
    }


FULL = ("columns = 10", "rows = 10")
EIGHTS = ("brazilian", "english", "russian")


def test_a_full_board_of_ten_by_ten_carries_all_that_is_played_on_squares(described):
    found = spots(described("international", *FULL))
    assert found == {
        "abalone": None,
        **dict.fromkeys(EIGHTS, ("b2", "i9", "front")),
        **dict.fromkeys(("international", "frisian"), ("a1", "j10", "front")),
        "italian": ("b1", "i8", "front"),  # its dark corner is at the right, so it lies beside the middle
        "overboord": ("b2", "i9", "front"),
        "smokkelen": ("c3", "g8", "front"),
    }


def test_dark_squares_alone_carry_draughts(described):
    found = spots(described("international", *FULL, 'squares = "dark"'))
    assert {name for name, spot in found.items() if spot is None} == {"abalone", "overboord", "smokkelen"}
    assert found["italian"] == ("b1", "i8", "front")


def test_draughts_for_the_other_corner_turn_by_a_quarter(described):
    found = spots(described("english", "columns = 8", "rows = 8"))
    assert found["english"] == ("a1", "h8", "front")
    assert found["italian"] == ("a1", "h8", "left")
    mirrored = spots(described("italian", "columns = 8", "rows = 8", 'dark_corner = "right"'))
    assert mirrored["italian"] == ("a1", "h8", "front")
    assert mirrored["english"] == ("a1", "h8", "left")


def test_every_reason_is_said(described):
    why = {one.game.name: one.why for one in fits(described("english", "columns = 8", "rows = 8"))}
    assert why["international"] == "needs 10 x 10 squares, and the board has 8 x 8"
    assert why["abalone"] == "is played on hexagons, and the board has squares"
    assert why["english"] == ""
    why = {one.game.name: one.why for one in fits(described("english", *FULL, 'squares = "dark"'))}
    assert why["smokkelen"] == "is played on all squares, and the board has only the dark ones"
    why = {one.game.name: one.why for one in fits(described("abalone", 'shape = "hexagon"', "side = 4"))}
    assert why["abalone"] == "needs 9 rows of hexagons, and the board has 7"
    assert why["english"] == "is played on squares, and the board has hexagons"


def test_white_sits_where_the_file_seats_him_if_he_can(described):
    found = spots(described("english", *FULL, "turn = 180"))
    assert {spot[2] for spot in found.values() if spot} == {"back"}
    found = spots(described("english", "columns = 8", "rows = 8", 'squares = "dark"', "turn = 180"))
    assert found["english"] == ("a1", "h8", "back")
    assert found["italian"] == ("a1", "h8", "left"), "he cannot sit at the back"


def test_where_the_keys_put_one_game_others_may_not_fit(described):
    board = described("italian", *FULL, 'game_at = "b2"')
    by_name = {one.game.name: one for one in fits(board)}
    assert by_name["italian"].placement.light
    assert by_name["italian"].as_is
    assert by_name["russian"].as_is
    assert by_name["international"].placement.first == "a1"
    assert not by_name["international"].as_is


def test_a_gutter_may_lie_on_the_board_or_hang_over_its_edge(described):
    def gutter(*size: str) -> str | None:
        return next(one.gutter for one in fits(described("overboord", *size)) if one.game.name == "overboord")

    assert gutter("columns = 8", "rows = 8") == "whole"
    assert gutter("columns = 7", "rows = 8") == "partly"
    assert gutter("columns = 6", "rows = 6") == "none"
    assert gutter("columns = 6", "rows = 5") is None


def test_dead_sensors_are_named_and_many_of_them_carry_nothing(described):
    board = described("english", "columns = 8", "rows = 8", wiring='absent = ["a1", "c1"]')
    by_name = {one.game.name: one for one in fits(board)}
    assert by_name["english"].placement.blind == ("29", "30")
    rank = ", ".join(f'"{file}{row}"' for file in "aceg" for row in (1, 3))
    size = ("columns = 8", "rows = 8", 'squares = "dark"')
    board = described("english", *size, wiring=f"absent = [{rank}]")
    assert fit(board, registry.game("english")).why == "would have no sensor under 8 of its 32 fields"


def test_a_board_made_for_one_game_carries_others_too(described):
    board = described("international")
    found = spots(board)
    assert found["frisian"] == ("a1", "j10", "front")
    assert found["russian"] == ("b2", "i9", "front")
    as_is = {one.game.name for one in fits(board) if one.as_is}
    assert as_is == {"international", "frisian"}
    assert spots(described("abalone"))["abalone"] == ("a1", "i9", "front")
    assert {name for name, spot in spots(described("smokkelen")).items() if spot} == {"smokkelen"}


@pytest.mark.parametrize("name", registry.names())
def test_the_board_of_a_game_has_a_section_that_describes_it(name):
    game = registry.game(name)
    grid = as_grid(game.board)
    assert grid is not None
    given = {key: value for key in grid.__slots__ if (value := getattr(grid, key)) is not None}
    keys = [f"{key} = {json.dumps(value)}" for key, value in given.items()]
    config = parse(text_of(name, *keys), Path("board.toml"))
    plain = parse(text_of(name), Path("board.toml"))
    assert config.wiring.channels == plain.wiring.channels
    assert config.wiring.pixels == plain.wiring.pixels


def cross() -> Board:
    """Five squares: a middle and its neighbours; no grid describes it."""
    at = {"n": (0, 1), "w": (1, 0), "m": (1, 1), "e": (1, 2), "s": (2, 1)}
    cells = {name: Cell(row, column, float(column), float(2 - row)) for name, (row, column) in at.items()}
    return Board(Shape.SQUARE, tuple(at), {name: 1 << index for index, name in enumerate(at)}, cells)


def test_a_game_to_come_needs_no_line_here(described):
    crossing = ToyGame(cross())
    assert fit(described("english", *FULL), crossing).placement.first == "d4"
    dark = fit(described("english", *FULL, 'squares = "dark"'), crossing)
    assert dark.why == "is played on all squares, and the board has only the dark ones"
    own = described("toy", find_game=Toys(cross()))
    assert fit(own, crossing).as_is
    assert fit(own, ToyGame(square_board(1, 3))).placement.first == "b1"
    assert fit(own, ToyGame(square_board(2, 2))).why == (
        "does not lie wholly on fields of the board, wherever it is laid"
    )
    assert fit(own, ToyGame(square_board(1, 4))).why == "needs 1 x 4 squares, and the board has 3 x 3"
    hexagons = fit(described("abalone"), ToyGame(hexagon_board()))
    assert (hexagons.placement.first, hexagons.placement.last) == ("d4", "f6")


def test_what_fit_says_is_where_the_daemon_puts_the_game(described):
    for name in registry.names():
        text = text_of(name, *FULL)
        found = next(one for one in fits(described(name, *FULL)) if one.game.name == name)
        if found.placement is None:
            with pytest.raises(ConfigError, match="fit"):
                parse(text, Path("board.toml"))
        else:
            assert parse(text, Path("board.toml")).placement == found.placement
            assert found.as_is


def command(capsys, path: Path, *more: str) -> tuple[int, str, str]:
    status = cli.main(["fit", "--config", str(path), *more])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_prints_a_line_for_every_game(tmp_path, capsys):
    path = tmp_path / "board.toml"
    path.write_text(text_of("abalone", *FULL), encoding="utf-8")  # the file's own game does not fit
    status, out, err = command(capsys, path)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "The board: 10 x 10 squares."
    assert len(lines) == 1 + len(registry.names())
    assert "  abalone        no: it is played on hexagons, and the board has squares" in lines
    assert "  italian        b1 to i8, White at the front" in lines


def test_the_command_says_what_to_write(tmp_path, capsys):
    path = tmp_path / "board.toml"
    path.write_text(text_of("international"), encoding="utf-8")
    out = command(capsys, path)[1]
    assert "  russian        b2 to i9, White at the front *" in out
    assert '[board] with columns = 10, rows = 10, squares = "dark"' in out
    path.write_text(text_of("russian", *FULL, 'game_at = "c3"'), encoding="utf-8")
    assert "write under [board]" in command(capsys, path)[1]


def test_the_command_speaks_json(tmp_path, capsys):
    path = tmp_path / "board.toml"
    path.write_text(text_of("overboord", "columns = 6", "rows = 6"), encoding="utf-8")
    status, out, _ = command(capsys, path, "--json")
    assert status == 0
    by_name = {record["game"]: record for record in map(json.loads, out.splitlines())}
    assert set(by_name) == set(registry.names())
    assert by_name["overboord"] == {
        "game": "overboord",
        "fits": True,
        "game_at": "a1",
        "to": "f6",
        "turn": 0,
        "mirror": False,
        "white": "front",
        "light": False,
        "gutter": "none",
        "blind": [],
        "as_is": True,
        "why": None,
    }
    assert by_name["italian"]["fits"] is False
    assert by_name["italian"]["why"] == "needs 8 x 8 squares, and the board has 6 x 6"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("game = ", "line 1"),
        (text_of("chess"), '"chess"'),
        (text_of("english", "columns = 10"), "board.rows is missing"),
        (text_of("english", "columns = 10", "row = 10"), "board.row"),
        (text_of("english", *FULL, wiring="absent = 3"), "wiring.absent"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path, capsys, text, named):
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    status, out, err = command(capsys, path)
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}: ")
    assert err.count("\n") == 1
    assert named in err


@pytest.mark.parametrize(
    ("wiring", "told"),
    [
        ('fields = ["a1", "a1"]\npixels = []', 'names "a1" twice'),
        ('fields = ["z9"]\npixels = []', 'names "z9", which is no square of this board'),
        ('dark = ["q1"]', 'wiring.dark names "q1"'),
    ],
)
def test_wiring_that_cannot_be_meant_is_refused(described, wiring, told):
    with pytest.raises(ConfigError, match=told):
        described("english", "columns = 8", "rows = 8", wiring=wiring)
