"""Abalone: board, layouts and moves, each fact of the rules as a case."""

from __future__ import annotations

import random

import pytest
from abalone_cases import after, legal, put, texts
from registered import check_message

from rules import registry
from rules.abalone.geometry import CELLS, SHIFTS, step
from rules.board import bits
from rules.game import IllegalMove, Side
from rules.perft import perft

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"

# The board


def test_the_board_has_nine_rows_of_five_to_nine_cells():
    fields = registry.game("abalone").board.fields
    rows = {letter: [int(name[1]) for name in fields if name[0] == letter] for letter in "abcdefghi"}
    ends = {letter: (digits[0], digits[-1]) for letter, digits in rows.items()}
    assert ends == {
        "a": (1, 5), "b": (1, 6), "c": (1, 7), "d": (1, 8), "e": (1, 9),
        "f": (2, 9), "g": (3, 9), "h": (4, 9), "i": (5, 9),
    }  # fmt: skip
    assert len(fields) == 61
    assert fields[0] == "i5"
    assert fields[-1] == "a5"


def test_a_step_is_a_neighbour_or_leaves_the_board():
    """A shifted bit never lands on a cell that is not the neighbour."""
    board = registry.game("abalone").board
    axial = {1: (0, 1), 10: (1, 1), 9: (1, 0), -1: (0, -1), -10: (-1, -1), -9: (-1, 0)}
    assert set(axial) == set(SHIFTS)
    for cell in bits(CELLS):
        row, digit = "abcdefghi".index(board.name_of[cell][0]), int(board.name_of[cell][1])
        for shift, (up, along) in axial.items():
            name = f"{'abcdefghi'[row + up]}{digit + along}" if 0 <= row + up < 9 else "off"
            assert step(cell, shift) == board.bit.get(name, 0)


def test_neighbours_lie_one_unit_apart_and_white_sits_at_row_i():
    board = registry.game("abalone").board
    for cell in bits(CELLS):
        here = board.cells[board.name_of[cell]]
        near = [board.cells[board.name_of[step(cell, shift)]] for shift in SHIFTS if step(cell, shift)]
        for there in near:
            assert (here.x - there.x) ** 2 + (here.y - there.y) ** 2 == pytest.approx(1)
    assert {board.cells[name].y for name in ("i5", "i9")} == {0}
    assert board.cells["i9"].x < board.cells["i5"].x, "i9 is at White's left hand"
    assert (board.cells["e9"].x, board.cells["e1"].x) == (0, 8)


@pytest.mark.parametrize(
    ("layout", "counts"),
    [
        ("standard", [44, 1936]),
        ("belgian", [52, 2692]),
        ("german", [80, 6244]),
        ("dutch", [44, 1946]),
        ("swiss", [64, 4066]),
    ],
)
def test_layouts_have_fourteen_marbles_each_and_black_begins(layout, counts):
    start = registry.game("abalone", {"layout": layout}).start()
    assert (start.white.bit_count(), start.black.bit_count()) == (14, 14)
    assert start.turn is Side.BLACK
    assert [perft(start, depth) for depth in (1, 2)] == counts
    assert start.text() == f"{start.text().split()[0]} b 0 0"


def test_the_default_layout_is_the_box():
    assert registry.game("abalone").start().text() == STANDARD


# Moves


def test_a_lone_marble_steps_to_its_six_neighbours():
    assert texts(put("e5")) == {"e5e6", "e5f6", "e5f5", "e5e4", "e5d4", "e5d5"}
    assert texts(put("a1")) == {"a1a2", "a1b2", "a1b1"}


def test_two_and_three_marbles_move_in_line_and_never_four():
    assert after(put("a1 a2 a3"), "a1a2").text() == put("a2 a3 a4", turn="w").text()
    four = put("e3 e4 e5 e6")
    assert not legal(four, "e3e4")
    assert after(four, "e4e5").text() == put("e3 e5 e6 e7", turn="w").text()


@pytest.mark.parametrize(
    ("black", "white", "push", "result"),
    [
        ("e3 e4", "e5", "e3e4", ("e4 e5", "e6")),
        ("e3 e4 e5", "e6", "e3e4", ("e4 e5 e6", "e7")),
        ("e3 e4 e5", "e6 e7", "e3e4", ("e4 e5 e6", "e7 e8")),
        ("b2 c3 d4", "e5 f6", "b2c3", ("c3 d4 e5", "f6 g7")),
        ("e5 f5", "g5", "e5f5", ("f5 g5", "h5")),
    ],
)
def test_sumito(black, white, push, result):
    assert after(put(black, white), push).text() == put(*result, turn="w").text()


@pytest.mark.parametrize(
    ("black", "white", "text", "why"),
    [
        ("e3", "e4", "e3e4", "one against one"),
        ("e3 e4", "e5 e6", "e3e4", "two against two"),
        ("e2 e3 e4", "e5 e6 e7", "e2e3", "three against three (A4)"),
        ("e1 e2 e3 e4", "e5 e6 e7", "e1e2", "four against three (A4)"),
        ("e1 e2 e3 e4", "e5 e6 e7", "e2e3", "four against three, the front three (A4)"),
        ("e1 e2 e3 e4", "e5 e6", "e1e2", "all of four against two (A4)"),
        ("e3 e4 e6", "e5", "e3e4", "own marble behind the enemy (A4)"),
        ("e2 e3 e4 e7", "e5 e6", "e2e3", "own marble behind two (A4)"),
        ("e3 e4", "e5 e7", "e4e5", "one alone pushes nobody"),
        ("e3 e4 d5", "e6", "d5e6", "bent line (A4)"),
        ("e2 e3", "e4 e5", "e2e3", "two against two at the rim"),
        ("e8 e9", "", "e8e9", "own marble off the board"),
        ("e3 e4", "f4 f5", "e3e4f4", "pushing by a broadside"),
        ("e3 e4", "f5", "e3e4f4", "broadside with one target taken"),
        ("e5 e6", "", "e5e6e4", "no such direction for a broadside"),
        ("i5 i6", "", "i5i6h3", "off the board"),
    ],
)
def test_what_is_not_a_move(black, white, text, why):
    with pytest.raises((IllegalMove, ValueError)) as refused:
        put(black, white).parse_move(text)
    check_message(refused.value)
    assert text not in texts(put(black, white)), why


def test_a_gap_before_the_enemy_makes_no_push():
    gap = put("e3 e4", "e6")
    assert after(gap, "e3e4").text() == put("e4 e5", "e6", turn="w").text()  # A5: only up to contact


def test_four_against_two_push_with_the_front_three_only():
    assert after(put("e1 e2 e3 e4", "e5 e6"), "e2e3").text() == put("e1 e3 e4 e5", "e6 e7", turn="w").text()


def test_three_against_one_push_with_three_or_with_two():
    """A3: the rear marble may stay."""
    position = put("e3 e4 e5", "e6")
    assert after(position, "e3e4").text() == put("e4 e5 e6", "e7", turn="w").text()
    assert after(position, "e4e5").text() == put("e3 e5 e6", "e7", turn="w").text()


@pytest.mark.parametrize(
    ("black", "white", "push", "result"),
    [
        ("e7 e8", "e9", "e7e8", ("e8 e9", "")),
        ("e5 e6 e7", "e8 e9", "e5e6", ("e6 e7 e8", "e9")),
        ("e6 e7 e8", "e9", "e6e7", ("e7 e8 e9", "")),
        ("c3 b2", "a1", "c3b2", ("b2 a1", "")),
    ],
)
def test_a_marble_pushed_over_the_rim_is_lost(black, white, push, result):
    """A1: for enemy marbles off the board counts as empty."""
    position = put(black, white)
    move = position.parse_move(push)
    assert move.captures.bit_count() == 1
    assert move.transfers[-1].target is None
    assert position.play(move).text() == put(*result, turn="w", lost="0 1").text()


def test_white_ejects_too():
    assert after(put("a1", "c3 b2", turn="w"), "c3b2").text() == put("", "b2 a1", lost="1 0").text()


def test_broadsides_of_two_and_three_also_from_the_middle_of_a_row():
    """A2: any two or three contiguous marbles, whatever stands beside them."""
    row = put("e3 e4 e5 e6 e7")
    assert after(row, "e4e6f5").text() == put("e3 f5 f6 f7 e7", turn="w").text()
    assert after(row, "e4e5d3").text() == put("e3 d3 d4 e6 e7", turn="w").text()
    broadsides = {text for text in texts(row) if len(text) == 6}
    assert len(broadsides) == 4 * 4 + 3 * 4  # four pairs and three triples, four directions each


def test_pushing_is_never_compulsory():
    position = put("e7 e8", "e9")
    assert len(texts(position)) > 1
    assert not position.game.forced_captures


def test_no_two_moves_give_the_same_position_in_play():
    chance = random.Random("abalone results")
    position = registry.game("abalone", {"layout": "belgian"}).start()
    for _ in range(60):
        moves = position.legal_moves()
        assert len({position.play(move) for move in moves}) == len(moves)
        position = position.play(chance.choice(moves))


def test_transfers_name_the_tail_first_then_along_the_push():
    move = put("e5 e6 e7", "e8 e9").parse_move("e5e6")
    assert [(each.origin, each.target) for each in move.transfers] == [
        ("e5", "e6"), ("e6", "e7"), ("e7", "e8"), ("e8", "e9"), ("e9", None),
    ]  # fmt: skip
    board = registry.game("abalone").board
    assert board.names(move.lifts) == ("e5", "e6", "e7", "e8")
    assert board.names(move.drops) == ("e6", "e7", "e8", "e9")
    assert board.names(move.captures) == ("e9",)


def test_transfers_of_a_broadside_begin_at_its_lower_end():
    move = put("c2 c3 c4").parse_move("c4c2d5")
    assert move.text == "c2c4d3"
    assert [each.origin for each in move.transfers] == ["c2", "c3", "c4"]
    assert [each.target for each in move.transfers] == ["d3", "d4", "d5"]
    assert [way.move.text for way in put("c2 c3 c4").ways("c3")] == [
        text for text in (move.text for move in put("c2 c3 c4").legal_moves()) if text.startswith("c3")
    ]


def test_two_ejections_that_occupancy_cannot_tell_apart():
    """Both leave a1, a3, b2 and b3 occupied, in different colours."""
    position = put("c3 b3 b2", "a3 a1")
    board = position.game.board
    first, second = after(position, "c3b3"), after(position, "c3b2")
    assert first.occupied == second.occupied == board.mask(["a1", "a3", "b2", "b3"])
    assert first.text() == put("b3 b2 a3", "a1", turn="w", lost="0 1").text()
    assert second.text() == put("b3 b2 a1", "a3", turn="w", lost="0 1").text()


# Moves that can go on


@pytest.mark.parametrize(
    ("black", "white", "text", "extendable"),
    [
        ("e3 e4", "", "e4e5", True),  # the marble behind may follow
        ("e3 e4", "", "e3e4", False),
        ("e2 e3 e4", "", "e3e4", True),
        ("e1 e2 e3 e4", "", "e2e3", False),  # four cannot move
        ("e3 e4 e5", "e6", "e4e5", True),  # the third pushes along
        ("e7 e8 e6", "e9", "e7e8", True),
        ("e5 f5", "", "e5d5", True),  # the same along another axis
        ("e5 f5", "", "e5d4", True),  # first of two set over one by one
        ("e5 e6", "", "e5f5", True),
        ("e5 e6 e7", "", "e5e6f5", True),
        ("e5 e6", "f6", "e5f5", False),  # the other cannot follow
        ("e5", "", "e5e6", False),
    ],
)
def test_extendable(black, white, text, extendable):
    position = put(black, white)
    assert position.extendable(position.parse_move(text)) is extendable


def test_extendable_means_a_legal_move_with_more_transfers():
    chance = random.Random("abalone extendable")
    position = registry.game("abalone", {"layout": "belgian"}).start()
    for _ in range(25):
        moves = position.legal_moves()
        for move in moves:
            longer = any(set(move.transfers) < set(other.transfers) for other in moves)
            assert position.extendable(move) is longer, f"{position.text()}: {move.text}"
        position = position.play(chance.choice(moves))
