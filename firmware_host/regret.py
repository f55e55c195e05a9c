"""Knows whose hand is at a stone that both sides may move: that of its mover, who corrects himself, or the
other side's; not what is made of it."""

from __future__ import annotations

from firmware_host.line import Line
from firmware_host.outlook import Outlook
from firmware_host.witness import CALM_S


def is_shared(outlook: Outlook, stones: int) -> bool:
    """Whether the side to move may move these stones as well as the one that has just moved them."""
    return not outlook.pushes and bool(stones & outlook.led)


class Regret:
    """Mutable; times must not run back. `felt`: whether the last mover has just taken up again a stone that
    the other side may move too.

    Law: a stone lifted within `correction_s` of its landing is its mover's, even if he sets it back for an
    instant; later it is the other side's.
    """

    def __init__(self, correction_s: float) -> None:
        self.felt = False
        self._correction_s = correction_s
        self._landed_at = 0.0

    def forget(self) -> None:
        """Whatever was lifted has become a move, or is back."""
        self.felt = False

    def landed(self, at: float) -> None:
        """The piece of the last move has come to stand."""
        self._landed_at = at

    def see(self, line: Line, outlook: Outlook, lifted: int, edge: float, rested_s: float) -> None:
        """The fields `lifted` have emptied at `edge`, after the board had been in order for `rested_s`."""
        if rested_s >= CALM_S:
            self.felt = False
        last = line.last
        if last is not None and line.open and lifted == last.move.drops:
            soon = edge - self._landed_at < self._correction_s
            self.felt = is_shared(outlook, lifted) and (self.felt or soon)
