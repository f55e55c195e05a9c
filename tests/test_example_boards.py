"""The three example boards load, carry the games that are promised, and hear whole games of each."""

from __future__ import annotations

import json
import os
import sys
from random import Random

import pytest
from example_boards import EXAMPLES, GAMES, file_of, golden, text_for
from pages import ROOT, zetlicht

from firmware_host.config import load, parse
from firmware_host.config_pi import MatrixSensors, ShiftRegisterSensors
from firmware_host.fitting import fits, ground
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.line import Line
from firmware_host.physical import physical_board
from firmware_host.pipeline import Pipeline
from firmware_host.session import Session
from firmware_host.simulated import EDGE_READINGS
from hardware.firmware.config import read_config

FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
PLIES = None if FULL else 40
BOTH = [(name, game) for name, games in GAMES.items() for game in games]


def test_the_files_are_those_that_are_tested():
    assert {file.stem for file in EXAMPLES.glob("*.toml")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_it_carries_the_games_that_are_promised(name):
    found = fits(ground(file_of(name)))
    assert {fit.game.name for fit in found if fit.placement} == set(GAMES[name])
    for fit in found:
        if fit.placement:
            assert fit.as_is, fit.game.name
            assert not fit.placement.blind
            assert fit.gutter in (None, "whole")


@pytest.mark.parametrize(("name", "game"), BOTH)
def test_only_the_name_of_the_game_has_to_change(name, game):
    config = parse(text_for(name, game), file_of(name))
    assert config.game.name == game
    assert set(config.wiring.channel_of) == set(config.game.board.fields)
    assert set(config.wiring.pixels_of) == set(config.game.board.fields)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "game"), BOTH)
def test_a_golden_game_is_heard_through_its_channels(name, game):
    config = parse(text_for(name, game), file_of(name))
    begin, moves = golden(game)
    moves = moves[:PLIES]
    start = config.game.parse(begin) if begin else config.game.start()
    performance = perform(config.game, start, moves, LEVELS["tidy"], Random(3), config.sensors.kind)
    pipeline = Pipeline(Session(Line(config.game, start), config.settings), config.settings)
    channels = bytearray(len(config.wiring.channels))
    for frame in performance.frames:
        for field, reading in frame.readings.items():
            channels[config.wiring.channel_of[field]] = EDGE_READINGS[reading]
        pipeline.feed(frame.time, config.wiring.seen(bytes(channels)))
    pipeline.advance(performance.end + 10.0)
    said = {"first", "second", "white", "black", "pass"}
    heard = [ply.move.text for ply in pipeline.session.line.plies]
    assert [move for move in heard if move not in said] == [move for move in moves if move not in said]


def test_the_pico_is_told_the_same_as_the_daemon():
    board = physical_board(file_of("reed-10x10-pico"))
    told = read_config((EXAMPLES / "reed-10x10-pico-board_config.json").read_text(encoding="utf-8"))
    assert len(told["rows"]) * len(told["columns"]) == len(board.channels)
    assert told["pixels"] == len(board.pixels)
    assert len(told["buttons"]) == len(board.config.buttons)
    assert told["pixel_order"] == "GRB"


def test_the_boards_on_the_raspberry_pi_use_what_is_free():
    matrix = load(file_of("reed-8x8-gpio")).sensor_device
    assert isinstance(matrix, MatrixSensors)
    assert {*matrix.rows, *matrix.columns} == {5, 6, 12, 13, *range(16, 28)}
    assert isinstance(load(file_of("reed-abalone-shift")).sensor_device, ShiftRegisterSensors)


@pytest.mark.parametrize("name", GAMES)
def test_no_picture_of_a_game_meets_the_budget(name):
    """The supply is chosen so that the limit never dims a game."""
    sys.path.insert(0, str(ROOT / "docs" / "boards"))
    try:
        from parts import demand_ma
    finally:
        sys.path.pop(0)
    board = physical_board(file_of(name))
    assert demand_ma(board, 1.0) < board.config.leds.budget_ma


@pytest.mark.parametrize("name", GAMES)
def test_doctor_takes_it(name, tmp_path):
    told = zetlicht(f"doctor --config {file_of(name)}", tmp_path).stdout
    assert "is in order" in told


# ---- what the guide says can be had as well


def fitting(text, folder):
    file = folder / "board.toml"
    file.write_text(text, encoding="utf-8")
    load(file)
    return {fit.game.name for fit in fits(ground(file)) if fit.placement}


def test_draughts_alone_need_only_the_dark_squares(tmp_path):
    text = file_of("reed-8x8-gpio").read_text(encoding="utf-8")
    text = text.replace("rows = 8\n", 'rows = 8\nsquares = "dark"\n')
    text = text.replace("columns = [20, 21, 22, 23, 24, 25, 26, 27]", "columns = [20, 21, 22, 23]")
    assert fitting(text, tmp_path) == {"brazilian", "english", "italian", "russian"}


def test_international_and_frisian_need_only_the_dark_squares(tmp_path):
    text = file_of("reed-10x10-pico").read_text(encoding="utf-8")
    text = text.replace("rows = 10\n", 'rows = 10\nsquares = "dark"\n').replace("[101]", "[51]")
    assert {"international", "frisian"} <= fitting(text, tmp_path)
    assert len(physical_board(tmp_path / "board.toml").channels) == 10 * 5


def test_the_hexagon_is_also_a_matrix_of_nine_by_nine(tmp_path):
    names = [f"{row}{diagonal}" for row in "ihgfedcba" for diagonal in range(1, 10)]
    places = physical_board(file_of("reed-abalone-shift")).places
    fields = [name if name in places else "" for name in names]
    assert len(fields) - fields.count("") == 61
    text = file_of("reed-abalone-shift").read_text(encoding="utf-8")
    text = text.replace('driver = "shift-register"', 'driver = "serial"\nport = "/dev/board"')
    text = text.replace('driver = "neopixel-spi"', 'driver = "serial"').replace("pins = [5, 6]\n", "")
    text = text.replace("[wiring]\n", f"[wiring]\nfields = {json.dumps(fields)}\n")
    assert fitting(text, tmp_path) == {"abalone"}


def test_a_ring_of_four_leds_can_lie_round_each_middle(tmp_path):
    text = file_of("reed-8x8-gpio").read_text(encoding="utf-8")
    fitting(text.replace("[wiring]\n", "[wiring]\npixels_per_field = 4\n"), tmp_path)
    assert len(physical_board(tmp_path / "board.toml").pixels) == 4 * 64
