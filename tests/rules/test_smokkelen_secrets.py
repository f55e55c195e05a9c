"""Smokkelen's contraband: hidden, followed, never shown, won by; and claims that come late."""

import random

import pytest

from rules.game import InvalidPosition, InvalidSecret, Outcome, RulesError, Side
from rules.registry import game
from rules.smokkelen.claim import Claim, arrival, settle

START = "bbbbb/bbbbb/5/5/wwwww/wwwww w -"
# Rank 6 has room for White, rank 1 for Black; White a5 and Black e2 are one step from their goals.
RACE = "4b/w4/1b3/3w1/4b/w4 w -"
WHITE, BLACK = Side.WHITE, Side.BLACK


def parse(text, **options):
    return game("smokkelen", options).parse(text)


def play(position, *moves):
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def record(position, *moves):
    made = []
    for move in moves:
        made.append(position.parse_move(move))
        position = position.play(made[-1])
    return made


@pytest.mark.parametrize("mover", "wb")
def test_contraband_on_its_goal_rank_wins_for_its_owner_whoever_moves_it(mover):
    position = parse(RACE.replace(" w ", f" {mover} "))
    hidden = position.hide(WHITE, "a5").hide(BLACK, "e2")
    assert hidden.outcome() is None
    assert play(hidden, "a5-a6").outcome() == Outcome(WHITE, "contraband")
    assert play(hidden, "e2-e1").outcome() == Outcome(BLACK, "contraband")
    assert play(hidden, "d3-d6").outcome() is None
    assert play(hidden, "a5-b5").outcome() is None


def test_the_stone_is_followed_through_every_move():
    hidden = parse(RACE).hide(WHITE, "d3")
    moved = play(hidden, "d3-c3", "a5-a6", "c3-c4", "b4-b3")
    assert moved.outcome() is None
    assert play(moved, "c4-c6").outcome() == Outcome(WHITE, "contraband")


def test_a_stone_of_the_owner_on_the_wrong_end_is_no_win():
    hidden = parse("5/5/5/5/5/w3b w -").hide(WHITE, "a1").hide(BLACK, "e1")
    assert hidden.outcome() == Outcome(BLACK, "contraband")
    assert parse("5/5/5/5/5/w3b w -").hide(WHITE, "a1").outcome() is None


def test_without_secrets_nothing_is_ever_contraband():
    chance = random.Random(40)
    for _ in range(5):
        position = parse(START)
        while position.outcome() is None:
            position = position.play(chance.choice(position.legal_moves()))
        assert position.outcome().reason != "contraband"
    assert parse("wwwww/wwwww/5/5/bbbbb/bbbbb w -").outcome() == Outcome(None, "deadlock")


def test_the_win_comes_before_every_draw():
    assert parse("wwwww/wwwww/5/5/bbbbb/bbbbb w -").hide(WHITE, "c6").outcome() == Outcome(
        WHITE, "contraband"
    )


def test_one_known_secret_suffices():
    hidden = parse(RACE).hide(BLACK, "e2")
    assert (hidden.hidden(BLACK), hidden.hidden(WHITE)) == (True, False)
    assert play(hidden, "a5-a6").outcome() is None
    assert play(hidden, "e2-e1").outcome() == Outcome(BLACK, "contraband")


def test_a_win_stays_when_the_stone_moves_along_its_goal_rank():
    won = play(parse(RACE).hide(WHITE, "a5"), "a5-a6")
    assert play(won, "e2-e1", "a6-c6").outcome() == Outcome(WHITE, "contraband")


def test_hiding_changes_nothing_that_can_be_seen():
    plain = parse(START)
    hidden = plain.hide(WHITE, "c2").hide(BLACK, "d6")
    assert hidden == plain
    assert hash(hidden) == hash(plain)
    assert (repr(hidden), str(hidden)) == (repr(plain), str(plain))
    assert hidden.text() == plain.text()
    assert hidden.text(full=True) == plain.text(full=True)
    assert [move.text for move in hidden.legal_moves()] == [move.text for move in plain.legal_moves()]
    assert not plain.hidden(WHITE), "the position that was asked is as it was"
    assert "8" not in repr(hidden._contraband)


def test_errors_of_moves_name_no_secret():
    hidden = parse(START).hide(WHITE, "c2").hide(BLACK, "d6")
    for move in ("a1-e6", "a3-a4", "x"):
        with pytest.raises(RulesError) as shown:
            hidden.parse_move(move)
        with pytest.raises(RulesError) as plain:
            parse(START).parse_move(move)
        assert str(shown.value) == str(plain.value)


@pytest.mark.parametrize("field", ["c5", "c4", "z9", ""])
def test_only_an_own_stone_can_be_hidden_and_the_refusal_names_no_field(field):
    with pytest.raises(InvalidSecret) as caught:
        parse(START).hide(WHITE, field)
    assert "must be a stone of white" in str(caught.value)
    assert not field or field not in str(caught.value)
    assert caught.value.__context__ is None


def test_a_known_secret_cannot_be_changed():
    hidden = parse(START).hide(WHITE, "c2")
    for field in ("c2", "d2"):
        with pytest.raises(InvalidSecret, match="already known") as caught:
            hidden.hide(WHITE, field)
        assert field not in str(caught.value)
    later = play(hidden, "c2-c4", "b5-b4")
    with pytest.raises(InvalidSecret):
        later.hide(WHITE, "c4")


def test_a_secret_can_be_named_later_where_the_stone_stands_then():
    position = play(parse(RACE), "d3-d4", "b4-b3")
    assert play(position.hide(WHITE, "d4"), "d4-d6").outcome() == Outcome(WHITE, "contraband")
    arrived = play(position, "d4-d6")
    assert arrived.outcome() is None
    assert arrived.hide(WHITE, "d6").outcome() == Outcome(WHITE, "contraband")


def test_of_two_arrivals_the_earlier_counts_however_late_it_is_named():
    both = play(parse(RACE), "a5-a6", "e2-e1", "a6-c6", "e1-c1")
    assert both.hide(BLACK, "c1").outcome() == Outcome(BLACK, "contraband")
    for named in (
        both.hide(BLACK, "c1").hide(WHITE, "c6"),
        both.hide(WHITE, "c6").hide(BLACK, "c1"),
    ):
        assert named.outcome() == Outcome(WHITE, "contraband")
    other = play(parse(RACE), "e2-e1", "a5-a6").hide(WHITE, "a6").hide(BLACK, "e1")
    assert other.outcome() == Outcome(BLACK, "contraband")


def test_a_stone_that_was_there_from_the_start_came_first():
    position = play(parse("w4/5/5/5/4b/5 w -"), "e2-e1")
    assert position.hide(BLACK, "e1").hide(WHITE, "a6").outcome() == Outcome(WHITE, "contraband")


def test_two_stones_there_from_the_start_are_refused():
    position = parse("w4/5/5/5/5/4b w -").hide(WHITE, "a6")
    with pytest.raises(InvalidSecret, match="no record says which came first"):
        position.hide(BLACK, "e1")


def test_reading_a_position_hides_nothing():
    hidden = parse(START).hide(WHITE, "c2")
    assert not parse(hidden.text(full=True)).hidden(WHITE)
    with pytest.raises(InvalidPosition):
        parse(START + " c2")


def test_a_claim_is_proved_by_the_record_however_late():
    start = parse(RACE)
    moves = record(start, "d3-d4", "b4-b3", "d4-d6", "e2-e1", "d6-c6", "b3-b2")
    assert arrival(start, moves, Claim(WHITE, "d3")) == 3
    assert arrival(start, moves, Claim(BLACK, "e2")) == 4
    assert arrival(start, moves, Claim(WHITE, "a5")) is None
    assert arrival(start, moves[:2], Claim(WHITE, "d3")) is None
    assert arrival(start, moves, Claim(WHITE, "a1")) is None


def test_a_field_that_another_stone_takes_over_does_not_confuse_a_claim():
    start = parse(RACE)
    moves = record(start, "d3-d4", "a5-b5", "d4-a4", "b5-b6")
    assert arrival(start, moves, Claim(WHITE, "a5")) == 4
    assert arrival(start, moves, Claim(WHITE, "d3")) is None


def test_of_two_claims_the_earlier_arrival_wins():
    start = parse(RACE)
    moves = record(start, "d3-d4", "b4-b3", "d4-d6", "e2-e1")
    white, black = Claim(WHITE, "d3"), Claim(BLACK, "e2")
    assert settle(start, moves, [black]) == Outcome(BLACK, "contraband")
    assert settle(start, moves, [black, white]) == Outcome(WHITE, "contraband")
    assert settle(start, moves[:2], [black, white]) is None
    assert settle(start, moves, []) is None


def test_a_claim_must_name_an_own_stone_of_the_start():
    start = parse(RACE)
    for field in ("e2", "c3", "z9"):
        with pytest.raises(InvalidSecret, match="must name a field on which a white stone stood"):
            arrival(start, (), Claim(WHITE, field))
    there = parse("w4/5/5/5/5/4b w -")
    assert arrival(there, (), Claim(WHITE, "a6")) == 0
    with pytest.raises(InvalidSecret, match="nobody came first"):
        settle(there, (), [Claim(WHITE, "a6"), Claim(BLACK, "e1")])


def test_claims_agree_with_hidden_stones_in_random_games():
    chance = random.Random(41)
    decided = 0
    for _ in range(30):
        start = parse(START)
        white, black = chance.choice("abcde") + "2", chance.choice("abcde") + "5"
        position, moves = start.hide(WHITE, white).hide(BLACK, black), []
        while position.outcome() is None:
            moves.append(chance.choice(position.legal_moves()))
            position = position.play(moves[-1])
        claimed = settle(start, moves, [Claim(WHITE, white), Claim(BLACK, black)])
        if position.outcome().reason == "contraband":
            decided += 1
            assert claimed == position.outcome()
            side = claimed.winner
            assert arrival(start, moves, Claim(side, white if side is WHITE else black)) == len(moves)
        else:
            assert claimed is None
    assert decided
