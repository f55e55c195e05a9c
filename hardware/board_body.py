"""Knows how a simulated board lives behind a port: plugged, unplugged, mute; nothing about its control."""

from __future__ import annotations

import select
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.board_model import BoardModel
from hardware.board_time import BoardTime
from hardware.pty_link import PtyLink

QUEUE: Final = 256
"""Packets that may wait for the host."""

LIVELY_S: Final = 3.0
"""A host that spoke this recently is waited for; for any other the oldest packets are dropped."""

LOOK_S: Final = 0.02
"""How often to look for a host while there is none."""


class BoardBody:
    """A BoardModel behind a pty at `link`, on a clock of its own.

    The port exists from construction until `close`; raises HardwareUnavailable if it cannot be made. `clock`
    is real time: silence of the host, unplugging and muteness are measured by it.
    """

    def __init__(self, link: Path, model: BoardModel, speed: float, clock: Callable[[], float]) -> None:
        self.model = model
        self.time = BoardTime(clock, speed)
        self.gone = 0
        """Packets that have left the queue, sent or dropped."""
        self.dropped = 0
        """Packets that no host was there to read."""
        self._link = link
        self._clock = clock
        self._pty: PtyLink | None = PtyLink(link)
        self._greeting = True
        """The first host after a start gets a HELLO unasked."""
        self._back_at = 0.0
        self._reset = False
        self._mute_until = float("-inf")

    @property
    def plugged(self) -> bool:
        """The port is there."""
        return self._pty is not None

    @property
    def flushed(self) -> int:
        """Packets that are wholly out of the board's hands."""
        return self.gone - (1 if self._pty is not None and self._pty.waiting else 0)

    def register(self, poll: select.poll) -> None:
        """Let `poll` wait for the host."""
        if self._pty is not None and self._pty.present:
            unsent = self._pty.waiting or self.model.output
            poll.register(self._pty.fileno(), select.POLLIN | (select.POLLOUT if unsent else 0))

    def live(self) -> float:
        """Do everything that is due; gives the real seconds until there is more, if the host is silent."""
        self._plug()
        self._listen()
        now, now_ms = self._clock(), self.time.ms
        idle_at = self.model.idle(now_ms, now)
        self.model.run(now_ms, QUEUE)
        while self._speak(now) and self.model.next_ms <= now_ms:
            self.model.run(now_ms, QUEUE)
        delays = [idle_at - now]
        if len(self.model.output) < QUEUE:
            delays.append(self.time.delay(self.model.next_ms))
        if self._pty is None:
            delays.append(self._back_at - now)
        elif not self._pty.present:
            delays.append(LOOK_S)
        return min(delays)

    def unplug(self, seconds: float, *, reset: bool) -> bool:
        """Take the port away for `seconds`; with `reset` without power. False if it is away already."""
        if self._pty is None:
            return False
        self._pty.close()
        self._pty = None
        self._back_at = self._clock() + seconds
        self._reset = reset
        self._discard()
        if reset:
            self.model.restart()
            self.time.restart()
        return True

    def plug(self) -> bool:
        """Bring the port back now; False if it is there."""
        if self._pty is not None:
            return False
        self._back_at = self._clock()
        self._plug()
        return True

    def mute(self, seconds: float) -> None:
        """Neither speak nor listen for `seconds`."""
        self._mute_until = self._clock() + seconds

    def close(self) -> None:
        """Take the port away for good."""
        if self._pty is not None:
            self._pty.close()
            self._pty = None

    def _plug(self) -> None:
        if self._pty is None and self._clock() >= self._back_at:
            self._pty = PtyLink(self._link)
            if self._reset:
                self.time.restart()
                self._greeting = True

    def _listen(self) -> None:
        if self._pty is None:
            return
        while chunk := self._pty.read():
            if self._clock() >= self._mute_until:
                self.model.receive(chunk, self.time.ms, self._clock())
        if self._pty.present and self._greeting:
            self._greeting = False
            self.model.greet()

    def _speak(self, now: float) -> bool:
        """Send what waits; whether there is room again."""
        output = self.model.output
        if self._pty is None or not self._pty.present or now < self._mute_until:
            self._discard()
            return True
        self.gone += self._pty.write(output)
        heard = self.model.host_heard
        if len(output) >= QUEUE and (heard is None or now - heard > LIVELY_S):
            for _ in range(QUEUE // 2):
                output.popleft()
            self.gone += QUEUE // 2
            self.dropped += QUEUE // 2
        return len(output) < QUEUE

    def _discard(self) -> None:
        count = len(self.model.output)
        self.gone += count
        self.dropped += count
        self.model.output.clear()
