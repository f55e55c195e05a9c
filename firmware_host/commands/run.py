"""Knows the command `zetlicht run`: the daemon on the board that a file describes, until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from firmware_host.attached import Recorder, Subscriber
from firmware_host.clock import InvalidClock, clock_of
from firmware_host.config import Config, load
from firmware_host.daemon import Daemon
from firmware_host.devices import devices
from firmware_host.events import Event, as_json
from firmware_host.fault_notes import FaultNotes
from firmware_host.journal import Journal
from firmware_host.journal_shelf import JournalShelf
from firmware_host.keeping import opened
from firmware_host.line import Line
from firmware_host.liveness import keep_told
from firmware_host.notify import Notifier
from firmware_host.recording import Recording
from firmware_host.recordings import Recordings, header_of
from firmware_host.status import StatusFile
from firmware_host.system import this_machine
from firmware_host.time_of_day import time_of_day
from firmware_host.timekeeping import Timekeeper
from firmware_host.told import Telling
from firmware_host.tunes import tune_for


def run(arguments: argparse.Namespace) -> int:
    """Run until SIGTERM or SIGINT; then black lights, and exit status 0."""
    config = load(Path(arguments.config))
    with Journal(config.state_dir, lambda: time_of_day(this_machine())) as journal:
        if journal.notice:
            print(journal.notice, file=sys.stderr, flush=True)
        line = opened(journal, config.game, config.start, secrets.randbelow, config.record)
        timekeeper = _timekeeper(config, journal)
        recording = _recording(arguments.record, config, line)
        begun = time.monotonic()
        found = devices(config, lambda: time.monotonic() - begun)
        status = StatusFile(config, journal.notice)
        printer: Subscriber = print_json if arguments.json else words_printer()
        box = Recordings(config, lambda: daemon.line)
        subscribers, recorders = [printer, box.heard, FaultNotes(config.state_dir).heard], [*recording, box]
        if (sound := found.sound) is not None:
            subscribers.append(lambda events: sound.play(tune_for(events, config.sound.on)))
        daemon = Daemon(
            config,
            line,
            found.source,
            found.sink,
            journal,
            subscribers,
            recorders,
            companions=found.companions,
            timekeeper=timekeeper,
            shelf=JournalShelf(journal, config.game, config.start or config.game.start(), secrets.randbelow),
        )
        asyncio.run(_serve(daemon, status, found.source, box))
    return 0


async def _serve(daemon: Daemon, status: StatusFile, source: object, box: Recordings) -> None:
    loop, notifier = asyncio.get_running_loop(), Notifier.of()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _end, daemon, notifier)
    loop.add_signal_handler(signal.SIGUSR1, box.asked)
    # A terminal that closes, or somebody who expects it to be read anew, must not end a game.
    loop.add_signal_handler(signal.SIGHUP, lambda: None)
    tasks = [
        asyncio.create_task(status.keep(daemon, source)),
        asyncio.create_task(keep_told(daemon, source, notifier)),
    ]
    try:
        await daemon.run()
    finally:
        for task in tasks:
            task.cancel()
        status.remove()


def _timekeeper(config: Config, journal: Journal) -> Timekeeper | None:
    """The clock, as it was kept if a game goes on that has one."""
    if config.timed is None or journal.current is None:
        return None
    kept = journal.game(journal.current).clock
    clock = None
    if kept is not None:
        # One that cannot be read is begun anew: a clock must not keep the board from being played on.
        with suppress(InvalidClock):
            clock = clock_of(kept)
    return Timekeeper(config.timed.control, by_button=config.timed.by_button, kept=clock)


def _end(daemon: Daemon, notifier: Notifier) -> None:
    notifier.stopping()
    daemon.stop()


def _recording(path: str | None, config: Config, line: Line) -> list[Recorder]:
    if path is None:
        return []
    return [Recording(Path(path), header_of(config, line), config.game.board, config.wiring.absent)]


def print_json(events: Sequence[Event]) -> None:
    """Print these events, one JSON object a line."""
    for event in events:
        print(json.dumps(as_json(event), ensure_ascii=False))
    sys.stdout.flush()


def words_printer() -> Subscriber:
    """Prints events for people, one line each."""
    telling = Telling()

    def print_words(events: Sequence[Event]) -> None:
        for text in telling.lines(events):
            print(text)
        sys.stdout.flush()

    return print_words
