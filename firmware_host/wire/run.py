"""Knows how a wizard works with real devices in real time: signals in, pictures out, answers kept."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Mapping

from firmware_host.inbox import Inbox
from firmware_host.wire.questions import Answer
from firmware_host.wire.screen import Screen
from firmware_host.wire.wizard import Wizard
from hardware.companion import Companion
from hardware.device import DeviceState, LedFrame, LedSink, SensorFrame, SensorSource, Signal

LATE_S = 0.002
"""A timer runs this late, so that a frame that is still on the line comes first."""

VERDICT_S = 3.0
"""How long the board shows at the end which fields are in order."""

Keep = Callable[[Wizard], None]
"""Keeps the answers of a wizard; raises OSError."""


class Session:
    """A wizard at a board, until all has been asked or `stop`; then the board is dark and its devices are
    free. `run` tells whether all has been asked."""

    def __init__(
        self,
        wizard: Wizard,
        source: SensorSource,
        sink: LedSink | None,
        companions: Mapping[str, Companion],
        screen: Screen,
        keep: Keep,
        budget_ma: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wizard = wizard
        self._source = source
        self._sink = sink
        self._companions = companions
        self._screen = screen
        self._keep = keep
        self._budget_ma = budget_ma
        self._clock = clock
        self._kept: list[Answer] = list(wizard.answers)
        self._shown: LedFrame | None = None
        self._heard: tuple[float, float] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = asyncio.Event()
        self._failure: BaseException | None = None

    async def run(self) -> bool:
        """Work until the end; raises what keeping the answers or telling of them raises."""
        self._loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self._over.set)
        for companion in self._companions.values():
            companion.tell(self._from_companion)
        self._source.start(Inbox(self._loop, self._take).put)
        try:
            await self._over.wait()
        finally:
            if self._timer is not None:
                self._timer.cancel()
            await asyncio.to_thread(self._close)
        if self._failure is not None:
            raise self._failure
        return self._wizard.finished

    def stop(self) -> None:
        """End `run`; from the loop's own thread."""
        self._over.set()

    def _close(self) -> None:
        self._source.stop()
        if self._sink is not None:
            self._sink.stop()
        for companion in self._companions.values():
            companion.stop()

    def _from_companion(self, heard: Signal) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._beside, heard)

    def _beside(self, heard: Signal) -> None:
        if isinstance(heard, DeviceState) and not self._over.is_set():
            self._guarded(lambda: self._screen.say(heard.detail))

    def _take(self, heard: Signal) -> None:
        if not self._over.is_set() and not self._wizard.finished:
            self._guarded(lambda: self._heed(heard))

    def _guarded(self, work: Callable[[], None]) -> None:
        """A disk that is full, or an output that nobody reads any more, ends `run`."""
        try:
            work()
        except OSError as error:
            self._failure = error
            self._over.set()

    def _heed(self, heard: Signal) -> None:
        match heard:
            case SensorFrame(at=at, readings=readings):
                self._heard = (at, self._clock())
                self._wizard.feed(at, readings)
            case DeviceState(connected=connected, detail=detail):
                self._screen.say(detail)
                if not connected:
                    self._wizard.lost()
                    self._shown = None
        self._follow()

    def _tick(self) -> None:
        if self._heard is not None:
            at, heard = self._heard
            self._wizard.advance(at + self._clock() - heard)
        self._guarded(self._follow)

    def _follow(self) -> None:
        """Keep, show, and wait for what time brings."""
        wizard = self._wizard
        if wizard.answers != self._kept:
            self._keep(wizard)
            self._kept = list(wizard.answers)
        self._screen.show(wizard)
        if self._sink is not None:
            frame = wizard.prompt.frame(self._sink.pixels, self._budget_ma)
            if frame != self._shown:
                self._shown = frame
                self._sink.show(frame)
        if wizard.finished:
            self._end_soon()
            return
        self._schedule()

    def _end_soon(self) -> None:
        """The LEDs show for a while which fields are in order."""
        if self._timer is not None:
            self._timer.cancel()
        if self._loop is not None:
            self._timer = self._loop.call_later(VERDICT_S if self._sink else 0.0, self._over.set)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._wizard.due()
        if due is not None and self._heard is not None and self._loop is not None:
            at, heard = self._heard
            delay = max(0.0, due - at - (self._clock() - heard)) + LATE_S
            self._timer = self._loop.call_later(delay, self._tick)
