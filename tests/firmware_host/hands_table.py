"""Games for the hands to play in tests, and the law that holds after each of their turns."""

import os
from functools import cache
from pathlib import Path
from random import Random

from firmware_host.hands import LEVELS, Doing, perform
from rules.registry import game

DRAUGHTS = ("international", "frisian", "italian", "english", "russian", "brazilian")
GAMES = (*DRAUGHTS, "abalone", "overboord", "smokkelen")
FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
RECORDED = Path(__file__).parents[3] / "shared" / "games"


@cache
def moves_of(name, seed, plies):
    """A random game, as move texts."""
    rng, position, texts = Random(seed), game(name).start(), []
    while len(texts) < plies:
        legal = position.legal_moves()
        if not legal or position.outcome():
            break
        move = rng.choice(legal)
        texts.append(move.text)
        position = position.play(move)
    return tuple(texts)


def played(name, level, seed=0, plies=60, kind="reed", **more):
    """The random game of this seed, played by hands of this level."""
    return perform(game(name), None, moves_of(name, seed, plies), LEVELS[level], Random(seed), kind, **more)


def positions_of(performance, start=None):
    """The position after each ply, from ply 0 on."""
    positions = [start or game(performance.game).start()]
    for turn in performance.plies:
        positions.append(positions[-1].play(positions[-1].parse_move(turn.move)))
    return positions


def after(performance, index, *, in_time):
    """The occupied fields when turn `index` is over; `in_time` False: by what the hands of this and earlier
    turns did, whenever that was.
    """
    said = dict(performance.frames[0].readings)
    last = performance.turns[index].last
    for edge in performance.edges:
        if edge.time <= last if in_time else edge.turn <= index:
            said[edge.field] = edge.reading
    return {field for field, reading in said.items() if reading}


def _shared(performance, index):
    """The fields over which later turns' hands were busy before turn `index` was over: what a sensor says
    there belongs to no turn alone.
    """
    last = performance.turns[index].last
    return {edge.field for edge in performance.edges if edge.turn > index and edge.time <= last + 0.5}


def check(performance, start=None):
    """The occupancy law of Turn, for every turn."""
    board = game(performance.game).board
    positions = positions_of(performance, start)
    overlapping = any(deed.name == Doing.ANSWERED_EARLY for deed in performance.deeds)
    for index, turn in enumerate(performance.turns):
        following = performance.turns[index + 1 : index + 2]
        if turn.kind == "takeback" and following and following[0].kind == "takeback":
            continue
        position = positions[turn.ply if turn.kind == "move" else turn.ply - 1]
        wanted = set(board.names(position.occupied)) - set(performance.absent)
        there = after(performance, index, in_time=not overlapping)
        lying = {
            one.field for one in performance.leftovers if one.since <= turn.last and turn.last <= one.until
        }
        if overlapping:
            lying |= board.gutter | _shared(performance, index)
        assert there - lying == wanted - lying, f"turn {index}: {turn}"
    said = {}
    for frame in performance.frames:
        said.update(frame.readings)
    final = {field for field, reading in said.items() if reading}
    assert final == set(board.names(positions[-1].occupied)) - set(performance.absent)
