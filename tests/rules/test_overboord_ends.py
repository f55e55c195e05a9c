"""Overboord's ends: stuck sides, the last stone off, draws, and what is known of one against one."""

import os
import random

import plain_overboord as plain
import pytest

from rules.game import Outcome, Side
from rules.registry import game

FIGURE = "1b4/1b1b2/3w2/bw1wb1/6/1w4 w push"
CORNERS = "wbbbbw/b4b/b4b/b4b/b4b/wbbbbw w push"
FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"


def parse(text, **options):
    return game("overboord", options).parse(text)


def texts(position):
    return {move.text for move in position.legal_moves()}


def stuck_by_the_fact(stones, side):
    """Every line that holds one of the side's stones is full and has the side's stones at both ends."""
    lines = [[f"{file}{rank}" for file in "bcdefg"] for rank in range(2, 8)]
    lines += [[f"{file}{rank}" for rank in range(2, 8)] for file in "bcdefg"]
    return all(
        all(field in stones for field in line) and stones[line[0]] == stones[line[-1]] == side
        for line in lines
        if any(stones.get(field) == side for field in line)
    )


@pytest.mark.heavy
def test_a_side_is_stuck_only_in_full_lines_with_its_stones_at_both_ends():
    chance = random.Random(22)
    inner = [field for field in plain.INSIDE if field[0] in "cdef" and field[1] in "3456"]
    seen = 0
    for _ in range(20_000 if FULL else 1_000):
        stones = plain.read("wbbbbw/b4b/b4b/b4b/b4b/wbbbbw")
        for field in chance.sample(inner, chance.randint(0, 2)):
            stones[field] = "b"
        for field in chance.sample(plain.INSIDE, chance.randint(0, 1)):
            stones.pop(field, None)
        sides = set(stones.values())
        for side in sides:
            moves = texts(parse(f"{plain.write(stones)} {side} push"))
            assert (moves == {"pass"}) == stuck_by_the_fact(stones, side)
            seen += moves == {"pass"}
    assert seen


def test_a_stuck_side_passes_and_then_the_other_has_moves():
    position = parse(CORNERS)
    (passing,) = position.legal_moves()
    assert (passing.text, passing.transfers, passing.lifts, passing.drops) == ("pass", (), 0, 0)
    assert not position.extendable(passing)
    freed = position.play(passing)
    assert freed.text() == "wbbbbw/b4b/b4b/b4b/b4b/wbbbbw b push"
    assert len(freed.legal_moves()) == 48
    assert position.outcome() is None


def test_a_full_board_can_be_stuck_too():
    rows = "/".join(["wbwbbw"] * 6)
    assert texts(parse(f"{rows} w push")) == {"pass"}
    assert "pass" not in texts(parse(f"{rows} b push"))


def test_by_option_a_stuck_side_has_lost():
    position = parse(CORNERS, stuck="loss")
    assert position.legal_moves() == ()
    assert position.outcome() == Outcome(Side.BLACK, "no-moves")
    assert parse(FIGURE, stuck="loss").outcome() is None


def test_the_last_stone_pushed_off_wins_and_ends_the_moves():
    position = parse("6/6/6/w3b1/6/6 w push")
    over = position.play(position.parse_move("b4r5x1"))
    assert over.outcome() == Outcome(Side.WHITE, "all-off")
    assert over.legal_moves() == ()
    assert parse("6/6/6/4b1/6/6 b push").outcome() == Outcome(Side.BLACK, "all-off")


def test_third_repetition_is_a_draw_and_captures_begin_anew():
    position = parse("b5/6/6/6/6/5w w push")
    for number, move in enumerate(["g2l1", "b7r1", "f2r1", "c7l1"] * 2, 1):
        assert position.outcome() is None, number
        position = position.play(position.parse_move(move))
    assert position.outcome() == Outcome(None, "repetition")
    assert position.legal_moves()
    free = parse("b5/6/6/6/6/5w w push", repetition=False)
    for move in ["g2l1", "b7r1", "f2r1", "c7l1"] * 3:
        free = free.play(free.parse_move(move))
    assert free.outcome() is None


def test_the_quiet_limit_counts_plies_without_a_fall():
    limited = parse("b5/6/6/6/6/5w w push:Cquiet=98", quiet_limit=100, repetition=False)
    for move in ("g2l1", "b7r1"):
        assert limited.outcome() is None
        limited = limited.play(limited.parse_move(move))
    assert limited.outcome() == Outcome(None, "no-progress")
    unlimited = parse("b5/6/6/6/6/5w w push:Cquiet=500")
    assert unlimited.outcome() is None
    capture = parse("6/6/6/wb3b/6/6 w push:Cquiet=70")
    assert capture.play(capture.parse_move("b4r4x1")).text(full=True).endswith(":Cquiet=0")


def test_one_against_one_is_decided_by_the_distance():
    """A side to move that is aligned wins at once; else it loses if and only if the distance is even."""
    lost_in, won_in = solve_one_against_one()
    assert len(lost_in) == 468
    assert len(lost_in) + len(won_in) == 36 * 35
    for mine, theirs in [*lost_in, *won_in]:
        across, along = abs(ord(mine[0]) - ord(theirs[0])), abs(int(mine[1]) - int(theirs[1]))
        assert ((mine, theirs) in lost_in) == (across > 0 and along > 0 and (across + along) % 2 == 0)
        if not across or not along:
            assert won_in[mine, theirs] == 1
    assert max(won_in.values()) == 17
    assert min(lost_in.values()) == lost_in["b2", "c3"] == 2


def solve_one_against_one():
    """Plies to the end for every (mover, other) pair with best play: lost ones, won ones."""
    followers = {}
    for mine in plain.INSIDE:
        for theirs in plain.INSIDE:
            if mine != theirs:
                position = parse(f"{plain.write({mine: 'w', theirs: 'b'})} w push")
                followers[mine, theirs] = [
                    (theirs, move.transfers[0].target) if not move.captures else None
                    for move in position.legal_moves()
                ]
    lost, won, ply = {}, {}, 0
    while len(lost) + len(won) < len(followers):
        ply += 1
        fresh = {}
        for pair, targets in followers.items():
            if pair in lost or pair in won:
                continue
            if any(target is None if ply == 1 else target in lost for target in targets):
                fresh[pair] = won
            elif all(target in won for target in targets):
                fresh[pair] = lost
        assert fresh, "the rest would be drawn"
        for pair, table in fresh.items():
            table[pair] = ply
    return lost, won
