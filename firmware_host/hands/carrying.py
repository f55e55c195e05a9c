"""Knows how one piece is carried or slid along its way and how captured men are taken off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_host.hands import slips
from firmware_host.hands.bodies import Place, gap
from firmware_host.hands.levels import Doing
from firmware_host.hands.moves import Carried, Placed
from firmware_host.hands.script import Grip, Hand
from firmware_host.hands.stage import Stage
from rules.board import Shape
from rules.game import Side

_LOW = (0.28, 0.42)
"""Heights at which a carried piece clears a man, and no more."""
_HOVER = (0.05, 0.25)
_HOVER_S = (0.1, 0.5)
_LANDS_BADLY = frozenset({Doing.HOVERED, Doing.WRONG_FIELD, Doing.BETWEEN_FIELDS})


def place(hand: Hand, task: Placed, side: Side) -> float:
    """Puts a piece of `side` on its field from the player's store; returns when it stands."""
    number = hand.stage.new_body(side, hand.stage.aside())
    hand.put(hand.take(number), task.target)
    return hand.at


def carry_out(hand: Hand, task: Carried) -> float:
    """Brings the piece to its final field and takes the captured men off; returns when the piece has landed.

    `hand.at` then says when everything is done, a second hand included.
    """
    left = list(task.captured)
    if left and hand.does(Doing.FIRST, *left):
        hand.stage.rng.shuffle(left)
        _take_men(hand, left)
        left = []
    began = hand.at
    helper = None
    if left and Doing.TWO_HANDS in hand.stage.doing:
        helper, left_for_it = Hand(hand.stage, began), left
        left = []
    way = _ground_way(hand, task)
    landed = _slide(hand, task, way) if way else _fly(hand, task, left)
    if helper:
        helper.wait(hand.stage.rng.uniform(0.1, max(0.2, landed - began)))
        helper.does(Doing.TWO_HANDS, *left_for_it)
        hand.stage.rng.shuffle(left_for_it)
        _take_men(helper, left_for_it)
        hand.at = max(hand.at, helper.at)
    _take_men(hand, left)
    slips.put_back(hand, task)
    return landed


def _take_men(hand: Hand, fields: Iterable[str]) -> None:
    """Takes these men off; of a king perhaps only the top disc at first."""
    halves = []
    for field in fields:
        if len(hand.stage.standing[field]) > 1 and hand.does(Doing.TOP_DISC, field):
            hand.remove(field, 1)
            halves.append(field)
        else:
            hand.remove(field)
    for field in halves:
        hand.remove(field)


def _ground_way(hand: Hand, task: Carried) -> list[tuple[Place, ...]] | None:
    """The corners of each leg if these hands slide the piece and nothing stands in the way, else None."""
    stage = hand.stage
    if Doing.SLID not in stage.doing or stage.doing & _LANDS_BADLY or Doing.TWO_HANDS in stage.doing:
        return None
    legs = []
    for start, end in zip(task.route, task.route[1:], strict=False):
        leg = _clear_leg(stage, start, end, task.origin, hand.at)
        if leg is None:
            return None
        legs.append(leg)
    return legs


def _clear_leg(stage: Stage, start: str, end: str, origin: str, at: float) -> tuple[Place, ...] | None:
    """The corners of a free way along the board: none, or one on a square board; None if there is no way."""
    a, b = stage.places[start], stage.places[end]
    corners: list[tuple[Place, ...]] = [()]
    if stage.board.shape is Shape.SQUARE and a.x != b.x and a.y != b.y:
        corners += [(Place(a.x, b.y),), (Place(b.x, a.y),)]
    for between in corners:
        if stage.is_clear((a, *between, b), at, (start, origin)):
            return between
    return None


def _slide(hand: Hand, task: Carried, legs: Sequence[tuple[Place, ...]]) -> float:
    """Slides along all legs, with a rest on every landing field."""
    stage = hand.stage
    hand.does(Doing.SLID, task.origin, task.target)
    stops = task.route
    if len(stops) == 2 and not legs[0]:
        on_the_way = () if stage.is_shared else _between(stage, task, hand.at)
        if on_the_way and hand.does(Doing.RESTED, *on_the_way):
            stops, legs = (task.origin, *on_the_way, task.target), ((), ())
    for index, corners in enumerate(legs):
        if index:
            hand.wait(stage.rest_s if Doing.RESTED in stage.doing else stage.level.hop_s)
        hand.slide(stops[index], stops[index + 1], corners)
    return hand.at


def _between(stage: Stage, task: Carried, at: float) -> tuple[str, ...]:
    """One free field on the straight way of a piece that takes nothing, or none."""
    a, b = stage.places[task.origin], stage.places[task.target]
    found = [
        name
        for name, spot in stage.places.items()
        if name not in task.route and gap(spot, a, b) < 0.05 and stage.is_free(name, at)
    ]
    return (stage.rng.choice(found),) if found and not task.captured else ()


def _fly(hand: Hand, task: Carried, left: list[str]) -> float:
    """Lifts and carries, from landing field to landing field or straight on; removes from `left` the men
    taken on the way.
    """
    stage = hand.stage
    low = Doing.CARRIED_LOW in stage.doing and all(len(stack) < 2 for stack in stage.standing.values())
    height = stage.draw(_LOW) if low else None
    grip = hand.pick(task.origin, height=height)
    if low:
        stage.note(Doing.CARRIED_LOW, hand.at, task.origin, task.target)
    nudged = slips.sleeve(hand, task)
    stops = task.route[1:-1]
    if stops and hand.does(Doing.STRAIGHT, *stops):
        stops = ()
    for index, stop in enumerate(stops):
        hand.put(grip, stop)
        if not index and hand.does(Doing.RESTED, stop):
            hand.wait(stage.rest_s)
        else:
            hand.wait(stage.level.hop_s)
        _take_between(hand, left, task.captured[: index + 1])
        grip = hand.pick(stop, height=height)
    if not stops:
        grip = _pause(hand, grip, task, height)
        _take_in_the_air(hand, left)
    landed = _land(hand, grip, task)
    if nudged:
        slips.put_right(hand, nudged)
    return landed


def _take_between(hand: Hand, left: list[str], jumped: Sequence[str]) -> None:
    """The men jumped so far are taken while the captor rests, by those who do so."""
    ready = [name for name in jumped if name in left]
    if ready and hand.does(Doing.BETWEEN, *ready):
        _take_men(hand, ready)
        left[:] = [name for name in left if name not in ready]


def _take_in_the_air(hand: Hand, left: list[str]) -> None:
    """The other hand takes the first half of the men while this one holds the captor."""
    ready = left[: (len(left) + 1) // 2]
    if ready and hand.does(Doing.BETWEEN, *ready):
        other = Hand(hand.stage, hand.at)
        _take_men(other, ready)
        left[:] = left[len(ready) :]
        hand.at = max(hand.at, other.at - 0.2)


def _pause(hand: Hand, grip: Grip, task: Carried, height: float | None) -> Grip:
    """A rest on a field passed, if there is a free one, else in the air."""
    stage = hand.stage
    if Doing.RESTED not in stage.doing:
        return grip
    on_the_way = _between(stage, task, hand.at)
    hand.does(Doing.RESTED, *on_the_way)
    for stop in on_the_way:
        hand.put(grip, stop)
        hand.wait(stage.rest_s)
        return hand.pick(stop, height=height)
    hand.wait(stage.rest_s)
    return grip


def _land(hand: Hand, grip: Grip, task: Carried) -> float:
    """Sets the piece down on its final field, with whatever these hands do before they get there."""
    stage = hand.stage
    if Doing.HOVERED in stage.doing:
        others = [name for name in stage.near(task.target, 3.0) if stage.is_free(name, hand.at)]
        if others:
            other = stage.rng.choice(others)
            high = stage.place(grip[0]).height
            hand.does(Doing.HOVERED, other)
            hand.carry(grip, stage.places[other])
            hand.carry(grip, stage.places[other], stage.draw(_HOVER))
            hand.wait(stage.rest_s if stage.is_shared else _HOVER_S)
            hand.carry(grip, stage.places[other], high)
    grip = slips.wrong_field(hand, grip, task)
    bumped = slips.bump(hand, task)
    if not slips.between_fields(hand, grip, task):
        hand.put(grip, task.target)
    landed = hand.at
    if bumped:
        slips.straighten(hand, bumped)
    return landed
