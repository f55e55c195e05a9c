"""Knows the command `zetlicht doctor`: one line a check, with a remedy for each that fails."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from firmware_host.checks import examine
from hardware.packets import Hello
from hardware.serial_board import probe

_MARKS = {True: "ok  ", False: "FAIL", None: "note"}


def run(arguments: argparse.Namespace) -> int:
    """Print every finding; exit status 1 if one failed."""
    failed = False
    for finding in examine(Path(arguments.config), _ask):
        failed = failed or finding.ok is False
        if arguments.json:
            print(json.dumps(asdict(finding)))
        else:
            remedy = f" -> {finding.remedy}" if finding.remedy and finding.ok is not True else ""
            print(f"{_MARKS[finding.ok]}  {finding.check}: {finding.found}{remedy}")
    return 1 if failed else 0


def _ask(port: str, baud: int) -> Hello:
    return probe(port, baudrate=baud)
