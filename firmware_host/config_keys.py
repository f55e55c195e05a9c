"""Knows how a key is declared: as a field of a frozen record, with kind, default and meaning beside it."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, cast

from firmware_host.config_kinds import Kind, toml

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the configuration. `required`: it has no default. `shown`: what to print as its default
    where that is not a value but a rule.
    """

    name: str
    kind: Kind[Any]
    meaning: str
    required: bool
    default: object
    shown: str

    @property
    def fallback(self) -> str:
        """What holds without it: its default value, or the rule that gives it."""
        return self.shown or toml(self.default)


def setting(kind: Kind[T], meaning: str, default: T, *, shown: str = "") -> T:
    """Declare a key with a default as a field of a frozen dataclass."""
    return cast(T, field(default=cast(Any, default), metadata={"key": (kind, meaning, shown)}))


def optional(kind: Kind[T], meaning: str, *, shown: str) -> T | None:
    """Declare a key that is None when it is not given; `shown` says what happens then."""
    return cast("T | None", field(default=None, metadata={"key": (kind, meaning, shown)}))


def required(kind: Kind[T], meaning: str) -> T:
    """Declare a key without a default."""
    return cast(T, field(metadata={"key": (kind, meaning, "")}))


def keys(record: type[Any]) -> tuple[Key, ...]:
    """The keys that a record declares, in order."""
    found = []
    for item in fields(record):
        kind, meaning, shown = item.metadata["key"]
        needed = item.default is MISSING
        found.append(Key(item.name, kind, meaning, needed, None if needed else item.default, shown))
    return tuple(found)
