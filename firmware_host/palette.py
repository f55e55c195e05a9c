"""Knows how each role looks: hue, level and motion, as a pure function of time; no field, no pixel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import pi, sin
from types import MappingProxyType

Colour = tuple[float, float, float]
"""Linear red, green, blue, each 0 to 1 (LED PWM is linear in light)."""

WHITE: Colour = (1.0, 0.75, 0.45)
AMBER: Colour = (1.0, 0.35, 0.0)
RED: Colour = (1.0, 0.04, 0.0)
BLUE: Colour = (0.0, 0.12, 1.0)

Shade = tuple[Colour, float]
"""A hue and the level at which the eye sees it, 0 to 1; a driver bends the level by its gamma."""

Motion = Callable[[float, int, int], float]
"""Factor 0 to 1 from: seconds since the picture began, this field's place among the fields of its role, and
how many they are."""


@dataclass(frozen=True, slots=True)
class Look:
    """One role: `hue` (amber: lift me; white: put here; red: off the board; blue: look), `level` of full,
    and `motion` (None: steady)."""

    hue: Colour
    level: float
    motion: Motion | None = None

    def at(self, since_s: float, place: int = 0, count: int = 1) -> Shade:
        """The shade now."""
        if self.motion is None:
            return self.hue, self.level
        return self.hue, self.level * self.motion(since_s, place, count)


def _breathing(since_s: float, place: int, count: int) -> float:
    return 0.6 + 0.4 * sin(2 * pi * 0.5 * since_s)


def _blinking(since_s: float, place: int, count: int) -> float:
    return 1.0 if since_s * 1.5 % 1.0 < 0.5 else 0.0


def _first_half(since_s: float, place: int, count: int) -> float:
    return 1.0 if since_s % 1.0 < 0.5 else 0.0


def _second_half(since_s: float, place: int, count: int) -> float:
    return 0.0 if since_s % 1.0 < 0.5 else 1.0


def _one_pulse(since_s: float, place: int, count: int) -> float:
    """One pulse runs along the way, then steady."""
    start = 0.08 * place
    return 0.4 if start <= since_s < start + 0.12 else 1.0


def _double_wink(since_s: float, place: int, count: int) -> float:
    phase = since_s % 2.0
    return 0.15 if phase < 0.18 or 0.38 <= phase < 0.56 else 1.0


def _in_turn(since_s: float, place: int, count: int) -> float:
    return 1.0 if int(since_s / 0.7) % max(count, 1) == place else 0.0


def _rare_wink(since_s: float, place: int, count: int) -> float:
    return 0.0 if since_s % 5.0 < 0.25 else 1.0


def _wave_then_dim(since_s: float, place: int, count: int) -> float:
    """A wave over the fields for 3 s, then a quarter of the level."""
    if since_s >= 3.0:
        return 0.25
    return 0.5 + 0.5 * sin(2 * pi * (since_s - place / max(count, 1)))


LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        "must": Look(AMBER, 0.60, _breathing),
        "origin": Look(AMBER, 0.12),
        "destination": Look(WHITE, 0.60, _one_pulse),
        "waypoint": Look(WHITE, 0.12, _one_pulse),
        "capture": Look(RED, 0.30),
        "remove": Look(RED, 0.80, _blinking),
        "missing": Look(WHITE, 0.80, _first_half),
        "extra": Look(RED, 0.80, _second_half),
        "place-white": Look(WHITE, 0.60),
        "place-black": Look(BLUE, 0.60, _breathing),
        "last-from": Look(BLUE, 0.06),
        "last-to": Look(BLUE, 0.20),
        "advice-from": Look(AMBER, 0.60, _first_half),
        "advice-to": Look(WHITE, 0.60, _second_half),
        "crown": Look(BLUE, 0.60, _double_wink),
        "question": Look(BLUE, 0.90, _in_turn),
        "turn": Look(BLUE, 0.10),
        "secret": Look(BLUE, 0.60, _double_wink),
        "weak": Look(AMBER, 0.20, _rare_wink),
        "winner": Look(WHITE, 0.40, _wave_then_dim),
    }
)
"""Every role. `missing` blinks in turn with `extra`, so that the eye sees the piece go home; both blink at
once a second."""


OUTSIDE = Look(AMBER, 0.06)
"""The fields outside the game's area while a game starts: no role, for they are no fields of the game."""


def moves(roles: set[str]) -> bool:
    """Whether a picture with these roles changes by itself."""
    return any(LOOKS[role].motion is not None for role in roles)


def shades(lights: Mapping[str, str], since_s: float) -> dict[str, Shade]:
    """The shade of every lit field, `since_s` seconds after the picture began."""
    by_role: dict[str, list[str]] = {}
    for name, role in lights.items():
        by_role.setdefault(role, []).append(name)
    return {
        name: LOOKS[role].at(since_s, place, len(names))
        for role, names in by_role.items()
        for place, name in enumerate(names)
    }


def brightest(lights: Mapping[str, str]) -> dict[str, Shade]:
    """The most that each lit field shows in this picture: what the current budget is reserved for."""
    return {name: (LOOKS[role].hue, LOOKS[role].level) for name, role in lights.items()}
