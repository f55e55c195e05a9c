"""Knows how the clock follows a game on a board: what presses it, when it stands, when a flag falls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_host.clock import Clock, Control, clock_of, new_clock
from firmware_host.due import earliest
from firmware_host.events import Amended, Clocked, Event, Final, Irregular, Moved, Resumed, Started, TakenBack
from firmware_host.line import Line
from rules.game import Side

KEEP_S = 15.0
"""So often a clock that runs is told, and so kept: a pulled plug gives back no more than this."""


@dataclass(frozen=True, slots=True)
class _Press:
    """What the clock was before `side` pressed it at `at` for a ply that may be `final`."""

    before: Clock
    side: Side
    at: float
    final: bool


class Timekeeper:
    """The clock of the game on one board. Mutable; times must not run back.

    Law: it runs for the side to move; with `by_button` for the side whose move is not final yet, as a clock
    beside the board does: a move is final by its player's button, or when the other side moves although
    nobody pressed. Without, a move counts as soon as it is heard; until it is final it may be amended or
    taken back, and its player is charged for that as if he had not moved. A final move that is taken back
    gives its increment back; time that was used stays used.

    It starts with the first move, or when the side that moves second presses its button, or anybody
    `confirm`. After a restart and after a pause it stands until a piece or a button is touched. It stands
    when the game is over. A game that was lost on time and goes on after a takeback goes on without it.
    """

    def __init__(self, control: Control, *, by_button: bool, kept: Clock | None = None) -> None:
        """`kept`: the clock of a game that goes on, as it was kept; its control counts, not `control`."""
        self._control = control
        self._by_button = by_button
        self.clock = kept if kept is not None else new_clock(control)
        self._started = self._waits = kept is not None
        self._presses: dict[int, _Press] = {}
        self._keep_at: float | None = None

    def due(self) -> float | None:
        """When the clock decides something by itself, or None."""
        return earliest(self.clock.falls_at(), self._keep_at)

    def begin(self, at: float) -> list[Event]:
        """The board has been seen for the first time: how the clock stands."""
        self.clock = self.clock.stand(at)
        return [self._told(at)]

    def tick(self, at: float) -> tuple[list[Event], Side | None]:
        """Time has come to `at`: what the clock tells, and the side that has lost on time."""
        falls_at = self.clock.falls_at()
        if falls_at is not None and falls_at <= at:
            loser = self.clock.running
            self.clock = self.clock.fall(at)
            return [self._told(at)], loser
        if self._keep_at is not None and self._keep_at <= at:
            return [self._told(at)], None
        return [], None

    def touch(self, at: float, line: Line) -> list[Event]:
        """A piece was touched: a clock that waits for that goes on."""
        return self._go_on(at, line) if self._waits else []

    def press(self, at: float, name: str, line: Line) -> list[Event]:
        """A button was pressed, and the game knows of it already."""
        if self._waits or name in ("confirm", line.position.turn.other.value):
            return self._go_on(at, line)
        return []

    def pause(self, at: float) -> list[Event]:
        """Stand until a piece or a button is touched; nothing if the clock stands already."""
        if self.clock.running is None:
            return []
        self._waits = True
        self.clock = self.clock.stand(at)
        return [self._told(at)]

    def _go_on(self, at: float, line: Line) -> list[Event]:
        self._started, self._waits = True, False
        return [self._told(at)] if self._settle(at, line) else []

    def follow(self, events: Sequence[Event], line: Line) -> list[Event]:
        """What these events, which have led to `line`, do to the clock, as events of their own."""
        before, pressed = self.clock, list[Clocked]()
        for event in events:
            ply = self._follow(event, line)
            if ply:
                pressed.append(self._told(event.t, ply))
        if not events:
            return []
        at = events[-1].t
        changed = self._settle(at, line) or (self.clock is not before and not pressed)
        if pressed:
            pressed[-1] = replace(self._told(at, pressed[-1].ply), left=pressed[-1].left)
            return list(pressed)
        return [self._told(at)] if changed else []

    def _follow(self, event: Event, line: Line) -> int:
        """The ply for which the clock was pressed, or 0."""
        match event:
            case Moved(t=at, ply=ply, by=by) | Irregular(t=at, ply=ply, by=by):
                self._started, self._waits = True, False
                if not self._by_button:
                    return self._press(at, ply, by, line)
            case Amended(t=at, ply=ply, by=by) if not self._by_button:
                press = self._presses.get(ply)
                if press is not None:
                    self.clock = press.before
                return self._press(at, ply, by, line)
            case Final(t=at, ply=ply) if ply <= len(line):
                if self._by_button:
                    return self._press(at, ply, line.plies[ply - 1].side, line, final=True)
                if ply in self._presses:
                    self._presses[ply] = replace(self._presses[ply], final=True)
            case TakenBack(t=at, ply=ply):
                self._take_back(at, self._presses.pop(ply, None))
            case Started(t=at):
                self.clock = replace(new_clock(self._control), since=at)
                self._started, self._waits, self._presses = False, False, {}
            case Resumed(t=at, clock=text):
                kept = None if text is None else clock_of(text)
                self.clock = replace(new_clock(self._control), since=at) if kept is None else kept.stand(at)
                self._started = self._waits = kept is not None
                self._presses = {}
        return 0

    def _press(self, at: float, ply: int, side: Side, line: Line, *, final: bool = False) -> int:
        self._presses[ply] = _Press(self.clock, side, at, final)
        following = line.after(ply).turn if ply <= len(line) else side.other
        self.clock = self.clock.reward(side, at).run(following, at)
        return ply

    def _take_back(self, at: float, press: _Press | None) -> None:
        if press is None or self.clock.fallen:
            return
        if press.final:
            charged = press.before.at(press.at).time(press.side)
            self.clock = self.clock.at(at).having(press.side, charged)
        else:
            self.clock = press.before.at(at)
        if press.before.running is None and not self._presses:
            self._started = False

    def _settle(self, at: float, line: Line) -> bool:
        """Let the side run whose time it is; whether that changes anything."""
        over = line.outcome is not None or line.outlook(len(line)).outcome is not None
        side = None if over or self._waits or not self._started else self._whose(line)
        if side is self.clock.running or self.clock.fallen:
            return False
        self.clock = self.clock.stand(at) if side is None else self.clock.run(side, at)
        return True

    def _whose(self, line: Line) -> Side:
        if self._by_button:
            for ply in line.plies[-2:]:
                if not ply.final:
                    return ply.side
        return line.position.turn

    def _told(self, at: float, ply: int = 0) -> Clocked:
        clock = self.clock.at(at)
        self._keep_at = None if clock.running is None else at + KEEP_S
        white, black = clock.white, clock.black
        shown = white.shown_s, black.shown_s
        return Clocked(at, clock.running, *shown, white.periods, black.periods, clock.text, ply, shown)
