"""Knows the light show that tests LEDs: which picture when, and what it should look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware_host.lamps import IDLE_MA, current_ma
from hardware.device import LedFrame

WALK_S = 0.3
COLOUR_S = 2.0

_COLOURS = (
    ("red", (255, 0, 0)),
    ("green", (0, 255, 0)),
    ("blue", (0, 0, 255)),
    ("white", (255, 255, 255)),
)


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of the show: how long it stays, what one should see, and about what it draws."""

    seconds: float
    says: str
    frame: LedFrame
    ma: float


def scenes(names: Sequence[str], brightness: float, budget_ma: float) -> Iterator[Scene]:
    """The show once: each LED by itself, all in each colour, all as faint as they can. `names[i]`: the field
    of pixel i, "" if unknown. Law: no picture draws more than `budget_ma`, unless the dark chain does."""
    count = len(names)
    for pixel, name in enumerate(names):
        pixels = bytearray(3 * count)
        pixels[3 * pixel : 3 * pixel + 3] = b"\xff\xff\xff"
        where = f", field {name}" if name else ""
        yield _scene(WALK_S, f"LED {pixel}{where}: white, the only one", bytes(pixels), budget_ma)
    for word, colour in _COLOURS:
        level = bytes(max(1, round(part * brightness)) if part else 0 for part in colour)
        yield _scene(COLOUR_S, f"all LEDs: {word}, all alike", level * count, budget_ma)
    yield _scene(
        COLOUR_S, "all LEDs: as faint as they can, and none dark", b"\x01\x01\x01" * count, budget_ma
    )


def _scene(seconds: float, says: str, pixels: bytes, budget_ma: float) -> Scene:
    idle = IDLE_MA * (len(pixels) // 3)
    wanted = current_ma(LedFrame(pixels)) - idle
    if wanted > budget_ma - idle:
        share = max(0.0, budget_ma - idle) / wanted
        pixels = bytes(int(part * share) for part in pixels)
        says += ", dimmed to leds.budget_ma"
    frame = LedFrame(pixels)
    return Scene(seconds, says, frame, current_ma(frame))
