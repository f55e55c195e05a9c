"""Cats and arms: what is made of a board of which much has changed at once, and what becomes of the game."""

import pytest
from table import Table

from firmware_host.hints import picture
from firmware_host.settings import Settings


def played() -> Table:
    return Table().wait(1).move("32-28").move("20-24").wait(1)


def sweep(table: Table, *left: str) -> dict[str, str]:
    """An arm takes everything but the pieces `left`; returns what stood there."""
    before = dict(table.poles)
    table.lift(*(field for field in before if field not in left), after=0.5)
    return before


def set_up(table: Table, poles: dict[str, str]) -> Table:
    table.t += 1.0
    table.poles = dict(poles)
    table._feed()
    return table


@pytest.mark.parametrize("left", [(), ("50",), ("1", "50")])
def test_a_swept_board_is_astray_soon_and_the_game_is_left_off_after_two_seconds(
    left: tuple[str, ...],
) -> None:
    table = played()
    sweep(table, *left)
    swept = table.t
    table.wait(1.99)
    assert table.told("astray")[0]["t"] == pytest.approx(swept + Settings().astray_s)
    assert "outcome" not in table.names()
    table.wait(0.1)
    ended = table.told("outcome")
    assert ended == [
        {"t": pytest.approx(swept + 2.0), "event": "outcome", "winner": None, "reason": "aborted"}
    ]
    assert table.moves() == ["32-28", "20-24"]


def test_three_pieces_that_stay_are_no_swept_board() -> None:
    table = played()
    sweep(table, "1", "2", "50")
    table.wait(10)
    assert "outcome" not in table.names()
    assert table.told("astray")


def test_a_few_pieces_of_an_endgame_taken_off_are_no_swept_board() -> None:
    table = Table(start="W:WK46,50:BK5,6,7,8").wait(1).move("46-41").wait(1)
    before = len(table.moves())
    sweep(table, "5", "50")
    table.wait(10)
    assert (before, "outcome" in table.names()) == (1, False)


def test_a_board_swept_before_the_first_move_ends_nothing() -> None:
    table = Table().wait(1)
    sweep(table)
    table.wait(10)
    assert "outcome" not in table.names()


def test_a_swept_game_has_no_winner_and_lights_none() -> None:
    table = played()
    sweep(table)
    table.wait(5)
    assert table.role("winner") == set()
    scene = table.pipeline.session.scene()
    assert scene.outcome is not None
    assert picture(scene, table.t, table.settings) == {}


def test_a_game_that_was_left_off_goes_on_when_its_position_is_set_up() -> None:
    table = played()
    stood = sweep(table)
    set_up(table.wait(5), stood).wait(1)
    assert table.names()[-2:] == ["restored", "outcome"]
    assert table.told("outcome")[-1]["reason"] is None
    table.move("37-32")
    assert table.moves() == ["32-28", "20-24", "37-32"]


def test_the_start_position_after_a_sweep_is_a_new_game_however_short_the_old_one() -> None:
    table = played()
    sweep(table)
    start = {field: piece.side.letter for field, piece in table.game.start().fields.items()}
    set_up(table.wait(5), start)
    put = table.t
    table.wait(1.99)
    assert "start" not in table.names()
    table.wait(0.1)
    assert table.told("start")[0]["t"] == pytest.approx(put + 2.0)
    assert "takeback" not in table.names()
    table.move("31-27")
    assert table.moves() == ["31-27"]


def test_setting_the_pieces_back_within_two_seconds_goes_on() -> None:
    table = played()
    stood = sweep(table)
    set_up(table, stood).wait(5)
    assert "outcome" not in table.names()
    table.move("37-32")
    assert len(table.moves()) == 3


CAT = ("15", "14", "13", "9", "8", "7", "3")


def test_the_plies_that_a_cat_invents_are_taken_back() -> None:
    table = played().lift("28").put("23", after=0.05)
    table.lift(*CAT, after=0.05)
    fell = table.t
    table.wait(3)
    assert table.moves() == ["32-28", "20-24"]
    assert [each["ply"] for each in table.told("takeback")] == [3]
    assert table.told("takeback")[0]["t"] == pytest.approx(fell + Settings().astray_s)
    astray = table.told("astray")[-1]
    assert set(astray["missing"]) == {*CAT, "28"}
    assert astray["extra"] == ["23"]


def test_what_had_rested_before_the_cat_came_stands() -> None:
    table = played().move("37-32").wait(0.5).lift(*CAT, after=0.05).wait(3)
    assert table.moves() == ["32-28", "20-24", "37-32"]
    assert "takeback" not in table.names()


def test_a_long_stretch_of_blitz_before_the_cat_came_stands() -> None:
    table = Table().wait(1)
    blitz = ("32-28", "20-24", "37-32", "14-20", "41-37", "10-14", "46-41", "5-10", "31-26", "18-22")
    for text in blitz:
        origin, target = text.split("-")
        table.lift(origin, after=0.3).put(target, after=0.2)
    assert table.t > 1 + 4.0
    table.lift(*(set(CAT) & set(table.poles)), "1", "2", after=0.2).wait(3)
    assert table.moves() == [*blitz]
    assert "takeback" not in table.names()


def test_four_wrong_fields_are_no_cat() -> None:
    table = played().lift("28").put("23", after=0.05).lift("1", "2", after=0.05).wait(3)
    assert "takeback" not in table.names()
    assert table.told("astray")
