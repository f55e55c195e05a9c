"""Knows how a board that must be asked serves as a sensor source, for ever; nothing of pins or buses."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hardware.device import (
    DeviceState,
    HardwareError,
    HardwareUnavailable,
    Listener,
    Reading,
    SensorFrame,
    Signal,
)
from hardware.scans import Bus, Fault, vote

RETRY_S: Final = 0.5
"""How often a missing board is looked for."""

HEARTBEAT_S: Final = 0.5
"""After so long without a change the readings are told again."""

FAULT_S: Final = 0.5
"""A fault is told once it has lasted, or been absent, for so long: a passing piece is none."""

STOP_S: Final = 1.9

Opener = Callable[[], Bus]
"""Opens the board; raises HardwareUnavailable with what, likely cause and what to do."""

Rest = Callable[[float], object]
"""Waits so many seconds, or less."""


@dataclass(frozen=True, slots=True)
class PollCounters:
    """How a polled board does. Ages and costs in seconds; counts since the driver was made."""

    connected: bool
    detail: str
    polls: int
    skipped: int
    """Polls that fell out because the one before came too late."""
    scan_s: float
    """What the last poll took."""
    last_frame_age: float | None
    reconnects: int


class PolledSource:
    """A SensorSource over a board that is asked `rate_hz` times a second.

    One thread opens the board (again and again, every RETRY_S, saying each reason once), polls it at absolute
    deadlines, and closes it. A poll that comes late is made up for by none: the next deadline is the next on
    the same grid. `clock` must not run back; `rest` replaces the wait for the next deadline, for tests with a
    clock of their own.
    """

    def __init__(
        self,
        name: str,
        channels: int,
        opener: Opener,
        *,
        rate_hz: float,
        clock: Callable[[], float] = time.monotonic,
        rest: Rest | None = None,
    ) -> None:
        """`name` begins the sentences about the board, such as `The matrix on the GPIO pins`."""
        self._name = name
        self._channels = channels
        self._opener = opener
        self._period = 1.0 / rate_hz
        self._clock = clock
        self._stopping = threading.Event()
        self._rest: Rest = rest or self._stopping.wait
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._listener_fails = False
        self._logger = logging.getLogger(__name__)
        self._told: str | None = None
        self._connected = False
        self._readings = b""
        self._fault: Fault | None = None
        self._fault_since = 0.0
        self._fault_told: str | None = None
        self._frame_at: float | None = None
        self._polls = self._skipped = self._connections = 0
        self._scan_s = 0.0
        self._rounds = 0

    @property
    def rounds(self) -> int:
        """How often the driver's thread has come round; it stands still when the thread hangs."""
        return self._rounds

    @property
    def channels(self) -> int:
        """The number of channels in every frame."""
        return self._channels

    @property
    def counters(self) -> PollCounters:
        """How the board does at this moment; from any thread."""
        heard = self._frame_at
        return PollCounters(
            connected=self._connected,
            detail=self._told or f"{self._name} has not been looked for yet.",
            polls=self._polls,
            skipped=self._skipped,
            scan_s=self._scan_s,
            last_frame_age=None if heard is None else max(0.0, self._clock() - heard),
            reconnects=max(0, self._connections - 1),
        )

    def start(self, listener: Listener) -> None:
        """Begin to report to `listener`, for ever, until `stop`; a board is started once."""
        if self._thread is not None:
            raise HardwareError(f"{self._name} has been started before: make a new one.")
        self._listener = listener
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell nothing more, free the board; at most 2 s, and idempotent."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                bus = self._opener()
                try:
                    self._poll(bus)
                finally:
                    bus.close()
            except HardwareUnavailable as error:
                self._lose(str(error))
            except Exception as error:
                # Whatever a foreign library raises: the board is taken again, and the log shows why, once.
                sentence = f"{self._name} failed ({type(error).__name__}: {error}): please report this."
                if sentence != self._told:
                    self._logger.exception("%s failed in a way that is not known.", self._name)
                self._lose(sentence)

    def _lose(self, sentence: str) -> None:
        self._connected = False
        self._rounds += 1
        self._tell_state(self._clock(), sentence)
        self._rest(RETRY_S)

    def _poll(self, bus: Bus) -> None:
        """Poll the opened board until the driver stops; raises HardwareUnavailable when it has gone."""
        self._readings = bytes([Reading.UNKNOWN]) * self._channels
        self._fault, self._fault_told = None, None
        deadline = self._clock()
        while not self._stopping.is_set():
            at = self._clock()
            scan = vote(bus, self._readings, self._clock)
            now = self._clock()
            self._polls += 1
            self._rounds += 1
            self._scan_s = now - at
            self._report(at, scan.readings)
            self._report_fault(at, scan.fault)
            passed = max(1, math.floor((now - deadline) / self._period) + 1)
            self._skipped += passed - 1
            deadline += passed * self._period
            self._rest(max(0.0, deadline - self._clock()))

    def _report(self, at: float, readings: bytes) -> None:
        if not self._connected:
            self._connected = True
            self._connections += 1
            self._frame_at = None
            self._tell_state(at, f"{self._name} is connected: {self._channels} channels.", connected=True)
        if self._frame_at is not None and readings == self._readings and at < self._frame_at + HEARTBEAT_S:
            return
        self._readings = readings
        self._frame_at = at
        self._tell(SensorFrame(at, readings))

    def _report_fault(self, at: float, fault: Fault | None) -> None:
        """Tell a fault that stays, and that it is over."""
        reason = fault.reason if fault else None
        if reason != (self._fault.reason if self._fault else None):
            self._fault_since = at
        self._fault = fault
        if reason == self._fault_told or at < self._fault_since + FAULT_S:
            return
        self._fault_told = reason
        if fault:
            self._tell_state(at, fault.sentence, connected=True, problem=True)
        else:
            self._tell_state(at, f"{self._name} is in order again.", connected=True)

    def _tell_state(self, at: float, detail: str, *, connected: bool = False, problem: bool = False) -> None:
        if detail != self._told:
            self._told = detail
            self._tell(DeviceState(at, connected, detail, problem))

    def _tell(self, signal: Signal) -> None:
        if self._stopping.is_set() or self._listener is None:
            return
        try:
            self._listener(signal)
            self._listener_fails = False
        except Exception:
            # A listener that always fails would otherwise fill the log for ever.
            if not self._listener_fails:
                self._logger.exception("The listener of %s failed at %r.", self._name, signal)
            self._listener_fails = True
