from __future__ import annotations

import pytest

from rules.game import RulesError
from rules.pdn_types import PdnError, Record, is_result, standard_result, tag_name

CHESS = ("1-0", "1/2-1/2", "0-1")
DRAUGHTS = ("2-0", "1-1", "0-2")


@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (("1-0", "2-0", "1 - 0", "2:0", "2–0"), 0),
        (("1/2-1/2", "½-½", "1-1", "1:1", "1/2", "½", "1/2 – 1/2"), 1),
        (("0-1", "0-2", "0 : 2"), 2),
    ],
)
def test_every_result_is_read_whatever_the_game(texts, place):
    for text in texts:
        assert is_result(text)
        assert standard_result(text, CHESS) == CHESS[place]
        assert standard_result(text, DRAUGHTS) == DRAUGHTS[place]


def test_no_result_lost_by_both_and_scores_of_a_tournament_s_own():
    assert {standard_result(text, CHESS) for text in ("*", "?", "", "-")} == {"*"}
    assert standard_result("0-0", DRAUGHTS) == "0-0"
    assert standard_result("1+ - 1-", DRAUGHTS) == "1+ - 1-"
    assert not is_result("4-6")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("event", "Event"),
        ("WHITE", "White"),
        ("game type", "GameType"),
        ("Set_Up", "SetUp"),
        ("fen", "FEN"),
        ("ECO", "ECO"),
        ("whiteElo", "WhiteElo"),
        (" Plies! ", "Plies"),
        ("--", ""),
        ("éc", "éc"),
    ],
)
def test_tag_names_have_one_spelling(typed, name):
    assert tag_name(typed) == name
    assert tag_name(name) == name


def test_a_record_orders_its_tags_and_drops_what_says_nothing():
    record = Record(
        "international",
        "W:W:B",
        tags=(("Board", "?"), ("black", "B"), ("Event", "?"), ("Date", "????.??.??"), ("White", "")),
    )
    assert record.tags == (("Black", "B"), ("Board", "?"))
    assert record.tag("Black") == "B"
    assert record.tag("Event") == "?"
    assert record.tag("Date", "unknown") == "unknown"


def test_of_two_values_of_a_tag_the_first_that_says_something_counts():
    record = Record(
        "x", "W:W:B", tags=(("White", "?"), ("white", "A"), ("White", "B"), ("Note", "a"), ("Note", "b"))
    )
    assert record.tags == (("White", "A"), ("Note", "a"))


def test_a_record_keeps_its_texts_on_one_line():
    record = Record(
        "x",
        "W:W:B",
        ("1-2",),
        "2\n0",
        (("Event", "a\r\nb\x85c\ud800"),),
        comments=((1, " late\n\n{one} "), (0, "\t"), (0, "early")),
    )
    assert record.tags == (("Event", "a  b c\ufffd"),)
    assert record.comments == ((0, "early"), (1, "late (one)"))
    assert record.result == "2 0"


@pytest.mark.parametrize(
    ("tags", "comments", "part"),
    [
        ((("Result", "1-0"),), (), "Result"),
        ((("game_type", "20"),), (), "GameType"),
        ((("!", "x"),), (), "'!'"),
        ((), ((1, "late"),), "move 1 of a game of 0"),
        ((), ((-1, "early"),), "move -1"),
    ],
)
def test_what_a_record_cannot_hold(tags, comments, part):
    with pytest.raises(PdnError, match=part) as caught:
        Record("x", "W:W:B", tags=tags, comments=comments)
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)
