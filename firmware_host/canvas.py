"""Knows how a picture in lines is painted over the one before it in a terminal; nothing of what it shows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

_HOME, _CLEAR, _CLEAR_LINE, _CLEAR_REST = "\x1b[H", "\x1b[2J", "\x1b[K", "\x1b[J"


class Canvas:
    """The terminal on standard output. Lines that do not fit its height are left out."""

    def __init__(self) -> None:
        self._last: list[str] | None = None

    def paint(self, lines: Sequence[str]) -> None:
        """Show these lines, and nothing else; the same as last costs nothing."""
        new = list(lines)[: max(1, shutil.get_terminal_size().lines - 1)]
        if new == self._last:
            return
        start = _HOME if self._last is not None else _CLEAR + _HOME
        self._last = new
        sys.stdout.write(start + "".join(f"{line}{_CLEAR_LINE}\n" for line in new) + _CLEAR_REST)
        sys.stdout.flush()


def wrapped(text: str) -> list[str]:
    """The text in lines that fit the terminal."""
    width = max(20, shutil.get_terminal_size().columns - 4)
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(f"  {line}")
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, f"  {line}"]
