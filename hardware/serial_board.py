"""Knows how a board on a serial port serves as sensor source and LED sink, for ever; nothing about games."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hardware.board_link import ASK_S, SILENCE_S, BoardLink
from hardware.device import HardwareError, HardwareUnavailable, LedFrame, Listener, Signal
from hardware.packets import Ask, Hello
from hardware.protocol import DELIMITER, Decoder, encode
from hardware.readings import BoardShape
from hardware.serial_faults import PortFault
from hardware.serial_port import Port, SerialPort, identity

FIRST_PAUSE_S: Final = 0.25
LAST_PAUSE_S: Final = 5.0
LOOK_S: Final = 0.1
"""How often the device node is looked for while there is no board."""

FAREWELL_S: Final = 0.9
"""How long the last, black picture may take: a SHOWN that never comes for the one before, then its own."""

STOP_S: Final = 2.0

Opener = Callable[[str, int], Port]


@dataclass(frozen=True, slots=True)
class BoardCounters:
    """How a board does. Ages in seconds; counts since the driver was made."""

    connected: bool
    detail: str
    firmware: str | None
    frames: int
    last_frame_age: float | None
    reconnects: int
    crc_errors: int
    """Blocks damaged on the line: bad CRC or bad COBS."""
    malformed: int
    """Blocks that arrived whole but that a board of this version does not send."""
    seq_gaps: int


class SerialBoard:
    """A board that speaks the wire protocol on a serial port: a SensorSource and a LedSink.

    One thread owns the port. It opens it for ever (after 0.25 s, doubling to 5 s; at once when the device
    node appears again), says once why it cannot, and never raises. `clock` must not run back.
    """

    def __init__(
        self,
        port: str,
        shape: BoardShape,
        *,
        baudrate: int = 115200,
        clock: Callable[[], float] = time.monotonic,
        opener: Opener = SerialPort.open,
    ) -> None:
        self._name = port
        self._shape = shape
        self._baudrate = baudrate
        self._clock = clock
        self._opener = opener
        self._link = BoardLink(port, shape)
        self._wanted: bytes | None = None
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._port: Port | None = None
        self._listener_fails = False
        self._rounds = 0
        self._logger = logging.getLogger(__name__)

    @property
    def rounds(self) -> int:
        """How often the driver's thread has come round; it stands still when the thread hangs."""
        return self._rounds

    @property
    def channels(self) -> int:
        """The number of channels in every frame."""
        return self._shape.channels

    @property
    def pixels(self) -> int:
        """The number of pixels in every frame."""
        return self._shape.pixels

    @property
    def hello(self) -> Hello | None:
        """What the board said of itself last."""
        return self._link.hello

    @property
    def counters(self) -> BoardCounters:
        """How the board does at this moment; from any thread."""
        link, line = self._link, self._link.line
        heard = link.last_frame
        return BoardCounters(
            connected=link.ready,
            detail=link.detail,
            firmware=link.hello.firmware if link.hello else None,
            frames=link.frames,
            last_frame_age=None if heard is None else max(0.0, self._clock() - heard),
            reconnects=max(0, link.connections - 1),
            crc_errors=line.bad_crc + line.bad_cobs,
            malformed=line.malformed + line.unknown_type + line.too_long + link.malformed,
            seq_gaps=line.seq_gaps,
        )

    def start(self, listener: Listener) -> None:
        """Begin to report to `listener`, for ever, until `stop`; a board is started once."""
        if self._thread is not None:
            raise HardwareError(f"The board on {self._name} has been started before: make a new one.")
        self._listener = listener
        self._thread = threading.Thread(target=self._run, name=f"board {self._name}", daemon=True)
        self._thread.start()

    def show(self, frame: LedFrame) -> None:
        """Show this picture as soon as the board can; the latest wins."""
        if len(frame.pixels) != 3 * self.pixels:
            raise ValueError(
                f"A picture of {len(frame.pixels)} bytes does not fit {self.pixels} pixels of 3 bytes."
            )
        if not self._stopping.is_set():
            self._wanted = frame.pixels
            self._wake()

    def stop(self) -> None:
        """Show black, tell nothing more, free the port; at most 2 s, and idempotent."""
        self._stopping.set()
        self._wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_S)

    def _wake(self) -> None:
        with self._lock:
            if self._port is not None:
                self._port.wake()

    def _run(self) -> None:
        pause = FIRST_PAUSE_S
        while not self._stopping.is_set():
            node = identity(self._name)
            connections = self._link.connections
            try:
                self._serve(self._opener(self._name, self._baudrate), node)
            except PortFault as fault:
                self._tell(self._link.closed(self._clock(), fault.reason, str(fault)))
            if self._link.connections > connections:
                pause = FIRST_PAUSE_S
            if self._rest(pause, node):
                pause = FIRST_PAUSE_S
            else:
                pause = min(2 * pause, LAST_PAUSE_S)

    def _rest(self, pause: float, node: tuple[int, ...] | None) -> bool:
        """Wait for `pause` seconds, or until the device node is another than `node`; whether it is."""
        until = self._clock() + pause
        while (left := until - self._clock()) > 0:
            self._rounds += 1
            if self._stopping.wait(min(LOOK_S, left)):
                return False
            if identity(self._name) not in (None, node):
                return True
            if identity(self._name) is None:
                node = None  # when it comes back it may look just as before
        return False

    def _serve(self, port: Port, node: tuple[int, ...] | None) -> None:
        """Talk to the board until the driver stops or the port is worth opening anew; raises PortFault."""
        with self._lock:
            self._port = port
        link = self._link
        try:
            link.opened(self._clock())
            while not self._stopping.is_set():
                now = self._exchange(port, LOOK_S if link.asking else SILENCE_S)
                self._tell(link.overdue(now))
                if link.hopeless(now) or (link.asking and identity(self._name) not in (None, node)):
                    return
            self._farewell(port)
        finally:
            with self._lock:
                self._port = None
            port.close()

    def _exchange(self, port: Port, at_most: float) -> float:
        """Send what is due, wait up to `at_most` seconds for what comes, take it; gives the time after it."""
        link = self._link
        self._rounds += 1
        with self._lock:
            wanted, self._wanted = self._wanted, None
        if wanted is not None:
            link.show(wanted)
        now = self._clock()
        chunk = link.outgoing(now)
        if chunk:
            port.write(chunk)
        chunk = port.read(min(link.due_at(now) - now, at_most))
        now = self._clock()
        self._tell(link.receive(chunk, now))
        return now

    def _farewell(self, port: Port) -> None:
        self._wanted = None
        self._link.show(bytes(3 * self.pixels))
        until = self._clock() + FAREWELL_S
        while not self._link.settled and (left := until - self._clock()) > 0:
            self._exchange(port, left)

    def _tell(self, signals: list[Signal]) -> None:
        for signal in signals:
            if self._stopping.is_set() or self._listener is None:
                return
            try:
                self._listener(signal)
                self._listener_fails = False
            except Exception:
                # A listener that always fails would otherwise fill the log for ever.
                if not self._listener_fails:
                    self._logger.exception(
                        "The listener of the board on %s failed at %r.", self._name, signal
                    )
                self._listener_fails = True


def probe(
    port: str, *, baudrate: int = 115200, timeout: float = 2.5, opener: Opener = SerialPort.open
) -> Hello:
    """What the board on `port` says of itself, for tools that do not know its numbers yet.

    Raises HardwareUnavailable with a sentence if the port cannot be used or no board answers in time.
    """
    opened = opener(port, baudrate)
    decoder = Decoder()
    try:
        until = time.monotonic() + timeout
        ask_at = float("-inf")
        while (now := time.monotonic()) < until:
            if now >= ask_at:
                opened.write(DELIMITER + encode(Ask(0)))
                ask_at = now + ASK_S
            for packet in decoder.feed(opened.read(min(ask_at, until) - now)):
                if isinstance(packet, Hello):
                    return packet
    finally:
        opened.close()
    raise HardwareUnavailable(
        f"No board answers on {port}: check its power, its cable, its firmware and the baud rate."
    )
