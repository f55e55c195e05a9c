"""An event loop whose time passes as fast as its work is done."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _Hurried(selectors.DefaultSelector):
    """A selector that does not wait: the time it should have waited has passed at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            return super().select(None)
        self.now += max(0.0, timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its `time` is virtual, from 0."""

    def __init__(self) -> None:
        self._hurried = _Hurried()
        super().__init__(self._hurried)

    def time(self) -> float:
        return self._hurried.now


def run_virtually(work: Coroutine[Any, Any, None], loop: VirtualLoop) -> None:
    """Run this to its end in virtual time."""
    try:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(work)
        loop.run_until_complete(loop.shutdown_default_executor())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
