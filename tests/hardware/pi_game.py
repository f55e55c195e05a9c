"""A program that hears a whole game through a driver on the emulated Raspberry Pi.

Hands play a golden game; each of their frames sets the switches or magnets of the emulated board. The
driver's own thread scans it with the real libraries at its own rate, on a clock that leaps to the first poll
after the next frame, and the pipeline hears what the driver tells. Prints what was heard, as a line of JSON.

Arguments: driver, game, number of the golden game, plies, level of the hands, file of the emulated board.
"""

import json
import math
import mmap
import sys
import threading
import time
from pathlib import Path
from random import Random

from pi_board import Board
from pi_child import driver
from pi_wired import Chain, Chips, Hall, Matrix

from firmware_host.hands import LEVELS, perform
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.wiring import Wiring
from hardware.device import SensorFrame
from rules.registry import game as game_called

GOLDEN = Path(__file__).parents[1] / "rules" / "golden"
AFTER_S = 5.0
"""Beyond the last frame, so that the result stands."""

READINGS = {"": 0, "x": 1, "w": 1, "b": 2}
RATES_HZ = {"gpio-matrix": 200, "shift-register": 250, "mcp23017": 100, "hall-adc": 100}


class Hands:
    """The clock of the driver, and the hands that move with it: a rest of the driver's thread lasts until the
    first of its deadlines after the next frame of the performance, which `put` then shows the board.
    """

    def __init__(self, performance, period, put):
        self._frames = list(performance.frames)
        self._end = performance.end + AFTER_S
        self._period = period
        self._put = put
        self._now = 0.0
        self.over = threading.Event()
        self.leave = threading.Event()
        self._show()

    def clock(self):
        return self._now

    def rest(self, seconds):
        due = self._now + seconds
        if self._frames:
            later = max(0, math.ceil((self._frames[0].time - due) / self._period))
            self._now = due + min(later * self._period, 0.4)
            self._show()
        elif self._now < self._end:
            self._now = due + 0.1
        else:
            self.over.set()
            self.leave.wait()

    def _show(self):
        while self._frames and self._frames[0].time <= self._now:
            self._put(self._frames.pop(0).readings)


class Hearing:
    """The pipeline behind the driver."""

    def __init__(self, game, wiring, start=None):
        self.pipeline = Pipeline(Session(Line(game, start or game.start()), Settings()), Settings())
        self._wiring = wiring
        self.heard = set()
        self.frames = 0

    def __call__(self, signal):
        if isinstance(signal, SensorFrame):
            self.frames += 1
            events = self.pipeline.feed(signal.at, self._wiring.seen(signal.readings))
            self.heard |= {event.name for event in events}


def places(game):
    """The field under each of 64 channels, row by row from the far left: "" where the game has none."""
    names = [f"{column}{row}" for row in range(8, 0, -1) for column in "abcdefgh"]
    if any(name in game.board.bit for name in names):
        return [name if name in game.board.bit else "" for name in names]
    numbered = iter(game.board.fields)
    return [next(numbered) if (at // 8 + at) % 2 else "" for at in range(64)]


def wired(name, file):
    """The emulated board in the file, with what this driver expects at its pins."""
    with file.open("r+b") as memory:
        board = Board.from_buffer(mmap.mmap(memory.fileno(), 0))
    match name:
        case "gpio-matrix":
            return Matrix(board)
        case "shift-register":
            return Chain(board)
        case "mcp23017":
            return Chips(board)
        case _:
            return Hall(board, file.parent)


def main():
    name, game_name, number, plies, level, file = sys.argv[1:]
    golden = json.loads((GOLDEN / f"{game_name}.jsonl").read_text().splitlines()[int(number)])
    game = game_called(game_name, {})
    moves = golden["moves"][: int(plies)]
    board = wired(name, Path(file))
    played = perform(game, None, moves, LEVELS[level], Random(1), board.kind.word)
    fields = places(game)
    hands = Hands(
        played,
        1 / RATES_HZ[name],
        lambda said: board.put({fields.index(field): READINGS[word] for field, word in said.items()}),
    )
    more = {"channels": 64, "rate_hz": RATES_HZ[name], "clock": hands.clock, "rest": hands.rest}
    source = driver(name, board.keys | more)
    hearing = Hearing(game, Wiring(game.board, fields, [], hall=board.kind.word == "hall"))
    begun = time.monotonic()
    source.start(hearing)
    hands.over.wait()
    took = time.monotonic() - begun
    hands.leave.set()
    source.stop()
    line = hearing.pipeline.session.line
    heard = {
        "moves": [ply.move.text for ply in line.plies],
        "played": moves,
        "position": line.text,
        "events": sorted(hearing.heard),
        "frames": hearing.frames,
        "polls": source.counters.polls,
        "seconds": round(took, 2),
    }
    print(json.dumps(heard))


if __name__ == "__main__":
    main()
