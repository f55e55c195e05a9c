"""Knows how a board and what was found of its wiring are drawn in lines of text; nothing of terminals."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.wire.found import Found
from firmware_host.wire.questions import Answer, Plan, by_field

_HERE, _PLAIN = "\x1b[7m", "\x1b[0m"


def board_lines(plan: Plan, known: Found) -> list[str]:
    """The board as one sits at its front. Each field: its name, `c` and its channel, `p` and its LEDs; `?`
    for what is not known, `-` where there is no sensor to ask."""
    cells = {name: _cell(plan, known, name) for name in plan.places}
    width = max(len(text) for lines in cells.values() for text in lines) + 2
    lines: dict[float, list[str]] = {}
    for name, (_, y) in plan.places.items():
        lines.setdefault(round(y, 3), []).append(name)
    left = min(x for x, _ in plan.places.values())
    result = []
    for y in sorted(lines, reverse=True):
        names = sorted(lines[y], key=lambda name: plan.places[name][0])
        for number in range(3):
            text, at = "", 0
            for name in names:
                column = round((plan.places[name][0] - left) * width)
                text += " " * (column - at) + cells[name][number].ljust(width)
                at = column + width
            result.append(text.rstrip())
    return result


def progress_lines(plan: Plan, answers: Sequence[Answer], asked: str | None) -> list[str]:
    """The board in one line a row, for a terminal. Behind each field `+` if it was heard when it was asked
    for last, `!` if not, `.` if it was not asked for yet; the field `asked` for now is inverted."""
    told = by_field(answers)
    width = max(len(name) for name in plan.places) + 3
    left = min(x for x, _ in plan.places.values())
    lines: dict[float, list[str]] = {}
    for name, (_, y) in plan.places.items():
        lines.setdefault(round(y, 3), []).append(name)
    result = []
    for y in sorted(lines, reverse=True):
        text, at = "", 0
        for name in sorted(lines[y], key=lambda name: plan.places[name][0]):
            mark = "." if name not in told else "+" if told[name][-1].channels else "!"
            shown = f"{name}{mark if name in plan.fields else ' '}"
            column = round((plan.places[name][0] - left) * width)
            text += " " * (column - at) + (f"{_HERE}{shown}{_PLAIN}" if name == asked else shown)
            at = column + len(shown)
        result.append(text)
    return result


def _cell(plan: Plan, known: Found, name: str) -> tuple[str, str, str]:
    channel = known.channel_of.get(name)
    pixels = [str(pixel) for pixel, other in sorted(known.field_of.items()) if other == name]
    heard = "-" if name not in plan.fields else "c?" if channel is None else f"c{channel}"
    lit = "" if not plan.pixels else f"p{'+'.join(pixels)}" if pixels else "p?"
    return name, heard, lit
