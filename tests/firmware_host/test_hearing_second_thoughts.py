"""What corrects a move, what takes one back and what does neither: one test a law of the hearing."""

import pytest
from table import Table

from firmware_host.settings import Settings

SMOKKELEN = "bbbbb/bbb1b/3b1/w4/1wwww/wwwww w -"
WIND_UP = "W:W28,33,49:B22,17,11"
"""28-23 and 22-28: a black man then stands where White's stood, and the picture of the start needs but one
more piece over 22."""


def test_a_stone_taken_up_again_soon_is_its_mover_correcting_himself() -> None:
    table = Table("smokkelen", SMOKKELEN).wait(1)
    table.lift("d4").put("d3").wait(0.5)
    assert table.moves() == ["d4-d3"]
    table.lift("d3", after=0.1).put("e3").wait(1)
    assert table.moves() == ["d4-e3"]
    assert table.names() == ["move", "amend"]


def test_the_same_stone_taken_up_later_is_the_other_sides_move() -> None:
    table = Table("smokkelen", SMOKKELEN).wait(1)
    table.lift("d4").put("d3").wait(1)
    table.lift("d3").put("e3").wait(1)
    assert table.moves() == ["d4-d3", "d3-e3"]


def test_the_settings_name_how_soon_is_soon() -> None:
    table = Table("smokkelen", SMOKKELEN, Settings(correction_s=2.0)).wait(1)
    table.lift("d4").put("d3").wait(1).lift("d3").put("e3").wait(1)
    assert table.moves() == ["d4-e3"]


def test_a_stone_set_back_for_an_instant_is_still_its_movers() -> None:
    table = Table("smokkelen", SMOKKELEN).wait(1)
    table.lift("d4").put("d3").wait(0.4)
    table.lift("d3", after=0.1).put("d3", after=0.1).lift("d3", after=0.2).put("e3").wait(1)
    assert table.moves() == ["d4-e3"]


def test_a_stone_that_the_other_side_held_and_put_back_may_still_be_moved_by_it() -> None:
    table = Table("smokkelen", SMOKKELEN).wait(1)
    table.lift("d4").put("d3").wait(1)
    table.lift("d3").put("d3", after=1).lift("d3", after=0.4).put("e3").wait(1)
    assert table.moves() == ["d4-d3", "d3-e3"]


def test_regret_ends_once_the_board_has_been_in_order() -> None:
    table = Table("smokkelen", SMOKKELEN).wait(1)
    table.lift("d4").put("d3").wait(0.4)
    table.lift("d3", after=0.1).put("d3", after=0.1).wait(1).lift("d3").put("e3").wait(1)
    assert table.moves() == ["d4-d3", "d3-e3"]


def test_the_shadow_of_a_stone_over_the_last_origin_corrects_nothing() -> None:
    """Black has c2 in the air over b2, which White has just left for b3: c2-b3 would look like that."""
    table = Table("smokkelen", "bbbbb/bbbbb/5/5/wwwww/wwwww w -").wait(1)
    table.lift("b2").put("b3").wait(1)
    table.lift("c2").put("b2", after=0.2).wait(0.4).lift("b2", after=0.1).put("c4", pole="w").wait(1)
    assert table.moves() == ["b2-b3", "c2-c4"]
    assert 1 not in [event["ply"] for event in table.told("amend")]


def test_a_shadow_that_completes_an_earlier_picture_takes_nothing_back() -> None:
    table = Table(start=WIND_UP).move("28-23").move("22-28")
    table.lift("23").put("22", after=0.2).wait(0.8).lift("22")
    table.put("32", after=0.2).lift("28").wait(0.5)
    assert table.moves() == ["28-23", "22-28", "23x32"]
    assert "takeback" not in table.names()


@pytest.mark.parametrize(("hall", "taken"), [(False, 2), (True, 0)])
def test_poles_speak_against_a_takeback_that_they_contradict(hall: bool, taken: int) -> None:
    """Both men touched, and each set where the other belongs: only poles tell that this is not the start."""
    table = Table(start=WIND_UP, hall=hall).move("28-23").move("22-28")
    table.lift("23", "28").put("22", pole="w").put("28", pole="b").wait(1)
    assert len(table.told("takeback")) == taken


def test_a_capture_put_back_man_first_is_no_move_of_the_captor() -> None:
    table = Table(start="W:WK46,50:B41,4").move("46x32").move("4-9")
    assert table.moves() == ["46x32", "4-9"]
    table.put("41", after=0.5, pole="b").lift("32", after=1).wait(0.6)
    table.put("46", after=0.1, pole="w").lift("9", after=0.5).put("4", pole="b").wait(1)
    assert table.moves() == []
    assert [event["ply"] for event in table.told("takeback")] == [2, 1]


def test_taking_back_before_the_first_hand_is_away() -> None:
    """Black takes White's man off before White has taken the man it took: no picture shows that move."""
    table = Table().move("32-28").move("19-23")
    table.lift("28").put("19", after=0.2)
    table.lift("19", after=0.15).lift("23", after=0.1)
    table.lift("14", after=0.1).put("23", after=0.2).wait(0.5)
    assert table.moves() == ["32-28", "19-23", "28x19", "14x23"]


def test_a_man_nudged_into_a_legal_move_while_the_mover_makes_up_his_mind() -> None:
    table = Table().lift("32").put("27").wait(0.4)
    table.lift("20", after=0.1).put("24", after=0.05, pole="b").wait(0.5)
    assert table.moves() == ["32-27", "20-24"]
    table.lift("27").put("28", pole="w").wait(0.5)
    table.lift("24").put("20", pole="b").wait(1)
    assert table.moves() == ["32-28"]
    assert table.names().count("takeback") == 2


def test_after_a_takeback_the_move_before_may_be_made_anew() -> None:
    table = Table().move("32-28").move("19-23")
    table.lift("23").put("19").wait(0.5)
    assert table.moves() == ["32-28"]
    table.lift("28").put("27", pole="w").wait(0.5)
    assert table.moves() == ["32-27"]
