"""What a player who learns is shown, and when: one test a law."""

import pytest
from table import Table

from firmware_host.events import Lit
from firmware_host.lesson import HOP_S, PAUSE_S
from firmware_host.settings import Help, Settings

TEACHER = Settings(help_white=Help.TEACHER)
TWO_MEN = "W:W46,50:B1,32,41"
FIRST = {"46": "advice-from", "41": "capture", "37": "advice-to"}
SECOND = {"37": "advice-from", "32": "capture", "28": "advice-to"}
DUE = {"46": "must"}


def pictures(table: Table, since: float) -> list[tuple[float, dict[str, str]]]:
    """The pictures from `since` on, with the seconds after it."""
    lit = [event for event in table.events if isinstance(event, Lit) and event.t >= since]
    return [(round(event.t - since, 3), dict(event.lights)) for event in lit]


def quiet_move_put_back(settings: Settings = TEACHER, rest_s: float = 0.5) -> Table:
    return Table(start=TWO_MEN, settings=settings).lift("50").put("45").lift("45", after=rest_s).put("50")


def test_after_a_quiet_move_was_put_back_the_capture_plays_hop_by_hop() -> None:
    table = quiet_move_put_back()
    back = table.t
    table.wait(6)
    assert table.names() == ["astray", "restored"]
    hop = HOP_S + PAUSE_S
    assert pictures(table, back + 0.1) == [
        (0.02, FIRST),
        (round(0.02 + HOP_S, 3), {}),
        (round(0.02 + hop, 3), SECOND),
        (round(0.02 + hop + HOP_S, 3), DUE),
    ]


def test_each_captured_man_winks_once() -> None:
    table = Table(start="W:W46,50:B1,14,23,32,41", settings=TEACHER)
    assert [move.text for move in table.position.legal_moves()] == ["46x10"]
    table.lift("50").put("45").wait(0.4).lift("45").put("50").wait(10)
    seen = [field for _, lights in pictures(table, 0) for field, role in lights.items() if role == "capture"]
    assert seen == ["41", "32", "23", "14"]


def test_after_a_short_capture_was_put_back_too() -> None:
    """46x37 with one man taken off is not complete; the man returns, the piece returns."""
    table = Table(start=TWO_MEN, settings=TEACHER).lift("46").put("37").lift("41").wait(0.5)
    table.put("41").wait(0.5).lift("37").put("46", pole="w")
    back = table.t
    table.wait(0.2)
    assert table.lights == FIRST
    assert pictures(table, back)[0] == (0.12, FIRST)


def test_a_hand_that_lifts_a_piece_ends_the_lesson() -> None:
    table = quiet_move_put_back().wait(0.5)
    assert table.lights == FIRST
    table.lift("46", after=0.1).wait(0.13)
    assert table.role("origin") == {"46"}
    table.put("46").wait(0.5)
    assert table.lights == DUE
    assert table.wait(5).lights == DUE


def test_a_lift_between_two_hops_holds_the_picture_until_it_has_lasted() -> None:
    """No picture changes under a hovering hand, the next hop neither."""
    table = quiet_move_put_back()
    table.wait(0.12 + HOP_S - 0.05)
    before = len(table.events)
    table.lift("46", after=0).wait(0.1).put("46", after=0.01)
    assert not [event for event in table.events[before:] if isinstance(event, Lit)]


def test_the_move_that_was_due_ends_it() -> None:
    table = quiet_move_put_back().wait(0.5)
    table.move("46x28").wait(1)
    assert table.moves() == ["46x28"]
    assert "advice-from" not in table.lights.values()


@pytest.mark.parametrize("level", [Help.SILENT, Help.REFEREE])
def test_the_other_levels_teach_nothing(level: Help) -> None:
    table = quiet_move_put_back(Settings(help_white=level, help_black=Help.TEACHER)).wait(6)
    roles = {role for _, lights in pictures(table, 0) for role in lights.values()}
    assert not roles & {"advice-from", "advice-to", "capture"}


def test_what_has_not_been_refused_is_no_lesson() -> None:
    table = quiet_move_put_back(rest_s=0.24).wait(4)
    assert "advice-from" not in {role for _, lights in pictures(table, 0) for role in lights.values()}
    table = quiet_move_put_back(rest_s=0.26).wait(4)
    assert "advice-from" in {role for _, lights in pictures(table, 0) for role in lights.values()}


def test_without_a_capture_that_was_due_there_is_none() -> None:
    table = Table(start="W:W46,50:B1,9", settings=TEACHER).lift("46").put("36").wait(1)
    table.lift("36").put("46").wait(4)
    assert table.names() == ["astray", "restored"]
    assert "advice-from" not in {role for _, lights in pictures(table, 0) for role in lights.values()}


def test_of_several_captures_that_of_the_piece_is_shown_else_the_first() -> None:
    start = "W:W28,38,50:B1,22,23,42"
    table = Table(start=start, settings=TEACHER)
    texts = sorted(move.text for move in table.position.legal_moves())
    assert len(texts) > 1
    table.lift("50").put("45").wait(0.5).lift("45").put("50").wait(0.2)
    first = table.position.parse_move(texts[0]).transfers[0]
    assert table.role("advice-from") == {first.origin}
    other = next(text for text in reversed(texts) if not text.startswith(str(first.origin)))
    origin = other.split("x")[0]
    table = Table(start=start, settings=TEACHER)
    wrong = next(
        name
        for name in table.board.fields
        if table.position.let_stand(table.board.bit[origin], table.board.bit[name], 0)
    )
    table.lift(origin).put(wrong).wait(0.5).lift(wrong).put(origin).wait(0.2)
    assert table.role("advice-from") == {origin}


def test_a_capture_whose_king_turns_lands_where_its_text_says() -> None:
    table = Table(start="W:WK16,50:B21,23,33,39,1", settings=TEACHER)
    table.lift("50").put("45").wait(0.5).lift("45").put("50").wait(8)
    hops = [lights for _, lights in pictures(table, 0) if "advice-from" in lights.values()]
    stands = [next(field for field, role in one.items() if role == "advice-from") for one in hops]
    lands = [next(field for field, role in one.items() if role == "advice-to") for one in hops]
    assert stands == ["16", *lands[:-1]]
    assert len(hops) == 3
