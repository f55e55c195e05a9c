"""Knows how to offer a byte stream as a serial port: a pseudo-terminal behind a link; nothing of packets."""

from __future__ import annotations

import errno
import os
import tty
from collections import deque
from pathlib import Path
from typing import Final

from hardware.device import HardwareUnavailable

_CHUNK: Final = 4096


class PtyLink:
    """The board's end of a pty, and a symbolic link to the host's end.

    `present` tells whether a host has the port open, as far as the last `read` showed. Nothing blocks.
    """

    def __init__(self, link: Path) -> None:
        self._link = link
        self.present = False
        self._rest = b""
        self._master, slave = os.openpty()
        try:
            tty.setraw(slave)
            self.port = os.ttyname(slave)
            os.set_blocking(self._master, False)
            _point(link, self.port)
        except BaseException:
            os.close(self._master)
            raise
        finally:
            # Only the host holds its end, so that its closing can be noticed.
            os.close(slave)

    def fileno(self) -> int:
        """The descriptor to wait on; while no host is there it only says that there is none."""
        return self._master

    def read(self) -> bytes:
        """What the host has sent, or nothing; notices its coming and going."""
        try:
            chunk = os.read(self._master, _CHUNK)
        except BlockingIOError:
            self.present = True
            return b""
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            self.present = False
            self._rest = b""
            return b""
        self.present = True
        return chunk

    def write(self, packets: deque[bytes]) -> int:
        """Send packets from the front as far as the pty takes them; the number that left `packets`."""
        sent = 0
        while self._rest or packets:
            if not self._rest:
                self._rest = packets.popleft()
                sent += 1
            try:
                written = os.write(self._master, self._rest)
            except BlockingIOError:
                break
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                self.present = False
                self._rest = b""
                break
            self._rest = self._rest[written:]
        return sent

    @property
    def waiting(self) -> bool:
        """Part of a packet is still to be written."""
        return bool(self._rest)

    def close(self) -> None:
        """Unplug: the host's end fails, and the link goes unless it leads elsewhere by now."""
        os.close(self._master)
        try:
            if str(self._link.readlink()) == self.port:
                self._link.unlink()
        except OSError:
            pass  # someone else has removed or replaced it


def _point(link: Path, target: str) -> None:
    """Let `link` lead to `target`, atomically; raises HardwareUnavailable if something else is there."""
    if os.path.lexists(link) and not link.is_symlink():
        raise HardwareUnavailable(f"{link} exists and is no link: remove it or choose another port.")
    if link.is_symlink() and link.exists():
        raise HardwareUnavailable(
            f"{link} leads to {link.readlink()}, which is in use: end that board, or choose another port."
        )
    beside = link.with_name(f".{link.name}.{os.getpid()}")
    try:
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(link)
    except OSError as error:
        raise HardwareUnavailable(
            f"The port's link {link} cannot be made ({error.strerror}): "
            "choose a folder that exists and is writable."
        ) from error
