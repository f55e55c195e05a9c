"""Knows how signals come from drivers' threads into the daemon's loop, in order and in portions."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable

from hardware.device import SensorFrame, Signal

MOST_AT_ONCE = 100
"""So many signals are taken before timers and signals to the process get their turn."""


class Inbox:
    """Signals waiting for one loop. `put` may be called from any thread; `take` is called in the loop.

    Nothing is lost, but of frames that say the same two are enough while many wait: the first, which tells
    when it began, and the last, which tells how far time has come.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, take: Callable[[Signal], None]) -> None:
        self._loop = loop
        self._take = take
        self._lock = threading.Lock()
        self._waiting: deque[Signal] = deque()

    def put(self, signal: Signal) -> None:
        """Queue a signal; ignored once the loop is closed."""
        if self._loop.is_closed():
            return
        with self._lock:
            waiting = self._waiting
            if len(waiting) > MOST_AT_ONCE and _same(waiting[-2], waiting[-1]) and _same(waiting[-1], signal):
                waiting[-1] = signal
                return
            waiting.append(signal)
            if len(waiting) > 1:
                return
        self._loop.call_soon_threadsafe(self._portion)

    def _portion(self) -> None:
        for _ in range(MOST_AT_ONCE):
            signal = self._waiting[0]
            self._take(signal)
            with self._lock:
                self._waiting.popleft()
                if not self._waiting:
                    return
        self._loop.call_soon(self._portion)


def _same(one: Signal, other: Signal) -> bool:
    """Whether two signals are frames with equal readings."""
    if not isinstance(one, SensorFrame) or not isinstance(other, SensorFrame):
        return False
    return one.readings == other.readings
