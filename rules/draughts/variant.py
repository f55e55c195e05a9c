"""Knows what distinguishes one kind of draughts from another: flags, each with its article of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, TypeVar

T = TypeVar("T", str, int, bool)


@dataclass(frozen=True, slots=True)
class Flag(Generic[T]):
    """One decision of a rule book and the article that takes it."""

    value: T
    article: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A kind of draughts. Two equal records play alike.

    The flags:
    `size` squares along an edge; `rows` of men each at the start; `dark_corner`: `left` or `right` of each
    player; `first`: `white` or `black`;
    `man_step`: `forward`, one square diagonally;
    `men_capture_back`; `men_capture_kings`; `straight`: captures also run along rows and columns;
    `kings`: `flying`, `short`, or `short-back` (any distance forward, one step backward);
    `choice` among captures: `free`, `number` (most pieces), `value` (a king counts a little less than two
    men, then a king captures before a man) or `italian` (most pieces, with a king, most kings, kings early);
    `king_order`: `all` (the whole order of the captured pieces decides) or `first` (only the first king);
    `crowning` inside a capture: `at-end` (only a man that ends there), `stops` (crowned, the capture is
    over) or `continues` (crowned, goes on as a king);
    `king_run`: a side with men may move the same king only three times running: `loses` (a side left with
    that king alone has no move), `spared` (such a king may go on) or `off`;
    `repetition` (third time), `no_progress` (`quiet_plies` without capture or man move) and `endings`
    (few pieces): a draw `automatic`ally, by `claim`, or `off`.
    """

    size: Flag[int]
    rows: Flag[int]
    dark_corner: Flag[str]
    first: Flag[str]
    man_step: Flag[str]
    men_capture_back: Flag[bool]
    men_capture_kings: Flag[bool]
    straight: Flag[bool]
    kings: Flag[str]
    choice: Flag[str]
    king_order: Flag[str]
    crowning: Flag[str]
    king_run: Flag[str]
    repetition: Flag[str]
    no_progress: Flag[str]
    quiet_plies: Flag[int]
    endings: Flag[str]
    algebraic: bool
    """Whether fields are called `a1` (else by number), as PDN writes this game."""

    @property
    def articles(self) -> Mapping[str, str]:
        """The article of the rules behind each flag."""
        flags = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: flag.article for name, flag in flags.items() if isinstance(flag, Flag)}

    def with_chosen(self, chosen: Mapping[str, str | int | bool]) -> Variant:
        """The record with the flags that options of the same name replace."""
        changed: dict[str, Any] = {
            item.name: Flag(chosen[item.name], getattr(self, item.name).article)
            for item in fields(self)
            if item.name in chosen
        }
        return replace(self, **changed)
