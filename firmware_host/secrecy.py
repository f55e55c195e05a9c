"""Knows how a secret is chosen on a board without a screen: which stone was lifted and put back, whose button
takes it, and what a claim must prove; pure over views and time stamps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from firmware_host.events import Ended, Event, Secret
from firmware_host.inference import View
from firmware_host.line import Line
from rules.game import InvalidSecret, Position, Side

LIFT_S = 0.1
"""A stone in the air for less than this is a sensor that flickers, not a choice."""

CLAIM_HELD_S = 2.0
"""A side that holds its own button this long claims with the next of its stones that it lifts."""

CLAIM_WAIT_S = 15.0
"""So long after the button that stone must have been lifted: a stone adjusted later is no claim."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A stone of `side` that was lifted at `lifted` and put back; `stone` is the bit of its field."""

    side: Side
    lifted: float
    stone: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Touches:
    """What has been lifted and put back since the position last changed.

    `base`: the fields occupied in the position. `air`: the bit of the one stone in the air, `since` when, or
    0. `spoilt`: since the board was last in order more than one stone was up, or one stood where none
    belongs; so it is until the board has been in order at all. `white`, `black`: each side's stone put back
    last, or 0. `done`: the touch that the last view completed. Its text form shows none of them.
    """

    base: int = 0
    air: int = field(default=0, repr=False)
    since: float = 0.0
    spoilt: bool = True
    white: int = field(default=0, repr=False)
    black: int = field(default=0, repr=False)
    done: Touch | None = field(default=None, repr=False)

    def of(self, side: Side) -> int:
        """The bit of the stone that this side put back last, or 0."""
        return self.white if side is Side.WHITE else self.black

    def follow(self, position: Position, view: View, at: float) -> Touches:
        """The touches after `view`, whose last edge was at `at`.

        Law: a stone counts as touched only if it alone was up between two moments at which the board was in
        order. Anything else that was lifted meanwhile leaves no choice of either side standing, because
        nobody can say which stone was meant.
        """
        occupied = position.occupied
        wrong = view.differs(occupied)
        here = self if occupied == self.base else Touches(occupied, spoilt=self.spoilt)
        if not wrong:
            return here._in_order(position, at)
        if wrong & ~occupied or wrong & (wrong - 1):
            return Touches(occupied)
        if here.spoilt or wrong == here.air:
            return replace(here, done=None)
        return replace(here, air=wrong, since=at, done=None)

    def _in_order(self, position: Position, at: float) -> Touches:
        again = replace(self, air=0, spoilt=False, done=None)
        if self.spoilt or not self.air or at - self.since < LIFT_S:
            return again
        if self.air & position.white:
            return replace(again, white=self.air, done=Touch(Side.WHITE, self.since, self.air))
        return replace(again, black=self.air, done=Touch(Side.BLACK, self.since, self.air))


@dataclass(frozen=True, slots=True)
class Claim:
    """`side` has held its button until `at` and is about to touch the stone that it claims with."""

    side: Side
    at: float

    def decided_by(self, touch: Touch) -> bool:
        """Whether this touch is the one that the claim waits for."""
        if touch.side is not self.side:
            return False
        return self.at <= touch.lifted <= self.at + CLAIM_WAIT_S


class Secrecy:
    """What the players of one board have told it in secret. Mutable; times must not run back.

    `hidden`: the fields of the side whose secret was taken last, at `hidden_at`, or 0: all that may be shown.
    """

    def __init__(self) -> None:
        self.hidden = 0
        self.hidden_at = 0.0
        self._touches = Touches()
        self._claim: Claim | None = None

    def see(self, line: Line, view: View, edge: float, at: float) -> list[Event]:
        """The board, whose last change began at `edge`, or the line may have changed; a claim may be
        decided. Seeing the same again changes nothing."""
        if not line.game.keeps_secrets:
            return []
        if self._touches.base != line.position.occupied:
            self._claim = None
        self._touches = self._touches.follow(line.position, view, edge)
        claimed, touch = self._claim, self._touches.done
        if claimed is None or touch is None or not claimed.decided_by(touch):
            return []
        self._claim = None
        return claim(line, touch, at)

    def press(self, line: Line, secrets: str, side: Side, at: float, held_s: float | None) -> list[Event]:
        """The own button of `side` was pressed (`held_s` None) or released after `held_s` seconds.
        `secrets`: the setting."""
        if held_s is not None:
            if line.game.keeps_secrets and held_s >= CLAIM_HELD_S:
                self._claim = Claim(side, at)
            return []
        events = hide(line, self._touches, side, at) if may_hide(line, secrets) else []
        if events:
            position = line.position
            self.hidden = position.white if side is Side.WHITE else position.black
            self.hidden_at = at
        return events

    def begin_anew(self) -> None:
        """Another game begins: nothing is hidden in it."""
        self.hidden = 0
        self._touches, self._claim = Touches(), None


def may_hide(line: Line, secrets: str) -> bool:
    """Whether secrets are still to be chosen: before the first move, in a game that keeps them, where
    `secrets` (a setting) is `hide`, until both sides have chosen."""
    if secrets != "hide" or not line.game.keeps_secrets or len(line) or line.outcome is not None:
        return False
    return not all(line.position.hidden(side) for side in Side)


def is_choosing(line: Line, secrets: str, view: View) -> bool:
    """Whether secrets may be chosen and nothing is wrong on the board but at most one stone of each side that
    is up: nobody is to hear of it."""
    if not may_hide(line, secrets):
        return False
    position = line.position
    wrong = view.differs(position.occupied)
    own = (wrong & position.white, wrong & position.black)
    return not wrong & ~position.occupied and all(not mask & (mask - 1) for mask in own)


def unhidden(position: Position) -> Position:
    """The same position with nothing hidden: where a new game begins, and what may be shown to anybody who
    thinks ahead."""
    return position.game.parse(position.text(full=True)) if position.game.keeps_secrets else position


def conceal(line: Line, side: Side, name: str) -> None:
    """From the start of the line on, the secret of `side` is the stone that stood on the field `name` there.

    Raises InvalidSecret, the line as it was, if that stone cannot be hidden.
    """
    position = start = line.start.hide(side, name)
    plies = []
    for ply in line.plies:
        position = position.play(ply.move)
        plies.append(replace(ply, position=position))
    line.start, line.plies = start, plies


def hide(line: Line, touches: Touches, side: Side, at: float) -> list[Event]:
    """The stone that `side` put back last becomes its secret; no event if there is none, or
    none can be (as one that would have won at once)."""
    if not touches.of(side) or touches.air or touches.spoilt or line.position.hidden(side):
        return []
    name, position = line.game.board.name_of[touches.of(side)], line.position
    try:
        if position.hide(side, name).outcome() != position.outcome():
            return []
        conceal(line, side, name)
    except InvalidSecret:
        return []
    return [Secret(at, side, name)]


def claim(line: Line, touch: Touch, at: float) -> list[Event]:
    """What follows when a side claims to have won with the stone that it touched: nothing, unless the record
    proves it (S11): its stone has arrived, and none that is known came before.

    The end by the rules that was told before gives way to an earlier arrival; one that the players agreed
    on, or that came from outside the rules, stands.
    """
    side, position = touch.side, line.position
    before = position.outcome()
    if position.hidden(side) or line.outcome not in (None, before):
        return []
    try:
        outcome = position.hide(side, line.game.board.name_of[touch.stone]).outcome()
        if outcome is None or outcome.winner is not side or outcome == before:
            return []
        name = at_start(line, line.game.board.name_of[touch.stone])
        conceal(line, side, name)
    except InvalidSecret:
        return []
    events: list[Event] = [Secret(at, side, name)]
    if line.outcome is not None:
        line.outcome = None
        events.append(Ended(at, None, None))
    events += line.finalise(at)
    return events + line.end(outcome, at)


def at_start(line: Line, name: str) -> str:
    """The field on which the piece now on the field `name` stood when the line began."""
    for ply in reversed(line.plies):
        came = {item.target: item.origin for item in ply.move.transfers if item.target and item.origin}
        name = came.get(name, name)
    return name
