from __future__ import annotations

import pytest

from rules import registry
from rules.pdn import read_one, write
from rules.pdn_game import candidates, game_type, played_games, rule_options
from rules.pdn_text import split
from rules.pdn_types import PdnError, Record

# FMJD, PDN 3.0, GameType tag.
GAME_TYPES = {
    "international": "20,W,10,10,N2,0",
    "english": "21,B,8,8,N1,0",
    "italian": "22,W,8,8,N2,1",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
    "frisian": "40,W,10,10,N2,0",
}


def named(text, default=None):
    (raw,) = split(text)
    return [game.name for game in candidates(raw, played_games(), default)]


def test_every_draughts_game_has_the_game_type_of_the_fmjd():
    assert {game.name: game_type(game) for game in played_games()} == GAME_TYPES


@pytest.mark.parametrize("name", GAME_TYPES)
def test_a_game_type_names_its_game_with_or_without_details(name):
    full = GAME_TYPES[name]
    for value in (full, full.partition(",")[0], full.lower(), full.replace(",", " , "), f" {full},"):
        assert named(f'[GameType "{value}"]') == [name]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ('[GameType "International draughts"]', "international"),
        ('[GameType "Russian"]', "russian"),
        ('[Variant "Frisian"]', "frisian"),
        ('[Variant "Brazilian draughts"]', "brazilian"),
        ('[Rules "checkers"]', "english"),
        ('[GameType ""]\n[Variant "Dama italiana"]', "italian"),
    ],
)
def test_a_game_may_be_named_in_words(header, name):
    assert named(header) == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[GameType "29,W,10,10,N2,0"]', "frisian"),
        ('[GameType "29"]\n1. 34-30', "frisian"),
        ('[GameType "29"]\n[FEN "W:W33:BK49"]', "frisian"),
        ('[GameType "32"]\n[Site "https://playstrategy.org/abc"]', "english"),
        ('[GameType "32,B,8,8,N1,0"]', "english"),
    ],
)
def test_private_numbers_count_with_a_second_hint(text, name):
    assert named(text) == [name]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[GameType "29"]', "Czech"),
        ('[GameType "29,W,8,8,A0,0"]\n1. c3-d4', "Czech"),
        ('[GameType "27"]\n[Site "playstrategy.org"]', "Canadian"),
        ('[GameType "31"]', "Thai"),
        ('[GameType "23"]', "pool"),
        ('[GameType "24"]', "Spanish"),
    ],
)
def test_games_that_are_not_played_here_are_named(text, what):
    with pytest.raises(PdnError, match=what):
        named(text)


def test_a_number_that_nobody_assigned_says_nothing():
    # A forum's list of 2009 had Czech draughts under 32.
    assert len(named('[GameType "32,W,8,8,A1,0"]\n1. c3-d4')) > 1
    assert len(named('[GameType "99"]')) == len(GAME_TYPES)
    assert named('[GameType "99"]\n[Variant "Russian"]') == ["russian"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1. 34-30", "international"),
        ("1. 3430", "international"),
        ("1. c3-d4", "russian"),
        ("1. j9-i10", "international"),
        ('[FEN "W:W31-50:B1-20"]', "international"),
        ('[FEN "W:WKb4:Bc7"]', "russian"),
        ('[FEN "B:W31,32:B11,K12"]', "international"),
        ("1. 11-15", "international"),
    ],
)
def test_without_a_game_type_the_fields_tell_which_games_fit(text, first):
    assert named(text)[0] == first


def test_fields_that_only_the_large_board_has_leave_its_games():
    assert named("1. 34-30", "frisian") == ["frisian", "international"]
    assert named("1. j9-i10", "russian") == ["international", "frisian"]


def test_the_caller_s_game_comes_first_where_it_fits():
    assert named("1. c3-d4", "brazilian")[:2] == ["brazilian", "russian"]
    assert named("1. c3-d4", "no such game")[0] == "russian"
    assert named('[GameType "25"]', "brazilian") == ["russian"]


def test_no_game_of_the_size():
    (raw,) = split("1. 34-30")
    with pytest.raises(PdnError, match="10x10"):
        candidates(raw, [registry.game("english")], None)


def test_the_game_is_the_one_in_which_all_moves_are_legal():
    assert read_one("1. 11-15 23-18 *").game == "english"
    assert read_one("1. 21-17 12-15 *").game == "italian"
    assert read_one("1. 32-28 17-22 *").game == "international"
    # Along a row, as only Frisian draughts captures.
    assert read_one("1. 31-27 17-21 2. 27-22 21x23 *").game == "frisian"
    # Legal in both games of the large board.
    assert read_one("1. 32-28 19-23 2. 28x19 14x23 *").game == "international"
    assert read_one("1. 32-28 19-23 2. 28x19 14x23 *", "frisian").game == "frisian"


def test_abalone_has_no_pdn():
    with pytest.raises(PdnError, match="abalone"):
        game_type(registry.game("abalone"))
    with pytest.raises(PdnError, match="abalone"):
        write(Record("abalone", ""))


def test_rule_options_are_read_by_their_spelling():
    game = registry.game("international")
    option = game.options[0]
    value = option.values[-1]
    spelled = str(value).lower() if isinstance(value, bool) else str(value)
    assert rule_options(game, f" {option.name} = {spelled} ;").chosen[option.name] == value
    assert rule_options(game, "") is game


@pytest.mark.parametrize("text", ["nonsense", "nonsense=1", "repetition=sometimes", "=", "repetition"])
def test_rule_options_that_the_game_does_not_have(text):
    with pytest.raises(PdnError, match="no rule option"):
        rule_options(registry.game("international"), text)
