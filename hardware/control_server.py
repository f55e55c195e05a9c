"""Knows lines of JSON over a Unix socket with several clients, without ever blocking; nothing of boards."""

from __future__ import annotations

import json
import os
import select
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hardware.device import HardwareUnavailable

LONGEST_LINE: Final = 1_000_000
MOST_UNREAD: Final = 4_000_000
"""A client that leaves so many bytes unread is cut off."""

_CHUNK: Final = 65536


class Client:
    """One connection: what it has sent so far, and what it has not read yet."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.subscribed = False
        self.gone = False
        self._incoming = b""
        self._outgoing = bytearray()

    @property
    def events(self) -> int:
        """What to wait for."""
        return select.POLLIN | (select.POLLOUT if self._outgoing else 0)

    def lines(self) -> list[bytes]:
        """The complete lines that have come; a line that is too long ends the connection."""
        try:
            chunk = self.connection.recv(_CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            chunk = b""
        if not chunk:
            self.gone = True
            return []
        *complete, self._incoming = (self._incoming + chunk).split(b"\n")
        if len(self._incoming) > LONGEST_LINE:
            self.send({"error": f"A line may have {LONGEST_LINE} bytes, this one has more: goodbye."})
            self.gone = True
        return [line for line in complete if line.strip()]

    def send(self, answer: dict[str, Any]) -> None:
        """Send one line; a client that reads too slowly is given up."""
        self._outgoing += json.dumps(answer).encode() + b"\n"
        self.flush()
        if len(self._outgoing) > MOST_UNREAD:
            self.gone = True

    def flush(self) -> None:
        """Send as much as the socket takes."""
        try:
            while self._outgoing:
                sent = self.connection.send(self._outgoing)
                del self._outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:
            self.gone = True


class ControlServer:
    """Listens at a path; the owner polls its descriptors and takes the lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._listening = _listen(path)
        self.clients: dict[int, Client] = {}

    def register(self, poll: select.poll) -> None:
        """Let `poll` wait for everything that concerns this server."""
        poll.register(self._listening.fileno(), select.POLLIN)
        for fd, client in self.clients.items():
            poll.register(fd, client.events)

    def lines(self, ready: list[int]) -> Iterator[tuple[Client, bytes]]:
        """What the clients have said, given the descriptors that are ready; new clients are let in."""
        if self._listening.fileno() in ready:
            self._accept()
        for fd in ready:
            client = self.clients.get(fd)
            if client is not None:
                client.flush()
                for line in client.lines():
                    yield client, line
        for fd, client in list(self.clients.items()):
            if client.gone:
                del self.clients[fd]
                client.connection.close()

    def publish(self, news: dict[str, Any]) -> None:
        """Send a line to everyone who has subscribed."""
        for client in self.clients.values():
            if client.subscribed:
                client.send(news)

    def close(self) -> None:
        """End all connections and remove the socket."""
        for client in self.clients.values():
            client.flush()
            client.connection.close()
        self.clients.clear()
        self._listening.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except OSError:
            return  # it has gone again already
        connection.settimeout(0)
        self.clients[connection.fileno()] = Client(connection)


def _listen(path: Path) -> socket.socket:
    _clear(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listening.bind(os.fspath(path))
        listening.listen()
        listening.settimeout(0)
    except (OSError, ValueError) as error:
        listening.close()
        raise HardwareUnavailable(
            f"The control socket {path} cannot be made ({error}): choose a short path in a writable folder."
        ) from error
    return listening


def _clear(path: Path) -> None:
    """Remove a socket that nobody serves any more; raises HardwareUnavailable for anything else there."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return  # nothing there, or the attempt to listen will say what is wrong
    if not stat.S_ISSOCK(mode):
        raise HardwareUnavailable(f"{path} exists and is no socket: remove it or choose another path.")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        try:
            knock.connect(os.fspath(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise HardwareUnavailable(f"Another simulated board listens at {path}: stop it or choose another path.")
