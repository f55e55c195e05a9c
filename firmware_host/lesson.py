"""Knows when a player who learns is shown the capture that was due, and picture by picture how; not what else
is lit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_host.inference import AtRest, Verdict, View
from firmware_host.outlook import Outlook
from firmware_host.settings import Help, Settings
from rules.board import bits
from rules.game import Move, Position

HOP_S = 1.0
"""How long one hop is shown: the two looks of advice take half of it each."""
PAUSE_S = 0.2
"""Dark between two hops, so that each captured man is seen to wink once."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A capture of `position` shown from `begins` on: for each hop, the fields (masks) on which its piece
    stands, over which man it jumps, and on which it lands."""

    hops: tuple[tuple[int, int, int], ...]
    begins: float

    @property
    def ends(self) -> float:
        """When the last hop has been shown."""
        return self.begins + len(self.hops) * (HOP_S + PAUSE_S) - PAUSE_S

    def lights(self, at: float) -> dict[str, int] | None:
        """The roles of the fields at `at`, none in a pause; None before and after the lesson."""
        if not self.begins <= at < self.ends:
            return None
        for step, (here, man, there) in enumerate(self.hops):
            until = self._begins(step) + HOP_S
            if at < until:
                hop = {"advice-from": here, "capture": man, "advice-to": there}
                return hop if at >= self._begins(step) else {}
        return None

    def changes_after(self, at: float) -> float | None:
        """When its picture changes next, or None."""
        begun = [self._begins(step) for step in range(len(self.hops))]
        later = [time for start in begun for time in (start, start + HOP_S) if time > at]
        return min(later, default=None)

    def _begins(self, step: int) -> float:
        return self.begins + step * (HOP_S + PAUSE_S)


@dataclass(frozen=True, slots=True)
class Teaching:
    """What a player has tried in `position`: the piece from `tried` (a mask, 0: none) has stood where it may
    not go since `since`; `refused`: long enough to be told so. `lesson`: what he is shown now."""

    position: Position | None = None
    tried: int = 0
    since: float = 0.0
    refused: bool = False
    lesson: Lesson | None = None

    def follow(
        self, outlook: Outlook, verdict: Verdict, view: View, edge: float, settings: Settings
    ) -> Teaching:
        """What follows from one look at the board, whose last change began at `edge`.

        Laws: nobody is taught whose help level is not `teacher`. A lesson needs a capture that was due, a
        forbidden move that rested for `astray_s` instead, and the board in order again with no move heard
        since; it begins `light_rest_s` after that and ends as soon as a piece is up.
        """
        if settings.help_for(outlook.position.turn) is not Help.TEACHER:
            return Teaching()
        if outlook.position is not self.position:
            return Teaching(outlook.position)
        here = self._refused(edge, settings.astray_s)
        if not isinstance(verdict, AtRest):
            tried = _tried(outlook, view)
            if tried and not here.refused and tried != here.tried:
                here = replace(here, tried=tried, since=edge)
            elif not tried and not here.refused:
                here = replace(here, tried=0)
            return replace(here, lesson=None)
        if not here.refused:
            return replace(here, tried=0)
        lesson = _due(outlook, here.tried, edge + settings.light_rest_s)
        return Teaching(here.position, lesson=lesson)

    def _refused(self, edge: float, rest_s: float) -> Teaching:
        """Whether what was tried had rested long enough when the board changed at `edge`."""
        return replace(self, refused=True) if self.tried and edge - self.since >= rest_s else self


def _tried(outlook: Outlook, view: View) -> int:
    """The origin of the one piece that was moved as the rules forbid, where a capture is due; else 0."""
    difference = view.differs(outlook.occupied)
    drops, left = difference & ~outlook.occupied, difference & outlook.occupied
    if drops.bit_count() != 1 or not _captures(outlook):
        return 0
    for lifts in bits(left & outlook.own):
        if outlook.position.let_stand(lifts, drops, left & ~lifts) is not None:
            return lifts
    return 0


def _captures(outlook: Outlook) -> list[Move]:
    """The captures that are due, in a game where capturing is a duty."""
    if not outlook.position.game.forced_captures:
        return []
    return [prospect.move for prospect in outlook.prospects if prospect.move.captures]


def _due(outlook: Outlook, tried: int, begins: float) -> Lesson | None:
    """Of several captures one of the piece that was tried, if it has one, and the alphabetically first."""
    moves = _captures(outlook)
    if not moves:
        return None
    move = min(moves, key=lambda each: (each.lifts != tried, each.text))
    bit = outlook.position.game.board.bit
    landings = [bit[name] for name in move.landings]
    taken = [bit[item.origin] for item in move.transfers[1:] if item.origin]
    return Lesson(tuple(zip([move.lifts, *landings], taken, landings, strict=False)), begins)
