"""Knows how sensors fail: dead, flickering, lines that drop out, a blind board; makes it show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

from firmware_host.hands.edges import TICKS
from firmware_host.hands.levels import Range
from firmware_host.hands.records import Defect, Edge, Frame, HandsError, Performance

UNREADABLE = "?"
"""What a channel says that cannot be read."""
_TOGGLE_S, _BURST_S, _CALM_S = (0.02, 0.3), (1.0, 5.0), (10.0, 40.0)
_OUT_S, _BETWEEN_S = (0.5, 20.0), (15.0, 60.0)


class Spell(NamedTuple):
    """From `start` on, until `end` (seconds), a sensor says `reading`, whatever is over it."""

    start: float
    end: float
    reading: str


def never_closes(performance: Performance, field: str, since: float = 0.0) -> Performance:
    """The sensor of this field shows no piece from `since` on."""
    spell = Spell(since, performance.end, "")
    defect = Defect("never closes", (field,), since)
    return _overlaid(performance, {field: [spell]}, defect)


def never_opens(performance: Performance, field: str, since: float = 0.0, pole: str = "w") -> Performance:
    """The sensor of this field shows a piece from `since` on; a hall sensor one with this pole."""
    spell = Spell(since, performance.end, _shown(performance, pole))
    defect = Defect("never opens", (field,), since)
    return _overlaid(performance, {field: [spell]}, defect)


def flickers(performance: Performance, field: str, rng: Random, since: float = 0.0) -> Performance:
    """The sensor of this field opens and closes by itself, every 20 to 300 ms, for some seconds every now and
    then from `since` on; between these spells it works.
    """
    spells: list[Spell] = []
    bursts: list[tuple[float, float]] = []
    start = since
    while start < performance.end:
        end = min(_later(start, _BURST_S, rng), performance.end)
        bursts.append((start, end))
        reading = rng.choice(("", _shown(performance, rng.choice("wb"))))
        while start < end:
            until = min(_later(start, _TOGGLE_S, rng), end)
            spells.append(Spell(start, until, reading))
            reading = "" if reading else _shown(performance, rng.choice("wb"))
            start = until
        start = _later(end, _CALM_S, rng)
    return _overlaid(performance, {field: spells}, Defect("flickers", (field,), since, spells=tuple(bursts)))


def drops_out(
    performance: Performance, fields: Sequence[str], rng: Random, since: float = 0.0, reading: str = ""
) -> Performance:
    """The sensors of these fields (a row, a column) drop out together, for 0.5 to 20 s every now and then
    from `since` on: they show no piece, or, with UNREADABLE, cannot be read.
    """
    if reading not in ("", UNREADABLE):
        raise HandsError(f"A line that drops out says nothing or {UNREADABLE!r}, not {reading!r}.")
    bursts: list[tuple[float, float]] = []
    start = since
    while start < performance.end:
        end = _later(start, _OUT_S, rng)
        bursts.append((start, min(end, performance.end)))
        start = _later(end, _BETWEEN_S, rng)
    spells = [Spell(start, end, reading) for start, end in bursts]
    kind = "cannot be read" if reading else "drops out"
    defect = Defect(kind, tuple(fields), since, spells=tuple(bursts))
    return _overlaid(performance, dict.fromkeys(fields, spells), defect)


def goes_blind(performance: Performance, start: float, end: float) -> Performance:
    """Nothing is seen from `start` until `end` (the board is unplugged, or boots), whatever the hands do
    meanwhile; the first frame after that, at `end`, tells the whole board. Raises HandsError unless
    0 < start < end < the performance's end.
    """
    if not 0.0 < start < end < performance.end:
        raise HandsError(f"Blind from {start} to {end} s: both lie inside the {performance.end} s played.")
    start, end = round(start, 4), round(end, 4)
    readings = dict.fromkeys(sorted({name for frame in performance.frames for name in frame.readings}), "")
    for frame in performance.frames:
        if frame.time <= end:
            readings.update(frame.readings)
    return replace(
        performance,
        frames=(
            *(frame for frame in performance.frames if frame.time < start),
            Frame(end, readings),
            *(frame for frame in performance.frames if frame.time > end),
        ),
        edges=tuple(edge for edge in performance.edges if not start <= edge.time <= end),
        defects=(*performance.defects, Defect("blind", (), start, spells=((start, end),))),
    )


def _later(time: float, after_s: Range, rng: Random) -> float:
    return round(time + rng.uniform(*after_s), 4)


def _shown(performance: Performance, pole: str) -> str:
    return pole if performance.kind == "hall" else "x"


def _overlaid(performance: Performance, spells: Mapping[str, Sequence[Spell]], defect: Defect) -> Performance:
    """The same performance, in which these fields say something else during their spells."""
    told = {(edge.tick, edge.field): edge for edge in performance.edges}
    first = dict(performance.frames[0].readings)
    changes: dict[int, dict[str, str]] = {}
    for frame in performance.frames[1:]:
        kept = {name: said for name, said in frame.readings.items() if name not in spells}
        if kept:
            changes.setdefault(_tick(frame.time), {}).update(kept)
    edges = [edge for edge in performance.edges if edge.field not in spells]
    for name, over in spells.items():
        initial, later = _said(_true(performance.frames, name), over, _tick(performance.end))
        first[name] = initial
        for tick, reading in later:
            changes.setdefault(tick, {})[name] = reading
            edge = told.get((tick, name))
            by_hand = edge is not None and edge.reading == reading
            edges.append(edge if edge and by_hand else Edge(tick, name, reading, -1, settling=False))
    frames = (Frame(0.0, first), *(Frame(tick / TICKS, changes[tick]) for tick in sorted(changes)))
    return replace(
        performance,
        frames=frames,
        edges=tuple(sorted(edges, key=lambda edge: edge.tick)),
        defects=(*performance.defects, defect),
    )


def _tick(time: float) -> int:
    return round(time * TICKS)


def _true(frames: Iterable[Frame], name: str) -> list[tuple[int, str]]:
    """When the field has said what, from time 0 on."""
    said = [(_tick(frame.time), frame.readings[name]) for frame in frames if name in frame.readings]
    return said if said and said[0][0] == 0 else [(0, ""), *said]


def _said(
    true: Sequence[tuple[int, str]], over: Sequence[Spell], end: int
) -> tuple[str, list[tuple[int, str]]]:
    """What a sensor says at time 0, and its changes from then until `end`, if spells lie over what it would
    say.
    """
    ticks = {tick for tick, _ in true}
    for spell in over:
        ticks |= {_tick(spell.start), _tick(spell.end)}
    readings = [(tick, _at(tick, true, over)) for tick in sorted(ticks) if tick < end]
    return readings[0][1], [later for earlier, later in pairwise(readings) if earlier[1] != later[1]]


def _at(tick: int, true: Sequence[tuple[int, str]], over: Sequence[Spell]) -> str:
    for spell in over:
        if _tick(spell.start) <= tick < _tick(spell.end):
            return spell.reading
    return next(reading for at, reading in reversed(true) if at <= tick)
