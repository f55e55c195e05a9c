"""A Raspberry Pi Pico that runs the firmware's own file under MicroPython in node, behind a pty."""

import itertools
import json
import os
import queue
import select
import shutil
import socket
import subprocess
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path

import pytest

from hardware.firmware_file import firmware
from hardware.pty_link import PtyLink

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).parent / "emulators" / "pico" / "run.mjs"
PACKAGE = "@micropython/micropython-webassembly-pyscript"
MICROPYTHON = ROOT / ".node" / "node_modules" / PACKAGE / "micropython.mjs"
ANSWER_S = 30.0
RISE_US = 60
"""A column of 500 pF at the Pico's own pull-up, after a row has let go."""


def need_micropython():
    """Skip this test where node or MicroPython is missing, and say so; where CI is set it fails instead."""
    lacks = []
    if shutil.which("node") is None:
        lacks.append("the program node")
    if not MICROPYTHON.exists():
        lacks.append(f"MicroPython: npm install --prefix .node {PACKAGE}@1.27.0")
    if not lacks:
        return
    reason = f"this test needs {', '.join(lacks)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def run_micropython(program, files=None):
    """Run a program on an emulated Pico with nothing on its pins; how it ended, with its error if any."""
    ours, theirs = socket.socketpair()
    line, far = socket.socketpair()
    with ours, theirs, line, far:
        process = _node(far, theirs, program=program, files=files or {}, board=bare(), speed=1000.0)
        theirs.close()
        try:
            return _ending(ours.makefile("rb"))
        finally:
            process.kill()
            process.wait()


def _ending(told):
    for line in told:
        news = json.loads(line)
        if "ended" in news:
            return news
    raise AssertionError("the program did not end")


def bare(switches=(), **more):
    """A board with these switches: a pair (row pin, column pin), or one pin to ground, for each channel."""
    return {"switches": [list(each) for each in switches], "diodes": True, "rise_us": RISE_US, **more}


def _node(line, hands, **setup):
    for end in (line, hands):
        end.setblocking(False)
    ends = {"line": line.fileno(), "hands": hands.fileno()}
    text = json.dumps({"micropython": str(MICROPYTHON), **ends, **setup})
    return subprocess.Popen(
        ["node", str(PROGRAM), text], stdin=subprocess.DEVNULL, pass_fds=tuple(ends.values())
    )


class EmulatedPico:
    """A Pico with its firmware, plugged in at `link`. `board` is what is soldered to it (see `bare`).

    Times are seconds of the Pico's clock, which runs at most `speed` times faster than real time. `pictures`
    are all pictures that its LEDs took: (seconds, bytes as the strip takes them).
    """

    def __init__(self, link, config, board, *, speed=1.0, first_ms=0, program=None):
        self.link, self.config, self.board = link, config, board
        self.speed, self.first_ms = speed, first_ms
        self.program = firmware() if program is None else program
        self.readings = {}
        self.pictures = []
        self.ended = None
        self.stalled = False
        """The host has the port open and takes nothing."""
        self._asked = itertools.count(1)
        self._answers = {}
        self._stop = None
        self.plugged = False
        self.plug()

    def plug(self, *, bitten=False):
        """Power on; `bitten`: by a reset of the watchdog."""
        files = {} if self.config is None else {"board_config.json": self.config}
        if isinstance(files.get("board_config.json"), dict):
            files["board_config.json"] = json.dumps(self.config)
        main = self.link.with_name("main.py")
        main.write_text(self.program)
        self._line, far_line = socket.socketpair()
        for end in (self._line, far_line):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # the kernel makes that some 4 KB
        self._hands, far_hands = socket.socketpair()
        now = [self.readings.get(channel, 0) for channel in range(max(self.readings, default=-1) + 1)]
        self.process = _node(
            far_line,
            far_hands,
            main=str(main),
            files=files,
            board={**self.board, "now": now},
            speed=self.speed,
            first_ms=self.first_ms,
            bitten=bitten,
        )
        far_line.close()
        far_hands.close()
        self.ended = None
        self._answers = {}
        self._line.setblocking(False)
        self._stop = threading.Event()
        self._send_lock = threading.Lock()
        self._awake = threading.Event()
        self._ear = threading.Thread(target=self._listen, args=(self._hands,), daemon=True)
        self._ear.start()
        assert self._awake.wait(ANSWER_S), f"the Pico did not start: {self.ended}"
        # As on a real one, the port comes once MicroPython runs.
        port = PtyLink(self.link)
        self._relay = threading.Thread(target=self._run, args=(port, self._line, self._stop), daemon=True)
        self._relay.start()
        self.plugged = True

    def unplug(self):
        """Power off: the port goes, the pieces stay."""
        if not self.plugged:
            return
        self.plugged = False
        self._stop.set()
        self._relay.join(5)
        self.process.kill()
        self.process.wait()
        self._ear.join(5)
        self._line.close()
        self._hands.close()

    def close(self):
        """The end."""
        self.unplug()

    def ask(self, **what):
        """Send a request and give its answer."""
        number = next(self._asked)
        self._answers[number] = queue.Queue()
        self._say({"id": number, **what})
        timeout = what.pop("timeout", ANSWER_S)
        try:
            return self._answers[number].get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"the Pico does not answer; it ended: {self.ended}") from None

    def set(self, channels, at=None):
        """Let these channels change; `at` seconds, or now."""
        self.readings.update(channels)
        when = None if at is None else 1000 * at
        if self.plugged:
            self.ask(schedule=[(when, "field", channel, value) for channel, value in channels.items()])

    def press(self, pin, pressed, at=None):
        """Let a button at this pin go down or up."""
        self.ask(schedule=[(None if at is None else 1000 * at, "pin", pin, int(pressed))])

    def schedule(self, edges):
        """Let these (seconds, {channel: value}) happen."""
        for _, channels in edges:
            self.readings.update(channels)
        self.ask(
            schedule=[
                (1000 * at, "field", channel, value) for at, new in edges for channel, value in new.items()
            ]
        )

    def wait(self, until=None, timeout=600.0):
        """Wait until the Pico's clock shows this, or all that is scheduled has happened; gives the clock."""
        return self.ask(wait=None if until is None else 1000 * until, timeout=timeout)["clock"] / 1000

    def clock(self):
        return self.ask()["clock"] / 1000

    def lights(self):
        """What the LEDs have taken last."""
        return bytes.fromhex(self.ask()["lights"])

    def faults(self):
        """What no board would forgive: rows against each other, pulses that are none, pictures torn."""
        return self.ask()["faults"]

    def _say(self, what):
        with self._send_lock:
            self._hands.sendall(json.dumps(what).encode() + b"\n")

    def _listen(self, hands):
        rest = b""
        while True:
            try:
                chunk = hands.recv(65536)
            except OSError:
                return
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                news = json.loads(line)
                if "ready" in news:
                    self._awake.set()
                elif "ended" in news:
                    self.ended = news
                elif "id" in news:
                    self._answers[news["id"]].put(news)
                else:
                    self.pictures.append((news["at"] / 1000, bytes.fromhex(news["lights"])))

    def _run(self, port, line, stop):
        """Carry bytes between the pty and the Pico's USB."""
        present, to_host = False, deque()
        while not stop.is_set():
            poll = select.poll()
            deaf = self.stalled or port.waiting
            if not deaf:
                poll.register(line.fileno(), select.POLLIN)
            if port.present:
                poll.register(
                    port.fileno(), select.POLLIN | (select.POLLOUT if to_host or port.waiting else 0)
                )
            poll.poll(20 if port.present else 5)
            chunk = port.read()
            if port.present != present:
                present = port.present
                self._tell_host(present)
            while chunk:
                line.setblocking(True)
                line.sendall(chunk)
                line.setblocking(False)
                chunk = port.read()
            try:
                chunk = b"" if deaf else line.recv(65536)
                if not chunk and not deaf:
                    break
                if present and chunk:
                    to_host.append(chunk)
            except BlockingIOError:
                pass
            except OSError:
                break
            port.write(to_host)
        port.close()

    def _tell_host(self, present):
        with suppress(OSError):
            self._say({"host": present})
