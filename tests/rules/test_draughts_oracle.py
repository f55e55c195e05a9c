"""The engine against the plain second implementation, on random positions of every variant."""

import dataclasses
import os
import random

import pytest
from draughts_oracle import KINDS, Oracle, TooManyRoutes, squares_ahead

from rules import registry

FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
HOUSE = [
    ("international", {"men_capture_back": False}, {"men_back": False}),
    ("international", {"kings": "short"}, {"king": "short"}),
    ("international", {"kings": "short-back"}, {"king": "short-back"}),
    ("italian", {"king_order": "first"}, {"king_order": "first"}),
]
CASES = [(name, {}, {}) for name in KINDS] + HOUSE
IDS = ["-".join([name, *map(str, options.values())]) for name, options, _ in CASES]


def random_position(game, kind, rnd):
    """A position text and the same for the oracle; kings and open boards are frequent."""
    fields = game.board.fields
    count = rnd.randint(2, min(len(fields) - 6, 2 * game.pieces_each))
    mine = rnd.choice([0.15, 0.3, 0.5])
    kings = rnd.choice([0.0, 0.2, 0.6, 1.0])
    pieces = {}
    for number in rnd.sample(range(len(fields)), count):
        black = rnd.random() > mine
        row = number // (kind.size // 2)
        king = rnd.random() < kings or row == (kind.size - 1 if black else 0)
        if sum(b == black for b, _ in pieces.values()) < game.pieces_each:
            pieces[number] = (black, king)
    black_to_move = rnd.random() < 0.3
    if black_to_move:
        pieces = {n: (not b, k) for n, (b, k) in pieces.items()}
        pieces = {
            n: (b, k or n // (kind.size // 2) == (kind.size - 1 if b else 0)) for n, (b, k) in pieces.items()
        }
    lists = [
        ",".join(("K" if k else "") + fields[n] for n, (b, k) in sorted(pieces.items()) if b == black)
        for black in (False, True)
    ]
    return f"{'B' if black_to_move else 'W'}:W{lists[0]}:B{lists[1]}", Oracle(kind, pieces, black_to_move)


def compare(game, kind, rnd):
    """Compares one random position; returns whether it had captures."""
    text, oracle = random_position(game, kind, rnd)
    position = game.parse(text)
    assert position.text() == text
    bits = dict(zip(oracle.squares, game.board.bit.values(), strict=True))
    try:
        routes = oracle.captures()
    except TooManyRoutes:
        return False
    moves = position.legal_moves()
    by_key = {}
    for route in routes:
        by_key.setdefault(route.key, []).append(route)
    if not routes:
        expected = {(bits[a], bits[b], 0) for a, b in oracle.quiet()}
    else:
        expected = {(bits[a], bits[b], sum(bits[s] for s in taken)) for a, b, taken in by_key}
    found = [(move.lifts, move.drops, move.captures) for move in moves]
    assert len(found) == len(set(found)), text
    assert set(found) == expected, text
    assert len({move.text for move in moves}) == len(moves)
    for move in moves:
        assert position.parse_move(move.text) == move
    if routes:
        compare_routes(position, oracle, bits, by_key, rnd)
    return bool(routes)


def compare_routes(position, oracle, bits, by_key, rnd):
    name = position.game.board.name_of
    key_of = {(bits[a], bits[b], sum(bits[s] for s in taken)): (a, b, taken) for a, b, taken in by_key}
    for move in position.legal_moves():
        routes = by_key[key_of[move.lifts, move.drops, move.captures]]
        shown = oracle.shown(routes)
        assert move.route == tuple(bits[s] for s in shown.landings)
        assert [t.origin for t in move.transfers[1:]] == [name[bits[s]] for s in shown.taken]
        short = f"{name[move.lifts]}x{name[move.drops]}"
        shared = sum(
            a == key_of[move.lifts, move.drops, move.captures][0] and b == routes[0].landings[-1]
            for a, b, _ in by_key
        )
        assert move.text == (short if shared == 1 else "x".join(name[b] for b in (move.lifts, *move.route)))
        some = rnd.choice(routes)
        typed = "x".join(name[bits[s]] for s in (some.origin, *some.landings))
        if len(some.landings) > 1 or shared == 1:
            exact = {
                r.key
                for rs in by_key.values()
                for r in rs
                if r.origin == some.origin and r.landings == some.landings
            }
            if len(exact) == 1:
                assert position.parse_move(typed) == move
        longer = any(
            r.origin == o.origin
            and r.taken == o.taken
            and r.landings[:-1] == o.landings[:-1]
            and r.directions == o.directions
            and oracle.line(o.taken[-1], o.directions[-1]).index(r.landings[-1])
            > oracle.line(o.taken[-1], o.directions[-1]).index(o.landings[-1])
            for o in routes
            for rs in by_key.values()
            for r in rs
        )
        assert position.extendable(move) == longer
    for origin in {route.origin for rs in by_key.values() for route in rs}:
        every = [r for rs in by_key.values() for r in rs if r.origin == origin]
        picked = rnd.choice(every).landings
        rests = tuple(s for s in picked if rnd.random() < 0.4)
        for chosen in ((), rests):
            compare_ways(position, oracle, bits, every, origin, chosen)


def compare_ways(position, oracle, bits, routes, origin, rests):
    name = position.game.board.name_of

    def union(routes):
        found = {}
        for route in routes:
            ahead = squares_ahead(route, rests)
            if ahead is not None:
                key = (bits[route.landings[-1]], sum(bits[s] for s in route.taken))
                found[key] = found.get(key, frozenset()) | ahead
        return {key: sum(bits[s] for s in squares) for key, squares in found.items()}

    ways = position.ways(name[bits[origin]], tuple(name[bits[s]] for s in rests))
    assert {(way.move.drops, way.move.captures): way.stops for way in ways} == union(routes)
    if not rests:
        written = union([route for route in routes if oracle.written(route)])
        assert {(way.move.drops, way.move.captures): way.waypoints for way in ways} == written


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "options", "changed"), CASES, ids=IDS)
def test_engine_agrees_with_plain_implementation(name, options, changed):
    game = registry.game(name, options)
    kind = dataclasses.replace(KINDS[name], **changed)
    rnd = random.Random(20240511)
    with_captures = sum(compare(game, kind, rnd) for _ in range(4000 if FULL else 200))
    assert with_captures > (1000 if FULL else 50)
