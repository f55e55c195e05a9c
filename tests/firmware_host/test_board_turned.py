"""Players who sit the other way round: who moves first is the side that starts."""

import pytest
from table import Table

from firmware_host.debounce import Settled
from firmware_host.inference import View
from firmware_host.line import Line, Ply
from firmware_host.orientation import (
    fits_only_turned,
    may_be_turned,
    opposite,
    turned,
    turned_lights,
    turned_seen,
    turned_settled,
    turned_view,
)
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game as game_called
from rules.registry import names

FIRST = {
    "international": ("32-28", "19", "23"),
    "frisian": ("32-28", "19", "23"),
    "italian": ("21-17", "12", "16"),
    "english": ("11-15", "22", "18"),
    "russian": ("c3-d4", "f6", "e5"),
    "brazilian": ("c3-d4", "f6", "e5"),
    "abalone": ("c5d6", "g5", "f4"),
}
"""For each game whose start looks alike from both sides: a first move, and where it happens on the board for
players who sit the other way round."""


def sat_the_other_way(name: str) -> Table:
    return Table(name, settings=Settings(secrets="claim")).wait(1)


@pytest.mark.parametrize("name", [*FIRST])
def test_who_moves_first_is_the_side_that_starts(name: str) -> None:
    text, origin, target = FIRST[name]
    table = sat_the_other_way(name).lift(origin).put(target).wait(1)
    assert table.moves() == [text]
    assert table.pipeline.session.turned
    assert table.told("move")[0]["by"] == table.game.start().turn.value


@pytest.mark.parametrize("name", [*FIRST])
def test_who_sits_as_expected_is_not_turned(name: str) -> None:
    text, _, _ = FIRST[name]
    table = sat_the_other_way(name).move(text)
    assert table.moves() == [text]
    assert not table.pipeline.session.turned


def test_the_game_goes_on_turned() -> None:
    table = Table().wait(1).lift("19").put("23").wait(1).lift("31").put("27").wait(1)
    assert table.moves() == ["32-28", "20-24"]
    table.lift("23").put("19").wait(1)
    assert table.moves()[:1] == ["32-28"]


def test_where_a_side_may_move_the_others_stones_too_nothing_is_turned() -> None:
    table = sat_the_other_way("smokkelen").lift("d5").put("d4").wait(1)
    assert table.moves() == ["d5-d4"]
    assert not table.pipeline.session.turned


def test_poles_that_speak_for_the_expected_side_turn_nothing() -> None:
    table = Table(hall=True).wait(1).lift("19").put("23").wait(1)
    assert table.moves() == []
    assert not table.pipeline.session.turned
    assert table.told("astray")[-1]["missing"] == ["19"]


def test_poles_that_speak_for_the_other_side_turn_the_board() -> None:
    table = Table(hall=True)
    table.poles = {field: "b" if pole == "w" else "w" for field, pole in table.poles.items()}
    table._feed()
    table.wait(1).lift("19").put("23").wait(1)
    assert table.moves() == ["32-28"]


def test_after_other_fields_were_touched_nothing_is_turned() -> None:
    table = Table().wait(1).lift("32").wait(1).lift("19").put("23").wait(1).put("32", pole="w").wait(1)
    assert table.moves() == []
    assert not table.pipeline.session.turned


def test_a_field_that_the_piece_only_passed_does_not_count() -> None:
    table = Table().wait(1).lift("19").put("22", after=0.1).lift("22", after=0.1).put("23", after=0.1).wait(1)
    assert table.pipeline.session.turned
    assert table.moves() == ["32-28"]


def test_only_the_first_move_turns_the_board() -> None:
    table = Table().wait(1).move("32-28").lift("33").put("29").wait(1)
    assert not table.pipeline.session.turned
    assert table.moves() == ["32-28"]


def test_a_start_that_does_not_look_alike_is_never_turned() -> None:
    table = Table(start="W:W46:B1,2").wait(1).lift("1").put("7").wait(1)
    assert not table.pipeline.session.turned
    start = table.game.parse("W:W46:B1,2")
    assert not may_be_turned(start, Seen(start.occupied, 0, 0, 0))


def resumed(seen: Seen) -> Session:
    game = game_called("international")
    move = game.start().parse_move("32-28")
    ply = Ply(move, game.start().turn, game.start().play(move), 0.0, final=True)
    session = Session(Line(game, game.start(), [ply]), Settings(), resumed=True)
    pipeline = Pipeline(session, Settings())
    pipeline.feed(0.0, seen)
    pipeline.advance(2.0)
    return session


def test_a_game_resumed_on_a_turned_board_goes_on_turned() -> None:
    game = game_called("international")
    after = game.start().play(game.start().parse_move("32-28"))
    plain = Seen(after.occupied, 0, 0, 0)
    other = turned_seen(game.board, plain)
    assert other != plain
    assert not resumed(plain).turned
    assert resumed(other).turned
    assert fits_only_turned(after, other)
    assert not fits_only_turned(after, plain)
    assert not fits_only_turned(game.start(), Seen(game.start().occupied, 0, 0, 0)), "it fits both ways"


@pytest.mark.parametrize("name", names())
def test_every_field_has_an_opposite_and_turning_twice_changes_nothing(name: str) -> None:
    board = game_called(name).board
    places = opposite(board)
    assert places is not None
    assert set(places) == set(places.values()) == set(board.bit.values())
    for number in range(200):
        mask = (number * 0x9E3779B97F4A7C15) & board.all
        assert turned(board, turned(board, mask)) == mask
        assert turned(board, mask).bit_count() == mask.bit_count()
    lights = dict(zip(board.fields, ("must", "origin", "destination"), strict=False))
    assert turned_lights(board, turned_lights(board, lights)) == lights
    assert turned_lights(board, lights) != lights


@pytest.mark.parametrize("name", names())
def test_opposite_fields_lie_opposite(name: str) -> None:
    board = game_called(name).board
    cells = board.cells.values()
    middle = (
        min(c.x for c in cells) + max(c.x for c in cells),
        min(c.y for c in cells) + max(c.y for c in cells),
    )
    for one in board.fields:
        cell = board.cells[one]
        other = board.cells[board.name_of[turned(board, board.bit[one])]]
        assert (cell.x + other.x, cell.y + other.y) == pytest.approx(middle)


def test_views_turn_whole() -> None:
    board = game_called("international").board
    bit, there = board.bit["19"], board.bit["32"]
    assert turned(board, bit) == there
    view = View(bit, bit, bit, bit, bit, bit, bit)
    assert turned_view(board, view) == View(*[there] * 7)
    settled = Settled(1.0, Seen(bit, bit, 0, 0), bit, 0.9)
    assert turned_settled(board, settled) == Settled(1.0, Seen(there, there, 0, 0), there, 0.9)
