"""Knows what a frame costs: CPU time through wiring, debounce, hearing and lights, on one core."""

from __future__ import annotations

import time
from dataclasses import dataclass

from hearing_games import Cell, Played, play, views

from firmware_host.events import Lit
from firmware_host.lamps import Lamp, Lamps
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.wiring import Wiring

QUIET = 5000
"""Frames that say nothing new, after each game."""
SCAN_S = 0.001
"""Quiet frames come that often, as from a board that scans a thousand times a second."""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of frames in which something changed, and of those that said nothing new (together)."""

    frames: tuple[float, ...]
    quiet_s: float
    quiet_frames: int


def cost(cell: Cell, number: int) -> Cost:
    """Game `number` of this line of the table through the whole pipeline, once."""
    return cost_of(play(cell, number))


def cost_of(played: Played) -> Cost:
    """The frames of what hands have done, through the whole pipeline, once."""
    board = played.game.board
    fields = board.fields
    wiring = Wiring(board, fields, fields, hall=played.performance.kind == "hall")
    settings = Settings()
    pipeline = Pipeline(Session(Line(played.game, played.positions[0]), settings), settings)
    lamps = Lamps(wiring, Lamp())
    costs = []
    at, packed = 0.0, bytes(len(fields))
    for at, packed in _frames(played):
        begun = time.thread_time()
        for event in pipeline.feed(at, wiring.seen(packed)):
            if isinstance(event, Lit):
                lamps.take(event.lights, at)
                lamps.frame(at)
        costs.append(time.thread_time() - begun)
    pipeline.advance(at + 60.0)
    begun = time.thread_time()
    for count in range(QUIET):
        pipeline.feed(at + 60.0 + count * SCAN_S, wiring.seen(packed))
    return Cost(tuple(costs), time.thread_time() - begun, QUIET)


def _frames(played: Played) -> list[tuple[float, bytes]]:
    """The frames as a board sends them: one reading a channel, in the order of the fields."""
    board = played.game.board
    found = []
    for at, seen in views(played.performance, board):
        readings = bytes(
            2 if seen.black & bit else 1 if seen.occupied & bit else 0
            for bit in (board.bit[name] for name in board.fields)
        )
        found.append((at, readings))
    return found
