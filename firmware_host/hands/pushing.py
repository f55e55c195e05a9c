"""Knows how lines are pushed, one piece moving the next, how groups go abreast, and what falls off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from firmware_host.hands import rolling
from firmware_host.hands.bodies import Path, Place
from firmware_host.hands.levels import Doing
from firmware_host.hands.moves import Abreast, Pushed, heading
from firmware_host.hands.records import Leftover
from firmware_host.hands.script import Hand
from firmware_host.hands.stage import Stage
from rules.game import Transfer

_CONTACT_S = (0.004, 0.015)
"""A pushed piece starts that much after the one behind it."""
_RIM = 0.14
_OVER_S = (0.02, 0.05)


def push_out(hand: Hand, task: Pushed) -> float:
    """Pushes the line to its end; returns when it is at rest. Stones that fell into a gutter stay there."""
    line = task.line
    if _all_step(hand.stage, line) and hand.does(Doing.ONE_BY_ONE, *_origins(line)):
        return _one_by_one(hand, tuple(reversed(line)))
    stage = hand.stage
    ahead = heading(stage.board, line[0])
    distance = hypot(ahead.x, ahead.y)
    stops = [distance]
    if distance > 1.5 and hand.does(Doing.STEPWISE, str(line[0].origin), str(line[0].target)):
        whole = range(1, round(distance))
        stops = [*sorted(stage.rng.sample(whole, stage.rng.randint(1, len(whole)))), distance]
    numbers = [stage.standing[name][0] for name in _origins(line)]
    for target in sorted({str(one.target) for one in line} & stage.board.gutter):
        hand.wait_for(target)
    ends = _ends(stage, line, Place(ahead.x / distance, ahead.y / distance))
    done = 0.0
    for stop in stops:
        if done:
            hand.wait(stage.rest_s if stage.rng.random() < 0.3 else stage.level.hop_s)
        _advance(hand, line, numbers, ends, (done, stop))
        done = stop
    rolling.too_far(hand, line, numbers, ends)
    rolling.rolls_back(hand, line, numbers)
    return _arrive(hand, line, numbers)


def _origins(line: Sequence[Transfer]) -> list[str]:
    return [str(one.origin) for one in line]


def _all_step(stage: Stage, line: Sequence[Transfer]) -> bool:
    """Whether each piece goes to the place that the next one leaves, with no gap to close and no gutter."""
    return all(after.origin == before.target for before, after in pairwise(line)) and not any(
        one.target in stage.board.gutter for one in line
    )


def _ends(stage: Stage, line: Sequence[Transfer], unit: Place) -> list[Place]:
    """Where each piece comes to rest. Stones that share a gutter field lie side by side along the rim."""
    ends, fallen = [], 0
    for one in line:
        start = stage.places[str(one.origin)]
        if one.target is None:
            ends.append(Place(start.x + 1.2 * unit.x, start.y + 1.2 * unit.y, -0.4))
        elif one.target in stage.board.gutter:
            aside = (fallen % 3 - 1) * _RIM if _falls(stage, line) > 1 else 0.0
            spot = stage.places[one.target]
            ends.append(
                Place(spot.x + unit.y * aside, spot.y - unit.x * aside, 0.05 + 0.2 * (fallen // 3), 0.1)
            )
            fallen += 1
        else:
            ends.append(stage.spot(one.target))
    return ends


def _falls(stage: Stage, line: Sequence[Transfer]) -> int:
    return sum(one.target in stage.board.gutter for one in line)


def _advance(
    hand: Hand,
    line: Sequence[Transfer],
    numbers: Sequence[int],
    ends: Sequence[Place],
    steps: tuple[float, float],
) -> None:
    """The pusher goes from step `steps[0]` to `steps[1]`; each piece moves once its gap is closed."""
    stage = hand.stage
    low, high = steps
    seconds = 0.05 + (high - low) * stage.draw(stage.level.slide_s)
    first, start, end = stage.places[str(line[0].origin)], hand.at, hand.at
    for index, (one, number, goal) in enumerate(zip(line, numbers, ends, strict=True)):
        origin = stage.places[str(one.origin)]
        touched = first.distance(origin) - index
        way_long = round(origin.distance(goal)) or 1
        begins, halts = max(touched, low), min(touched + way_long, high)
        if begins >= halts:
            continue
        part = (halts - touched) / way_long
        here = stage.place(number)
        there = goal if part > 0.999 else _part_of(origin, goal, part)
        way: Path = (((halts - low) / (high - low), there),)
        if begins > low:
            way = (((begins - low) / (high - low), here), *way)
        if halts < high:
            way = (*way, (1.0, there))
        start += stage.draw(_CONTACT_S) if index else 0.0
        end = max(end, stage.move((number,), start, seconds, _over_edge(here, way), settling=hand.settling))
    hand.at = end


def _part_of(origin: Place, goal: Place, part: float) -> Place:
    return Place(origin.x + (goal.x - origin.x) * part, origin.y + (goal.y - origin.y) * part)


def _over_edge(here: Place, way: Path) -> Path:
    """A piece that ends below the board goes level until its weight is over the edge."""
    share, goal = way[-1]
    if goal.height >= 0.0 or here.height < 0.0:
        return way
    before = way[-2][0] if len(way) > 1 else 0.0
    edge = Place(here.x + (goal.x - here.x) * 0.6, here.y + (goal.y - here.y) * 0.6)
    return (*way[:-1], (before + (share - before) * 0.6, edge), (share, goal))


def _arrive(hand: Hand, line: Sequence[Transfer], numbers: Sequence[int]) -> float:
    """Books the line's new fields; a piece off the board is put aside, which nobody waits for."""
    stage, at = hand.stage, hand.at
    for one, number in zip(line, numbers, strict=True):
        stage.leaves(str(one.origin), (number,), at)
    for one, number in zip(line, numbers, strict=True):
        if one.target is None:
            tidy = Hand(stage, at)
            tidy.settling = False
            tidy.away(tidy.take(number))
            hand.at = max(hand.at, tidy.at)
        else:
            stage.arrives(one.target, (number,), at)
    return at


def _one_by_one(hand: Hand, order: Sequence[Transfer]) -> float:
    """Each piece by itself, so that its field is free when it comes."""
    for one in order:
        if one.target is None:
            hand.remove(str(one.origin))
        else:
            hand.put(hand.pick(str(one.origin)), one.target)
            hand.wait(_OVER_S)
    return hand.at


def set_abreast(hand: Hand, task: Abreast) -> float:
    """Moves the group sideways, all together or one by one; returns when it is at rest."""
    stage, group = hand.stage, task.group
    if hand.does(Doing.ONE_BY_ONE, *_origins(group)):
        order = list(group)
        stage.rng.shuffle(order)
        return _one_by_one(hand, order)
    numbers = [stage.standing[name][0] for name in _origins(group)]
    seconds = 0.05 + stage.draw(stage.level.slide_s)
    start = end = hand.at
    for one, number in zip(group, numbers, strict=True):
        spot = stage.spot(str(one.target))
        end = max(end, stage.move((number,), start, seconds, ((1.0, spot),), settling=hand.settling))
        start += stage.draw(_CONTACT_S)
    hand.at = end
    return _arrive(hand, group, numbers)


def clear_gutter(hand: Hand, since: dict[str, float], fields: Sequence[str]) -> None:
    """Takes the fallen stones out of these gutter fields; `since` says from when each has lain there and
    forgets them.
    """
    hand.settling = False
    for field in fields:
        hand.remove(field)
        hand.stage.leftovers.append(Leftover(field, since.pop(field), hand.at))
    hand.settling = True
