"""Knows the three live tests: what each does with signals and time, and how it tells of it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from firmware_host.canvas import Canvas, wrapped
from firmware_host.live.show import Scene, scenes
from firmware_host.live.watch import Change, Watch
from firmware_host.live.words import (
    button_line,
    change_line,
    channel_name,
    hall_lines,
    reading_word,
    sensor_lines,
    summary,
)
from firmware_host.wiring import Places
from hardware.device import ButtonEdge, DeviceState, LedSink, SensorFrame, SensorSource, Signal

LAST_CHANGES = 6
HALL_CHANNELS = 12
HALL_EVERY_S = 0.5
"""How often a converter's values are told where nothing is drawn."""


class LiveTest(Protocol):
    """One of the tests."""

    @property
    def trouble(self) -> str | None:
        """What a device said last."""

    def take(self, name: str, heard: Signal) -> None:
        """A signal of the device of this name."""

    def tick(self, now: float | None) -> None:
        """Time passes; `now` on the sensors' clock."""

    def end(self) -> None:
        """The test is over: say what was found."""


class _Told:
    """What a device says of itself is told, once each time."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self.trouble: str | None = None
        self.canvas = Canvas() if sys.stdout.isatty() and not as_json else None

    def device(self, name: str, state: DeviceState) -> None:
        self.trouble = state.detail
        if self.canvas is None:
            self.line({"device": name, "connected": state.connected, "says": state.detail}, state.detail)

    def line(self, content: Mapping[str, object], words: str) -> None:
        """One thing, as JSON or in words."""
        print(json.dumps(content) if self.as_json else words, flush=True)


class LedTest:
    """The light show, over and over."""

    def __init__(
        self, sink: LedSink, names: Sequence[str], brightness: float, budget_ma: float, *, as_json: bool
    ) -> None:
        self._sink = sink
        self._names = names
        self._brightness = brightness
        self._budget_ma = budget_ma
        self._told = _Told(as_json=as_json)
        self._show: Iterator[Scene] = iter(())
        self._next = 0.0
        self._there = False

    @property
    def trouble(self) -> str | None:
        """See LiveTest."""
        return self._told.trouble

    def take(self, name: str, heard: Signal) -> None:
        """See LiveTest."""
        if isinstance(heard, DeviceState):
            self._told.device(name, heard)
            self._there = self._there or heard.connected

    def tick(self, now: float | None) -> None:
        """See LiveTest."""
        if not self._there or time.monotonic() < self._next or not self._names:
            return
        scene = next(self._show, None)
        if scene is None:
            self._show = scenes(self._names, self._brightness, self._budget_ma)
            scene = next(self._show)
        self._next = time.monotonic() + scene.seconds
        self._sink.show(scene.frame)
        words = f"{scene.says}; about {scene.ma:.0f} of {self._budget_ma:.0f} mA"
        if self._told.canvas is not None:
            self._told.canvas.paint(
                ["", *wrapped(words), "", *wrapped(self.trouble or ""), "", "  Ctrl-C ends."]
            )
        else:
            self._told.line({"says": scene.says, "ma": round(scene.ma, 1)}, words)

    def end(self) -> None:
        """See LiveTest."""


class SensorTest:
    """Every channel, raw and settled; of hall sensors with a converter also how far it is from reading
    otherwise."""

    def __init__(
        self,
        source: SensorSource,
        names: Sequence[str],
        places: Places,
        hold_s: float,
        *,
        hall: bool,
        as_json: bool,
    ) -> None:
        self._source = source
        self._names = names
        self._places = places
        self._hall = hall
        self._told = _Told(as_json=as_json)
        self._watch = Watch(len(names), hold_s)
        self._last: list[str] = []
        self._measured = 0.0

    @property
    def trouble(self) -> str | None:
        """See LiveTest."""
        return self._told.trouble

    def take(self, name: str, heard: Signal) -> None:
        """See LiveTest."""
        match heard:
            case DeviceState():
                self._told.device(name, heard)
            case SensorFrame(at=at, readings=readings) if len(readings) == len(self._names):
                self._measure()
                self._changes(self._watch.feed(at, readings))

    def tick(self, now: float | None) -> None:
        """See LiveTest."""
        self._measure()
        if now is not None:
            self._changes(self._watch.advance(now))
        if self._told.canvas is not None:
            self._told.canvas.paint(self._picture())
        else:
            self._values()

    def end(self) -> None:
        """See LiveTest."""
        if not self._told.as_json:
            print("\n".join(summary(self._watch, self._names)), flush=True)

    def _measure(self) -> None:
        """What the converter says, where there is one."""
        from hardware.hall_adc import HallAdc

        if isinstance(self._source, HallAdc):
            self._watch.measure(self._source.margins)

    def _changes(self, changes: Sequence[Change]) -> None:
        for change in changes:
            words = change_line(change, self._names, hall=self._hall)
            self._last = [*self._last, words][-LAST_CHANGES:]
            if self._told.canvas is None:
                self._told.line(self._as_json(change), words)

    def _as_json(self, change: Change) -> dict[str, object]:
        content: dict[str, object] = {
            "t": round(change.at, 4),
            "channel": change.channel,
            "field": self._names[change.channel] or None,
            "reading": reading_word(change.reading, hall=self._hall),
            "bounces": change.edges - 1,
            "bounce_ms": round(1000 * change.took_s, 1),
        }
        if change.low is not None:
            content |= {"low": change.low, "high": change.high, "least_steps": change.least_steps}
        return content

    def _values(self) -> None:
        """The values of hall sensors under pieces, twice a second."""
        if time.monotonic() < self._measured + HALL_EVERY_S:
            return
        self._measured = time.monotonic()
        for number, one in enumerate(self._watch.channels):
            if one.least_steps is None or one.value is None or one.rest is None or one.steps is None:
                continue
            content = {
                "channel": number,
                "field": self._names[number] or None,
                "value": one.value,
                "rest": round(one.rest, 1),
                "steps": round(one.steps, 1),
                "least_steps": round(one.least_steps, 1),
            }
            name = channel_name(number, self._names)
            self._told.line(
                content,
                f"{'':9}  {name}: value {one.value}, rest {one.rest:.0f}, {one.steps:.0f} steps to spare, "
                f"{one.least_steps:.0f} at least",
            )

    def _picture(self) -> list[str]:
        lines = ["", *sensor_lines(self._watch, self._names, self._places, hall=self._hall), ""]
        lines.append(
            "  . empty  w white  b black  ? unknown  * not settled"
            if self._hall
            else "  . empty  # piece  ? unknown  * not settled"
        )
        if halls := hall_lines(self._watch, self._names, HALL_CHANNELS):
            lines += ["", "  Nudge the pieces over their fields; the weakest first:", *halls]
        return [
            *lines,
            "",
            *[f"  {line}" for line in self._last],
            "",
            *wrapped(self.trouble or ""),
            "  Ctrl-C ends.",
        ]


class ButtonTest:
    """Each press and release."""

    def __init__(self, names: Mapping[int, str], *, as_json: bool) -> None:
        self._names = names
        self._told = _Told(as_json=as_json)
        self._told.canvas = None
        self._pressed: dict[int, float] = {}
        self._seen: set[int] = set()
        self._asked = False

    @property
    def trouble(self) -> str | None:
        """See LiveTest."""
        return self._told.trouble

    def take(self, name: str, heard: Signal) -> None:
        """See LiveTest."""
        match heard:
            case DeviceState():
                self._told.device(name, heard)
                if heard.connected and not self._asked and not self._told.as_json:
                    self._asked = True
                    print("Press each button; Ctrl-C ends.", flush=True)
            case ButtonEdge(at=at, button=button, pressed=pressed):
                self._edge(at, button, pressed=pressed)
            case _:
                pass

    def _edge(self, at: float, button: int, *, pressed: bool) -> None:
        held = None
        if pressed:
            self._pressed[button] = at
            self._seen.add(button)
        else:
            held = at - self._pressed.pop(button, at)
        content: dict[str, object] = {
            "t": round(at, 4),
            "button": button,
            "name": self._names.get(button),
            "pressed": pressed,
        }
        if held is not None:
            content["held"] = round(held, 3)
        self._told.line(content, button_line(at, button, self._names, held))

    def tick(self, now: float | None) -> None:
        """See LiveTest."""

    def end(self) -> None:
        """See LiveTest."""
        silent = [
            f"{button} ({name})" for button, name in sorted(self._names.items()) if button not in self._seen
        ]
        if not self._told.as_json:
            print(f"Not pressed: {', '.join(silent)}." if silent else "Every button was pressed.", flush=True)
