"""Knows how a chain of shift registers with its reeds is drawn from the channels of the configuration."""

from __future__ import annotations

from collections.abc import Iterator

import ink
import strip_wiring
from wood import Example

STEP, TOP, CHIP = 186, 96, 168
IN_A_ROW = 4
HIGH = 222
INPUTS = dict(zip("ABCDEFGH", (11, 12, 13, 14, 3, 4, 5, 6), strict=True))
"""The pin of each parallel input of a 74HC165 in its 16-pin package (data sheet)."""
CLOCK, DATA = 11, 9
"""The GPIOs of SPI 0."""


def register_wiring(example: Example) -> str:
    """The whole wiring of a board whose sensors are a chain of registers."""
    rows = -(-example.registers // IN_A_ROW)
    base = TOP + 30 + HIGH * rows
    width = max(24 + STEP * IN_A_ROW + 24, strip_wiring.WIDTH + 48)
    extra = 84 if example.buttons else 0
    parts = [ink.words((24, 30), f"Sensors: {example.registers} registers 74HC165 in a chain", 14, bold=True)]
    parts.append(ink.words((24, 54), _joined(example), 11.5))
    parts.append(ink.words((24, 72), _powered(), 11.5))
    for number in range(example.registers):
        parts += _register(example, number)
    parts += _detail(24, base + 6)
    parts += _bus_table(example, 430, base + 6)
    parts += strip_wiring.strip_wiring(example, 24, base + 200)
    parts += strip_wiring.buttons(example, 24, base + 210 + strip_wiring.HEIGHT)
    title = f"Wiring of {example.name}: {example.registers} shift registers, LEDs, supply"
    return ink.sheet(width, base + 200 + strip_wiring.HEIGHT + extra, title, parts)


def _joined(example: Example) -> str:
    return (
        "In each: CLK INH (15) to GND. The SER (10) of each comes from the QH (9) of the next; "
        f"the SER of U{example.registers} goes to 3.3 V."
    )


def _powered() -> str:
    return "VCC (16) to 3.3 V, GND (8) to GND, 100 nF between them at every register."


def _register(example: Example, number: int) -> Iterator[str]:
    x = 24 + STEP * (number % IN_A_ROW)
    y = TOP + HIGH * (number // IN_A_ROW)
    yield ink.box((x, y), (CHIP, HIGH - 24))
    yield ink.words((x + CHIP / 2, y + 20), f"U{number + 1}", 13, "middle", bold=True)
    last = number + 1 == example.registers
    yield ink.words((x + 8, y + 40), "QH 9", 10.5)
    to = f"to GPIO {DATA}" if number == 0 else f"to SER of U{number}"
    yield ink.words((x + CHIP - 8, y + 40), to, 10.5, "end", ink.ORANGE)
    yield ink.words((x + 8, y + 56), "SER 10", 10.5)
    come = "to 3.3 V" if last else f"from QH of U{number + 2}"
    yield ink.words((x + CHIP - 8, y + 56), come, 10.5, "end", ink.RED if last else ink.ORANGE)
    yield ink.wire([(x, y + 64), (x + CHIP, y + 64)], ink.GREY, 1)
    for place, (letter, pin) in enumerate(INPUTS.items()):
        level = y + 80 + 15 * place
        channel = 8 * number + place
        name = example.board.channels[channel] if channel < len(example.board.channels) else ""
        yield ink.words((x + 8, level), f"{letter}  pin {pin}", 10.5)
        yield ink.words(
            (x + CHIP - 8, level),
            f"reed {name}" if name else "pull-up only",
            10.5,
            "end",
            ink.BLUE if name else ink.GREY,
        )


def _detail(x: float, y: float) -> Iterator[str]:
    yield ink.words((x, y + 14), "One field", 14, bold=True)
    yield ink.words((x + 64, y + 36), "3.3 V", 11, "middle", ink.RED)
    yield ink.resistor_down((x + 64, y + 42), 56)
    yield ink.words((x + 78, y + 74), "10 kΩ", 11)
    yield ink.joint((x + 64, y + 98))
    yield ink.wire([(x + 64, y + 98), (x + 200, y + 98)])
    yield ink.words((x + 206, y + 102), "input A to H", 11, colour=ink.BLUE)
    yield ink.wire([(x + 64, y + 98), (x + 64, y + 128)])
    yield ink.reed((x + 64, y + 128), 90, 1.4)
    yield ink.words((x + 109, y + 150), "reed", 11, "middle")
    yield ink.wire([(x + 154, y + 128), (x + 200, y + 128)])
    yield ink.words((x + 206, y + 132), "GND", 11)


def _bus_table(example: Example, x: float, y: float) -> Iterator[str]:
    yield ink.words((x, y + 14), "To the Raspberry Pi", 14, bold=True)
    bus = (
        ("CLK (2) of every register", CLOCK),
        ("SH/LD (1) of every register", example.load_pin),
        ("QH (9) of U1 alone", DATA),
    )
    for line, (what, gpio) in enumerate(bus):
        name, header = example.controller.pin(gpio)
        level = y + 42 + 24 * line
        yield ink.words((x, level), what, 11.5)
        yield ink.words((x + 210, level), f"{name}, {header}", 11.5, colour=ink.ORANGE, bold=True)
    level = y + 42 + 24 * len(bus)
    yield ink.words((x, level), "VCC (16) of every register", 11.5)
    yield ink.words((x + 210, level), "3.3 V, pin 1", 11.5, colour=ink.RED, bold=True)
    yield ink.words((x, level + 24), "GND (8) of every register", 11.5)
    yield ink.words((x + 210, level + 24), "GND, pin 9", 11.5, bold=True)
