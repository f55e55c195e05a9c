"""Knows how a live test listens to devices until it is told to end; nothing of what it shows."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from functools import partial

from firmware_host.devices import Devices
from firmware_host.inbox import Inbox
from hardware.device import DeviceState, SensorFrame, Signal

TICK_S = 0.05

Take = Callable[[str, Signal], None]
"""A signal of the device of this name."""


class Session:
    """Devices at work until a signal or `seconds` end it; then they are dark and free. `take` hears every
    signal, `tick` is called every TICK_S with the present time on the sensors' clock, None before the first
    frame. `sensors`: whether the sensors are needed; LEDs on the same device start them too.
    """

    def __init__(
        self,
        devices: Devices,
        take: Take,
        tick: Callable[[float | None], None],
        *,
        sensors: bool = True,
        seconds: float | None = None,
    ) -> None:
        self._devices = devices
        self._take_signal = take
        self._tick_time = tick
        one: object = devices.source
        self._sensors = sensors or one is devices.sink
        self._seconds = seconds
        self._heard: tuple[float, float] | None = None
        self._failure: Exception | None = None
        self._over = asyncio.Event()
        self.connected = False
        """Whether any device that was needed has been there."""

    async def run(self) -> None:
        """Work until the end; raises what `take` or `tick` raised."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._over.set)
        if self._seconds is not None:
            loop.call_later(self._seconds, self._over.set)
        for name, companion in self._devices.companions.items():
            companion.tell(Inbox(loop, partial(self._take, name)).put)
        if self._sensors:
            self._devices.source.start(Inbox(loop, partial(self._take, "board")).put)
        try:
            while not self._over.is_set():
                self._guarded(lambda: self._tick_time(self._present()))
                try:
                    await asyncio.wait_for(self._over.wait(), TICK_S)
                except TimeoutError:
                    continue
        finally:
            await asyncio.to_thread(self._close)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """End `run`; from the loop's own thread."""
        self._over.set()

    def _present(self) -> float | None:
        if self._heard is None:
            return None
        at, heard = self._heard
        return at + time.monotonic() - heard

    def _take(self, name: str, heard: Signal) -> None:
        if self._over.is_set():
            return
        if isinstance(heard, SensorFrame):
            self._heard = (heard.at, time.monotonic())
        if isinstance(heard, DeviceState):
            self.connected = self.connected or heard.connected
        self._guarded(lambda: self._take_signal(name, heard))

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - the top loop: it ends `run`, where the error is raised
            self._failure = error
            self._over.set()

    def _close(self) -> None:
        self._devices.source.stop()
        if self._devices.sink is not None:
            self._devices.sink.stop()
        for companion in self._devices.companions.values():
            companion.stop()
