"""Knows the clock of a simulated board: real time, faster, or standing and put forward by hand."""

from __future__ import annotations

from collections.abc import Callable


class BoardTime:
    """A clock that counts milliseconds from its start, `speed` times as fast as `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float], speed: float) -> None:
        self._clock = clock
        self._speed = speed
        self._passed = 0.0
        """Board seconds up to `_since`."""
        self._since = clock()

    @property
    def speed(self) -> float:
        """How many times faster than real time it runs."""
        return self._speed

    @property
    def seconds(self) -> float:
        """What has passed since the start, in seconds."""
        return self._passed + (self._clock() - self._since) * self._speed

    @property
    def ms(self) -> int:
        """What has passed since the start, in whole milliseconds."""
        return int(self.seconds * 1000 + 1e-6)

    def restart(self) -> None:
        """Count from 0 again."""
        self._since, self._passed = self._clock(), 0.0

    def run_at(self, speed: float) -> None:
        """Go on from here at another speed."""
        self._passed, self._since, self._speed = self.seconds, self._clock(), speed

    def advance(self, seconds: float) -> None:
        """Put the clock forward."""
        self._passed += seconds

    def delay(self, at_ms: int) -> float:
        """The real seconds until it shows `at_ms`: 0 if it has, infinity if it stands."""
        left = at_ms / 1000 - self.seconds
        if left <= 0:
            return 0.0
        return left / self._speed if self._speed else float("inf")
