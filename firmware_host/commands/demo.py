"""Knows the command `zetlicht demo`: a real game on a simulated board, in the terminal or as plain lines."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from firmware_host.daemon import Daemon
from firmware_host.demo import Report, Show, choose_game, play
from firmware_host.errors import UsageError
from firmware_host.events import Event
from firmware_host.hands.levels import LEVELS, Level
from firmware_host.palette import shades
from firmware_host.terminal_view import BoardView, draw
from firmware_host.told import told
from hardware.board_control import BoardControl
from rules.registry import game as game_called

SHOW_SPEED, FAST_SPEED = 3.0, 40.0
_HOME, _CLEAR, _HIDE, _SHOW, _TO_END = "\x1b[H", "\x1b[2J", "\x1b[?25l", "\x1b[?25h", "\x1b[J"


def run(arguments: argparse.Namespace) -> int:
    """Play one game (or one after another) and say at the end what was heard; 1 if it was not exact."""
    game_called(arguments.game)  # refuse an unknown game before anything is started
    terminal = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    speed = FAST_SPEED if arguments.fast or not terminal else SHOW_SPEED
    seed = arguments.seed if arguments.seed is not None else int(time.time())
    level = _level(arguments.level or "ordinary")
    while True:
        rng = Random(seed)
        game, moves = choose_game(arguments.game, rng)
        show = Show(game, moves, level, speed, "hall", seed)
        with tempfile.TemporaryDirectory(prefix="zetlicht-") as folder:
            report = _on_screen(show, Path(folder)) if terminal else _in_lines(show, Path(folder))
        status = _conclude(report)
        if not arguments.loop or status:
            return status
        seed += 1


def _level(name: str) -> Level:
    if name not in LEVELS:
        raise UsageError(f"There are no hands called {name!r}; there are {', '.join(sorted(LEVELS))}.")
    return LEVELS[name]


def _conclude(report: Report) -> int:
    played, heard = len(report.played), len(report.heard)
    if report.played == report.heard:
        print(f"The board heard all {played} moves exactly as they were played.")
        return 0
    first = next(
        (
            n
            for n, (one, other) in enumerate(zip(report.played, report.heard, strict=False), 1)
            if one != other
        ),
        min(played, heard) + 1,
    )
    print(f"The board heard {heard} moves of {played}; they differ from move {first}.", file=sys.stderr)
    return 1


def _in_lines(show: Show, folder: Path) -> Report:
    print(f"A simulated board plays {show.game.name}: hands, serial line, daemon and lights are real.")

    def tell(events: Sequence[Event]) -> None:
        for event in events:
            if text := told(event):
                print(text, flush=True)

    return asyncio.run(play(show, folder, tell))


def _on_screen(show: Show, folder: Path) -> Report:
    screen = _Screen(show)
    sys.stdout.write(_HIDE + _CLEAR)
    try:
        return asyncio.run(play(show, folder, screen.hear, screen.draw))
    finally:
        sys.stdout.write(_SHOW + "\n")
        sys.stdout.flush()


class _Screen:
    """The board in the terminal. Mutable: it keeps the last words and when the picture began."""

    def __init__(self, show: Show) -> None:
        self._title = f"Zetlicht · {show.game.name} · simulated board, real daemon"
        self._message = "The board waits for the first move."
        self._lights: dict[str, str] = {}
        self._since = time.monotonic()

    def hear(self, events: Sequence[Event]) -> None:
        """Remember what was told last."""
        for event in events:
            if text := told(event):
                self._message = text.strip()

    def draw(self, daemon: Daemon, eyes: BoardControl) -> None:
        """Draw the board as it stands and is lit now."""
        lights = daemon.pipeline.lights
        if lights != self._lights:
            self._lights, self._since = lights, time.monotonic()
        board = daemon.line.game.board
        occupied = board.mask(
            name for name, reading in zip(board.fields, eyes.readings(), strict=True) if reading
        )
        view = BoardView(
            position=daemon.line.position,
            occupied=occupied,
            shades=shades(lights, time.monotonic() - self._since),
            moves=[ply.move.text for ply in daemon.line.plies],
            message=self._message,
            title=self._title,
        )
        rows = max(5, shutil.get_terminal_size().lines - 8)
        lines = draw(view, rows_of_moves=min(rows, 16))
        sys.stdout.write(_HOME + "".join(f"{line}\x1b[0m\x1b[K\n" for line in lines) + _TO_END)
        sys.stdout.flush()
