"""Knows how long a move that could go on is waited for: each side's own pace, learned within bounds; not what
a move is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.inference import Made, Verdict
from firmware_host.settings import Settings
from rules.game import Move, Side

MARGIN_S = 0.04
"""A player who rested so long may rest this much longer the next time."""
STRETCH_S = 0.03
"""So much longer is the wait after a rest that outlasted it."""
TELLING_S = 1.0
"""A rest that is longer than this was a second thought, and tells nothing of a player's pace."""
EASE_S = 0.002
"""So much shorter is the wait after each move that could have gone on and did not."""
REMEMBERED = 8
"""So many rests on the way are remembered; a wait is never eased below the longest of them."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A board that has shown the whole `move` of `side` since `since`, which could go on. `until`: when it
    changed, or None."""

    side: Side
    move: Move
    since: float
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How long each side is waited for, in seconds.

    Laws: a wait begins as `slide_s` and stays between `slide_min_s` and `slide_max_s`, where `slide_s` itself
    always lies inside. A rest on the way after which its player went on lengthens his wait: so that it covers
    the next one like it, or by STRETCH_S where no wait would have been long enough. Each move that could have
    gone on and did not shortens it by EASE_S, but not below what his last rests need.
    """

    settings: Settings
    waits: Mapping[Side, float] = field(default_factory=dict)
    rests: Mapping[Side, tuple[float, ...]] = field(default_factory=dict)
    resting: Rest | None = None

    def wait_s(self, side: Side) -> float:
        """How long a move of `side` that could go on rests before it is taken."""
        return self.waits.get(side, self.settings.slide_s)

    def shows(self, verdict: Verdict, side: Side, since: float) -> Pace:
        """The board, unchanged since `since`, shows this in a position in which `side` is to move."""
        resting = self.resting
        if not isinstance(verdict, Made) or not verdict.extendable:
            return self
        move = verdict.prospect.move
        if resting is not None and resting.until is None and resting.move == move:
            return self
        return replace(self._told(move, side), resting=Rest(side, move, since))

    def stirs(self, edge: float) -> Pace:
        """Something on the board has changed at `edge`."""
        resting = self.resting
        if resting is None or resting.until is not None:
            return self
        return replace(self, resting=replace(resting, until=edge))

    def takes(self, move: Move, side: Side) -> Pace:
        """A move of `side` was heard, new or as a correction of its last one."""
        resting = self.resting
        if resting is None:
            return self
        if side is resting.side and (resting.until is None or move == resting.move):
            return self  # it may still be corrected
        return replace(self._told(move, side), resting=None)

    def _told(self, move: Move, side: Side) -> Pace:
        """What this later move tells of the rest before it: the other side's that nothing more came, another
        one of the same piece that its player went on."""
        resting = self.resting
        if resting is None or (side is resting.side and resting.until is None):
            return self
        if side is not resting.side:
            return self._eased(resting.side)
        if move == resting.move or move.transfers[0].origin != resting.move.transfers[0].origin:
            return self
        return self._lengthened(side, (resting.until or resting.since) - resting.since)

    @property
    def _shortest_s(self) -> float:
        return min(self.settings.slide_min_s, self.settings.slide_s)

    @property
    def _longest_s(self) -> float:
        return max(self.settings.slide_max_s, self.settings.slide_s)

    def _lengthened(self, side: Side, rest_s: float) -> Pace:
        wait, needed = self.wait_s(side), rest_s + MARGIN_S
        if rest_s > TELLING_S:
            return self
        if needed > self._longest_s:
            return self._waiting(side, min(self._longest_s, wait + STRETCH_S))
        rests = self.rests.get(side, ())
        if needed > self._shortest_s:
            rests = (*rests, rest_s)[-REMEMBERED:]
        return replace(self, rests={**self.rests, side: rests})._waiting(side, max(wait, needed))

    def _waiting(self, side: Side, wait_s: float) -> Pace:
        return replace(self, waits={**self.waits, side: wait_s})

    def _eased(self, side: Side) -> Pace:
        wait, longest = self.wait_s(side), max(self.rests.get(side, ()), default=0.0)
        least = max(self._shortest_s, longest + MARGIN_S)
        return self._waiting(side, max(wait - EASE_S, min(wait, least)))
