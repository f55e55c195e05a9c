"""Knows how a staged performance is put on record and written as a trace; nothing of how hands move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from firmware_host.hands.bodies import Body, Magnet
from firmware_host.hands.edges import frames, sense
from firmware_host.hands.records import Defect, Edge, HandsError, Performance, Turn
from firmware_host.hands.sensors import HALL, REED, SensorModel, lay_sensors
from firmware_host.hands.stage import Stage
from rules.game import Game, Position

QUIET_S = 5.0
"""The board rests that long at the end."""


class Happening(NamedTuple):
    """A turn before its edges are known; turns done together share a `tag`. `at` is when it was made."""

    kind: str
    ply: int
    move: str
    tag: int
    at: float


def choose_model(kind: str, sensors: SensorModel | None) -> SensorModel:
    """The model asked for, or the usual one of that kind; raises HandsError if there is none."""
    model = sensors or {"reed": REED, "hall": HALL}.get(kind)
    if model is None or model.kind != kind:
        raise HandsError(f"Sensors of kind {kind!r} cannot be played; choose reed or hall and a model of it.")
    return model


def record(
    game: Game,
    start: Position,
    stage: Stage,
    happenings: Sequence[Happening],
    done: float,
    model: SensorModel,
    absent: Iterable[str],
) -> Performance:
    """What the sensors of this model say of everything on the stage; raises HandsError on an absent field
    that the board does not have.
    """
    without = frozenset(absent)
    if unknown := sorted(without - set(game.board.fields)):
        raise HandsError(f"Absent field {unknown[0]!r} is no field of {game.name}; leave it out.")
    bodies = stage.bodies()
    initial, edges = sense(bodies, lay_sensors(game.board, model, stage.rng, without), model, stage.rng)
    end = max([done, *(edge.time for edge in edges[-1:])]) + QUIET_S
    return Performance(
        game=game.name,
        options={
            one.name: game.chosen[one.name] for one in game.options if game.chosen[one.name] != one.default
        },
        start=None if start == game.start() else start.text(),
        kind=model.kind,
        absent=tuple(name for name in game.board.fields if name in without),
        frames=frames({name: initial[name] for name in game.board.fields if name in initial}, edges),
        edges=tuple(edges),
        turns=_turns(happenings, edges),
        deeds=tuple(sorted(stage.deeds, key=lambda deed: deed.time)),
        leftovers=tuple(stage.leftovers),
        bodies=bodies,
        end=round(end, 4),
        defects=tuple(_of_pieces(bodies, stage.homes)),
    )


def _of_pieces(bodies: Iterable[Body], homes: Mapping[int, str]) -> Iterator[Defect]:
    for body in bodies:
        if body.magnet is not Magnet.SOUND:
            yield Defect(body.magnet.value, (homes[body.number],), body=body.number)


def write_trace(performance: Performance, header: Mapping[str, object] | None = None) -> Iterator[str]:
    """The performance as the lines of a trace, without line ends; `header` adds to the first line."""
    head: dict[str, object] = {
        "trace": 1,
        "game": performance.game,
        "sensors": performance.kind,
        "start": performance.start,
    }
    if performance.options:
        head["options"] = dict(performance.options)
    if performance.absent:
        head["absent"] = list(performance.absent)
    yield json.dumps({**head, **(header or {})}, ensure_ascii=False)
    for frame in performance.frames:
        yield json.dumps({"t": frame.time, "fields": dict(frame.readings)}, ensure_ascii=False)
    yield json.dumps({"t": performance.end})


def _turns(happenings: Sequence[Happening], edges: Sequence[Edge]) -> tuple[Turn, ...]:
    """The turns with the times of the edges they need."""
    first: dict[int, float] = {}
    last: dict[int, float] = {}
    for edge in edges:
        if edge.settling:
            first.setdefault(edge.turn, edge.time)
            last[edge.turn] = edge.time
    return tuple(
        Turn(
            one.kind,
            one.ply,
            one.move,
            first.get(one.tag, round(one.at, 4)),
            last.get(one.tag, round(one.at, 4)),
        )
        for one in happenings
    )
