"""Knows what befalls a board besides moves: swept, walked on by a cat, set up wrongly, used as a tray."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin
from random import Random

from firmware_host.hands.bodies import Body, Place
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.recording import choose_model, record
from firmware_host.hands.records import Deed, Frame, HandsError, Performance
from firmware_host.hands.script import Hand
from firmware_host.hands.sensors import SensorModel
from firmware_host.hands.stage import Stage
from rules.board import Board, opposites
from rules.game import Game, Position

CAT_FIELDS = 10
CAT_S = 2.0
_SWEEP_S = 0.8
_FIRST_S = 2.0
_OUTSIDE = 0.8
"""A body that ends this far beyond the outermost fields lies beside the board."""


def swept(
    game: Game,
    position: Position,
    rng: Random,
    kind: str = "reed",
    *,
    absent: Iterable[str] = (),
    sensors: SensorModel | None = None,
) -> Performance:
    """An arm sweeps every piece off the board to one side, within about a second."""
    stage = _stage(game, position, rng)
    left = min(place.x for place in stage.places.values())
    end = _FIRST_S
    for grip in stage.standing.values():
        here = stage.place(grip[0])
        start = _FIRST_S + _SWEEP_S * (here.x - left) / _width(game.board) + rng.uniform(0.0, 0.05)
        away = replace(stage.aside(), y=here.y + rng.uniform(-0.5, 0.5))
        end = max(end, stage.move(grip, start, rng.uniform(0.3, 0.5), ((1.0, away),)))
    stage.deeds.append(Deed(_FIRST_S, 0, "swept the board", tuple(stage.standing)))
    return record(game, position, stage, (), end, choose_model(kind, sensors), absent)


def cat(
    game: Game,
    position: Position,
    rng: Random,
    kind: str = "reed",
    *,
    absent: Iterable[str] = (),
    sensors: SensorModel | None = None,
) -> Performance:
    """A cat walks over the board: ten pieces (or all, if fewer) are shoved about or off within two seconds.

    Nobody puts them back.
    """
    stage = _stage(game, position, rng)
    fields = rng.sample(sorted(stage.standing), min(CAT_FIELDS, len(stage.standing)))
    end = _FIRST_S
    for index, field in enumerate(fields):
        grip = tuple(stage.standing[field])
        start = _FIRST_S + (CAT_S - 0.4) * index / len(fields)
        goal = _shoved(stage, field, start)
        end = max(end, stage.move(grip, start, rng.uniform(0.15, 0.4), ((1.0, goal),)))
        stage.leaves(field, grip, end)
    stage.deeds.append(Deed(_FIRST_S, 0, "cat", tuple(fields)))
    return record(game, position, stage, (), end, choose_model(kind, sensors), absent)


def _shoved(stage: Stage, field: str, at: float) -> Place:
    """Where a shoved piece ends: off the board, on a free field, or anywhere near."""
    rng, mood = stage.rng, stage.rng.random()
    free = [name for name in stage.near(field, 3.0) if stage.is_free(name, at)]
    if mood < 0.3:
        return stage.aside()
    if mood < 0.6 and free:
        target = rng.choice(free)
        stage.arrives(target, (), at)
        return stage.spot(target)
    angle = rng.uniform(0.0, 2.0 * pi)
    far = rng.uniform(0.5, 1.0)
    return stage.places[field].moved(far * cos(angle), far * sin(angle))


def missing_man(
    game: Game,
    position: Position,
    field: str,
    rng: Random,
    kind: str = "reed",
    *,
    after_s: float = 3.0,
    absent: Iterable[str] = (),
    sensors: SensorModel | None = None,
) -> Performance:
    """The set-up lacks the piece of `field`, which is put there after `after_s`; raises HandsError if the
    position has none there.
    """
    if field not in position.fields:
        raise HandsError(f"No piece stands on {field!r} in {position.text()}; choose an occupied field.")
    pieces = position.fields
    late = pieces.pop(field)
    stage = Stage(game.board, pieces, LEVELS["tidy"], rng, 0.0)
    hand = Hand(stage, after_s)
    for _ in range(2 if late.kind == "king" else 1):
        hand.stack(hand.take(stage.new_body(late.side, stage.aside())), field)
    stage.deeds.append(Deed(0.0, 0, "left a field empty", (field,)))
    return record(game, position, stage, (), hand.at, choose_model(kind, sensors), absent)


def colours_swapped(performance: Performance) -> Performance:
    """The same performance with the pieces of one side standing for the other's: every pole is the other.

    With reeds, which see no colour, nothing changes.
    """
    other = {"w": "b", "b": "w"}
    return replace(
        performance,
        frames=tuple(
            Frame(frame.time, {name: other.get(said, said) for name, said in frame.readings.items()})
            for frame in performance.frames
        ),
        edges=tuple(
            replace(edge, reading=other.get(edge.reading, edge.reading)) for edge in performance.edges
        ),
        bodies=tuple(replace(body, pole=other[body.pole]) for body in performance.bodies),
    )


def turned_round(performance: Performance, board: Board) -> Performance:
    """The same performance with the players on the wrong sides: every field is the one opposite.

    Truth (`turns`, `deeds`, `leftovers`, `bodies`) keeps the names that the players mean. Raises HandsError
    if a field has none opposite.
    """
    opposite = _opposite(board)
    return replace(
        performance,
        absent=tuple(opposite[name] for name in performance.absent),
        frames=tuple(
            Frame(frame.time, {opposite[name]: said for name, said in frame.readings.items()})
            for frame in performance.frames
        ),
        edges=tuple(replace(edge, field=opposite[edge.field]) for edge in performance.edges),
    )


def parked_outside(performance: Performance, board: Board, outside: Sequence[str]) -> Performance:
    """The same performance on a larger board, whose further fields `outside` take the captured men.

    Each piece put beside the board lies on the next of these fields, for as long as it stays there, until
    they are all used. A field of the game among them raises HandsError.
    """
    if clash := sorted(set(outside) & set(board.fields)):
        raise HandsError(f"Field {clash[0]!r} belongs to the game; captured men are parked outside it.")
    changes: dict[float, dict[str, str]] = {}
    arrivals = sorted(
        (time, body.number, until) for body in performance.bodies for time, until in _stays(body, board)
    )
    for (time, number, until), field in zip(arrivals, outside, strict=False):
        said = performance.bodies[number].pole if performance.kind == "hall" else "x"
        changes.setdefault(time, {})[field] = said
        if until is not None:
            changes.setdefault(until, {})[field] = ""
    for frame in performance.frames:
        changes.setdefault(frame.time, {}).update(frame.readings)
    frames = tuple(Frame(time, changes[time]) for time in sorted(changes))
    return replace(performance, frames=frames)


def _stays(body: Body, board: Board) -> list[tuple[float, float | None]]:
    """From when to when a body that has left the board lies beside it."""
    stays: list[tuple[float, float | None]] = []
    for index, motion in enumerate(body.motions):
        place = motion.path[-1][1]
        if place.height > 0.0 or min(_far(place, cell.x, cell.y) for cell in board.cells.values()) < _OUTSIDE:
            continue
        then = body.motions[index + 1].start if index + 1 < len(body.motions) else None
        stays.append((round(motion.end, 4), None if then is None else round(then, 4)))
    return stays


def _far(place: Place, x: float, y: float) -> float:
    return hypot(place.x - x, place.y - y)


def _opposite(board: Board) -> dict[str, str]:
    found = opposites(board)
    if lone := [name for name in board.fields if name not in found]:
        raise HandsError(f"Field {lone[0]!r} has no field opposite; this board cannot be turned round.")
    return found


def _stage(game: Game, position: Position, rng: Random) -> Stage:
    return Stage(game.board, position.fields, LEVELS["tidy"], rng, 0.0)


def _width(board: Board) -> float:
    xs = [cell.x for cell in board.cells.values()]
    return max(xs) - min(xs) or 1.0
