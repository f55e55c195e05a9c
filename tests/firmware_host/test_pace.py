"""How long each side is waited for: one test a law, with exact times."""

import pytest
from table import Table

from firmware_host.pace import EASE_S, MARGIN_S, REMEMBERED, STRETCH_S, TELLING_S
from firmware_host.settings import Settings
from rules.game import Side

KINGS = "W:WK46,K50:BK2,K1"
LAG_S = 0.012


def wait_of(table: Table, side: Side = Side.WHITE) -> float:
    return table.pipeline.session._hearing._pace.wait_s(side)


def slide(table: Table, origin: str, *stops: str, rest_s: float) -> Table:
    """Lift from `origin`, rest `rest_s` on each stop but the last, and stay on that."""
    table.lift(origin, after=1.0)
    for at, stop in enumerate(stops):
        if at:
            table.lift(stops[at - 1], after=rest_s)
        table.put(stop, after=0.1)
    return table.wait(0.7)


def stood(table: Table, count: int) -> Table:
    """`count` moves of White's king from 46 that could have gone on and did not, each answered."""
    stops = ["46", *(["41", "37"] * count)]
    answers = ["2", *(["8", "2"] * count)]
    for number in range(count):
        table.lift(stops[number]).put(stops[number + 1]).wait(0.6)
        table.lift(answers[number]).put(answers[number + 1]).wait(0.6)
    return table


def test_the_wait_begins_as_the_setting_says() -> None:
    table = Table(start=KINGS).lift("46").put("41").wait(0.299)
    assert table.moves() == []
    table.wait(0.002)
    assert table.told("move")[0]["t"] == pytest.approx(0.6 + 0.3)


def test_a_rest_that_ended_before_the_wait_covers_the_next_one_like_it() -> None:
    table = slide(Table(start=KINGS), "46", "41", "32", rest_s=0.28)
    assert table.names() == ["move"]
    assert wait_of(table) == pytest.approx(0.28 + MARGIN_S)
    table.lift("2").put("8").wait(0.6)
    table.lift("32").put("28")
    landed = table.t
    table.wait(0.6)
    assert table.told("move")[-1]["t"] == pytest.approx(landed + 0.28 + MARGIN_S, abs=1e-3)


def test_a_short_rest_changes_nothing() -> None:
    table = slide(Table(start=KINGS), "46", "41", "32", rest_s=0.1)
    assert wait_of(table) == pytest.approx(0.3)


def test_a_rest_that_outlasted_the_wait_lengthens_it_and_the_record_is_right_all_the_same() -> None:
    table = slide(Table(start=KINGS), "46", "41", "32", rest_s=0.33)
    assert table.names() == ["move", "amend"]
    assert table.moves() == ["46-32"]
    assert wait_of(table) == pytest.approx(0.33 + MARGIN_S)


def test_a_rest_longer_than_any_wait_lengthens_it_a_little() -> None:
    table = slide(Table(start=KINGS), "46", "41", "32", rest_s=0.6)
    assert wait_of(table) == pytest.approx(0.3 + STRETCH_S)
    assert wait_of(table, Side.BLACK) == 0.3


def test_a_second_thought_is_no_pace() -> None:
    table = slide(Table(start=KINGS), "46", "41", "32", rest_s=TELLING_S + 0.1)
    assert table.moves() == ["46-32"]
    assert wait_of(table) == 0.3


def test_it_never_leaves_its_bounds() -> None:
    table = Table(start="W:WK46,K50:BK2,K1", settings=Settings(slide_min_s=0.29, slide_max_s=0.34))
    for _ in range(5):
        slide(table, "46", "41", "32", rest_s=0.5).lift("2").put("8").wait(0.6)
        slide(table, "32", "41", "46", rest_s=0.5).lift("8").put("2").wait(0.6)
    assert wait_of(table) == pytest.approx(0.34)
    table = Table(start=KINGS, settings=Settings(slide_min_s=0.29, slide_max_s=0.34))
    assert wait_of(stood(table, 9)) == pytest.approx(0.29)
    assert wait_of(table, Side.BLACK) >= 0.29


def test_a_player_who_never_rests_is_waited_for_less_slowly() -> None:
    table = stood(Table(start=KINGS), 4)
    assert wait_of(table) == pytest.approx(0.3 - 4 * EASE_S)
    fifty_later = 0.3 - 50 * EASE_S
    assert fifty_later == pytest.approx(Settings().slide_min_s)


def test_the_wait_is_not_eased_below_what_the_last_rests_need() -> None:
    table = slide(Table(start=KINGS), "46", "41", "32", rest_s=0.255)
    assert wait_of(table) == pytest.approx(0.3)
    table.lift("2").put("8").wait(0.6).lift("32").put("46").wait(0.6).lift("8").put("2").wait(0.6)
    stood(table, 4)
    assert wait_of(table) == pytest.approx(0.255 + MARGIN_S)


def test_moves_that_cannot_go_on_say_nothing() -> None:
    table = Table().move("32-28").move("19-23").move("28x19").move("14x23")
    assert (wait_of(table), wait_of(table, Side.BLACK)) == (0.3, 0.3)


def test_a_piece_lifted_and_returned_has_not_gone_on() -> None:
    table = Table(start=KINGS).lift("46").put("41").lift("41", after=0.28).put("41", after=0.1).wait(0.6)
    assert table.moves() == ["46-41"]
    assert wait_of(table) == 0.3


def test_equal_bounds_keep_the_wait_as_it_is() -> None:
    fixed = Settings(slide_min_s=0.3, slide_max_s=0.3)
    table = slide(Table(start=KINGS, settings=fixed), "46", "41", "32", rest_s=0.35)
    assert wait_of(table) == 0.3
    assert wait_of(stood(Table(start=KINGS, settings=fixed), 3)) == 0.3


def test_a_setting_outside_the_bounds_is_a_bound_itself() -> None:
    table = slide(Table(start=KINGS, settings=Settings(slide_s=1.0)), "46", "41", "32", rest_s=0.5)
    assert wait_of(table) == 1.0
    table = Table(start=KINGS, settings=Settings(slide_s=0.1))
    assert wait_of(stood(table, 2)) == pytest.approx(0.1)


def test_the_default_bounds_keep_a_flying_king_under_four_tenths() -> None:
    assert Settings().slide_max_s <= 0.38
    assert Settings().slide_min_s >= 0.2
    assert REMEMBERED > 0


def test_the_same_hands_give_the_same_waits() -> None:
    tables = [slide(Table(start=KINGS), "46", "41", "37", "32", rest_s=0.27) for _ in range(2)]
    assert tables[0].told() == tables[1].told()
    assert wait_of(tables[0]) == wait_of(tables[1])
