"""The order of events and their printed form."""

import json

from table import Table

from firmware_host.events import Ended, Final, Lit, Moved, Started, TakenBack, as_json, in_order
from firmware_host.keeping import changes
from rules.game import Side


def test_the_order_at_one_time() -> None:
    lit, final = Lit(1.0, {}), Final(1.0, 1)
    moved, earlier = Moved(1.0, 2, "19-23", "…", Side.BLACK), Lit(0.5, {})
    assert in_order([lit, final, moved, earlier]) == [earlier, moved, final, lit]


def test_a_takeback_of_a_ply_heard_at_the_same_time_stays_behind_it() -> None:
    moved, back = Moved(1.0, 3, "32-28", "…", Side.WHITE), TakenBack(1.0, 3, "…")
    assert in_order([moved, back]) == [moved, back]
    other = TakenBack(1.0, 2, "…")
    assert in_order([moved, other]) == [other, moved]


def test_what_belongs_to_a_new_game_stays_behind_its_start() -> None:
    ended, started = Ended(1.0, None, "aborted"), Started(1.0, "international", "…")
    moved = Moved(1.0, 1, "32-28", "…", Side.WHITE)
    assert in_order([ended, started, moved]) == [ended, started, moved]


def test_new_right_after_a_move_keeps_the_journal_in_step() -> None:
    table = Table().move("32-28").press("new").wait(1)
    kept = [type(change).__name__ for change in changes(table.events, table.game, table.game.start())]
    assert kept == ["Record", "End", "Begin"]
    assert table.moves() == []
    assert table.told("astray")[-1]["missing"] == ["32"]
    table.lift("28").put("32").move("31-27")
    assert table.moves() == ["31-27"]


def test_every_event_is_printed_with_its_time_and_name_first() -> None:
    table = Table().move("32-28").lift("19").wait(1)
    for event in table.events:
        printed = as_json(event)
        assert list(printed)[:2] == ["t", "event"]
        assert "full" not in printed
        json.dumps(printed)
