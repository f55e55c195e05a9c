"""Overboord's pushes: the worked example, the formula against stones pushed field by field."""

import json
import os
import random
import time
from pathlib import Path

import plain_overboord as plain
import pytest

from rules.game import Transfer
from rules.perft import perft
from rules.registry import game

HERE = Path(__file__).parent
FIGURE = "1b4/1b1b2/3w2/bw1wb1/6/1w4 w push"
FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"


def parse(text, **options):
    return game("overboord", options).parse(text)


def after(text, move):
    position = parse(text)
    return position.play(position.parse_move(move)).text()


def texts(position):
    return {move.text for move in position.legal_moves()}


def random_rows(chance, stones):
    fields = chance.sample(plain.INSIDE, stones)
    return plain.write({field: "w" if number % 2 else "b" for number, field in enumerate(fields)})


def test_the_figure_has_these_24_moves_for_white_and_23_for_black():
    assert " ".join(sorted(texts(parse(FIGURE)))) == (
        "c2l1 c2r1 c2u1 c2u3x1 c2u4x2 c4d1 c4l1x1 c4r1 c4r3x1 c4u1 c4u2x1 c4u3x2 e4d1 e4l1 e4l2x1 e4r1 "
        "e4r2x1 e4u1 e4u2x1 e5d1 e5l1 e5r1 e5u1 e5u2x1"
    )
    assert len(texts(parse(FIGURE.replace(" w ", " b ")))) == 23


@pytest.mark.parametrize(
    ("move", "rows"),
    [
        ("c4r3x1", "1b4/1b1b2/3w2/b3ww/6/1w4"),
        ("c4u3x2", "1w4/3b2/3w2/b2wb1/6/1w4"),
        ("e4u1", "1b1b2/1b1w2/3w2/bw2b1/6/1w4"),
        ("c4l1x1", "1b4/1b1b2/3w2/w2wb1/6/1w4"),
    ],
)
def test_the_figure_after_a_push(move, rows):
    assert after(FIGURE, move) == f"{rows} b push"


def test_reading_the_figure_with_c3_leaves_no_capture_left_or_right():
    literal = parse("1b4/1b1b2/3w2/b2wb1/1w4/1w4 w push")
    assert not [move for move in texts(literal) if move.startswith(("c3l", "c3r")) and "x" in move]


def test_a_push_tells_which_stones_go_where():
    position = parse(FIGURE)
    bit = position.game.board.bit
    move = position.parse_move("c4r3x1")
    assert move.transfers == (Transfer("c4", "f4"), Transfer("e4", "g4"), Transfer("f4", "h4"))
    assert move.lifts == bit["c4"] | bit["e4"]
    assert move.drops == bit["f4"] | bit["g4"]
    assert move.captures == bit["f4"]
    two = position.parse_move("c4u3x2")
    assert two.transfers == (Transfer("c4", "c7"), Transfer("c6", "c8"), Transfer("c7", "c8"))


def test_gaps_close_up_and_stones_beyond_an_open_gap_stay():
    assert parse("6/6/6/ww1b1b/6/6 w push").parse_move("b4r1").transfers == (
        Transfer("b4", "c4"),
        Transfer("c4", "d4"),
    )
    assert after("6/6/6/ww1b1b/6/6 w push", "b4r1") == "6/6/6/1wwb1b/6/6 b push"
    assert after("6/6/6/ww1b1b/6/6 w push", "b4r3x1") == "6/6/6/3wwb/6/6 b push"


def test_a_lone_stone_may_step_and_a_bare_pusher_may_clear_the_line():
    assert texts(parse("6/6/6/w3bb/6/6 w push")) >= {"b4r1", "b4r4x1", "b4r5x2"}
    assert not texts(parse("6/6/6/w3bb/6/6 w push")) & {"b4r2", "b4r3", "b4r6x3"}


def test_the_hands_may_go_on_only_to_a_longer_push_of_the_same_stone():
    position = parse(FIGURE)
    going_on = {move.text for move in position.legal_moves() if position.extendable(move)}
    assert {"c4u1", "c4u2x1", "c4r1", "c2u3x1"} <= going_on
    assert not going_on & {"c4u3x2", "c4d1", "c4r3x1", "c2u4x2", "c4l1x1"}


def test_a_stone_under_way_keeps_the_pushes_that_lead_past_its_rests():
    position = parse(FIGURE)
    assert {way.move.text for way in position.ways("c4", ("c5",))} == {"c4u1", "c4u2x1", "c4u3x2"}
    assert {way.move.text for way in position.ways("c4", ("d4", "e4"))} == {"c4r3x1"}
    assert position.ways("c4", ("e4", "d4")) == ()
    assert position.ways("d4") == ()
    assert position.ways("c4", ("z9",)) == ()
    assert position.ways("c7") == (), "pushed, but never by its own hand"
    assert parse("6/6/6/1w4/6/6 b place").ways("c4") == ()
    assert all(way.waypoints == 0 for way in position.ways("c4"))


@pytest.mark.heavy
def test_pushes_equal_stones_pushed_field_by_field():
    chance = random.Random(20)
    for _ in range(4_000 if FULL else 200):
        rows = random_rows(chance, chance.randint(2, 36))
        for side in "wb":
            position = parse(f"{rows} {side} push")
            expected = plain.legal(position.text())
            assert {move.text: position.play(move).text() for move in position.legal_moves()} == expected


@pytest.mark.heavy
def test_no_two_moves_give_the_same_position_and_with_the_gutter_none_gives_the_same_reading():
    chance = random.Random(21)
    for _ in range(5_000 if FULL else 250):
        position = parse(f"{random_rows(chance, chance.randint(2, 36))} w push")
        moves = position.legal_moves()
        assert len({position.play(move) for move in moves}) == len(moves)
        readings = {
            (
                position.play(move).occupied,
                tuple({t.target for t in move.transfers} & position.game.board.gutter),
            )
            for move in moves
        }
        assert len(readings) == len(moves)


def test_without_the_gutter_two_pushes_can_leave_the_same_fields_occupied():
    position = parse("w5/6/6/6/6/b4w b push")
    right, up = (position.play(position.parse_move(move)) for move in ("b2r5x1", "b2u5x1"))
    assert right.occupied == up.occupied
    assert right != up


def test_counts():
    for case in json.loads((HERE / "counts" / "overboord.json").read_text())["positions"]:
        position = parse(case["position"])
        found = [perft(position, depth) for depth in range(1, len(case["counts"]) + 1)]
        assert found == case["counts"], case["name"]


def test_the_recorded_games_are_what_the_plain_rules_say():
    for line in (HERE / "golden" / "overboord.jsonl").read_text().splitlines():
        record = json.loads(line)
        kind = game("overboord", record.get("options"))
        position = kind.parse(record["start"]) if record["start"] else kind.start()
        text = position.text()
        for move in record["moves"]:
            assert position.outcome() is None
            following = plain.legal(text)
            assert texts(position) == set(following)
            position, text = position.play(position.parse_move(move)), following[move]
            assert position.text() == text
        assert text == record["position"]
        assert position.outcome().reason == "all-off"


def test_legal_moves_take_well_under_a_millisecond():
    positions = [parse(FIGURE), parse("bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w push")]
    for position in positions:
        position.legal_moves()
        best = min(_seconds(position) for _ in range(50))
        assert best < 0.001


def _seconds(position):
    begin = time.perf_counter()
    position.legal_moves()
    return time.perf_counter() - begin
