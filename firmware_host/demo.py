"""Knows how the show runs: a simulated board as a program of its own, hands that play on it, the real daemon
that hears them, and what of it is drawn."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from random import Random

from firmware_host.config import load
from firmware_host.daemon import Daemon
from firmware_host.devices import devices
from firmware_host.events import Event
from firmware_host.hands.levels import Level
from firmware_host.hands.play import perform
from firmware_host.hands.records import Performance
from firmware_host.journal import Journal
from firmware_host.keeping import opened
from firmware_host.simulated import board_program, configuration, edges
from hardware.board_control import BoardControl
from hardware.device import HardwareError
from rules.game import Game
from rules.registry import game as game_called

BEGIN_S = 1.0
"""The hands begin this long, in real time, after the board was heard: their whole game is sent before."""

MOST_RANDOM_PLIES = 60


@dataclass(frozen=True, slots=True)
class Show:
    """One game to be shown: `moves` played by hands of `level`; `speed` times faster than real time."""

    game: Game
    moves: tuple[str, ...]
    level: Level
    speed: float
    kind: str
    seed: int


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a show: the moves played and the moves heard, equal if all went well."""

    played: tuple[str, ...]
    heard: tuple[str, ...]


def choose_game(name: str, rng: Random) -> tuple[Game, tuple[str, ...]]:
    """A real game that comes with the package, or random legal moves where there is none."""
    file = resources.files("firmware_host") / "demo_games" / f"{name}.jsonl"
    if file.is_file():
        record = json.loads(rng.choice(file.read_text(encoding="utf-8").splitlines()))
        return game_called(name, record.get("options")), tuple(record["moves"])
    game = game_called(name)
    position = game.start()
    moves: list[str] = []
    while len(moves) < MOST_RANDOM_PLIES and position.outcome() is None:
        move = rng.choice(position.legal_moves())
        moves.append(move.text)
        position = position.play(move)
    return game, tuple(moves)


async def play(
    show: Show,
    folder: Path,
    subscriber: Callable[[Sequence[Event]], None],
    watch: Callable[[Daemon, BoardControl], None] | None = None,
) -> Report:
    """Play one show; `folder` is where its board, configuration and journal live.

    `subscriber` hears every event; `watch` is called ten times a second, for drawing. Raises HardwareError
    if the simulated board fails.
    """
    performance = perform(show.game, None, show.moves, show.level, Random(show.seed), show.kind)
    folder.mkdir(parents=True, exist_ok=True)
    with board_program(folder, show.game, kind=show.kind, speed=show.speed) as board:
        file = folder / "board.toml"
        text = configuration(show.game, folder, board.link, show.kind)
        file.write_text(text, encoding="utf-8")
        config = load(file)
        with Journal(config.state_dir) as journal:
            begun = time.monotonic()
            found = devices(config, lambda: time.monotonic() - begun)
            line = opened(journal, config.game)
            daemon = Daemon(config, line, found.source, found.sink, journal, [subscriber])
            await _run(daemon, performance, board.control, max(1.0, show.speed) * BEGIN_S, watch)
            return Report(show.moves, tuple(ply.move.text for ply in daemon.line.plies))


async def _run(
    daemon: Daemon,
    performance: Performance,
    control: Path,
    lead_s: float,
    watch: Callable[[Daemon, BoardControl], None] | None,
) -> None:
    done = threading.Event()
    failure: list[HardwareError] = []

    def hands() -> None:
        try:
            with BoardControl(control, timeout=3600.0) as board:
                begin = board.clock() + lead_s
                board.schedule(edges(performance, daemon.line.game.board, begin))
                board.wait(begin + performance.end)
        except HardwareError as error:
            failure.append(error)
        finally:
            done.set()

    running = asyncio.create_task(daemon.run())
    while daemon.frames == 0 and not running.done():
        await asyncio.sleep(0.02)
    thread = threading.Thread(target=hands, name="hands", daemon=True)
    thread.start()
    with BoardControl(control) as eyes:
        while not done.is_set() and not running.done():
            if watch is not None:
                watch(daemon, eyes)
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
    daemon.stop()
    await running
    if failure:
        raise failure[0]
