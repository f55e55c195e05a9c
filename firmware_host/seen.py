"""Knows what the sensors say about the game's fields at one instant; no channel, no piece, no time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """Masks in the bits of the game's board.

    `occupied`: fields that hold a piece. `white`, `black`: fields whose piece shows that side's pole (hall
    sensors; both 0 for reeds). `unknown`: fields that nobody can tell anything about: the channel could not
    be read, or the field has none. Laws: `white | black` is part of `occupied`, `white & black` is 0,
    `occupied & unknown` is 0. A field in none of them is empty.
    """

    occupied: int
    white: int
    black: int
    unknown: int


def without(seen: Seen, dead: int) -> Seen:
    """What is seen if nobody can tell anything about the fields `dead` (a mask)."""
    if not dead:
        return seen
    return Seen(seen.occupied & ~dead, seen.white & ~dead, seen.black & ~dead, seen.unknown | dead)
