"""Sensors that are dead: what names them, what only looks like it, and what is heard around them."""

import pytest
from broken_table import BrokenTable
from table import Table

CLOSES, OPENS, AGAIN = "never closes", "never opens", "works again"
QUIET = ("32-28", "20-24", "37-32", "14-20", "41-37", "10-14")
"""32 and 37 have opened and closed, 28 has closed."""


def told_anew(table: Table, since: int) -> list[object]:
    """The moves, takebacks and faults since the event of that number, with their times."""
    events = table.told()[since:]
    return [(each["event"], each.get("move") or each.get("field"), each["t"]) for each in events]


def test_a_field_that_never_opens_is_named_once_play_tells_its_move_from_all_others() -> None:
    table = BrokenTable(stuck={"32": "x"}).play("32-28", "20-24", "37-32")
    assert table.moves() == []
    assert set(table.names()) == {"astray"}
    begun = len(table.told())
    table.play("14-20")
    at = 4.85
    """When the man of 14 is in the air for `astray_s`."""
    assert told_anew(table, begun) == [
        ("move", "32-28", at),
        ("move", "20-24", at),
        ("move", "37-32", at),
        ("final", None, at),
        ("final", None, at),
        ("fault", "32", at),
        ("move", "14-20", 4.912),
        ("final", None, 4.912),
        ("restored", None, 4.912),
    ]
    fault = table.told("fault")[0]
    assert fault == {"t": at, "event": "fault", "field": "32", "what": OPENS, "since": at}
    table.play("41-37", "10-14")
    assert table.moves() == [*QUIET]


def test_two_fields_that_explain_play_alike_stay_astray_until_evidence_decides() -> None:
    """The man of 32 went to 27 or to 28: nobody can tell, until one on 21 is not taken from there."""
    table = BrokenTable(stuck={"28": ""})
    table.play(*QUIET, "46-41", "5-10", "31-26", "18-22")
    assert table.moves() == []
    assert table.faults() == []
    assert table.told("astray")
    table.play("26-21")
    assert table.moves()[0] == "32-28"
    assert table.faults() == [("28", CLOSES)]
    assert table.position == table.truth


def test_a_man_unseen_at_the_start_is_a_dead_sensor_after_two_plies() -> None:
    table = BrokenTable(stuck={"31": ""}).play("32-28")
    assert (table.moves(), table.faults()) == ([], [])
    table.play("20-24")
    assert table.moves() == ["32-28", "20-24"]
    assert table.faults() == [("31", CLOSES)]


def test_an_empty_field_that_shows_a_man_at_the_start() -> None:
    table = BrokenTable(stuck={"28": "x"}).play("32-28", "20-24")
    assert table.faults() == [("28", OPENS)]
    table.play("37-32")
    assert table.position == table.truth


@pytest.mark.parametrize("field", ["31", "20"])
def test_a_man_forgotten_in_the_set_up_and_put_right_names_nothing(field: str) -> None:
    table = Table(missing=(field,)).wait(1)
    table.put(field, pole="w").wait(1)
    for text in QUIET:
        table.move(text)
    assert table.names()[:2] == ["astray", "restored"]
    assert "fault" not in table.names()
    assert table.moves() == [*QUIET]


@pytest.mark.parametrize(("field", "said", "what"), [("23", "", CLOSES), ("19", "x", OPENS)])
def test_the_field_of_a_man_that_is_taken(field: str, said: str, what: str) -> None:
    table = BrokenTable(stuck={field: said}).play("32-28", "19-23", "28x19", "14x23")
    assert table.faults() == [(field, what)]
    assert table.position == table.truth


def test_a_sensor_that_has_worked_is_not_blamed_before_four_plies() -> None:
    table = BrokenTable().play(*QUIET)
    table.breaks("28", "x").play("46-41", "5-10", "28-22", "17x28", "33x22")
    assert (len(table.moves()), table.faults()) == (8, [])
    table.play("18x27")
    assert table.faults() == [("28", OPENS)]
    assert table.position == table.truth


def test_one_dead_sensor_after_another() -> None:
    table = BrokenTable(stuck={"32": "x"}).play(*QUIET)
    table.breaks("10", "x").play("46-41", "5-10", "31-26", "18-23")
    assert table.faults() == [("32", OPENS), ("10", OPENS)]
    assert table.position == table.truth


def test_a_sensor_that_agrees_with_a_piece_and_without_one_works_again() -> None:
    table = BrokenTable(stuck={"32": "x"}).play("32-28", "20-24", "37-32", "14-20")
    table.stuck.clear()
    table.play("41-37", "10-14")
    assert table.faults() == [("32", OPENS)], "with a piece it has always agreed"
    table.play("32-27", "5-10")
    assert len(table.faults()) == 1, "a field without a piece, after one with"
    table.play("37-32", "18-23")
    assert table.faults() == [("32", OPENS), ("32", AGAIN)]
    table.play("46-41")
    assert table.position == table.truth


def test_a_sensor_that_still_says_the_same_never_works_again() -> None:
    table = BrokenTable(stuck={"32": "x"})
    table.play(
        "32-28", "20-24", "37-32", "14-20", "41-37", "10-14", "32-27", "5-10", "37-32", "18-23", "46-41"
    )
    assert table.faults() == [("32", OPENS)]
    assert table.position == table.truth


def test_a_missing_man_who_is_seen_for_a_moment_is_not_on_a_dead_field() -> None:
    table = BrokenTable(stuck={"31": ""}).play("32-28").lift("20")
    table.stuck.clear()
    table.wait(0.1)._feed()
    table.stuck["31"] = ""
    table.wait(0.1)._feed()
    table.put("24", pole="b").wait(0.5).lift("37").put("32", pole="w").wait(1)
    assert table.faults() == []
    assert "31" in table.told("astray")[-1]["missing"]


def test_a_field_that_changes_and_changes_back_is_not_dead() -> None:
    """28 shows what a dead sensor would have to hide, but it goes out in between: somebody played about."""
    table = BrokenTable(stuck={"28": "x"})
    table.stuck.clear()
    table._feed()
    table.wait(0.1)
    table.stuck["28"] = "x"
    table.play("32-28", "20-24", "37-32", "14-20")
    assert "28" not in [field for field, _ in table.faults()]


def test_where_pieces_push_each_other_no_sensor_is_blamed() -> None:
    table = BrokenTable("abalone", stuck={"d6": ""}).play("c5d6", "g5f4", "c4d5", "g6f5")
    assert table.faults() == []
    assert set(table.names()) <= {"astray", "restored", "move", "final"}


def test_a_move_from_a_dead_field_is_taken_once_its_piece_has_rested_for_long() -> None:
    table = BrokenTable(stuck={"31": ""}).play("32-28", "20-24")
    table.lift("31").put("26").wait(1.45)
    assert len(table.moves()) == 2
    table.wait(0.1)
    assert table.moves()[2:] == ["31-26"]
    assert table.told("move")[-1]["t"] == pytest.approx(table.t - 1.55 + 1.5)


def test_a_move_to_a_dead_field_is_taken_once_its_piece_was_gone_for_long() -> None:
    """37-31 is the one move of this man that ends where nobody sees it; 37-32 is blocked."""
    table = BrokenTable(stuck={"31": ""}).play("32-28", "20-24", "37-32", "14-20", "31-26", "10-14")
    lifted = table.t + 0.3
    table.lift("36").wait(3.9)
    assert len(table.moves()) == 6
    table.wait(0.2)
    assert table.moves()[6:] == ["36-31"]
    assert table.told("move")[-1]["t"] == pytest.approx(lifted + 4.0)


def test_a_pole_of_the_wrong_side_speaks_against_a_move_over_a_dead_field() -> None:
    table = BrokenTable(stuck={"31": ""}, hall=True).play("32-28", "20-24")
    assert table.faults() == [("31", CLOSES)]
    table.lift("31").put("26", pole="b").wait(10)
    assert table.moves() == ["32-28", "20-24"]
