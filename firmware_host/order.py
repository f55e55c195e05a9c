"""Knows whether a board is in order and since when it is not: what is called astray, asked, restored, or a
new game set up; not which moves are made of it."""

from __future__ import annotations

from firmware_host.due import earliest
from firmware_host.events import Asked, Astray, Event, Restored
from firmware_host.inference import Ambiguous, Disorder, Verdict
from firmware_host.outlook import Outlook, Prospect
from firmware_host.settings import Settings
from rules.board import Board


class Order:
    """The order of one board. Mutable; times must not run back.

    `ordered`: whether it has been in order once. `wrong`: what was last called astray (missing, extra), or
    None. `doubt`: the moves that are being asked between, seen from `doubted`; empty if none.
    """

    def __init__(self, board: Board, settings: Settings) -> None:
        self._names = board.names
        self._settings = settings
        self.ordered = False
        self.wrong: tuple[int, int] | None = None
        self.doubt: tuple[Prospect, ...] = ()
        self.doubted: Outlook | None = None
        self._unclear_at: float | None = None
        self.anew_at: float | None = None

    def due(self) -> float | None:
        """When time alone will decide something, or None."""
        return earliest(self._unclear_at, self.anew_at)

    def come(self, at: float) -> list[Event]:
        """The board is in order."""
        self.ordered = True
        self.settle()
        self._unclear_at = self.anew_at = None
        was_wrong, self.wrong = self.wrong, None
        return [] if was_wrong is None else [Restored(at)]

    def settle(self) -> None:
        """Nothing is asked any more."""
        self.doubt, self.doubted = (), None

    def watch(
        self, verdict: Verdict, at: float, edge: float, *, anew: bool, swept: bool, waits: bool
    ) -> None:
        """Note how long the board may still look like `verdict`. `anew`: it shows a new game; `swept`: its
        pieces are gone; `waits`: a reading of it is about to be taken, or the game is over."""
        self._unclear_at = self.anew_at = None
        if anew or swept:
            self.anew_at = edge + self._settings.new_game_s
        if not anew and not waits and isinstance(verdict, Disorder | Ambiguous):
            self._unclear_at = max(at, edge + self._settings.astray_s)

    def is_unclear(self, at: float) -> bool:
        """Whether the board has been wrong or unclear for so long that it must be said at `at`."""
        return self._unclear_at is not None and self._unclear_at <= at

    def say(self, outlook: Outlook, verdict: Verdict, at: float) -> list[Event]:
        """What must be said at `at` of a board that has looked like `verdict` for long enough."""
        if self._unclear_at is None or self._unclear_at > at:
            return []
        self._unclear_at = None
        match verdict:
            case Ambiguous(prospects) if prospects != self.doubt:
                self.doubt, self.doubted = prospects, outlook
                return [Asked(at, tuple(sorted(p.move.text for p in prospects)))]
            case Disorder(missing, extra) if (missing, extra) != self.wrong:
                self.wrong = (missing, extra)
                return [Astray(at, self._names(missing), self._names(extra))]
        return []

    def begin_anew(self) -> None:
        """Another game begins: the board must show its start once before a move is heard."""
        self.settle()
        self.ordered = False
        self.wrong = None
        self.anew_at = None
