"""A day and a night of one daemon: games, pauses, cables pulled and games left off; memory stays flat and
what is printed stays short."""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from running import ACCEPT, games_of
from virtual_time import VirtualLoop, run_virtually

from firmware_host.commands.run import words_printer
from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.fault_notes import FaultNotes
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.journal import Journal
from firmware_host.journal_shelf import JournalShelf
from firmware_host.keeping import opened
from firmware_host.recordings import Recordings
from firmware_host.simulated import EDGE_READINGS, configuration
from firmware_host.status import StatusFile, read
from hardware.device import DeviceState, LedFrame, SensorFrame, Signal
from rules.game import Position
from rules.registry import game as game_called

HOURS = 24.0 if ACCEPT else 0.4
WARM_HOURS = 2.0 if ACCEPT else 0.15
KEPT_MINUTES = 30 if ACCEPT else 4
"""So much of what the sensors said is kept: until then memory grows."""
LOOK_HOURS = 1.0 if ACCEPT else 0.1
PAUSE_S = 1200.0 if ACCEPT else 200.0
BEAT_S = 1.0
"""A board that nobody touches says so that often."""
MOST_BYTES = 1_000_000
RECORDINGS = f"[recordings]\nminutes = {KEPT_MINUTES}\n"


class Hall:
    """A club's board with its players, on a loop's clock."""

    def __init__(self, clock: Callable[[], float], chance: Random) -> None:
        self.game = game_called("international")
        self.channels = self.pixels = len(self.game.board.fields)
        self.pictures = self.played = 0
        self._clock = clock
        self._chance = chance
        self._there = dict.fromkeys(self.game.board.fields, 0)
        self._games = [[str(move) for move in game["moves"]] for game in games_of("international")[:40]]
        self._plugged = True

    def start(self, listener: Callable[[Signal], None]) -> None:
        self._listener = listener

    def show(self, _: LedFrame) -> None:
        self.pictures += 1

    def stop(self) -> None:
        """Nothing to free."""

    async def day(self, until: float, look: Callable[[], None]) -> None:
        """Play, pause, and pull the plug now and then; `look` is called every LOOK_HOURS, between games."""
        self._say_state(connected=True)
        told = 0
        left_off: list[Position] = []
        while self._clock() < until:
            await self._play(self.game.start(), self._chance.choice(self._games), left_off)
            await self._idle(self._chance.uniform(30, PAUSE_S))
            if left_off and self._chance.random() < 0.3:
                await self._set_up(left_off.pop(self._chance.randrange(len(left_off))))
            if self._clock() >= 3600 * LOOK_HOURS * (told + 1):
                told += 1
                await self._set_up(self.game.start())
                look()

    async def _play(self, start: Position, moves: list[str], left_off: list[Position]) -> None:
        if self._chance.random() < 0.3:
            moves = moves[: self._chance.randint(8, len(moves))]
            position = start
            for text in moves:
                position = position.play(position.parse_move(text))
            left_off.append(position)
        level = LEVELS[self._chance.choice(["tidy", "ordinary", "sloppy"])]
        performance = perform(self.game, start, moves, level, Random(self._chance.random()), "reed")
        await self._set_up(start)
        self.played += 1
        begin = self._clock()
        pulled = self._chance.uniform(0, 3 * performance.end)
        away = self._chance.uniform(2.0, 20.0)
        for frame in performance.frames:
            if begin + frame.time > self._clock():
                await asyncio.sleep(begin + frame.time - self._clock())
            self._there |= {name: int(EDGE_READINGS[reading]) for name, reading in frame.readings.items()}
            if self._plugged and pulled < frame.time < pulled + away:
                self._say_state(connected=False)
            elif not self._plugged and frame.time >= pulled + away:
                self._say_state(connected=True)
            self._say()
        self._say_state(connected=True)

    async def _set_up(self, position: Position) -> None:
        self._there = dict.fromkeys(self._there, 0)
        self._say()
        await self._idle(5.0)
        self._there |= dict.fromkeys(position.fields, 1)
        self._say()
        await self._idle(5.0)

    async def _idle(self, seconds: float) -> None:
        until = self._clock() + seconds
        while self._clock() < until:
            await asyncio.sleep(BEAT_S)
            self._say()

    def _say_state(self, *, connected: bool) -> None:
        if connected != self._plugged or self._clock() == 0.0:
            self._plugged = connected
            self._listener(DeviceState(self._clock(), connected, "Here." if connected else "Gone."))

    def _say(self) -> None:
        if self._plugged:
            self._listener(SensorFrame(self._clock(), bytes(self._there.values())))


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_a_day_and_a_night_keep_memory_flat_and_the_log_short(tmp_path: Path, capfd) -> None:
    loop = VirtualLoop()
    hall = Hall(loop.time, Random(24))
    config = parse(
        configuration(hall.game, tmp_path, tmp_path / "board", "reed") + RECORDINGS, tmp_path / "board.toml"
    )
    marks: list[tuple[float, int, int]] = []

    def mark() -> None:
        gc.collect()
        used = tracemalloc.get_traced_memory()[0]
        marks.append((loop.time() / 3600, used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))

    async def whole() -> None:
        with Journal(config.state_dir) as journal:
            line = opened(journal, config.game)
            shelf = JournalShelf(journal, config.game, config.game.start())
            status = StatusFile(config)
            box = Recordings(config, lambda: daemon.line)
            listeners = [words_printer(), box.heard, FaultNotes(config.state_dir).heard]
            daemon = Daemon(config, line, hall, hall, journal, listeners, [box], loop.time, shelf=shelf)
            running = asyncio.create_task(daemon.run())
            writing = asyncio.create_task(status.keep(daemon, hall))
            await asyncio.sleep(0)
            await hall.day(3600 * HOURS, mark)
            mark()
            said = read(config)
            assert said is not None
            assert said["journal_state"] == "sound"
            writing.cancel()
            daemon.stop()
            await running
            kept = journal.games()
            resumed = sum(1 for row in kept if row.ended is None or row.plies > 0)
            assert resumed >= hall.played * 0.9, (resumed, hall.played)

    tracemalloc.start()
    try:
        run_virtually(whole(), loop)
    finally:
        tracemalloc.stop()
    log = len("".join(capfd.readouterr()).encode())
    warm = [used for hours, used, _ in marks if hours >= WARM_HOURS]
    figures = {
        "hours": HOURS,
        "games": hall.played,
        "pictures": hall.pictures,
        "log": log,
        "growth": warm[-1] - warm[0],
        "marks": [(round(hours, 1), used // 1000, peak) for hours, used, peak in marks],
    }
    with capfd.disabled():
        print(json.dumps(figures))
    assert len(warm) >= 2
    assert max(warm) - warm[0] < MOST_BYTES, figures
    assert log < MOST_BYTES
