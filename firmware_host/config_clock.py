"""Knows the keys of `[clock]` and `[record]`: players' time, and what a record says beside the moves."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from firmware_host.clock import Control
from firmware_host.config_keys import optional, setting
from firmware_host.config_kinds import Choice, Number, Text, Whole
from firmware_host.config_read import Source
from firmware_host.journal_rows import Headings

MINUTE_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockKeys:
    """The clock of a game; without `minutes` and `periods` there is none. Minutes alone: sudden death. With
    `increment_s`: Fischer. With `periods`: byo-yomi. Who has no time left has lost. The lights `rim_white`
    and `rim_black` under `[wiring]` show it: a bar for the side to move, which blinks slowly in the last
    minute, and a dot for the other side. It survives a restart, and stands then until a piece is touched.
    """

    minutes: float = setting(Number(0, 600), "The time of each side for the game, in minutes.", 0.0)
    increment_s: float = setting(Number(0, 600), "What a side gets for each of its moves, in seconds.", 0.0)
    periods: int = setting(
        Whole(0, 20), "Byo-yomi: so many periods, when the time for the game is used up.", 0
    )
    period_s: float = setting(
        Number(1, 600), "How long a period is, in seconds; a move inside it gives it back whole.", 30.0
    )
    press: str = setting(
        Choice(("auto", "button", "move")),
        "What presses the clock. `button`: a player's own button (`white`, `black`) or `confirm`, as on a "
        "clock beside the board. `move`: a move, as soon as it is heard; who then corrects it is charged for "
        "that. `auto`: `button` if each side has a button of its own, else `move`.",
        "auto",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordKeys:
    """What a record says of the games of this board besides the moves; `?` where nothing is said. A game that
    goes on gets what stands here when the daemon starts."""

    white: str | None = optional(Text(), "Who plays White.", shown="unknown")
    black: str | None = optional(Text(), "Who plays Black.", shown="unknown")
    event: str | None = optional(Text(), "The event, such as a tournament.", shown="unknown")
    site: str | None = optional(Text(), "Where it is.", shown="unknown")
    round: str | None = optional(Text(), "The round.", shown="unknown")
    board: str | None = optional(Text(), "The number of the board.", shown="unknown")


@dataclass(frozen=True, slots=True)
class Timed:
    """A game is played with a clock: how much time there is, and whether buttons press it."""

    control: Control
    by_button: bool


def timed(source: Source, keys: ClockKeys, buttons: Collection[str]) -> Timed | None:
    """How the game is timed, None for no clock; raises ConfigError. `buttons`: what the board's can mean."""
    if keys.minutes == 0 and keys.periods == 0:
        if keys.increment_s:
            raise source.error("clock.increment_s", "has no effect alone; add clock.minutes, or remove it")
        return None
    own = {"white", "black"} <= set(buttons)
    if keys.press == "button" and not own and "confirm" not in buttons:
        raise source.error(
            "clock.press",
            'is "button", but no button presses it; give [buttons] a "white" and a "black", or a "confirm"',
        )
    period_s = keys.period_s if keys.periods else 0.0
    control = Control(keys.minutes * MINUTE_S, keys.increment_s, keys.periods, period_s)
    return Timed(control, keys.press == "button" or (own and keys.press == "auto"))


def headings(keys: RecordKeys) -> Headings:
    """What the records of this board's games say."""
    return Headings(
        white=keys.white,
        black=keys.black,
        event=keys.event,
        site=keys.site,
        round=keys.round,
        board=keys.board,
    )
