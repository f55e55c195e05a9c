"""Knows how buttons on GPIO pins become edges: polling, debouncing, a thread; not what a button means."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from hardware.device import ButtonEdge, DeviceState, HardwareUnavailable, Listener, Signal
from hardware.gpio_pins import faults_told, give_back, take
from hardware.led_strip import RETRY_S, STOP_S

POLL_S: Final = 0.005
HOLD_S: Final = 0.012
"""A level counts once it has been the same for this long; contacts bounce for less."""


class Contacts(Protocol):
    """Opened buttons."""

    def pressed(self) -> tuple[bool, ...]:
        """Whether each button is down now; raises HardwareUnavailable."""

    def close(self) -> None:
        """Free the pins; never raises."""


class Debounce:
    """Edges from levels that bounce. Laws: edges of a button alternate and begin with a press; the time of
    an edge is that of the first level of those that count; edges come in the order of their times."""

    def __init__(self, buttons: int) -> None:
        self._down = [False] * buttons
        self._since: list[float | None] = [None] * buttons

    def take(self, at: float, levels: Sequence[bool]) -> list[ButtonEdge]:
        """The edges that these levels, seen at `at`, complete."""
        edges = []
        for button, level in enumerate(levels):
            since = self._since[button]
            if level == self._down[button]:
                self._since[button] = None
            elif since is None:
                self._since[button] = at
            elif at - since >= HOLD_S:
                self._down[button] = level
                self._since[button] = None
                edges.append(ButtonEdge(since, button, level))
        return sorted(edges, key=lambda edge: edge.at)

    def release(self, at: float) -> list[ButtonEdge]:
        """The edges of buttons that were down when their device went."""
        down = [button for button, pressed in enumerate(self._down) if pressed]
        self._down = [False] * len(self._down)
        self._since = [None] * len(self._down)
        return [ButtonEdge(at, button, pressed=False) for button in down]


class GpioButtons:
    """Buttons between GPIO pins and ground; button 0 is the first of `pins`.

    A Companion: `tell` begins, and its listener hears the edges. One thread polls; nothing waits for edges
    of the kernel, which fail on newer ones.
    """

    def __init__(
        self,
        pins: Sequence[int],
        *,
        clock: Callable[[], float] = time.monotonic,
        opener: Callable[[], Contacts] | None = None,
    ) -> None:
        self._pins = tuple(pins)
        self._clock = clock
        self._opener = opener or (lambda: _Pins(self._pins))
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._told: tuple[bool, str] | None = None
        self._logger = logging.getLogger(__name__)

    @property
    def buttons(self) -> int:
        """How many there are."""
        return len(self._pins)

    def tell(self, listener: Listener) -> None:
        """See Companion."""
        self._listener = listener
        if self._thread is None and not self._stopping.is_set():
            self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """See Companion."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        debounce = Debounce(len(self._pins))
        while not self._stopping.is_set():
            try:
                self._poll(self._opener(), debounce)
            except HardwareUnavailable as fault:
                for edge in debounce.release(self._clock()):
                    self._hear(edge)
                self._report(str(fault), connected=False)
            self._stopping.wait(RETRY_S)

    def _poll(self, contacts: Contacts, debounce: Debounce) -> None:
        try:
            while not self._stopping.is_set():
                at = self._clock()
                edges = debounce.take(at, contacts.pressed())
                self._report(f"{len(self._pins)} buttons on GPIO pins are read.", connected=True)
                for edge in edges:
                    self._hear(edge)
                self._stopping.wait(max(0.0, POLL_S - (self._clock() - at)))
        finally:
            contacts.close()

    def _report(self, detail: str, *, connected: bool) -> None:
        if self._told != (connected, detail):
            self._told = connected, detail
            self._hear(DeviceState(self._clock(), connected, detail))

    def _hear(self, signal: Signal) -> None:
        if self._listener is None or self._stopping.is_set():
            return
        try:
            self._listener(signal)
        except Exception:
            self._logger.exception("The listener of the buttons failed at %r.", signal)


class _Pins:
    """The pins by RPi.GPIO (on a Pi 5: by rpi-lgpio, which has the same name)."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = pins
        self._gpio = take(pins)
        with faults_told(self._gpio):
            self._gpio.setup(list(pins), self._gpio.IN, pull_up_down=self._gpio.PUD_UP)

    def pressed(self) -> tuple[bool, ...]:
        """See Contacts."""
        with faults_told(self._gpio):
            return tuple(self._gpio.input(pin) == self._gpio.LOW for pin in self._pins)

    def close(self) -> None:
        """See Contacts; only these pins: another part of the program may use others."""
        give_back(self._gpio, self._pins)
