"""Knows the clock of a game: two sides' times, whose runs, what a move gives; nothing of boards or lights."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, replace
from math import floor

from firmware_host.errors import HostError
from rules.game import Side


class InvalidClock(HostError, ValueError):
    """A text that is no time control or no state of a clock."""


_CONTROL = re.compile(r"(\d{1,6}(?:\.\d)?)(?:\+(\d{1,4}(?:\.\d)?))?(?: (\d{1,2})x(\d{1,4}(?:\.\d)?))?")


@dataclass(frozen=True, slots=True)
class Control:
    """How much time a side has, in seconds: `main_s` for the game; `increment_s` more after each of its moves
    (Fischer); when the main time is used up, `periods` times `period_s`, of which one is given back whole
    with every move made inside it (byo-yomi). All but `main_s` zero: sudden death.
    """

    main_s: float
    increment_s: float = 0.0
    periods: int = 0
    period_s: float = 0.0

    @property
    def text(self) -> str:
        """As the tag `TimeControl` of a record has it: `600`, `600+5`, `600 5x30`."""
        text = f"{self.main_s:g}"
        if self.increment_s:
            text += f"+{self.increment_s:g}"
        return text + (f" {self.periods}x{self.period_s:g}" if self.periods else "")


def parse_control(text: str) -> Control:
    """The control that `Control.text` writes; raises InvalidClock."""
    found = _CONTROL.fullmatch(text)
    if found is None:
        raise InvalidClock(f"{text!r} is no time control; write seconds, as 600, 600+5 or 600 5x30.")
    main, increment, periods, period = found.groups()
    control = Control(float(main), float(increment or 0), int(periods or 0), float(period or 0))
    if whole(control).left_s(control) <= 0:
        raise InvalidClock(f"{text!r} leaves no time at all; give at least a second.")
    return control


@dataclass(frozen=True, slots=True)
class Time:
    """What one side has left: main time, and (byo-yomi) so many periods, of the first of which `period_s`."""

    main_s: float
    periods: int = 0
    period_s: float = 0.0

    def left_s(self, control: Control) -> float:
        """The seconds until its flag falls if it does not move."""
        whole_periods = max(0, self.periods - 1) * control.period_s
        return self.main_s + (self.period_s + whole_periods if self.periods else 0.0)

    @property
    def shown_s(self) -> float:
        """What a clock shows: the main time, or when that is used up what is left of the period."""
        return self.main_s if self.main_s > 0 or not self.periods else self.period_s

    def spend(self, control: Control, seconds: float) -> Time:
        """After thinking for so long; never less than nothing."""
        if seconds <= self.main_s:
            return replace(self, main_s=self.main_s - max(0.0, seconds))
        seconds -= self.main_s
        if seconds < self.period_s and self.periods:
            return Time(0.0, self.periods, self.period_s - seconds)
        if not self.periods:
            return Time(0.0)
        seconds -= self.period_s
        used = floor(seconds / control.period_s) if control.period_s else self.periods
        periods = self.periods - 1 - used
        if periods <= 0:
            return Time(0.0)
        return Time(0.0, periods, control.period_s - (seconds - used * control.period_s))

    def moved(self, control: Control) -> Time:
        """What a move made in time gives: the increment, and the period begun anew."""
        period_s = control.period_s if self.periods else 0.0
        return Time(self.main_s + control.increment_s, self.periods, period_s)


def whole(control: Control) -> Time:
    """What a side has at the start."""
    return Time(control.main_s, control.periods, control.period_s if control.periods else 0.0)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' times as they were at `since` (seconds of the pipeline's clock), from when on `running`
    uses up its own; None: the clock stands. `fallen`: the side whose flag fell; then it stands for good.

    Law: times only become less, but by `Time.moved` for a side that has moved; at most one side runs.
    """

    control: Control
    white: Time
    black: Time
    running: Side | None = None
    since: float = 0.0
    fallen: Side | None = None

    def time(self, side: Side) -> Time:
        """What this side had at `since`."""
        return self.white if side is Side.WHITE else self.black

    def at(self, now: float) -> Clock:
        """The same clock, read at `now`."""
        if self.running is None:
            return replace(self, since=now)
        spent = self.time(self.running).spend(self.control, now - self.since)
        return replace(self.having(self.running, spent), since=now)

    def falls_at(self) -> float | None:
        """When the flag of the side that is running falls, or None."""
        if self.running is None:
            return None
        return self.since + self.time(self.running).left_s(self.control)

    def run(self, side: Side, now: float) -> Clock:
        """Let this side's time run from `now` on; nothing happens once a flag has fallen."""
        return self if self.fallen else replace(self.at(now), running=side)

    def stand(self, now: float) -> Clock:
        """Stop."""
        return replace(self.at(now), running=None)

    def reward(self, side: Side, now: float) -> Clock:
        """`side` has made its move at `now`; one whose time was not running gets nothing for it."""
        if self.running is not side or self.fallen:
            return self
        clock = self.at(now)
        return clock.having(side, clock.time(side).moved(self.control))

    def fall(self, now: float) -> Clock:
        """The time of the side that is running is used up."""
        return replace(self.at(now), running=None, fallen=self.running)

    def having(self, side: Side, time: Time) -> Clock:
        """The same clock with this time for that side."""
        return replace(self, white=time) if side is Side.WHITE else replace(self, black=time)

    @property
    def text(self) -> str:
        """The state as the journal keeps it; a clock made from it stands."""
        value = {
            "control": self.control.text,
            "white": asdict(self.white),
            "black": asdict(self.black),
            "fallen": self.fallen.value if self.fallen else None,
        }
        return json.dumps(value)


def new_clock(control: Control) -> Clock:
    """The clock before a game: it stands, both sides have all their time."""
    return Clock(control, whole(control), whole(control))


def clock_of(text: str) -> Clock:
    """The clock whose `Clock.text` this is, standing; raises InvalidClock."""
    try:
        value = json.loads(text)
        white, black = (
            Time(float(time["main_s"]), int(time["periods"]), float(time["period_s"]))
            for time in (value["white"], value["black"])
        )
        fallen = value["fallen"]
        return Clock(
            parse_control(value["control"]), white, black, fallen=None if fallen is None else Side(fallen)
        )
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidClock(f"{text!r} is no state of a clock: {error}.") from error
