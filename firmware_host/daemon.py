"""Knows how one board is run: signals of its devices in; journal, lights and subscribers out; the only place
where threads, clocks and the pipeline meet."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from firmware_host.another_game import Shelf
from firmware_host.attached import Keeper, Recorder, Subscriber
from firmware_host.backlog import Backlog
from firmware_host.clock_face import faces
from firmware_host.config import Config
from firmware_host.events import Clocked, Event, Fault, Lit, Moved, Resumed, Started
from firmware_host.inbox import Inbox
from firmware_host.keeping import changes
from firmware_host.lamps import Lamp, Lamps
from firmware_host.line import Line
from firmware_host.orientation import turned_lights
from firmware_host.pipeline import Pipeline
from firmware_host.session import Session
from firmware_host.timekeeping import Timekeeper
from hardware.companion import Companion
from hardware.device import ButtonEdge, DeviceState, LedFrame, LedSink, SensorFrame, SensorSource, Signal
from rules.game import Side

FRAME_S = 0.04
"""How often a moving picture is drawn: 25 times a second is enough for breathing and winking."""

CLOCK_S = 0.5
"""How often the rim looks at a clock that runs: its lights go out one in some seconds."""

LATE_S = 0.002
"""How much later than due the clock decides, so that a frame still on the line comes first."""

RETRY_S = 2.0
"""How often a disk that refuses the journal is tried again."""

JOURNAL = "journal"
"""What a fault of the journal's disk is told of."""

HELD_S = 0.8
"""A button held longer than this is told again when it is released."""


class Daemon:
    """One board at work. `run` returns when `stop` was called; whatever goes wrong for good is raised there.

    Order for each batch of events: the journal first, then subscribers, then lights.
    """

    def __init__(
        self,
        config: Config,
        line: Line,
        source: SensorSource,
        sink: LedSink | None,
        keeper: Keeper,
        subscribers: Sequence[Subscriber] = (),
        recorders: Sequence[Recorder] = (),
        clock: Callable[[], float] = time.monotonic,
        companions: Mapping[str, Companion] = MappingProxyType({}),
        timekeeper: Timekeeper | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        """`timekeeper`: the clock of the game, None to play without. `shelf`: games that go on when their
        position is set up. `companions`: devices beside the
        sensors, by the name that a fault gives them; the times of their buttons are those of `source`."""
        self._config = config
        self._source = source
        self._sink = sink
        self._backlog = Backlog(keeper)
        self._subscribers = subscribers
        self._recorders = recorders
        self._clock = clock
        self._companions = companions
        self.troubles: dict[str, str] = {}
        """Why devices do not work as they should, by their names; empty while all do."""
        self.unreadable = 0
        """Mask of the fields whose sensors could not be read last; stays while secrets are chosen."""
        session = Session(line, config.settings, resumed=len(line) > 0, shelf=shelf)
        self.pipeline = Pipeline(session, config.settings, timekeeper)
        leds = config.leds
        red, green, blue = leds.balance
        self._lamps = Lamps(
            config.wiring,
            Lamp(leds.brightness, leds.gamma, leds.budget_ma, (red, green, blue), leds.outside_s),
        )
        self._shown: LedFrame | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Event | None = None
        self._failure: BaseException | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._trying: asyncio.TimerHandle | None = None
        self._animation: asyncio.TimerHandle | None = None
        self._heard: tuple[float, float] | None = None
        self._pressed: dict[int, float] = {}
        self.device: DeviceState | None = None
        self._blind = False
        self.frames = 0
        """How many went all the way through the pipeline and what follows it."""
        self.moves = 0

    @property
    def line(self) -> Line:
        """The line of play."""
        return self.pipeline.session.line

    async def run(self) -> None:
        """Work until `stop`; then the board is dark and its devices are free."""
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        for name, companion in self._companions.items():
            companion.tell(partial(self._from_companion, name))
        self._source.start(Inbox(self._loop, partial(self._guarded, self._take)).put)
        try:
            await self._stopped.wait()
        finally:
            for timer in (self._timer, self._trying, self._animation):
                if timer is not None:
                    timer.cancel()
            await asyncio.to_thread(self._close)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """End `run`; from the loop's own thread."""
        if self._stopped is not None:
            self._stopped.set()

    def age_s(self) -> float | None:
        """Seconds since the last frame, or None before the first."""
        return None if self._heard is None else self._clock() - self._heard[1]

    def _close(self) -> None:
        self._source.stop()
        if self._sink is not None:
            self._sink.stop()
        for companion in self._companions.values():
            companion.stop()
        for recorder in self._recorders:
            recorder.close()

    # ---- signals of the devices

    def _from_companion(self, name: str, signal: Signal) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._guarded, self._take_beside, name, signal)

    def _guarded(self, work: Callable[..., None], *arguments: object) -> None:
        """Do a piece of work; its failure ends `run`, where it is raised."""
        if self._failure is not None:
            return
        try:
            work(*arguments)
        except Exception as error:  # noqa: BLE001 - the top loop: it ends `run`, where the error is raised
            self._failure = error
            self.stop()

    def _take(self, signal: Signal) -> None:
        match signal:
            case SensorFrame():
                self._see(signal)
                self.frames += 1
            case ButtonEdge():
                self._press(signal)
            case DeviceState():
                self._blind |= not signal.connected
                self.device = signal
                self._tell_trouble("board", signal, max(signal.at, self.pipeline.now))
        self._schedule()

    def _take_beside(self, name: str, signal: Signal) -> None:
        """A signal of a companion: its buttons count as the board's; it is told of when it fails, and when
        it works again."""
        match signal:
            case ButtonEdge():
                self._press(signal)
            case DeviceState():
                self._tell_trouble(name, signal, max(self._present(), self.pipeline.now))
        self._schedule()

    def _tell_trouble(self, name: str, state: DeviceState, now: float) -> None:
        """A device is told of when it fails or something is wrong with it, and when it works again; not that
        it works as it should."""
        works = state.connected and not state.problem
        if works and self.troubles.pop(name, None) is None:
            return
        if not works:
            self.troubles[name] = state.detail
        self._emit([Fault(now, None, name, state.detail, now)])

    def _see(self, frame: SensorFrame) -> None:
        first = not self.frames
        if first and not len(self.line):
            self._lamps.begin(self._clock())
        at = max(frame.at, self.pipeline.now)
        self._heard = (at, self._clock())
        seen = self._config.wiring.seen(frame.readings)
        secret = self.pipeline.session.hiding
        self.unreadable = self.unreadable if secret else seen.unknown & ~self._config.wiring.absent
        if self._blind:
            self._blind = False
            self.pipeline.session.look_away(at)
        for recorder in self._recorders:
            recorder.see(at, seen, secret=secret)
        self._emit(self.pipeline.feed(at, seen))
        if first and self._lamps.turn(self._whose_turn()):
            self._draw()

    def _press(self, edge: ButtonEdge) -> None:
        name = self._config.buttons.get(edge.button)
        if name is None:
            return
        at = max(edge.at, self.pipeline.now)
        held_s = None
        if edge.pressed:
            self._pressed[edge.button] = at
        else:
            held_s = at - self._pressed.pop(edge.button, at)
            if held_s < HELD_S:
                return
        for recorder in self._recorders:
            recorder.press(at, name, held_s)
        self._emit(self.pipeline.press(at, name, held_s))

    # ---- time

    def _present(self) -> float:
        """The pipeline's time now, as far as the last frame tells."""
        if self._heard is None:
            return self.pipeline.now
        at, heard = self._heard
        return at + self._clock() - heard

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.pipeline.due()
        if due is not None and due != float("inf") and self._loop is not None:
            delay = max(0.0, due - self._present()) + LATE_S
            self._timer = self._loop.call_later(delay, self._guarded, self._tick)

    def _tick(self) -> None:
        due, present = self.pipeline.due(), self._present()
        while due is not None and due <= present:
            self._emit(self.pipeline.advance(due))
            due = self.pipeline.due()
        self._schedule()

    # ---- events

    def _emit(self, events: Sequence[Event]) -> None:
        if not events:
            return
        line = self.line
        told = self._backlog.take(changes(events, line.game, line.start, self._config.record), events)
        if told:
            self._tell(told)
        elif self._trying is None:
            self._wait_for_disk()

    def _wait_for_disk(self) -> None:
        """The disk refuses: the board hears on, but tells and shows nothing that may still be lost."""
        self._note_journal(self._backlog.trouble)
        self._light({})
        self._retry_soon()

    def _retry_soon(self) -> None:
        if self._loop is not None:
            self._trying = self._loop.call_later(RETRY_S, self._guarded, self._retry)

    def _retry(self) -> None:
        told = self._backlog.retry()
        if self._backlog.trouble is not None:
            self._retry_soon()
            return
        self._trying = None
        self._tell(told)
        self._note_journal(None)
        self._light(self.pipeline.lights)

    def _note_journal(self, trouble: str | None) -> None:
        now = self.pipeline.now
        self.troubles.pop(JOURNAL, None)
        if trouble is not None:
            self.troubles[JOURNAL] = trouble
        self._tell([Fault(now, None, JOURNAL, trouble or "The journal takes moves again.", now)])

    def _tell(self, events: Sequence[Event]) -> None:
        """What is durable, to all who listen."""
        self.moves += sum(isinstance(event, Moved) for event in events)
        for subscriber in self._subscribers:
            subscriber(events)
        started = any(isinstance(event, Started | Resumed) for event in events)
        if started:
            self._lamps.begin(self._clock())
        lights = [event.lights for event in events if isinstance(event, Lit)]
        turned = self._lamps.turn(self._whose_turn())
        clocked = any(isinstance(event, Clocked) for event in events)
        if lights:
            self._light(lights[-1])
        elif started or turned or clocked:
            self._draw()

    def _light(self, lights: Mapping[str, str]) -> None:
        session, board = self.pipeline.session, self.line.game.board
        self._lamps.turn(self._whose_turn())
        shown = turned_lights(board, lights) if session.turned else lights
        self._lamps.take(shown, self._clock())
        self._draw()

    def _whose_turn(self) -> Side | None:
        """Whom the rim shows: nobody while secrets are chosen, while the disk refuses, and once the game is
        over."""
        line, dark = self.line, self.pipeline.session.hiding or self._backlog.trouble is not None
        return None if dark or line.outcome else line.position.turn

    def _draw(self) -> None:
        if self._animation is not None:
            self._animation.cancel()
            self._animation = None
        if self._sink is None or self._loop is None:
            return
        now = self._clock()
        timed = self._timed()
        frame = self._lamps.frame(now)
        if frame != self._shown:
            self._shown = frame
            self._sink.show(frame)
        ends_at = self._lamps.ends_at(now)
        if self._lamps.moving:
            self._animation = self._loop.call_later(FRAME_S, self._guarded, self._draw)
        elif ends_at is not None:
            self._animation = self._loop.call_later(ends_at - now + LATE_S, self._guarded, self._draw)
        elif timed:
            self._animation = self._loop.call_later(CLOCK_S, self._guarded, self._draw)

    def _timed(self) -> bool:
        """Let the rim show the clock as it is now; whether that goes on by itself."""
        keeper = self.pipeline.timekeeper
        if keeper is None or not any(self._config.wiring.rim.values()):
            return False
        clock = keeper.clock
        self._lamps.show_clock(faces(clock, self._present(), clock.running or self._whose_turn()))
        return clock.running is not None
