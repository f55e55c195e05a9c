"""The real daemon as a process of its own, on a simulated board that is another."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from firmware_host.hands.levels import LEVELS
from firmware_host.hands.play import perform
from firmware_host.simulated import BoardProgram, board_program, configuration, edges
from hardware.board_control import BoardControl
from rules.registry import game as game_called

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
PATIENCE_S = 60.0


class DaemonProcess:
    """`zetlicht run --json`; `events` collects what it prints."""

    def __init__(self, config: Path, *more: str) -> None:
        self.events: list[dict[str, object]] = []
        self._queue: queue.Queue[dict[str, object] | None] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firmware_host.cli", "run", "--json", "--config", str(config), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            try:
                self._queue.put(json.loads(line))
            except ValueError:
                # A killed daemon may leave half a line: what is not whole was not printed.
                break
        self._queue.put(None)

    def next(self, timeout: float = PATIENCE_S) -> dict[str, object] | None:
        """The next event, or None at the end; raises TimeoutError."""
        try:
            event = self._queue.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no event within {timeout} s; last: {self.events[-3:]}") from None
        if event is not None:
            self.events.append(event)
        return event

    def until(self, name: str, timeout: float = PATIENCE_S) -> dict[str, object]:
        """The next event of this name."""
        end = time.monotonic() + timeout
        while True:
            event = self.next(max(0.01, end - time.monotonic()))
            if event is None:
                assert self.process.stderr is not None
                raise AssertionError(f"the daemon ended: {self.process.stderr.read()}")
            if event["event"] == name:
                return event

    def drain(self, seconds: float = 0.3) -> None:
        """Collect what comes until it has been quiet for so long."""
        while True:
            try:
                if self.next(seconds) is None:
                    return
            except TimeoutError:
                return

    def kill(self) -> None:
        """As a pulled plug; then collect what it had printed."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self.drain(0.01)

    def stop(self) -> int:
        """SIGTERM; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        self._reader.join()
        self.drain(0.01)
        return status


@contextmanager
def board_and_config(
    folder: Path, game: str = "international", *, kind: str = "reed", speed: float = 1.0
) -> Iterator[tuple[BoardProgram, Path]]:
    """A simulated board with a configuration for it."""
    rules = game_called(game)
    with board_program(folder, rules, kind=kind, speed=speed) as board:
        file = folder / "board.toml"
        file.write_text(configuration(rules, folder, board.link, kind), encoding="utf-8")
        yield board, file


def play_through(
    board: BoardProgram,
    game: str,
    moves: list[str],
    *,
    level: str,
    seed: int,
    kind: str = "reed",
    lead_s: float = 1.0,
) -> float:
    """Let hands play these moves from `lead_s` on (on the board's clock: the whole game must have been sent
    before); returns the board's clock at the end."""
    rules = game_called(game)
    performance = perform(rules, None, moves, LEVELS[level], Random(seed), kind)
    with BoardControl(board.control, timeout=600.0) as control:
        begin = control.clock() + lead_s
        control.schedule(edges(performance, rules.board, begin))
        return control.wait(begin + performance.end)


def set_up(board: BoardProgram, game: str) -> None:
    """Put the start position on the board."""
    rules = game_called(game)
    start = rules.start().fields
    with BoardControl(board.control) as control:
        control.set({number: int(name in start) for number, name in enumerate(rules.board.fields)})


def games_of(name: str) -> list[dict[str, object]]:
    """Real games: the project's golden ones, and the optional collection beside the project."""
    here = Path(__file__).parents[1]
    files = [
        here.parents[1] / "shared" / "games" / f"{name}.jsonl",
        here / "rules" / "golden" / f"{name}.jsonl",
    ]
    file = next(file for file in files if file.exists())
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
