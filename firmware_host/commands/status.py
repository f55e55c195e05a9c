"""Knows the command `zetlicht status`: how the running daemon does."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from firmware_host.config import load
from firmware_host.events import Json
from firmware_host.status import FRESH_S, read


def run(arguments: argparse.Namespace) -> int:
    """Print the daemon's status; exit status 1 if none runs or it hangs."""
    content = read(load(Path(arguments.config)))
    if content is None:
        print("No daemon is running with this configuration; start one with 'zetlicht run'.", file=sys.stderr)
        return 1
    written = content.get("written")
    age = time.time() - written if isinstance(written, int | float) else float("inf")
    content["age"] = round(age, 1)
    if arguments.json:
        print(json.dumps(content))
    else:
        for name, value in content.items():
            if name != "written":
                print(f"{name.replace('_', ' '):18} {_words(value)}")
    if age > FRESH_S:
        print(f"The status is {age:.0f} s old: the daemon hangs or was killed.", file=sys.stderr)
        return 1
    return 0


def _words(value: Json) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(str, value)) or "-"
        case dict():
            return "; ".join(f"{name}: {item}" for name, item in value.items()) or "-"
    return str(value)
