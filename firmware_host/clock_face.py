"""Knows how the lights of the rim show the clock: a bar for the side to move, a dot for the other side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

from firmware_host.clock import Clock
from firmware_host.palette import LOOKS, Shade
from rules.game import Side

LAST_S = 60.0
"""Less than this before the flag falls, or in the periods of byo-yomi, the bar blinks."""

HURRY_S = 10.0
"""Less than this, and it blinks twice as fast."""

BAR = 0.30
"""The level of the bar: three times that of the mark which is shown without a clock, so that it can dip."""


@dataclass(frozen=True, slots=True)
class Face:
    """What the rim tells of one side: the `share` of its time that is left (in byo-yomi of its period), the
    seconds until its flag falls, whether it is in byo-yomi, whether it is the one to move, and whether its
    time runs."""

    share: float
    left_s: float
    in_period: bool
    on_move: bool
    runs: bool

    @property
    def blink_s(self) -> float | None:
        """How long one blink takes: 2 s, then 1 s, which is slower than three a second; None: steady."""
        if not self.runs or not (self.in_period or self.left_s < LAST_S):
            return None
        return 1.0 if self.left_s < HURRY_S else 2.0


def faces(clock: Clock, now: float, on_move: Side | None) -> Mapping[Side, Face]:
    """What is to be told of both sides at `now` (the pipeline's clock); `on_move`: whose mark is lit."""
    read = clock.at(now)
    return MappingProxyType({side: _face(read, side, on_move) for side in Side})


def _face(clock: Clock, side: Side, on_move: Side | None) -> Face:
    time, control = clock.time(side), clock.control
    in_period = time.main_s <= 0 and time.periods > 0
    full = control.period_s if in_period else control.main_s
    share = min(1.0, time.shown_s / full) if full else 0.0
    return Face(share, time.left_s(control), in_period, side is on_move, side is clock.running)


def bar(face: Face, pixels: int, phase_s: float) -> tuple[Shade | None, ...]:
    """The shade of each of a side's pixels in their order, None where it is dark, `phase_s` after any moment.

    Laws: the side to move shows at least two lights (one, if it has no more) or blinks, never dark as long as
    it has time; the other side shows one steady light where its own bar ends, none if it has only one or two.
    """
    hue, dot = LOOKS["turn"].hue, LOOKS["turn"].level
    shown: list[Shade | None] = [None] * pixels
    length = min(pixels, ceil(face.share * pixels))
    if not face.on_move:
        if pixels > 2 and length:
            shown[length - 1] = hue, dot
        return tuple(shown)
    blink_s = face.blink_s
    if blink_s is None:
        length = max(length, min(2, pixels))
    length = max(length, min(1, pixels))
    level = dot if blink_s is not None and phase_s % blink_s >= blink_s / 2 else BAR
    shown[:length] = [(hue, level)] * length
    return tuple(shown)
