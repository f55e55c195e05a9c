"""Knows what hands did with one piece, from channels alone, and which channels stick or flicker."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from hardware.device import Reading

REST_S = 0.7
"""A piece that has stood for so long is an answer; one lifted before has tapped."""

BLINK_S = 0.1
"""A channel that opens for less than this has not opened: the piece was bumped."""

GAP_S = 1.0
"""Taps follow each other within this."""

LISTEN_S = 4.0
"""How long the empty board is listened to before the first question, at least."""

QUIET_S = 3.0
"""The listening ends when nothing has changed for so long."""

STUCK_S = 15.0
"""A channel that stays closed for so long, while pieces come and go elsewhere, sticks."""

_BOUNCE_S = 0.02
_FLICKER = (12, 3.0)
"""No hand closes a channel so many times within so many seconds."""
_FLICKER_ALONE = 6, 12.0
"""Nor so, when hands are to be off the board."""
_INTRUSIONS = 4
_CALM_S = 0.3


@dataclass(frozen=True, slots=True)
class Rested:
    """A piece was put down, alone on the board, and stood: these channels closed."""

    at: float
    channels: frozenset[int]


@dataclass(frozen=True, slots=True)
class Tapped:
    """A piece was put down and lifted so many times on one field, which closes these channels."""

    at: float
    times: int
    channels: frozenset[int]


Touch = Rested | Tapped


@dataclass(slots=True)
class _Run:
    """Taps on one field that may go on."""

    channels: frozenset[int]
    times: int
    ended: float


@dataclass(slots=True)
class _Closings:
    """When one channel closed, bounces left out, and when it opened last."""

    times: deque[float] = field(default_factory=deque)
    opened: float = float("-inf")
    intrusions: int = 0


class Hands:
    """What one piece does on a board with `channels` channels. Times must not run back.

    `feed` takes readings, `advance` lets time come; both give what was done meanwhile. First the board is
    listened to, LISTEN_S and until it is quiet: what flickers then is `noisy`, what is closed then
    `stuck` until it opens. Mutable; one instance a session.
    """

    def __init__(self, channels: int) -> None:
        self.channels = channels
        self.noisy: set[int] = set()
        self.stuck: set[int] = set()
        self.readable: set[int] = set()
        self.listening = True
        self.changed_at: float | None = None
        """When any channel that is neither stuck nor noisy changed last."""
        self._began: float | None = None
        self._raw: set[int] = set()
        self._since: dict[int, float] = {}
        self._opened: dict[int, float] = {}
        self._old: set[int] = set()
        self._old_at = 0.0
        self._episode: set[int] = set()
        self._episode_at = 0.0
        self._run: _Run | None = None
        self._closings: dict[int, _Closings] = {}
        self._beside = 0

    @property
    def standing(self) -> frozenset[int]:
        """The channels under a piece that has answered and was not lifted since."""
        return frozenset(self._old)

    @property
    def closed(self) -> frozenset[int]:
        """Every channel that is closed now, whatever it is worth."""
        return frozenset(self._raw)

    @property
    def crowded(self) -> bool:
        """Whether a second piece was put down while the one that answered last still stands."""
        return bool(self._old) and bool(set(self._since) - self._old)

    def lost(self) -> None:
        """The board went away: nothing that was under way goes on; it is listened to again."""
        self.listening, self._began = True, None
        self._raw, self._since, self._opened = set(), {}, {}
        self._old, self._episode, self._run, self._beside = set(), set(), None, 0
        self._closings = {}

    def feed(self, at: float, readings: bytes) -> list[Touch]:
        """Readings at `at`, one Reading a channel."""
        if self._began is None:
            self._began = self.changed_at = at
        done = self.advance(at)
        raw = {
            channel for channel, reading in enumerate(readings) if reading in (Reading.PIECE, Reading.BLACK)
        }
        self.readable |= {channel for channel, reading in enumerate(readings) if reading != Reading.UNKNOWN}
        for channel in sorted(self._raw - raw):
            self._open(channel, at)
        for channel in sorted(raw - self._raw):
            self._close(channel, at)
        self._raw = raw
        return done

    def due(self) -> float | None:
        """When time by itself does something next, or None."""
        if self._began is None:
            return None
        if self.listening:
            return max(self._began + LISTEN_S, (self.changed_at or 0.0) + QUIET_S)
        moments = [at + BLINK_S for at in self._opened.values()]
        if not self._old:
            moments += [at + REST_S for at in self._since.values()]
        if self._run is not None and not self._since:
            moments.append(self._run.ended + GAP_S)
        return min(moments, default=None)

    def advance(self, at: float) -> list[Touch]:
        """Let time come to `at`."""
        done: list[Touch] = []
        while (due := self.due()) is not None and due <= at:
            if self.listening:
                self._begin(due)
                continue
            for channel in [one for one, since in self._opened.items() if since + BLINK_S <= due]:
                self._leave(channel, due)
            done += self._rested(due)
            done += self._tapped(due)
        return done

    def _begin(self, at: float) -> None:
        """The listening is over: what is closed sticks, unless it opens yet."""
        self.listening = False
        self.stuck |= self._raw - self.noisy
        self._since, self._opened, self._episode = {}, {}, set()

    def _close(self, channel: int, at: float) -> None:
        closings = self._closings.setdefault(channel, _Closings())
        times = closings.times
        if at - closings.opened >= _BOUNCE_S:
            times.append(at)
        most, within = _FLICKER_ALONE if self.listening else _FLICKER
        while times and times[0] < at - within:
            times.popleft()
        if len(times) >= most:
            self._flickers(channel)
        if channel in self.noisy or channel in self.stuck:
            return
        self.changed_at = at
        if self.listening:
            return
        if channel in self._opened:
            del self._opened[channel]
            return
        if channel in self._since:
            return
        if self._old:
            self._beside += 1
            if at - self._old_at >= _CALM_S:
                self._closings[channel].intrusions += 1
                if self._closings[channel].intrusions >= _INTRUSIONS:
                    self._flickers(channel)
                    return
            self._weigh_sticking(at)
        if not set(self._since) - self._old:
            self._episode, self._episode_at = set(), at
        self._since[channel] = at
        self._episode.add(channel)

    def _open(self, channel: int, at: float) -> None:
        if channel in self._closings:
            self._closings[channel].opened = at
        if channel in self.noisy:
            return
        if self.listening:
            self.changed_at = at
            return
        if channel in self.stuck:
            self.stuck.discard(channel)
            self.changed_at = at
            return
        self.changed_at = at
        if channel in self._since:
            self._opened[channel] = at

    def _leave(self, channel: int, at: float) -> None:
        """The channel is open for good: its piece was lifted."""
        opened = self._opened.pop(channel, at)
        was_old = channel in self._old
        self._since.pop(channel, None)
        self._old.discard(channel)
        if not self._old:
            self._beside = 0
        if was_old or self._since or not self._episode:
            return
        if opened - self._episode_at >= _BOUNCE_S * 2:
            self._count_tap(opened)
        self._episode = set()

    def _count_tap(self, ended: float) -> None:
        run, channels = self._run, frozenset(self._episode)
        if run is not None and self._episode_at - run.ended <= GAP_S and run.channels & channels:
            self._run = _Run(run.channels | channels, run.times + 1, ended)
        else:
            self._run = _Run(channels, 1, ended)

    def _rested(self, at: float) -> list[Touch]:
        if self._old or not any(since + REST_S <= at for since in self._since.values()):
            return []
        channels = frozenset(one for one, since in self._since.items() if since + REST_S / 2 <= at)
        self._old, self._old_at, self._beside = set(self._since), at, 0
        self._episode, self._run = set(), None
        return [Rested(at, channels)]

    def _tapped(self, at: float) -> list[Touch]:
        run = self._run
        if run is None or self._since or run.ended + GAP_S > at:
            return []
        self._run = None
        return [Tapped(at, run.times, run.channels)] if run.times > 1 else []

    def _flickers(self, channel: int) -> None:
        self.noisy.add(channel)
        self.stuck.discard(channel)
        self._since.pop(channel, None)
        self._opened.pop(channel, None)
        self._old.discard(channel)
        self._episode.discard(channel)

    def _weigh_sticking(self, at: float) -> None:
        """A piece that stands while others come and go is taken for a channel that sticks."""
        if self._beside < 2:
            return
        for channel in [one for one in self._old if at - self._since[one] >= STUCK_S]:
            self.stuck.add(channel)
            self._old.discard(channel)
            self._since.pop(channel)
