"""The stone that both sides may move: hands that know the law rest briefly on the way and answer later."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import MappingProxyType

import pytest
from hands_table import check, moves_of, positions_of

from firmware_host.hands import HALL, LEVELS, Doing, perform
from firmware_host.hands.lawful import is_shared
from rules.registry import game

SMOKKELEN = game("smokkelen")
RESTLESS = (Doing.RESTED, Doing.HOVERED)
REST_S, ANSWER_S, LAW_S = 0.6, 0.8, 0.7
QUICK = 0.03
"""A sensor lets go, and closes, a little before a piece has left, or has come to rest."""


def _restless(name):
    """A level whose hands rest on the way whenever they can."""
    level = LEVELS[name]
    return replace(level, chances=MappingProxyType({**level.chances, **dict.fromkeys(RESTLESS, 0.6)}))


def _smokkelen(level, seed, **more):
    moves = moves_of("smokkelen", seed, 60)
    return perform(SMOKKELEN, None, moves, level, Random(seed), "hall", sensors=HALL, **more)


def _shared_routes(performance):
    """Turn by turn the ends of the move, None where no stone is shared."""
    positions = positions_of(performance)
    for position, turn in zip(positions, performance.turns, strict=False):
        lead = position.parse_move(turn.move).transfers[0]
        yield {lead.origin, lead.target} if is_shared(position, lead.origin) else None


def _rests(performance):
    """How long each field on the way was closed by a shared stone that was then led on from there."""
    ends = list(_shared_routes(performance))
    closed = {}
    for edge in performance.edges:
        if ends[edge.turn] is None or edge.field in ends[edge.turn]:
            continue
        if edge.reading:
            closed[edge.field] = edge
        elif edge.field in closed and closed[edge.field].turn == edge.turn:
            yield edge.time - closed.pop(edge.field).time


def _same_stone(performance):
    """From the landing of a stone to its next lift, by the other side's answer with that very stone."""
    positions = positions_of(performance)
    for index, (first, second) in enumerate(pairwise(performance.turns)):
        moves = [positions[index + n].parse_move(turn.move) for n, turn in enumerate((first, second))]
        if moves[0].transfers[0].target == moves[1].transfers[0].origin:
            yield second.first - first.last


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_hands_that_know_the_law_keep_it_and_others_do_not(level):
    lawful, lawless = ([], []), ([], [])
    for seed in range(12):
        for found, more in ((lawful, {}), (lawless, {"lawless": True})):
            performance = _smokkelen(_restless(level), seed, **more)
            check(performance)
            found[0].extend(_rests(performance))
            found[1].extend(_same_stone(performance))
    assert len(lawful[0]) > 10
    assert len(lawful[1]) > 5
    assert max(lawful[0]) <= REST_S + QUICK < LAW_S
    assert min(lawful[1]) >= ANSWER_S
    assert max(lawless[0]) > REST_S + QUICK
    if level == "blitz":
        assert min(lawless[1]) < ANSWER_S


def test_whether_a_stone_is_shared_is_read_from_the_rules():
    start = SMOKKELEN.start()
    led = {move.transfers[0].origin for move in start.legal_moves()}
    assert any(is_shared(start, origin) for origin in led)
    for name in ("international", "abalone", "overboord"):
        position = game(name).start()
        for origin in {move.transfers[0].origin for move in position.legal_moves() if move.transfers}:
            assert origin is None or not is_shared(position, origin), name


def test_where_no_stone_is_shared_the_law_changes_nothing():
    for name in ("international", "abalone"):
        moves = moves_of(name, 2, 30)
        plain, lawless = (
            perform(game(name), None, moves, _restless("ordinary"), Random(2), lawless=lawless)
            for lawless in (False, True)
        )
        assert plain == lawless
