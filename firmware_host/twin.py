"""Knows how a board's configuration becomes that of its simulated twin: the same board on another port."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from firmware_host.config_file import names, text_of
from firmware_host.config_sections import Leds

STATE_DIR = "simulated"
"""The twin's journal lies apart from the real one."""


def twin(path: Path, port: Path) -> str:
    """The file at `path`, which must load, with sensors, LEDs and buttons on the serial board at `port`, no
    piezo on a pin, and a journal of its own beside it. Lights are at full brightness, so that no hue is lost
    to rounding; comments are lost."""
    table = tomllib.loads(text_of(path))
    shared = set(names(Leds)) - {"driver"}
    table["state_dir"] = STATE_DIR
    table["sensors"] = {"driver": "serial", "kind": table["sensors"]["kind"], "port": str(port.absolute())}
    dark = table.get("leds", {}).get("driver") == "none"
    table["leds"] = {key: value for key, value in table.get("leds", {}).items() if key in shared}
    table["leds"] |= {"driver": "none"} if dark else {"brightness": 1.0}
    if table.get("sound", {}).get("driver") == "piezo":
        del table["sound"]
    table["buttons"] = {key: value for key, value in table.get("buttons", {}).items() if key != "pins"}
    first = [f"{key} = {_toml(value)}" for key, value in table.items() if not isinstance(value, dict)]
    parts = ["\n".join([f"# The simulated twin of {path.name}.", *first])]
    for section, keys in table.items():
        if isinstance(keys, dict) and keys:
            parts.append("\n".join([f"[{section}]", *(f"{key} = {_toml(keys[key])}" for key in keys)]))
    return "\n\n".join(parts) + "\n"


def _toml(value: object) -> str:
    """JSON writes texts, numbers, true and false, and lists of these as TOML does."""
    return json.dumps(value, ensure_ascii=False)
