"""The clock at play: moves or buttons press it, it stands when nobody plays, a fallen flag ends the game."""

import pytest
from table import Table

from firmware_host.clock import Control, clock_of
from firmware_host.events import Clocked
from firmware_host.settings import Settings
from firmware_host.timekeeping import KEEP_S, Timekeeper
from rules.game import Side

FIVE = Control(300.0)
FISCHER = Control(60.0, 5.0)


def table(control=FIVE, *, by_button=False, start=None, **more) -> Table:
    return Table(start=start, timekeeper=Timekeeper(control, by_button=by_button), **more)


def left(board: Table) -> tuple[float, float]:
    """What both sides have now."""
    clock = board.pipeline.timekeeper.clock.at(board.t)
    return round(clock.white.shown_s, 3), round(clock.black.shown_s, 3)


def running(board: Table) -> Side | None:
    return board.pipeline.timekeeper.clock.running


def clocks(board: Table) -> list[Clocked]:
    return [event for event in board.events if isinstance(event, Clocked)]


# ---- pressed by moves


def test_it_stands_until_the_first_move_and_is_told_at_once():
    board = table().wait(60.0)
    assert board.told("clock") == [
        {
            **{"t": 0.0, "event": "clock", "running": None, "white": 300.0, "black": 300.0},
            **{"white_periods": 0, "black_periods": 0},
        }
    ]
    board.move("32-28")
    assert running(board) is Side.BLACK
    assert left(board)[0] == 300.0


def test_a_move_presses_it_as_soon_as_it_is_heard():
    board = table(FISCHER).move("32-28")
    (heard,) = [event for event in board.events if event.name == "move"]
    board.wait(10.0)
    assert left(board)[1] == pytest.approx(60.0 - (board.t - heard.t), abs=1e-3)
    board.lift("19").put("23").wait(0.5)
    second = [event for event in board.events if event.name == "move"][-1]
    assert running(board) is Side.WHITE
    assert left(board)[1] == pytest.approx(65.0 - (second.t - heard.t), abs=1e-3)
    assert clocks(board)[-1].ply == 2
    assert clocks(board)[-1].left[1] == pytest.approx(left(board)[1], abs=1e-3)


def test_who_corrects_his_move_pays_for_it_himself():
    board = table(FISCHER).move("32-28").move("20-25")
    before = board.pipeline.timekeeper.clock
    board.wait(4.0).move("31-27")
    assert running(board) is Side.BLACK
    board.wait(3.0).lift("27").put("26").wait(0.5)
    amended = board.told("amend")[-1]
    assert amended["move"] == "31-26"
    assert left(board)[0] == pytest.approx(60.0 - (amended["t"] - before.since) + 5.0, abs=2e-3)
    assert left(board)[1] == pytest.approx(before.black.main_s - (board.t - amended["t"]), abs=2e-3)


def test_an_open_move_taken_back_was_never_made():
    board = table(FISCHER).move("32-28").move("20-25")
    before = board.pipeline.timekeeper.clock
    board.move("31-27").wait(6.0).lift("27").put("31").wait(1.0)
    assert board.names()[-2:] == ["takeback", "clock"]
    assert running(board) is Side.WHITE
    assert left(board) == pytest.approx((60.0 - (board.t - before.since), before.black.main_s), abs=2e-3)


def test_a_final_move_taken_back_gives_its_increment_back_and_no_time():
    board = table(FISCHER).move("32-28").move("19-23").wait(10.0).move("28x19").wait(10.0)
    board.press("confirm")
    white = left(board)[0]
    board.press("undo").lift("19").put("28").put("23", pole="b").wait(1.0)
    assert board.moves() == ["32-28", "19-23"]
    assert running(board) is Side.WHITE
    assert white - 5.0 - 4.0 < left(board)[0] < white - 5.0 + 1e-3


def test_the_first_move_taken_back_stops_it():
    board = table().move("32-28").wait(2.0).lift("28").put("32").wait(1.0)
    assert board.moves() == []
    assert running(board) is None
    assert left(board) == (300.0, 300.0)


# ---- pressed by buttons


def test_a_button_presses_it_and_only_ones_own():
    board = table(FISCHER, by_button=True).press("black")
    assert running(board) is Side.WHITE, "who moves second starts it"
    board.wait(10.0).move("32-28").wait(5.0)
    assert running(board) is Side.WHITE, "heard, but not pressed"
    board.press("black")
    assert running(board) is Side.WHITE
    started_at = 0.1
    board.press("white")
    assert running(board) is Side.BLACK
    assert left(board)[0] == pytest.approx(60.0 - (board.t - started_at) + 5.0, abs=1e-3)
    assert clocks(board)[-1].ply == 1
    board.press("white").wait(1.0)
    assert running(board) is Side.BLACK


def test_who_forgets_to_press_pays_until_the_other_has_moved():
    board = table(by_button=True).move("32-28").wait(20.0)
    assert running(board) is Side.WHITE
    board.lift("19").put("23").wait(0.5)
    assert running(board) is Side.BLACK
    assert [event.ply for event in clocks(board) if event.ply] == [1]
    assert left(board)[0] < 281.0


def test_a_move_that_may_still_be_amended_has_not_pressed():
    board = table(FISCHER, by_button=True).move("32-28").wait(2.0).lift("28").put("27").wait(0.5)
    assert board.told("amend")
    assert running(board) is Side.WHITE
    assert left(board)[0] < 60.0, "no increment yet"
    board.press("confirm")
    assert running(board) is Side.BLACK


def test_a_button_that_hides_a_secret_starts_nothing():
    board = Table("smokkelen", timekeeper=Timekeeper(FIVE, by_button=True), settings=Settings(secrets="hide"))
    assert board.pipeline.session.hiding
    board.lift("a5").put("a5").press("black")
    assert board.told("secret")
    assert running(board) is None


# ---- when nobody plays


def test_it_stands_when_the_game_is_over():
    board = table(start="W:W46:B41,32").lift("46").put("28").lift("41").lift("32").wait(5.0)
    assert board.told("outcome")[0]["reason"] == "no-pieces"
    assert running(board) is None
    assert left(board) == (300.0, 300.0)


def test_a_move_that_ends_the_game_stops_it_before_it_is_final():
    board = table(Control(4.0), by_button=True, start="W:W46:B41,32").press("black").wait(2.0)
    board.lift("46").put("28").lift("41").lift("32").wait(10.0)
    assert [line["reason"] for line in board.told("outcome")] == ["no-pieces"]


def test_a_pause_stops_it_until_a_piece_is_touched():
    board = table().move("32-28").wait(1.0)
    keeper = board.pipeline.timekeeper
    board.events += keeper.pause(board.t)
    assert keeper.pause(board.t) == []
    before = left(board)
    board.wait(1000.0)
    assert running(board) is None
    assert left(board) == before
    board.lift("19").wait(2.0)
    assert running(board) is Side.BLACK
    assert left(board)[1] == pytest.approx(before[1] - 2.0, abs=0.1)


def test_a_new_game_has_a_new_clock():
    board = table().move("32-28").wait(100.0).press("new").wait(1.0)
    assert left(board) == (300.0, 300.0)
    assert running(board) is None


# ---- the flag


def test_a_fallen_flag_loses_and_is_told_at_its_time():
    board = table(Control(10.0)).move("32-28")
    (heard,) = [event for event in board.events if event.name == "move"]
    board.wait(20.0)
    (ended,) = board.told("outcome")
    assert (ended["winner"], ended["reason"]) == ("white", "time")
    assert ended["t"] == pytest.approx(heard.t + 10.0, abs=1e-3)
    told = board.told("clock")[-1]
    assert (told["black"], told["running"]) == (0.0, None)
    assert board.role("winner") == set(board.board.names(board.position.white))


def test_after_a_takeback_a_lost_game_goes_on_without_the_clock():
    board = table(Control(10.0)).move("32-28").wait(20.0).lift("28").put("32").wait(1.0)
    assert [line["reason"] for line in board.told("outcome")] == ["time", None]
    board.move("32-28").wait(60.0)
    assert [line["reason"] for line in board.told("outcome")] == ["time", None]
    assert running(board) is None


def test_a_move_heard_at_the_very_moment_was_made_in_time():
    board = table(Control(10.0)).move("32-28")
    flag = board.pipeline.timekeeper.clock.falls_at()
    board.lift("19", after=0.2)
    debounce = board.settings.debounce_s
    board.put("23", after=flag - debounce - board.t).wait(5.0)
    assert board.moves() == ["32-28", "19-23"]
    assert board.told("outcome") == []


# ---- kept


def test_while_it_runs_it_is_told_again_and_again():
    board = table().move("32-28").wait(10 * KEEP_S)
    assert 9 <= len(clocks(board)) - 2 <= 10
    last = clocks(board)[-1]
    assert clock_of(last.state).black.main_s == pytest.approx(last.black)


def test_after_a_restart_it_stands_until_a_piece_is_touched():
    board = table().move("32-28").wait(40.0)
    kept = clock_of(clocks(board)[-1].state)
    again = Table(timekeeper=Timekeeper(FISCHER, by_button=False, kept=kept)).wait(500.0)
    assert left(again) == pytest.approx((300.0, kept.black.main_s), abs=1e-2)
    assert running(again) is None
    again.lift("32")
    again.wait(1.0)
    assert running(again) is Side.WHITE, "to move on this board"
    assert again.pipeline.timekeeper.clock.control == FIVE
