"""A disk that loses what was not synced: the changes a program made to its files, as the layer below it wrote
them down, and what of them may be there after the plug was pulled at any moment."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from struct import Struct

SOURCE = Path(__file__).parent / "plug" / "plug.c"
SECTOR = 512
"""What a disk writes whole or not at all, at the least."""
_RECORD = Struct("<BBHiqq")


def built(folder: Path) -> Path:
    """The layer as a library, compiled into this folder."""
    library = folder / "plug.so"
    command = ["gcc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True)
    return library


def surroundings(library: Path, root: Path, log: Path, *, kill_before: int = 0) -> dict[str, str]:
    """The variables with which a program runs above the layer; `kill_before` the change of this number it is
    killed as by `kill -9`, 0 never."""
    result = {"LD_PRELOAD": str(library), "PLUG_ROOT": str(root), "PLUG_LOG": str(log)}
    return result | ({"PLUG_KILL": str(kill_before)} if kill_before else {})


@dataclass(frozen=True, slots=True)
class Change:
    """One record of the layer: `op` is create, truncate at opening, open, write, set length, sync, rename,
    unlink, make a folder, or `1` for what went to standard output."""

    op: str
    fd: int
    path: str
    offset: int
    content: bytes


def changes_in(log: Path) -> list[Change]:
    """All that the layer wrote down, in order."""
    raw, at, found = log.read_bytes(), 0, list[Change]()
    while at < len(raw):
        op, _, text, fd, offset, length = _RECORD.unpack_from(raw, at)
        at += _RECORD.size
        path, at = raw[at : at + text].decode(), at + text
        found.append(Change(chr(op), fd, path, offset, raw[at : at + max(length, 0)]))
        at += max(length, 0)
    return found


def said(changes: list[Change]) -> list[str]:
    """The whole lines that were printed."""
    text = b"".join(change.content for change in changes if change.op == "1")
    return text.decode().split("\n")[:-1]


@dataclass
class _File:
    """What of a file is safe, and what was done to it since: (offset, bytes), None for a new length."""

    safe: bytes = b""
    unsafe: list[tuple[int, bytes | None]] = field(default_factory=list)


class Disk:
    """The files below `root` as changes come. Mutable.

    Law: a sync of a file makes its content safe, a sync of a folder the names in it. Of the rest a crash
    keeps what it likes: of a file's writes any sectors, of the folders' changes the first few, as file
    systems that keep a journal of their own do.
    """

    def __init__(self, root: Path) -> None:
        """Begin with what lies there, all of it safe."""
        self._root = str(root)
        self._safe = {str(path): _File(path.read_bytes()) for path in root.rglob("*") if path.is_file()}
        self._names: dict[str, _File] = dict(self._safe)
        self._unsafe: list[tuple[str, str, _File | None, str]] = []
        self._open: dict[int, tuple[str, _File | None]] = {}

    def take(self, change: Change) -> None:
        """The next change."""
        match change.op:
            case "c" | "t" | "o":
                self._opened(change)
            case "w" | "l":
                file = self._open[change.fd][1]
                assert file is not None
                file.unsafe.append((change.offset, change.content if change.op == "w" else None))
            case "s":
                self._sync(*self._open[change.fd])
            case "r":
                file = self._names.pop(change.path)
                self._names[change.content.decode()] = file
                self._unsafe.append(("r", change.path, file, change.content.decode()))
            case "u":
                self._names.pop(change.path, None)
                self._unsafe.append(("u", change.path, None, ""))

    def _opened(self, change: Change) -> None:
        path = change.path
        if path not in self._names and change.op == "c":
            self._names[path] = _File()
            self._unsafe.append(("c", path, self._names[path], ""))
        file = self._names.get(path)
        if file is not None and change.op == "t":
            file.unsafe.append((0, None))
        self._open[change.fd] = path, file

    def _sync(self, path: str, file: _File | None) -> None:
        if file is not None:
            file.safe, file.unsafe = _applied(file.safe, file.unsafe), []
            return
        inside = [one for one in self._unsafe if path in {_folder(one[1]), _folder(one[3] or one[1])}]
        if inside:
            last = self._unsafe.index(inside[-1]) + 1
            self._safe = _renamed(self._safe, self._unsafe[:last])
            del self._unsafe[:last]

    def crashed(self, chance: Random) -> Mapping[str, bytes]:
        """What may be there if the plug is pulled now: the content of each file by its name."""
        share = chance.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        names = _renamed(self._safe, self._unsafe[: chance.randint(0, len(self._unsafe))])
        return {name: _applied(file.safe, list(_kept(file, share, chance))) for name, file in names.items()}

    def killed(self) -> Mapping[str, bytes]:
        """What is there if only the program ends: everything."""
        return {name: _applied(file.safe, file.unsafe) for name, file in self._names.items()}


def lay_down(image: Mapping[str, bytes], root: Path, target: Path) -> None:
    """Write the files of an image of `root` to `target`; the index of a log, which only lives in memory, is
    whatever the sectors held before."""
    for name, content in image.items():
        path = target / Path(name).relative_to(root)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\xa5" * len(content) if name.endswith("-shm") else content)


def _folder(path: str) -> str:
    return str(Path(path).parent)


def _renamed(
    names: Mapping[str, _File], changes: list[tuple[str, str, _File | None, str]]
) -> dict[str, _File]:
    result = dict(names)
    for op, path, file, new in changes:
        if op == "c" and file is not None:
            result[path] = file
        elif op == "u":
            result.pop(path, None)
        elif op == "r" and file is not None:
            result.pop(path, None)
            result[new] = file
    return result


def _kept(file: _File, share: float, chance: Random) -> Iterator[tuple[int, bytes | None]]:
    """What of the unsafe changes reached the disk: sector by sector."""
    for offset, content in file.unsafe:
        if content is None:
            if chance.random() < share:
                yield offset, None
            continue
        at = 0
        while at < len(content):
            end = min(len(content), at + SECTOR - (offset + at) % SECTOR)
            if chance.random() < share:
                yield offset + at, content[at:end]
            at = end


def _applied(content: bytes, changes: list[tuple[int, bytes | None]]) -> bytes:
    result = bytearray(content)
    for offset, new in changes:
        if new is None:
            del result[offset:]
            result.extend(bytes(offset - len(result)))
            continue
        result.extend(bytes(max(0, offset - len(result))))
        result[offset : offset + len(new)] = new
    return bytes(result)
