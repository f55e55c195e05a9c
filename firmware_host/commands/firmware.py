"""Knows the command `zetlicht firmware`: writes the file that is copied to a Raspberry Pi Pico."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware_host.errors import UsageError
from firmware_host.wire.file import write_whole
from hardware.firmware_file import FILE_NAME, firmware


def run(arguments: argparse.Namespace) -> int:
    """Write main.py into the folder, and say where it is."""
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: make it first, or name another.")
    file = folder / FILE_NAME
    text = firmware()
    try:
        if file.exists() and file.read_text(encoding="utf-8", errors="replace")[:60] != text[:60]:
            raise UsageError(f"{file} exists and is no firmware of Zetlicht: choose another folder.")
        write_whole(file, text.encode("utf-8"))
    except OSError as error:
        raise UsageError(f"{file} cannot be written ({error.strerror}): choose another folder.") from error
    print(f"Copy {file} to the Pico, with a board_config.json beside it; docs/firmware.md says how.")
    return 0
