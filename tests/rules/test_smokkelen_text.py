"""Smokkelen in writing: what people type for a move, position texts, and refusals."""

import pytest

from rules.game import IllegalMove, InvalidMove, InvalidPosition
from rules.registry import game

START = "bbbbb/bbbbb/5/5/wwwww/wwwww w -"
FIGURE = "5/2w1b/1w3/4w/5/w2w1 w -"


def parse(text, **options):
    return game("smokkelen", options).parse(text)


@pytest.mark.parametrize("typed", ["A1-E6", "a1e6", " a1 e6 ", "a1–e6", "a1-a6-e6", "a1 a3 a6 c6 e6"])
def test_what_people_type(typed):
    assert parse(FIGURE).parse_move(typed).text == "a1-e6"


@pytest.mark.parametrize(
    ("move", "error", "says"),
    [
        ("a1-e3", IllegalMove, "the stone on a1 can go to a6 b6"),
        ("a2-a3", IllegalMove, "no stone stands on a2"),
        ("e5-e4", IllegalMove, "was moved last"),
        ("a1-e1-e6", IllegalMove, "write 'a1-e6'"),
        ("a1-a1", IllegalMove, "can go to"),
        ("a1", InvalidMove, "is no move of Smokkelen"),
        ("", InvalidMove, "is no move of Smokkelen"),
        ("a1-f6", InvalidMove, "is no move of Smokkelen"),
        ("a1-a٣", InvalidMove, "is no move of Smokkelen"),
        ("a" * 9999, InvalidMove, "is no move of Smokkelen"),
    ],
)
def test_a_wrong_move_says_why(move, error, says):
    position = parse(FIGURE.replace(" w -", " w e5"))
    with pytest.raises(InvalidMove) as caught:
        position.parse_move(move)
    assert type(caught.value) is error
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("text", [START, FIGURE, START.replace(" -", " a2"), f"{START}:Cplies=31"])
def test_texts_are_fixed_points(text):
    position = parse(text)
    assert position.text(full=":" in text) == text
    assert parse(position.text()) == position
    assert parse(position.text(full=True)).text(full=True) == position.text(full=True)
    assert repr(position) == f"SmokkelenPosition({position.text(full=True)!r})"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needs three words"),
        ("bbbbb/bbbbb/5/5/wwwww/wwwww w", "needs three words"),
        ("bbbbb/bbbbb/5/wwwww/wwwww w -", "5 rows instead of 6"),
        ("bbbbb/bbbbb/6/5/wwwww/wwwww w -", "Rank 4 '6' describes 6 fields"),
        ("bbbbb/bbbbb/5/5/wwwww/wwww w -", "Rank 1"),
        ("bbbbb/bbbbb/5/5/wwwww/wwkww w -", "'k' is no sign"),
        ("bbbbb/bbbbb/5/5/wwwww/wwwww x -", "neither 'w' nor 'b'"),
        ("bbbbb/bbbbb/5/w4/wwwww/wwwww w -", "11 white stones"),
        ("bbbbb/bbbbb/5/5/wwwww/wwwww w a3", "must be a field with a stone"),
        ("bbbbb/bbbbb/5/5/wwwww/wwwww w f9", "must be a field with a stone"),
        (f"{START}:Cturns=1", "Counters"),
    ],
)
def test_a_wrong_position_is_refused_in_one_sentence(text, says):
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
