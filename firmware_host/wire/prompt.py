"""Knows how a question looks on the LEDs and reads in words; nothing about time or devices."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from firmware_host.lamps import current_ma
from firmware_host.wire.asking import ring
from firmware_host.wire.found import Found
from firmware_host.wire.questions import Kind, Plan, Question, rows
from firmware_host.wiring import BLACK, Rgb
from hardware.device import LedFrame

LIGHT: Rgb = (255, 191, 115)
"""Look here."""
HEARD: Rgb = (0, 120, 0)
POINT: Rgb = (0, 8, 60)
"""The neighbourhood of what is asked for."""
ODD_ROW: Rgb = (0, 1, 8)
EVEN_ROW: Rgb = (8, 3, 0)
WRONG: Rgb = (40, 2, 0)
WAITING: Rgb = (2, 2, 2)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the wizard shows: `said`, one sentence for people; the field `asked` for, if one is; the colour of
    single `pixels`, and `ground` of all others."""

    said: str
    asked: str | None = None
    pixels: Mapping[int, Rgb] = field(default_factory=dict)
    ground: Rgb = BLACK

    def frame(self, pixels: int, budget_ma: float) -> LedFrame:
        """The picture on a chain of so many pixels, dimmed until it fits the current budget."""
        picture = bytearray(bytes(self.ground) * pixels)
        for pixel, colour in self.pixels.items():
            picture[3 * pixel : 3 * pixel + 3] = bytes(colour)
        drawn = current_ma(LedFrame(bytes(picture)))
        spare = budget_ma - pixels
        if drawn - pixels > max(0.0, spare):
            share = max(0.0, spare) / (drawn - pixels)
            picture = bytearray(int(part * share) for part in picture)
        return LedFrame(bytes(picture))


def shown(plan: Plan, question: Question, known: Found | None, linked: Collection[int] = ()) -> Prompt:
    """The prompt for a question. `known`: what is proven, where that matters; `linked`: pixels under the
    piece that has just answered, lit as heard."""
    heard = dict.fromkeys(linked, HEARD)
    match question.kind:
        case Kind.PIXEL:
            pixel = question.pixel or 0
            said = (
                f"LED {pixel} is lit: put the piece on the field above it. Nothing lit, or no field there: "
                "tap the piece twice on any field."
            )
            return Prompt(said, None, {pixel: LIGHT})
        case Kind.FIELD:
            return _of_field(plan, question, known, heard)
        case Kind.PAIR:
            name = question.field or ""
            lit = _lit(known, ring(plan, known, name) if known else ())
            said = (
                f"Does the white light lie under field {name}, in the middle of the blue ones? Yes: put the "
                "piece on a blue one. No: tap it twice."
            )
            return Prompt(said, name, {**lit, question.pixel or 0: LIGHT})
        case Kind.RIM:
            said = (
                f"LED {question.pixel} lights no field. If it is to show whose turn it is, put the piece on "
                "White's or on Black's half of the board; else tap it twice."
            )
            return Prompt(said, None, {question.pixel or 0: LIGHT})


def _of_field(plan: Plan, question: Question, known: Found | None, heard: dict[int, Rgb]) -> Prompt:
    name = question.field or ""
    lines = rows(plan)
    number = next(index for index, row in enumerate(lines) if name in row)
    at = lines[number].index(name)
    said = (
        f"Put the piece on field {name}: row {number + 1} from the far side, number {at + 1} from the left. "
        "If it is there and not heard, tap it twice on another field."
    )
    if question.walk:
        return Prompt(said, name, heard, ODD_ROW if number % 2 else EVEN_ROW)
    column = round(plan.places[name][0], 3)
    cross = [
        other
        for index, row in enumerate(lines)
        for other in row
        if other != name and (index == number or round(plan.places[other][0], 3) == column)
    ]
    return Prompt(said, name, {**_lit(known, cross), **heard})


def _lit(known: Found | None, names: Collection[str]) -> dict[int, Rgb]:
    if known is None:
        return {}
    return {pixel: POINT for pixel, name in known.field_of.items() if name in names}
