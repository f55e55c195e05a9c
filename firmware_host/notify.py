"""Knows how a service speaks to systemd: the datagrams of sd_notify, and how often its watchdog wants one;
not when the service is well."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

STATUS_BYTES = 400
"""A status is for one line of `systemctl status`; what is longer is cut."""


@dataclass(frozen=True, slots=True)
class Notifier:
    """The way to whoever started this process as a service of `Type=notify`, by sd_notify(3).

    `address`: NOTIFY_SOCKET, a path or `@` and a name in the abstract space; empty where nobody listens, and
    then nothing is sent. `watchdog_s`: after so many seconds without `feed` the process is taken for hung,
    None for never (sd_watchdog_enabled(3)). Nothing blocks and nothing raises: `tell` says whether it was
    sent.
    """

    address: str = ""
    watchdog_s: float | None = None

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ, pid: int | None = None) -> Notifier:
        """As the environment of the process `pid` (this one) says; a watchdog that is meant for another
        process, or is no number, is none."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        for_pid = environment.get("WATCHDOG_PID", "")
        microseconds = environment.get("WATCHDOG_USEC", "")
        if for_pid and for_pid != str(os.getpid() if pid is None else pid):
            microseconds = ""
        timed = microseconds.isdecimal() and int(microseconds) > 0
        return cls(address, int(microseconds) / 1e6 if timed else None)

    def tell(self, **values: str) -> bool:
        """Send these assignments in one datagram, such as `READY="1"`; line feeds become spaces."""
        if not self.address:
            return False
        lines = (f"{name}={' '.join(value.split())}" for name, value in values.items())
        message = "\n".join(lines).encode("utf-8", "replace")
        # An abstract name begins with a zero byte on the wire.
        where = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel,
        ):
            channel.settimeout(0)
            channel.sendto(message, where)
            return True
        return False

    def ready(self) -> bool:
        """The service has started."""
        return self.tell(READY="1")

    def status(self, text: str) -> bool:
        """What the service is doing, in one line for people."""
        return self.tell(STATUS=text.encode()[:STATUS_BYTES].decode("utf-8", "ignore"))

    def feed(self) -> bool:
        """The service is alive."""
        return self.tell(WATCHDOG="1")

    def stopping(self) -> bool:
        """The service is about to end."""
        return self.tell(STOPPING="1")
