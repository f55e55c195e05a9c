"""Knows how the page to print is laid out: one A4, made from the tables of lights, help levels and gestures.

`python -m firmware_host.guide.page nl` prints it as SVG. Every number, light and gesture is from the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from firmware_host.clock import Clock, Control, Time
from firmware_host.clock_face import LAST_S, bar, faces
from firmware_host.gesture_table import GESTURES, KNOCKS, Gesture
from firmware_host.guide.signs import (
    FAINT,
    INK,
    STRIP_S,
    hand_sign,
    paragraph,
    rim,
    small_board,
    strip,
    swatch,
    text,
    wrapped,
)
from firmware_host.guide.words import LANGUAGES, ROWS, Words
from firmware_host.palette import AMBER, BLUE, LOOKS, RED, WHITE, Look
from firmware_host.settings import Help
from rules.game import Side

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 11.0
INTENT_MM = 2.9
"""The size of the words that say what a gesture is for."""

_VERBS = (AMBER, WHITE, RED, BLUE)
_BOARDS: tuple[tuple[tuple[str, ...], dict[tuple[int, int], str]], ...] = (
    ((".b.b.", "..b..", "...w."), {(1, 2): "extra", (2, 1): "missing"}),
    ((".b...", ".....", "...w."), {(2, 1): "origin", (1, 0): "destination", (1, 2): "destination"}),
    ((".....", "..b..", "....."), {(2, 1): "origin", (1, 2): "capture", (0, 3): "destination"}),
    (("...b.", "....w", ".w..."), {(1, 4): "extra", (2, 3): "missing"}),
)
"""Corners of a board, as `small_board` takes them: set up, move, capture, not in order."""


def page(words: Words) -> str:
    """The page in one language."""
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH:g}mm' height='{HEIGHT:g}mm' "
        f"viewBox='0 0 {WIDTH:g} {HEIGHT:g}' lang='{words.code}' "
        "font-family='DejaVu Sans, Verdana, sans-serif'>",
        f"<title>{words.title}</title>",
        "<defs><marker id='head' viewBox='0 0 4 4' refX='3' refY='2' markerWidth='4' markerHeight='4' "
        f"orient='auto'><path d='M0,0 L4,2 L0,4 z' fill='{INK}'/></marker></defs>",
        f"<rect width='{WIDTH:g}' height='{HEIGHT:g}' fill='#ffffff'/>",
        *_head(words),
        *_pictures(words, 33.0),
        *_lights(words, 73.0),
        *_gestures(words, 147.0),
        *_foot(words, 270.5),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _head(words: Words) -> Iterator[str]:
    yield text(MARGIN, 18.0, words.title, 7.6, bold=True)
    wide = (WIDTH - 2 * MARGIN) / len(_VERBS)
    for number, (colour, verb) in enumerate(zip(_VERBS, words.verbs, strict=True)):
        x = MARGIN + wide * number
        yield swatch(x, 22.0, Look(colour, 1.0), 7.0)
        yield text(x + 9.0, 27.2, verb, 4.6, bold=True)


def _pictures(words: Words, top: float) -> Iterator[str]:
    wide = (WIDTH - 2 * MARGIN) / len(_BOARDS)
    for number, ((rows, lights), (head, told)) in enumerate(zip(_BOARDS, words.pictures, strict=True)):
        x = MARGIN + wide * number
        yield small_board(x, top, rows, lights)
        yield text(x, top + 23.2, f"{number + 1}  {head}", 4.0, bold=True)
        yield paragraph(x, top + 28.0, told, 2.9, 27)


def _heading(words: str, y: float, note: str = "") -> Iterator[str]:
    right = WIDTH - MARGIN
    yield f"<line x1='{MARGIN}' y1='{y:.2f}' x2='{right}' y2='{y:.2f}' stroke='{INK}' stroke-width='0.4'/>"
    yield text(MARGIN, y + 5.4, words, 4.4, bold=True)
    if note:
        yield f"<g text-anchor='end'>{text(WIDTH - MARGIN, y + 5.2, note, 2.6, fill=FAINT)}</g>"


def _lights(words: Words, top: float) -> Iterator[str]:
    yield from _heading(words.lights_head, top, words.colours.format(seconds=f"{STRIP_S:g}"))
    half = (len(ROWS) + 1) // 2
    for number, (roles, told) in enumerate(zip(ROWS, words.lights, strict=True)):
        x = MARGIN + (WIDTH - 2 * MARGIN) / 2 * (number // half)
        y = top + 8.6 + 8.0 * (number % half)
        for place, role in enumerate(roles):
            yield swatch(x + 7.0 * place, y, LOOKS[role])
            yield strip(x + 14.5, y + 0.3 + 3.0 * place, LOOKS[role], 9.0, 2.3)
        lines = len(wrapped(told, 40))
        yield paragraph(x + 26.0, y + 5.8 - 1.8 * lines, told, 3.0, 40)


def _gestures(words: Words, top: float) -> Iterator[str]:
    yield from _heading(words.gestures_head, top, words.gestures_note)
    for x, column in zip(_COLUMNS, words.columns, strict=True):
        yield text(x, top + 10.0, column, 2.6, fill=FAINT)
    for number, gesture in enumerate(GESTURES):
        y = top + 15.0 + 7.9 * number
        if number % 2 == 0:
            wide = WIDTH - 2 * MARGIN + 2.0
            yield f"<rect x='{MARGIN - 1:g}' y='{y - 3.9:.2f}' width='{wide:g}' height='7.8' fill='#f3ede3'/>"
        yield from _gesture(words, gesture, y)


_COLUMNS = (MARGIN, 67.0, 129.0, 182.0)
"""Where the columns of the gestures begin: what for, what hands do, the answer, the button."""


def _gesture(words: Words, gesture: Gesture, y: float) -> Iterator[str]:
    yield text(_COLUMNS[0], y + 1.1, words.intents[gesture.intent], INTENT_MM, bold=True)
    yield hand_sign(_COLUMNS[1] - 18.0, y, gesture)
    told = words.hands[gesture.hands].format(
        knocks=KNOCKS, item=gesture.item, within=f"{gesture.within_s:g}", held=f"{gesture.held_s:g}"
    )
    if gesture.before_first_move:
        told += f" ({words.before_first_move})"
    yield _cell(_COLUMNS[1], y, told, 41)
    answer = words.answers[gesture.answer]
    if gesture.ends is not None:
        answer += f" ({words.ends[gesture.ends]})"
    yield _cell(_COLUMNS[2], y, answer, 34)
    if gesture.button:
        button = words.buttons[gesture.button]
        if gesture.button_held_s:
            button += f", {words.hold.format(held=f'{gesture.button_held_s:g}')}"
        yield _cell(_COLUMNS[3], y, button, 12)


def _cell(x: float, y: float, told: str, most: int) -> str:
    """A text in one line, in two, or smaller in three, around the middle line `y`."""
    size = 2.7
    if len(wrapped(told, most)) > 2:
        most, size = round(most * 1.15), 2.35
    return paragraph(x, y + 1.0 - 0.6 * size * (len(wrapped(told, most)) - 1), told, size, most)


def _foot(words: Words, top: float) -> Iterator[str]:
    yield from _heading(words.help_head, top)
    for number, level in enumerate(Help):
        name, told = words.helps[level]
        yield text(MARGIN, top + 10.0 + 4.2 * number, name, 2.8, bold=True)
        yield text(MARGIN + 28.0, top + 10.0 + 4.2 * number, told, 2.7)
    yield from _clock(words, 147.0, top)


def _clock(words: Words, x: float, top: float) -> Iterator[str]:
    """The rim of a game of ten minutes: White has four left and is to move, Black has seven."""
    head, left, blinks = words.clock
    clock = Clock(Control(600.0), Time(240.0), Time(420.0), Side.WHITE)
    both = faces(clock, 0.0, Side.WHITE)
    yield text(x, top + 5.4, head, 4.4, bold=True)
    for number, side in enumerate((Side.WHITE, Side.BLACK)):
        levels = [None if shade is None else shade[1] for shade in bar(both[side], 6, 0.0)]
        yield rim(x + 1.2, top + 9.0 + 3.4 * number, levels, LOOKS["turn"].hue)
    yield text(x + 20.0, top + 10.0, left, 2.7)
    yield text(x, top + 18.4, blinks.format(last=LAST_S), 2.7)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LANGUAGES:
        sys.exit(f"Name one language of the page: {', '.join(LANGUAGES)}.")
    print(page(LANGUAGES[sys.argv[1]]), end="")
