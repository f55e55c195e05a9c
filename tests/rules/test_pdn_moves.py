from __future__ import annotations

import pytest

from rules import registry
from rules.pdn import Unreadable, read, read_one
from rules.pdn_moves import start_position
from rules.pdn_types import PdnError


def moves(game, movetext, fen=""):
    number = {
        "international": 20,
        "english": 21,
        "italian": 22,
        "russian": 25,
        "brazilian": 26,
        "frisian": 40,
    }
    return read_one(f'[GameType "{number[game]}"]\n[FEN "{fen}"]\n\n{movetext}').moves


def refusal(game, movetext, fen=""):
    number = {"international": 20, "russian": 25}[game]
    (found,) = read(f'[GameType "{number}"]\n[FEN "{fen}"]\n\n{movetext}')
    assert isinstance(found, Unreadable)
    return found


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1. 32-28 19-23 2. 28-19 14-23",
        "1. 32–28 19–23 2. 28×19 14:23",
        "1. 32-28 19-23 2. 28х19 14Х23",
        "1. 3228 1923 2. 2819 1423",
        "1. 32 - 28 19 - 23 2. 28 x 19 14 : 23",
        "01. 32-28 19-23 02. 28x19 14x23",
        "1. 32-28 19-23 2. 28x19(23) 14x23(19)",
        "1. 32-28 19-23 2. 28x23x19 14x19x23",
    ],
)
def test_moves_in_every_spelling(movetext):
    assert moves("international", movetext) == ("32-28", "19-23", "28x19", "14x23")


# On the board of 10x10, a1 is White's left corner: field 46.
@pytest.mark.parametrize("movetext", ["1. d4-e5 g7-f6 2. e5xg7 h8xf6", "1. d4e5 g7f6 2. e5g7 h8f6"])
def test_numbered_games_in_algebraic_notation(movetext):
    assert moves("international", movetext) == ("32-28", "19-23", "28x19", "14x23")


def test_algebraic_games_in_numbers():
    # Counted from b8 to g1 as positions are, or from the other side.
    expected = ("c3-d4", "f6-e5", "d4xf6", "g7xe5")
    assert moves("russian", "1. 22-18 11-15 2. 18x11 8x15") == expected
    assert moves("russian", "1. 11-15 22-18 2. 15x22 25x18") == expected


def test_algebraic_names_as_black_sees_the_board():
    # English draughts begins with Black, who may call his own corner a1.
    assert moves("english", "1. c3-d4 f6-e5 2. d4xf6 *") == ("11-15", "22-18", "15x22")
    assert moves("english", "1. f6-e5 c3-d4 2. e5xc3 *") == ("11-15", "22-18", "15x22")


# International 16x18 takes 21, 23 and 33 or 21, 23 and 39.
FORK = "W:WK16:B21,23,33,39"


@pytest.mark.parametrize(
    ("movetext", "expected"),
    [
        ("1. 16x38x29x18", "16x38x29x18"),
        ("1. 16x43x34x18", "16x43x34x18"),
        ("1. 16x38x18", "16x38x29x18"),
        ("1. 16x34x18", "16x43x34x18"),
        ("1. 16x18(39)", "16x43x34x18"),
        ("1. 16x18(21,23,33)", "16x38x29x18"),
        ("1. 16x21x33x23x18", "16x38x29x18"),
        ("1. 16x38 38x29 29x18", "16x38x29x18"),
    ],
)
def test_a_capture_with_several_ways(movetext, expected):
    assert moves("international", movetext, FORK) == (expected,)


def test_a_short_capture_is_settled_by_the_moves_behind_it():
    # Only the way that leaves the man on 39 lets it move on.
    assert moves("international", "1. 16x18 39-44", FORK) == ("16x38x29x18", "39-44")
    assert moves("international", "1. 16x18 33-39", FORK) == ("16x43x34x18", "33-39")


def test_a_short_capture_that_nothing_settles_is_refused_with_its_candidates():
    found = refusal("international", "1. 16x18 *", FORK)
    assert found.ply == 1
    assert "16x38x29x18" in found.message
    assert "16x43x34x18" in found.message


def test_captures_written_jump_by_jump():
    assert moves("english", "1. 3x10 10x17 *", "B:W7,14:B3") == ("3x17",)
    assert moves("international", "1. 46x37 37x28 *", "W:W46:B41,32") == ("46x28",)


@pytest.mark.parametrize(
    ("movetext", "ply", "part"),
    [
        ("1. 32-29", 1, "32-29"),
        ("1. 32-28 19-23 2. 33-29", 3, "33-29"),
        ("1. 32-28 19-23 2. 28x20", 3, "28x20"),
        ("1. 32-28 51-52", 2, "51-52"),
        ("1. 32-28 0-5", 2, "0-5"),
        ("1. 32-28 k9-l8", 2, "k9-l8"),
        ("1. 32-28 19-23 2. 28x19(24)", 3, "24"),
        ("1. 32-28 - 2. 28-23", 2, "not recorded"),
        ('1. 32-28 /FEN "W:W31-50:B1-20"/ 2. 28-23', 2, "another position"),
        ("1. 32-28 resigns", 2, "resigns"),
        ("1. 32-28 (17-22", 2, "never closed"),
        ("1. 32-28 {17-22", 2, "never closed"),
    ],
)
def test_a_move_that_cannot_be_read_is_named_with_its_ply(movetext, ply, part):
    found = refusal("international", movetext)
    assert found.ply == ply
    assert part in found.message
    assert found.message.startswith(f"Game 1, ply {ply} (line 4): ")


def test_the_first_illegal_move_is_named_even_if_nonsense_follows():
    assert refusal("international", "1. 32-29 17-22 nonsense").ply == 1


def test_dashes_for_unknown_moves_may_end_a_record():
    assert moves("international", "1. 32-28 19-23 2. - - 1-1") == ("32-28", "19-23")


@pytest.mark.parametrize(
    ("game", "fen", "text"),
    [
        ("international", "W:W31-33:B1,2.", "W:W31,32,33:B1,2"),
        ("international", "b:bk2,1:w 31", "B:W31:B1,K2"),
        ("international", "?:W31:B1", "W:W31:B1"),
        ("english", "?:W31:B1", "B:W31:B1"),
        ("international", "W:W31:B1:H0:F12", "W:W31:B1"),
        ("frisian", "W:W31:B1:H0:F12:+1+0", "W:W31:B1"),
        ("international", "W:Wa1,Kd4:Be9", "W:WK32,46:B8"),
        ("russian", "W:W21,K22:B1", "W:Wa3,Kc3:Bb8"),
        ("russian", "W:Wc3:Kb2", None),
        ("international", "W:W51:B1", None),
        ("international", "nonsense", None),
        ("international", ":", None),
    ],
)
def test_positions_in_the_forms_that_files_have(game, fen, text):
    if text is None:
        with pytest.raises(PdnError):
            start_position(registry.game(game), fen)
    else:
        assert start_position(registry.game(game), fen).text() == text


def test_a_blank_position_is_the_start():
    game = registry.game("international")
    assert start_position(game, " ") == game.start()


def test_a_position_set_up_before_the_first_move_is_the_start():
    record = read_one('[GameType "20"]\n{a} /FEN "B:W31-50:B1-20"/ 1... 20-25 *')
    assert record.start.startswith("B:W31")
    assert record.moves == ("20-25",)
