"""Knows what can be read of the machine it runs on: files, rights, processes, programs; judges nothing."""

from __future__ import annotations

import contextlib
import getpass
import grp
import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from hardware.gpio_lines import consumer, labels
from hardware.packets import Hello
from hardware.serial_board import probe

PATIENCE_S = 5.0
"""How long a program that is asked something may take."""


@dataclass(frozen=True, slots=True)
class Node:
    """Whom a file belongs to, and its mode (the nine bits of rights)."""

    user: str
    group: str
    mode: int


def below(root: Path, path: Path) -> Path:
    """Where a file of the machine whose files lie below `root` is; a relative path stays as it is."""
    return root / path.relative_to("/") if path.is_absolute() else path


@dataclass(frozen=True, slots=True)
class System:
    """One machine, as far as it can be looked at. Its files lie below `root`, so that a folder can stand for
    a machine; relative paths begin at the working directory. Nothing raises: what cannot be read is None or
    empty.

    `user`, `uid`, `groups`: who looks, and the groups that count for him now. `folder`: the working
    directory. `may_use`: whether he may read and write a file; `may_read`: at least read it. `run`: what a
    program prints, None if it is not there or fails. `has_program`: whether it is there. `version`: of an
    installed Python distribution. `source`: the text of the file behind a Python module, empty for one
    without text, None for no module. `gpio_labels`: of all GPIO chips that may be opened. `gpio_holder`: who
    has a pin (BCM number), as the kernel calls them. `free_mb`: the space left where a path is. `probe`: the
    HELLO of the board on a serial port at a baud rate; it alone raises, HardwareError.
    """

    root: Path
    user: str
    uid: int
    groups: frozenset[str]
    environment: Mapping[str, str]
    folder: str
    now: datetime
    may_use: Callable[[str], bool]
    may_read: Callable[[str], bool]
    node: Callable[[str], Node | None]
    run: Callable[[Sequence[str]], str | None]
    has_program: Callable[[str], bool]
    version: Callable[[str], str | None]
    source: Callable[[str], str | None]
    gpio_labels: Callable[[], tuple[str, ...]]
    gpio_holder: Callable[[int], str | None]
    free_mb: Callable[[str], float | None]
    probe: Callable[[str, int], Hello]

    def place(self, path: str | Path) -> Path:
        """Where this file of the machine lies."""
        return below(self.root, Path(path))

    def exists(self, path: str | Path) -> bool:
        """Whether there is such a file, folder or device; a link that leads nowhere is none."""
        try:
            return self.place(path).exists()
        except OSError:
            return False

    def is_folder(self, path: str | Path) -> bool:
        """Whether there is a folder of that name."""
        try:
            return self.place(path).is_dir()
        except OSError:
            return False

    def octets(self, path: str | Path) -> bytes | None:
        """What the file holds."""
        try:
            return self.place(path).read_bytes()
        except OSError:
            return None

    def text(self, path: str | Path) -> str | None:
        """What the file holds, without zeros and blanks around it."""
        found = self.octets(path)
        return None if found is None else found.decode("utf-8", "replace").strip("\0 \t\n")

    def number(self, path: str | Path) -> int | None:
        """The whole number in the file."""
        try:
            return int(self.text(path) or "")
        except ValueError:
            return None

    def names(self, folder: str | Path) -> tuple[str, ...]:
        """What lies in a folder, sorted."""
        try:
            return tuple(sorted(item.name for item in self.place(folder).iterdir()))
        except OSError:
            return ()

    def real(self, path: str | Path) -> str:
        """The path with its links followed, as the machine calls it."""
        followed = os.path.realpath(self.place(path))
        root = os.path.realpath(self.root)
        return followed if root == "/" else "/" + followed.removeprefix(root).lstrip("/")

    def processes(self) -> Iterator[tuple[int, str]]:
        """Number and name of each process that can be seen, but not of this one."""
        for name in self.names("/proc"):
            if name.isdigit() and int(name) != os.getpid():
                yield int(name), self._called(name)

    def _called(self, process: str) -> str:
        """What people call a process: its name, or what it runs if that is only Python."""
        name = self.text(f"/proc/{process}/comm") or ""
        if name.startswith("python"):
            words = (self.octets(f"/proc/{process}/cmdline") or b"").decode("utf-8", "replace").split("\0")
            name = " ".join(word.rpartition("/")[2] for word in words[:4] if word) or name
        return name

    def holders(self, device: str) -> tuple[str, ...]:
        """Who has the device open, as far as this user may see: `process 123 (minicom)`."""
        real, found = self.real(device), []
        for number, name in self.processes():
            folder = f"/proc/{number}/fd"
            for entry in self.names(folder):
                with contextlib.suppress(OSError):
                    if str(self.place(f"{folder}/{entry}").readlink()) == real:
                        found.append(f"process {number} ({name})")
                        break
        return tuple(found)


def this_machine() -> System:
    """The machine that the program runs on, as its user sees it now."""
    return System(
        root=Path("/"),
        user=_user(),
        uid=os.geteuid(),
        groups=frozenset(_group(number) for number in {os.getegid(), *os.getgroups()}),
        environment=dict(os.environ),
        folder=_folder(),
        now=datetime.now(UTC),
        may_use=_may_use,
        may_read=_may_read,
        node=_node,
        run=_printed,
        has_program=lambda name: shutil.which(name) is not None,
        version=_version,
        source=_source,
        gpio_labels=labels,
        gpio_holder=consumer,
        free_mb=_free_mb,
        probe=lambda port, baud: probe(port, baudrate=baud),
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return str(os.geteuid())


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return "/"


def _may_use(path: str) -> bool:
    wanted = os.R_OK | os.W_OK | (os.X_OK if Path(path).is_dir() else 0)
    return os.access(path, wanted)


def _may_read(path: str) -> bool:
    return os.access(path, os.R_OK | (os.X_OK if Path(path).is_dir() else 0))


def _node(path: str) -> Node | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    try:
        owner = pwd.getpwuid(found.st_uid).pw_name
    except KeyError:
        owner = str(found.st_uid)
    return Node(owner, _group(found.st_gid), found.st_mode & 0o777)


def _printed(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(
            list(command), capture_output=True, text=True, errors="replace", check=True, timeout=PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _version(distribution: str) -> str | None:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def _source(module: str) -> str | None:
    # Only the packages around a module are imported by looking for it, not the module itself.
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError, OSError):
        return None
    if found is None:
        return None
    if found.origin is None or not found.origin.endswith(".py"):
        return ""
    try:
        return Path(found.origin).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _free_mb(path: str) -> float | None:
    try:
        return shutil.disk_usage(path).free / 1e6
    except OSError:
        return None
