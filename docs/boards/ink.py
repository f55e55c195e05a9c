"""Knows the strokes of the drawings as SVG: lines, boxes, words, parts of a circuit; nothing of boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]

PAPER, INK, GREY, PALE = "#fbf7ef", "#2a2420", "#7a6f63", "#e8dcc6"
RED, BLUE, GREEN, ORANGE = "#b3261e", "#1f5fa8", "#2f7d3b", "#c26a00"
FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"


def number(value: float) -> str:
    """A coordinate as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def words(
    at: Point, text: str, size: float = 12, anchor: str = "start", colour: str = INK, *, bold: bool = False
) -> str:
    """One line of text; `at` is the left end (or middle, or right end: `anchor`) of its base line."""
    weight = " font-weight='bold'" if bold else ""
    place = "" if anchor == "start" else f" text-anchor='{anchor}'"
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f"<text x='{number(at[0])}' y='{number(at[1])}' {FONT} font-size='{number(size)}'{place}{weight} "
        f"fill='{colour}'>{safe}</text>"
    )


def lines(at: Point, texts: Iterable[str], size: float = 12, step: float = 16, colour: str = INK) -> str:
    """Several lines of text, one below the other."""
    return "".join(
        words((at[0], at[1] + step * count), text, size, colour=colour) for count, text in enumerate(texts)
    )


def wire(points: Sequence[Point], colour: str = INK, width: float = 1.5, dash: str = "") -> str:
    """A line through these points."""
    way = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return (
        f"<polyline points='{way}' fill='none' stroke='{colour}' stroke-width='{number(width)}' "
        f"stroke-linejoin='round'{dashed}/>"
    )


def box(at: Point, size: Point, fill: str = PALE, edge: str = INK, round_by: float = 4) -> str:
    """A rectangle from its top left corner."""
    return (
        f"<rect x='{number(at[0])}' y='{number(at[1])}' width='{number(size[0])}' height='{number(size[1])}' "
        f"rx='{number(round_by)}' fill='{fill}' stroke='{edge}' stroke-width='1.2'/>"
    )


def disc(at: Point, radius: float, fill: str = INK, edge: str = "none", dash: str = "") -> str:
    """A circle."""
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return (
        f"<circle cx='{number(at[0])}' cy='{number(at[1])}' r='{number(radius)}' fill='{fill}' "
        f"stroke='{edge}' stroke-width='1'{dashed}/>"
    )


def polygon(*corners: Point, fill: str = INK) -> str:
    """A filled figure with these corners."""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return f"<polygon points='{points}' fill='{fill}'/>"


def joint(at: Point, colour: str = INK) -> str:
    """A dot where wires join."""
    return disc(at, 3, colour)


def reed(left: Point, length: float, scale: float = 1.0) -> str:
    """An open switch that lies from `left` to the right."""
    x, y = left
    middle = length * 0.28
    return (
        wire([(x, y), (x + middle, y), (x + length - middle, y - 5 * scale)], width=1.5 * scale)
        + wire([(x + length - middle, y), (x + length, y)], width=1.5 * scale)
        + disc((x + length - middle, y), 1.6 * scale)
    )


def diode_down(top: Point, length: float, scale: float = 1.0) -> str:
    """A diode from `top` downwards: anode above, its band, the cathode, below."""
    x, y = top
    wide, high = 5 * scale, 9 * scale
    at = y + (length - high) / 2
    triangle = polygon((x - wide, at), (x + wide, at), (x, at + high))
    return (
        wire([(x, y), (x, y + length)])
        + triangle
        + wire([(x - wide, at + high), (x + wide, at + high)], width=2 * scale)
    )


def resistor(left: Point, length: float) -> str:
    """A resistor that lies from `left` to the right."""
    x, y = left
    return wire([(x, y), (x + length, y)]) + box((x + 8, y - 6), (length - 16, 12), PAPER, INK, 1)


def resistor_down(top: Point, length: float) -> str:
    """A resistor from `top` downwards."""
    x, y = top
    return wire([(x, y), (x, y + length)]) + box((x - 6, y + 8), (12, length - 16), PAPER, INK, 1)


def capacitor_down(top: Point, length: float) -> str:
    """A capacitor from `top` downwards."""
    x, y = top
    middle = y + length / 2
    return (
        wire([(x, y), (x, middle - 4)])
        + wire([(x - 11, middle - 4), (x + 11, middle - 4)], width=2.5)
        + wire([(x - 11, middle + 4), (x + 11, middle + 4)], width=2.5)
        + wire([(x, middle + 4), (x, y + length)])
    )


def sheet(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole picture."""
    safe = title.replace("&", "&amp;").replace("'", "&#39;")
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{number(width)}' height='{number(height)}' "
        f"viewBox='0 0 {number(width)} {number(height)}' role='img' aria-label='{safe}'>"
    )
    paper = f"<rect width='{number(width)}' height='{number(height)}' rx='10' fill='{PAPER}'/>"
    return "\n".join([head, paper, *parts, "</svg>", ""])
