"""Knows the line of play of one game: its plies, what is final, how it ended; not how a move was heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_host.events import Amended, Ended, Event, Final, Moved, TakenBack
from rules.game import Game, Move, Outcome, Position, Side


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of the line: heard at `at`, made by `side`, leading to `position`."""

    move: Move
    side: Side
    position: Position
    at: float
    final: bool = False


class Line:
    """The plies of a game from its start position. Mutable; every change returns the events that tell it."""

    def __init__(self, game: Game, start: Position, plies: Sequence[Ply] = ()) -> None:
        self.game = game
        self.start = start
        self.plies: list[Ply] = list(plies)
        self.outcome: Outcome | None = None
        self.ended_at = 0.0
        if not self.plies or self.plies[-1].final:
            self.outcome = self.position.outcome()

    def __len__(self) -> int:
        return len(self.plies)

    @property
    def last(self) -> Ply | None:
        """The last ply."""
        return self.plies[-1] if self.plies else None

    @property
    def position(self) -> Position:
        """The position after the last ply."""
        return self.after(len(self.plies))

    def after(self, count: int) -> Position:
        """The position after the first `count` plies."""
        return self.plies[count - 1].position if count else self.start

    @property
    def open(self) -> bool:
        """Whether the last ply may still be amended."""
        return bool(self.plies) and not self.plies[-1].final

    @property
    def crowned(self) -> int:
        """The field of the man that the last ply crowned (mask), or 0."""
        if not self.plies:
            return 0
        move, before = self.plies[-1].move, self.after(len(self.plies) - 1)
        return 0 if before.kings & move.lifts else move.drops & self.position.kings

    def play(self, move: Move, at: float) -> list[Event]:
        """Add `move`; the ply before it becomes final."""
        events: list[Event] = self.finalise(at)
        before = self.position
        self.plies.append(Ply(move, before.turn, before.play(move), at))
        events.append(Moved(at, len(self.plies), move.text, self.position.text(), before.turn))
        return events

    def amend(self, move: Move, at: float) -> list[Event]:
        """Replace the last ply, which is still open."""
        before = self.after(len(self.plies) - 1)
        self.plies[-1] = Ply(move, before.turn, before.play(move), at)
        return [Amended(at, len(self.plies), move.text, self.position.text(), before.turn)]

    def take_back(self, keep: int, at: float) -> list[Event]:
        """Undo all plies but the first `keep`, newest first."""
        events: list[Event] = []
        while len(self.plies) > keep:
            number = len(self.plies)
            self.plies.pop()
            events.append(TakenBack(at, number, self.position.text()))
        if self.outcome is not None:
            self.outcome = None
            events.append(Ended(at, None, None))
        return events

    def finalise(self, at: float) -> list[Event]:
        """Make the last ply final if it is open; the game may be over with it."""
        if not self.open:
            return []
        self.plies[-1] = replace(self.plies[-1], final=True)
        events: list[Event] = [Final(at, len(self.plies))]
        outcome = self.position.outcome()
        return events + self.end(outcome, at) if outcome is not None else events

    def end(self, outcome: Outcome, at: float) -> list[Event]:
        """The game ends with `outcome`, unless it has ended before."""
        if self.outcome is not None:
            return []
        self.outcome, self.ended_at = outcome, at
        return [Ended(at, outcome.winner, outcome.reason)]
