"""Knows what a version must show before the service is given to it; run by its own Python, see versions.sh.

`examine.py MODEL CONFIG`: exit status 0 if the right library serves the pins of this MODEL (`pi`, `pi-lgpio`
or nothing) and the configuration, where there is one, is taken; else one sentence. `examine.py --simulated
GAME`: prints the configuration of a simulated board.
"""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path

from firmware_host.config import load
from firmware_host.errors import HostError
from firmware_host.simulated import configuration
from rules.game import RulesError
from rules.registry import game

WANTED = {"pi": {"rpi.gpio"}, "pi-lgpio": {"rpi-lgpio"}}


def examine(model: str, config: Path) -> str | None:
    """What is wrong, in one sentence, or None."""
    names = {found.name.lower() for found in importlib.metadata.distributions()}
    there, wanted = names & {"rpi.gpio", "rpi-lgpio"}, WANTED.get(model, set())
    if there != wanted:
        words = [" and ".join(sorted(some)) or "none" for some in (wanted, there)]
        return f"The library for the pins should be {words[0]}, and is {words[1]}."
    try:
        if config.exists():
            load(config)
    except (HostError, RulesError) as error:
        return f"The configuration is refused: {error}"
    return None


def main(arguments: list[str]) -> str | None:
    """Do what the arguments say; returns what is wrong, or None."""
    try:
        if arguments[0] == "--simulated":
            state, port = Path("/var/lib/zetlicht"), Path("/run/zetlicht-board/port")
            print(configuration(game(arguments[1]), state, port, "reed"), end="")
            return None
    except RulesError as error:
        return str(error)
    return examine(arguments[0], Path(arguments[1]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
