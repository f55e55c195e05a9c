"""Knows why a serial port cannot be used: turns an operating system's error into cause and remedy."""

from __future__ import annotations

import errno
import getpass
import grp
import os
from pathlib import Path
from typing import Final

from hardware.device import HardwareUnavailable

BY_ID: Final = Path("/dev/serial/by-id")


class PortFault(HardwareUnavailable):
    """A port that cannot be opened or has failed. `reason` is equal for equal causes, whatever the text."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def number_of(error: BaseException) -> int | None:
    """The errno of `error` or of what it came from; pyserial and termios keep it in different places."""
    seen: BaseException | None = error
    while seen is not None:
        number = getattr(seen, "errno", None) or (seen.args[0] if seen.args else None)
        if isinstance(number, int):
            return number
        seen = seen.__cause__ or seen.__context__
    return None


def not_opened(port: str, baudrate: int, error: BaseException) -> PortFault:
    """Why `port` could not be opened."""
    number = number_of(error)
    match number:
        case errno.ENOENT | errno.ENOTDIR:
            return _absent(port)
        case errno.EACCES:
            return PortFault("rights", f"There is no right to open {port}: {_group_remedy(port)}.")
        case errno.EPERM:
            return PortFault(
                "policy",
                (
                    f"The system does not let this service open {port}: its device policy was fixed before "
                    "the port's driver was loaded; load the driver at boot and restart the service."
                ),
            )
        case errno.EAGAIN | errno.EBUSY:
            return PortFault(
                "busy",
                (f"{port} is in use by {holder(port) or 'another program'}: stop that program."),
            )
        case errno.ENOTTY | errno.EISDIR:
            return PortFault("no tty", f"{port} is not a serial port: {_choice()}.")
        case errno.ENODEV | errno.ENXIO | errno.EIO:
            return PortFault(
                "gone",
                (f"{port} exists, but there is no board behind it: unplug the board and plug it in again."),
            )
        case _:
            return _refused(port, baudrate, error, number)


def _refused(port: str, baudrate: int, error: BaseException, number: int | None) -> PortFault:
    if number is None and (isinstance(error, ArithmeticError) or "baud" in str(error)):
        sentence = f"{port} cannot work at {baudrate} baud: use a rate that the port and the firmware know."
        return PortFault("baud", sentence)
    if isinstance(error, ImportError):
        sentence = f"{port} cannot be opened because pyserial is not installed: install it with pip."
        return PortFault("no pyserial", sentence)
    sentence = f"{port} could not be opened ({_words(error, number)}): check the port and its cable."
    return PortFault(f"other {number}", sentence)


def lost(port: str, error: BaseException) -> PortFault:
    """Why `port`, which had been open, failed while reading or writing."""
    number = number_of(error)
    if number in (None, errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.EBADF, errno.EPIPE):
        return PortFault(
            "gone",
            (
                f"The board on {port} is gone: it was unplugged or switched off, or another program reads "
                "the same port; plug it in again."
            ),
        )
    return PortFault(
        f"other {number}",
        (f"The connection to the board on {port} broke ({_words(error, number)}): check its cable."),
    )


def stalled(port: str, waited_s: float) -> PortFault:
    """`port` takes no bytes."""
    return PortFault(
        "stalled",
        (f"The board on {port} has taken no bytes for {waited_s:g} s: its firmware hangs; reset the board."),
    )


def holder(port: str) -> str | None:
    """Who has `port` open, as far as this user may see: `process 123 (minicom)`."""
    real = os.path.realpath(port)
    for fd in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(fd.readlink()) == real:
                pid = fd.parts[2]
                return f"process {pid} ({Path('/proc', pid, 'comm').read_text().strip()})"
        except OSError:
            continue  # it ended meanwhile, or belongs to someone else
    return None


def _absent(port: str) -> PortFault:
    return PortFault(
        "gone",
        (
            f"There is no serial port {port}: the board is not plugged in or its port has another name; "
            f"{_choice()}."
        ),
    )


def _choice() -> str:
    try:
        names = sorted(str(path) for path in BY_ID.iterdir())
    except OSError:
        names = []
    if not names:
        return "no board is plugged in by USB at the moment"
    return "choose " + " or ".join(names[:4])


def _group_remedy(port: str) -> str:
    try:
        group = grp.getgrgid(Path(port).stat().st_gid).gr_name
        user = getpass.getuser()
    except (OSError, KeyError):
        return "give its user the rights to the device"
    if group == "root":
        return f"the port belongs to root alone; give it to the group dialout and put {user} in that group"
    return f"run 'sudo usermod -aG {group} {user}' and log in again (or restart the service)"


def _words(error: BaseException, number: int | None) -> str:
    return os.strerror(number) if number else str(error)
