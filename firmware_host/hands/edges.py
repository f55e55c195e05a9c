"""Knows what a sensor says while bodies come and go over it: hysteresis, bounce, poles; nothing of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random
from typing import NamedTuple

from firmware_host.hands.bodies import Body, Magnet
from firmware_host.hands.records import Edge, Frame
from firmware_host.hands.sensors import CLOSES, DEAD, FAINT, HOLDS, Field, Sensor, SensorModel, Touch

TICKS = 10_000
"""Ticks in a second: time stamps are rounded to 0.1 ms."""


class _Change(NamedTuple):
    tick: int
    reading: str
    turn: int
    settling: bool


def sense(
    bodies: Sequence[Body], sensors: Sequence[Sensor], model: SensorModel, rng: Random
) -> tuple[dict[str, str], list[Edge]]:
    """What the sensors say of these bodies: the occupied fields at time 0, then every edge in order of time.

    Law: two edges of one field differ and are at least 0.1 ms apart.
    """
    field = Field(sensors, model)
    for body in bodies:
        field.feel(body)
    last = max((body.motions[-1].end for body in bodies if body.motions), default=0.0)
    for body in bodies:
        if body.magnet is Magnet.WEAK:
            field.weaken(body, rng, last)
    poles = {body.number: body.pole if model.kind == "hall" else "x" for body in bodies}
    first: dict[str, str] = {}
    edges: list[Edge] = []
    for sensor, touches in zip(sensors, field.touches, strict=True):
        initial, changes = _at_rest(_follow(touches, poles, model))
        if initial:
            first[sensor.field] = initial
        for change in _bounced(initial, changes, model, rng):
            edges.append(Edge(change.tick, sensor.field, change.reading, change.turn, change.settling))
    edges.sort(key=lambda edge: edge.tick)
    return first, edges


def frames(first: dict[str, str], edges: Iterable[Edge]) -> tuple[Frame, ...]:
    """The whole board at time 0, then one frame for every instant at which something changed."""
    result = [Frame(0.0, first)]
    tick, readings = -1, dict[str, str]()
    for edge in edges:
        if edge.tick != tick:
            tick, readings = edge.tick, {}
            result.append(Frame(edge.time, readings))
        readings[edge.field] = edge.reading
    return tuple(result)


def _microsecond(touch: Touch) -> int:
    return round(touch.time * 1e6)


def _follow(touches: Iterable[Touch], poles: dict[int, str], model: SensorModel) -> list[_Change]:
    """What one sensor says as it is touched. What happens within a microsecond happens at once; several
    changes may share a tick.
    """
    doing: dict[int, int] = {}
    reading, changes = "", list[_Change]()
    for _, together in groupby(sorted(touches, key=_microsecond), _microsecond):
        for touch in together:
            mask = doing.get(touch.body, 0)
            doing[touch.body] = mask | touch.what if touch.begins else mask & ~touch.what
        said = _reading(reading, doing, poles)
        if said == reading:
            continue
        tick = round(touch.time * TICKS)
        if said and reading:
            changes.append(_Change(tick, "", touch.turn, touch.settling))
            tick += round(model.blank_s * TICKS)
        changes.append(_Change(tick, said, touch.turn, touch.settling))
        reading = said
    return changes


def _reading(before: str, doing: dict[int, int], poles: dict[int, str]) -> str:
    """A pole that is there is kept while anything holds it; otherwise whatever closes the sensor shows."""
    shown = ""
    for body, mask in doing.items():
        if mask & (DEAD | FAINT):
            continue
        if mask & HOLDS and poles[body] == before:
            return before
        if mask & CLOSES:
            shown = poles[body]
    return shown


def _at_rest(changes: Iterable[_Change]) -> tuple[str, list[_Change]]:
    """The reading at time 0 and the changes after it, of several within a tick only what they come to."""
    initial, kept = "", list[_Change]()
    for change in changes:
        if change.tick <= 0:
            initial = change.reading
            continue
        while kept and kept[-1].tick >= change.tick:
            kept.pop()
        if change.reading != (kept[-1].reading if kept else initial):
            kept.append(change)
    return initial, kept


def _bounced(initial: str, changes: Sequence[_Change], model: SensorModel, rng: Random) -> Iterable[_Change]:
    """The changes with the bounce of their contacts, which ends before the next change begins."""
    before = initial
    for index, change in enumerate(changes):
        yield change
        if model.bounces:
            span = round(rng.uniform(*model.bounce_s) * TICKS)
            pairs = min(rng.randint(0, model.bounces), span // 2)
            ticks = sorted(rng.sample(range(1, span + 1), 2 * pairs))
            until = changes[index + 1].tick if index + 1 < len(changes) else change.tick + span + 1
            for back, again in zip(ticks[::2], ticks[1::2], strict=True):
                if change.tick + again < until:
                    yield change._replace(tick=change.tick + back, reading=before)
                    yield change._replace(tick=change.tick + again)
        before = change.reading
