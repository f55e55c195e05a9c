"""Knows the host's side of a conversation with a board, as values over time; nothing of ports or threads."""

from __future__ import annotations

import logging
from enum import Enum, auto
from typing import Final

from hardware import readings
from hardware.board_clock import BoardClock
from hardware.board_match import complaint, shortage
from hardware.device import ButtonEdge, DeviceState, SensorFrame, Signal
from hardware.packets import Ask, Button, Hello, Log, Packet, Ping, Shown, State
from hardware.protocol import DELIMITER, Decoder, LineCounters, encode
from hardware.readings import BoardShape
from hardware.strip import Strip

SILENCE_S: Final = 2.0
"""Without a packet for this long the board is lost."""

ASK_S: Final = 0.5
PING_S: Final = 2.0
PATIENCE_S: Final = 5.0
"""After asking in vain for this long the port is worth opening anew."""

_LEVELS: Final = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR)


class _Phase(Enum):
    CLOSED = auto()
    ASKING = auto()
    """No HELLO yet, or none since the board was lost."""
    GREETED = auto()
    """A HELLO that fits, but no readings yet."""
    READY = auto()
    REFUSED = auto()
    """A HELLO that does not fit."""


class BoardLink:
    """One board's conversation over any number of connections.

    Feed it what happens (`opened`, `receive`, `closed`) and the time (`overdue`); it answers with signals for
    the listener. `outgoing` gives the bytes to send. All times are the host's clock, and may not run back.
    Frames pass only between a fitting HELLO with readings, which is told as connected, and the loss of the
    board. The same reason for not being connected is told once.
    """

    def __init__(self, port: str, shape: BoardShape) -> None:
        self._port = port
        self._shape = shape
        self._phase = _Phase.CLOSED
        self._decoder = Decoder()
        self._clock = BoardClock()
        self._strip = Strip(shape.pixels)
        self._logger = logging.getLogger(__name__)
        self._seq = 0
        self._told: str | None = None
        self._since = self._heard = self._read = self._sent = self._bytes = float("-inf")
        self.hello: Hello | None = None
        """The latest HELLO of any board on this port."""
        self.frames = 0
        self.connections = 0
        self.last_frame: float | None = None
        """When the latest frame was heard, on the host's clock."""
        self.detail = "The board has not been looked for yet."
        """The latest DeviceState's sentence."""
        self.malformed = 0
        """STATE packets whose readings do not fit the HELLO."""

    @property
    def line(self) -> LineCounters:
        """What the decoder counted, over all connections."""
        return self._decoder.counters

    @property
    def ready(self) -> bool:
        """Frames are coming."""
        return self._phase is _Phase.READY

    @property
    def asking(self) -> bool:
        """The port is open and no board has answered."""
        return self._phase is _Phase.ASKING

    @property
    def settled(self) -> bool:
        """Nothing waits to be lit, or nobody is there to light it."""
        return self._phase not in (_Phase.GREETED, _Phase.READY) or self._strip.settled

    def hopeless(self, now: float) -> bool:
        """Nobody has answered for so long that the port is worth opening anew."""
        return self.asking and now - self._since >= PATIENCE_S

    def show(self, picture: bytes) -> None:
        """Show this picture as soon as the board can."""
        self._strip.want(picture)

    def opened(self, now: float) -> None:
        """The port has been opened."""
        self._decoder.restart()
        self._ask(now)

    def closed(self, now: float, reason: str, sentence: str) -> list[Signal]:
        """The port is closed or could not be opened; `reason` tells apart what `sentence` explains."""
        self._phase = _Phase.CLOSED
        return self._tell(self._clock.present(now), reason, sentence)

    def receive(self, chunk: bytes, now: float) -> list[Signal]:
        """What these bytes from the board mean."""
        if chunk:
            self._bytes = now
        signals: list[Signal] = []
        for packet in self._decoder.feed(chunk):
            self._heard = now
            signals += self._take(packet, now)
        return signals

    def overdue(self, now: float) -> list[Signal]:
        """What has to be told because nothing came; call it after all bytes that had come were received."""
        if self._phase is _Phase.CLOSED or now < self._overdue_at():
            return []
        reason, sentence, problem = self._loss(now)
        if not self.asking:
            self._ask(now)
        return self._tell(self._clock.present(now), reason, sentence, problem=problem)

    def outgoing(self, now: float) -> bytes:
        """The bytes to send now; they count as sent."""
        if self.asking and now >= self._sent + ASK_S:
            # The delimiter ends whatever a broken connection left unfinished.
            return DELIMITER + self._send(Ask(self._seq), now)
        if self._phase not in (_Phase.GREETED, _Phase.READY):
            return b""
        leds = self._strip.next(self._seq, now)
        if leds is not None:
            return self._send(leds, now)
        if now >= self._sent + PING_S:
            return self._send(Ping(self._seq), now)
        return b""

    def due_at(self, now: float) -> float:
        """When `outgoing` or `overdue` next has something if nothing else happens."""
        match self._phase:
            case _Phase.CLOSED:
                return float("inf")
            case _Phase.ASKING:
                return self._sent + ASK_S
            case _Phase.REFUSED:
                return self._overdue_at()
            case _:
                return min(self._overdue_at(), self._sent + PING_S, self._strip.due_at(now))

    def _ask(self, now: float) -> None:
        self._phase = _Phase.ASKING
        self._since = now
        self._heard = self._bytes = now
        self._sent = float("-inf")
        self._strip.forget()

    def _send(self, packet: Packet, now: float) -> bytes:
        self._seq = (self._seq + 1) & 0xFF
        self._sent = now
        return encode(packet)

    def _overdue_at(self) -> float:
        match self._phase:
            case _Phase.ASKING:
                return self._since + SILENCE_S
            case _Phase.REFUSED:
                return self._heard + SILENCE_S
            case _:
                return self._read + SILENCE_S

    def _take(self, packet: Packet, now: float) -> list[Signal]:
        match packet:
            case State():
                return self._state(packet, now)
            case Button() if self.ready:
                at = self._clock.time(packet.clock_ms, now)
                return [ButtonEdge(at, packet.button, packet.pressed)]
            case Shown():
                self._strip.shown(packet.leds)
            case Hello():
                return self._greet(packet, now)
            case Log():
                level = _LEVELS[min(packet.level, len(_LEVELS) - 1)]
                text = "".join(sign if sign.isprintable() else "·" for sign in packet.text)
                self._logger.log(level, "The board on %s says: %s", self._port, text)
            case _:
                pass  # a PONG says no more than that the board is there
        return []

    def _state(self, state: State, now: float) -> list[Signal]:
        if self._phase not in (_Phase.GREETED, _Phase.READY):
            return []
        try:
            seen = readings.unpack(self._shape.kind, self._shape.channels, state.packed)
        except readings.InvalidReadings:
            self.malformed += 1
            return []
        at = self._clock.time(state.clock_ms, now)
        self._read = self.last_frame = now
        self.frames += 1
        frame = SensorFrame(at, seen)
        if self.ready:
            return [frame]
        self._phase = _Phase.READY
        self.connections += 1
        lacks = shortage(self.hello, self._shape) if self.hello else None
        if lacks:
            sentence = f"The board on {self._port} {lacks}"
            return [*self._tell(at, sentence, sentence, connected=True, problem=True), frame]
        return [*self._tell(at, "connected", self._welcome(), connected=True), frame]

    def _greet(self, hello: Hello, now: float) -> list[Signal]:
        self._clock.restart()
        self._strip.forget()
        self.hello = hello
        mismatch = complaint(hello, self._shape)
        if mismatch:
            self._phase = _Phase.REFUSED
            sentence = f"The board on {self._port} {mismatch}"
            return self._tell(self._clock.present(now), sentence, sentence, problem=True)
        if not self.ready:
            self._phase = _Phase.GREETED
            self._read = now
        return []

    def _loss(self, now: float) -> tuple[str, str, bool]:
        """Why there are no frames: reason, sentence, whether it is the board's fault."""
        where = f"The board on {self._port}"
        if self._phase in (_Phase.GREETED, _Phase.READY) and now - self._heard < SILENCE_S:
            channels = self._shape.channels
            remedy = "reset it, or put the firmware of this version on it."
            return (
                "no readings",
                f"{where} answers but sends no readings of {channels} channels: {remedy}",
                True,
            )
        if self.asking and self._heard > self._since:
            remedy = "put the firmware of this version on it."
            return "no hello", f"{where} sends packets but does not say what it is: {remedy}", True
        if self._bytes > self._since and now - self._bytes < SILENCE_S:
            remedy = "check that it is the board's port and that both sides use the same baud rate."
            return "garbled", f"What comes from {self._port} is not a board's: {remedy}", True
        remedy = "check its power and cable, and that this is the board's port."
        return "silent", f"{where} is silent: {remedy}", False

    def _welcome(self) -> str:
        firmware = self.hello.firmware if self.hello and self.hello.firmware else "unnamed firmware"
        shape = self._shape
        return (
            f"The board on {self._port} is connected: {firmware}, "
            f"{shape.channels} {shape.kind.word} channels, {shape.pixels} pixels."
        )

    def _tell(
        self, at: float, reason: str, sentence: str, *, connected: bool = False, problem: bool = False
    ) -> list[Signal]:
        if reason == self._told:
            return []
        self._told = reason
        self.detail = sentence
        return [DeviceState(at, connected, sentence, problem)]
