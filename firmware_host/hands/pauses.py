"""Knows what hands do to pieces without making a move: adjust, think with one in hand, crown, take back."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from firmware_host.hands.levels import Doing
from firmware_host.hands.script import Grip, Hand
from firmware_host.hands.stage import Stage, Standing
from rules.game import Side

_NUDGE = (0.05, 0.5)
_WIGGLE = (0.1, 0.3)
_HOLD_S = (0.4, 2.0)
_CALM_S = (0.3, 0.9)
_AGAIN_S = (0.08, 0.3)


def before_move(hand: Hand, own: Sequence[str]) -> None:
    """What a player does with his own pieces (`own`, the fields of the side to move) while he thinks."""
    stage = hand.stage
    hand.settling = False
    for doing, act in ((Doing.THOUGHT, _hold), (Doing.WIGGLED, _wiggle), (Doing.ADJUSTED, _lift_a_little)):
        if doing not in stage.doing or not own or (doing is Doing.ADJUSTED and _adjusts_after(stage)):
            continue
        field = stage.rng.choice(own)
        hand.does(doing, field)
        act(hand, field)
        hand.wait(_CALM_S)
    hand.settling = True


def after_move(hand: Hand, field: str) -> None:
    """The piece just set down is adjusted, by those who do so."""
    if _adjusts_after(hand.stage) and field in hand.stage.standing and hand.does(Doing.ADJUSTED, field):
        hand.settling = False
        hand.wait(_AGAIN_S)
        _lift_a_little(hand, field)
        hand.settling = True


def _adjusts_after(stage: Stage) -> bool:
    """Half of the adjustments concern the piece just moved."""
    return Doing.ADJUSTED in stage.doing and stage.ply % 2 == 0


def _hold(hand: Hand, field: str) -> None:
    grip = hand.pick(field)
    hand.wait(_HOLD_S)
    hand.put(grip, field)


def _lift_a_little(hand: Hand, field: str) -> None:
    stage = hand.stage
    grip = hand.pick(field, height=stage.draw(_NUDGE))
    hand.lower(grip, stage.spot(field))
    stage.arrives(field, grip, hand.at)


def _wiggle(hand: Hand, field: str) -> None:
    stage = hand.stage
    hand.at = max(hand.at, stage.settled_at.get(field, 0.0))
    angle, far = stage.rng.uniform(0.0, 2.0 * pi), min(stage.draw(_WIGGLE), stage.room)
    centre = stage.places[field]
    way = (
        centre.moved(far * cos(angle), far * sin(angle)),
        centre.moved(-far * cos(angle), -far * sin(angle)),
        stage.spot(field),
    )
    hand.push(tuple(stage.standing[field]), way)
    stage.settled_at[field] = hand.at


def crown(hand: Hand, field: str, side: Side) -> None:
    """Puts a second disc of `side` on the man: one that was taken if there is one, else a spare."""
    stage = hand.stage
    hand.settling = False
    hand.wait(_AGAIN_S)
    if Doing.CROWN_LIFTED in stage.doing or Doing.LATE_CROWN in stage.doing:
        lifted = hand.pick(field)
        hand.does(Doing.LATE_CROWN if Doing.LATE_CROWN in stage.doing else Doing.CROWN_LIFTED, field)
        hand.wait(_CALM_S)
        hand.put(lifted, field)
    tray = stage.tray[side]
    number = tray.pop() if tray else stage.new_body(side, stage.aside())
    hand.stack(hand.take(number), field)
    hand.settling = True


def restore(hand: Hand, standing: Standing) -> None:
    """Brings every body back to where `standing` has it, in any order in which the fields become free."""
    stage = hand.stage
    while jobs := _jobs(stage, standing):
        hand.wait((0.1, 0.4))
        home, field, grip = stage.rng.choice(jobs)
        held = _take_up(hand, field, grip)
        if home is None:
            hand.away(held)
        else:
            hand.stack(held, home)


def _jobs(stage: Stage, standing: Standing) -> list[tuple[str | None, str | None, Grip]]:
    """What can be done next: (field it belongs to or None for beside the board, where it is, the bodies)."""
    homes = {number: name for name, numbers in standing.items() for number in numbers}
    jobs: list[tuple[str | None, str | None, Grip]] = []
    for name, numbers in stage.standing.items():
        wrong = [number for number in numbers if homes.get(number) != name]
        if not wrong:
            continue
        home = homes.get(wrong[-1])
        top = tuple(number for number in wrong if homes.get(number) == home)
        if home is None or _ready(stage, standing, home, top):
            jobs.append((home, name, top))
    lying = {number for tray in stage.tray.values() for number in tray}
    for name, belong in standing.items():
        top = belong[len(stage.standing.get(name, ())) :]
        if top and top[0] in lying and _ready(stage, standing, name, top[:1]):
            jobs.append((name, None, top[:1]))
    stuck = [name for name, there in stage.standing.items() if tuple(there) != standing.get(name)]
    if stuck and not jobs:
        jobs.append((None, stuck[0], tuple(stage.standing[stuck[0]])))
    return jobs


def _ready(stage: Stage, standing: Standing, home: str, grip: Grip) -> bool:
    """Whether what stands on `home` is just what belongs under these bodies."""
    here = tuple(stage.standing.get(home, ()))
    return standing[home][: len(here) + len(grip)] == (*here, *grip)


def _take_up(hand: Hand, field: str | None, grip: Grip) -> Grip:
    if field is not None:
        return hand.pick(field, len(grip))
    for tray in hand.stage.tray.values():
        if grip[0] in tray:
            tray.remove(grip[0])
    return hand.take(grip[0])
