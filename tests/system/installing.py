"""Installing into a root of its own: install.sh, a service, and versions that are broken."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from pages import copied

from hardware.board_control import BoardControl
from rules.game import Game

SMALL_SYSTEMD = Path(__file__).with_name("small_systemd.py")
CHECK_S = 2


def project(folder: Path, *, changes: Mapping[str, tuple[str, str]] | None = None) -> Path:
    """A copy of the project, with `old, new` texts in some of its files exchanged."""
    folder.mkdir(parents=True)
    copied(folder)
    for name, (old, new) in (changes or {}).items():
        file = folder / name
        text = file.read_text(encoding="utf-8")
        assert old in text, (name, old)
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


# As install.sh finds them out: before the switch, after the service has told that it is ready.
DOES_NOT_RUN = {"rules/perft.py": ("def ", "raise RuntimeError('broken')\n\n\ndef ")}
DOES_NOT_STAY = {
    "firmware_host/liveness.py": (
        "        ready = ready or notifier.ready()\n",
        "        ready = ready or notifier.ready()\n"
        "        asyncio.get_running_loop().call_later(0.5, exit, 1)\n",
    )
}
# Its games cannot be read by the version of before.
WRITES_ANEW = DOES_NOT_STAY | {
    "firmware_host/journal_schema.py": ("user_version={VERSION}", "user_version={VERSION + 1}")
}
ANOTHER = {"README.md": ("# Zetlicht", "# Zetlicht, the next")}


class Machine:
    """A root that Zetlicht is installed into; `prefix` is how a program is run in it: nothing for a root that
    is a mere folder, `chroot` and what it needs for one that is a whole system."""

    def __init__(self, root: Path, prefix: Iterable[str] = (), environment: Mapping[str, str] | None = None):
        self.root = root
        self.prefix = tuple(prefix)
        self.environment = dict(environment or {})
        (root / "run/systemd/system").mkdir(parents=True, exist_ok=True)
        programs = root / "usr/local/sbin"
        programs.mkdir(parents=True, exist_ok=True)
        shutil.copy(SMALL_SYSTEMD, programs / "systemctl")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        """Nothing that was started goes on when a test is over, however it ended."""
        for file in (self.root / "run/small-systemd").glob("*.service.json"):
            state = json.loads(file.read_text())
            if state["active"] in ("active", "activating"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(state["pid"], signal.SIGKILL)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        if self.prefix:
            environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        else:
            path = f"{self.root}/usr/local/sbin:{os.environ['PATH']}"
            environment = {**os.environ, "PATH": path, "DESTDIR": str(self.root)}
        return subprocess.run(
            [*self.prefix, *command],
            env={**environment, "ZETLICHT_CHECK_S": str(CHECK_S), **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=900,
        )

    def install(self, source: Path | str, *more: str) -> subprocess.CompletedProcess[str]:
        return self.run("bash", f"{source}/systemd/install.sh", *more)

    def uninstall(self, source: Path | str, *more: str) -> subprocess.CompletedProcess[str]:
        return self.run("bash", f"{source}/systemd/uninstall.sh", *more)

    def systemctl(self, *words: str) -> subprocess.CompletedProcess[str]:
        root = () if self.prefix else (f"--root={self.root}",)
        return self.run("systemctl", *root, *words)

    @property
    def current(self) -> str:
        return (self.root / "opt/zetlicht/current").readlink().name

    @property
    def versions(self) -> set[str]:
        return {place.name for place in (self.root / "opt/zetlicht/versions").iterdir()}

    def pid(self) -> int:
        return int(self.systemctl("show", "--property=MainPID", "--value", "zetlicht.service").stdout)

    def pull_the_plug(self) -> None:
        """The daemon is gone from one moment to the next."""
        os.kill(self.pid(), signal.SIGKILL)
        until = time.monotonic() + 10
        while not self.systemctl("is-active", "zetlicht.service").returncode:
            assert time.monotonic() < until
            time.sleep(0.05)

    def games(self) -> str:
        """The moves of the last game, as the installed command prints them."""
        shown = self.command("games", "--json")
        last = shown.strip().splitlines()[-1]
        number = last.partition('"id": ')[2].partition(",")[0]
        return self.command("games", "show", number)

    def command(self, *words: str) -> str:
        program = (
            "/usr/local/bin/zetlicht" if self.prefix else f"{self.root}/opt/zetlicht/current/bin/zetlicht"
        )
        config = "/etc/zetlicht/board.toml" if self.prefix else f"{self.root}/etc/zetlicht/board.toml"
        done = self.run(program, words[0], "--config", config, *words[1:])
        assert done.returncode == 0, done.stdout
        return done.stdout

    def said(self) -> str:
        """What the service said, for the message of a test that failed."""
        files = sorted((self.root / "run/small-systemd").glob("*"))
        return "\n".join(f"{file.name}: {file.read_text()[-1500:]}" for file in files if file.is_file())


def hand(
    control: BoardControl, game: Game, taken: str, put: str | None = None, off: str | None = None
) -> None:
    """Take a piece off a field, the captured one off the board, and put the first on another field, or keep
    it in the hand."""
    channel = {name: number for number, name in enumerate(game.board.fields)}
    for field, reading in ((taken, 0), (off, 0), (put, 1)):
        if field is not None:
            control.set({channel[field]: reading})
            time.sleep(0.4)


def until(condition, seconds: float = 20.0) -> bool:
    """Whether it holds within so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True
