"""Knows how hands speak to a simulated board over its control socket; nothing about pty or games."""

from __future__ import annotations

import json
import os
import socket
import time
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hardware.board_model import Edge, Picture, Press
from hardware.device import HardwareError, HardwareUnavailable


class RequestRefused(HardwareError, ValueError):
    """The simulated board has refused a request; the message is its sentence."""


class BoardControl:
    """One pair of hands, and eyes for the lights. Every call waits for its answer, at most `timeout` seconds.

    Times are seconds on the board's clock since its start; `at` left out means now. Raises RequestRefused
    for what the board refuses, HardwareUnavailable if it is not there or does not answer.
    """

    def __init__(self, path: Path, *, timeout: float = 10.0) -> None:
        self._path = path
        self._timeout = timeout
        self._asked = 0
        self._incoming = b""
        self._pictures: deque[Picture] = deque()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(os.fspath(path))
        except OSError as error:
            self._socket.close()
            raise HardwareUnavailable(
                f"No simulated board is controlled at {path} ({error.strerror}): start one with that path."
            ) from error

    def request(self, **wanted: object) -> dict[str, Any]:
        """Send any request and give its answer."""
        self._asked += 1
        line = json.dumps({"id": self._asked, **wanted}).encode() + b"\n"
        until = time.monotonic() + self._timeout
        try:
            self._socket.settimeout(self._timeout)
            self._socket.sendall(line)
        except TimeoutError as error:
            raise self._silent() from error
        except OSError as error:
            raise self._ended() from error
        while True:
            answer = self._next_line(until)
            if answer is None:
                raise self._silent()
            if "ok" not in answer and "lights" in answer:
                self._pictures.append(_picture(answer))
            elif "error" in answer and answer.get("id") in (None, self._asked):
                raise RequestRefused(answer["error"])
            elif answer.get("id") == self._asked:
                return answer

    def set(self, channels: Mapping[int, int], at: float | None = None) -> None:
        """Let these channels change to these readings."""
        self.request(channels={str(channel): reading for channel, reading in channels.items()}, at=at)

    def press(self, button: int, *, pressed: bool, at: float | None = None) -> None:
        """Press or release a button."""
        self.request(button=button, pressed=pressed, at=at)

    def schedule(self, actions: Iterable[Edge | Press]) -> None:
        """Let all of these happen, each at its time; or none of them if one is refused."""
        self.request(schedule=[_item(action) for action in actions])

    def wait(self, until: float | None = None) -> float:
        """Wait until everything up to `until`, or everything scheduled so far, was sent; gives the clock."""
        return float(self.request(wait="sent" if until is None else until)["clock"])

    def wait_plugged(self) -> None:
        """Wait until the board is plugged in again."""
        self.request(wait="plugged")

    def clock(self) -> float:
        """What the board's clock shows, counted from its start."""
        return float(self.request(ask="clock")["clock"])

    def lights(self) -> bytes:
        """What the strip shows, 3 bytes (red, green, blue) a pixel."""
        return _flat(self.request(ask="lights")["lights"])

    def readings(self) -> bytes:
        """What the channels read, one a byte."""
        return bytes(self.request(ask="readings")["readings"])

    def subscribe(self) -> None:
        """Let `next_picture` give the present picture and then every new one."""
        self.request(subscribe="lights")

    def next_picture(self, timeout: float) -> Picture | None:
        """The next picture after `subscribe`, or None if none comes within `timeout` seconds."""
        until = time.monotonic() + timeout
        while not self._pictures:
            line = self._next_line(until)
            if line is None:
                return None
            if "lights" in line:
                self._pictures.append(_picture(line))
        return self._pictures.popleft()

    def unplug(self, seconds: float, *, reset: bool = False) -> None:
        """Unplug the board for so many real seconds; with `reset` it loses power."""
        self.request(unplug=seconds, reset=reset)

    def plug(self) -> None:
        """Plug the board in again before its time."""
        self.request(plug=True)

    def mute(self, seconds: float) -> None:
        """Let the board neither speak nor listen for so many real seconds."""
        self.request(mute=seconds)

    def advance(self, seconds: float) -> None:
        """Put the board's clock forward."""
        self.request(advance=seconds)

    def quit(self) -> None:
        """End the simulated board."""
        self.request(quit=True)

    def close(self) -> None:
        """End the conversation; the board goes on."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _next_line(self, until: float) -> dict[str, Any] | None:
        """The next line from the board, or None if none is there at `until`."""
        while b"\n" not in self._incoming:
            self._socket.settimeout(max(0.001, until - time.monotonic()))
            try:
                chunk = self._socket.recv(65536)
            except TimeoutError:
                return None
            except OSError as error:
                raise self._ended() from error
            if not chunk:
                raise self._ended()
            self._incoming += chunk
        line, self._incoming = self._incoming.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _ended(self) -> HardwareUnavailable:
        return HardwareUnavailable(f"The simulated board at {self._path} has ended: start it again.")

    def _silent(self) -> HardwareUnavailable:
        return HardwareUnavailable(
            f"The simulated board at {self._path} has not answered for {self._timeout:g} s: "
            "see whether it still runs."
        )


def _item(action: Edge | Press) -> dict[str, object]:
    at = None if action.at_ms is None else action.at_ms / 1000
    match action:
        case Edge(channels=channels):
            return {"channels": {str(channel): reading for channel, reading in channels.items()}, "at": at}
        case Press(button=button, pressed=pressed):
            return {"button": button, "pressed": pressed, "at": at}


def _flat(pixels: Iterable[Iterable[int]]) -> bytes:
    return bytes(value for pixel in pixels for value in pixel)


def _picture(line: Mapping[str, Any]) -> Picture:
    return Picture(round(1000 * line["at"]), _flat(line["lights"]))
