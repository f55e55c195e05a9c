"""Knows the line of play of one game: its plies, what is final, how it ended; not how a move was heard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from firmware_host.events import Amended, Ended, Event, Final, Irregular, Moved, TakenBack
from firmware_host.outlook import Outlook, is_shown, passing
from rules.game import Game, Move, Outcome, Position, Side
from rules.game import Irregular as Forbidden

_KEPT = 8
"""Outlooks that are kept: every view asks for those of the last few positions."""

Draw = Callable[[int], int]
"""Chance: a number from 0 to one less than the argument, all alike."""

ABORTED = "aborted"
"""The reason of a game that was left off: nobody has won, and PDN ends it with `*`."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of the line: heard at `at`, made by `side`, leading to `position`. `irregular`: whether the
    rules forbid it and the players let it stand."""

    move: Move
    side: Side
    position: Position
    at: float
    final: bool = False
    irregular: bool = False


class Line:
    """The plies of a game from its start position. Mutable; every change returns the events that tell it."""

    def __init__(
        self,
        game: Game,
        start: Position,
        plies: Sequence[Ply] = (),
        *,
        full_texts: bool = False,
        first: Position | None = None,
        draw: Draw | None = None,
    ) -> None:
        """`full_texts`: positions are told with their counters. `first`: where new games on this board begin
        (None: from `start`). `draw`: chance, for games that need it; without it chance has no say."""
        self.game = game
        self.start = start
        self.full_texts = full_texts
        self._first = start if first is None else first
        self._draw = draw
        self.plies: list[Ply] = list(plies)
        self.outcome: Outcome | None = None
        self.ended_at = 0.0
        self._outlooks: tuple[Outlook, ...] = ()
        self._crowned: tuple[Ply | None, int] = (None, 0)
        if not self.plies or self.plies[-1].final:
            self.outcome = self.position.outcome()

    def __len__(self) -> int:
        return len(self.plies)

    def anew(self) -> Line:
        """A new game on the same board, dealt anew where the game needs it."""
        start = self._dealt(self._first)
        return Line(self.game, start, full_texts=self.full_texts, first=self._first, draw=self._draw)

    def _dealt(self, position: Position) -> Position:
        return position if self._draw is None else position.dealt(self._draw)

    @property
    def set_up(self) -> int:
        """The fields that hold a piece when a new game on this board begins (mask)."""
        return self.start.occupied if self._draw is not None else self._first.occupied

    @property
    def made(self) -> int:
        """How many plies there are up to the last that hands made; passes after it do not count."""
        count = len(self.plies)
        while count and not is_shown(self.plies[count - 1].move):
            count -= 1
        return count

    @property
    def base(self) -> int:
        """How many plies there are before the last that hands made and the choices said with it."""
        return self.unsaid(max(self.made - 1, 0))

    def unsaid(self, count: int) -> int:
        """The first `count` plies without the choices that end them: nobody saw them being made, only the
        first move after them tells them. A pass stays: it was the only thing to do."""
        while count and not is_shown(self.plies[count - 1].move) and passing(self.after(count - 1)) is None:
            count -= 1
        return count

    @property
    def last(self) -> Ply | None:
        """The last ply that hands made."""
        return self.plies[self.made - 1] if self.made else None

    @property
    def position(self) -> Position:
        """The position after the last ply."""
        return self.after(len(self.plies))

    def after(self, count: int) -> Position:
        """The position after the first `count` plies."""
        return self.plies[count - 1].position if count else self.start

    def outlook(self, count: int) -> Outlook:
        """What the position after the first `count` plies lets one expect; the last few are kept."""
        position = self.after(count)
        for outlook in self._outlooks:
            if outlook.position is position:
                return outlook
        outlook = Outlook(position)
        self._outlooks = (outlook, *self._outlooks[: _KEPT - 1])
        return outlook

    @property
    def text(self) -> str:
        """The text of the last position, with counters where `full_texts` says so."""
        return self.position.text(full=self.full_texts)

    @property
    def left_off(self) -> bool:
        """Whether the game was left unfinished."""
        return self.outcome is not None and self.outcome.reason == ABORTED

    @property
    def open(self) -> bool:
        """Whether the last ply may still be amended."""
        return bool(self.plies) and not self.plies[-1].final

    @property
    def crowned(self) -> int:
        """The field of the man that the last ply crowned (mask), or 0."""
        last = self.plies[-1] if self.plies else None
        if self._crowned[0] is not last:
            self._crowned = last, self._just_crowned()
        return self._crowned[1]

    def _just_crowned(self) -> int:
        last = self.last
        if last is None:
            return 0
        move, before = last.move, self.after(self.made - 1)
        return 0 if before.kings & move.lifts else move.drops & self.position.kings

    def play(self, move: Move, at: float) -> list[Event]:
        """Add `move`; what came before becomes final, unless it is a move without hands: what is only said
        confirms nothing. If the game is over with that, the move comes too late and is not added."""
        events: list[Event] = self.finalise(at) if is_shown(move) else []
        if self.outcome is not None:
            return events
        return [*events, self._add(move, at)]

    def let_stand(self, forbidden: Forbidden, at: float) -> list[Event]:
        """Add a move that the rules forbid; what came before becomes final."""
        events = self.finalise(at)
        if self.outcome is not None:
            return events
        side, move, position = self.position.turn, forbidden.move, self._dealt(forbidden.position)
        self.plies.append(Ply(move, side, position, at, irregular=True))
        ply, full = len(self.plies), position.text(full=True)
        told = (forbidden.what, forbidden.article, self.text, move.text, side, full)
        return [*events, Irregular(at, ply, *told)]

    def _add(self, move: Move, at: float) -> Moved:
        before = self.position
        self.plies.append(Ply(move, before.turn, self._dealt(before.play(move)), at))
        full = self.position.text(full=True)
        return Moved(at, len(self.plies), move.text, self.text, before.turn, full)

    def amend(self, said: Sequence[Move], move: Move, at: float) -> list[Event]:
        """Replace the last ply and the choices `said` with it; passes after it go. A ply that was final
        already, or that other choices led to, is taken back first."""
        events = self.take_back(self.made, at)
        said_before = [ply.move for ply in self.plies[self.base : self.made - 1]]
        if self.plies[-1].final or said_before != list(said):
            events += self.take_back(self.base, at)
            return [*events, *(self._add(each, at) for each in (*said, move))]
        before = self.after(self.made - 1)
        self.plies[-1] = Ply(move, before.turn, self._dealt(before.play(move)), at)
        full = self.position.text(full=True)
        return [*events, Amended(at, len(self.plies), move.text, self.text, before.turn, full)]

    def take_back(self, keep: int, at: float) -> list[Event]:
        """Undo all plies but the first `keep`, newest first."""
        events: list[Event] = []
        while len(self.plies) > keep:
            number = len(self.plies)
            self.plies.pop()
            events.append(TakenBack(at, number, self.text))
        if self.outcome is not None and events:
            self.outcome = None
            events.append(Ended(at, None, None))
        return events

    def finalise(self, at: float) -> list[Event]:
        """Make all plies final that are open; the game may be over with them."""
        first = len(self.plies)
        while first and not self.plies[first - 1].final:
            first -= 1
        events: list[Event] = []
        for index in range(first, len(self.plies)):
            self.plies[index] = replace(self.plies[index], final=True)
            events.append(Final(at, index + 1))
        outcome = self.outlook(len(self.plies)).outcome
        return events + self.end(outcome, at) if events and outcome is not None else events

    def end(self, outcome: Outcome, at: float) -> list[Event]:
        """The game ends with `outcome`, unless it has ended before."""
        if self.outcome is not None:
            return []
        self.outcome, self.ended_at = outcome, at
        return [Ended(at, outcome.winner, outcome.reason)]

    def go_on(self, at: float) -> list[Event]:
        """A game that was left off goes on; nothing if it was not."""
        if not self.left_off:
            return []
        self.outcome = None
        return [Ended(at, None, None)]
