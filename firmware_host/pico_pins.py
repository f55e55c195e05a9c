"""Knows which pins of a Raspberry Pi Pico suit a board, as its `board_config.json`; nothing of ports."""

from __future__ import annotations

import json
from typing import Final

from firmware_host.errors import ConfigError
from firmware_host.wire.board_file import Soldered
from hardware.firmware.config import ANALOG_PINS, PINS

LINES: Final = 16
SELECT_LINES: Final = 4
PIXEL_PIN: Final = 22


def pico_pins(board: Soldered) -> str:
    """The text of a `board_config.json` for this board. Reeds: a matrix with a row for each row of fields, so
    that the fields in rows are the channels in their order if all rows are alike. Hall sensors: sixteen
    fields to a CD74HC4067, which share the analog pins. Raises ConfigError if the Pico has too few pins."""
    parts = _halls(board) if board.hall else _matrix(board)
    if board.pixels:
        parts |= {"pixels": board.pixels, "pixel_pin": PIXEL_PIN, "pixel_order": "GRB"}
    lines = [f'  "{key}": {json.dumps(value)}' for key, value in parts.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _matrix(board: Soldered) -> dict[str, object]:
    rows = [y for _, y in board.places.values()]
    many, most = len(set(rows)), max(rows.count(y) for y in rows)
    first, second, third = _shared(board, PINS, many, most, board.buttons)
    parts: dict[str, object] = {"rows": first, "columns": second}
    return parts | ({"buttons": third} if third else {})


def _halls(board: Soldered) -> dict[str, object]:
    fields = len(board.places)
    muxes = -(-fields // LINES)
    digital = tuple(pin for pin in PINS if pin not in ANALOG_PINS)
    select, enable, buttons = _shared(board, digital, SELECT_LINES, muxes, board.buttons)
    pairs = [[ANALOG_PINS[at * len(ANALOG_PINS) // muxes], pin] for at, pin in enumerate(enable)]
    parts: dict[str, object] = {"muxes": pairs, "select": select, "channels": fields}
    return parts | ({"buttons": buttons} if buttons else {})


def _shared(board: Soldered, pins: tuple[int, ...], *many: int) -> list[list[int]]:
    """So many pins for each purpose, one after the other."""
    free = [pin for pin in pins if not (board.pixels and pin == PIXEL_PIN)]
    if sum(many) > len(free):
        raise ConfigError(
            f"{board.path}: the board needs {sum(many)} pins besides that of the LEDs, and a Pico has "
            f"{len(free)}; fewer buttons, or a board_config.json of your own with fewer rows and columns."
        )
    ends = [sum(many[: at + 1]) for at in range(len(many))]
    return [free[end - count : end] for end, count in zip(ends, many, strict=True)]
