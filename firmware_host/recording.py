"""Knows how the daemon writes down what the sensors say, as a trace; not what it means."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TextIO

from firmware_host.errors import HostError
from firmware_host.seen import Seen
from firmware_host.trace import Header, button_line, change_line, header_line
from rules.board import Board


class RecordingError(HostError, OSError):
    """A recording that cannot be written."""


class Recording:
    """A trace being written: only changes, times from 0. Mutable; `close` it.

    Law: of frames seen with `secret` nothing is written unless a frame without it follows before the board
    shows the same fields occupied again: a piece lifted and put back in the secret phase was never there,
    nor was it turned over; one that was set elsewhere made a move, which is no secret.
    """

    def __init__(self, path: Path, header: Header, board: Board, absent: int) -> None:
        self._board = board
        self._absent = absent
        self._written: Seen | None = None
        self._seen: Seen | None = None
        self._held: list[tuple[bool, str]] = []
        self._veiled = 0
        self._begun: float | None = None
        self._at = 0.0
        self._path = path
        try:
            self._file: TextIO = path.open("w", encoding="utf-8")
        except OSError as error:
            raise RecordingError(f"The recording {path} cannot be written: {error.strerror}.") from error
        self._write(header_line(header))

    def see(self, at: float, seen: Seen, *, secret: bool = False) -> None:
        """A raw view of the board; `secret`: secrets are being chosen while it is seen."""
        t = self._time(at)
        if secret and self._written is not None:
            if not _moved(self._written, seen):
                self._forget(seen)
                return
        else:
            self._release(frames=True)
        seen = self._veil(seen)
        line = change_line(self._board, t, self._seen, seen, self._absent)
        self._seen = seen
        if line is not None and secret and self._written is not None:
            self._held.append((True, line))
        elif line is not None:
            self._write(line)
        if not self._held:
            self._written = seen

    def press(self, at: float, button: str, held_s: float | None = None) -> None:
        """A button."""
        line = button_line(self._time(at), button, held_s)
        if self._held:
            self._held.append((False, line))
        else:
            self._write(line)

    def close(self) -> None:
        """Note when the recording ends, and close it; more calls do nothing."""
        if not self._file.closed:
            self._release(frames=False)
            self._write(f'{{"t": {round(self._at, 4)}}}')
            self._file.close()

    def _forget(self, seen: Seen) -> None:
        """The board is as it was written last, but for the poles of pieces that were put back turned over."""
        last = self._written or seen
        self._release(frames=False)
        self._seen = last
        self._veiled |= (last.white ^ seen.white) | (last.black ^ seen.black)

    def _release(self, *, frames: bool) -> None:
        """Write what was held back: the buttons, and the frames if they are no secret."""
        for is_frame, line in self._held:
            if frames or not is_frame:
                self._write(line)
        if frames and self._held:
            self._written = self._seen
        self._held.clear()

    def _veil(self, seen: Seen) -> Seen:
        """The view with the poles that pieces turned over in secret showed before, until they are moved."""
        last = self._written
        if last is None or not self._veiled:
            return seen
        self._veiled &= seen.occupied
        keep, hide = ~self._veiled, self._veiled
        return replace(
            seen,
            white=seen.white & keep | last.white & hide,
            black=seen.black & keep | last.black & hide,
        )

    def _time(self, at: float) -> float:
        if self._begun is None:
            self._begun = at
        self._at = max(self._at, at - self._begun)
        return self._at

    def _write(self, line: str) -> None:
        try:
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:
            raise RecordingError(
                f"The recording {self._path} cannot be written: {error.strerror}."
            ) from error


def _moved(before: Seen, seen: Seen) -> int:
    """The fields whose occupancy differs, as far as it is known."""
    return (before.occupied ^ seen.occupied) & ~(before.unknown | seen.unknown)
