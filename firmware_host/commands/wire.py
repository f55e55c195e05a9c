"""Knows the command `zetlicht wire`: the board is asked which channel and LED lie under which field."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

from firmware_host.config import Config, parse
from firmware_host.config_drivers import TerminalLeds
from firmware_host.config_file import text_of
from firmware_host.devices import Devices, devices
from firmware_host.errors import ConfigError, UsageError
from firmware_host.status import check_alone
from firmware_host.wire import progress
from firmware_host.wire.board_file import WireBoard, probe_board, wire_board
from firmware_host.wire.file import replace, rewired
from firmware_host.wire.picture import board_lines
from firmware_host.wire.result import Result, result
from firmware_host.wire.run import Session
from firmware_host.wire.screen import JsonScreen, PictureScreen, PlainScreen, Screen, counted
from firmware_host.wire.wizard import Wizard

NOTE = (
    "Found by 'zetlicht wire'. A field's channel is its place in `fields`, counted from 0; so with `pixels`."
)
SECONDS_EACH = 2.5
MOST = 1024


def run(arguments: argparse.Namespace) -> int:
    """Ask, write, show; exit status 1 if nothing was written."""
    path = Path(arguments.config)
    for name in ("channels", "pixels"):
        number = getattr(arguments, name)
        if number is not None and not 1 <= number <= MOST:
            raise UsageError(f"--{name} {number} is out of range; it takes 1 to {MOST}.")
    folder = path.resolve().parent
    if path.exists() and not os.access(folder, os.W_OK):
        raise ConfigError(
            f"{path}: what is found out is written there and beside it, but this user may not write in "
            f"{folder}; start with sudo, or with a copy of the file elsewhere."
        )
    board = wire_board(path, probe_board, channels=arguments.channels, pixels=arguments.pixels)
    check_alone(board.config, "find out the wiring")
    found = devices(board.config)
    kept = progress.progress_path(path)
    before = None if arguments.again else progress.load(kept, board.plan)
    wizard = Wizard(board.plan, *before) if before else Wizard(board.plan)
    screen = _screen(board.config, as_json=arguments.json)
    _greet(screen, board, wizard)
    if before is None and not arguments.again and kept.exists():
        screen.say(f"The answers in {kept} are damaged or about another board: they are asked for anew.")
    if not asyncio.run(_serve(wizard, board, found, screen, kept)):
        screen.end(
            f"Stopped after {counted(wizard.answers)}, and nothing is written yet; the same command goes "
            "on from there."
        )
        return 1
    return _finish(path, board, wizard, screen, kept)


def _screen(config: Config, *, as_json: bool) -> Screen:
    if as_json:
        return JsonScreen()
    drawn = sys.stdout.isatty() and not isinstance(config.led_device, TerminalLeds)
    return PictureScreen() if drawn else PlainScreen()


def _greet(screen: Screen, board: WireBoard, wizard: Wizard) -> None:
    plan = board.plan
    steps = 2 * len(plan.fields) + len(plan.lights)
    minutes = max(1, round(steps * SECONDS_EACH / 60))
    screen.say(
        f"{len(plan.fields)} fields, {plan.channels} channels, {plan.pixels} LEDs: a piece is to be put down "
        f"about {steps} times, in some {minutes} minutes. Put it down and leave it until the next is asked "
        "for; tap it twice for 'nothing here', three times to go back by one."
    )
    if wizard.answers:
        screen.say(f"Kept from before: {counted(wizard.answers)}; --again begins anew.")


async def _serve(wizard: Wizard, board: WireBoard, found: Devices, screen: Screen, kept: Path) -> bool:
    def keep(it: Wizard) -> None:
        progress.save(kept, it.plan, it.answers, it.hands.noisy)

    budget = board.config.leds.budget_ma
    session = Session(wizard, found.source, found.sink, found.companions, screen, keep, budget)
    return await session.run()


def _finish(path: Path, board: WireBoard, wizard: Wizard, screen: Screen, kept: Path) -> int:
    """Write what was found and show it; nothing is written that does not read back as a configuration."""
    gutter = board.config.game.board.gutter if board.grid is None else frozenset()
    known = wizard.found
    done = result(board.plan, known, wizard.hands, gutter=gutter)
    if not done.worth_writing:
        _tell(screen, board, wizard, done)
        kept.unlink(missing_ok=True)
        screen.end(
            f"Only {len(known.channel_of)} of {len(board.plan.fields)} fields have a channel of their own, "
            f"so {path} stays as it is: mend the faults above, and try again."
        )
        return 1
    text = rewired(text_of(path), done.wiring, NOTE)
    parse(text, path)
    before = replace(path, text)
    kept.unlink(missing_ok=True)
    _tell(screen, board, wizard, done)
    screen.end(f"Written to {path}; as it was before, it is kept as {before.name}.")
    return 0


def _tell(screen: Screen, board: WireBoard, wizard: Wizard, done: Result) -> None:
    if isinstance(screen, JsonScreen):
        print(
            json.dumps({"wiring": done.wiring, "faults": done.faults, "notes": done.notes}, default=list),
            flush=True,
        )
        return
    known = wizard.found
    print("\n".join(["", *board_lines(board.plan, known), ""]))
    for sentence in (*done.notes, *done.faults):
        print(sentence)
    if not done.faults:
        print("Every field has its channel" + (" and its LED." if board.plan.pixels else "."))
    sys.stdout.flush()
