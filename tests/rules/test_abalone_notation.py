"""Abalone moves as people write them: Aba-Pro from either end, in any case, and Nacre in and out."""

from __future__ import annotations

import random

import pytest
from abalone_cases import put
from registered import check_message

from rules import registry
from rules.abalone.notation import nacre, parse_nacre
from rules.game import IllegalMove, InvalidMove


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("c2c4d3", "c2c4d3"),
        ("c4c2d5", "c2c4d3"),
        ("C2C4D3", "c2c4d3"),
        ("c4-c2-d5", "c2c4d3"),
        (" c3 c2 b2 ", "c2c3b1"),
        ("C4C5", "c4c5"),
        ("c2-c3", "c2c3"),
    ],
)
def test_aba_pro_as_people_type_it(typed, canonical):
    assert put("c2 c3 c4").parse_move(typed).text == canonical


@pytest.mark.parametrize("axis", [("e4", "e5", "e6"), ("d4", "e5", "f6"), ("d5", "e5", "f5")])
def test_every_broadside_is_read_from_both_ends(axis):
    position = put(" ".join(axis))
    broadsides = [move for move in position.legal_moves() if move.broadside]
    assert len(broadsides) == 3 * 4
    for move in broadsides:
        first, last = move.transfers[0], move.transfers[-1]
        assert move.text == f"{first.origin}{last.origin}{first.target}"
        assert first.origin < last.origin, "the lower end first"
        assert position.parse_move(f"{last.origin}{first.origin}{last.target}") == move


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("", InvalidMove, "Aba-Pro"),
        ("e5", InvalidMove, "1 fields"),
        ("e5e6e7e8", InvalidMove, "4 fields"),
        ("hello", InvalidMove, "Aba-Pro"),
        ("e5f1", InvalidMove, "no field f1"),
        ("a6a5", InvalidMove, "no field a6"),
        ("e5e7", IllegalMove, "e7 is not next to e5"),
        ("e5e5", IllegalMove, "e5 is not next to e5"),
        ("a1a2", IllegalMove, "no black marble on a1"),
        ("i5i6", IllegalMove, "no black marble on i5"),
        ("e5a1f5", IllegalMove, "no black marble on a1"),
        ("e4e5", IllegalMove, "at most three marbles"),
        ("e5e4f5", IllegalMove, "sideways"),
    ],
)
def test_refused_moves_say_why(text, kind, says):
    position = put("e4 e5", "e6 e7 i5 f4")
    with pytest.raises(InvalidMove) as refused:
        position.parse_move(text)
    assert type(refused.value) is kind
    check_message(refused.value)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("black", "white", "aba_pro", "expected"),
    [
        ("a1 a2 a3", "", "a1a2", "a1a4"),
        ("a3", "", "a3a4", "a3a4"),
        ("e5 e6 e7", "e8", "e5e6", "e5e9"),
        ("e3 e4 e5", "e6 e7", "e3e4", "e3e8"),
        ("e5 e6", "", "e5e6f6", "e5f7"),
        ("c3 c4 c5", "", "c3c5d4", "c3d6"),
        ("e5 e6 e7", "", "e5e7f5", "e7f5"),  # the end with the longer way
        ("d5 e5", "", "d5e5d6", "e5d6"),
        ("e7 e8", "e9", "e7e8", "e7e9"),  # an ejected marble gives its rim cell
        ("e5 e6 e7", "e8 e9", "e5e6", "e5e9"),
        ("c3 b2", "a1", "c3b2", "c3a1"),
    ],
)
def test_nacre(black, white, aba_pro, expected):
    position = put(black, white)
    move = position.parse_move(aba_pro)
    assert nacre(move) == expected
    assert parse_nacre(position, expected.upper()) == move


def test_nacre_names_every_legal_move_alone():
    chance = random.Random("nacre")
    for layout in ("standard", "belgian", "german", "dutch", "swiss"):
        position = registry.game("abalone", {"layout": layout}).start()
        for _ in range(40):
            moves = position.legal_moves()
            assert len({nacre(move) for move in moves}) == len(moves), position.text()
            for move in moves[::5]:
                assert parse_nacre(position, nacre(move)) == move
            position = position.play(chance.choice(moves))


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("e5", InvalidMove, "1 fields"),
        ("e5e6f6", InvalidMove, "3 fields"),
        ("zz", InvalidMove, "Nacre"),
        ("e4e5", IllegalMove, "no move that starts from e4 ends on e5"),  # Aba-Pro of a pair
        ("e3e4", IllegalMove, "no black marble on e3"),
    ],
)
def test_refused_nacre_says_why(text, kind, says):
    position = put("e4 e5")
    with pytest.raises(InvalidMove) as refused:
        parse_nacre(position, text)
    assert type(refused.value) is kind
    check_message(refused.value)
    assert says in str(refused.value)
