"""Smokkelen's draws: total deadlock and its six patterns, repetition, the limits that are options."""

import os
import random
from itertools import combinations, product

import plain_smokkelen as plain
import pytest

from rules.board import bits
from rules.game import Outcome, Side
from rules.registry import game
from rules.smokkelen.reach import mobile, targets

START = "bbbbb/bbbbb/5/5/wwwww/wwwww w -"
FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
DEAD = [
    "bbbbb/bbbbb/wwwww/wwwww/5/5",
    "wwwww/wwwww/5/5/bbbbb/bbbbb",
    "5/5/bbbbb/bbbbb/wwwww/wwwww",
    "5/bbbbb/bbbbb/wwwww/wwwww/5",
    "bbbbb/wwwww/wwwww/5/5/bbbbb",
    "wwwww/5/5/bbbbb/bbbbb/wwwww",
]


def parse(text, **options):
    return game("smokkelen", options).parse(text)


def play(position, *moves):
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def random_position(chance, stones=20):
    fields = chance.sample(plain.FIELDS, stones)
    rows = plain.write({field: "wb"[number % 2] for number, field in enumerate(fields)})
    return f"{rows} {chance.choice('wb')} {chance.choice([*fields, '-'])}"


@pytest.mark.parametrize("rows", DEAD)
def test_the_six_dead_patterns_are_draws(rows):
    for side in "wb":
        position = parse(f"{rows} {side} -")
        assert position.legal_moves() == ()
        assert position.outcome() == Outcome(None, "deadlock")
        loss = parse(f"{rows} {side} -", deadlock="loss").outcome()
        assert loss == Outcome(position.turn.other, "no-moves")


def test_no_other_pattern_of_full_and_empty_ranks_is_dead():
    found = []
    for full in combinations(range(6), 4):
        for white in combinations(full, 2):
            rows = ["wwwww" if rank in white else "bbbbb" if rank in full else "5" for rank in range(6)]
            if parse(f"{'/'.join(rows)} w -").outcome() == Outcome(None, "deadlock"):
                found.append("/".join(rows))
    assert sorted(found) == sorted(DEAD)


def test_a_rank_with_a_stone_and_a_hole_always_has_a_mobile_stone():
    for row in product("wb.", repeat=5):
        if "." in row and set(row) != {"."}:
            text = "".join("1" if sign == "." else sign for sign in row)
            assert parse(f"bbbbb/5/{text}/5/wwwww/5 w -").legal_moves()
            lone = game("smokkelen").parse(f"5/5/{text}/5/5/5 w -")
            others = sum(1 << 5 * rank + file for rank in range(6) for file in range(5) if rank != 2)
            free = mobile(lone.white, lone.occupied | others, Side.WHITE)
            free |= mobile(lone.black, lone.occupied | others, Side.BLACK)
            assert free, "even with every other rank full"


@pytest.mark.heavy
def test_only_a_stone_that_can_go_anywhere_is_mobile():
    chance = random.Random(31)
    for _ in range(20_000 if FULL else 1_000):
        position = parse(random_position(chance, chance.choice([5, 12, 20])))
        for side, own in ((Side.WHITE, position.white), (Side.BLACK, position.black)):
            expected = sum(stone for stone in bits(own) if targets(stone, position.occupied, side))
            assert mobile(own, position.occupied, side) == expected


def test_a_lone_banned_stone_is_a_deadlock_too():
    assert parse("5/5/5/2b2/5/5 w c3").outcome() == Outcome(None, "deadlock")
    assert parse("5/5/5/2b2/5/5 b c3").outcome() is None


def test_an_early_dead_position_is_a_draw_only_by_option():
    rows = "wwwww/1b1w1/b1w1b/1w1b1/w1b2/bbbbb"
    assert parse(f"{rows} w -").outcome() is None
    assert parse(f"{rows} w -", early_dead=True).outcome() == Outcome(None, "deadlock")
    one_side = "wwwww/1b1w1/b1w1b/1w1b1/w1bb1/bbbb1"
    assert parse(f"{one_side} w -", early_dead=True).outcome() is None


SIDEWAYS = ["a3-b3", "e4-d4", "b3-a3", "d4-e4"]
OPEN = "bbbbb/bbbb1/4b/w4/1wwww/wwwww w -"


def test_third_repetition_is_a_draw_and_a_step_forward_begins_anew():
    position = parse(OPEN)
    for move in [*SIDEWAYS * 2, SIDEWAYS[0]]:
        assert position.outcome() is None
        position = play(position, move)
    assert position.outcome() == Outcome(None, "repetition")
    assert position.legal_moves()
    assert play(parse(OPEN, repetition=False), *SIDEWAYS * 4).outcome() is None
    assert play(parse(OPEN), *SIDEWAYS, "c2-c3", "e6-e5", *SIDEWAYS).outcome() is None


def test_a_position_with_another_ban_is_no_repetition():
    """The first position has no ban; afterwards Black's stone on e4 has just moved and is banned."""
    position = play(parse(OPEN), *SIDEWAYS * 2)
    assert position.text().startswith(OPEN.split()[0])
    assert position.outcome() is None
    assert position != parse(OPEN)


def test_the_ply_limit_is_an_option():
    text = f"{START}:Cplies=199"
    assert play(parse(text, ply_limit=200), "a2-a3").outcome() == Outcome(None, "no-progress")
    assert parse(text, ply_limit=200).outcome() is None
    assert play(parse(text), "a2-a3").outcome() is None
    assert play(parse(text), "a2-a3").text(full=True).endswith(":Cplies=200")
