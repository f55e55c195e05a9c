"""Knows how the running daemon says how it does: one small file, rewritten at most every few seconds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from firmware_host.cli import VERSION
from firmware_host.config import Config
from firmware_host.daemon import JOURNAL, Daemon
from firmware_host.errors import JournalError
from firmware_host.events import Json
from firmware_host.journal_schema import JOURNAL_NAME
from firmware_host.past_faults import load
from firmware_host.pi_health import generation, low_now, temperature_c
from firmware_host.system import System, below, this_machine
from hardware.device import HardwareError
from hardware.polled_source import PollCounters
from hardware.serial_board import BoardCounters

NAME = "status.json"
EVERY_S = 2.0
FRESH_S = 10.0
"""A status older than this is of a daemon that hangs or is gone."""


def status_path(config: Config, root: Path = Path("/"), environment: Mapping[str, str] = os.environ) -> Path:
    """Where the status stands: in the service's own folder below /run where there is one, which costs no
    writes on an SD card; else beside the journal. `root`: below which folder the machine's files lie."""
    folder = environment.get("RUNTIME_DIRECTORY")
    service = root / "run/zetlicht"
    if folder:
        return below(root, Path(folder.split(":")[0])) / NAME
    return (service if (service / NAME).exists() else below(root, config.state_dir)) / NAME


class StatusFile:
    """The status of one daemon on disk. `journal_notice`: what had to be repaired of its journal."""

    def __init__(
        self, config: Config, journal_notice: str | None = None, system: System | None = None
    ) -> None:
        self._config = config
        self._path = status_path(config)
        self._journal_notice = journal_notice
        self._system = system or this_machine()
        self._frames = 0

    async def keep(self, daemon: Daemon, source: object) -> None:
        """Rewrite the file every EVERY_S seconds until cancelled."""
        while True:
            self.write(daemon, source)
            await asyncio.sleep(EVERY_S)

    def write(self, daemon: Daemon, source: object) -> None:
        """Write the file, whole or not at all; a disk that refuses is not the game's trouble."""
        content = self._content(daemon, source)
        temporary = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            temporary.write_text(json.dumps(content, indent=1), encoding="utf-8")
            temporary.replace(self._path)

    def remove(self) -> None:
        """The daemon stops: no status."""
        with contextlib.suppress(OSError):
            self._path.unlink()

    def _content(self, daemon: Daemon, source: object) -> dict[str, Json]:
        frames = daemon.frames - self._frames
        self._frames = daemon.frames
        line, age = daemon.line, daemon.age_s()
        result: dict[str, Json] = {
            "version": VERSION,
            "pid": os.getpid(),
            "written": time.time(),
            "game": line.game.name,
            "plies": len(line),
            "turn": line.position.turn.value,
            "result": line.outcome.reason if line.outcome else "*",
            "board": daemon.device.detail if daemon.device else "waiting for the board",
            "connected": bool(daemon.device and daemon.device.connected),
            "frames_per_second": round(frames / EVERY_S, 1),
            "last_frame_age": round(age, 3) if age is not None else None,
            "journal": str(self._config.state_dir),
            "journal_state": self._journal_state(daemon),
            "problems": dict(daemon.troubles),
            "unreadable_fields": list(line.game.board.names(daemon.unreadable)),
            "faulty_fields": list(line.game.board.names(daemon.pipeline.session.faulty)),
            "past_faults": self._past_faults(),
        }
        return result | _counters(source) | self._machine()

    def _journal_state(self, daemon: Daemon) -> str:
        """What is wrong with the journal now, or was at the start; `sound` if nothing."""
        path = self._config.state_dir / JOURNAL_NAME
        gone = None if path.exists() else f"{path} is gone: put it back, or restart the daemon."
        return daemon.troubles.get(JOURNAL) or gone or self._journal_notice or "sound"

    def _past_faults(self) -> dict[str, Json]:
        """How often each field and piece gave trouble in past games; empty if that cannot be read."""
        counts: Counter[str] = Counter()
        with contextlib.suppress(JournalError):
            for fault in load(self._config.state_dir):
                counts[f"{fault.kind} {fault.name}"] += fault.count
        return dict(counts)

    def _machine(self) -> dict[str, Json]:
        """How a Raspberry Pi does; nothing on other computers. Reads files only, which costs nothing."""
        if generation(self._system) is None:
            return {}
        return {"temperature": temperature_c(self._system), "under_voltage": low_now(self._system)}


def _counters(source: object) -> dict[str, Json]:
    """How the sensors do, as far as their driver counts."""
    counters = getattr(source, "counters", None)
    match counters:
        case BoardCounters():
            return {
                "firmware": counters.firmware,
                "crc_errors": counters.crc_errors,
                "reconnects": counters.reconnects,
                "sequence_gaps": counters.seq_gaps,
            }
        case PollCounters():
            return {
                "reconnects": counters.reconnects,
                "polls": counters.polls,
                "skipped_polls": counters.skipped,
                "scan_ms": round(1000 * counters.scan_s, 2),
            }
    return {}


def check_alone(config: Config, deed: str) -> None:
    """Raise HardwareError if a running daemon has the devices; `deed` is what is to be done with them."""
    content = read(config)
    written = content.get("written") if content else None
    if isinstance(written, int | float) and time.time() - written < FRESH_S:
        raise HardwareError(
            f"The daemon is running and has the board: stop it with 'sudo systemctl stop zetlicht', and "
            f"{deed} then."
        )


def read(
    config: Config, root: Path = Path("/"), environment: Mapping[str, str] = os.environ
) -> dict[str, Json] | None:
    """What the running daemon said last, or None if none runs; `root` as for `status_path`."""
    try:
        content = json.loads(status_path(config, root, environment).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None
