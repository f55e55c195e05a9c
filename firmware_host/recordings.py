"""Knows where the black box of a running daemon is written, when, and how many files are kept."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

from firmware_host.black_box import BlackBox, Taken, lines
from firmware_host.config import Config
from firmware_host.events import Event, Fault, Resumed
from firmware_host.journal_rescue import sync_directory
from firmware_host.line import Line
from firmware_host.seen import Seen
from firmware_host.trace import Header, end_line, header_line

FOLDER = "recordings"
UNDO, FAULT, ASKED = "undo", "fault", "asked"
"""Why a recording was written, as its name ends."""

UNDO_HELD_S = 2.0
"""Holding `undo` that long says: that was heard wrong, keep it."""

FAULTS_EVERY_S = 600.0
"""A fault that comes and goes writes no more than one file in this time."""

_NAME = re.compile(r"(\d{4,})-.*\.trace")


def header_of(config: Config, line: Line) -> Header:
    """The first line of a trace of this board that begins at the present position."""
    settings, wiring = config.settings, config.wiring
    return Header(
        game=config.game.name,
        sensors="hall" if wiring.hall else "reed",
        start=line.position.text(full=True),
        options=dict(config.game.chosen),
        confirm=settings.confirm,
        help_white=settings.help_white.value,
        help_black=settings.help_black.value,
        irregular=settings.irregular,
        absent=config.game.board.names(wiring.absent),
    )


def numbered(folder: Path) -> list[tuple[int, Path]]:
    """The recordings in this folder, oldest first; empty if there is none."""
    try:
        found = [(_NAME.fullmatch(path.name), path) for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    return sorted((int(match[1]), path) for match, path in found if match)


def store(folder: Path, texts: Iterable[str], why: str, now: datetime, keep: int) -> Path:
    """Write a recording, whole or not at all, and remove the oldest beyond `keep`; the new file.

    Names begin with a number that grows, since a computer without a battery may not know the day. Raises
    OSError if the folder takes no file.
    """
    folder.mkdir(exist_ok=True)
    before = numbered(folder)
    number = before[-1][0] + 1 if before else 1
    path = folder / f"{number:04}-{now:%Y-%m-%d-%H%M}-{why}.trace"
    building = path.with_suffix(".new")
    with building.open("w", encoding="utf-8") as file:
        file.writelines(f"{text}\n" for text in texts)
        file.flush()
        os.fsync(file.fileno())
    building.replace(path)
    for _, old in before[: max(0, len(before) + 1 - keep)]:
        old.unlink(missing_ok=True)
    sync_directory(folder)
    return path


class Recordings:
    """The black box of one daemon: it sees what a Recording sees, and is written on a fault, when `undo` is
    held, and when somebody asks. Files are written by a thread, so that the hearing does not wait.

    `line` gives the game now. A disk that takes nothing is told on standard error and stops nothing.
    """

    def __init__(
        self,
        config: Config,
        line: Callable[[], Line],
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        self._config = config
        self._line = line
        self._clock = clock
        self._folder = config.state_dir / FOLDER
        self._box = BlackBox(config.game.board, config.wiring.absent, keep_s=60.0 * config.recent.minutes)
        self._writer = ThreadPoolExecutor(1, "recordings")
        self._at = 0.0
        self._fault_at: float | None = None
        self._closed = False

    def see(self, at: float, seen: Seen, *, secret: bool = False) -> None:
        """A raw view of the board; `secret`: secrets are being chosen while it is seen."""
        self._at = at
        if self._config.recent.minutes:
            self._box.see(at, seen, self._line(), secret=secret)

    def press(self, at: float, button: str, held_s: float | None = None) -> None:
        """A button; `undo` held long writes the box."""
        self._at = max(self._at, at)
        self._box.press(at, button, held_s)
        if button == "undo" and held_s is not None and held_s >= UNDO_HELD_S:
            self.write(UNDO)

    def heard(self, events: Sequence[Event]) -> None:
        """What the daemon tells its subscribers; a fault writes the box."""
        if any(isinstance(event, Resumed) for event in events):
            self._box.forget()
        fault = next((event for event in events if isinstance(event, Fault)), None)
        if fault is None or not self._box.size:
            return
        if self._fault_at is None or fault.t - self._fault_at >= FAULTS_EVERY_S:
            self._fault_at = fault.t
            self.write(FAULT)

    def asked(self) -> None:
        """Somebody wants the box written now; the file always comes, though there may be nothing in it."""
        self.write(ASKED)

    def write(self, why: str) -> None:
        """Write what the box holds, soon; nothing any more once it is closed."""
        if self._closed:
            return
        header = header_of(self._config, self._line())
        self._writer.submit(self._store, self._box.taken(self._at), header, why, self._clock())

    def close(self) -> None:
        """Wait until everything is written; more calls do nothing."""
        self._closed = True
        self._writer.shutdown()

    def _store(self, taken: Taken | None, header: Header, why: str, now: datetime) -> None:
        texts = lines(taken, header) if taken else [header_line(header), end_line(0.0)]
        try:
            store(self._folder, texts, why, now, self._config.recent.keep)
        except OSError as error:
            reason = error.strerror or str(error)
            print(
                f"No recording could be written in {self._folder} ({reason}); check that folder.",
                file=sys.stderr,
                flush=True,
            )
