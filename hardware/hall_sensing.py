"""Knows how a linear hall sensor gives a reading: baseline, threshold, hysteresis; no chip, no file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hardware.device import Reading

FULL: Final = 1023
"""The highest value of a ten-bit converter; sensors without a magnet give about half of it."""

MIDDLE: Final = 512.0
RAIL: Final = 8
"""Nearer than this to either end a value is no sensor's: a broken wire or a short."""

_DRIFT: Final = 0.0005
"""The share of its distance by which a baseline follows an empty field at each scan: 20 s at 100 Hz."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """In steps of the converter: a piece is there from `on` away from the baseline until it is nearer than
    `off`. `white_low`: the white pieces' pole lowers the value, the black ones' raises it.
    """

    on: int = 40
    off: int = 25
    white_low: bool = True


@dataclass(frozen=True, slots=True)
class Margin:
    """How a channel does: its last value and baseline, what was read, and how many steps are missing until it
    would read otherwise (the smaller, the more doubtful; a weak magnet shows here first).
    """

    channel: int
    value: int
    baseline: float
    reading: Reading
    steps: float


class HallChannels:
    """The readings of all channels over time. A baseline follows slow drift (warmth, ageing) while its field
    is empty, but never further than half of `off` from where it began.
    """

    def __init__(self, baselines: Sequence[float], thresholds: Thresholds) -> None:
        self._thresholds = thresholds
        self._begun = list(baselines)
        self._baselines = list(baselines)
        self._values = [round(baseline) for baseline in baselines]
        self._readings = [Reading.NONE] * len(self._begun)

    def begin(self, baselines: Sequence[float]) -> None:
        """Take these baselines from now on."""
        self._begun = list(baselines)
        self._baselines = list(baselines)

    def read(self, values: Sequence[int]) -> bytes:
        """A Reading a channel for these values, one a channel."""
        self._values = list(values)
        return bytes([self._read(channel, value) for channel, value in enumerate(values)])

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How each channel did at the last scan."""
        return tuple(
            Margin(channel, value, baseline, reading, self._steps(reading, abs(value - baseline)))
            for channel, (value, baseline, reading) in enumerate(
                zip(self._values, self._baselines, self._readings, strict=True)
            )
        )

    def _read(self, channel: int, value: int) -> Reading:
        away = value - self._baselines[channel]
        pole = Reading.WHITE if (away < 0) == self._thresholds.white_low else Reading.BLACK
        stays = self._readings[channel] is pole
        if not RAIL <= value <= FULL - RAIL:
            reading = Reading.UNKNOWN
        elif abs(away) >= (self._thresholds.off if stays else self._thresholds.on):
            reading = pole
        else:
            reading = Reading.NONE
            self._follow(channel, away)
        self._readings[channel] = reading
        return reading

    def _follow(self, channel: int, away: float) -> None:
        reach = self._thresholds.off / 2
        if abs(away) < reach:
            begun = self._begun[channel]
            moved = self._baselines[channel] + _DRIFT * away
            self._baselines[channel] = min(max(moved, begun - reach), begun + reach)

    def _steps(self, reading: Reading, away: float) -> float:
        match reading:
            case Reading.NONE:
                return max(0.0, self._thresholds.on - away)
            case Reading.WHITE | Reading.BLACK:
                return max(0.0, away - self._thresholds.off)
            case _:
                return 0.0
