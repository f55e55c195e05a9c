"""Knows the field of a disc magnet along a reed below it, by Biot and Savart; nothing of boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin

REMANENCE_T = 1.3
"""Of neodymium N42 (makers' data sheets: 1.28 to 1.32 T)."""

GLASS_MM = 14.0
LOOPS, SEGMENTS, POINTS = 4, 60, 9

DISTANCES_MM = (5, 8, 10, 12, 15, 20, 30)
SHIFTS_MM = (0, 3, 6, 10, 14)
PITCHES_MM = (40, 45, 50)
USUAL = (10.0, 2.0)
"""Diameter and thickness of the magnet in the first table."""
OTHERS = ((8.0, 3.0), (10.0, 1.0), (10.0, 2.0), (10.0, 3.0), (12.0, 2.0))
MAGNET_SHIFT_MM = 10.0
"""The shift for which the neighbours and the other magnets are reckoned."""


def along(x: float, z: float, diameter: float, thick: float) -> float:
    """The field in mT along x, at `x` beside the axis and `z` below the lower face of a disc magnet that is
    magnetised through its thickness: that of a sheet of current round its edge. Lengths in mm."""
    radius, total = diameter / 2, 0.0
    for loop in range(LOOPS):
        depth = -(z + thick * (loop + 0.5) / LOOPS)
        for step in range(SEGMENTS):
            angle = 2 * pi * (step + 0.5) / SEGMENTS
            rx, ry = x - radius * cos(angle), -radius * sin(angle)
            # dl x r, its x component: dl = radius * (-sin, cos, 0) * dangle.
            total += radius * cos(angle) * depth / (rx * rx + ry * ry + depth * depth) ** 1.5
    current = REMANENCE_T * 1000 * thick / LOOPS
    return current / (4 * pi) * total * 2 * pi / SEGMENTS


@cache
def on_reed(shift: float, z: float, diameter: float, thick: float) -> float:
    """The mean field along a reed whose glass lies along x with its middle at `shift`, as its blades gather
    it: what comes in at one end and goes out there again does not count."""
    places = [shift + GLASS_MM * (point / (POINTS - 1) - 0.5) for point in range(POINTS)]
    return abs(sum(along(place, z, diameter, thick) for place in places)) / POINTS


def by_distance() -> Iterator[str]:
    """A table: one magnet at several distances, the reed shifted by more and more, and the neighbours'."""
    shifts = " | ".join("over the middle" if not shift else f"{shift} mm" for shift in SHIFTS_MM)
    nearby = " | ".join(f"neighbour, {pitch} mm" for pitch in PITCHES_MM)
    yield f"| wood and gap | {shifts} | {nearby} |"
    yield "|---|" + "---|" * (len(SHIFTS_MM) + len(PITCHES_MM))
    for z in DISTANCES_MM:
        own = [on_reed(float(shift), float(z), *USUAL) for shift in SHIFTS_MM]
        other = [on_reed(pitch - MAGNET_SHIFT_MM, float(z), *USUAL) for pitch in PITCHES_MM]
        yield f"| {z} mm | " + " | ".join(f"{value:.1f}" for value in (*own, *other)) + " |"


def by_magnet() -> Iterator[str]:
    """A table: several magnets, the reed shifted by half its glass."""
    yield "| magnet | " + " | ".join(f"{z} mm" for z in DISTANCES_MM) + " |"
    yield "|---|" + "---|" * len(DISTANCES_MM)
    for diameter, thick in OTHERS:
        values = [on_reed(MAGNET_SHIFT_MM, float(z), diameter, thick) for z in DISTANCES_MM]
        yield f"| Ø {diameter:g} x {thick:g} mm | " + " | ".join(f"{value:.1f}" for value in values) + " |"
