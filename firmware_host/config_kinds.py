"""Knows what a configured value may look like: its type, its range, and how to say so; no key, no file."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Generic, TypeGuard, TypeVar

from firmware_host.errors import ConfigError

T = TypeVar("T")


class Refused(ConfigError):
    """A value that its kind does not take. The message is the rest of a sentence that begins with the key:
    what it is, what it may be; whoever reads the file adds file and key.
    """


class Kind(ABC, Generic[T]):
    """What one key takes."""

    __slots__ = ()

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What it takes, as in "it takes …"."""

    @abstractmethod
    def take(self, value: object) -> T | None:
        """`value`, as TOML gives it, as the daemon uses it, or None if it is not one of these."""

    def hint(self, value: object) -> str:
        """What else to say about a value that is not taken."""
        return ""

    def read(self, value: object) -> T:
        """As `take`, but raises Refused."""
        taken = self.take(value)
        if taken is None:
            raise Refused(f"is {toml(value)}, but it takes {self.allowed}{self.hint(value)}")
        return taken


@dataclass(frozen=True, slots=True)
class Text(Kind[str]):
    """A string that is not blank and has no control characters (a path with one opens something else)."""

    @property
    def allowed(self) -> str:
        """See Kind."""
        return "a text in quotes, not blank, without control characters"

    def take(self, value: object) -> str | None:
        """See Kind."""
        return value if isinstance(value, str) and value.strip() and value.isprintable() else None


@dataclass(frozen=True, slots=True)
class Choice(Kind[str]):
    """One of a few words."""

    values: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """See Kind."""
        return listed(toml(value) for value in self.values)

    def take(self, value: object) -> str | None:
        """See Kind."""
        return value if isinstance(value, str) and value in self.values else None

    def hint(self, value: object) -> str:
        """The closest word."""
        return did_you_mean(value, self.values) if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Turn(Kind[int]):
    """How far something is turned clockwise, in degrees: one of a few values, quarter turns by default."""

    values: tuple[int, ...] = (0, 90, 180, 270)

    @property
    def allowed(self) -> str:
        """See Kind."""
        return listed(str(value) for value in self.values)

    def take(self, value: object) -> int | None:
        """See Kind."""
        return value if _is_whole(value) and value in self.values else None


@dataclass(frozen=True, slots=True)
class Flag(Kind[bool]):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        """See Kind."""
        return "true or false"

    def take(self, value: object) -> bool | None:
        """See Kind."""
        return value if isinstance(value, bool) else None


@dataclass(frozen=True, slots=True)
class Whole(Kind[int]):
    """A whole number in a range, ends included."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"a whole number from {self.low} to {self.high}"

    def take(self, value: object) -> int | None:
        """See Kind."""
        return value if _is_whole(value) and self.low <= value <= self.high else None


@dataclass(frozen=True, slots=True)
class Number(Kind[float]):
    """A number in a range, ends included; `or_zero`: 0 as well, which switches something off."""

    low: float
    high: float
    or_zero: bool = False

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"{'0 or ' if self.or_zero else ''}a number from {self.low:g} to {self.high:g}"

    def take(self, value: object) -> float | None:
        """See Kind. TOML can write nan, which lies in no range."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        fits = self.low <= value <= self.high or (self.or_zero and value == 0)
        return float(value) if fits else None


@dataclass(frozen=True, slots=True)
class Numbers(Kind[tuple[float, ...]]):
    """A list of so many numbers, all in one range."""

    count: int
    each: Number

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"a list of {self.count} numbers from {self.each.low:g} to {self.each.high:g}"

    def take(self, value: object) -> tuple[float, ...] | None:
        """See Kind."""
        if not isinstance(value, list) or len(value) != self.count:
            return None
        taken = tuple(number for item in value if (number := self.each.take(item)) is not None)
        return taken if len(taken) == self.count else None


@dataclass(frozen=True, slots=True)
class Wholes(Kind[tuple[int, ...]]):
    """A list of different whole numbers, all in one range, `most` at most."""

    each: Whole
    most: int

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"a list of up to {self.most} different whole numbers from {self.each.low} to {self.each.high}"

    def take(self, value: object) -> tuple[int, ...] | None:
        """See Kind."""
        if not isinstance(value, list) or len(value) > self.most:
            return None
        taken = tuple(number for item in value if (number := self.each.take(item)) is not None)
        return taken if len(set(taken)) == len(value) else None


@dataclass(frozen=True, slots=True)
class Words(Kind[tuple[str, ...]]):
    """A list of a few different words."""

    values: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"a list of {listed(map(toml, self.values))}"

    def take(self, value: object) -> tuple[str, ...] | None:
        """See Kind."""
        if not isinstance(value, list) or not all(item in self.values for item in value):
            return None
        return tuple(value) if len(set(value)) == len(value) else None

    def hint(self, value: object) -> str:
        """The word closest to the first one that is none of them."""
        wrong = [item for item in value if item not in self.values] if isinstance(value, list) else []
        return did_you_mean(wrong[0], self.values) if wrong and isinstance(wrong[0], str) else ""


@dataclass(frozen=True, slots=True)
class Names(Kind[tuple[str, ...]]):
    """A list of field names; whether they are fields is for the wiring to say."""

    @property
    def allowed(self) -> str:
        """See Kind."""
        return "a list of field names in quotes"

    def take(self, value: object) -> tuple[str, ...] | None:
        """See Kind."""
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return None
        return tuple(value)

    def hint(self, value: object) -> str:
        """The first item that is no text."""
        if not isinstance(value, list):
            return ""
        index, item = next((index, item) for index, item in enumerate(value) if not isinstance(item, str))
        advice = f', so write "{item}"' if _is_whole(item) and abs(item) < 1000 else ""
        return f" (item {index} is {toml(item)}{advice})"


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def toml(value: object) -> str:
    """`value` as a configuration file writes it, shortened when long."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = json.dumps(value, ensure_ascii=False)
        case int():
            # Python refuses to print whole numbers of more than 4,300 digits.
            return str(value) if abs(value) < 10**20 else "a huge number"
        case float():
            return f"{value:g}"
        case list() | tuple():
            text = f"[{', '.join(toml(item) for item in value[:20])}]"
        case Mapping():
            return "a table"
        case _:
            text = str(value)
    return text if len(text) <= 60 else f"{text[:58]} …"


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    items = list(words)
    return "".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def did_you_mean(value: str, known: Iterable[str]) -> str:
    """A question that names the closest of the `known` words, or nothing if none is close."""
    close = get_close_matches(value, list(known), n=1, cutoff=0.6)
    return f" (did you mean {toml(close[0])}?)" if close else ""
