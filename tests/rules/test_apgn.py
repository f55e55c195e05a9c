"""APGN files: read, replayed and written in both notations; what cannot be read names game and ply."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from registered import HERE, check_message

from rules import apgn
from rules.abalone.record import ApgnError, Record, Unreadable

BELGIAN = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0"

GAME = """[Event "Club evening"]
[Date "2024.05.01"]
[Black "Ann"]
[White "Ben \\"the wall\\""]
[Variant "belgian"]
[Result "0-1"]
[Notation "Aba-Pro"]
[Termination "resignation"]

1. i9h8 i6h6 {a comment
[not a tag]} 2. i8h7 a5b5 ; another
3. h8g7 h6g5 0-1
"""


def only(text):
    (record,) = apgn.read(text)
    return record


def error_of(text):
    record = only(text)
    assert isinstance(record, Unreadable)
    check_message(record.error)
    return record.error


def test_a_game_is_read():
    assert only(GAME) == Record(
        start=BELGIAN,
        moves=("i9h8", "i6h6", "i8h7", "a5b5", "h8g7", "h6g5"),
        result="0-1",
        tags=(
            ("Event", "Club evening"),
            ("Date", "2024.05.01"),
            ("Black", "Ann"),
            ("White", 'Ben "the wall"'),
            ("Termination", "resignation"),
        ),
    )


def test_a_written_game_looks_like_the_format():
    text = apgn.write([only(GAME)])
    assert text == GAME.replace("{a comment\n[not a tag]} ", "").replace(" ; another\n", " ")


def test_files_hold_many_games_with_any_line_ends():
    games = list(apgn.read((GAME + "\n" + GAME.replace("Ann", "Cem")).replace("\n", "\r\n")))
    assert [game.tag("Black") for game in games] == ["Ann", "Cem"]
    text = apgn.write(games)
    assert list(apgn.read(text)) == games
    assert list(apgn.read("\ufeff" + text)) == games


def test_games_without_moves_are_told_apart():
    header = '[Event "{}"]\n[Variant "standard"]\n[Notation "Nacre"]\n'
    games = list(apgn.read(header.format("one") + header.format("two")))
    assert [game.tag("Event") for game in games] == ["one", "two"]
    assert [game.result for game in games] == ["*", "*"]


@pytest.mark.parametrize("notation", ["aba-pro", "nacre"])
def test_a_whole_game_goes_through_both_notations(notation):
    golden = json.loads((HERE / "golden" / "abalone.jsonl").read_text().splitlines()[0])
    record = Record(golden["start"], tuple(golden["moves"]), "0-1", (("Event", "e"),))
    text = apgn.write([record], notation=notation)
    assert max(map(len, text.splitlines())) <= 80
    assert only(text) == record
    *_, (_, final) = record.line()
    assert final.text() == golden["position"]


def test_aba_pro_read_as_nacre_is_refused_at_the_ply_that_cannot_be():
    error = error_of(GAME.replace("Aba-Pro", "Nacre").replace("1. i9h8", "1. a1b2"))
    assert (error.number, error.ply) == (1, 1)


@pytest.mark.parametrize(
    ("variant", "first"),
    [("standard", "a1b2"), ("german_daisy", "b1c2"), ("Dutch_Daisy", "b1c1"), ("swiss_daisy", "b1b2"),
     ("german", "b1c2")],
)  # fmt: skip
def test_variants_name_the_layouts(variant, first):
    record = only(f'[Variant "{variant}"]\n[Notation "aba-pro"]\n\n1. {first} *')
    assert record.moves == (first,)
    written = apgn.write([record])
    assert f'[Variant "{variant.casefold().removesuffix("_daisy")}' in written
    assert only(written) == record


def test_a_position_takes_precedence_over_the_variant():
    record = only(
        '[Variant "belgian"]\n[SetUp "1"]\n[Position "5/6/7/8/4b4/8/7/6/w4-5b4w w"]\n[Notation "Aba-Pro"]\n\n'
        "1... a1a2 2. e5e6 *"
    )
    assert record.start == "5/6/7/8/4b4/8/7/6/w4 w 5 4"
    written = apgn.write([record])
    assert '[Variant "custom"]' in written
    assert '[SetUp "1"]\n[Position "5/6/7/8/4b4/8/7/6/w4-5b4w w"]' in written
    assert "\n1... a1a2 2. e5e6 *\n" in written
    assert only(written) == record


def test_a_position_without_lost_marbles_is_written_without_them():
    assert '[Position "5/6/7/8/4b4/8/7/6/w4 b"]' in apgn.write([Record("5/6/7/8/4b4/8/7/6/w4 b 0 0")])


def test_our_own_position_text_is_read_too():
    record = only('[Position "5/6/7/8/4b4/8/7/6/w4 b 1 2"]\n[Notation "Nacre"]\n\n1. e5e6 *')
    assert record.start == "5/6/7/8/4b4/8/7/6/w4 b 1 2"


@pytest.mark.parametrize(
    ("old", "new", "ply", "says"),
    [
        ('[Notation "Aba-Pro"]\n', "", None, "how its moves are written"),
        ("Aba-Pro", "Chess", None, "'Chess'"),
        ("belgian", "alien", None, "'alien'"),
        ('[Variant "belgian"]', '[Position "5/6 b"]', None, "nine"),
        ('[Result "0-1"]', '[Result "2-0"]', None, "'2-0'"),
        ('[Result "0-1"]', '[Result "1-0"]', None, "1-0 in its tags and 0-1"),
        ("i8h7", "i8i5", 3, "'i8i5' is not legal"),
        ("i8h7", "h8h7x", 3, "no Abalone move"),
        ("h6g5 0-1", "h6g5 0-1 g7g6", 7, "0-1 g7g6"),
        ("{a comment", "a comment", 3, "'a'"),
    ],
)
def test_what_cannot_be_read_names_game_and_ply(old, new, ply, says):
    assert old in GAME
    first, second = apgn.read(GAME + "\n" + GAME.replace(old, new))
    assert isinstance(first, Record)
    assert isinstance(second, Unreadable)
    check_message(second.error)
    assert (second.error.number, second.error.ply) == (2, ply)
    assert "Game 2" in str(second.error)
    assert ply is None or f"ply {ply}" in str(second.error)
    assert says in str(second.error)
    assert ("Black", "Ann") in second.tags


def test_a_bad_game_does_not_stop_the_others():
    games = list(apgn.read("\n".join([GAME, GAME.replace("i8h7", "zz"), GAME])))
    assert [type(game) for game in games] == [Record, Unreadable, Record]


def test_moves_after_the_sixth_marble_are_refused():
    text = '[Position "5/6/7/8/6bbw/8/7/6/w4-0b5w b"]\n[Notation "Aba-Pro"]\n\n1. e7e8 a1a2 *'
    error = error_of(text)
    assert error.ply == 2
    assert "six-marbles" in str(error)


@pytest.mark.parametrize(
    "record",
    [Record("nonsense"), Record(BELGIAN, ("a1a9",)), Record(BELGIAN, ("i9h8", "i9h8"))],
)
def test_what_is_not_legal_is_not_written(record):
    with pytest.raises(ApgnError) as refused:
        apgn.write([record])
    check_message(refused.value)
    assert refused.value.number == 1


def test_records_refuse_what_the_format_cannot_hold():
    for fields in ({"result": "2-0"}, {"tags": (("Result", "1-0"),)}, {"tags": (("my tag", "x"),)}):
        with pytest.raises(ApgnError) as refused:
            Record(BELGIAN, **fields)
        check_message(refused.value)
    with pytest.raises(ApgnError):
        apgn.write([], notation="algebraic")


def test_tags_are_kept_on_one_line_and_in_order():
    record = Record(BELGIAN, tags=(("Site", "a\nb"), ("black", "Ann"), ("Event", "?"), ("Site", "other")))
    assert record.tags == (("Black", "Ann"), ("Site", "a b"))
    assert record.tag("Event") == "?"
    assert only(apgn.write([record])) == record


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_any_text_is_read_or_refused_in_one_sentence(data):
    text = GAME
    for _ in range(data.draw(st.integers(0, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 10)))
        text = text[:start] + data.draw(st.text(max_size=6)) + text[end:]
    records = list(apgn.read(text))
    for record in records:
        if isinstance(record, Unreadable):
            check_message(record.error)
    readable = [record for record in records if isinstance(record, Record)]
    assert list(apgn.read(apgn.write(readable))) == readable
