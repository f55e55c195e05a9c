"""Knows the board's side of the wire protocol as a machine over bytes and time; no pty, no games."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.board_clock import WRAP_MS
from hardware.packets import (
    VERSION,
    Ask,
    Button,
    Hello,
    Leds,
    Log,
    Packet,
    Ping,
    Pong,
    Shown,
    State,
)
from hardware.protocol import Decoder, Sender, encode
from hardware.readings import BoardShape, pack

HEARTBEAT_MS: Final = 500
IDLE_S: Final = 10.0
"""The picture is kept for this long without a word from the host."""

BREATH_S: Final = 4.0
BREATH_STEP_S: Final = 0.25
_BREATH_STEPS: Final = round(BREATH_S / BREATH_STEP_S)
_WARNING: Final = 2


@dataclass(frozen=True, slots=True)
class Edge:
    """Channels that change to these readings; `at_ms` on the board's clock since its start, None: now."""

    at_ms: int | None
    channels: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Press:
    """A button that goes down or up; `at_ms` as in Edge."""

    at_ms: int | None
    button: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """What the strip shows from `at_ms` on: `pixels` is 3 bytes (red, green, blue) a pixel."""

    at_ms: int
    pixels: bytes


class BoardModel:
    """A board that scans its channels, lights its pixels and talks.

    Times in ms are the board's own, since it started; `first_ms` is what its clock showed then. Packets for
    the host collect in `output`, pictures in `pictures`: the owner takes them out. An edge is stamped with
    exactly the time it was scheduled for, unless a later stamp has been sent already.
    """

    def __init__(
        self,
        shape: BoardShape,
        *,
        readings: bytes | None = None,
        firmware: str = "zetlicht-simulated 0.1.0",
        board_id: bytes = b"simulate",
        first_ms: int = 0,
    ) -> None:
        self.shape = shape
        self.readings = bytearray(bytes(shape.channels) if readings is None else readings)
        if len(self.readings) != shape.channels:
            raise ValueError(f"{len(self.readings)} readings were given for {shape.channels} channels.")
        pack(shape.kind, bytes(self.readings))  # refuses what this kind of sensor cannot give
        self.output: deque[bytes] = deque()
        self.pictures: deque[Picture] = deque()
        self._firmware = firmware
        self._board_id = board_id
        self._first_ms = first_ms
        self._decoder = Decoder(Sender.HOST)
        self.host_heard: float | None = None
        """When the host spoke last, in real time."""
        self._idle_since: float | None = None
        self._order = 0
        self.restart()

    def restart(self) -> None:
        """Lose power and come back: clock at 0, nothing scheduled, dark; the pieces stay where they are."""
        self._seq = 0
        self._stamp_ms = 0
        self._state_ms = 0
        self._schedule: list[tuple[int, int, Edge | Press]] = []
        self._picture = bytes(3 * self.shape.pixels)
        self._breath: int | None = None
        self.lights = self._picture
        self.output.clear()
        self._decoder.restart()

    @property
    def dropped_blocks(self) -> int:
        """What came from the host and was not understood."""
        return self._decoder.counters.dropped

    @property
    def next_ms(self) -> int:
        """When the next packet is due: an edge or the heartbeat."""
        heartbeat = self._state_ms + HEARTBEAT_MS
        return min(self._schedule[0][0], heartbeat) if self._schedule else heartbeat

    @property
    def last_edge_ms(self) -> int | None:
        """The time of the last edge that is still scheduled."""
        return max((at_ms for at_ms, _, _ in self._schedule), default=None)

    def greet(self) -> None:
        """Say what this board is and what its channels read, as at the start."""
        shape = self.shape
        self._send(
            Hello(
                self._seq,
                VERSION,
                shape.kind,
                shape.channels,
                shape.pixels,
                shape.buttons,
                self._board_id,
                self._firmware,
            )
        )

    def schedule(self, action: Edge | Press, now_ms: int) -> None:
        """Let it happen at its time, or at `now_ms` if it has none; equal times keep their order."""
        at_ms = now_ms if action.at_ms is None else action.at_ms
        self._order += 1
        heapq.heappush(self._schedule, (at_ms, self._order, action))

    def run(self, now_ms: int, most: int) -> None:
        """Do what is due up to `now_ms`, as long as fewer than `most` packets wait in `output`."""
        while len(self.output) < most and self.next_ms <= now_ms:
            at_ms = max(self.next_ms, self._stamp_ms)
            self._stamp_ms = at_ms
            if self._schedule and self._schedule[0][0] <= self._state_ms + HEARTBEAT_MS:
                self._act(heapq.heappop(self._schedule)[2])
            else:
                self._report()

    def receive(self, chunk: bytes, now_ms: int, now: float) -> None:
        """Take bytes from the host at `now_ms` of the board's clock, `now` of real time in seconds."""
        for packet in self._decoder.feed(chunk):
            self.host_heard = self._idle_since = now
            match packet:
                case Ask():
                    self.greet()
                    # The state at once; not stamped later than what is due before it.
                    self._stamp_ms = max(self._stamp_ms, min(now_ms, self.next_ms))
                    self._report()
                case Leds():
                    self._light(packet, now_ms)
                case Ping():
                    self.output.append(encode(Pong(packet.seq)))
                case _:
                    pass  # the decoder gives only a host's packets

    def idle(self, now_ms: int, now: float) -> float:
        """Dim to one breathing pixel after 10 s without the host; gives the real time to ask again."""
        if self._idle_since is None:
            self._idle_since = now
        dim_at = self._idle_since + IDLE_S
        if now < dim_at or not self.shape.pixels:
            if self._breath is not None:
                self._breath = None
                self._shine(self._picture, now_ms)
            return dim_at if now < dim_at else float("inf")
        step = int((now - dim_at) / BREATH_STEP_S) % _BREATH_STEPS
        if step != self._breath:
            self._breath = step
            level = 4 + 4 * min(step, _BREATH_STEPS - step)
            self._shine(bytes((level, level, level)) + bytes(3 * self.shape.pixels - 3), now_ms)
        return now + BREATH_STEP_S

    def _act(self, action: Edge | Press) -> None:
        match action:
            case Press(button=button, pressed=pressed):
                self._send(Button(self._seq, self._clock_ms(), button, pressed))
            case Edge(channels=channels):
                before = bytes(self.readings)
                for channel, reading in channels.items():
                    self.readings[channel] = reading
                if bytes(self.readings) != before:
                    self._report()

    def _report(self) -> None:
        self._state_ms = self._stamp_ms
        self._send(State(self._seq, self._clock_ms(), pack(self.shape.kind, bytes(self.readings))))

    def _clock_ms(self) -> int:
        return (self._first_ms + self._stamp_ms) % WRAP_MS

    def _light(self, leds: Leds, now_ms: int) -> None:
        start, stop = 3 * leds.first, 3 * leds.first + len(leds.pixels)
        if stop > len(self._picture):
            text = f"LEDS for pixels up to {stop // 3 - 1} of {self.shape.pixels} ignored"
            self._send(Log(self._seq, _WARNING, text))
            return
        self._picture = self._picture[:start] + leds.pixels + self._picture[stop:]
        self._breath = None
        self._shine(self._picture, now_ms)
        self._send(Shown(self._seq, leds.seq))

    def _shine(self, pixels: bytes, now_ms: int) -> None:
        self.lights = pixels
        self.pictures.append(Picture(now_ms, pixels))

    def _send(self, packet: Packet) -> None:
        self._seq = (self._seq + 1) & 0xFF
        self.output.append(encode(packet))
