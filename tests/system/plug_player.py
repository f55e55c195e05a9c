"""A daemon at work on hands that play a given game, as fast as it goes; run as a program, it goes on where
the journal is and prints events as `zetlicht run --json` does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from firmware_host.commands.run import print_json
from firmware_host.config import Config, parse
from firmware_host.daemon import Daemon
from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.journal import Journal
from firmware_host.keeping import opened
from firmware_host.simulated import EDGE_READINGS, configuration
from hardware.device import SensorFrame, Signal
from rules.game import Position
from rules.registry import game as game_called


class PlayedSensors:
    """Sensors under hands that play these moves from a position on; then the board rests for a while."""

    def __init__(self, config: Config, start: Position, moves: Sequence[str], level: str, seed: int) -> None:
        performance = perform(config.game, start, moves, LEVELS[level], Random(seed), "reed")
        readings = dict.fromkeys(config.wiring.channels, 0)
        readings |= {name: int(name in start.fields) for name in readings}
        self.frames = [SensorFrame(0.0, bytes(readings.values()))]
        for frame in performance.frames:
            readings |= {name: int(EDGE_READINGS[reading]) for name, reading in frame.readings.items()}
            self.frames.append(SensorFrame(1.0 + frame.time, bytes(readings.values())))
        rested = SensorFrame(11.0 + performance.end, bytes(readings.values()))
        self.frames.append(rested)
        self.channels = len(readings)

    def start(self, listener: Callable[[Signal], None]) -> None:
        """Everything at once."""
        for frame in self.frames:
            listener(frame)

    def stop(self) -> None:
        """Nothing more comes."""


def play(folder: Path, moves: Sequence[str], level: str, seed: int, *, game: str = "international") -> None:
    """Go on with the game in the journal of this folder until these moves have been played."""
    config = parse(configuration(game_called(game), folder, folder / "board", "reed"), folder / "board.toml")
    with Journal(config.state_dir) as journal:
        if journal.notice:
            print(journal.notice, file=sys.stderr)
        line = opened(journal, config.game, config.start)
        sensors = PlayedSensors(config, line.position, moves[len(line) :], level, seed)
        daemon = Daemon(config, line, sensors, None, journal, [print_json])
        asyncio.run(_until_seen(daemon, len(sensors.frames)))


async def _until_seen(daemon: Daemon, frames: int) -> None:
    running = asyncio.create_task(daemon.run())
    while daemon.frames < frames and not running.done():
        await asyncio.sleep(0)
    daemon.stop()
    await running


if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.argv[4:], sys.argv[2], int(sys.argv[3]))
