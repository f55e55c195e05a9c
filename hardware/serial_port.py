"""Knows how to open, read and write one serial port with pyserial; nothing about what the bytes mean."""

from __future__ import annotations

import os
import select
import termios
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from hardware.serial_faults import PortFault, lost, not_opened, stalled

if TYPE_CHECKING:
    import serial

WRITE_S: Final = 0.5
"""How long a port may refuse to take bytes."""

_CHUNK: Final = 4096


class Port(Protocol):
    """An open byte stream; all but `wake` are called from one thread. Failures are raised as PortFault."""

    def read(self, timeout: float) -> bytes:
        """What has come, at least one byte unless `timeout` seconds passed or `wake` was called."""

    def write(self, chunk: bytes) -> None:
        """Send all of `chunk`."""

    def wake(self) -> None:
        """Let a `read` that waits return at once; from any thread."""

    def close(self) -> None:
        """Free the port without waiting for what was not sent."""


class SerialPort:
    """A serial port, opened raw, 8N1 and for this process alone."""

    def __init__(self, name: str, device: serial.Serial) -> None:
        self._name = name
        self._device = device
        self._woken, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._readable = select.poll()
        self._readable.register(device.fileno(), select.POLLIN)
        self._readable.register(self._woken, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(device.fileno(), select.POLLOUT)

    @classmethod
    def open(cls, name: str, baudrate: int) -> SerialPort:
        """Open the port; raises PortFault with cause and remedy."""
        try:
            import serial

            device = serial.Serial(name, baudrate, timeout=0, write_timeout=WRITE_S, exclusive=True)
        except (OSError, termios.error, ValueError, ArithmeticError, ImportError) as error:
            raise not_opened(name, baudrate, error) from error
        return cls(name, device)

    def read(self, timeout: float) -> bytes:
        """See Port."""
        try:
            ready = [fd for fd, _ in self._readable.poll(max(0.0, timeout) * 1000)]
            if self._woken in ready:
                os.read(self._woken, _CHUNK)
            # Without a timeout of its own pyserial takes what is there, and raises if the board has gone.
            return self._device.read(_CHUNK) if self._device.fileno() in ready else b""
        except (OSError, termios.error) as error:
            raise lost(self._name, error) from error

    def write(self, chunk: bytes) -> None:
        """See Port."""
        from serial import SerialTimeoutException

        try:
            if not self._writable.poll(WRITE_S * 1000):
                raise stalled(self._name, WRITE_S)
            self._device.write(chunk)
        except PortFault:
            raise
        except SerialTimeoutException as error:
            raise stalled(self._name, WRITE_S) from error
        except (OSError, termios.error) as error:
            raise lost(self._name, error) from error

    def wake(self) -> None:
        """See Port."""
        # When so many wakes wait already that the pipe is full, one more changes nothing.
        with suppress(BlockingIOError):
            os.write(self._waker, b"w")

    def close(self) -> None:
        """See Port."""
        # Closing a real port waits up to 30 s for its output unless that is thrown away. A device that has
        # gone complains about either; its descriptor is freed all the same.
        with suppress(OSError, termios.error):
            self._device.reset_output_buffer()
        with suppress(OSError):
            self._device.close()
        os.close(self._woken)
        os.close(self._waker)


def identity(name: str) -> tuple[int, ...] | None:
    """What tells a device node that appears again from the one before; None if there is none.

    Both the name (often a link) and what it leads to count.
    """
    path = Path(name)
    try:
        link, node = path.lstat(), path.stat()
    except (OSError, ValueError):
        return None
    parts = [(state.st_dev, state.st_ino, state.st_rdev, state.st_ctime_ns) for state in (link, node)]
    return sum(parts, ())
