"""Knows what the wizard asks and what was answered, as values; not what to ask next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from firmware_host.wiring import Places


class Kind(Enum):
    """What is asked for."""

    PIXEL = "pixel"
    """A piece on the field under this LED."""
    FIELD = "field"
    """A piece on this field."""
    PAIR = "pair"
    """Whether this LED lies under this field, which cannot answer by itself."""
    RIM = "rim"
    """Whose turn this LED shows, which lies under no field."""


class How(Enum):
    """How an answer came."""

    REST = "rest"
    """A piece was put down and stood."""
    TAPS = "taps"
    """A piece tapped twice: nothing here."""
    TIME = "time"
    """Nothing happened for long."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `walk`: the number of the walk over all fields that it belongs to, 0 for a single one."""

    kind: Kind
    pixel: int | None = None
    field: str | None = None
    walk: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered: the channels that closed, none for nothing."""

    question: Question
    channels: frozenset[int]
    how: How


@dataclass(frozen=True, slots=True)
class Plan:
    """A board to be asked about: `fields` in the order of the walk, `places` where all of them lie (`x` to
    the right, `y` away from the near edge), the numbers of `channels` and `pixels`, the pixels known to be of
    the `rim` (not asked about) with whether they are White's, and the fields on White's half, `near`.
    """

    fields: tuple[str, ...]
    places: Places
    channels: int
    pixels: int
    rim: Mapping[int, bool] = field(default_factory=dict)
    near: frozenset[str] = frozenset()

    @property
    def lights(self) -> tuple[int, ...]:
        """The pixels that are asked about."""
        return tuple(pixel for pixel in range(self.pixels) if pixel not in self.rim)


def rows(plan: Plan) -> list[list[str]]:
    """The fields of the walk row by row, far row first, each from the left."""
    lines: dict[float, list[str]] = {}
    for name in plan.fields:
        lines.setdefault(round(plan.places[name][1], 3), []).append(name)
    return [sorted(lines[y], key=lambda name: plan.places[name][0]) for y in sorted(lines, reverse=True)]


def by_field(answers: Iterable[Answer]) -> Mapping[str, list[Answer]]:
    """The answers about each field that was asked for."""
    found: dict[str, list[Answer]] = {}
    for answer in answers:
        if answer.question.kind is Kind.FIELD and answer.question.field is not None:
            found.setdefault(answer.question.field, []).append(answer)
    return found


def by_pixel(answers: Iterable[Answer]) -> Mapping[int, list[Answer]]:
    """The answers about each pixel that was lit alone."""
    found: dict[int, list[Answer]] = {}
    for answer in answers:
        if answer.question.kind is Kind.PIXEL and answer.question.pixel is not None:
            found.setdefault(answer.question.pixel, []).append(answer)
    return found
