"""Overboord in writing: what people type for a move, position texts, and refusals."""

import pytest

from rules.game import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition
from rules.registry import game

FULL = "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb"
FIGURE = "1b4/1b1b2/3w2/bw1wb1/6/1w4 w push"


def parse(text, **options):
    return game("overboord", options).parse(text)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("C4R3X1", "c4r3x1"),
        (" c4 r3 x1 ", "c4r3x1"),
        ("c4r3", "c4r3x1"),
        ("c4l", "c4l1x1"),
        ("c4rx", "c4r3x1"),
        ("c4ux2", "c4u3x2"),
        ("c4-f4", "c4r3x1"),
        ("c4–c7", "c4u3x2"),
        ("c4d1", "c4d1"),
    ],
)
def test_what_people_type(typed, canonical):
    assert parse(FIGURE).parse_move(typed).text == canonical


def test_what_people_type_while_placing_and_choosing():
    assert game("overboord").start().parse_move("C4").text == "@c4"
    assert parse(f"{FULL} w choose").parse_move(" White ").text == "white"


def test_a_short_push_that_fits_several_names_them():
    with pytest.raises(AmbiguousMove, match=r"c4u1, c4u2x1, c4u3x2") as caught:
        parse(FIGURE).parse_move("c4u")
    assert caught.value.candidates == ("c4u1", "c4u2x1", "c4u3x2")


@pytest.mark.parametrize(
    ("text", "move", "says"),
    [
        (FIGURE, "c4r4x2", "c4r1, c4r3x1"),
        (FIGURE, "c4r2", "moves of the stone on c4"),
        (FIGURE, "c4r3x2", "moves of the stone on c4"),
        (FIGURE, "c6r1", "no white stone stands on c6"),
        (FIGURE, "d4r1", "no white stone stands on d4"),
        (FIGURE, "a4r1", "no white stone stands on a4"),
        (FIGURE, "pass", "white can move"),
        (FIGURE, "first", "is not legal in"),
        (FIGURE, "@d4", "no stones are placed"),
        ("6/6/6/1w4/6/6 b place", "@c4", "occupied"),
        ("6/6/6/1w4/6/6 b place", "@c8", "gutter"),
        ("6/6/6/1w4/6/6 b place", "pass", "legal is: @b7"),
        ("6/6/6/1w4/6/6 w push", "c4r1", "the game is over"),
        ("wbbbbw/b4b/b4b/b4b/b4b/wbbbbw w push", "b2r1", "legal is: pass"),
        (f"{FULL} b choose black", "white", "legal is: first, second"),
    ],
)
def test_an_illegal_move_says_why(text, move, says):
    with pytest.raises(IllegalMove) as caught:
        parse(text).parse_move(move)
    assert says in str(caught.value)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    "move", ["", "c4", "c4x1", "i4r1", "c9r1", "c4r10", "c4r0", "c4r²", "@", "zug", "c" * 9999]
)
def test_an_unreadable_move_says_what_can_be_read(move):
    with pytest.raises(InvalidMove) as caught:
        parse(FIGURE).parse_move(move)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 w place",
        "6/6/6/1w4/6/6 b place",
        f"{FULL} w choose",
        f"{FULL} w choose white",
        f"{FULL} b choose first",
        f"{FULL} b push",
        FIGURE,
        f"{FIGURE}:Cquiet=17",
    ],
)
def test_texts_are_fixed_points(text):
    position = parse(text)
    assert position.text(full=":" in text) == text
    assert parse(position.text()) == position
    assert hash(parse(position.text())) == hash(position)
    assert parse(position.text(full=True)).text(full=True) == position.text(full=True)


def test_a_loosely_typed_position_is_read():
    assert parse("  1B4/1b1b2/3w2/bw1wb1/111111/1w4   W  Push ").text() == FIGURE


def test_positions_are_equal_only_with_the_same_stones_side_phase_and_options():
    assert parse(FIGURE) == parse(f"{FIGURE}:Cquiet=9")
    assert parse(FIGURE) != parse(FIGURE.replace(" w ", " b "))
    assert parse(FIGURE) != parse(FIGURE, stuck="loss")
    assert parse(FIGURE) != FIGURE
    assert repr(parse(FIGURE)) == f"OverboordPosition('{FIGURE}:Cquiet=0')"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not complete"),
        ("1b4/1b1b2/3w2/bw1wb1/6/1w4", "is not complete"),
        ("6/6/6/6/6 w place", "5 rows instead of 6"),
        ("6/6/6/5/6/6 w place", "Rank 4"),
        ("6/6/6/7/6/6 w place", "describes 7 fields"),
        ("6/6/6/wwwwwww/6/6 w place", "describes 7 fields"),
        ("6/6/6/3k2/6/6 w place", "'k' is no sign"),
        ("6/6/6/3²2/6/6 w place", "no sign"),
        ("6/6/6/6/6/6 x place", "neither 'w' nor 'b'"),
        ("6/6/6/6/6/6 w plays", "is not 'place', 'choose' or 'push'"),
        ("wwwwww/wwwwww/wwwwww/w5/6/6 w push", "19 white stones"),
        ("wwwwww/wwwwww/wwwwww/6/6/6 w place", "no white stone is left"),
        ("6/6/6/6/6/6 w push", "empty board"),
        ("6/6/6/1w4/6/6 w push first", "cannot stand behind the phase"),
        (f"{FULL} w choose green", "cannot stand behind the phase"),
        (f"{FULL} w choose first second", "cannot stand behind the phase"),
        (f"{FULL} w choose black", "so the side is 'b'"),
        (f"{FIGURE}:Cturns=3", "Counters"),
        (f"{FIGURE}:quiet=3", "Counters"),
        (f"{FIGURE}:Cquiet=-3", "Counters"),
        (f"{FIGURE}:Cquiet=1,quiet=2", "Counters"),
        (f"{FIGURE}:Cquiet={'9' * 5000}", "Counters"),
        ("6/6/6/6/6/6 w place:Cquiet=3", "only while pushing"),
    ],
)
def test_a_wrong_position_is_refused_in_one_sentence(text, says):
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    message = str(caught.value)
    assert says in message
    assert "\n" not in message
    assert len(message) < 400
