"""Knows how different people handle pieces: how fast, how exactly, and how often they do what; no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

Range = tuple[float, float]
"""A value is drawn evenly between the two."""


class Doing(StrEnum):
    """What hands may do beyond the bare move; the value is the deed's name. Chances are per ply in which the
    thing is possible.
    """

    SLID = "slid"
    CARRIED_LOW = "carried low"
    HOVERED = "hovered over another field"
    RESTED = "rested on the way"
    THOUGHT = "thought with a piece in hand and put it back"
    ADJUSTED = "adjusted"
    WIGGLED = "wiggled"
    FIRST = "captured men first"
    BETWEEN = "captured men in between"
    TWO_HANDS = "two hands"
    STRAIGHT = "flew past landing fields"
    STEPWISE = "pushed in steps"
    ONE_BY_ONE = "moved a line one by one"
    TOO_FAR = "pushed too far and pulled back"
    ROLLED_BACK = "a marble rolled back in"
    LEFT_FALLEN = "left fallen stones"
    CROWN_LIFTED = "lifted to crown"
    LATE_CROWN = "crowned in the other side's turn"
    BUMPED = "bumped a neighbour"
    WRONG_FIELD = "set down on a wrong field"
    BETWEEN_FIELDS = "set down between fields"
    PUT_BACK = "put a captured man back and took it again"
    SLEEVE = "nudged a man with the sleeve"
    TOP_DISC = "took the top disc first"
    TOOK_BACK = "took back"
    SET_UP_LATE = "set up a forgotten piece"
    ANSWERED_EARLY = "answered before the other hand was away"


@dataclass(frozen=True, slots=True)
class Level:
    """One kind of player. Times in seconds, lengths in fields.

    A carry takes `carry_s` plus `field_s` a field; sliding and pushing take `slide_s` a field. `think_s` lies
    between the end of a turn and the next; where `answer_s` is given, the next turn instead begins that long
    after the moved piece has landed, while the first hand may still take men away.
    """

    name: str
    think_s: Range
    lift_s: Range
    carry_s: Range
    field_s: Range
    set_s: Range
    slide_s: Range
    hop_s: Range
    rest_s: Range
    height: Range
    off_centre: float
    chances: Mapping[Doing, float]
    answer_s: Range | None = None


_ORDINARY: Mapping[Doing, float] = {
    Doing.SLID: 0.35,
    Doing.CARRIED_LOW: 0.2,
    Doing.HOVERED: 0.08,
    Doing.RESTED: 0.08,
    Doing.THOUGHT: 0.06,
    Doing.ADJUSTED: 0.06,
    Doing.WIGGLED: 0.04,
    Doing.FIRST: 0.2,
    Doing.BETWEEN: 0.2,
    Doing.TWO_HANDS: 0.15,
    Doing.STRAIGHT: 0.3,
    Doing.STEPWISE: 0.2,
    Doing.ONE_BY_ONE: 0.2,
    Doing.TOO_FAR: 0.06,
    Doing.ROLLED_BACK: 0.04,
    Doing.LEFT_FALLEN: 0.3,
    Doing.CROWN_LIFTED: 0.3,
}

_SLOPPY: Mapping[Doing, float] = {
    **_ORDINARY,
    Doing.TOO_FAR: 0.1,
    Doing.ROLLED_BACK: 0.08,
    Doing.BUMPED: 0.06,
    Doing.WRONG_FIELD: 0.05,
    Doing.BETWEEN_FIELDS: 0.05,
    Doing.PUT_BACK: 0.1,
    Doing.SLEEVE: 0.03,
    Doing.TOP_DISC: 0.5,
    Doing.LATE_CROWN: 0.3,
    Doing.TOOK_BACK: 0.03,
}

_BLITZ: Mapping[Doing, float] = {
    Doing.SLID: 0.3,
    Doing.CARRIED_LOW: 0.3,
    Doing.RESTED: 0.08,
    Doing.FIRST: 0.1,
    Doing.BETWEEN: 0.1,
    Doing.TWO_HANDS: 0.25,
    Doing.STRAIGHT: 0.6,
    Doing.STEPWISE: 0.1,
    Doing.ONE_BY_ONE: 0.1,
    Doing.CROWN_LIFTED: 0.3,
}

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "tidy": Level(
            "tidy",
            think_s=(0.8, 2.5),
            lift_s=(0.12, 0.22),
            carry_s=(0.12, 0.2),
            field_s=(0.06, 0.12),
            set_s=(0.1, 0.18),
            slide_s=(0.2, 0.35),
            hop_s=(0.12, 0.3),
            rest_s=(0.3, 0.8),
            height=(0.6, 1.2),
            off_centre=0.04,
            chances=MappingProxyType({}),
        ),
        "ordinary": Level(
            "ordinary",
            think_s=(0.8, 3.0),
            lift_s=(0.1, 0.25),
            carry_s=(0.1, 0.25),
            field_s=(0.05, 0.15),
            set_s=(0.08, 0.2),
            slide_s=(0.12, 0.4),
            hop_s=(0.05, 0.4),
            rest_s=(0.2, 1.0),
            height=(0.5, 1.2),
            off_centre=0.07,
            chances=MappingProxyType(dict(_ORDINARY)),
        ),
        "sloppy": Level(
            "sloppy",
            think_s=(0.8, 2.5),
            lift_s=(0.08, 0.25),
            carry_s=(0.08, 0.2),
            field_s=(0.04, 0.12),
            set_s=(0.06, 0.2),
            slide_s=(0.1, 0.4),
            hop_s=(0.03, 0.4),
            rest_s=(0.2, 1.0),
            height=(0.45, 1.0),
            off_centre=0.08,
            chances=MappingProxyType(dict(_SLOPPY)),
        ),
        "blitz": Level(
            "blitz",
            think_s=(0.3, 1.0),
            lift_s=(0.05, 0.1),
            carry_s=(0.05, 0.1),
            field_s=(0.03, 0.06),
            set_s=(0.05, 0.09),
            slide_s=(0.06, 0.15),
            hop_s=(0.02, 0.12),
            rest_s=(0.2, 0.8),
            height=(0.4, 0.8),
            off_centre=0.08,
            chances=MappingProxyType(dict(_BLITZ)),
            answer_s=(0.05, 0.4),
        ),
    }
)
