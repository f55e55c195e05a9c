"""Knows the command `zetlicht firmware`: writes the files that are copied to a Raspberry Pi Pico."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware_host.errors import UsageError
from firmware_host.pico_pins import pico_pins
from firmware_host.wire.board_file import soldered
from firmware_host.wire.file import write_whole
from hardware.firmware.config import CONFIG
from hardware.firmware_file import FILE_NAME, firmware


def run(arguments: argparse.Namespace) -> int:
    """Write main.py into the folder, with `--config` also board_config.json, and say where they are."""
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: make it first, or name another.")
    file = folder / FILE_NAME
    text = firmware()
    pins = pico_pins(soldered(Path(arguments.config))) if arguments.config is not None else None
    own = folder / CONFIG
    try:
        if pins is not None and own.exists() and own.read_text(encoding="utf-8", errors="replace") != pins:
            raise UsageError(
                f"{own} is there and says otherwise: move it away, or leave --config out to keep it."
            )
        if file.exists() and file.read_text(encoding="utf-8", errors="replace")[:60] != text[:60]:
            raise UsageError(f"{file} exists and is no firmware of Zetlicht: choose another folder.")
        write_whole(file, text.encode("utf-8"))
        if pins is not None:
            write_whole(own, pins.encode("utf-8"))
    except OSError as error:
        raise UsageError(
            f"{error.filename} cannot be written ({error.strerror}): choose another folder."
        ) from error
    if pins is not None:
        print(f"Copy {file} and {own} to the Pico; {own.name} says which pin is what, and may be changed.")
        return 0
    print(f"Copy {file} to the Pico, with a board_config.json beside it; docs/firmware.md says how.")
    return 0
