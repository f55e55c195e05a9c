"""Knows how the running daemon says how it does: one small file, rewritten at most every few seconds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from pathlib import Path

from firmware_host.cli import VERSION
from firmware_host.config import Config
from firmware_host.daemon import Daemon
from firmware_host.events import Json
from hardware.serial_board import SerialBoard

NAME = "status.json"
EVERY_S = 2.0
FRESH_S = 10.0
"""A status older than this is of a daemon that hangs or is gone."""


def status_path(config: Config) -> Path:
    """Where the status stands: in the service's own folder below /run where there is one, which costs no
    writes on an SD card; else beside the journal."""
    folder = os.environ.get("RUNTIME_DIRECTORY")
    service = Path("/run/zetlicht")
    if folder:
        return Path(folder.split(":")[0]) / NAME
    return service / NAME if (service / NAME).exists() else config.state_dir / NAME


class StatusFile:
    """The status of one daemon on disk."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._path = status_path(config)
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
        }
        if isinstance(source, SerialBoard):
            counters = source.counters
            result |= {
                "firmware": counters.firmware,
                "crc_errors": counters.crc_errors,
                "reconnects": counters.reconnects,
                "sequence_gaps": counters.seq_gaps,
            }
        return result


def read(config: Config) -> dict[str, Json] | None:
    """What the running daemon said last, or None if none runs."""
    try:
        content = json.loads(status_path(config).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None
