"""Knows which pixels the board has lit and what to send next; nothing about ports or colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.packets import MOST_PIXELS, Leds

ACKNOWLEDGE_S: Final = 0.5
"""How long a SHOWN may take before the whole picture is sent again."""

PAUSE_S: Final = 0.02
"""The least time between two LEDS packets: at most 50 a second."""


@dataclass(frozen=True, slots=True)
class _Sent:
    seq: int
    first: int
    pixels: tuple[bytes, ...]
    at: float


class Strip:
    """The picture that is wanted, and the one that the board is known to show.

    One packet is under way at a time; it carries only the run of pixels that differ. The latest picture
    wins. What the board shows is unknown at first, after `forget`, and when no SHOWN came in time: then all
    pixels are sent.
    """

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self._wanted: list[bytes] | None = None
        self._lit: list[bytes | None] = [None] * pixels
        self._sent: _Sent | None = None
        self._last_at = float("-inf")

    @property
    def settled(self) -> bool:
        """The board shows what is wanted, as far as anything is."""
        return self._wanted is None or self._lit == self._wanted

    def want(self, picture: bytes) -> None:
        """Show `picture`, 3 bytes a pixel for the whole strip, instead of whatever was wanted before."""
        self._wanted = [picture[at : at + 3] for at in range(0, 3 * self.pixels, 3)]

    def forget(self) -> None:
        """What the board shows is unknown."""
        self._lit = [None] * self.pixels
        self._sent = None

    def shown(self, seq: int) -> None:
        """The board says that it shows the packet with this number; any other than the last is ignored."""
        sent = self._sent
        if sent is not None and sent.seq == seq:
            self._lit[sent.first : sent.first + len(sent.pixels)] = sent.pixels
            self._sent = None

    def due_at(self, now: float) -> float:
        """When `next` may have a packet if nothing else happens; infinity if it will not."""
        if self._sent is not None:
            return self._sent.at + ACKNOWLEDGE_S
        if self.settled:
            return float("inf")
        return max(now, self._last_at + PAUSE_S)

    def next(self, seq: int, now: float) -> Leds | None:
        """The packet to send now, to carry the number `seq`; it counts as sent."""
        if now < self.due_at(now):
            return None
        if self._sent is not None:
            self.forget()
        if self._wanted is None or self.settled:
            return None
        differs = [at for at, pixel in enumerate(self._wanted) if pixel != self._lit[at]]
        first = differs[0]
        run = tuple(self._wanted[first : min(differs[-1] + 1, first + MOST_PIXELS)])
        self._sent = _Sent(seq, first, run, now)
        self._last_at = now
        return Leds(seq, first, b"".join(run))
