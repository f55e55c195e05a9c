"""Knows every check of the doctor and the order in which one would put things right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware_host.config import load
from firmware_host.doctor import board, buses, keeping, libraries, lights, machine, pins, ports, rights
from firmware_host.doctor.check import ALWAYS, Case, Check, Finding, Outcome, Trouble, finding
from firmware_host.errors import HostError
from firmware_host.status import read
from firmware_host.system import System, this_machine

BAD_FILE = Trouble(
    "{sentence}",
    "a key or value that cannot be meant, a pin named twice or taken, a wiring that does not fit the game",
    "correct the file and run the doctor again",
)


def _configuration(case: Case) -> Iterator[Outcome]:
    yield f"{case.config.path} is in order: {case.config.game.name}"


CONFIGURATION = Check("configuration", "every key of the file", ALWAYS, (BAD_FILE,), _configuration)

CHECKS: tuple[Check, ...] = (
    CONFIGURATION,
    *machine.CHECKS,
    *keeping.CHECKS,
    *libraries.CHECKS,
    *ports.CHECKS,
    *buses.CHECKS,
    *pins.CHECKS,
    *rights.CHECKS,
    *board.CHECKS,
    *lights.CHECKS,
)


def examine(path: Path, system: System | None = None) -> Iterator[Finding]:
    """What every check that concerns the board described in this file says of `system` (None: this machine),
    one after another."""
    system = system or this_machine()
    try:
        config = load(path)
    except HostError as error:
        yield finding(CONFIGURATION.name, BAD_FILE.told(sentence=str(error).rstrip(".")))
        return
    case = Case(system, config, read(config, system.root, system.environment))
    for check in CHECKS:
        yield from check.findings(case)
