"""Knows three ways to hear moves: this board's, and two that others use, written small and as well as they
allow; not what truly happened."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from firmware_host.debounce import Debounce, Settled
from firmware_host.events import Asked, Astray, Event, Moved, Restored, TakenBack
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.game import Game, Move, Position

QUIET_S = 0.35
"""How long a board must be quiet before the second of the other ways compares it with the rules."""
LOST_S = 1.0
"""How long a board must be quiet and wrong before the first of the other ways complains."""
KEPT = 4
"""So many positions back are known again when pieces are put back."""


class Method(Protocol):
    """One board that listens: views in, events out; times never run back."""

    def feed(self, at: float, seen: Seen) -> list[Event]:
        """A raw view of the board."""

    def advance(self, at: float) -> list[Event]:
        """Let time pass."""

    @property
    def lights(self) -> Mapping[str, str]:
        """The picture now; empty where a way of hearing lights nothing."""


Hearer = Callable[[Game, Position, Sequence[Move]], Method]
"""Makes a board that listens from this position on, after these moves have been heard."""


def zetlicht(game: Game, start: Position, before: Sequence[Move] = ()) -> Method:
    """This board with its default settings, as its daemon begins or takes a game up again."""
    line = Line(game, start)
    for move in before:
        line.play(move, 0.0)
    settings = Settings()
    return Pipeline(Session(line, settings, resumed=len(line) > 0), settings)


class Follower:
    """What both other ways have in common: the same debouncing, a line of positions, a sense for quiet, and
    taking back when an earlier position stands on the board."""

    quiet_s = LOST_S

    def __init__(self, game: Game, start: Position, before: Sequence[Move] = ()) -> None:
        self.game = game
        self.positions = [start]
        for move in before:
            self.positions.append(self.positions[-1].play(move))
        self.seen = Seen(0, 0, 0, 0)
        self._debounce = Debounce(Settings().debounce_s)
        self._quiet_at: float | None = None
        self._wrong = False

    @property
    def lights(self) -> Mapping[str, str]:
        """None: it is the hearing that is compared."""
        return {}

    @property
    def position(self) -> Position:
        """The position that is believed to be on the board."""
        return self.positions[-1]

    def feed(self, at: float, seen: Seen) -> list[Event]:
        """A raw view of the board."""
        if self._debounce.raw is None:
            self.seen = self._debounce.first(at, seen).seen
            self._quiet_at = at + self.quiet_s
            return []
        events = self.advance(at)
        self._debounce.feed(at, seen)
        return events

    def advance(self, at: float) -> list[Event]:
        """Let time pass."""
        events: list[Event] = []
        while True:
            waiting = [time for time in (self._debounce.due(), self._quiet_at) if time is not None]
            if not waiting or min(waiting) > at:
                return events
            due = min(waiting)
            for settled in self._debounce.settle(due):
                before, self.seen = self.seen, settled.seen
                self._quiet_at = settled.edge + self.quiet_s
                events += self.changed(settled, settled.seen.occupied & ~before.occupied)
            if self._quiet_at is not None and self._quiet_at <= due:
                self._quiet_at = None
                events += self.quiet(due)

    @abstractmethod
    def changed(self, settled: Settled, placed: int) -> list[Event]:
        """The board has changed; a piece now stands on the fields `placed`."""

    @abstractmethod
    def quiet(self, at: float) -> list[Event]:
        """The board has been quiet for `quiet_s`."""

    def take(self, move: Move, at: float) -> list[Event]:
        """Believe this move, and a pass of a side that can do nothing else."""
        events: list[Event] = []
        following: Move | None = move
        while following is not None:
            side = self.position.turn
            self.positions.append(self.position.play(following))
            text = self.position.text()
            events.append(Moved(at, len(self.positions) - 1, following.text, text, side))
            only = self.position.legal_moves() if self.position.outcome() is None else ()
            following = only[0] if len(only) == 1 and not shown(only[0]) else None
        self._wrong = False
        return events

    def order(self, at: float) -> list[Event]:
        """Compare the quiet board with the position, then with the last ones; complain once if it is none."""
        inside = ~self.game.board.mask(self.game.board.gutter)
        occupied = self.seen.occupied & inside
        for back in range(min(KEPT, len(self.positions))):
            if occupied != self.positions[-1 - back].occupied:
                continue
            events: list[Event] = []
            for _ in range(back):
                self.positions.pop()
                events.append(TakenBack(at, len(self.positions), self.position.text()))
            if self._wrong:
                events.append(Restored(at))
            self._wrong = False
            return events
        if self._wrong:
            return []
        self._wrong = True
        wrong = occupied ^ self.position.occupied
        names, here = self.game.board.names, self.position.occupied
        return [Astray(at, names(wrong & here), names(wrong & ~here))]


def shown(move: Move) -> int:
    """The fields on which a board can see this move; 0 for a pass."""
    return move.lifts | move.drops | move.captures


class LiftAndPlace(Follower):
    """Takes a move as soon as a lift and a place match a legal one; of several the one most of whose captured
    men are off already."""

    def changed(self, settled: Settled, placed: int) -> list[Event]:
        """A piece set down makes the move that it fits."""
        here, seen = self.position.occupied, settled.seen.occupied
        if not placed or self.position.outcome() is not None:
            return []
        fitting = []
        for move in self.position.legal_moves():
            gone, came = move.lifts & ~move.drops, move.drops & ~here
            if not gone & seen and not came & ~seen and placed & (came or move.drops):
                fitting.append((-(move.captures & ~seen).bit_count(), move.text, move))
        return self.take(min(fitting)[2], settled.at) if fitting else []

    def quiet(self, at: float) -> list[Event]:
        """Nothing happens any more: is all in order?"""
        return self.order(at)


class QuietBoard(Follower):
    """Waits until the board is quiet and then takes the legal move whose result it shows; asks if there are
    several that it cannot tell apart."""

    quiet_s = QUIET_S

    def changed(self, settled: Settled, placed: int) -> list[Event]:
        """Only quiet counts."""
        return []

    def quiet(self, at: float) -> list[Event]:
        """Compare the board with the results of the legal moves."""
        inside = ~self.game.board.mask(self.game.board.gutter)
        here, seen = self.position.occupied, self.seen.occupied & inside
        found: dict[Position, Move] = {}
        for move in self.position.legal_moves() if self.position.outcome() is None else ():
            if shown(move) and (here & ~(move.lifts | move.captures)) | move.drops == seen:
                found.setdefault(self.position.play(move), move)
        fitting = [after for after in found if not self._contradicted(after)] or list(found)
        if len(fitting) == 1:
            return self.take(found[fitting[0]], at)
        if fitting:
            return [Asked(at, tuple(sorted(found[after].text for after in fitting)))]
        return self.order(at)

    def _contradicted(self, after: Position) -> bool:
        return bool(self.seen.white & after.black or self.seen.black & after.white)


METHODS: Mapping[str, Hearer] = {
    "Zetlicht": zetlicht,
    "lift and place": LiftAndPlace,
    "quiet board": QuietBoard,
}
