"""What befalls a board: everything swept off, a cat, a man missing, colours swapped, men parked outside."""

from itertools import pairwise
from random import Random

import pytest

from firmware_host.hands import LEVELS, HandsError, perform
from firmware_host.hands.accidents import (
    CAT_FIELDS,
    cat,
    colours_swapped,
    missing_man,
    parked_outside,
    swept,
    turned_round,
)
from rules.registry import game

INTERNATIONAL = game("international")
START = INTERNATIONAL.start()


def _final(performance):
    said = {}
    for frame in performance.frames:
        said.update(frame.readings)
    return {field for field, reading in said.items() if reading}


@pytest.mark.parametrize("name", ["international", "abalone", "smokkelen"])
def test_a_swept_board_is_empty_within_two_seconds(name):
    kind = game(name)
    performance = swept(kind, kind.start(), Random(1))
    assert _final(performance) == set()
    assert len(performance.frames[0].readings) == len(kind.start().fields)
    assert performance.edges[-1].time - performance.edges[0].time < 2.0
    assert performance.turns == ()


def test_a_cat_empties_ten_fields_in_two_seconds():
    for seed in range(8):
        performance = cat(INTERNATIONAL, START, Random(seed), "hall")
        (deed,) = performance.deeds
        assert len(deed.fields) == CAT_FIELDS
        touched = {edge.field for edge in performance.edges}
        assert len(touched & set(deed.fields)) >= CAT_FIELDS - 1
        assert performance.edges[-1].time - performance.edges[0].time < 2.2
        assert all(a.time < b.time for a, b in pairwise(performance.frames))


def test_a_cat_needs_no_ten_pieces():
    few = INTERNATIONAL.parse("W:W28,32:B10")
    (deed,) = cat(INTERNATIONAL, few, Random(1)).deeds
    assert len(deed.fields) == 3


def test_a_missing_man_is_put_there_later():
    performance = missing_man(INTERNATIONAL, START, "33", Random(2), after_s=4.0)
    assert "33" not in performance.frames[0].readings
    assert len(performance.frames[0].readings) == 39
    assert _final(performance) == set(START.fields)
    assert performance.edges[0].time > 4.0
    with pytest.raises(HandsError, match="'25'"):
        missing_man(INTERNATIONAL, START, "25", Random(2))


def test_swapped_colours_show_the_other_poles():
    moves = ["32-28", "17-22", "28x17"]
    plain = perform(INTERNATIONAL, None, moves, LEVELS["tidy"], Random(1), "hall")
    swapped = colours_swapped(plain)
    assert set(plain.frames[0].readings) == set(swapped.frames[0].readings)
    for one, other in zip(plain.frames, swapped.frames, strict=True):
        for field, reading in one.readings.items():
            assert other.readings[field] == {"w": "b", "b": "w", "": ""}[reading]
    reeds = perform(INTERNATIONAL, None, moves, LEVELS["tidy"], Random(1))
    assert colours_swapped(reeds).frames == reeds.frames


def test_a_board_turned_round_names_the_fields_opposite():
    plain = perform(INTERNATIONAL, None, ["32-28"], LEVELS["tidy"], Random(1), "hall")
    turned = turned_round(plain, INTERNATIONAL.board)
    assert turned.frames[0].readings["1"] == "w"
    assert {edge.field for edge in turned.edges} == {str(51 - 32), str(51 - 28)}
    assert turned_round(turned, INTERNATIONAL.board).frames == plain.frames


def test_captured_men_lie_on_the_fields_outside():
    moves = ["32-28", "17-22", "28x17", "12x21"]
    plain = perform(INTERNATIONAL, None, moves, LEVELS["tidy"], Random(1), "hall")
    parked = parked_outside(plain, INTERNATIONAL.board, ["tray1", "tray2", "tray3"])
    said = {}
    for frame in parked.frames:
        said.update(frame.readings)
    assert (said["tray1"], said["tray2"], said.get("tray3")) == ("b", "w", None)
    assert all(a.time < b.time for a, b in pairwise(parked.frames))
    with pytest.raises(HandsError, match="'1'"):
        parked_outside(plain, INTERNATIONAL.board, ["1"])


def test_a_disc_fetched_for_a_king_leaves_its_field_outside_empty():
    english = game("english")
    fetched = 0
    for seed in range(4):
        rng, position, moves = Random(seed), english.start(), []
        while len(moves) < 80 and (legal := position.legal_moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        performance = perform(english, None, moves, LEVELS["tidy"], Random(seed))
        outside = [f"tray{number}" for number in range(40)]
        parked = parked_outside(performance, english.board, outside)
        on_board = sum(2 if piece.kind == "king" else 1 for piece in position.fields.values())
        assert len(_final(parked) & set(outside)) == len(performance.bodies) - on_board
        fetched += sum(frame.readings.get(field) == "" for frame in parked.frames for field in outside)
    assert fetched > 0
