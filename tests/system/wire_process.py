"""The wizard as a process of its own, and a tidy maker at a simulated board: he sees the strip, reads what
the wizard prints, and puts his piece down; nothing else passes between them."""

import json
import queue
import signal
import subprocess
import sys
import threading
import time

from firmware_host.wire.prompt import LIGHT, POINT

PATIENCE_S = 60.0


class WizardProcess:
    """`zetlicht wire --json`; `now` is the last line that asks something, `ends` what it printed last."""

    def __init__(self, config, *more):
        self.now = {}
        self.lines = []
        self._queue = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firmware_host.cli", "wire", "--json", "--config", str(config), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            try:
                self._queue.put(json.loads(line))
            except ValueError:
                break
        self._queue.put(None)

    def wait(self, seconds, until=lambda line: False):
        """Take in what is printed, until a line is what is waited for; False if the time has passed."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._queue.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                return False
            if line is None:
                return True
            self.lines.append(line)
            if "asks" in line:
                self.now = line
            if until(line):
                return True

    @property
    def over(self):
        return self.process.poll() is not None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self._reader.join()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self):
        """The exit status and what it said on standard error."""
        status = self.process.wait(PATIENCE_S)
        self._reader.join()
        self.wait(0.1)
        return status, self.process.stderr.read()


class RemoteMaker:
    """`press(channels, at)` puts the piece on what closes these channels at a time of the board's clock, none
    for lifting it; `clock()` gives that, `see()` the strip as one colour a pixel. The hands are as quick as
    the board's clock has it, however slow the machine."""

    def __init__(self, board, press, see, clock):
        self.board, self._press, self._see, self._clock = board, press, see, clock
        self._trusted = None
        self.last_seen = None

    def put(self, *steps):
        """Put the piece on these fields (None: in the hand), each so many seconds after now."""
        begin = self._clock() + 0.1
        for after, name in steps:
            closed = set(self.board.stuck) | set(self.board.closes[name] if name else ())
            self._press(closed, begin + after)

    def work(self, wizard, stop_after=None):
        """Answer until the wizard ends, or until it has so many answers."""
        self.put((0, None))
        began = time.monotonic()
        while not wizard.over:
            wizard.wait(0)
            now = wizard.now
            if stop_after is not None and now.get("answers", 0) >= stop_after:
                return
            assert time.monotonic() < began + 15 * PATIENCE_S, now
            if now.get("asks") is None:
                strip = self._see()
                if now.get("answers") and any(any(colour) for colour in strip):
                    self.last_seen = strip
                wizard.wait(0.2)
                continue
            self._answer(wizard, now)

    def _answer(self, wizard, now):
        name = self._place(now)
        if now["asks"] == "rim" or name is None or not self.board.closes[name] - self.board.stuck:
            self._tap(self._trusted or self.board.plan.fields[0])
            self._heard(wizard, now)
            return
        self.put((0, None), (0.3, name))
        if self._heard(wizard, now):
            self._trusted = name
        self.put((0, None))

    def _heard(self, wizard, now):
        """Whether the wizard goes on to another answer."""
        return wizard.wait(5.0, lambda line: line.get("answers", now["answers"]) != now["answers"])

    def _place(self, now):
        """Where the piece goes, None for nowhere."""
        if now["asks"] == "field":
            return now["field"]
        until = time.monotonic() + 5.0
        lit = {}
        while time.monotonic() < until:
            strip = self._see()
            lit = {pixel for pixel, colour in enumerate(strip) if tuple(colour) == LIGHT}
            # The light of the question before may have been the same; blue ones tell them apart.
            blue = any(tuple(colour) == POINT for colour in strip)
            if lit == {now["pixel"]} and blue == (now["asks"] == "pair"):
                break
            time.sleep(0.01)
        assert lit == {now["pixel"]}, now
        board = self.board
        over = None if now["pixel"] in board.dead_pixels else board.over[now["pixel"]]
        if now["asks"] != "pair":
            return over
        blue = [board.over[pixel] for pixel, colour in enumerate(strip) if tuple(colour) == POINT]
        blue = [name for name in blue if name and board.own_channel(name)]
        return blue[0] if over == now["field"] else None

    def _tap(self, name):
        self.put((0, None), (0.3, name), (0.6, None), (0.9, name), (1.2, None))
