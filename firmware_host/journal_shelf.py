"""Knows the games of a journal that were left off and may go on when their position is set up; not when one
is."""

from __future__ import annotations

from contextlib import suppress

from firmware_host.another_game import LeftOff
from firmware_host.clock import InvalidClock, clock_of
from firmware_host.errors import JournalError
from firmware_host.journal import Journal
from firmware_host.journal_rows import GameRow
from firmware_host.keeping import brought_back
from firmware_host.line import Draw, Line
from rules.game import Game, Position, RulesError

MOST = 100
"""Of the games that were left off only the latest are looked for on the board."""


class JournalShelf:
    """The games left off in a journal, of one game with its options; a Shelf. `first`, `draw`: as Line has
    them. A game that cannot be read is passed over."""

    def __init__(self, journal: Journal, game: Game, first: Position, draw: Draw | None = None) -> None:
        self._journal = journal
        self._game = game
        self._first = first
        self._draw = draw
        self._known: dict[tuple[int, int, str | None], LeftOff | None] = {}

    def games(self) -> tuple[LeftOff, ...]:
        """All that may go on, the latest first."""
        with suppress(JournalError):
            rows = [row for row in self._journal.left_off(self._game.name, MOST) if self._fits(row)]
            known = {_key(row): self._of(row) for row in rows}
            self._known = known
            return tuple(game for game in known.values() if game is not None)
        return ()

    def take(self, game: LeftOff) -> Line | None:
        """The plies of one."""
        with suppress(JournalError):
            row = self._journal.game(game.number)
            return brought_back(self._journal, self._game, row, self._first, self._draw)
        return None

    def _fits(self, row: GameRow) -> bool:
        return row.id != self._journal.current and dict(row.options) == dict(self._game.chosen)

    def _of(self, row: GameRow) -> LeftOff | None:
        key = _key(row)
        if key in self._known:
            return self._known[key]
        last = self._journal.last_ply(row.id)
        if last is None:
            return None
        try:
            position = self._game.parse(last.position)
        except RulesError:
            return None
        return LeftOff(row.id, position.white, position.black, _clock(row))


def _clock(row: GameRow) -> str | None:
    """The state of its clock; None without one, and where nobody can read it."""
    try:
        return row.clock if row.clock and clock_of(row.clock) else None
    except InvalidClock:
        return None


def _key(row: GameRow) -> tuple[int, int, str | None]:
    return row.id, row.plies, row.clock
