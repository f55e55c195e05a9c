"""Boards set up anew in mid-game, boards that are blind for a while, games begun with a man missing."""

from itertools import pairwise
from random import Random

import pytest
from hands_table import after, moves_of, positions_of

from firmware_host.hands import LEVELS, HandsError, perform
from firmware_host.hands.faults import goes_blind
from firmware_host.hands.resetting import set_anew
from rules.registry import game

INTERNATIONAL = game("international")


def _state(performance, at=1e9):
    said = {}
    for frame in performance.frames:
        if frame.time <= at:
            said.update(frame.readings)
    return {field: reading for field, reading in said.items() if reading}


def _middle(name, seed):
    position = game(name).start()
    for text in moves_of(name, seed, 60):
        position = position.play(position.parse_move(text))
    return position


@pytest.mark.parametrize("name", ["international", "english", "abalone", "smokkelen", "overboord"])
def test_a_board_set_up_anew_shows_the_start_position(name):
    kind = game(name)
    start = kind.start()
    for seed in range(6):
        position = _middle(name, seed)
        performance = set_anew(kind, position, Random(seed), "hall")
        assert set(_state(performance, 0.0)) == set(position.fields)
        assert _state(performance) == {field: piece.side.letter for field, piece in start.fields.items()}
        assert performance.turns == ()
        assert performance == set_anew(kind, position, Random(seed), "hall")


def test_setting_up_anew_is_the_work_of_several_hands_without_collision():
    overlaps = 0
    for seed in range(8):
        performance = set_anew(game("english"), _middle("english", seed), Random(seed))
        spans = sorted(
            (motion.start, motion.end, body.number) for body in performance.bodies for motion in body.motions
        )
        overlaps += sum(b[0] < a[1] and a[2] != b[2] for a, b in pairwise(spans))
        for step in range(int(performance.end / 0.05)):
            places = [body.at(step * 0.05) for body in performance.bodies]
            low = sorted((p.x, p.y) for p in places if p.height < 0.1)
            for index, (x, y) in enumerate(low):
                for other_x, other_y in low[index + 1 : index + 6]:
                    assert (x - other_x) ** 2 + (y - other_y) ** 2 > 0.65**2, (seed, step * 0.05)
    assert overlaps > 50


def test_a_blind_board_says_nothing_and_then_everything():
    performance = perform(
        INTERNATIONAL, None, moves_of("international", 1, 12), LEVELS["tidy"], Random(1), "hall"
    )
    start, end = performance.turns[3].first - 0.1, performance.turns[5].last + 0.1
    blind = goes_blind(performance, start, end)
    assert not any(start <= frame.time < round(end, 4) for frame in blind.frames)
    for at in (start - 0.01, end + 0.001, performance.end):
        assert _state(blind, at) == _state(performance, at)
    (first,) = (frame for frame in blind.frames if frame.time == round(end, 4))
    assert "" in first.readings.values()
    assert blind.turns == performance.turns
    assert blind.defects[0].spells == ((round(start, 4), round(end, 4)),)
    for wrong in ((0.0, 3.0), (5.0, 5.0), (5.0, 1e6)):
        with pytest.raises(HandsError, match="Blind"):
            goes_blind(performance, *wrong)


def _late(field, ply, level="tidy", seed=1, moves=None):
    moves = moves or moves_of("international", 1, 20)
    return perform(INTERNATIONAL, None, moves, LEVELS[level], Random(seed), late={field: ply})


@pytest.mark.parametrize("ply", [1, 5, 12])
def test_a_forgotten_man_is_set_up_in_the_middle_of_play(ply):
    touched, position = set(), INTERNATIONAL.start()
    for text in moves_of("international", 1, 20):
        move = position.parse_move(text)
        touched |= set(INTERNATIONAL.board.names(move.lifts | move.drops | move.captures))
        position = position.play(move)
    field = sorted(set(INTERNATIONAL.start().fields) - touched)[0]
    performance = _late(field, ply)
    positions = positions_of(performance)
    (deed,) = (deed for deed in performance.deeds if deed.name == "set up a forgotten piece")
    assert (deed.ply, deed.fields) == (ply, (field,))
    for index, turn in enumerate(performance.turns):
        wanted = set(positions[turn.ply].fields)
        assert after(performance, index, in_time=True) == (wanted if turn.ply >= ply else wanted - {field})


def test_a_forgotten_man_is_there_when_he_is_wanted_and_stays_when_moves_are_taken_back():
    for seed in range(4):
        performance = _late("32", 99, "sloppy", seed, ["31-27", "19-23", "32-28", "23x21"])
        (deed,) = (deed for deed in performance.deeds if deed.name == "set up a forgotten piece")
        assert deed.ply == 3
        assert set(_state(performance)) == set(positions_of(performance)[-1].fields)


def test_only_a_piece_that_belongs_there_can_come_late():
    with pytest.raises(HandsError, match="'25'"):
        _late("25", 3)
