"""Knows how the games of one board are kept so that neither a pulled plug nor a damaged disk loses a move."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from firmware_host.disk import why_not
from firmware_host.errors import DiskRefuses, JournalError
from firmware_host.journal_lock import StateLock
from firmware_host.journal_open import make_folder, open_journal
from firmware_host.journal_reader import Reader, unreadable
from firmware_host.journal_rows import (
    ABORTED,
    UNFINISHED,
    Amend,
    Begin,
    Change,
    End,
    Finalise,
    GameRow,
    Head,
    Headings,
    KeepClock,
    Options,
    PlyRow,
    Record,
    Reopen,
    Resume,
    Seal,
    TakeBack,
    result_text,
)
from firmware_host.journal_schema import JOURNAL_NAME, is_damage
from firmware_host.journal_secrets import Secrets
from firmware_host.journal_sql import insert_game, insert_ply, keep_clock, write_headings
from firmware_host.sealing import KEY_NAME
from rules.game import Outcome, Side

Clock = Callable[[], str | None]
"""The time of day in UTC, ISO 8601, or None while the clock is not set."""

_FIRST_CREDIBLE_YEAR = 2025


def utc_clock() -> str | None:
    """The computer's time; None where it lies before this program was written, as on a board without a
    battery that has not heard the network yet.
    """
    now = datetime.now(UTC)
    return now.strftime("%Y-%m-%dT%H:%M:%SZ") if now.year >= _FIRST_CREDIBLE_YEAR else None


class Journal(Reader):
    """The journal of a state folder, open for writing; one process at a time.

    Law: when `apply` returns, its changes are on the disk, all of them; when it raises, none of them is.
    Changes go to the `current` game: the one begun last, or the one that went on when the journal was opened.
    May be used from any thread. `notice`: a sentence about what had to be repaired at opening, or None.
    """

    def __init__(self, state_dir: Path, clock: Clock = utc_clock) -> None:
        """Open the journal in `state_dir`, making the folder if only its last part is missing.

        Raises JournalError with a sentence: folder missing or not writable, in use by another daemon, written
        by a later version. A damaged journal is put aside, rebuilt and told about in `notice`.
        """
        make_folder(state_dir)
        self._clock = clock
        self._busy = RLock()
        self._lock = StateLock(state_dir)
        path = state_dir / JOURNAL_NAME
        try:
            self._write, self.notice = open_journal(path)
        except JournalError:
            self._lock.release()
            raise
        super().__init__(path, self._write)
        file = path.stat()
        self._file = file.st_dev, file.st_ino
        self._secrets = Secrets(state_dir, self._write)
        going_on = self.unfinished()
        self.current = going_on.id if going_on else None
        if going_on and None in self.hidden(going_on.id).values():
            lost = f"{state_dir / KEY_NAME} does not open the secrets of game {going_on.id}"
            lost += ", which goes on without them; what they were can still be claimed."
            self.notice = f"{self.notice} {lost}" if self.notice else lost

    def close(self) -> None:
        """Free the file and the folder; idempotent."""
        with self._busy:
            super().close()
            self._lock.release()

    def _rows(self, sql: str, *values: int | str) -> list[tuple[object, ...]]:
        with self._busy:
            return super()._rows(sql, *values)

    def hidden(self, game_id: int) -> Mapping[Side, str | None]:
        """The fields on which the pieces that the sides of a game hid stood at its start, for the daemon
        alone; None for one whose seal cannot be opened any more."""
        with self._busy:
            return self._secrets.names(game_id, self.secrets(game_id))

    def resume(self, game_id: int) -> GameRow:
        """Make this game the current one; raises JournalError if there is none."""
        row = self.game(game_id)
        self.current = row.id
        return row

    def apply(self, changes: Sequence[Change]) -> int | None:
        """Write these changes as one; returns the id of the current game after them.

        Raises JournalError, nothing changed, for a change that does not fit what the journal holds, and
        DiskRefuses for a disk that does not take it now.
        """
        with self._busy:
            if not changes:
                return self.current
            if self._connection is None:
                raise JournalError(f"The journal {self.path} is closed; open it before writing.")
            current = self.current
            self._see_file()
            try:
                self._write.execute("BEGIN IMMEDIATE")
                for change in changes:
                    current = self._apply(current, change)
                if any(isinstance(change, Begin | End | Reopen | Resume) for change in changes):
                    self._secrets.settle()
                self._write.execute("COMMIT")
            except sqlite3.Error as error:
                raise _not_written(self.path, error) from None
            finally:
                # Not after success, and SQLite has rolled back by itself after some failures.
                if self._write.in_transaction:
                    self._write.execute("ROLLBACK")
            self.current = current
            return current

    def _see_file(self) -> None:
        """Raises DiskRefuses if the file's name is gone: what is written would be lost with the process."""
        try:
            found = self.path.stat()
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self._file:
            raise DiskRefuses(
                f"{self.path} was removed or replaced while the daemon runs; put it back, or restart the "
                "daemon, which then begins with what is there."
            )

    def _apply(self, current: int | None, change: Change) -> int:
        if isinstance(change, Begin):
            return self._begin(change)
        if isinstance(change, Resume):
            return self._resume(change.game_id)
        if current is None:
            raise JournalError(f"There is no game in {self.path} to apply {change} to; begin one first.")
        match change:
            case Record(row):
                self._expect(current, change, row.ply, after=1)
                insert_ply(self._write, current, row)
            case Amend(row):
                if self._expect(current, change, row.ply):
                    raise JournalError(
                        f"Ply {row.ply} of game {current} is final; it cannot become {row.move}."
                    )
                insert_ply(self._write, current, row)
            case TakeBack(ply):
                self._expect(current, change, ply)
                self._write.execute("DELETE FROM plies WHERE game_id = ? AND ply = ?", (current, ply))
            case Finalise(ply):
                found = self._write.execute(
                    "UPDATE plies SET final = 1 WHERE game_id = ? AND ply = ?", (current, ply)
                )
                if found.rowcount != 1:
                    raise JournalError(f"Game {current} has no ply {ply} that could become final.")
            case Head(headings):
                write_headings(self._write, current, headings)
            case KeepClock():
                keep_clock(self._write, current, change)
            case Seal():
                self._secrets.keep(current, change)
            case End(outcome, results):
                self._end(current, self._clock(), result_text(outcome, results), outcome.reason)
            case Reopen():
                self._end(current, None, UNFINISHED, None)
        return current

    def _leave_off(self, now: str | None) -> None:
        """A board plays one game at a time."""
        self._write.execute(
            "UPDATE games SET ended = ?, result = ?, reason = ? WHERE reason IS NULL",
            (now, UNFINISHED, ABORTED),
        )

    def _resume(self, game_id: int) -> int:
        row = self.game(game_id)
        if row.result != UNFINISHED:
            raise JournalError(f"Game {row.id} of {self.path} has ended ({row.result}); it cannot go on.")
        self._leave_off(self._clock())
        self._end(row.id, None, UNFINISHED, None)
        return row.id

    def _begin(self, change: Begin) -> int:
        now = self._clock()
        self._leave_off(now)
        game_id = int(self._write.execute("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()[0])
        insert_game(
            self._write,
            GameRow(
                id=game_id,
                game=change.game,
                options=change.options,
                start=change.start,
                started=now,
                ended=None,
                result=UNFINISHED,
                reason=None,
                white=None,
                black=None,
                plies=0,
            ),
        )
        write_headings(self._write, game_id, change.headings)
        return game_id

    def _expect(self, current: int, change: Change, ply: int, *, after: int = 0) -> bool:
        """Whether the last ply is final; raises JournalError unless `ply` is its number plus `after`."""
        last, final = self._write.execute(
            "SELECT ply, final FROM plies WHERE game_id = ? ORDER BY ply DESC LIMIT 1", (current,)
        ).fetchone() or (0, 0)
        if ply != last + after or ply < 1:
            raise JournalError(
                f"{type(change).__name__} of ply {ply} does not fit: game {current} has {last} plies."
            )
        return bool(final)

    def _end(self, game_id: int, ended: str | None, result: str, reason: str | None) -> None:
        self._write.execute(
            "UPDATE games SET ended = ?, result = ?, reason = ? WHERE id = ?",
            (ended, result, reason, game_id),
        )

    def begin(
        self,
        game: str,
        options: Options,
        start: str,
        headings: Headings = Headings(),  # noqa: B008 - a frozen value
    ) -> int:
        """Begin a game of this name from the position whose full text is `start`; returns its id."""
        self.apply([Begin(game, start, options, headings)])
        return self.current or 0

    def record(self, row: PlyRow) -> None:
        """See Record."""
        self.apply([Record(row)])

    def amend(self, row: PlyRow) -> None:
        """See Amend."""
        self.apply([Amend(row)])

    def take_back(self, ply: int) -> None:
        """See TakeBack."""
        self.apply([TakeBack(ply)])

    def finalise(self, ply: int) -> None:
        """See Finalise."""
        self.apply([Finalise(ply)])

    def end(self, outcome: Outcome, results: tuple[str, str, str]) -> None:
        """See End."""
        self.apply([End(outcome, results)])

    def reopen(self) -> None:
        """See Reopen."""
        self.apply([Reopen()])


def _not_written(path: Path, error: sqlite3.Error) -> JournalError:
    """Damage is for the next start to mend; whatever else the disk says may pass."""
    if is_damage(error):
        return unreadable(path, error)
    return DiskRefuses(f"{path} could not take the move: {why_not(path.parent, error)}.")
