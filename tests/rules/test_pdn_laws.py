from __future__ import annotations

import itertools
import json
import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import registry
from rules.pdn import Record, Unreadable, read, read_one, write
from rules.pdn_game import changed_options

GAMES = ("brazilian", "english", "frisian", "international", "italian", "russian")
FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
RECORDED = Path(__file__).parents[3] / "shared" / "games"


def random_record(rng, game, plies, **more):
    """A game of random legal moves, which may begin anywhere in it."""
    position = game.start()
    skipped = rng.choice((0, 0, 1, plies))
    moves = []
    start = position.text()
    for ply in range(skipped + plies):
        legal = position.legal_moves()
        if not legal:
            break
        if ply == skipped:
            # Without what a position text does not hold: counts and king runs.
            position = game.parse(position.text())
            start, moves = position.text(), []
            legal = position.legal_moves()
        move = rng.choice(legal)
        moves.append(move.text)
        position = position.play(move)
    return Record(game.name, start, tuple(moves), options=changed_options(game), **more)


@given(st.integers(0, 10**9))
@settings(max_examples=20, deadline=None)
def test_no_line_of_moves_is_longer_than_79_and_no_move_leaves_its_number(seed):
    rng = random.Random(seed)
    played = random_record(rng, registry.game(rng.choice(GAMES)), 120, comments=((0, "word " * 60),))
    body = write(played).partition("\n\n")[2].splitlines()
    assert max(len(line) for line in body) <= 79
    assert not any(line.endswith(".") for line in body)
    # Greedy: the first word of each line would not have fitted on the line before.
    for line, following in itertools.pairwise(body):
        first = (
            " ".join(following.split(" ")[:2])
            if following.split(" ")[0].endswith(".")
            else following.split(" ")[0]
        )
        assert len(line) + 1 + len(first) > 79


ONE_LINE = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NASTY = st.sampled_from(
    ['"', "\\", '\\"', "]", '"]', "[", "{", "}", ";", "%", "(", "1-0", "*", "\n\n[Event", "?"]
)
VALUES = st.lists(st.one_of(NASTY, ONE_LINE), max_size=6).map("".join)
NAMES = st.one_of(
    st.sampled_from(["Event", "site", "Date", "ROUND", "White", "Black", "ECO", "Note", "Дебют"]),
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True),
).filter(
    lambda name: name.replace("_", "").casefold() not in {"result", "gametype", "fen", "setup", "ruleoptions"}
)


@st.composite
def records(draw):
    rng = draw(st.randoms(use_true_random=False))
    kind = registry.game(draw(st.sampled_from(GAMES)))
    chosen = {option.name: draw(st.sampled_from(option.values)) for option in kind.options}
    game = kind.with_options(chosen if draw(st.booleans()) else {})
    played = random_record(rng, game, draw(st.integers(0, 12)))
    plies = st.integers(0, len(played.moves))
    return Record(
        played.game,
        played.start,
        played.moves,
        draw(st.sampled_from([*game.results, "*", "0-0", "4-6", "1+ - 1-"])),
        tuple(draw(st.lists(st.tuples(NAMES, VALUES), max_size=6))),
        played.options,
        tuple(draw(st.lists(st.tuples(plies, VALUES), max_size=4))),
    )


@pytest.mark.heavy
@given(st.lists(records(), min_size=1, max_size=3))
@settings(max_examples=1200 if FULL else 60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_written_is_read_back_equal(played):
    assert list(read("\n".join(write(one) for one in played))) == played


SAMPLE = """\
[Event "Club, \\"A\\""]
[GameType "20,W,10,10,N2,0"]
[FEN "W:W31-50:B1-20"]
[Result "1-1"]

1. 32-28 19-23! {a {b} c} 2. 28x19 (2. 33-29 23x32) 14x23 ; note
3. 37-32 $2 10-14 1-1

[Event "B"]
[GameType "25"]
1. c3-d4 d6-c5 2. b2-c3 f6-g5 *

1. 11-15 23-18 1-0
"""
EDITS = st.one_of(
    NASTY, ONE_LINE, st.sampled_from(["1.", "x", ":", "-", "16x18", "[FEN", "/FEN ", ",", "K", "99", "0"])
)


@pytest.mark.heavy
@given(st.lists(st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 12), EDITS), min_size=1, max_size=4))
@settings(max_examples=2000 if FULL else 100, deadline=None)
def test_damaged_text_gives_records_and_one_line_messages_and_never_another_error(edits):
    text = SAMPLE
    for at, removed, inserted in edits:
        text = text[:at] + inserted + text[at + removed :]
    for number, found in enumerate(read(text), 1):
        if isinstance(found, Unreadable):
            assert found.number == number
            assert found.message.startswith(f"Game {number}")
            assert len(found.message.splitlines()) == 1
            assert 1 <= found.line <= len(text.splitlines()) + 1
        else:
            assert read_one(write(found)) == found


@pytest.mark.heavy
def test_a_file_of_many_games_is_read_fast_and_whole():
    """5,000 games of 40 plies with comments; at least 2,000 plies a second."""
    rng = random.Random(5)
    kinds = [registry.game(name) for name in GAMES]
    played = [random_record(rng, rng.choice(kinds), 40, comments=((0, "note"),)) for _ in range(50)]
    text = "\n".join(write(one) for one in played)
    repeated = 100 if FULL else 5
    began = time.process_time()
    count = plies = 0
    for found, expected in zip(read((text + "\n") * repeated), itertools.cycle(played), strict=False):
        assert found == expected
        count += 1
        plies += len(expected.moves)
    assert count == 50 * repeated
    assert plies / (time.process_time() - began) > 2000


def recorded_games():
    for name in GAMES:
        path = RECORDED / f"{name}.jsonl"
        if path.exists():
            for line in path.read_text().splitlines():
                yield name, json.loads(line)


@pytest.mark.skipif(not RECORDED.exists(), reason="the recorded games are not beside the project")
@pytest.mark.heavy
def test_recorded_games_survive_writing_and_reading():
    step = 1 if FULL else 20
    played = [
        Record(name, game["start"] or registry.game(name).start().text(), tuple(game["moves"]))
        for name, game in itertools.islice(recorded_games(), 0, None, step)
    ]
    assert played
    assert list(read("\n".join(write(one) for one in played))) == played
