"""Knows the command `zetlicht record`: has the running daemon write what the sensors said lately."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from firmware_host.config import Config, load
from firmware_host.recordings import ASKED, FOLDER, numbered
from firmware_host.status import FRESH_S, read

PATIENCE_S = 20.0
LOOK_S = 0.05


def run(arguments: argparse.Namespace) -> int:
    """Print the path of the new recording; exit status 1 if no daemon is running or nothing was written."""
    config = load(Path(arguments.config))
    folder = config.state_dir / FOLDER
    try:
        before = max((number for number, _ in numbered(folder)), default=0)
        trouble = _ask(config)
        path = None if trouble else _written(folder, before)
    except OSError as error:
        trouble, path = f"{folder} cannot be read: {error.strerror}; run this as the daemon's user.", None
    if path is not None:
        print(path)
        return 0
    print(
        trouble or f"No recording came into {folder}; what the daemon said last tells why.", file=sys.stderr
    )
    return 1


def _ask(config: Config) -> str | None:
    """Signal the daemon that keeps its status fresh; what is wrong if that cannot be done."""
    content = read(config) or {}
    pid, written = content.get("pid"), content.get("written")
    fresh = isinstance(written, int | float) and abs(time.time() - written) <= FRESH_S
    if not isinstance(pid, int) or pid <= 1 or not fresh:
        return "No daemon is running with this configuration; start one with 'zetlicht run'."
    try:
        os.kill(pid, signal.SIGUSR1)
    except ProcessLookupError:
        return "No daemon is running with this configuration; the last one was killed."
    except PermissionError:
        return (
            f"This user may not ask the daemon (process {pid}); run this as the daemon's user, or with sudo."
        )
    return None


def _written(folder: Path, before: int) -> Path | None:
    """The first recording asked for since number `before`, or None if none comes."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for number, path in numbered(folder):
            if number > before and path.name.endswith(f"-{ASKED}.trace"):
                return path
        time.sleep(LOOK_S)
    return None
