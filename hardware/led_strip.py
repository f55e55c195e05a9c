"""Knows how a strip of LEDs is kept lit by a thread of its own, for ever; nothing about what drives it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from hardware.device import DeviceState, HardwareUnavailable, LedFrame, Listener

PAUSE_S: Final = 0.02
"""The least time from the begin of one picture to that of the next: at most 50 a second."""

SOFT_START_S: Final = 1.0
"""How long the light takes to come up after the strip was opened: a supply that has just been switched on
is not to be pulled down."""

RETRY_S: Final = 1.0
LIBRARY_RETRY_S: Final = 30.0
"""A library that is missing comes rarely, and looking for it costs seconds on a small computer."""

STOP_S: Final = 2.0


class LibraryMissing(HardwareUnavailable):
    """What drives the strip is not installed, or does not fit this computer."""


class Chain(Protocol):
    """A strip that is open. Only the strip's own thread calls it."""

    def write(self, picture: bytes) -> None:
        """Send one picture, 3 bytes a pixel; may take as long as the wire. Raises HardwareUnavailable."""

    def close(self) -> None:
        """Free the device, whatever state it is in; raises nothing."""


Opener = Callable[[], Chain]
"""Opens the device; raises HardwareUnavailable with a sentence for people."""


class LedStrip:
    """A LedSink whose thread opens the device for ever, sends what has changed, and leaves it black.

    The thread begins with the first `show` or `tell`. After opening it sends black twice (the first bits
    after power-on may be lost), then the picture, for the first `soft_start_s` dimmed. A device that cannot
    be used is told once for each reason.
    """

    def __init__(
        self,
        name: str,
        pixels: int,
        opener: Opener,
        *,
        soft_start_s: float = SOFT_START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._pixels = pixels
        self._opener = opener
        self._soft_start_s = soft_start_s
        self._clock = clock
        self._black = bytes(3 * pixels)
        self._wanted = self._black
        self._news = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._listener: Listener | None = None
        self._state: DeviceState | None = None
        self._logger = logging.getLogger(__name__)

    @property
    def pixels(self) -> int:
        """The number of pixels in every frame."""
        return self._pixels

    @property
    def problem(self) -> str | None:
        """Why the strip is dark, as a sentence, or None while it works or was not tried yet."""
        state = self._state
        return state.detail if state is not None and not state.connected else None

    def tell(self, listener: Listener) -> None:
        """Let `listener` hear a DeviceState whenever the strip comes, goes, or is dark for another reason;
        from the strip's own thread."""
        self._listener = listener
        self._begin()

    def show(self, frame: LedFrame) -> None:
        """Show this picture as soon as the strip can; the latest wins."""
        if len(frame.pixels) != 3 * self._pixels:
            raise ValueError(
                f"A picture of {len(frame.pixels)} bytes does not fit {self._pixels} pixels of 3 bytes."
            )
        with self._news:
            self._wanted = frame.pixels
            self._news.notify_all()
        self._begin()

    def stop(self) -> None:
        """Black, then free the device; at most 2 s, and idempotent."""
        with self._news:
            self._stopping = True
            self._news.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_S)

    def _begin(self) -> None:
        with self._news:
            if self._thread is None and not self._stopping:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while not self._stopping:
            pause = RETRY_S
            try:
                self._serve(self._opener())
            except LibraryMissing as fault:
                pause = LIBRARY_RETRY_S
                self._report(str(fault), connected=False)
            except HardwareUnavailable as fault:
                self._report(str(fault), connected=False)
            except Exception as error:
                # Whatever a foreign library raises: the game goes on in the dark, and the log shows why.
                pause = LIBRARY_RETRY_S
                self._logger.exception("%s failed in a way that is not known.", self._name)
                what = f"{type(error).__name__}: {error}"
                self._report(f"{self._name} failed ({what}): please report this.", connected=False)
            self._wait(pause)

    def _serve(self, chain: Chain) -> None:
        """Keep the strip lit until the driver stops, then black; raises HardwareUnavailable."""
        try:
            chain.write(self._black)
            chain.write(self._black)
            begun = self._clock()
            self._report(f"{self._name} light.", connected=True)
            lit, due = self._black, begun + PAUSE_S
            while not self._stopping:
                self._wait(due - self._clock())
                due = self._clock() + PAUSE_S
                wanted = self._wanted
                risen = (self._clock() - begun) / self._soft_start_s if self._soft_start_s > 0 else 1.0
                picture = dimmed(wanted, risen)
                if picture != lit:
                    chain.write(picture)
                    lit = picture
                elif picture == wanted:
                    self._wait_for_other(wanted)
            chain.write(self._black)
        finally:
            chain.close()

    def _wait(self, seconds: float) -> None:
        """Wait that long, or until the driver stops."""
        with self._news:
            self._news.wait_for(lambda: self._stopping, seconds)

    def _wait_for_other(self, picture: bytes) -> None:
        """Wait for another picture than this one, or until the driver stops."""
        with self._news:
            self._news.wait_for(lambda: self._stopping or self._wanted != picture)

    def _report(self, detail: str, *, connected: bool) -> None:
        state = self._state
        if state is not None and (state.connected, state.detail) == (connected, detail):
            return
        self._state = DeviceState(self._clock(), connected, detail)
        if self._listener is None or self._stopping:
            return
        try:
            self._listener(self._state)
        except Exception:
            self._logger.exception("The listener of %s failed at %r.", self._name, self._state)


def dimmed(picture: bytes, share: float) -> bytes:
    """`picture` at this share (0 to 1, more counts as 1) of its light; what is dark stays dark."""
    if share >= 1.0:
        return picture
    return picture.translate(bytes(int(max(share, 0.0) * level) for level in range(256)))
