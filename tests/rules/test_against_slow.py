"""Knows that the fast generators and the slow ones, written apart, give equal moves, results and lights."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "slow"))

import random_positions
import slow_abalone
import slow_draughts
import slow_overboord
import slow_smokkelen
from slow_draughts_routes import TooManyRoutesError

from rules import registry
from rules.game import Game, Position, Side

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
POSITIONS = 20_000 if ACCEPT else 1_000
PARTS = 10 if ACCEPT else 2
SHARE_PLAYED = 0.4
LONGEST_GAME = 150


@dataclass(frozen=True)
class Draughts:
    """A draughts game with its options, and the slow rules that mean the same. A game with options gets a
    quarter of the positions."""

    game: str
    options: dict[str, str | int | bool] = field(default_factory=dict)
    changes: dict[str, object] = field(default_factory=dict)

    @property
    def positions(self) -> int:
        """How many positions one part compares."""
        return POSITIONS // PARTS // (4 if self.options else 1)

    def __str__(self) -> str:
        return "-".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])


DRAUGHTS = [
    Draughts("international"),
    Draughts("international", {"men_capture_back": False}, {"men_capture_back": False}),
    Draughts("international", {"kings": "short"}, {"king": "short"}),
    Draughts("international", {"kings": "short-back"}, {"king": "long-short"}),
    Draughts("frisian"),
    Draughts("frisian", {"king_run": "spared"}, {"king_run": "spared"}),
    Draughts("frisian", {"king_run": "off"}, {"king_run": "off"}),
    Draughts("italian"),
    Draughts("italian", {"king_order": "first"}, {"king_order": "first"}),
    Draughts("english"),
    Draughts("russian"),
    Draughts("brazilian"),
]


def played(game: Game, rng: Random) -> Iterator[Position]:
    """Positions of random games, each from the start until it ends or becomes long."""
    while True:
        position = game.start()
        for _ in range(LONGEST_GAME):
            yield position
            moves = position.legal_moves()
            if not moves or position.outcome() is not None:
                break
            position = position.play(rng.choice(moves))


def mixed(game: Game, rng: Random, build: Callable[[Random], str]) -> Iterator[tuple[Position, str]]:
    """Positions with their full texts, of games and built at random."""
    games = played(game, rng)
    while True:
        if rng.random() < SHARE_PLAYED:
            position = next(games)
            yield position, position.text(full=True)
        else:
            text = build(rng)
            yield game.parse(text), text


def results(position: Position) -> dict[str, str]:
    """Every legal move's text and the position text after it."""
    moves = position.legal_moves()
    after = {move.text: position.play(move).text() for move in moves}
    assert len(after) == len(moves), f"two moves of {position.text()} have one text"
    return after


def ended(position: Position) -> tuple[str | None, str] | None:
    outcome = position.outcome()
    return outcome and (outcome.winner.value if outcome.winner else None, outcome.reason)


def by_content(outcome: tuple[str | None, str] | None) -> tuple[str | None, str] | None:
    """`outcome` unless it comes from the past or from counting, which the slow side does not know."""
    return None if outcome and outcome[1] in ("repetition", "no-progress", "material") else outcome


def own_fields(position: Position) -> tuple[str, ...]:
    mask = position.white if position.turn is Side.WHITE else position.black
    return position.game.board.names(mask)


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("case", DRAUGHTS, ids=str)
def test_draughts(case: Draughts, part: int) -> None:
    game = registry.game(case.game, case.options)
    rules = slow_draughts.rules_of(case.game, **case.changes)
    rng = Random(f"{case} {part}")
    source = mixed(game, rng, lambda rng: random_positions.draughts(rng, rules))
    skipped = 0
    for _ in range(case.positions):
        position, text = next(source)
        try:
            moves = slow_draughts.slow_moves(rules, text)
        except TooManyRoutesError:
            skipped += 1
            continue
        assert results(position) == slow_draughts.after_of(text, moves), text
        compare_draughts_hands(position, moves, text)
        assert lights(position) == slow_draughts.lights_of(rules, text, moves), text
        assert lights(position, anywhere=True) == slow_draughts.lights_of(
            rules, text, moves, anywhere=True
        ), text
        compare_rests(rng, position, moves, text)
        assert by_content(ended(position)) == slow_draughts.outcome_of(rules, text, moves), text
    assert skipped * 100 < case.positions, f"{skipped} positions were too wide for the slow generator"


def compare_draughts_hands(position: Position, moves: list[slow_draughts.SlowMove], text: str) -> None:
    """What hands do with the fields, move by move."""
    names = position.game.board.names
    slow = {each.text: each for each in moves}
    for move in position.legal_moves():
        expected = slow[move.text]
        assert names(move.lifts) == (expected.origin,), f"{text} {move.text}"
        assert names(move.drops) == (expected.target,), f"{text} {move.text}"
        assert set(names(move.captures)) == expected.captured, f"{text} {move.text}"


def lights(position: Position, *, anywhere: bool = False) -> slow_draughts.Lights:
    """Final fields, other landing fields (as PDN writes them, or all on which a piece may be set down) and
    captured pieces for each piece of the side to move."""
    names = position.game.board.names
    result = {}
    for origin in own_fields(position):
        targets = waypoints = captured = 0
        for way in position.ways(origin):
            targets |= way.move.drops
            waypoints |= way.stops if anywhere else way.waypoints
            captured |= way.move.captures
        result[origin] = tuple(frozenset(names(each)) for each in (targets, waypoints & ~targets, captured))
    return result


def compare_rests(rng: Random, position: Position, moves: list[slow_draughts.SlowMove], text: str) -> None:
    """The ways of each piece: all of them, and those left once it has rested on some fields of a route."""
    names = position.game.board.names
    for origin in own_fields(position):
        own = [each for each in moves if each.origin == origin]
        routes = [(*rests, each.target) for each in own for _, rests in each.ways]
        for rests in [(), some_rests(rng, routes)]:
            got = {
                way.move.text: (set(names(way.waypoints)), set(names(way.stops)))
                for way in position.ways(origin, rests)
            }
            assert got == ways_left(own, rests), f"{text} ways of {origin} after {rests}"


def some_rests(rng: Random, routes: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Some fields of one of the routes, in order, as a hand that does not stop everywhere rests on them."""
    if not routes:
        return ()
    return tuple(landing for landing in rng.choice(routes) if rng.random() < 0.6)


def ways_left(
    moves: list[slow_draughts.SlowMove], rests: tuple[str, ...]
) -> dict[str, tuple[set[str], set[str]]]:
    """The moves with a route that comes to all `rests` in that order; the landing fields still ahead, and all
    fields ahead where the hand may set the piece down."""
    left: dict[str, tuple[set[str], set[str]]] = {}
    for each in moves:
        for landings, stops in each.ways or (((), ()),):
            fields = iter((*stops, each.target))
            if all(rest in fields for rest in rests):
                ahead = len(list(fields)[:-1])
                waypoints, anywhere = left.setdefault(each.text, (set(), set()))
                waypoints.update(landings[len(landings) - ahead :])
                anywhere.update(stops[len(stops) - ahead :])
    return left


@dataclass(frozen=True)
class Other:
    """Abalone, Overboord or Smokkelen with options, its slow generator and its builder of positions."""

    game: str
    build: Callable[[Random], str]
    slow_moves: Callable[[str], list]
    slow_outcome: Callable[[str, list], tuple[str | None, str] | None]
    options: dict[str, str | int | bool] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])


OTHERS = [
    Other("abalone", random_positions.abalone, slow_abalone.slow_moves, slow_abalone.slow_outcome),
    Other(
        "overboord",
        random_positions.overboord,
        slow_overboord.slow_moves,
        lambda text, moves: slow_overboord.slow_outcome(text),
    ),
    Other("smokkelen", random_positions.smokkelen, slow_smokkelen.slow_moves, slow_smokkelen.slow_outcome),
    Other(
        "smokkelen",
        random_positions.smokkelen,
        lambda text: slow_smokkelen.slow_moves(text, "any"),
        slow_smokkelen.slow_outcome,
        {"ban": "any"},
    ),
]


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("case", OTHERS, ids=str)
def test_other_games(case: Other, part: int) -> None:
    game = registry.game(case.game, case.options)
    rng = Random(f"{case} {part}")
    source = mixed(game, rng, case.build)
    names = game.board.names
    for _ in range(POSITIONS // PARTS):
        position, _ = next(source)
        text = position.text()
        if " choose" in text:
            continue
        slow = {each.text: each for each in case.slow_moves(text)}
        assert results(position) == {each.text: each.after for each in slow.values()}, text
        for move in position.legal_moves():
            expected = slow[move.text]
            assert set(names(move.captures)) == expected.captured, f"{text} {move.text}"
        occupied = names(position.occupied)
        for origin in rng.sample(occupied, min(3, len(occupied))):
            ways = {way.move.text for way in position.ways(origin)}
            assert ways <= {each.text for each in slow.values() if origin in each.moved}, f"{text} {origin}"
            assert ways >= {each for each in slow if each.startswith(origin)}, f"{text} {origin}"
        assert by_content(ended(position)) == case.slow_outcome(text, list(slow.values())), text


@pytest.mark.parametrize("first", ["first", "second", "white", "black"])
def test_overboord_choice_decides_who_pushes_first(first: str) -> None:
    """The chooser takes the first move or a colour, the other player what remains."""
    rng = Random(first)
    position = registry.game("overboord").start()
    while " place" in position.text():
        position = position.play(rng.choice(position.legal_moves()))
    choices = {move.text: move for move in position.legal_moves()}
    assert set(choices) == {"first", "second", "white", "black"}
    position = position.play(choices[first])
    for answer in position.legal_moves():
        chosen = {first, answer.text}
        if first in ("first", "second"):
            other_is_white = answer.text == "white"
            chooser_starts = first == "first"
        else:
            other_is_white = first == "black"
            chooser_starts = answer.text == "second"
        white_starts = chooser_starts != other_is_white
        assert position.play(answer).text().endswith(" w push" if white_starts else " b push"), chosen
