"""Knows how a strip is drawn in a terminal, for boards whose LEDs are still to be soldered; no fields."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import Final

from hardware.device import HardwareUnavailable
from hardware.led_strip import LedStrip

GAMMA: Final = 2.2
"""LEDs are linear in light, a screen is not: without this bend dim light would look black."""

_SAVE, _RESTORE, _HOME, _PLAIN = "\x1b7", "\x1b8", "\x1b[H", "\x1b[0m"
_CLEAR_REST = "\x1b[K"


class TerminalStrip(LedStrip):
    """A LedSink that draws its pixels at the top of the terminal `path` (`/dev/tty`: the one it was started
    in; another one's name is told there by `tty`), `columns` in a row; text scrolls below."""

    def __init__(
        self,
        path: str,
        pixels: int,
        *,
        columns: int = 10,
        gamma: float = GAMMA,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        name = f"The pixels on {path}"
        super().__init__(
            name, pixels, lambda: _Screen(path, pixels, columns, gamma), soft_start_s=0.0, clock=clock
        )


class _Screen:
    def __init__(self, path: str, pixels: int, columns: int, gamma: float) -> None:
        self._path = path
        self._columns = columns
        self._bend = bytes(round(255 * (level / 255) ** (1 / gamma)) for level in range(256))
        try:
            self._terminal = os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError as error:
            raise HardwareUnavailable(
                f"{path} cannot be drawn on ({error.strerror}): start from a terminal, or name one under "
                "[leds] as its own 'tty' command tells."
            ) from error
        rows = -(-pixels // columns)
        if not os.isatty(self._terminal):
            os.close(self._terminal)
            raise HardwareUnavailable(f"{path} is no terminal: name one as its own 'tty' command tells.")
        try:
            self._send(f"{_SAVE}\x1b[{rows + 1};r{_RESTORE}")
        except HardwareUnavailable:
            os.close(self._terminal)
            raise

    def write(self, picture: bytes) -> None:
        """See Chain."""
        self._send(drawn(picture.translate(self._bend), self._columns))

    def close(self) -> None:
        """See Chain; all of the terminal scrolls again."""
        with contextlib.suppress(HardwareUnavailable):  # it may be gone, and its rows with it
            self._send(f"{_SAVE}\x1b[r{_RESTORE}")
        os.close(self._terminal)

    def _send(self, text: str) -> None:
        rest = text.encode("ascii")
        try:
            while rest:
                rest = rest[os.write(self._terminal, rest) :]
        except OSError as error:
            raise HardwareUnavailable(
                f"{self._path} takes no more pictures ({error.strerror}): its window was closed."
            ) from error


def drawn(picture: bytes, columns: int) -> str:
    """The pixels as rows of two coloured blanks each, at the top left; the cursor stays where it was."""
    cells = [
        f"\x1b[48;2;{picture[at]};{picture[at + 1]};{picture[at + 2]}m  " for at in range(0, len(picture), 3)
    ]
    rows = ["".join(cells[at : at + columns]) + _PLAIN + _CLEAR_REST for at in range(0, len(cells), columns)]
    return _SAVE + _HOME + "\r\n".join(rows) + _RESTORE
