"""Knows how the sections of a configuration become records; not what any key is good for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from firmware_host.config_keys import keys
from firmware_host.config_kinds import Refused, did_you_mean, listed, toml
from firmware_host.errors import ConfigError

T = TypeVar("T")
Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Source:
    """The file that is read, for messages."""

    path: Path

    def error(self, place: str, problem: str) -> ConfigError:
        """The error whose sentence is: file, key (or line), problem and remedy."""
        return ConfigError(f"{self.path}: {place} {problem}.")


def dotted(section: str, name: str) -> str:
    """The full name of a key; the first section has no name."""
    return f"{section}.{name}" if section else name


def section(source: Source, table: Table, name: str) -> Table:
    """The section called `name`, empty if it is not there; raises ConfigError if it is no table."""
    found = table.get(name, {})
    if not isinstance(found, Mapping):
        raise source.error(
            name, f"is {toml(found)}, but it is a section: write [{name}] and its keys below it"
        )
    return found


def check_names(
    source: Source, table: Table, name: str, known: tuple[str, ...], elsewhere: tuple[str, ...]
) -> None:
    """Raise ConfigError for a key of this section that is none of `known`.

    `elsewhere`: full names of the keys of other sections, to say where a misplaced one belongs.
    """
    for key in table:
        if key in known:
            continue
        where = f"[{name}]" if name else "this file"
        home = [full.rpartition(".")[0] for full in elsewhere if full.rpartition(".")[2] == key]
        if "" in home:
            advice = "move it to the top of the file, before the first section"
        elif home:
            advice = f"move it under {listed(f'[{section}]' for section in home)}"
        elif close := did_you_mean(key, known):
            advice = f"rename or remove it{close}"
        else:
            advice = f"remove it, or use one of {', '.join(known)}"
        raise source.error(dotted(name, _shown(key)), f"is no key of {where}; {advice}")


def read(source: Source, table: Table, name: str, record: type[T]) -> T:
    """The record that this section gives; keys it does not declare are ignored. Raises ConfigError."""
    values: dict[str, Any] = {}
    for key in keys(record):
        if key.name in table:
            try:
                values[key.name] = key.kind.read(table[key.name])
            except Refused as refused:
                default = "" if key.required else f" (default: {key.fallback})"
                raise source.error(dotted(name, key.name), f"{refused}{default}") from None
        elif key.required:
            where = f"under [{name}] " if name else "at the top "
            raise source.error(
                dotted(name, key.name), f"is missing; add {key.name} = … {where}with {key.kind.allowed}"
            )
    return record(**values)


def _shown(key: str) -> str:
    """A key as one can read it, whatever it is made of."""
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else toml(key)
