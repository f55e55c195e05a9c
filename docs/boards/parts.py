"""Knows what an example board needs, in parts and in current, as its configuration says; draws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from strip_wiring import supply_a
from wood import Example

from firmware_host.lamps import CHANNEL_MA, IDLE_MA, Lamp, Lamps, current_ma
from firmware_host.physical import PhysicalBoard

BOARDS = {
    "reed-8x8-gpio": "8 x 8 on GPIO",
    "reed-10x10-pico": "10 x 10 with a Pico",
    "reed-abalone-shift": "Abalone",
}
ROOM, DAY = 0.35, 1.0
UNLIMITED = 10**6

PIECES = {
    "reed-8x8-gpio": (32, "discs Ø 30 to 34 mm: 24 and 8 for kings", 10, 30),
    "reed-10x10-pico": (50, "discs Ø 28 to 30 mm: 40 and 10 for kings", 15, 40),
    "reed-abalone-shift": (28, "flat pucks Ø 26 to 28 mm, 14 of each colour", 10, 30),
}


@dataclass(frozen=True, slots=True)
class Part:
    """So many of a part, and about what they cost, from `low` to `high` euros: each, or all together."""

    count: int
    what: str
    low: float
    high: float
    each: bool = True

    @property
    def factor(self) -> int:
        """By how many the price is multiplied."""
        return self.count if self.each else 1


def bill(example: Example) -> list[Part]:
    """Every part, the wood left to the maker."""
    leds = len(example.board.pixels)
    count, what, low, high = PIECES[example.name]
    amperes = supply_a(example.board.config.leds.budget_ma)
    parts = [
        *_computer(example),
        *_sensors(example),
        Part(leds, "LEDs WS2812B, single ones on wires or a strip cut up", 0.15, 0.40),
        Part(1, "74AHCT125 in DIP-14, with socket", 0.50, 1),
        Part(1, "resistor 330 Ω; capacitors 100 nF and 1000 µF, 6.3 V or more", 0.50, 1, each=False),
        Part(1, f"supply 5 V, {amperes} A, and a fuse of as much", 10, 20),
    ]
    if example.buttons:
        parts.append(Part(len(example.buttons), "push buttons", 0.50, 2))
    return [
        *parts,
        Part(count, what, low, high, each=False),
        Part(count, "magnets N42, Ø 10 x 2 mm", 0.15, 0.40),
        Part(
            1, "wire 0.14 to 0.25 mm² in six colours, 0.75 mm² for the supply of the LEDs", 10, 15, each=False
        ),
    ]


def _computer(example: Example) -> Iterator[Part]:
    yield Part(1, "Raspberry Pi (Zero 2 W, 3, 4 or 5) with its own supply and card", 30, 90)
    if example.controller.prefix == "GP":
        yield Part(1, "Raspberry Pi Pico with a USB cable that carries data", 5, 10)


def _sensors(example: Example) -> Iterator[Part]:
    fields = sum(1 for name in example.board.channels if name)
    yield Part(fields, "reeds, glass 14 mm, 10 to 15 AT", 0.20, 0.50)
    if not example.registers:
        yield Part(fields, "diodes 1N4148", 0.02, 0.05)
        return
    chips = example.registers
    yield Part(chips, "74HC165 in DIP-16, with socket", 0.50, 1)
    yield Part(chips, "networks of 8 resistors 10 kΩ (SIP-9)", 0.20, 0.40)
    yield Part(chips, "capacitors 100 nF", 0.05, 0.10)
    yield Part(1, f"prototyping board for {chips} chips and {8 * chips} wires", 5, 10)


def bill_table(example: Example) -> Iterator[str]:
    """The parts as a table, with what they cost together."""
    yield "| pieces | part | about, in euros |"
    yield "|---|---|---|"
    parts = bill(example)
    for part in parts:
        price = f"{_euros(part.low)}–{_euros(part.high)}"
        more = "" if part.count == 1 else " each" if part.each else " together"
        yield f"| {part.count} | {part.what} | {price}{more} |"
    low, high = (sum(getattr(part, end) * part.factor for part in parts) for end in ("low", "high"))
    yield f"| | all of it, without the wood | {round(low, -1):.0f}–{round(high, -1):.0f} |"


def _euros(value: float) -> str:
    return f"{value:.0f}" if value == round(value) else f"{value:.2f}"


def demand_ma(board: PhysicalBoard, brightness: float) -> float:
    """What the busiest picture would draw without a limit: an empty board that asks for every piece."""
    config = board.config
    lamp = Lamp(brightness, config.leds.gamma, UNLIMITED, (1.0, 1.0, 1.0))
    lamps = Lamps(config.wiring, lamp)
    lamps.take(dict.fromkeys(config.game.start().fields, "missing"), 0.0)
    return current_ma(lamps.frame(0.0))


def power_table(examples: Iterable[Example]) -> Iterator[str]:
    """What the LEDs draw, what they may draw, and which supply that asks for."""
    yield (
        "| board | LEDs | all dark | asks for every piece, in a room | the same, by day | all white, full "
        "| `budget_ma` | supply of the LEDs |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for example in examples:
        leds, budget = len(example.board.pixels), example.board.config.leds.budget_ma
        values = (
            IDLE_MA * leds,
            demand_ma(example.board, ROOM),
            demand_ma(example.board, DAY),
            (IDLE_MA + 3 * CHANNEL_MA) * leds,
        )
        shown = " | ".join(f"{round(value):,} mA" for value in values)
        supply = f"5 V, {supply_a(budget)} A"
        yield f"| {BOARDS[example.name]} | {leds} | {shown} | {budget:,} mA | {supply} |"
