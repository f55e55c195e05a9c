"""Knows what each channel has done since the watching began: changes, bounces, hall values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.device import Reading
from hardware.hall_sensing import Margin


@dataclass(slots=True)
class Channel:
    """What one channel has done. `raw`, `settled`: readings now; `closings`: how often it settled as closed;
    `bounces`: how often it changed beyond that; `slowest_s`: the longest that one change took to settle.
    `value`, `low`, `high`, `rest`: what the converter gives now, the extremes while a piece was there, and
    what it gives without one, None without a converter; `least_steps`: the smallest margin of a piece.
    """

    raw: int = Reading.UNKNOWN
    settled: int = Reading.UNKNOWN
    changed_at: float = 0.0
    begun_at: float = 0.0
    edges: int = 0
    closings: int = 0
    bounces: int = 0
    slowest_s: float = 0.0
    value: int | None = None
    rest: float | None = None
    steps: float | None = None
    low: int | None = None
    high: int | None = None
    least_steps: float | None = None
    most_steps: float | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A channel settled to `reading` at `at`, after `edges` raw changes within `took_s`. The rest is what the
    piece gave that has just left, None without a converter or if none has.
    """

    at: float
    channel: int
    reading: int
    edges: int
    took_s: float
    low: int | None = None
    high: int | None = None
    least_steps: float | None = None
    most_steps: float | None = None


class Watch:
    """All channels. A reading settles once it has held for `hold_s`. Times must not run back; mutable."""

    def __init__(self, channels: int, hold_s: float) -> None:
        self.channels = [Channel() for _ in range(channels)]
        self._hold_s = hold_s
        self._pending: set[int] = set()
        self._first = True

    def feed(self, at: float, readings: bytes) -> list[Change]:
        """Readings at `at`, and what has settled before."""
        done = self.advance(at)
        for number, reading in enumerate(readings):
            channel = self.channels[number]
            if self._first:
                channel.raw = channel.settled = reading
            elif reading != channel.raw:
                if number not in self._pending:
                    channel.begun_at, channel.edges = at, 0
                    self._pending.add(number)
                channel.raw, channel.changed_at = reading, at
                channel.edges += 1
        self._first = False
        return done

    def measure(self, margins: Iterable[Margin]) -> None:
        """What the converter gave at the last scan."""
        for margin in margins:
            channel = self.channels[margin.channel]
            channel.value, channel.rest, channel.steps = margin.value, margin.baseline, margin.steps
            if margin.reading in (Reading.WHITE, Reading.BLACK):
                channel.low = min(margin.value, margin.value if channel.low is None else channel.low)
                channel.high = max(margin.value, margin.value if channel.high is None else channel.high)
                least, most = channel.least_steps, channel.most_steps
                channel.least_steps = margin.steps if least is None else min(least, margin.steps)
                channel.most_steps = margin.steps if most is None else max(most, margin.steps)

    def due(self) -> float | None:
        """When the next reading settles, or None."""
        if not self._pending:
            return None
        return min(self.channels[number].changed_at for number in self._pending) + self._hold_s

    def advance(self, at: float) -> list[Change]:
        """What has settled by `at`, in the order of time."""
        done: list[Change] = []
        while (due := self.due()) is not None and due <= at:
            number = min(self._pending, key=lambda one: (self.channels[one].changed_at, one))
            self._pending.discard(number)
            done += self._settle(number, due)
        return done

    def _settle(self, number: int, at: float) -> list[Change]:
        channel = self.channels[number]
        took = channel.changed_at - channel.begun_at
        if channel.raw == channel.settled:
            channel.bounces += channel.edges
            return []
        channel.bounces += channel.edges - 1
        channel.slowest_s = max(channel.slowest_s, took)
        left = channel.settled in (Reading.WHITE, Reading.BLACK)
        channel.settled = channel.raw
        change = Change(at, number, channel.raw, channel.edges, took)
        if channel.raw in (Reading.WHITE, Reading.BLACK):
            channel.closings += 1
        if left and channel.value is not None:
            change = Change(
                at,
                number,
                channel.raw,
                channel.edges,
                took,
                channel.low,
                channel.high,
                channel.least_steps,
                channel.most_steps,
            )
            channel.low = channel.high = channel.least_steps = channel.most_steps = None
        return [change]
