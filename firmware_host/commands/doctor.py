"""Knows the command `zetlicht doctor`: one line a check, with cause and remedy for each that fails."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from firmware_host.checks import examine
from firmware_host.doctor.check import Finding

_MARKS = {True: "ok  ", False: "FAIL", None: "note"}


def run(arguments: argparse.Namespace) -> int:
    """Print every finding; exit status 1 if one failed."""
    failed = False
    for finding in examine(Path(arguments.config)):
        failed = failed or finding.ok is False
        print(json.dumps(asdict(finding)) if arguments.json else line(finding), flush=True)
    return 1 if failed else 0


def line(finding: Finding) -> str:
    """The finding in one line: what, likely cause, what to do."""
    cause = f" ({finding.cause})" if finding.cause else ""
    remedy = f" -> {finding.remedy}" if finding.remedy else ""
    return " ".join(f"{_MARKS[finding.ok]}  {finding.check}: {finding.found}{cause}{remedy}".split("\n"))
