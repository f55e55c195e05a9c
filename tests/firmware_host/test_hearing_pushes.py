"""Boards on which pieces push each other: what must be seen before a push is believed, asked or corrected."""

from table import Table

from rules.registry import game as game_called

RIM = tuple(sorted(game_called("overboord").board.gutter))
FULL = "wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw w push"
"""Chequered: white on b7, d7, f7, c6 …"""
ROW = ("b7", "c7", "d7", "e7", "f7", "g7")
ENEMIES_LAST = "wwwwbb/6/6/6/6/bbbbbb w push"


def overboord(start: str, *, chooser: str = "none", unknown: tuple[str, ...] = ()) -> Table:
    return Table("overboord", start, chooser=chooser, unknown=unknown).wait(1)


def roll(table: Table, *fields: str, fallen: str | None = None) -> Table:
    """Push the stone of the first field on by one: the whole row opens, then all but the first close again,
    each with the stone from behind, and the last stone falls into the gutter field `fallen`."""
    poles = [table.poles[field] for field in fields]
    table.lift(*fields, after=0.3)
    table.t += 0.03
    table.poles |= dict(zip(fields[1:], poles, strict=False))
    if fallen is not None:
        table.poles[fallen] = poles[-1]
    table._feed()
    return table


def test_a_stone_held_and_put_back_is_no_push() -> None:
    for field, side in (("b7", "w"), ("f5", "b"), ("g2", "b")):
        table = overboord(FULL.replace(" w ", f" {side} "))
        table.lift(field).wait(2).put(field).wait(1)
        assert table.names() == [], field


def test_a_push_that_may_go_on_is_believed_once_all_is_at_rest() -> None:
    table = roll(overboord(ENEMIES_LAST), *ROW, fallen="h7").wait(0.29)
    assert table.names() == []
    table.wait(0.1)
    assert table.moves() == ["b7r1x1"]


def test_a_push_that_cannot_go_on_is_believed_at_once() -> None:
    table = roll(overboord(FULL), *ROW, fallen="h7").wait(0.02)
    assert table.moves() == ["b7r1x1"]


def test_another_gutter_field_tells_another_push() -> None:
    row = roll(overboord(FULL), *ROW, fallen="h7").wait(0.5)
    column = roll(overboord(FULL), "b7", "b6", "b5", "b4", "b3", "b2", fallen="b1").wait(0.5)
    assert (row.moves(), column.moves()) == (["b7r1x1"], ["b7d1x1"])
    assert row.position.occupied == column.position.occupied


def test_a_push_that_drops_nothing_where_it_must_is_not_believed() -> None:
    """Three stones of the row leave their fields and three come, but nothing lies behind its end."""
    table = roll(overboord(FULL), "b7", "c7", "d7", "e7").wait(3)
    assert table.moves() == []


def test_a_far_push_needs_its_stone_in_the_gutter_too() -> None:
    table = overboord("w4b/6/6/6/6/6 w push")
    table.lift("b7").lift("g7").put("g7", after=0.2, pole="w").wait(3)
    assert table.moves() == []
    table = overboord("w3b1/6/6/6/6/6 w push")
    table.lift("b7", "f7").put("g7", after=0.2, pole="w").wait(1)
    assert table.moves() == []
    table.put("h7", pole="b").wait(1)
    assert table.moves() == ["b7r5x1"]


def test_an_old_stone_in_the_gutter_proves_nothing_alone() -> None:
    table = overboord(FULL)
    table.put("h7", pole="b").wait(1)
    table.lift("b7").wait(2).put("b7").wait(1)
    assert table.moves() == []
    roll(table, *ROW).wait(0.5)
    assert table.moves() == ["b7r1x1"]


def test_a_fallen_stone_may_be_taken_away_before_the_push_is_believed() -> None:
    table = roll(overboord(ENEMIES_LAST), *ROW, fallen="h7")
    table.lift("h7", after=0.15).wait(0.5)
    assert table.moves() == ["b7r1x1"]


def test_pushing_on_amends_though_the_first_stone_still_lies_in_the_gutter() -> None:
    table = roll(overboord(ENEMIES_LAST), *ROW, fallen="h7").wait(0.5)
    assert table.moves() == ["b7r1x1"]
    roll(table, *ROW[1:]).wait(0.5)
    assert table.moves() == ["b7r2x2"]
    assert table.names() == ["move", "amend"]


def test_a_line_on_its_way_further_is_not_the_other_sides_move() -> None:
    """White has pushed one on and goes on; what rolls looks for a moment like Black's f6 pushed up by one."""
    table = overboord("6/4b1/6/4b1/4w1/6 w push")
    table.lift("f4").wait(0.05).put("f5", after=0.05, pole="b").lift("f3", after=0.01).put("f4", after=0.05)
    table.wait(0.5)
    assert table.moves() == ["f3u1"]
    table.lift("f6", after=0.3).put("f7", after=0.05, pole="b").lift("f4", after=0.05).wait(0.1)
    table.lift("f5", after=0.01).put("f5", "f6", after=0.05).wait(0.1)
    assert table.moves() == ["f3u1"]


def test_the_next_player_who_lifts_a_stone_of_the_row_does_not_push_it_on() -> None:
    table = roll(overboord("wwwbbb/6/6/6/6/bbbbbb w push"), *ROW, fallen="h7").wait(1)
    table.lift("c7").wait(1)
    assert table.moves() == ["b7r1x1"]
    assert "amend" not in table.names()


def test_a_row_that_rolls_through_the_picture_of_rest_keeps_its_traces() -> None:
    """A reed with a dead spot shows the pusher again for an instant, when the next stone has passed it."""
    for pause, moves in ((0.05, ["f7r1x1"]), (1.0, [])):
        table = overboord("4wb/6/6/6/6/b5 w push", unknown=RIM)
        table.lift("g7").put("g7", after=0.03, pole="w").lift("f7", after=pause).wait(2)
        assert table.moves() == moves, pause


def test_a_line_moved_one_by_one_is_one_push() -> None:
    table = overboord("6/6/1wb3/6/6/w5 w push")
    table.lift("d5").put("e5", after=0.2).lift("c5", after=0.1).put("d5", after=0.2, pole="w").wait(0.5)
    assert table.moves() == ["c5r1"]


def test_who_pushes_first_tells_what_was_chosen() -> None:
    for stone, words in (("b7", ["first", "black"]), ("b6", ["second", "black"])):
        table = overboord(FULL.replace("w push", "w choose"), chooser="white")
        row = [f"{file}{stone[1]}" for file in "bcdefg"]
        roll(table, *row, fallen=f"h{stone[1]}").wait(0.5)
        assert sorted(table.moves()[:2]) == sorted(words)
        assert table.moves()[2:] == [f"{stone}r1x1"]
        assert [event["ply"] for event in table.told("move")] == [1, 2, 3]


def test_a_stone_held_before_the_choice_chooses_nothing() -> None:
    table = overboord(FULL.replace("w push", "w choose"), chooser="white")
    table.lift("b7").wait(1.5).put("b7").wait(1)
    assert table.names() == []


def test_taking_the_first_push_back_takes_the_choice_back() -> None:
    table = overboord("1w4/6/6/6/6/1b4 w choose", chooser="white")
    table.lift("c7").put("d7").wait(0.5)
    assert table.moves()[2:] == ["c7r1"]
    table.lift("d7").put("c7").wait(0.5)
    assert table.moves() == []
    assert [event["ply"] for event in table.told("takeback")] == [3, 2, 1]
    table.lift("c2").put("d2", pole="b").wait(0.5)
    assert table.moves()[2:] == ["c2r1"]


def asked() -> Table:
    """Black's corner stone has gone, both others were touched, and no gutter tells which of them fell."""
    table = overboord("w5/6/6/6/6/b4w b push", unknown=RIM)
    table.lift("b2").lift("g2", after=0.1).put("g2", after=0.1).lift("b7", after=0.1).put("b7", after=0.1)
    return table.wait(1)


def test_two_pushes_that_look_alike_are_asked() -> None:
    table = asked()
    assert table.moves() == []
    assert [event["moves"] for event in table.told("ask")] == [["b2r5x1", "b2u5x1"]]
    assert table.role("question") == {"g2", "b7"}


def test_lifting_and_returning_a_candidate_answers() -> None:
    for field, move in (("g2", "b2r5x1"), ("b7", "b2u5x1")):
        table = asked()
        table.lift(field).put(field).wait(0.5)
        assert table.moves() == [move]
        assert table.role("question") == set()


def test_a_later_move_answers_if_only_one_fits() -> None:
    table = asked()
    table.lift("b7").put("c7").wait(1)
    assert table.moves() == ["b2r5x1", "b7r1"]


STUCK = "wbbbbw/b4b/b4b/b4b/b4b/wbbbbw w push"
STUCK_NEXT = "wbb1bw/b2b1b/b4b/b4b/b4b/wbbbbw b push"
"""Black pushes e6 up, and no white stone can be pushed any more."""


def test_a_side_that_is_stuck_from_the_start_passes_once_the_board_is_in_order() -> None:
    table = overboord(STUCK)
    assert [(event["move"], event["by"]) for event in table.told("move")] == [("pass", "white")]
    table.lift("c7").put("c6").wait(1)
    assert table.moves() == ["pass", "c7d1"]


def test_a_pass_confirms_nothing_and_goes_with_the_move_before_it() -> None:
    table = overboord(STUCK_NEXT)
    table.lift("e6").put("e7").wait(1)
    assert table.moves() == ["e6u1", "pass"]
    assert table.told("final") == []
    table.press("undo").wait(1)
    assert table.moves() == []
    assert [event["ply"] for event in table.told("takeback")] == [2, 1]


def test_a_move_before_a_pass_may_still_be_amended() -> None:
    table = overboord(STUCK_NEXT)
    table.lift("e6").put("e7").wait(1).lift("e7").put("d6").wait(1)
    assert table.moves() == ["e6l1"]
    assert table.names() == ["move", "move", "takeback", "amend"]


def test_a_marble_held_and_put_back_ejects_nothing() -> None:
    table = Table("abalone", "5/6/7/8/9/8/7/bb4/wbb2 b 0 0").wait(1)
    ejecting = [move.text[:2] for move in table.position.legal_moves() if move.captures]
    assert ejecting
    for field in ejecting:
        table.lift(field).wait(1.5).put(field).wait(0.5)
    assert table.names() == []
