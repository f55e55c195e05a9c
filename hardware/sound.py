"""Knows how short tunes are played by a thread that never makes anybody wait; not what they mean."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from hardware.device import DeviceState, HardwareUnavailable, Listener
from hardware.led_strip import STOP_S

MOST_WAITING: Final = 2
"""More tunes than this do not wait: what would be heard late says nothing any more."""


@dataclass(frozen=True, slots=True)
class Tone:
    """`hz`: the pitch, 0 for silence; `seconds`: how long."""

    hz: float
    seconds: float


Tune = tuple[Tone, ...]


class Voice(Protocol):
    """What sounds. Only the thread of Sound calls it."""

    def sound(self, tune: Tune, stopping: threading.Event) -> None:
        """Play the tune to its end, or until `stopping`; raises HardwareUnavailable."""

    def close(self) -> None:
        """Silence, and free the device; never raises."""


class Sound:
    """A Companion that plays tunes one after another. `play` never blocks and never raises: while too many
    wait, a tune is dropped. A voice that cannot be used is told once for each reason and opened anew at the
    next tune.
    """

    def __init__(self, opener: Callable[[], Voice], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._opener = opener
        self._clock = clock
        self._waiting: queue.Queue[Tune | None] = queue.Queue(MOST_WAITING)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._listener: Listener | None = None
        self._problem: str | None = None
        self._begun = threading.Lock()
        self._logger = logging.getLogger(__name__)

    @property
    def problem(self) -> str | None:
        """Why nothing sounds, as a sentence, or None."""
        return self._problem

    def tell(self, listener: Listener) -> None:
        """See Companion."""
        self._listener = listener

    def play(self, tune: Tune) -> None:
        """Let this tune sound soon, or not at all."""
        if self._stopping.is_set() or not tune:
            return
        with self._begun:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
                self._thread.start()
        try:
            self._waiting.put_nowait(tune)
        except queue.Full:
            self._logger.debug("A tune was dropped: others still wait.")

    def stop(self) -> None:
        """See Companion; what sounds breaks off."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            with contextlib.suppress(queue.Full):  # then the thread does not wait for a tune
                self._waiting.put_nowait(None)
            self._thread.join(STOP_S)

    def _run(self) -> None:
        voice: Voice | None = None
        while (tune := self._waiting.get()) is not None and not self._stopping.is_set():
            try:
                voice = voice or self._opener()
                voice.sound(tune, self._stopping)
            except HardwareUnavailable as fault:
                self._report(str(fault))
                if voice is not None:
                    voice.close()
                voice = None
            else:
                self._report(None)
        if voice is not None:
            voice.close()

    def _report(self, problem: str | None) -> None:
        if problem == self._problem:
            return
        self._problem = problem
        if self._listener is None or self._stopping.is_set():
            return
        state = DeviceState(self._clock(), problem is None, problem or "The sound works again.")
        try:
            self._listener(state)
        except Exception:
            self._logger.exception("The listener of the sound failed at %r.", state)
