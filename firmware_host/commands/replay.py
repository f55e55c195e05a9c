"""Knows the command `zetlicht replay`: a trace in, what the board understood out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from firmware_host.errors import TraceError
from firmware_host.events import as_json
from firmware_host.replay import replay
from firmware_host.told import told


def run(arguments: argparse.Namespace) -> int:
    """Print every event, as JSON or in words."""
    for event in replay(_lines(arguments.trace), full=arguments.full):
        text = json.dumps(as_json(event), ensure_ascii=False) if arguments.json else told(event)
        if text:
            print(text)
    return 0


def _lines(path: str) -> Iterator[str]:
    """The lines of the file, read as they are needed; raises TraceError if it cannot be read."""
    try:
        if path == "-":
            yield from sys.stdin
            return
        with Path(path).open(encoding="utf-8") as file:
            yield from file
    except UnicodeDecodeError as error:
        raise TraceError(f"{path} is no UTF-8 text ({error.reason} at byte {error.start}).") from error
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror}.") from error
