"""Smokkelen's displacements: the worked examples, the ban, routes."""

import json
import os
import random
import time
from itertools import product
from pathlib import Path

import plain_smokkelen as plain
import pytest

from rules.game import IllegalMove, Outcome, Side, Transfer
from rules.perft import perft
from rules.registry import game

HERE = Path(__file__).parent
START = "bbbbb/bbbbb/5/5/wwwww/wwwww w -"
# W a1, W d1, B e5 and stones of unknown colour on b4, c5 and e3: the figure of the worked examples.
FIGURE = "5/2{0}1b/1{1}3/4{2}/5/w2w1 w -"
FIGURES = [FIGURE.format(*colours) for colours in product("wb", repeat=3)]
FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"


def parse(text, **options):
    return game("smokkelen", options).parse(text)


def play(position, *moves):
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def ends(position, origin):
    return " ".join(sorted(m.target for m in position.legal_moves() if m.origin == origin))


def random_position(chance, stones=20):
    fields = chance.sample(plain.FIELDS, stones)
    rows = plain.write({field: "wb"[number % 2] for number, field in enumerate(fields)})
    return f"{rows} {chance.choice('wb')} {chance.choice([*fields, '-'])}"


def test_the_board_has_30_fields_in_reading_order():
    board = game("smokkelen").board
    assert (len(board.fields), board.fields[0], board.fields[-1]) == (30, "a6", "e1")
    assert (board.cells["b1"].row, board.cells["b1"].column) == (5, 1)
    assert (board.cells["b1"].x, board.cells["b1"].y) == (1.0, 0.0)
    assert not board.gutter
    assert game("smokkelen").board is board


def test_the_start_fills_both_home_ranks():
    start = game("smokkelen").start()
    assert start.text() == START
    assert (len(start.fields), start.turn, start.outcome()) == (20, Side.WHITE, None)
    assert game("smokkelen", {"first": "black"}).start().text() == START.replace(" w ", " b ")


@pytest.mark.parametrize("figure", FIGURES)
def test_the_worked_examples_have_exactly_these_targets(figure):
    position = parse(figure)
    assert ends(position, "a1") == "a2 a3 a4 a5 a6 b1 b2 b3 b5 b6 c1 c2 c3 c4 c6 d2 d3 d5 d6 e1 e2 e4 e6"
    assert ends(position, "d1") == "a2 a3 a4 a6 b1 b2 b3 b5 b6 c1 c2 c3 c4 c6 d2 d3 d4 d5 d6 e1 e2 e4 e6"
    assert ends(position, "e5") == "a4 b3 b5 c4 d2 d3 d4 d5 e2 e4"


def test_with_d4_taken_the_two_jumps_are_the_only_way_to_d5():
    position = parse("5/2b1b/1w1b1/4w/5/w2w1 w -")
    ways = {way.move.text: position.game.board.names(way.waypoints) for way in position.ways("d1")}
    assert {"b5", "b3"} <= set(ways["d1-d5"])
    for route in ("d1-b1-b3^b5^d5", "d1-d3-b3^b5^d5", "d1-b3-b5-d5"):
        assert position.parse_move(route).text == "d1-d5"


def test_a_move_is_one_transfer():
    move = parse(FIGURES[0]).parse_move("a1-e6")
    bit = game("smokkelen").board.bit
    assert move.transfers == (Transfer("a1", "e6"),)
    assert (move.lifts, move.drops, move.captures) == (bit["a1"], bit["e6"], 0)


@pytest.mark.parametrize(
    ("question", "rows", "origin", "expected"),
    [
        ("S4: a jump may go sideways", "wb3/5/5/5/5/5", "a6", "c6"),
        ("S7: not over two stones in a row", "wbb2/5/5/5/5/5", "a6", ""),
        ("S13: a stone on its goal rank moves sideways", "2w2/5/5/5/5/5", "c6", "a6 b6 d6 e6"),
        ("S14: a jump out and back is no move", "wbw2/5/5/5/5/5", "a6", ""),
        ("S16: a corner must be empty", "5/5/5/b4/b4/wbb2", "a1", ""),
    ],
)
@pytest.mark.parametrize("mover", "wb")
def test_answers_to_the_open_questions(question, rows, origin, expected, mover):
    found = set(ends(parse(f"{rows} {mover} -"), origin).split())
    assert found == set(expected.split()), question


@pytest.mark.parametrize("mover", "wb")
def test_backward_is_the_owners_and_binds_jumps_too(mover):
    """S2, S3: a4 has a stone below and above it with an empty field behind."""
    for owner, ranks in (("w", "456"), ("b", "1234")):
        found = ends(parse(f"5/1b3/{owner}4/b4/5/5 {mover} -"), "a4").split()
        assert found
        assert {field[1] for field in found} <= set(ranks)


def test_counts():
    for case in json.loads((HERE / "counts" / "smokkelen.json").read_text())["positions"]:
        position = parse(case["position"])
        found = [perft(position, depth) for depth in range(1, len(case["counts"]) + 1)]
        assert found == case["counts"], case["name"]


def test_two_plies_from_the_start_under_both_bans():
    assert perft(parse(START), 2) == 10_238
    assert perft(parse(START, ban="any"), 2) == 9_868
    start = parse(START)
    assert sum(start.white & move.lifts > 0 for move in start.legal_moves()) == 55
    assert perft(parse(START.replace(" w ", " b ")), 1) == 110


@pytest.mark.heavy
@pytest.mark.parametrize("ban", ["opponent", "any"])
def test_moves_equal_those_of_a_stone_that_walks(ban):
    chance = random.Random(30)
    for _ in range(5_000 if FULL else 250):
        position = parse(random_position(chance, chance.choice([3, 8, 14, 20])), ban=ban)
        expected = plain.legal(position.text(), ban)
        assert {move.text: position.play(move).text() for move in position.legal_moves()} == expected
        readings = {position.play(move).occupied for move in position.legal_moves()}
        assert len(readings) == len(expected), "each move has an occupancy of its own"


def test_the_recorded_games_are_what_the_plain_rules_say():
    for line in (HERE / "golden" / "smokkelen.jsonl").read_text().splitlines():
        record = json.loads(line)
        options = record.get("options", {})
        position = game("smokkelen", options).start()
        text = position.text()
        for move in record["moves"]:
            assert position.outcome() is None
            following = plain.legal(text, **options)
            assert {legal.text for legal in position.legal_moves()} == set(following)
            position, text = play(position, move), following[move]
            assert position.text() == text
        assert text == record["position"]
        assert position.outcome() == Outcome(None, "deadlock")


@pytest.mark.parametrize(
    ("side", "last", "ban", "free"),
    [
        ("w", "e5", "opponent", False),
        ("b", "e5", "opponent", True),
        ("w", "a1", "opponent", True),
        ("b", "a1", "opponent", False),
        ("w", "e5", "any", False),
        ("b", "e5", "any", False),
        ("w", "a1", "any", False),
        ("w", "-", "any", True),
    ],
)
def test_the_ban_holds_the_stone_moved_last_if_it_is_the_opponents_or_any(side, last, ban, free):
    position = parse(FIGURES[0].replace(" w -", f" {side} {last}"), ban=ban)
    assert (ends(position, last if last != "-" else "e5") != "") == free
    assert ends(position, "d1")


def test_the_ban_ends_with_the_next_ply():
    position = play(parse(START), "a5-a4")
    assert ends(position, "a4") != ""
    assert ends(play(position, "b5-b4"), "a4") != ""
    held = play(parse(START), "a2-a3")
    assert held.text() == "bbbbb/bbbbb/5/w4/1wwww/wwwww b a3"
    assert ends(held, "a3") == ""
    assert held.ways("a3") == ()
    assert ends(play(held, "e2-e3"), "a3") != ""


def test_positions_differ_only_if_the_ban_does():
    own_last, theirs_last = FIGURES[0].replace(" w -", " w a1"), FIGURES[0].replace(" w -", " w e5")
    assert parse(own_last) == parse(FIGURES[0])
    assert hash(parse(own_last)) == hash(parse(FIGURES[0]))
    assert parse(own_last).text() != parse(FIGURES[0]).text()
    assert parse(theirs_last) != parse(FIGURES[0])
    assert parse(own_last, ban="any") != parse(FIGURES[0], ban="any")
    assert parse(FIGURES[0], ban="any") != parse(FIGURES[0])
    assert parse(FIGURES[0]) != parse(FIGURES[0].replace(" w ", " b "))
    assert parse(FIGURES[0]) != FIGURES[0]


def test_a_stone_may_go_on_from_its_target():
    position = parse(FIGURES[0])
    assert position.extendable(position.parse_move("a1-a6"))
    assert position.extendable(position.parse_move("d1-b5"))
    assert not position.extendable(position.parse_move("a1-e6"))
    last_jump = parse("wb3/5/5/5/5/5 w -")
    assert not last_jump.extendable(last_jump.parse_move("a6-c6"))


def test_ways_follow_where_the_stone_has_rested():
    position = parse("5/2b1b/1w1b1/4w/5/w2w1 w -")

    def reached(origin, *rests):
        return " ".join(sorted(way.move.text[3:] for way in position.ways(origin, rests)))

    assert reached("d1") == ends(position, "d1")
    assert reached("d1", "b1", "b3") == "b3 b5 d5"
    assert reached("d1", "b1", "b3", "b5") == "b5 d5"
    assert reached("d1", "d5") == "b5 d5", "back over c5"
    assert reached("d1", "b5", "b3") == ""
    assert reached("d1", "c5") == ""
    assert reached("d1", "z9") == ""
    assert reached("d2") == ""
    assert reached("z9") == ""


@pytest.mark.heavy
def test_ways_and_moves_agree():
    chance = random.Random(32)
    for _ in range(800 if FULL else 40):
        position = parse(random_position(chance, chance.choice([6, 12, 20])))
        board = position.game.board
        for origin in position.fields:
            ways = {way.move.target: way.waypoints for way in position.ways(origin)}
            assert sorted(ways) == sorted(ends(position, origin).split())
            onward = {rest: {way.move.target for way in position.ways(origin, (rest,))} for rest in ways}
            for target, waypoints in ways.items():
                rests = board.names(waypoints)
                assert {target, origin}.isdisjoint(rests)
                assert all(target in onward[rest] for rest in rests)
            for rest, targets_after in onward.items():
                assert rest in targets_after
                assert targets_after <= set(ways)


def test_a_move_of_another_game_is_refused():
    stranger = game("overboord").start().legal_moves()[0]
    with pytest.raises(IllegalMove, match="is not legal in"):
        parse(START).play(stranger)


def test_legal_moves_take_well_under_a_millisecond():
    for text in (START, FIGURES[0]):
        position = parse(text)
        position.legal_moves()
        assert min(_seconds(position) for _ in range(50)) < 0.001


def _seconds(position):
    begin = time.perf_counter()
    position.legal_moves()
    return time.perf_counter() - begin
