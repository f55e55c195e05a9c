"""Knows how to run a simulated board with hands that come over a control socket; nothing about games."""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.board_body import BoardBody
from hardware.board_model import BoardModel, Edge, Press
from hardware.board_requests import (
    Advance,
    Mute,
    Plug,
    Question,
    Quit,
    Raw,
    Request,
    Schedule,
    Speed,
    Subscribe,
    Unplug,
    Wait,
)
from hardware.control_server import Client, ControlServer
from hardware.readings import BoardShape
from hardware.request_reader import InvalidRequest, read_line, read_request


@dataclass
class _Waiting:
    client: Client
    name: object
    until_ms: int
    plugged: bool
    mark: int | None = None
    """The number of packets that have to be gone, once the time has come."""


class SimulatedBoard:
    """A board that exists only as a serial port at `link`.

    Its clock runs `speed` times faster than real time (0: it stands and is advanced by request); silence of
    the host and unplugging are real time. `control` is the path of the Unix socket for hands; the requests
    are in `board_requests`. Port and socket exist from construction until `run` returns. Raises
    HardwareUnavailable if they cannot be made.

    Each request gets one answer, `{"ok": true, "clock": seconds, …}` or `{"error": sentence}`, with the
    request's `id` if it had one. It comes at once and says that the request was taken; that of `wait` comes
    when everything up to its time has left the board for the host (or was dropped because none was there).
    Subscribed pictures come in between, as `{"at": seconds, "lights": [[red, green, blue], …]}`.
    """

    def __init__(
        self,
        link: Path,
        model: BoardModel,
        *,
        control: Path | None = None,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model = model
        self._body = BoardBody(link, model, speed, clock)
        self._waiting: list[_Waiting] = []
        self._stopping = threading.Event()
        try:
            self._server = ControlServer(control) if control else None
        except BaseException:
            self._body.close()
            raise
        self._woken, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._lock = threading.RLock()  # a signal handler may stop while its own thread closes

    def run(self) -> None:
        """Be the board until `stop` or a request to quit; then remove the link and the socket."""
        try:
            ready: list[int] = []
            while not self._stopping.is_set():
                self._hear(ready)
                delay = self._body.live()
                self._publish()
                self._finish_waiting()
                if self._stopping.is_set():
                    break
                ready = self._rest(min([delay, *(self._left(item) for item in self._waiting)]))
        finally:
            if self._server:
                self._server.close()
            self._body.close()
            with self._lock:
                os.close(self._woken)
                os.close(self._waker)
                self._waker = -1

    def stop(self) -> None:
        """Let `run` return; from any thread or signal handler."""
        self._stopping.set()
        with self._lock:
            if self._waker >= 0:
                os.write(self._waker, b"s")

    def _rest(self, seconds: float) -> list[int]:
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        self._body.register(poll)
        if self._server:
            self._server.register(poll)
        return [fd for fd, _ in poll.poll(max(0.0, min(seconds, 3600.0)) * 1000)]

    def _hear(self, ready: list[int]) -> None:
        if not self._server:
            return
        for client, line in self._server.lines(ready):
            name: object = None
            try:
                asked = read_line(line)
                name = asked.get("id")
                request = read_request(asked, self._model.shape)
                if isinstance(request, Wait):
                    self._waiting.append(self._wait(client, name, request))
                    continue
                client.send(self._reply(name, **self._do(request)))
            except InvalidRequest as error:
                client.send(({} if name is None else {"id": name}) | {"error": str(error)})
                continue
            if isinstance(request, Subscribe):
                client.subscribed = True
                client.send({"at": self._body.time.ms / 1000, "lights": _pixels(self._model.lights)})

    def _reply(self, name: object, **more: object) -> dict[str, Any]:
        head = {} if name is None else {"id": name}
        return head | {"ok": True, "clock": self._body.time.ms / 1000} | more

    def _do(self, request: Request) -> dict[str, Any]:
        """Do what is asked; gives what the answer says beyond the clock."""
        match request:
            case Schedule(actions):
                return self._schedule(actions)
            case Question(about):
                return self._tell(about)
            case Unplug(seconds, reset):
                if not self._body.unplug(seconds, reset=reset):
                    raise InvalidRequest("The board is unplugged already: wait until it is plugged.")
            case Plug():
                if not self._body.plug():
                    raise InvalidRequest("The board is plugged in: unplug it first.")
            case Mute(seconds):
                self._body.mute(seconds)
            case Speed(factor):
                self._body.time.run_at(factor)
            case Advance(seconds):
                self._body.time.advance(seconds)
            case Raw(noise):
                self._model.output.append(noise)
            case Quit():
                self._stopping.set()
            case _:
                pass  # a subscription is served after its answer, a wait has its own
        return {}

    def _schedule(self, actions: tuple[Edge | Press, ...]) -> dict[str, Any]:
        now_ms = self._body.time.ms
        for action in actions:
            self._model.schedule(action, now_ms)
        late_ms = max((now_ms - item.at_ms for item in actions if item.at_ms is not None), default=0)
        return {"late": late_ms / 1000} if late_ms > 0 else {}

    def _tell(self, about: str) -> dict[str, Any]:
        model, shape = self._model, self._model.shape
        match about:
            case "lights":
                return {"lights": _pixels(model.lights)}
            case "readings":
                return {"readings": list(model.readings)}
            case "clock":
                return {"speed": self._body.time.speed}
            case _:
                return {
                    "kind": shape.kind.word,
                    "channels": shape.channels,
                    "pixels": shape.pixels,
                    "buttons": shape.buttons,
                    "plugged": self._body.plugged,
                    "dropped": self._body.dropped,
                    "not understood": model.dropped_blocks,
                }

    def _publish(self) -> None:
        while self._model.pictures:
            picture = self._model.pictures.popleft()
            if self._server:
                self._server.publish({"at": picture.at_ms / 1000, "lights": _pixels(picture.pixels)})

    def _wait(self, client: Client, name: object, wait: Wait) -> _Waiting:
        until_ms = wait.until_ms
        if until_ms is None:
            until_ms = max(self._model.last_edge_ms or 0, self._body.time.ms)
        return _Waiting(client, name, until_ms, wait.plugged)

    def _left(self, item: _Waiting) -> float:
        """The real seconds after which `item` has to be looked at, if nothing else happens."""
        done = item.plugged or item.mark is not None
        return float("inf") if done else self._body.time.delay(item.until_ms)

    def _finish_waiting(self) -> None:
        for item in list(self._waiting):
            if self._finished(item):
                self._waiting.remove(item)
                item.client.send(self._reply(item.name, dropped=self._body.dropped))

    def _finished(self, item: _Waiting) -> bool:
        body = self._body
        if item.plugged:
            return body.plugged
        if item.mark is None and body.time.ms >= item.until_ms < self._model.next_ms:
            item.mark = body.gone + len(self._model.output)
        return item.mark is not None and body.flushed >= item.mark


def run_board(
    link: Path,
    shape: BoardShape,
    *,
    control: Path | None = None,
    speed: float = 1.0,
    readings: bytes | None = None,
    first_ms: int = 0,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Be a simulated board at `link` until a request to quit, SIGINT or SIGTERM; then clean up and return.

    `readings`: what the channels read at first, one a byte; nothing if left out. `first_ms`: what the board's
    clock shows at its start. `ready` is called with a sentence once the port is there. Raises
    HardwareUnavailable if port or socket cannot be made, ValueError if the readings do not fit.
    """
    model = BoardModel(shape, readings=readings, first_ms=first_ms)
    board = SimulatedBoard(link, model, control=control, speed=speed)
    with _signals(board.stop):
        if ready is not None:
            hands = f", hands at {control}" if control else ""
            ready(f"A simulated board with {shape.channels} {shape.kind.word} channels is on {link}{hands}.")
        board.run()


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let SIGINT and SIGTERM call `stop` meanwhile; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, lambda *_: stop()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _pixels(picture: bytes) -> list[list[int]]:
    return [list(picture[at : at + 3]) for at in range(0, len(picture), 3)]
