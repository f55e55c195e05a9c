"""Knows what goes wrong under hasty hands, and how they put it right; mostly for men on the dark fields."""

from __future__ import annotations

from math import hypot

from firmware_host.hands.bodies import Place
from firmware_host.hands.levels import Doing
from firmware_host.hands.moves import Carried
from firmware_host.hands.script import Grip, Hand
from firmware_host.hands.stage import Stage

_NEXT = 1.5
"""Two dark fields that touch are 1.41 apart."""
_NOTICE_S = (0.3, 1.2)
_SHIFT = (0.5, 0.65)


def sleeve(hand: Hand, task: Carried) -> tuple[str, str] | None:
    """While the piece is in the air a man that has nothing to do with the move is swept to the next field;
    returns where it belongs and where it is now. The hand does not notice.
    """
    stage = hand.stage
    if Doing.SLEEVE not in stage.doing:
        return None
    involved = {*task.route, *task.captured}
    pairs = [
        (home, off)
        for home in sorted(stage.standing)
        if home not in involved and stage.settled_at.get(home, 0.0) <= hand.at
        for off in stage.near(home, _NEXT)
        if off not in involved and stage.is_free(off, hand.at)
    ]
    if not pairs:
        return None
    home, off = stage.rng.choice(pairs)
    hand.does(Doing.SLEEVE, home, off)
    sweep = Hand(stage, hand.at)
    sweep.slide(home, off)
    return home, off


def put_right(hand: Hand, nudged: tuple[str, str]) -> None:
    """Brings a nudged man home."""
    home, off = nudged
    hand.wait(_NOTICE_S)
    hand.put(hand.pick(off), home)


def wrong_field(hand: Hand, grip: Grip, task: Carried) -> Grip:
    """Sets the piece down on a field next to the right one, looks at it, takes it up again."""
    stage = hand.stage
    if Doing.WRONG_FIELD not in stage.doing:
        return grip
    wrong = [
        name
        for name in stage.near(task.target, 2.1)
        if name not in task.route and stage.is_free(name, hand.at)
    ]
    if not wrong:
        return grip
    field = stage.rng.choice(wrong)
    hand.put(grip, field)
    hand.does(Doing.WRONG_FIELD, field, task.target)
    hand.wait(stage.rest_s if stage.is_shared else _NOTICE_S)
    return hand.pick(field)


def between_fields(hand: Hand, grip: Grip, task: Carried) -> bool:
    """Sets the piece down half-way to a free field next to the right one, then slides it home; False if
    these hands do not, or cannot.
    """
    stage = hand.stage
    if Doing.BETWEEN_FIELDS not in stage.doing:
        return False
    beside = [
        name for name in stage.near(task.target, _NEXT) if name == task.origin or stage.is_free(name, hand.at)
    ]
    if not beside:
        return False
    other = stage.rng.choice(beside)
    a, b = stage.places[task.target], stage.places[other]
    middle = Place((a.x + b.x) / 2.0, (a.y + b.y) / 2.0)
    hand.carry(grip, middle)
    hand.wait_for(task.target)
    hand.lower(grip, middle)
    hand.does(Doing.BETWEEN_FIELDS, task.target, other)
    hand.wait(_NOTICE_S)
    hand.push(grip, (stage.spot(task.target),))
    stage.arrives(task.target, grip, hand.at)
    return True


def bump(hand: Hand, task: Carried) -> str | None:
    """The hand that comes down knocks a piece next to the final field half off its own; returns which."""
    stage = hand.stage
    if Doing.BUMPED not in stage.doing:
        return None
    beside = [
        name
        for name in stage.near(task.target, _NEXT)
        if name in stage.standing
        and name not in task.route
        and name not in task.captured
        and stage.settled_at.get(name, 0.0) <= hand.at
    ]
    if not beside:
        return None
    field = stage.rng.choice(beside)
    grip = tuple(stage.standing[field])
    hand.does(Doing.BUMPED, field)
    knock = Hand(stage, hand.at + stage.rng.uniform(0.05, 0.25))
    knock.push(grip, (_off(stage, field, task.target),), stage.rng.uniform(0.06, 0.15))
    stage.settled_at[field] = knock.at
    return field


def _off(stage: Stage, field: str, pusher: str) -> Place:
    """Half off `field`, on the light field away from the one the hand comes down on."""
    here, there = stage.places[field], stage.places[pusher]
    shift = stage.draw(_SHIFT)
    dx, dy = here.x - there.x, here.y - there.y
    way = shift / max(hypot(dx, dy), 1.0) * 1.41
    return here.moved(way * dx, 0.0) if stage.rng.random() < 0.5 else here.moved(0.0, way * dy)


def straighten(hand: Hand, field: str) -> None:
    """Pushes a knocked piece back on its field."""
    stage = hand.stage
    hand.wait(_NOTICE_S)
    hand.at = max(hand.at, stage.settled_at.get(field, 0.0))
    hand.push(tuple(stage.standing[field]), (stage.spot(field),), stage.rng.uniform(0.15, 0.4))
    stage.settled_at[field] = hand.at


def put_back(hand: Hand, task: Carried) -> None:
    """Thinks better of the capture: the man taken last goes back to its field, and is taken again."""
    stage = hand.stage
    if not task.captured or Doing.PUT_BACK not in stage.doing:
        return
    field = task.captured[-1]
    if not stage.is_free(field, hand.at):
        return
    side = stage.side_of[stage.standing[task.target][0]].other
    number = stage.tray[side].pop()
    hand.does(Doing.PUT_BACK, field)
    hand.put(hand.take(number), field)
    hand.wait(_NOTICE_S)
    hand.remove(field)
