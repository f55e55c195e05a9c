"""Knows which tune each event of the board has: a pure table; not whether or how anything sounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from firmware_host.events import Ended, Event
from hardware.sound import Tone, Tune

_LOW, _MIDDLE, _HIGH, _TOP = 523.25, 659.26, 783.99, 1046.5
"""C5, E5, G5, C6: where small piezos are loud."""

TUNES: Mapping[str, Tune] = MappingProxyType(
    {
        "move": (Tone(_HIGH, 0.04),),
        "takeback": (Tone(_HIGH, 0.06), Tone(_LOW, 0.06)),
        "irregular": (Tone(_LOW, 0.08), Tone(0, 0.04), Tone(_LOW, 0.08)),
        "ask": (Tone(_MIDDLE, 0.1), Tone(_HIGH, 0.16)),
        "astray": (Tone(_LOW / 2, 0.25),),
        "restored": (Tone(_MIDDLE, 0.06), Tone(_TOP, 0.06)),
        "outcome": (Tone(_LOW, 0.12), Tone(_MIDDLE, 0.12), Tone(_HIGH, 0.12), Tone(_TOP, 0.3)),
        "start": (Tone(_LOW, 0.08), Tone(_HIGH, 0.12)),
        "fault": (Tone(_LOW / 2, 0.15), Tone(0, 0.05), Tone(_LOW / 2, 0.15)),
    }
)
"""By the event's name. The shorter, the more often it happens."""

_WEIGHT = ("outcome", "fault", "ask", "astray", "start", "takeback", "irregular", "restored", "move")
"""Of events that come together the first of these is heard."""


def tune_for(events: Sequence[Event], wanted: Sequence[str]) -> Tune:
    """The tune of the weightiest of these events whose names are `wanted`; empty if none is."""
    names = {event.name for event in events if not (isinstance(event, Ended) and event.reason is None)}
    return next((TUNES[name] for name in _WEIGHT if name in names and name in wanted), ())
