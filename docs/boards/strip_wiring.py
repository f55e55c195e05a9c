"""Knows how the power and the data of the LEDs, and the buttons, are drawn; nothing of sensors."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import ink
from wood import Example

WIDTH, HEIGHT = 780, 300
SPARE = 1.25
"""What a supply should give beyond what it must: it stays cool, and the voltage stays up."""


def supply_a(budget_ma: int) -> int:
    """The amperes to ask for when buying the supply of the LEDs."""
    return ceil(budget_ma * SPARE / 1000)


def strip_wiring(example: Example, x: float, y: float) -> Iterator[str]:
    """Controller, level shifter, chain and supply; `x`, `y`: the top left corner of WIDTH by HEIGHT."""
    yield ink.words((x, y + 14), "LEDs: data through a level shifter, power of their own", 14, bold=True)
    data, plus, minus = y + 70, y + 205, y + 255
    yield from _rails(example, x, plus, minus)
    yield from _controller(example, x, data, minus)
    yield from _shifter(x, data, plus, minus)
    yield from _chain(example, x, data, plus, minus)


def _rails(example: Example, x: float, plus: float, minus: float) -> Iterator[str]:
    amperes = supply_a(example.board.config.leds.budget_ma)
    yield ink.wire([(x + 130, plus), (x + 762, plus)], ink.RED, 2.5)
    yield ink.wire([(x + 130, minus), (x + 762, minus)], ink.INK, 2.5)
    yield ink.box((x, plus - 30), (130, minus - plus + 50))
    yield ink.words((x + 10, plus - 12), "supply of the LEDs", 11)
    yield ink.words((x + 120, plus + 5), "+5 V", 12, "end", ink.RED, bold=True)
    yield ink.words((x + 10, plus + 5), f"{amperes} A", 12, bold=True)
    yield ink.words((x + 120, minus + 5), "GND", 12, "end", bold=True)
    yield ink.box((x + 140, plus - 7), (40, 14), ink.PAPER, ink.RED, 2)
    yield ink.words((x + 160, plus - 12), f"fuse {amperes} A", 10, "middle")


def _controller(example: Example, x: float, data: float, minus: float) -> Iterator[str]:
    name, pin = example.controller.pin(example.led)
    yield ink.box((x, data - 34), (150, 92))
    yield ink.words((x + 8, data - 16), example.controller.name, 12, bold=True)
    yield ink.words((x + 144, data + 4), f"{name}, {pin}", 11, "end")
    yield ink.words((x + 144, data + 44), f"GND, pin {example.controller.ground}", 11, "end")
    yield ink.wire([(x + 150, data), (x + 240, data)], ink.ORANGE, 2)
    yield ink.wire([(x + 150, data + 40), (x + 205, data + 40), (x + 205, minus)])
    yield ink.joint((x + 205, minus))


def _shifter(x: float, data: float, plus: float, minus: float) -> Iterator[str]:
    yield ink.box((x + 240, data - 34), (120, 92))
    yield ink.words((x + 300, data - 16), "74AHCT125", 12, "middle", bold=True)
    yield ink.words((x + 246, data + 4), "1A, pin 2", 10)
    yield ink.words((x + 354, data + 4), "1Y, pin 3", 10, "end")
    yield ink.words((x + 246, data + 32), "VCC, 14", 10)
    yield ink.words((x + 354, data + 32), "GND, 7", 10, "end")
    yield ink.words((x + 354, data + 48), "1OE, 1", 10, "end")
    yield ink.wire([(x + 265, data + 58), (x + 265, plus)], ink.RED)
    yield ink.joint((x + 265, plus), ink.RED)
    yield ink.wire([(x + 335, data + 58), (x + 335, minus)])
    yield ink.joint((x + 335, minus))
    middle = data + 88
    yield ink.wire([(x + 265, middle), (x + 294, middle)])
    yield ink.wire([(x + 294, middle - 9), (x + 294, middle + 9)], width=2.5)
    yield ink.wire([(x + 301, middle - 9), (x + 301, middle + 9)], width=2.5)
    yield ink.wire([(x + 301, middle), (x + 335, middle)])
    yield ink.joint((x + 265, middle), ink.RED)
    yield ink.joint((x + 335, middle))
    yield ink.words((x + 300, middle + 24), "100 nF", 10, "middle")


def _chain(example: Example, x: float, data: float, plus: float, minus: float) -> Iterator[str]:
    last = len(example.board.pixels) - 1
    yield ink.wire([(x + 360, data), (x + 390, data)], ink.ORANGE, 2)
    yield ink.resistor((x + 390, data), 70)
    yield ink.words((x + 425, data - 14), "330 Ω", 11, "middle")
    yield ink.wire([(x + 460, data), (x + 520, data)], ink.ORANGE, 2)
    yield ink.box((x + 520, data - 34), (242, 92), "#ffe9c7", ink.ORANGE)
    yield ink.words((x + 528, data - 16), f"chain of LEDs, 0 to {last}", 12, bold=True)
    yield ink.words((x + 528, data + 4), "DIN", 11)
    for left, which in ((545, "at LED 0"), (705, f"at LED {last}")):
        yield ink.words((x + left + 15, data + 34), which, 10, "middle")
        yield ink.words((x + left - 3, data + 52), "5 V", 9, "middle", ink.RED)
        yield ink.words((x + left + 35, data + 52), "GND", 9, "middle")
        yield ink.wire([(x + left, data + 58), (x + left, plus)], ink.RED)
        yield ink.joint((x + left, plus), ink.RED)
        yield ink.wire([(x + left + 30, data + 58), (x + left + 30, minus)])
        yield ink.joint((x + left + 30, minus))
    yield ink.capacitor_down((x + 420, plus), minus - plus)
    yield ink.joint((x + 420, plus), ink.RED)
    yield ink.joint((x + 420, minus))
    yield ink.words((x + 438, (plus + minus) / 2 + 4), "1000 µF, 6.3 V or more", 10)


def buttons(example: Example, x: float, y: float) -> Iterator[str]:
    """Each button between its pin and ground, one beside the other."""
    if not example.buttons:
        return
    yield ink.words((x, y + 14), "Buttons: between pin and ground", 14, bold=True)
    for number, (gpio, meaning) in enumerate(
        zip(example.buttons, example.board.config.buttons.values(), strict=True)
    ):
        at, level = x + 250 * number, y + 50
        name, pin = example.controller.pin(gpio)
        yield ink.words((at, level - 12), f"{number} {meaning}: {name}, {pin}", 11)
        yield ink.wire([(at, level), (at + 20, level)])
        yield ink.reed((at + 20, level), 50)
        yield ink.wire([(at + 70, level), (at + 90, level)])
        yield ink.words((at + 96, level + 4), "GND", 11)
