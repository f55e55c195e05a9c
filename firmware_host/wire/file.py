"""Knows how a new section [wiring] gets into a configuration without losing anything else of it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.errors import ConfigError
from firmware_host.wire.result import Value

SECTION = "wiring"
WIDTH = 100


@dataclass(frozen=True, slots=True)
class _Statement:
    """Some lines of a file that belong together: a comment or an empty line, a header, or a key with its
    value. `path`: the names of the header; `keys`: what a key with its value defines, at the top."""

    text: str
    path: tuple[str, ...] | None = None
    keys: frozenset[str] = frozenset()


def rewired(text: str, wiring: Mapping[str, Value], note: str) -> str:
    """`text` with a section [wiring] that has just these keys, `note` as a comment above them.

    Law: everything else parses to what it was, and every comment line is still there. Raises ConfigError
    for a text in which that cannot be done.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    section = line_end.join([f"# {note}", *_lines(wiring), ""])
    before, inside, after = _split(list(_statements(text)), line_end)
    if inside is None:
        gap = "" if not before or before.endswith(line_end * 2) else line_end
        end = "" if not before or before.endswith(line_end) else line_end
        result = f"{before}{end}{gap}[{SECTION}]{line_end}{section}{after}"
    else:
        result = f"{before}{section}{inside}{after}"
    _check(text, result, wiring)
    return result


def _split(statements: Sequence[_Statement], line_end: str) -> tuple[str, str | None, str]:
    """The text up to the section's header with it, the section's comments (None: no section), the rest."""
    before: list[str] = []
    inside: list[str] | None = None
    after: list[str] = []
    place = "before"
    for one in statements:
        if one.path is not None:
            if one.path == (SECTION,):
                place, inside = "inside", []
                before.append(one.text if one.text.endswith("\n") else one.text + line_end)
                continue
            place = "before" if place == "before" else "after"
        if place == "inside" and inside is not None:
            if not one.keys:
                inside.append(one.text)
        elif place == "before" and _at_top(before) and SECTION in one.keys:
            continue
        else:
            (before if place == "before" else after).append(one.text)
    return "".join(before), None if inside is None else "".join(inside), "".join(after)


def _at_top(before: Sequence[str]) -> bool:
    return not any(text.lstrip().startswith("[") for text in before)


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a text that is TOML: the shortest runs of lines that are TOML by themselves."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    lines = lines if lines[-1] else lines[:-1]
    begin = 0
    while begin < len(lines):
        first = lines[begin].strip()
        if not first or first.startswith("#"):
            yield _Statement(lines[begin])
            begin += 1
            continue
        end = begin + 1
        while (table := _table("".join(lines[begin:end]))) is None and end < len(lines):
            end += 1
        whole = "".join(lines[begin:end])
        if first.startswith("["):
            yield _Statement(whole, path=tuple(_names(table or {})))
        else:
            yield _Statement(whole, keys=frozenset(table or {}))
        begin = end


def _table(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _names(table: object) -> Iterator[str]:
    while isinstance(table, dict) and table:
        name, table = next(iter(table.items()))
        yield name


def _check(old: str, new: str, wiring: Mapping[str, Value]) -> None:
    """Raise ConfigError unless `new` says what `old` says, but for its wiring."""
    wanted = {**tomllib.loads(old), SECTION: {key: _plain(value) for key, value in wiring.items()}}
    comments = [line for line in old.split("\n") if line.startswith("#")]
    lost = set(map(str.rstrip, comments)) - set(map(str.rstrip, new.split("\n")))
    if _table(new) != wanted or lost:
        raise ConfigError(
            "The section [wiring] of this file is written in a way that cannot be replaced safely: move its "
            "keys below a line [wiring], and try again."
        )


def _plain(value: Value) -> object:
    return value if isinstance(value, int) else list(value)


def _lines(wiring: Mapping[str, Value]) -> list[str]:
    result = []
    for key, value in wiring.items():
        words = [str(value)] if isinstance(value, int) else [_quoted(one) for one in value]
        if isinstance(value, int):
            result.append(f"{key} = {value}")
        elif len(one_line := f"{key} = [{', '.join(words)}]") <= WIDTH:
            result.append(one_line)
        else:
            result += [f"{key} = [", *_ten_a_line(words), "]"]
    return result


def _quoted(value: object) -> str:
    """A text or number as TOML, which, unlike JSON, has DEL escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _ten_a_line(words: Sequence[str]) -> Iterator[str]:
    for at in range(0, len(words), 10):
        yield f"    {', '.join(words[at : at + 10])},   # from {at}"


def replace(path: Path, text: str) -> Path:
    """Put `text` into the file at `path`, whole or not at all, durable against a pulled plug; gives where the
    content before is kept. A link stays a link, and the file's rights stay. Raises OSError."""
    path = path.resolve()
    old = path.read_bytes()
    kept = path.with_name(f"{path.name}.before-wire")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-wire-{number}")
    shutil.copy2(path, kept)
    mark = b"\xef\xbb\xbf" if old.startswith(b"\xef\xbb\xbf") else b""
    write_whole(path, mark + text.encode("utf-8"), like=path)
    return kept


def write_whole(path: Path, content: bytes, *, like: Path | None = None) -> None:
    """Write a file, whole or not at all, and see it onto the disk; with the rights and owner of the file
    `like`, else for everybody to read. Raises OSError, which names the file at `path`."""
    try:
        _write_beside(path, content, like)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write_beside(path: Path, content: bytes, like: Path | None) -> None:
    """As `write_whole`; an error may name the file that is written first."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if like is None:
            new.chmod(0o644)
        else:
            status = like.stat()
            new.chmod(status.st_mode & 0o7777)
            with contextlib.suppress(PermissionError):
                os.chown(new, status.st_uid, status.st_gid)
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
