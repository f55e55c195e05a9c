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
    """CPU seconds of frames in which something changed: of all together, and of each measured alone, which
    costs time itself; and of those that said nothing new (together)."""

    whole_s: float
    frames: tuple[float, ...]
    quiet_s: float
    quiet_frames: int


def cost(cell: Cell, number: int) -> Cost:
    """Game `number` of this line of the table through the whole pipeline, once."""
    return cost_of(play(cell, number))


def cost_of(played: Played) -> Cost:
    """The frames of what hands have done, through the whole pipeline: once in one go, once one by one."""
    frames = _frames(played)
    whole = _Whole(played)
    begun = time.thread_time()
    for at, packed in frames:
        whole.feed(at, packed)
    whole_s = time.thread_time() - begun
    single, costs = _Whole(played), []
    for at, packed in frames:
        begun = time.thread_time()
        single.feed(at, packed)
        costs.append(time.thread_time() - begun)
    at, packed = frames[-1]
    single.pipeline.advance(at + 60.0)
    begun = time.thread_time()
    for count in range(QUIET):
        single.pipeline.feed(at + 60.0 + count * SCAN_S, single.wiring.seen(packed))
    return Cost(whole_s, tuple(costs), time.thread_time() - begun, QUIET)


class _Whole:
    """Everything between a sensor frame and the LEDs."""

    def __init__(self, played: Played) -> None:
        board = played.game.board
        settings = Settings()
        self.wiring = Wiring(board, board.fields, board.fields, hall=played.performance.kind == "hall")
        self.pipeline = Pipeline(Session(Line(played.game, played.positions[0]), settings), settings)
        self._lamps = Lamps(self.wiring, Lamp())

    def feed(self, at: float, packed: bytes) -> None:
        """One frame; the picture that it leads to is made ready for the LEDs."""
        for event in self.pipeline.feed(at, self.wiring.seen(packed)):
            if isinstance(event, Lit):
                self._lamps.take(event.lights, at)
                self._lamps.frame(at)


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
