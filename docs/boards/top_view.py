"""Knows how a board is drawn from above: each field with its sensor, its LED and the way of the chain."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

import ink
from ink import Point
from wood import Example

from rules.board import Shape

CELL = 72
MARGIN, TOP = 46, 66
LED_OUT = 0.37
"""How far from the centre an LED lies, to the right and to the back, in fields: outside of the disc."""
DISC, MAGNET = 0.32, 0.1
REED_OUT = 0.2
"""How far the reed is shifted along its own length, 10 mm of 50: right under a magnet it stays open."""
GLASS = 20


class View:
    """Where things lie in the picture of one board."""

    def __init__(self, example: Example) -> None:
        places = example.board.places
        self.hexagon = example.board.config.game.board.shape is Shape.HEXAGON
        self.width = max(x for x, _ in places.values())
        self.depth = max(y for _, y in places.values())
        self.side_margin = MARGIN + (CELL if _rim(example) else 0)

    def centre(self, place: Point) -> Point:
        """The middle of a field, seen from the front: `y` away from it is up."""
        x, y = place
        return self.side_margin + CELL * (x + 0.5), TOP + CELL * (self.depth - y + 0.5)

    def led(self, place: Point) -> Point:
        """The LED of a field: the far right corner of a square, the far corner of a hexagon."""
        x, y = self.centre(place)
        if self.hexagon:
            return x, y - CELL * 0.48
        return x + CELL * LED_OUT, y - CELL * LED_OUT

    @property
    def size(self) -> Point:
        """Of the whole picture, the legend below included."""
        return self.side_margin + CELL * (self.width + 1) + MARGIN, TOP + CELL * (self.depth + 1) + 146


def _rim(example: Example) -> bool:
    rim = example.board.config.wiring.rim
    return any(rim.values())


def outline(view: View, at: Point) -> str:
    """The edge of one field."""
    x, y = at
    if not view.hexagon:
        return ink.box((x - CELL / 2, y - CELL / 2), (CELL, CELL), "none", ink.GREY, 0)
    radius = CELL / 3**0.5
    corners = [
        (x + radius * sin(radians(60 * turn)), y + radius * cos(radians(60 * turn))) for turn in range(7)
    ]
    return ink.wire(corners, ink.GREY, 1)


def shade(view: View, example: Example, name: str, at: Point) -> str:
    """A dark square is darker; where `[board]` gives no colours, none is."""
    grid = example.board.config.grid
    if view.hexagon or grid is None:
        return ""
    x, y = example.board.places[name]
    odd = 0 if grid.dark_corner == "left" else 1
    if round(x + y) % 2 != odd:
        return ""
    return ink.box((at[0] - CELL / 2, at[1] - CELL / 2), (CELL, CELL), ink.PALE, "none", 0)


def field(view: View, example: Example, name: str, channel: int) -> Iterator[str]:
    """One field: its edge, the disc that will cover it with its magnet, its name, its reed."""
    x, y = view.centre(example.board.places[name])
    yield shade(view, example, name, (x, y))
    yield outline(view, (x, y))
    yield ink.disc((x, y), CELL * DISC, "none", ink.GREY, "3 3")
    yield ink.disc((x, y), CELL * MAGNET, "#d8d2c8", ink.GREY)
    yield ink.words((x, y - 11), name, 11, "middle", bold=True)
    middle = x + CELL * REED_OUT
    yield ink.wire([(middle - 16, y), (middle + 16, y)], ink.BLUE)
    yield ink.box((middle - GLASS / 2, y - 3.5), (GLASS, 7), "#cfe3f5", ink.BLUE, 3.5)
    # Below the piece on a square; a hexagon has room only inside of it.
    below = y + (17 if view.hexagon else CELL / 2 - 3.5)
    yield ink.words((x, below), example.sensor(channel), 9, "middle", ink.BLUE)


def rim_places(view: View, example: Example) -> dict[int, Point]:
    """Where the LEDs that show whose turn it is lie: beside the corner at which the chain passes."""
    pixels, places = example.board.pixels, example.board.places
    found = {}
    for side in example.board.config.wiring.rim.values():
        for pixel in side:
            step = 1 if pixel == 0 else -1
            x, y = view.led(places[pixels[pixel + step]])
            out = x < view.centre((view.width / 2, 0.0))[0]
            found[pixel] = (x - CELL if out else x + CELL * 0.5, y)
    return found


def chain(view: View, example: Example) -> Iterator[str]:
    """The way of the LED data, and every LED with its number in the chain."""
    rim = rim_places(view, example)
    at = [
        rim[pixel] if pixel in rim else view.led(example.board.places[name])
        for pixel, name in enumerate(example.board.pixels)
        if name or pixel in rim
    ]
    first = at[0]
    yield ink.wire([(first[0] - 30, first[1]), *at], ink.ORANGE, 2)
    tip, y = first[0] - 12, first[1]
    yield ink.polygon((tip, y), (tip - 9, y - 5), (tip - 9, y + 5), fill=ink.ORANGE)
    for pixel, (x, y) in enumerate(at):
        yield ink.disc((x, y), 8.5, "#ffe9c7" if pixel not in rim else "#cfe3f5", ink.ORANGE)
        yield ink.words((x, y + 2.8), str(pixel), 8, "middle")


def legend(view: View, example: Example, y: float) -> Iterator[str]:
    """What the signs mean."""
    x = view.side_margin
    yield ink.disc((x + 9, y), 8.5, "#ffe9c7", ink.ORANGE)
    yield ink.words((x + 26, y + 4), "LED with its number in the chain, beside the piece, never under it", 12)
    yield ink.box((x - 4, y + 20), (26, 7), "#cfe3f5", ink.BLUE, 3.5)
    where = "its row and column" if example.rows else "its register and input"
    yield ink.words(
        (x + 26, y + 28), f"reed, shifted so that the magnet stands beside its end; below {where}", 12
    )
    yield ink.disc((x + 9, y + 50), 9, "none", ink.GREY, "3 3")
    yield ink.words((x + 26, y + 54), "piece with its magnet in the middle", 12)
    if _rim(example):
        yield ink.disc((x + 9, y + 76), 8.5, "#cfe3f5", ink.ORANGE)
        rim = example.board.config.wiring.rim
        which = ", ".join(f"{side.value.capitalize()} {pixel}" for side in rim for pixel in rim[side])
        yield ink.words((x + 26, y + 80), f"LED in the rim: whose turn it is ({which})", 12)


def top_view(example: Example) -> str:
    """The board from above, as one sits at its front."""
    view = View(example)
    width, height = view.size
    number = {name: channel for channel, name in enumerate(example.board.channels) if name}
    parts = [
        ink.words((view.side_margin, 26), "From above, the front below", 15, bold=True),
    ]
    for name, channel in number.items():
        parts += field(view, example, name, channel)
    parts += chain(view, example)
    middle = view.side_margin + CELL * (view.width + 1) / 2
    bottom = TOP + CELL * (view.depth + 1)
    parts.append(ink.words((middle, bottom + 24), "front", 13, "middle", ink.GREY))
    parts += legend(view, example, bottom + 46)
    leds = len(example.board.pixels)
    title = f"{example.name} from above: {len(number)} fields with their reeds and {leds} LEDs"
    return ink.sheet(width, height, title, parts)
