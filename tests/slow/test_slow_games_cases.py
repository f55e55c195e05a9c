"""Knows worked examples of Abalone, Overboord and Smokkelen, and holds the slow generators to them."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import slow_abalone
import slow_overboord
import slow_smokkelen

FIGURE = "1b4/1b1b2/3w2/bw1wb1/6/1w4 w push"
FIGURE_MOVES = (
    "c2l1 c2r1 c2u1 c2u3x1 c2u4x2 c4d1 c4l1x1 c4r1 c4r3x1 c4u1 c4u2x1 c4u3x2 "
    "e4d1 e4l1 e4l2x1 e4r1 e4r2x1 e4u1 e4u2x1 e5d1 e5l1 e5r1 e5u1 e5u2x1"
)


def test_overboord_figure_of_the_rules() -> None:
    after = slow_overboord.slow_after(FIGURE)
    assert sorted(after) == FIGURE_MOVES.split()
    assert after["c4r3x1"] == "1b4/1b1b2/3w2/b3ww/6/1w4 b push"
    assert after["c4u3x2"] == "1w4/3b2/3w2/b2wb1/6/1w4 b push"
    assert after["e4u1"] == "1b1b2/1b1w2/3w2/bw2b1/6/1w4 b push"
    assert len(slow_overboord.slow_after(FIGURE.replace(" w ", " b "))) == 23


def test_overboord_side_that_is_stuck_passes() -> None:
    corners = "wbbbbw/b4b/b4b/b4b/b4b/wbbbbw"
    assert slow_overboord.slow_after(f"{corners} w push") == {"pass": f"{corners} b push"}
    assert len(slow_overboord.slow_after(f"{corners} b push")) == 48


def test_overboord_placement_and_end() -> None:
    assert len(slow_overboord.slow_after("6/6/6/6/6/6 w place")) == 36
    assert slow_overboord.slow_after("w5/6/6/6/6/6 b place")["@c7"] == "wb4/6/6/6/6/6 w place"
    assert slow_overboord.slow_outcome("wb4/6/6/6/6/6 w push") is None
    assert slow_overboord.slow_outcome("w5/6/6/6/6/6 b push") == ("white", "all-off")


def test_overboord_duel_is_won_by_aligned_or_odd_distance() -> None:
    """One stone each: aligned is a win at once, otherwise the mover loses if and only if the Manhattan
    distance is even (468 of 1,260 positions); the longest win takes 17 plies. Solved backwards."""
    squares = slow_overboord.AREA
    texts = {
        pair: slow_overboord.write({pair[0]: "w", pair[1]: "b"}, "w", "push")
        for pair in itertools.permutations(squares, 2)
    }
    follow = {}
    for pair, text in texts.items():
        moves = slow_overboord.slow_moves(text)
        # Seen from the other side the colours are exchanged.
        follow[pair] = [None if each.captured else swapped(each.after) for each in moves]
    depth: dict[tuple, int] = {pair: 1 for pair, after in follow.items() if None in after}
    for plies in range(2, 40):
        for pair in [pair for pair in follow if pair not in depth]:
            known = [depth[after] for after in follow[pair] if after in depth and depth[after] < plies]
            wins = any(each % 2 == 0 for each in known)
            if wins or len(known) == len(follow[pair]):
                depth[pair] = plies
                assert wins == (plies % 2 == 1)
    lost = {pair for pair, plies in depth.items() if plies % 2 == 0}
    assert len(depth) == 1260
    assert len(lost) == 468
    assert max(depth[pair] for pair in depth if pair not in lost) == 17
    for (white, black), plies in depth.items():
        across, up = abs(white[0] - black[0]), abs(white[1] - black[1])
        assert (plies == 1) == (across == 0 or up == 0)
        if plies > 1:
            assert (plies % 2 == 0) == ((across + up) % 2 == 0)


def swapped(text: str) -> tuple:
    """The fields of the side to move and of the other in a position with one stone each."""
    board, side, _ = slow_overboord.read(text)
    own = next(square for square, stone in board.items() if stone == side)
    other = next(square for square, stone in board.items() if stone != side)
    return own, other


def test_abalone_two_ejections_that_look_alike() -> None:
    board = {(2, 3): "b", (1, 3): "b", (1, 2): "b", (0, 3): "w", (0, 1): "w"}
    moves = {each.text: each for each in slow_abalone.slow_moves(slow_abalone.write(board, "b", 0, 0))}
    assert moves["c3b3"].captured == {"a3"}
    assert moves["c3b2"].captured == {"a1"}
    assert moves["c3b3"].after.endswith(" w 0 1")


@pytest.mark.parametrize(
    ("row", "pushes"),
    [
        ("1bbw5", True),  # two against one
        ("bbww5", False),  # two against two
        ("bbbww4", True),  # three against two
        ("bbbwww3", False),  # three against three
        ("bbbwwb3", False),  # an own marble behind
        ("1bb1w4", False),  # no contact
        ("bbbbww3", True),  # the front three of four
        ("1bbwb4", False),
        ("6bbw", True),  # over the rim
    ],
)
def test_abalone_sumito(row: str, pushes: bool) -> None:
    position = f"5/6/7/8/{row}/8/7/6/5 b 0 0"
    enemies_moved = [
        each for each in slow_abalone.slow_moves(position) if "w" in colours(position, each.moved)
    ]
    to_the_right = [
        each for each in enemies_moved if each.text[0] == each.text[2] == "e" and each.text[1] < each.text[3]
    ]
    assert bool(to_the_right) == pushes


def colours(position: str, fields: frozenset[str]) -> set[str]:
    board = slow_abalone.read(position)[0]
    return {marble for cell, marble in board.items() if slow_abalone.name(cell) in fields}


def test_abalone_ends_at_the_sixth_marble() -> None:
    assert slow_abalone.slow_outcome("5/6/7/8/4b4/8/7/6/5 w 0 6") == ("black", "six-marbles")
    assert slow_abalone.slow_outcome("5/6/7/8/4b4/8/7/6/5 b 5 5") is None


def schematic(**stones: str) -> str:
    board = {("abcde".index(field[0]), int(field[1]) - 1): colour for field, colour in stones.items()}
    return slow_smokkelen.write(board, "w", "-")


@pytest.mark.parametrize("colour", ["w", "b"])
def test_smokkelen_examples_of_the_rules(colour: str) -> None:
    position = schematic(a1="w", d1="w", e5="b", b4=colour, c5=colour, e3=colour)
    expected = {
        "a1": "a2 a3 a4 a5 a6 b1 b2 b3 b5 b6 c1 c2 c3 c4 c6 d2 d3 d5 d6 e1 e2 e4 e6",
        "d1": "a2 a3 a4 a6 b1 b2 b3 b5 b6 c1 c2 c3 c4 c6 d2 d3 d4 d5 d6 e1 e2 e4 e6",
        "e5": "a4 b3 b5 c4 d2 d3 d4 d5 e2 e4",
    }
    texts = slow_smokkelen.slow_after(position)
    for origin, targets in expected.items():
        assert sorted(text[3:] for text in texts if text.startswith(origin)) == targets.split()


def test_smokkelen_bans() -> None:
    after = "bbbbb/bbbbb/5/w4/1wwww/wwwww b a3"
    assert not any(text.startswith("a3") for text in slow_smokkelen.slow_after(after))
    own = "bbbbb/1bbbb/b4/5/wwwww/wwwww b a4"
    assert any(text.startswith("a4") for text in slow_smokkelen.slow_after(own))
    assert not any(text.startswith("a4") for text in slow_smokkelen.slow_after(own, "any"))


def test_smokkelen_deadlock() -> None:
    assert slow_smokkelen.slow_outcome("bbbbb/bbbbb/wwwww/wwwww/5/5 w a3") == (None, "deadlock")
    assert slow_smokkelen.slow_outcome("5/bbbbb/bbbbb/wwwww/wwwww/5 w a3") == (None, "deadlock")
    assert slow_smokkelen.slow_outcome("bbbbb/bbbbb/5/5/wwwww/wwwww w -") is None
