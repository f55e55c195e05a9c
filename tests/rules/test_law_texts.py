"""Whatever is typed as a position or a move, every registered game reads it or refuses it in one sentence."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from registered import ACCEPT, check_message, samples

from rules import registry
from rules.game import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition

pytestmark = [pytest.mark.heavy, pytest.mark.timeout(3600 if ACCEPT else 300)]
every_game = pytest.mark.parametrize("name", registry.names())
fuzz = settings(
    max_examples=800 if ACCEPT else 70,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)

SIGNS = st.one_of(
    st.sampled_from(list("wbWBK:,-x/@. 0123456789abcdefghiC=")),
    st.sampled_from(["99999999", ":Cquiet=", "\n", "\x00", "\u00b2", "\u0663", "\u2028", "--", "::", "K"]),
    st.characters(),
)


@st.composite
def damaged(draw, texts):
    """One of `texts` with a few parts deleted, doubled, moved or replaced; or any text at all."""
    text = draw(st.one_of(st.sampled_from(texts), st.lists(SIGNS, max_size=30).map("".join)))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        part = draw(st.one_of(st.just(""), SIGNS, st.just(text[start:end] * 2), st.sampled_from(texts)))
        text = text[:start] + part + text[end:]
    return text


@cache
def position_texts(name):
    positions = [sample.position for sample in samples(name)[:40]]
    return tuple(position.text(full=full) for position in positions for full in (False, True))


@cache
def move_texts(name):
    return tuple(sorted({move.text for each in samples(name)[:20] for move in each.position.legal_moves()}))


@every_game
@fuzz
@given(data=st.data())
def test_any_position_text_is_read_or_refused_in_one_sentence(name, data):
    game = samples(name)[0].position.game
    text = data.draw(damaged(position_texts(name)))
    try:
        position = game.parse(text)
    except InvalidPosition as error:
        check_message(error)
        return
    assert game.parse(position.text()).text() == position.text()
    assert game.parse(position.text(full=True)) == position
    position.outcome()
    for move in position.legal_moves()[:5]:
        assert position.parse_move(move.text) == move
        after = position.play(move)
        assert game.parse(after.text()).text() == after.text()


@every_game
@fuzz
@given(data=st.data())
def test_any_move_text_is_read_or_refused_in_one_sentence(name, data):
    position = data.draw(st.sampled_from(samples(name))).position
    moves = position.legal_moves()
    text = data.draw(damaged(tuple(move.text for move in moves) + move_texts(name)))
    try:
        move = position.parse_move(text)
    except InvalidMove as error:
        check_refusal(position, error)
    else:
        assert move in moves
        assert move.text == position.parse_move(move.text).text


def check_refusal(position, error):
    check_message(error)
    if isinstance(error, AmbiguousMove):
        assert len(error.candidates) > 1
        assert set(error.candidates) <= {move.text for move in position.legal_moves()}
    if isinstance(error, IllegalMove):
        assert position.text() in str(error), "the message names the position"


@every_game
def test_a_legal_text_of_another_position_is_refused_as_illegal(name):
    known = {move.text for sample in samples(name) for move in sample.position.legal_moves()}
    refused = 0
    for sample in samples(name)[:10]:
        legal = {move.text for move in sample.position.legal_moves()}
        for text in sorted(known - legal)[::7]:
            try:
                move = sample.position.parse_move(text)
            except (IllegalMove, AmbiguousMove) as error:
                check_refusal(sample.position, error)
                refused += 1
            else:
                assert move.text in legal, f"{sample}: {text} was read as {move.text}"
    assert refused > 0
