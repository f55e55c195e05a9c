"""Knows why a disk takes nothing and what helps, in words; not what should be written."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

_LEAST_BYTES = 65536
"""With less room than this SQLite cannot work, and says so in many ways."""


def why_not(folder: Path, error: OSError | sqlite3.Error) -> str:
    """What hinders writing in `folder` after this error, and the remedy, as the end of a sentence."""
    room = _room(folder)
    if _is(error, (errno.ENOSPC, errno.EDQUOT), sqlite3.SQLITE_FULL) or (
        room is not None and room < _LEAST_BYTES
    ):
        return f"the disk is full; make room for {folder}, as with 'sudo journalctl --vacuum-size=50M'"
    if _is(error, (errno.EROFS,), None) or _only_read(folder):
        return f"the disk of {folder} can only be read; mount it for writing, or set state_dir to another"
    if _is(error, (errno.EACCES, errno.EPERM), sqlite3.SQLITE_READONLY):
        return f"this user may not write in {folder}; make it the owner, or set state_dir to another"
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return f"{reason}; check the rights and the disk, or set state_dir to another folder"


def _is(error: OSError | sqlite3.Error, numbers: tuple[int, ...], code: int | None) -> bool:
    if isinstance(error, OSError):
        return error.errno in numbers
    return code is not None and getattr(error, "sqlite_errorcode", 0) & 0xFF == code


def _room(folder: Path) -> int | None:
    """The bytes that are left for this user, or None if nobody can tell."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return found.f_bavail * found.f_frsize if found.f_blocks else None


def _only_read(folder: Path) -> bool:
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False
