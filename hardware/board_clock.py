"""Knows how the board's clock becomes the pipeline's time: one fixed offset; nothing of packets or ports."""

from __future__ import annotations

from typing import Final

WRAP_MS: Final = 2**32
LEAP_S: Final = 10.0
"""A board's clock that leaps this far beyond the time that passed is another clock."""


class BoardClock:
    """Turns time stamps of the board (milliseconds, wrapping at 2**32) into seconds that never run back.

    Between two stamps exactly as much time passes as on the board: delays of the line do not show, and a
    simulated clock that runs faster is not slowed down. Only `restart` (the board said HELLO) or a jump (it
    runs back, or leaps more than LEAP_S beyond what passed on the host) fixes the offset anew, so that the
    stamp falls on the host's present, or on the last time given if that is later. The wrap of the board's
    clock (49 days) is no jump.
    """

    def __init__(self) -> None:
        self._anchored = False
        self._last = float("-inf")
        """The latest time given to anyone."""
        self._start = 0.0
        """The time of the stamp at which the offset was fixed."""
        self._passed_ms = 0
        """What passed on the board's clock since then, counted over its wraps."""
        self._stamp_ms = 0
        self._heard = 0.0

    def restart(self) -> None:
        """Fix the offset anew at the next stamp."""
        self._anchored = False

    def time(self, stamp_ms: int, now: float) -> float:
        """The pipeline's time of a stamp that is heard at `now` on the host's clock."""
        step_ms = (stamp_ms - self._stamp_ms) % WRAP_MS
        if self._anchored and not self._jumped(step_ms, now):
            self._passed_ms += step_ms
        else:
            self._start = max(self._last, now)
            self._passed_ms = 0
        self._anchored = True
        self._stamp_ms = stamp_ms
        self._heard = now
        self._last = max(self._last, self._start + self._passed_ms / 1000)
        return self._last

    def present(self, now: float) -> float:
        """The time of something that the host itself notices at `now`: never before anything given so far."""
        self._last = max(self._last, now)
        return self._last

    def _jumped(self, step_ms: int, now: float) -> bool:
        runs_back = step_ms >= WRAP_MS // 2
        return runs_back or step_ms / 1000 > now - self._heard + LEAP_S
