"""A wrong hearing that the board tells anew, in which order, and what it never touches again."""

import pytest
from table import Table

from firmware_host.settings import Settings


def two_hands(table: Table) -> Table:
    """White hovers over 28, and goes on to 27 while Black has his man of 20 in the air already."""
    table.lift("32").put("28").lift("20", after=0.1)
    return table.lift("28", after=0.05).put("27", pole="w", after=0.1).put("24", pole="b", after=0.1)


def test_a_piece_set_on_while_the_other_side_is_at_work() -> None:
    table = two_hands(Table().wait(1))
    edge = table.t
    table.wait(1)
    assert table.moves() == ["32-27", "20-24"]
    at = round(edge + Settings().astray_s, 4)
    assert [(each["event"], each.get("ply"), each["t"]) for each in table.told()] == [
        ("move", 1, 1.612),
        ("takeback", 1, at),
        ("move", 1, at),
        ("move", 2, at),
        ("final", 1, at),
    ]
    assert table.told("takeback")[0]["position"] == table.game.start().text()


def test_nothing_is_called_wrong_where_the_line_is_told_anew() -> None:
    table = two_hands(Table().wait(1)).wait(1)
    assert "astray" not in table.names()
    assert not table.role("missing") | table.role("extra")


@pytest.mark.parametrize(("rest", "anew"), [(0.39, True), (0.41, False)])
def test_what_has_rested_in_order_is_not_told_anew(rest: float, anew: bool) -> None:
    """The man stands on 28 so long that nobody doubts that move any more."""
    table = Table().wait(1).lift("32").put("28").lift("20", after=rest + 0.012)
    table.lift("28", after=0.05).put("27", pole="w", after=0.1).put("24", pole="b", after=0.1).wait(1)
    assert (table.moves() == ["32-27", "20-24"]) == anew
    assert ("astray" in table.names()) != anew


def test_a_board_that_never_rested_tells_nothing_anew() -> None:
    table = two_hands(Table()).wait(1)
    assert "takeback" not in table.names()
    assert "astray" in table.names()


def test_a_sleeve_that_takes_men_along_for_a_moment() -> None:
    table = Table().wait(1).lift("32", "37", after=0.1).put("28", after=0.2)
    table.lift("20", after=0.1).put("37", after=0.05, pole="w").put("24", after=0.1, pole="b").wait(1)
    assert table.moves() == ["32-28", "20-24"]
    assert "takeback" not in table.names()


def test_undo_ends_the_stretch() -> None:
    table = Table().wait(1).lift("32").put("28").wait(0.05).press("undo", after=0.01)
    table.lift("20", after=0.1).lift("28", after=0.05).put("27", pole="w", after=0.1)
    table.put("24", pole="b", after=0.1).wait(1)
    assert table.moves() == ["32-28"], "an answer makes it a move again"
    assert table.names().count("takeback") == 1
    assert table.told("astray")


def test_a_takeback_ends_the_stretch() -> None:
    table = Table().wait(1).lift("32").put("28").lift("28", after=0.1).put("32", after=0.1).wait(0.25)
    assert table.moves() == []
    two_hands(table).wait(1)
    assert table.moves() == ["32-28"]
    assert table.names().count("takeback") == 1
    assert "astray" in table.names()


def test_what_stood_before_the_stretch_stands_after_it() -> None:
    table = Table().wait(1).move("31-26").move("19-23").wait(1)
    table.lift("32").put("28").lift("23", after=0.1)
    table.lift("28", after=0.05).put("27", pole="w", after=0.1).put("28", pole="b", after=0.1).wait(1)
    assert table.moves()[:2] == ["31-26", "19-23"]
    assert all(int(str(each["ply"])) > 2 for each in table.told("takeback"))


def test_plies_of_the_stretch_that_were_heard_rightly_are_not_told_twice() -> None:
    table = Table().wait(1)
    table.lift("31").put("26", after=0.1).lift("20", after=0.2).put("25", after=0.1)
    table.lift("32", after=0.2).put("28").lift("15", after=0.1).lift("28", after=0.05)
    table.put("27", pole="w", after=0.1).put("20", pole="b", after=0.1).wait(1)
    assert table.moves() == ["31-26", "20-25", "32-27", "15-20"]
    assert [each["ply"] for each in table.told("takeback")] == [3]


def test_an_answer_while_captured_men_are_taken_off() -> None:
    table = Table().wait(1).move("32-28").move("19-23").wait(1)
    table.lift("28").put("19", after=0.2).lift("14", after=0.08)
    table.lift("23", after=0.08).lift("19", after=0.08).put("23", after=0.1, pole="b").wait(1)
    assert table.moves() == ["32-28", "19-23", "28x19", "14x23"]
    assert "takeback" not in table.names()


def test_marbles_answered_faster_than_a_push_is_waited_for() -> None:
    table = Table("abalone").wait(1)
    moves = ["c5d6", "g5f4", "c4d5", "g6f5"]
    for text in moves:
        table.lift(text[:2], after=0.08).put(text[2:], after=0.08)
    table.wait(2)
    assert table.moves() == moves
    assert "astray" not in table.names()
