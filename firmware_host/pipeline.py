"""Knows the way of one frame: raw view, debounce, session, lights; pure but for its own state, and time comes
only with frames and due times."""

from __future__ import annotations

from firmware_host.debounce import Debounce
from firmware_host.due import earliest
from firmware_host.events import Event, Lit, in_order
from firmware_host.hints import Picture, fades_at, picture
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.timekeeping import Timekeeper


class Pipeline:
    """Feeds views and buttons to a session and gives its events with the lights that belong to them.

    Law: the events depend on the frames and their times alone. `due()` names the next time at which time
    itself decides something; whoever owns a clock calls `advance` then. Times must not run back.
    """

    def __init__(self, session: Session, settings: Settings, timekeeper: Timekeeper | None = None) -> None:
        """`timekeeper`: the clock of the game, None to play without one."""
        self.session = session
        self.timekeeper = timekeeper
        self._settings = settings
        self._debounce = Debounce(settings.debounce_s)
        self._started = False
        self._picture: Picture | None = None
        self._light_at: float | None = None
        self._fade_at: float | None = None
        # When the session or the lights decide next, noted once a decision: most frames decide nothing.
        self._decides_at: float | None = None
        self.now = 0.0

    @property
    def lights(self) -> Picture:
        """The last picture."""
        return dict(self._picture or {})

    def feed(self, at: float, seen: Seen) -> list[Event]:
        """A raw view of the whole board at `at`; the events up to and at that time."""
        if not self._started:
            self._started = True
            self.now = at
            events = [] if self.timekeeper is None else self.timekeeper.begin(at)
            events += self._timed(self.session.see(self._debounce.first(at, seen)))
            events = in_order([*events, *self._light(at)])
            self._note_due()
            return events
        events = self.advance(at)
        self._debounce.feed(at, seen)
        return events

    def press(self, at: float, button: str, held_s: float | None = None) -> list[Event]:
        """A button by its name: pressed, or released after `held_s` seconds."""
        events = self.advance(at)
        hiding = self.session.hiding
        caused = self._timed(self.session.press(at, button, held_s))
        if self.timekeeper is not None and held_s is None and not hiding:
            caused += self.timekeeper.press(at, button, self.session.line)
        self._light_soon(at, at)
        self._note_due()
        return in_order([*events, *caused])

    def due(self) -> float | None:
        """When `advance` should be called next if no frame comes before, or None."""
        return earliest(self._debounce.due(), self._decides_at)

    def _note_due(self) -> None:
        flag_at = None if self.timekeeper is None else self.timekeeper.due()
        self._decides_at = earliest(self.session.due(), flag_at, self._light_at, self._fade_at)

    def advance(self, at: float) -> list[Event]:
        """Let time come to `at`; the events on the way, each with the time of its decision."""
        events: list[Event] = []
        while (due := self.due()) is not None and due <= at:
            self.now = max(self.now, due)
            events += self._decide(due)
            self._note_due()
        self.now = max(self.now, at)
        return in_order(events) if events else events

    def _decide(self, at: float) -> list[Event]:
        """All that is decided at this very time."""
        events: list[Event] = []
        for settled in self._debounce.settle(at):
            events += self._timed(self.session.see(settled))
            if self.timekeeper is not None and settled.changed:
                events += self.timekeeper.touch(at, self.session.line)
            self._light_soon(at, settled.edge + self._settings.light_rest_s)
        if (due := self.session.due()) is not None and due <= at:
            events += self._timed(self.session.tick(at))
            self._light_soon(at, self._light_at or at)
        events += self._flag(at)
        if self._light_at is not None and self._light_at <= at:
            events += self._light(at)
        elif self._fade_at is not None and self._fade_at <= at:
            self._fade_at = None
            if self._light_at is None:
                events += self._light(at)
        return events

    def _timed(self, events: list[Event]) -> list[Event]:
        """These events, and what they do to the clock."""
        if self.timekeeper is None or not events:
            return events
        return events + self.timekeeper.follow(events, self.session.line)

    def _flag(self, at: float) -> list[Event]:
        """What the clock decides by itself: a move that was heard at the same time was made in time."""
        due = None if self.timekeeper is None else self.timekeeper.due()
        if self.timekeeper is None or due is None or due > at:
            return []
        events, loser = self.timekeeper.tick(at)
        if loser is not None:
            events += self.session.lose_on_time(at, loser)
            self._light_soon(at, at)
        return events

    def _light_soon(self, at: float, earliest: float) -> None:
        self._light_at = max(at, earliest)

    def _light(self, at: float) -> list[Event]:
        """The picture now, if it is another one."""
        self._light_at = None
        self.session.rest()
        scene = self.session.scene()
        self._fade_at = fades_at(scene, at, self._settings)
        lights = picture(scene, at, self._settings)
        if lights is None:
            lights = self._picture or {}
        if lights == self._picture:
            return []
        self._picture = lights
        return [Lit(at, lights)]
