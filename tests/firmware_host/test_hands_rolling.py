"""Pushed too far and pulled back, marbles that roll back in: what is seen, and that the turn then stands."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import MappingProxyType

import pytest
from hands_table import check, moves_of

from firmware_host.hands import LEVELS, Doing, perform
from rules.registry import game

ABALONE = game("abalone")


def _always(doing, chance=1.0):
    level = LEVELS["tidy"]
    return replace(level, chances=MappingProxyType({**level.chances, doing: chance}))


def _pushed_off():
    """A position, and a move that pushes a marble off."""
    for seed in range(20):
        position = ABALONE.start()
        for text in moves_of("abalone", seed, 200):
            move = position.parse_move(text)
            if move.captures:
                return position, move
            position = position.play(move)
    raise AssertionError


@pytest.mark.parametrize("doing", [Doing.TOO_FAR, Doing.ROLLED_BACK])
@pytest.mark.parametrize("name", ["abalone", "overboord"])
def test_after_each_turn_the_board_is_as_the_position_says(name, doing):
    done = 0
    for seed in range(3):
        moves = moves_of(name, seed, 60)
        performance = perform(game(name), None, moves, _always(doing), Random(seed), "hall")
        check(performance)
        done += sum(deed.name == doing for deed in performance.deeds)
    assert (done > 10) == (doing is Doing.TOO_FAR or name == "abalone")


@pytest.mark.parametrize("doing", [Doing.TOO_FAR, Doing.ROLLED_BACK])
def test_no_two_marbles_are_pushed_through_each_other(doing):
    performance = perform(ABALONE, None, moves_of("abalone", 1, 40), _always(doing), Random(1))
    for step in range(int(performance.end / 0.02)):
        places = [body.at(step * 0.02) for body in performance.bodies]
        low = sorted((p.x, p.y) for p in places if -0.1 < p.height < 0.15 and p.x < 9.0)
        for index, (x, y) in enumerate(low):
            for other_x, other_y in low[index + 1 : index + 8]:
                assert (x - other_x) ** 2 + (y - other_y) ** 2 > 0.65**2, step * 0.02


def test_a_line_pushed_a_field_too_far_is_seen_there_and_comes_back():
    start = ABALONE.start()
    seen = set()
    for seed in range(12):
        performance = perform(ABALONE, None, ["a1b1"], _always(Doing.TOO_FAR), Random(seed), "hall")
        (deed,) = performance.deeds
        last = [body for body in performance.bodies if body.motions]
        ways = [abs(motion.path[-1][1].y - motion.path[0][1].y) for motion in last[0].motions]
        assert len(ways) == 3
        seen.add(max(ways[1:]) > 0.6)
        assert set(deed.fields) <= set(start.play(start.parse_move("a1b1")).fields)
    assert seen == {True, False}


def test_a_marble_that_rolled_back_in_closes_a_field_and_is_taken_off_before_the_turn_is_over():
    position, move = _pushed_off()
    rolled = 0
    for seed in range(8):
        performance = perform(ABALONE, position, [move], _always(Doing.ROLLED_BACK), Random(seed), "hall")
        check(performance, position)
        for deed in performance.deeds:
            field = deed.fields[1]
            said = [(edge.reading, edge.time) for edge in performance.edges if edge.field == field]
            assert said[0][0]
            assert not said[-1][0]
            assert deed.time < said[0][1] < said[-1][1] <= performance.turns[0].last
            rolled += 1
    assert rolled
    assert all(a.time < b.time for a, b in pairwise(performance.frames))
