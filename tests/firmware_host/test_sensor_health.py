"""What gives a sensor, a line of sensors or a magnet away, and what hands do that must not."""

import pytest
from table import Table

from rules.board import lines_of
from rules.registry import game as game_called
from rules.registry import names

FLICKERS, WEAK, OUT, AGAIN = "flickers", "weak magnet", "drops out", "works again"
PLAY = ("32-28", "20-24", "37-32", "14-20", "41-37", "10-14", "46-41", "5-10", "31-26")
BACK_ROW = ("46", "47", "48", "49", "50")


def faults(table: Table) -> list[tuple[object, object]]:
    return [(each.get("field", each.get("device")), each["what"]) for each in table.told("fault")]


def hover(table: Table, field: str, times: int = 10) -> Table:
    """A piece, or a sensor, that comes and goes many times in a second."""
    for _ in range(times):
        table.lift(field, after=0.05).put(field, after=0.05)
    return table.wait(1)


def blink(table: Table, field: str, seconds: float) -> Table:
    """A piece that is not seen for a moment, while all else rests."""
    return table.wait(0.6).lift(field, after=0.1).put(field, after=seconds).wait(0.6)


# Flickering


def test_a_field_that_comes_and_goes_again_and_again_flickers() -> None:
    table = hover(Table().wait(1), "32").wait(5)
    assert faults(table) == [], "a hovering hand does that once"
    hover(table, "32")
    assert faults(table) == [("32", FLICKERS)]
    hover(hover(table.wait(5), "32").wait(5), "32")
    assert faults(table) == [("32", FLICKERS)], "it is named once"


def test_two_hovering_hands_shortly_after_each_other_are_one() -> None:
    table = hover(hover(Table().wait(1), "32"), "32")
    assert faults(table) == []


def test_bursts_that_lie_long_apart_are_hands() -> None:
    table = hover(hover(Table().wait(1), "32").wait(301), "32")
    assert faults(table) == []


def test_a_piece_that_is_gone_for_an_instant_between_moves_flickers_there() -> None:
    """Three times in a minute, shorter than any hand needs; it has not moved."""
    table = Table().wait(1)
    for number, text in enumerate(PLAY[:3]):
        assert faults(table) == [], number
        blink(table, "50", 0.1).move(text)
    assert faults(table) == [("50", FLICKERS)]


def test_an_empty_field_that_shows_a_piece_for_a_moment_flickers() -> None:
    table = Table().wait(1)
    for text in PLAY[:3]:
        table.wait(1).put("27", after=0.1, pole="w").lift("27", after=0.5).wait(1).move(text)
    assert faults(table) == [("27", FLICKERS)]


def test_instants_that_lie_long_apart_are_forgotten() -> None:
    table = Table().wait(1)
    for text in PLAY[:6]:
        blink(table, "50", 0.1).move(text).wait(31)
    assert faults(table) == []


# What hands do


def test_knocking_is_no_fault() -> None:
    table = Table().wait(1)
    for text in PLAY[:4]:
        for _ in range(3):
            table.lift("50", after=0.3).put("50", after=0.4)
        table.wait(2).move(text)
    assert faults(table) == []


def test_adjusting_pieces_is_no_fault() -> None:
    table = Table().wait(1)
    for text, field in zip(PLAY, ("50", "49", "48", "47", "45", "44", "43", "42", "40"), strict=True):
        blink(table, field, 0.1).move(text)
    assert faults(table) == []


def test_thinking_with_the_piece_in_hand_is_no_fault() -> None:
    table = Table().wait(1)
    for text in PLAY:
        origin = text.split("-")[0]
        table.lift(origin).put(origin, after=5).wait(1).lift(origin).put(origin, after=3).wait(1).move(text)
    assert faults(table) == []


def test_a_piece_that_is_gone_for_an_instant_while_another_is_in_hand_was_bumped() -> None:
    table = Table().wait(1)
    for text in PLAY[:5]:
        origin, target = text.split("-")
        pole = table.poles[origin]
        blink(table.lift(origin), "50", 0.1).put(target, pole=pole).wait(0.6)
    assert faults(table) == []


def test_a_piece_that_slides_over_fields_leaves_none_of_them_in_doubt() -> None:
    table = Table(start="W:WK46,50:BK1,6").wait(1)
    for _ in range(6):
        for origin, way in (("46", ("41", "37", "32")), ("1", ("7", "12", "18"))):
            back = (*reversed(way[:-1]), origin)
            pole = table.poles[origin]
            for goes in (way, back):
                here = origin if goes is way else way[-1]
                for field in goes:
                    table.lift(here, after=0.08).put(field, after=0.04, pole=pole)
                    here = field
                table.wait(0.5)
    assert faults(table) == []


# Magnets


def test_a_weak_magnet_is_a_fault_that_travels_with_its_piece() -> None:
    table = Table().wait(1).move("32-28")
    blink(table, "31", 0.1).move("20-24").move("31-27").move("14-20")
    blink(table, "27", 0.1).move("37-31").move("10-14")
    assert faults(table) == []
    blink(table, "27", 0.1).move("41-37")
    assert faults(table) == [("27", WEAK)]
    table.wait(11)
    assert table.role("weak") == {"27"}
    table.move("5-10").move("27-21").wait(11)
    assert table.role("weak") == {"21"}


def test_a_reversed_magnet_is_told_on_the_second_field() -> None:
    table = Table(hall=True).wait(1).lift("32").put("28", pole="b").wait(0.5)
    assert (table.moves(), faults(table)) == (["32-28"], [])
    table.move("20-24").lift("28").put("22", pole="b").wait(0.5)
    ((field, what),) = faults(table)
    assert field == "22"
    assert "magnet is reversed" in str(what)
    assert table.told("fault")[0]["t"] == table.told("move")[-1]["t"]


def test_a_piece_turned_over_once_is_no_fault() -> None:
    table = Table(hall=True).wait(1).lift("32").put("28", pole="b").wait(0.5).move("20-24")
    table.lift("28").put("22", pole="w").wait(0.5)
    assert table.moves() == ["32-28", "20-24", "28-22"]
    assert faults(table) == []


def test_where_most_pieces_show_the_wrong_pole_none_is_reversed() -> None:
    """All magnets of the set lie the other way round: that is a matter of the wiring."""
    table = Table(hall=True, start="W:W32,33:B1,6")
    table.poles = {field: "b" if pole == "w" else "w" for field, pole in table.poles.items()}
    table._feed()
    table.wait(1).move("32-28").move("1-7").move("28-22").move("7-12")
    assert table.moves() == ["32-28", "1-7", "28-22", "7-12"]
    assert faults(table) == []


# Lines


def test_a_line_that_drops_out_is_unknown_until_it_returns() -> None:
    table = Table().wait(1).lift(*BACK_ROW, after=1)
    gone = table.t
    table.wait(1)
    (out,) = table.told("fault")
    line = "the line 46, 47, 48, 49, 50"
    assert out == {"t": round(gone + 0.012, 4), "event": "fault", "device": line, "what": OUT, "since": gone}
    table.move("32-28").move("20-24")
    assert table.moves() == ["32-28", "20-24"]
    table.put(*BACK_ROW, pole="w").wait(1)
    assert faults(table)[1:] == [("a line of fields", AGAIN)]
    table.move("37-32")
    assert len(table.moves()) == 3
    assert "astray" not in table.names()


def test_a_move_from_a_line_that_is_out_is_asked_and_heard_when_it_returns() -> None:
    table = Table().wait(1)
    for text in ("32-28", "20-24", "37-32", "14-20", "41-37", "10-14"):
        table.move(text)
    table.lift(*BACK_ROW, after=1).wait(1).put("41", pole="w").wait(0.5)
    assert len(table.moves()) == 6
    assert table.told("ask")[0]["moves"] == ["46-41", "47-41"]
    table.put(*BACK_ROW[1:], pole="w").wait(1)
    assert table.moves()[6:] == ["46-41"]


@pytest.mark.parametrize(
    "fields", [("46", "47", "48", "49"), ("46", "47"), ("46", "47", "48", "49", "50", "45")]
)
def test_pieces_that_are_not_a_whole_line_are_taken_away(fields: tuple[str, ...]) -> None:
    table = Table().wait(1).lift(*fields, after=1).wait(1)
    assert faults(table) == []
    assert set(table.told("astray")[0]["missing"]) == set(fields)


def test_two_pieces_are_no_line() -> None:
    table = Table(start="W:W46,47:B1,2").wait(1).lift("46", "47", after=1).wait(1)
    assert faults(table) == []


def test_a_row_of_stones_that_rolls_is_no_line_that_drops_out() -> None:
    start = "wwwwbb/6/6/6/6/bbbbbb w push"
    table = Table("overboord", start, chooser="none").wait(1)
    row = ("b7", "c7", "d7", "e7", "f7", "g7")
    table.lift(*row).put(*row[1:], "h7", after=0.03, pole="w").wait(1)
    assert (table.moves(), faults(table)) == (["b7r1x1"], [])


@pytest.mark.parametrize("name", names())
def test_rows_and_columns_cover_every_field_twice(name: str) -> None:
    board = game_called(name).board
    lines = [board.mask(line) for line in lines_of(board)]
    for field in board.fields:
        assert sum(bool(line & board.bit[field]) for line in lines) == 2
    assert all(line & ~board.all == 0 for line in lines)
