"""Overboord before the first push: placing, the draw of colours, the two choices; and its texts."""

import random
from collections import Counter

import pytest

from rules.game import (
    IllegalMove,
    RulesError,
    Side,
    Transfer,
)
from rules.registry import game

FULL = "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb"
FIGURE = "1b4/1b1b2/3w2/bw1wb1/6/1w4 w push"


def parse(text, **options):
    return game("overboord", options).parse(text)


def play(position, *moves):
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def texts(position):
    return [move.text for move in position.legal_moves()]


def place_all(position):
    while position.phase == "place":
        position = position.play(position.legal_moves()[0])
    return position


def test_the_board_has_64_fields_and_a_rim_of_28():
    board = game("overboord").board
    assert board.fields[0], board.fields[-1] == ("a8", "h1")
    assert len(board.fields) == 64
    assert len(board.gutter) == 28
    assert "b2" not in board.gutter
    assert "b1" in board.gutter
    assert (board.cells["c7"].row, board.cells["c7"].column) == (1, 2)
    assert (board.cells["c7"].x, board.cells["c7"].y) == (2.0, 6.0)
    assert game("overboord").board is board


def test_the_start_is_an_empty_area_and_white_places_first():
    start = game("overboord").start()
    assert start.text() == "6/6/6/6/6/6 w place"
    assert len(texts(start)) == 36
    assert texts(start)[0] == "@b7"
    assert start.outcome() is None


def test_a_placement_comes_from_the_hand():
    start = game("overboord").start()
    move = start.parse_move("@c4")
    bit = start.game.board.bit["c4"]
    assert (move.transfers, move.lifts, move.drops, move.captures) == ((Transfer(None, "c4"),), 0, bit, 0)
    placed = start.play(move)
    assert placed.text() == "6/6/6/1w4/6/6 b place"
    assert start.text() == "6/6/6/6/6/6 w place"
    assert "@c4" not in texts(placed)
    assert not start.extendable(move)


def test_colours_alternate_until_the_area_is_full_then_somebody_chooses():
    full = place_all(game("overboord").start())
    assert full.text() == "wbwbwb/wbwbwb/wbwbwb/wbwbwb/wbwbwb/wbwbwb w choose"
    assert place_all(game("overboord", {"chooser": "black"}).start()).text().endswith(" b choose")
    assert place_all(game("overboord", {"chooser": "none"}).start()).text().endswith(" w push")


def test_a_colour_that_has_run_out_is_skipped():
    position = parse("wwwwww/wwwwww/wwwww1/6/6/6 w place")
    for _ in range(19):
        position = position.play(position.legal_moves()[0])
    assert position.text() == "wwwwww/wwwwww/wwwwww/bbbbbb/bbbbbb/bbbbbb w choose"


@pytest.mark.parametrize(
    ("choices", "starts"),
    [
        (("white", "first"), "b"),
        (("white", "second"), "w"),
        (("black", "first"), "w"),
        (("black", "second"), "b"),
        (("first", "white"), "b"),
        (("first", "black"), "w"),
        (("second", "white"), "w"),
        (("second", "black"), "b"),
    ],
)
def test_the_chooser_takes_colour_or_order_and_the_other_player_the_rest(choices, starts):
    """The second choice is the other player's: he has the other colour, or the other order."""
    for chooser in "wb":
        assert play(parse(f"{FULL} {chooser} choose"), *choices).text() == f"{FULL} {starts} push"


def test_between_the_choices_the_position_says_what_is_granted_to_whom():
    position = parse(f"{FULL} w choose")
    assert texts(position) == ["first", "second", "white", "black"]
    coloured = play(position, "white")
    assert (coloured.text(), coloured.turn, texts(coloured)) == (
        f"{FULL} b choose black",
        Side.BLACK,
        ["first", "second"],
    )
    ordered = play(position, "first")
    assert (ordered.text(), texts(ordered)) == (f"{FULL} b choose second", ["white", "black"])
    for between in (coloured, ordered):
        assert parse(between.text()) == between
        assert between != position
    assert all(not move.transfers for move in position.legal_moves())


def test_a_bag_is_drawn_from_and_never_gives_a_19th_stone():
    chance = random.Random(5)
    orders = Counter()
    for _ in range(60):
        position = game("overboord", {"placement": "bag"}).start().dealt(chance.randrange)
        order = ""
        while position.phase == "place":
            order += position.turn.letter
            position = position.play(position.legal_moves()[-1]).dealt(chance.randrange)
        assert Counter(order) == {"w": 18, "b": 18}
        orders[order] += 1
    assert len(orders) == 60
    assert 15 <= sum(order[0] == "w" for order in orders) <= 45


def test_the_bag_asks_for_as_many_as_are_left():
    asked = []

    def last(number):
        asked.append(number)
        return number - 1

    position = parse("wwwwww/wwwwww/wwwww1/6/6/6 w place", placement="bag")
    assert position.dealt(last).turn is Side.BLACK
    assert position.dealt(lambda number: 0).turn is Side.WHITE
    assert asked == [19]


def test_a_shuffle_deals_18_of_each_and_leaves_a_begun_placement_alone():
    start = game("overboord", {"placement": "shuffle"}).start()
    spreads = {start.dealt(random.Random(seed).randrange).text() for seed in range(50)}
    assert len(spreads) == 50
    for spread in spreads:
        dealt = parse(spread)
        assert (dealt.white.bit_count(), dealt.black.bit_count()) == (18, 18)
        assert spread.endswith(" w choose")
    begun = play(start, "@c4")
    assert begun.dealt(random.Random(1).randrange) is begun


def test_alternating_placement_and_later_phases_need_no_draw():
    def refuse(number):
        raise AssertionError("nothing is drawn here")

    start = game("overboord").start()
    assert start.dealt(refuse) is start
    for mode in ("alternate", "bag", "shuffle"):
        for text in (f"{FULL} w choose", FIGURE):
            position = parse(text, placement=mode)
            assert position.dealt(refuse) is position


def test_a_move_of_another_phase_is_refused():
    placing = game("overboord").start()
    with pytest.raises(IllegalMove):
        parse(FIGURE).play(placing.parse_move("@d4"))
    with pytest.raises(IllegalMove):
        placing.play(parse(FIGURE).parse_move("c4r1"))


def test_unknown_options_are_refused():
    for options in ({"placement": "blind"}, {"quiet_limit": 50}, {"ban": "any"}):
        with pytest.raises(RulesError):
            game("overboord", options)
