"""Knows in which order an LED takes its colours and what a white one adds; nothing about wires or time."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from hardware.device import HardwareError

PIXEL_ORDERS: Final = (
    "GRB",
    *("".join(order) for order in permutations("RGB") if order != ("G", "R", "B")),
    "GRBW",
    "RGBW",
)
"""The orders that LEDs are sold with; WS2812 take GRB, most SK6812 with a white LED GRBW."""


class InvalidPixelOrder(HardwareError, ValueError):
    """An order of colours that no LED has."""


def check_order(order: str) -> None:
    """Raise InvalidPixelOrder unless `order` is one of PIXEL_ORDERS."""
    if order not in PIXEL_ORDERS:
        raise InvalidPixelOrder(
            f"There is no LED that takes its colours as {order!r}: write one of {', '.join(PIXEL_ORDERS)}."
        )


def parted(picture: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Red, green, blue and white of every pixel for LEDs with a white one: white takes what the three have
    in common. Law: each colour with white added is the colour of the picture.
    """
    red, green, blue = picture[0::3], picture[1::3], picture[2::3]
    white = bytes(map(min, red, green, blue))
    return _without(red, white), _without(green, white), _without(blue, white), white


def arranged(picture: bytes, order: str) -> bytes:
    """`picture` (3 bytes a pixel: red, green, blue) as LEDs of this order take it, 3 or 4 bytes a pixel."""
    if "W" in order:
        red, green, blue, white = parted(picture)
    else:
        red, green, blue, white = picture[0::3], picture[1::3], picture[2::3], b""
    colours = {"R": red, "G": green, "B": blue, "W": white}
    wire = bytearray(len(order) * len(red))
    for at, letter in enumerate(order):
        wire[at :: len(order)] = colours[letter]
    return bytes(wire)


def _without(colour: bytes, white: bytes) -> bytes:
    return bytes(one - other for one, other in zip(colour, white, strict=True))
