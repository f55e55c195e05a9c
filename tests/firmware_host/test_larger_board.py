"""On a board of ten by ten squares, all with hall sensors, whole games are heard wherever they lie, whatever
stands on the squares that are not theirs."""

from pathlib import Path
from random import Random

import pytest
from hands_table import FULL, played

from firmware_host.config import Config, parse
from firmware_host.events import Astray, Event, Lit
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.session import Session
from hardware.device import Reading

READINGS = {"": Reading.NONE, "w": Reading.WHITE, "b": Reading.BLACK}
GAMES = ("international", "frisian", "italian", "english", "russian", "brazilian", "overboord", "smokkelen")
PLIES = 400 if FULL else 80
CONFIG = """\
game = "{game}"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "hall"
[leds]
budget_ma = 2000
[wiring]
order = "rows"
[board]
columns = 10
rows = 10
{keys}
"""


def configured(game: str, keys: str = "") -> Config:
    return parse(CONFIG.format(game=game, keys=keys), Path("board.toml"))


def heard(config: Config, performance, clutter: Random | None) -> tuple[list[str], list[Event]]:
    """The moves and events heard from the hundred channels; `clutter` sets pieces on the squares outside the
    game and takes them away again, as captured men are parked there."""
    pipeline = Pipeline(Session(Line(config.game, config.game.start()), config.settings), config.settings)
    channels = bytearray(len(config.wiring.channels))
    outside = [number for number, field in enumerate(config.wiring.channels) if not field]
    events: list[Event] = []
    for frame in performance.frames:
        for field, reading in frame.readings.items():
            channels[config.wiring.channel_of[field]] = READINGS[reading]
        if clutter is not None and outside:
            channels[clutter.choice(outside)] = clutter.choice(list(READINGS.values()))
        events += pipeline.feed(frame.time, config.wiring.seen(bytes(channels)))
    events += pipeline.advance(performance.end + 10.0)
    return [ply.move.text for ply in pipeline.session.line.plies], events


def test_the_board_has_a_hundred_channels_and_leds():
    for game in GAMES:
        wiring = configured(game).wiring
        assert len(wiring.channels) == len(wiring.pixels) == 100
        own = set(configured(game).game.board.fields)
        assert {field for field in wiring.channels if field} == own
        assert len(wiring.outside) == 100 - len(own)


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_heard_whatever_stands_outside(game):
    config = configured(game)
    performance = played(game, "tidy", seed=1, plies=PLIES, kind="hall")
    moves, events = heard(config, performance, Random(1))
    # Choices of side are said, not made: of several that come to the same any may be told.
    said = {"first", "second", "white", "black"}
    made = [ply.move for ply in performance.plies if ply.move not in said]
    assert [move for move in moves if move not in said] == made
    assert not [event for event in events if isinstance(event, Astray)]
    own = set(config.game.board.fields)
    assert all(set(event.lights) <= own for event in events if isinstance(event, Lit))


@pytest.mark.parametrize("game", GAMES)
def test_the_squares_outside_change_nothing(game):
    config = configured(game)
    performance = played(game, "ordinary", seed=2, plies=24, kind="hall")
    assert heard(config, performance, Random(2)) == heard(config, performance, None)


@pytest.mark.parametrize("keys", ["turn = 90", "turn = 180", "turn = 270", 'game_at = "a1"', "mirror = true"])
@pytest.mark.parametrize("game", ["italian", "overboord"])
def test_it_is_heard_the_same_wherever_it_lies(game, keys):
    performance = played(game, "tidy", seed=3, plies=16, kind="hall")
    assert heard(configured(game, keys), performance, Random(3)) == heard(configured(game), performance, None)
