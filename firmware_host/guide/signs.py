"""Knows how single pictures of the printed page are drawn, in millimetres: lights, hands, small boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from firmware_host.gesture_table import KNOCKS, Gesture, Hands
from firmware_host.palette import LOOKS, Colour, Look

INK, FAINT, WOOD, LIGHT_WOOD = "#1d1713", "#7d7268", "#3d2617", "#b98f5c"
DISC = {"w": ("#f9f3e4", "#8f8167"), "b": ("#2b2623", "#000000")}
GAMMA = 2.2
STRIP_S = 4.0
"""So many seconds of a light its strip shows."""

_SAMPLES = 48


def hexed(colour: Colour) -> str:
    """Linear light as a printer's or screen's colour."""
    return "#" + "".join(f"{round(255 * part ** (1 / GAMMA)):02x}" for part in colour)


def text(x: float, y: float, words: str, size: float, *, bold: bool = False, fill: str = INK) -> str:
    """One line of words."""
    weight = " font-weight='bold'" if bold else ""
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    return f"<text x='{x:.2f}' y='{y:.2f}' font-size='{size}' fill='{fill}'{weight}>{escaped}</text>"


def wrapped(words: str, most: int) -> list[str]:
    """The words in lines of at most so many letters."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def paragraph(x: float, y: float, words: str, size: float, most: int) -> str:
    """The words in lines below one another."""
    lines = wrapped(words, most)
    return "".join(text(x, y + 1.2 * size * number, line, size) for number, line in enumerate(lines))


def swatch(x: float, y: float, look: Look, size: float = 6.0) -> str:
    """A dark field with this light."""
    strength = round(0.3 + 0.7 * look.level ** (1 / GAMMA), 2)
    inner = size - 1.2
    return (
        f"<rect x='{x:.2f}' y='{y:.2f}' width='{size}' height='{size}' rx='0.8' fill='{WOOD}'/>"
        f"<rect x='{x + 0.6:.2f}' y='{y + 0.6:.2f}' width='{inner:.2f}' height='{inner:.2f}' rx='1' "
        f"fill='{hexed(look.hue)}' opacity='{strength}'/>"
    )


def strip(x: float, y: float, look: Look, width: float = 9.0, height: float = 2.4) -> str:
    """How bright the light is for STRIP_S, as the daemon moves it: the second of three fields of its kind."""
    step = width / _SAMPLES
    points = [f"{x:.2f},{y + height:.2f}"]
    for number in range(_SAMPLES):
        since_s = STRIP_S * number / _SAMPLES
        _, level = look.at(since_s, 1, 3)
        top = y + height * (1 - level / look.level)
        points += [f"{x + number * step:.2f},{top:.2f}", f"{x + (number + 1) * step:.2f},{top:.2f}"]
    points.append(f"{x + width:.2f},{y + height:.2f}")
    return (
        f"<polygon points='{' '.join(points)}' fill='{hexed(look.hue)}' stroke='{INK}' stroke-width='0.12'/>"
    )


def disc(x: float, y: float, side: str = "w", radius: float = 1.9) -> str:
    """A disc from above."""
    face, edge = DISC[side]
    return "".join(
        f"<circle cx='{x:.2f}' cy='{y:.2f}' r='{part:.2f}' fill='{face}' stroke='{edge}' "
        "stroke-width='0.25'/>"
        for part in (radius, radius * 0.62)
    )


def arrow(x: float, y: float, dx: float, dy: float) -> str:
    """A line with a head at its end."""
    return (
        f"<line x1='{x:.2f}' y1='{y:.2f}' x2='{x + dx:.2f}' y2='{y + dy:.2f}' stroke='{INK}' "
        "stroke-width='0.45' marker-end='url(#head)'/>"
    )


def up_and_down(x: float, y: float) -> str:
    """Lift and return."""
    return arrow(x, y + 1.8, 0, -3.2) + arrow(x + 1.3, y - 1.6, 0, 3.2)


def hand_sign(x: float, y: float, gesture: Gesture) -> str:
    """What hands do, in a space of 16 by 6 around the middle line `y`."""
    times = text(x + 8.0, y + 1.1, f"{KNOCKS}×", 3.0, bold=True)
    number = text(x + 8.0, y + 1.1, f"{gesture.item}×", 3.0, bold=True) if gesture.item else ""
    blue = LOOKS["question"]
    match gesture.hands:
        case Hands.KNOCK:
            return disc(x + 2.2, y) + up_and_down(x + 5.4, y) + times
        case Hands.BOTH_KNOCK:
            return (
                disc(x + 2.2, y) + up_and_down(x + 5.2, y) + disc(x + 14.2, y, "b") + up_and_down(x + 10.2, y)
            )
        case Hands.ITEM:
            return (
                swatch(x, y - 2.4, blue, 4.8)
                + disc(x + 2.4, y, radius=1.5)
                + up_and_down(x + 5.8, y)
                + number
            )
        case Hands.ITEM_HELD:
            lit = swatch(x, y - 1.2, blue, 4.2) + disc(x + 2.4, y - 1.4, radius=1.6)
            seconds = text(x + 13.6, y + 1.1, f"{gesture.held_s:g} s", 2.3)
            return lit + arrow(x + 5.8, y + 1.8, 0, -3.6) + number + seconds
        case Hands.LIT_PIECE:
            return swatch(x, y - 2.4, blue, 4.8) + disc(x + 2.4, y, radius=1.5) + up_and_down(x + 5.8, y)
        case Hands.PUT_BACK:
            return disc(x + 2.2, y) + arrow(x + 10.6, y, -5.2, 0) + disc(x + 13.6, y, "b")
        case Hands.SET_UP:
            rows = [disc(x + 1.3 + 2.6 * at, y - 1.4, "b", 1.1) for at in range(5)]
            return "".join(rows + [disc(x + 1.3 + 2.6 * at, y + 1.4, "w", 1.1) for at in range(5)])
        case Hands.WINKING_FIELD:
            return "".join(_winking(x + 5.2 * at, y, at + 1, blue) for at in range(3))
        case Hands.ANY_LIFT:
            return disc(x + 2.2, y) + arrow(x + 5.8, y + 1.8, 0, -3.6)
        case Hands.MOVE_ON:
            return disc(x + 2.2, y, "b") + arrow(x + 5.0, y, 5.2, 0)
        case Hands.BUTTON:
            return (
                f"<circle cx='{x + 2.2:.2f}' cy='{y:.2f}' r='1.9' fill='{LIGHT_WOOD}' stroke='{INK}' "
                "stroke-width='0.5'/>"
            )


def _winking(x: float, y: float, number: int, look: Look) -> str:
    return swatch(x, y - 2.2, look, 4.4) + text(x + 1.4, y + 1.1, str(number), 3.0, bold=True, fill="#ffffff")


def small_board(
    x: float, y: float, rows: Sequence[str], lights: Mapping[tuple[int, int], str], size: float = 6.0
) -> str:
    """A corner of a board: `rows` of `w`, `b`, `.`; the lights by row and column; what is lit off the dark
    squares is not drawn."""
    parts: list[str] = []
    for row, pieces in enumerate(rows):
        for column, piece in enumerate(pieces):
            left, top = x + column * size, y + row * size
            dark = (row + column) % 2 == 1
            fill = WOOD if dark else LIGHT_WOOD
            parts.append(f"<rect x='{left:.2f}' y='{top:.2f}' width='{size}' height='{size}' fill='{fill}'/>")
            if dark and (row, column) in lights:
                parts.append(swatch(left, top, LOOKS[lights[row, column]], size))
            if piece != ".":
                parts.append(disc(left + size / 2, top + size / 2, piece, size * 0.34))
    return "".join(parts)


def rim(x: float, y: float, levels: Iterable[float | None], colour: Colour) -> str:
    """Lights of the rim in a row; None is dark."""
    parts = []
    for number, level in enumerate(levels):
        strength = 0.0 if level is None else 0.3 + 0.7 * level ** (1 / GAMMA)
        parts.append(
            f"<circle cx='{x + 3.0 * number:.2f}' cy='{y:.2f}' r='1.2' fill='{WOOD}'/>"
            f"<circle cx='{x + 3.0 * number:.2f}' cy='{y:.2f}' r='0.95' fill='{hexed(colour)}' "
            f"opacity='{strength:.2f}'/>"
        )
    return "".join(parts)
