"""Terminals in which the transcripts of a page are typed, and what they print compared, line by line.

A block begins with the name of its terminal: `# first terminal`. Its lines: `$ …` a command, `> …` a line
typed to the program that runs, `^C` the key that ends it; all else is printed. In it `…` stands for anything,
as a line of its own for any lines.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 40.0
STAMP = re.compile(r"^ *\d+\.\d+  ")
"""The time before each thing that `zetlicht run` tells: never twice the same."""


class Terminal:
    """A shell in `folder`, whose commands are found in `programs` first."""

    def __init__(self, folder: Path, programs: Path) -> None:
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        self._shell = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env={**os.environ, "PATH": path, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._loose = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._shell.stdout is not None
        for line in self._shell.stdout:
            self._lines.put(line.rstrip("\n"))

    def block(self, lines: list[str], started: Callable[[str], None]) -> None:
        """Type and compare the lines of one block; `started` is called after each command."""
        for line in lines:
            if line.startswith("$ "):
                self.type(line[2:])
                started(line[2:])
            elif line.startswith("> "):
                self.type(line[2:])
            elif line == "^C":
                self.interrupt()
            elif line == "…":
                self._loose = True
            elif line:
                self.expect(line)

    def type(self, line: str) -> None:
        assert self._shell.stdin is not None
        self._shell.stdin.write(f"{line}\n")
        self._shell.stdin.flush()

    def interrupt(self) -> None:
        """End the program that runs, as Ctrl-C does, and forget what it still says."""
        for child in self._children():
            os.kill(child, signal.SIGINT)
        until = time.monotonic() + PATIENCE_S
        while self._children():
            assert time.monotonic() < until, "a program does not end"
            time.sleep(0.02)
        time.sleep(0.1)
        while not self._lines.empty():
            self._lines.get()
        self._loose = False

    def expect(self, line: str) -> None:
        """The next line that is printed is this one; after `…`, one of the next."""
        seen: list[str] = []
        wanted = re.compile(".*".join(map(re.escape, STAMP.sub("", line).split("…"))))
        while True:
            try:
                printed = self._lines.get(timeout=PATIENCE_S).removeprefix("> ")
            except queue.Empty:
                raise AssertionError(f"waited for: {line}\nprinted: {seen}") from None
            seen.append(printed)
            if wanted.fullmatch(STAMP.sub("", printed)):
                self._loose = False
                return
            assert self._loose or not printed, f"expected: {line}\nprinted: {printed}"

    def close(self) -> None:
        if self._children():
            self.interrupt()
        assert self._shell.stdin is not None
        self._shell.stdin.close()
        assert self._shell.wait(PATIENCE_S) is not None

    def _children(self) -> list[int]:
        number = self._shell.pid
        return [int(child) for child in Path(f"/proc/{number}/task/{number}/children").read_text().split()]
