"""Knows how one daemon keeps a state folder to itself; nothing about what lies in it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from firmware_host.disk import why_not
from firmware_host.errors import JournalError

LOCK_NAME = "journal.lock"


class StateLock:
    """The exclusive right to a state folder, from construction to `release` (or the end of the process).

    The kernel holds it, so a daemon that was killed leaves nothing to clean up.
    """

    def __init__(self, state_dir: Path) -> None:
        """Raises JournalError if another process has the folder, or the folder cannot be written."""
        path = state_dir / LOCK_NAME
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise cannot_write(state_dir, error) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = _owner(self._file)
            self.release()
            raise JournalError(
                f"{state_dir} is in use by another zetlicht{owner}; stop that one, or give this board a "
                "state_dir of its own."
            ) from None
        except OSError as error:
            self.release()
            raise JournalError(
                f"{state_dir} cannot be locked ({error.strerror}); choose a state_dir on a local disk."
            ) from None
        self._note_owner(state_dir)

    def _note_owner(self, state_dir: Path) -> None:
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release()
            raise cannot_write(state_dir, error) from None

    def release(self) -> None:
        """Give the folder up; idempotent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def cannot_write(state_dir: Path, error: OSError) -> JournalError:
    """The sentence for a state folder that takes no files."""
    return JournalError(f"The state folder {state_dir} cannot be written: {why_not(state_dir, error)}.")


def _owner(file: int) -> str:
    """` (process 123)` if the lock's file says so."""
    try:
        text = os.pread(file, 20, 0).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return f" (process {text})" if text.isdigit() else ""
