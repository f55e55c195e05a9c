"""Knows how a matrix of reeds with its diodes is drawn, wire by wire, from the pins of the configuration."""

from __future__ import annotations

from collections.abc import Iterator

import ink
import strip_wiring
from ink import Point
from wood import Example

PITCH_X, PITCH_Y = 62, 58
LEFT, TOP = 172, 128
ELEMENT = 32
"""From a column's wire to the diode."""


def matrix_wiring(example: Example) -> str:
    """The whole wiring of a board whose sensors are a matrix."""
    wide = LEFT + PITCH_X * len(example.columns) + 30
    high = TOP + PITCH_Y * len(example.rows) + 10
    width = max(wide, strip_wiring.WIDTH + 48)
    extra = 84 if example.buttons else 0
    parts = [ink.words((24, 30), "Sensors: a reed and a diode between each row and column", 14, bold=True)]
    parts += _columns(example, high)
    parts += _rows(example, wide)
    parts += _elements(example)
    parts += detail(24, high + 26)
    parts += strip_wiring.strip_wiring(example, 24, high + 200)
    parts += strip_wiring.buttons(example, 24, high + 210 + strip_wiring.HEIGHT)
    title = (
        f"Wiring of {example.name}: {len(example.rows)} rows and {len(example.columns)} columns, LEDs, supply"
    )
    return ink.sheet(width, high + 200 + strip_wiring.HEIGHT + extra, title, parts)


def _place(row: int, column: int) -> Point:
    """Where a column's wire crosses a row's."""
    return LEFT + PITCH_X * column, TOP + PITCH_Y * (row + 1) - 12


def _columns(example: Example, high: float) -> Iterator[str]:
    yield ink.words((24, 62), "columns: inputs", 11, colour=ink.BLUE)
    yield ink.words((24, 78), "with pull-up", 11, colour=ink.BLUE)
    for column, gpio in enumerate(example.columns):
        x, _ = _place(0, column)
        name, pin = example.controller.pin(gpio)
        yield ink.box((x - 29, 46), (58, 58), "#cfe3f5", ink.BLUE)
        for line, text in enumerate((f"col {column + 1}", name, pin)):
            yield ink.words((x, 64 + 16 * line), text, 10.5, "middle", bold=line == 1)
        yield ink.wire([(x, 104), (x, high - 18)], ink.BLUE, 1.8)


def _rows(example: Example, wide: float) -> Iterator[str]:
    for row, gpio in enumerate(example.rows):
        _, y = _place(row, 0)
        name, pin = example.controller.pin(gpio)
        yield ink.box((24, y - 19), (112, 38), "#d9ecd9", ink.GREEN)
        yield ink.words((32, y - 4), f"row {row + 1}", 10.5)
        yield ink.words((80, y - 4), name, 10.5, bold=True)
        yield ink.words((80, y + 11), pin, 10.5)
        yield ink.wire([(136, y), (wide - 24, y)], ink.GREEN, 1.8)


def _elements(example: Example) -> Iterator[str]:
    for channel, name in enumerate(example.board.channels):
        if not name:
            continue
        row, column = divmod(channel, len(example.columns))
        x, y = _place(row, column)
        top = y - 34
        yield ink.joint((x, top), ink.BLUE)
        yield ink.reed((x, top), ELEMENT)
        yield ink.diode_down((x + ELEMENT, top), 34)
        yield ink.joint((x + ELEMENT, y), ink.GREEN)
        yield ink.words((x + 4, y - 9), name, 10.5)


def detail(x: float, y: float) -> Iterator[str]:
    """One crossing, large, with what must not be the wrong way round."""
    yield ink.words((x, y + 14), "One field", 14, bold=True)
    yield ink.wire([(x + 30, y + 30), (x + 30, y + 150)], ink.BLUE, 2.5)
    yield ink.words((x + 38, y + 42), "column", 11, colour=ink.BLUE)
    yield ink.joint((x + 30, y + 62), ink.BLUE)
    yield ink.reed((x + 30, y + 62), 130, 1.6)
    yield ink.words((x + 95, y + 84), "reed", 11, "middle")
    yield ink.diode_down((x + 160, y + 62), 70, 1.8)
    yield ink.wire([(x, y + 132), (x + 250, y + 132)], ink.GREEN, 2.5)
    yield ink.words((x + 190, y + 150), "row", 11, colour=ink.GREEN)
    yield ink.joint((x + 160, y + 132), ink.GREEN)
    yield ink.words((x + 176, y + 92), "1N4148", 11)
    yield ink.words((x + 176, y + 112), "band", 11)
    yield ink.lines(
        (x + 330, y + 42),
        (
            "The band of the diode (its cathode) points to the row.",
            "A dot joins wires; wires that cross without a dot do not touch.",
            "The row that is read is pulled low; a closed reed pulls its column low.",
            "No resistor: the pull-ups are inside the chip. With wires of a metre",
            "and more: 4.7 kΩ from each column to 3.3 V, never to 5 V.",
        ),
        11.5,
        18,
    )
