"""What hands do and what the board understands: one test a law or moment of the interface."""

import pytest
from table import Table

from firmware_host.settings import Help, Settings


def test_a_mans_move_is_heard_at_the_debounced_edge() -> None:
    table = Table().lift("32").put("28").wait(0.02)
    (move,) = table.told("move")
    assert move["move"] == "32-28"
    assert move["t"] == pytest.approx(0.6 + 0.012)
    assert move["by"] == "white"
    assert move["ply"] == 1
    assert str(move["position"]).startswith("B:W28,31,33")


def test_a_move_becomes_final_when_the_other_side_has_moved() -> None:
    table = Table().move("32-28")
    assert table.names() == ["move"]
    table.move("18-23")
    assert table.names() == ["move", "move", "final"]
    assert table.told("final")[0]["ply"] == 1


def test_captured_men_may_leave_first_last_or_in_between() -> None:
    start = "W:W46:B41,32"
    for order in ("41 32 46>28", "46>28 41 32", "46> 41 >28 32", "46> 32 41 >28"):
        table = Table(start=start)
        for step in order.split():
            origin, arrow, target = step.partition(">")
            if origin and arrow:
                table.lift(origin, after=0.4)
                pole = table.hand
            elif origin:
                table.lift(origin, after=0.4)
            if target:
                table.put(target, after=0.4, pole=pole)
        table.wait(4)
        assert table.moves() == ["46x28"], order
        assert "astray" not in table.names(), order
        assert table.told("outcome")[0]["winner"] == "white"


def test_a_king_that_may_slide_on_waits_and_slides() -> None:
    table = Table(start="W:WK46:B15").lift("46").put("41")
    table.lift("41", after=0.08).put("37", after=0.05).lift("37", after=0.08).put("32", after=0.05)
    table.wait(0.29)
    assert table.names() == []
    table.wait(0.1)
    assert table.moves() == ["46-32"]


def test_a_king_at_the_end_of_its_line_does_not_wait() -> None:
    table = Table(start="W:WK46:B15").lift("46").put("5").wait(0.013)
    assert table.moves() == ["46-5"]


def test_the_other_sides_lift_ends_the_wait() -> None:
    table = Table(start="W:WK46:B15").lift("46").put("32").lift("15", after=0.1).wait(0.02)
    assert table.moves() == ["46-32"]


def test_a_slide_further_after_the_wait_amends() -> None:
    table = Table(start="W:WK46:B15").lift("46").put("32").wait(0.5)
    table.lift("32").put("5").wait(0.5)
    assert table.names() == ["move", "amend"]
    assert table.moves() == ["46-5"]
    assert "astray" not in table.names()


def test_a_man_set_elsewhere_amends() -> None:
    table = Table().lift("32").put("28").lift("28", after=1).put("27", after=1).wait(1)
    assert table.names() == ["move", "amend"]
    assert table.moves() == ["32-27"]


def test_amending_ends_once_the_other_side_has_moved() -> None:
    table = Table().move("32-28").move("19-23").lift("23").put("24").wait(1)
    assert table.moves() == ["32-28", "19-24"]
    assert table.names() == ["move", "move", "final", "amend"]


def test_putting_back_takes_back_newest_first() -> None:
    table = Table().move("32-28").move("19-23").move("28x19").move("14x23")
    table.lift("23").put("14", pole="b").put("19", pole="w").put("23", pole="b").lift("19")
    table.put("28", pole="w").wait(1)
    taken = [event["ply"] for event in table.told("takeback")]
    assert taken == [4, 3]
    assert table.moves() == ["32-28", "19-23"]


def test_takebacks_in_one_go_are_told_newest_first() -> None:
    table = Table().move("32-28").move("19-23")
    table.lift("23", "28").put("19", "32", after=0.4).wait(1)
    assert [(event["ply"]) for event in table.told("takeback")] == [2, 1]
    assert table.moves() == []


def test_a_wrong_field_is_astray_within_three_tenths_and_restored() -> None:
    table = Table().lift("32").put("22", after=0.3)
    table.wait(0.3)
    (astray,) = table.told("astray")
    assert astray["missing"] == ["32"]
    assert astray["extra"] == ["22"]
    assert float(str(astray["t"])) <= 0.6 + 0.3
    assert table.lights == {"22": "extra", "32": "missing"}
    table.lift("22").put("32").wait(0.2)
    assert table.names() == ["astray", "restored"]


def test_a_legal_move_from_a_wrong_board_leaves_that_state() -> None:
    table = Table().lift("32").put("22").wait(1).lift("22").put("28").wait(0.2)
    assert table.moves() == ["32-28"]
    assert table.names() == ["astray", "move", "restored"]


def test_an_own_piece_in_hand_is_never_disorder() -> None:
    assert Table().lift("32").wait(60).names() == []
    assert Table().lift("46").wait(60).names() == []


def test_an_enemy_piece_lifted_first_that_nothing_takes() -> None:
    table = Table().lift("20").wait(0.2)
    assert table.lights == {"20": "missing"}
    table.put("20").wait(0.3)
    assert table.role("missing") == set()
    assert table.moves() == []


def test_a_first_reading_that_differs_is_astray_then_restored() -> None:
    table = Table(missing=("31",)).wait(0.4)
    (astray,) = table.told("astray")
    assert astray["missing"] == ["31"]
    table.put("31", pole="w").wait(0.1)
    assert table.names() == ["astray", "restored"]


def test_the_next_side_may_begin_while_captured_men_still_stand() -> None:
    table = Table().move("32-28").move("19-23")
    table.lift("28").put("19", after=0.2)
    table.lift("14", after=0.1).wait(0.02)
    assert table.moves() == ["32-28", "19-23", "28x19"]
    assert "23" in table.role("remove") or table.wait(0.2).role("remove") == {"23"}
    table.lift("23", after=0.2).lift("19", after=0.1)
    table.put("23", after=0.3, pole="b").wait(0.5)
    assert table.moves() == ["32-28", "19-23", "28x19", "14x23"]


def test_bounces_do_not_matter() -> None:
    table = Table()
    table.lift("32")
    for _ in range(4):
        table.put("32", after=0.0004).lift("32", after=0.0003)
    table.put("28")
    for _ in range(4):
        table.lift("28", after=0.0004).put("28", after=0.0003)
    table.wait(0.5)
    assert table.names() == ["move"]


def test_the_end_is_told_after_a_rest_and_a_takeback_cancels_it() -> None:
    table = Table(start="W:W17:B12")
    table.lift("17").put("8").lift("12").wait(2.9)
    assert table.names() == ["move"]
    table.wait(0.2)
    assert table.names() == ["move", "final", "outcome"]
    assert table.told("outcome")[0] == {
        "t": table.told("final")[0]["t"],
        "event": "outcome",
        "winner": "white",
        "reason": "no-pieces",
    }
    assert table.role("winner") == {"8"}
    table.lift("8").put("17", pole="w").put("12", pole="b").wait(1)
    assert table.names()[-2:] == ["takeback", "outcome"]
    assert table.told("outcome")[-1]["winner"] is None
    assert table.told("outcome")[-1]["reason"] is None


def test_confirm_by_button_and_by_lift() -> None:
    table = Table(settings=Settings(confirm="button")).move("32-28").press("confirm")
    assert table.names() == ["move", "final"]
    table = Table(settings=Settings(confirm="lift")).move("32-28").lift("20").wait(0.1)
    assert table.names() == ["move", "final"]


def test_undo_takes_back_and_guides() -> None:
    table = Table().move("32-28").press("undo").wait(1)
    assert table.names() == ["move", "takeback", "astray"]
    assert table.lights == {"28": "extra", "32": "missing"}


def test_a_new_start_position_ends_the_game_unfinished() -> None:
    table = Table()
    moves = ["32-28", "18-22", "37-32", "12-18", "41-37", "7-12", "46-41", "1-7"]
    for text in moves:
        table.move(text)
    before = set(table.poles)
    start = table.game.start()
    table.lift(*(before - set(start.fields)), after=1)
    table.put(*(set(start.fields) - before), after=1).wait(1.9)
    assert "outcome" not in table.names()
    table.wait(0.3)
    assert table.told("outcome")[-1]["reason"] == "aborted"
    assert table.moves() == []
    table.move("32-28")
    assert table.told("move")[-1]["ply"] == 1
    assert not table.told("takeback")


def test_an_unreadable_target_is_not_believed_until_the_other_side_moves() -> None:
    table = Table(unknown=("28",)).lift("32").wait(3.5)
    assert table.moves() == []
    table.lift("20").wait(0.1)
    assert table.moves() == ["32-28"]


def test_a_piece_gone_for_long_went_to_the_field_nobody_can_read_unless_it_comes_elsewhere() -> None:
    table = Table(unknown=("28",)).lift("32").wait(4.1)
    assert table.moves() == ["32-28"]
    table.put("27").wait(1)
    assert table.moves() == ["32-27"]


def test_silent_shows_no_destinations() -> None:
    table = Table(settings=Settings(help_white=Help.SILENT, help_black=Help.SILENT)).lift("32").wait(1)
    assert table.lights == {}


def test_a_final_move_is_taken_back_and_made_anew_never_amended() -> None:
    for confirm in ("auto", "button", "lift"):
        table = Table(settings=Settings(confirm=confirm)).move("32-28").press("confirm")
        table.lift("28").put("27").wait(1)
        assert table.names()[:2] == ["move", "final"], confirm
        assert "amend" not in table.names(), confirm
        plies = [event["ply"] for event in table.told("final")]
        if table.moves() != ["32-28"]:
            assert table.names()[2:4] == ["takeback", "move"], confirm
            assert table.moves() == ["32-27"], confirm
        else:
            assert plies == [1], confirm


def test_a_picked_up_piece_may_go_wherever_it_could_before() -> None:
    table = Table(start="W:W46,50:B10,20").lift("46").put("36").wait(0.5).lift("36").wait(0.5)
    assert table.lights == {"46": "origin", "41": "destination"}
    table = Table(start="W:W32,50:B1,5").move("32-28").press("undo").wait(1)
    assert table.lights == {"28": "extra", "32": "missing"}
    table.lift("28").wait(0.5)
    assert table.lights == {"32": "origin", "27": "destination", "28": "destination"}


def test_after_the_end_nothing_is_lit_once_a_piece_has_moved() -> None:
    table = Table(start="W:W17:B12").lift("17").put("8").lift("12").wait(4)
    assert table.role("winner") == {"8"}
    table.lift("8").wait(0.5)
    assert table.lights == {}
    table.put("8", pole="w").wait(0.5)
    assert table.lights == {}


def test_a_drawn_game_shows_no_destinations() -> None:
    table = Table(start="W:WK32,50:BK1,5:Cquiet=48").lift("32").put("28").wait(0.5)
    table.lift("1").put("6").wait(0.6)
    assert [event["move"] for event in table.told("move")] == ["32-28", "1-6"]
    table.lift("28").wait(0.5)
    assert "destination" not in table.lights.values()
