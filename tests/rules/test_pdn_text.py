from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pdn_tags import read_tag, tag_pair
from rules.pdn_text import Kind, split


def moves(text):
    return [[token.text for token in game.tokens if token.kind is Kind.MOVE] for game in split(text)]


def kinds(text):
    (game,) = split(text)
    return [(token.kind.value, token.text) for token in game.tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 32-28 17-22 2. 28x17", ["32-28", "17-22", "28x17"]),
        ("1.32-28 17-22 12.32-28", ["32-28", "17-22", "32-28"]),
        ("1... 17-22", ["17-22"]),
        ("1. ... 7-12 2. 8x17", ["7-12", "8x17"]),
        ("1… 17-22", ["17-22"]),
        ("32-28 17-22", ["32-28", "17-22"]),
        ("1 32-28 17-22 2 28x17", ["32-28", "17-22", "28x17"]),
        ("1) 32-28 17-22 2) 28x17", ["32-28", "17-22", "28x17"]),
        ("6.\n50x39 1-6 7.\n45-50", ["50x39", "1-6", "45-50"]),
        ("01. 34-29  18-22 02. 09x18", ["34-29", "18-22", "09x18"]),
        ("1. c3-d4 d6:b4 2. a3xc5", ["c3-d4", "d6:b4", "a3xc5"]),
        ("1.a3b4 b4d6f8", ["a3b4", "b4d6f8"]),
        ("3228 1823", ["3228", "1823"]),
        ("1. 41 - 37 3 x 12", ["41 - 37", "3 x 12"]),
        ("1. 39x28x17x6 26×17", ["39x28x17x6", "26×17"]),
        ("1. i9-j10 a10xc8", ["i9-j10", "a10xc8"]),
        ("1. 1-18 1-10 2. 1-6", ["1-18", "1-10", "1-6"]),
        ("1. 32-28! 17-22? 2. 28x17!? 12x21(?) 3. 31-26* 7-12 4. 26x17=", None),
        ("1. 32-28 $1 17-22 ! 2. 28x17 (?) 12x21 +- 3. 31-26 = 7-12 -+ 4. 26x17 $14 $3", None),
    ],
)
def test_move_numbers_marks_and_separators_in_any_form(text, expected):
    game = ["32-28", "17-22", "28x17", "12x21", "31-26", "7-12", "26x17"]
    assert moves(text) == [expected or game]


@pytest.mark.parametrize(
    "result",
    [
        "1-0",
        "0-1",
        "1/2-1/2",
        "½-½",
        "1/2",
        "2-0",
        "1-1",
        "0-2",
        "0-0",
        "*",
        "1 - 0",
        "1:1",
        "2–0",
        "1/2 - 1/2",
    ],
)
def test_every_result_ends_its_game(result):
    first, second = split(f"1. 32-28 17-22 {result}\n\n1. 31-27 {result}")
    assert (first.result, second.result) == (result, result)
    assert len(first.tokens) == 2
    assert len(second.tokens) == 1


def test_a_star_in_mid_game_marks_a_forced_move():
    assert moves("1. 32-28 * 17-22 2. 28x17* 12x21 *\n1. 31-27 *") == [
        ["32-28", "17-22", "28x17", "12x21"],
        ["31-27"],
    ]


def test_a_result_may_come_twice_and_the_first_that_says_something_counts():
    (game,) = split("1. 8-3 . * 1-0 *")
    assert game.result == "1-0"


def test_a_score_of_the_tournament_s_own_is_no_move():
    first, second = split('[Result "4-6"]\n1. 34-29 4-6\n\n[Result "1+ - 1-"]\n1. 34-29 18-22 1+ - 1- \n')
    assert [token.text for token in first.tokens] == ["34-29"]
    assert [token.text for token in second.tokens] == ["34-29", "18-22"]


def test_comments():
    assert kinds("1. 32-28 {first} 17-22 ; to the end of the line 28x17\n% not this 28x17\n{} 2. 28x17") == [
        ("move", "32-28"),
        ("comment", "first"),
        ("move", "17-22"),
        ("comment", " to the end of the line 28x17"),
        ("comment", ""),
        ("move", "28x17"),
    ]


def test_comments_that_nest_and_comments_that_only_hold_an_opening_brace():
    assert kinds("{a {b} c} 32-28") == [("comment", "a {b} c"), ("move", "32-28")]
    assert kinds("{a { b} 32-28 {c}") == [("comment", "a { b"), ("move", "32-28"), ("comment", "c")]


def test_clock_comments_stay_whole():
    assert kinds("1. 31-26 {[%clk w0:10:00 B0:03:10]} 17-22") == [
        ("move", "31-26"),
        ("comment", "[%clk w0:10:00 B0:03:10]"),
        ("move", "17-22"),
    ]
    assert moves("1. 31-26 [%clk 0:10:00] 17-22") == [["31-26", "17-22"]]


def test_variations_are_skipped_with_all_that_is_in_them():
    text = "32-28 19-23 (18-23 38-32 (37-32? 23-29! {Black (wins) }) 12-18) 28x19 (2-8) 14x23(19) 3. 33-28"
    assert moves(text) == [["32-28", "19-23", "28x19", "14x23", "33-28"]]
    assert kinds("14x23(19, 28)")[1] == ("captured", "(19, 28)")


def test_what_makes_no_sense_is_kept_for_the_error_message():
    assert kinds("1. 32-28 resigns")[1] == ("junk", "'resigns' is no move")
    assert kinds("1. 32-28 -- 2. 28x17")[1] == ("unknown", "--")
    assert kinds("1. 32-28 132-28")[1] == ("junk", "'132-28' is no move")


@pytest.mark.parametrize("opening", ["{", "("])
def test_what_is_never_closed_spoils_only_its_own_game(opening):
    text = f'[Event "A"]\n1. 32-28 {opening} 17-22\n\n[Event "B"]\n1. 31-27 {{a comment}} 17-22 (18-22) 1-0\n'
    first, second = split(text)
    assert [token.kind for token in first.tokens] == [Kind.MOVE, Kind.JUNK]
    assert second.tags == (("Event", "B"),)
    assert second.result == "1-0"
    assert moves(text)[1] == ["31-27", "17-22"]


def test_a_header_without_moves_is_a_game():
    text = '[Event "A"]\n[Round "1"]\n\n[Event "B"]\n\n[Event "C"]\n[Round "2"]\n\n1. 32-28\n[Round "3"]\n\n*'
    games = list(split(text))
    assert [game.tags for game in games] == [
        (("Event", "A"), ("Round", "1")),
        (("Event", "B"),),
        (("Event", "C"), ("Round", "2")),
        (("Round", "3"),),
    ]
    assert [game.line for game in games] == [1, 4, 6, 10]


def test_a_game_that_is_only_a_result_keeps_it():
    first, second = split('[White "x"]\n1. 0-2\n\n[White "y"]\n*')
    assert (first.result, second.result) == ("0-2", "*")


def test_a_comment_behind_the_result_belongs_to_the_game():
    first, second = split("1. 32-28 1-0 {time}\n1. 31-27 *")
    assert [token.text for token in first.tokens] == ["32-28", "time"]
    assert len(second.tokens) == 1


def test_prose_before_and_between_games_is_passed_over():
    text = (
        'Games of 12-15 May, see page 3\n\n[Event "A"]\n1. 32-28 1-0\nThe next one\n[Event "B"]\n1. 31-27 *'
    )
    assert [game.tags for game in split(text)] == [(("Event", "A"),), (("Event", "B"),)]


def test_nothing_gives_no_games():
    assert list(split("")) == []
    assert list(split("\n \ufeff\n% only a remark\n*\n1-0\n")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "A"]', ("Event", "A")),
        ('[Event"A"]', ("Event", "A")),
        ('[  Event       "A"  ]', ("Event", "A")),
        ('[event "A"]', ("Event", "A")),
        ('[GAMETYPE "20"]', ("GameType", "20")),
        ('[Game Type "20"]', ("GameType", "20")),
        ('[fen "W:W1:B2"]', ("FEN", "W:W1:B2")),
        ('[White-Elo "1200"]', ("White_Elo", "1200")),
        ('[annotator: "A"]', ("Annotator", "A")),
        ('[Дебют "Игра Филиппова"]', ("Дебют", "Игра Филиппова")),
        (r'[Site "\"64\", 1974"]', ("Site", '"64", 1974')),
        (r'[Site "C:\\games"]', ("Site", "C:\\games")),
        (r'[Site "C:\games"]', ("Site", "C:\\games")),
        (r'[Site "C:\games\"]', ("Site", "C:\\games\\")),
        ('[Site "the "64" club"]', ("Site", 'the "64" club')),
        ("[Site 'Riga']", ("Site", "Riga")),
        ("[Site “Riga”]", ("Site", "Riga")),
        ('[Site "Riga"', ("Site", "Riga")),
        ('[Site "Riga', ("Site", "Riga")),
        ("[Site Riga]", ("Site", "Riga")),
        ("[Site]", ("Site", "")),
        ('[Site "[a] (b) {c} ; %"]', ("Site", "[a] (b) {c} ; %")),
        ("[%clk 0:10]", None),
        ("[0:10]", None),
        ("[", None),
        ("[]", None),
    ],
)
def test_tags_well_formed_and_not(text, expected):
    tag, end = read_tag(text, 0)
    assert tag == expected
    assert end == len(text)


def test_only_a_bracket_that_begins_its_line_may_break_the_form_of_a_tag():
    assert read_tag("32-28 [not a tag] 17-22", 6) == (None, 17)
    assert read_tag('32-28 [Event "A"]', 6)[0] == ("Event", "A")


def test_several_tags_on_a_line():
    (game,) = split('[Event "A"] [Site "B"][Round "1"] 1. 32-28')
    assert game.tags == (("Event", "A"), ("Site", "B"), ("Round", "1"))


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])))
def test_a_written_tag_is_read_back(value):
    text = tag_pair("Event", value)
    assert read_tag(text, 0) == (("Event", value), len(text))


BRACKETS = ["{", "}", "(", ")", "[", "]", "[Event", '[Event "A"]']
SIGNS = ['"', "\\", ";", "%", "*", "-", "/FEN ", "x", "$3", "!", "\n", "\n\n", " ", "\x00"]
NUMBERS = ["1-0", "1/2-1/2", "½", "32-28", "c3:d4", "1.", "...", "²", "٣", "3٣-٣٣"]
PIECES = st.sampled_from([*BRACKETS, *SIGNS, *NUMBERS])


@given(st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=40).map("".join))
def test_any_text_is_split_without_an_error_and_in_order(text):
    games = list(split(text))
    offsets = [token.offset for game in games for token in game.tokens]
    assert offsets == sorted(set(offsets))
    assert [game.line for game in games] == sorted(game.line for game in games)


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "{",
        "{}{",
        "[",
        '["',
        "[a",
        '[a "',
        '[a "\\',
        "1",
        "a1",
        "-",
        "x",
        "\n",
        "(\n",
        " \n[",
        "[\n{",
        "½",
        "/FEN",
    ],
)
def test_the_time_grows_with_the_length_of_the_text_and_no_faster(piece):
    text = piece * (100_000 // len(piece))
    began = time.process_time()
    for _ in split(text):
        pass
    assert time.process_time() - began < 5
