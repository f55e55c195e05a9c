"""Knows how what sensors and buttons do is put into lines for people; nothing of devices or terminals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware_host.live.watch import Change, Channel, Watch
from firmware_host.wiring import Places
from hardware.device import Reading

WEAK_STEPS = 15
"""A hall sensor whose piece comes nearer to its threshold than this is named as weak."""

BOUNCY = 8
"""A reed that bounces more often than this at one change wants a look."""

_WORDS = {Reading.NONE: "empty", Reading.WHITE: "white", Reading.BLACK: "black", Reading.UNKNOWN: "unknown"}


def reading_word(reading: int, *, hall: bool) -> str:
    """A reading in a word."""
    if not hall and reading == Reading.PIECE:
        return "piece"
    return _WORDS[Reading(reading)]


def channel_name(channel: int, fields: Sequence[str]) -> str:
    """`field 17 (channel 4)`, or the channel alone."""
    name = fields[channel] if channel < len(fields) else ""
    return f"field {name} (channel {channel})" if name else f"channel {channel}"


def change_line(change: Change, fields: Sequence[str], *, hall: bool) -> str:
    """One change as one line."""
    text = (
        f"{change.at:9.3f}  {channel_name(change.channel, fields)}: {reading_word(change.reading, hall=hall)}"
    )
    if change.edges > 1:
        text += f", after {change.edges - 1} bounces in {1000 * change.took_s:.0f} ms"
    if change.low is not None and change.least_steps is not None:
        text += (
            f"; the piece gave {change.low} to {change.high}, {change.least_steps:.0f} steps or more to spare"
        )
        if change.least_steps < WEAK_STEPS:
            text += " (weak)"
    return text


def summary(watch: Watch, fields: Sequence[str]) -> list[str]:
    """What was seen in all: channels that never closed, that bounce, that change most."""
    closings = sum(channel.closings for channel in watch.channels)
    lines = ["Once a piece was put down." if closings == 1 else f"{closings} times a piece was put down."]
    silent = [number for number, name in enumerate(fields) if name and not watch.channels[number].closings]
    if silent and closings:
        named = ", ".join(fields[number] for number in silent)
        lines.append(f"Never put down on: {named}.")
    bouncy = [
        f"{channel_name(number, fields)} {channel.bounces}"
        for number, channel in enumerate(watch.channels)
        if channel.bounces > BOUNCY * max(1, channel.closings)
    ]
    if bouncy:
        lines.append(f"Bounced more than others: {', '.join(bouncy)}.")
    return lines


def sensor_lines(watch: Watch, fields: Sequence[str], places: Places, *, hall: bool) -> list[str]:
    """The board as one sits at its front: every field with what it reads now, raw, and what has settled."""
    at = {name: number for number, name in enumerate(fields) if name}
    lines: dict[float, list[str]] = {}
    for name, (_, y) in places.items():
        lines.setdefault(round(y, 3), []).append(name)
    left = min((x for x, _ in places.values()), default=0.0)
    width = max((len(name) for name in places), default=1) + 4
    result = []
    for y in sorted(lines, reverse=True):
        text = ""
        for name in sorted(lines[y], key=lambda one: places[one][0]):
            number = at.get(name)
            mark = " " if number is None else _mark(watch.channels[number], hall=hall)
            text = text.ljust(round((places[name][0] - left) * width)) + f"{name}{mark}"
        result.append(f"  {text}")
    unnamed = [number for number in range(len(watch.channels)) if not fields[number]]
    if unnamed:
        marks = (f"{number}{_mark(watch.channels[number], hall=hall)}" for number in unnamed)
        result += ["", f"  channels without a field: {' '.join(marks)}"]
    return result


def _mark(channel: Channel, *, hall: bool) -> str:
    """What is read: `.` empty, `#` a piece, `w` and `b` poles, `?` unknown; `*` behind it while it differs
    from what has settled."""
    marks = {Reading.NONE: ".", Reading.WHITE: "w" if hall else "#", Reading.BLACK: "b", Reading.UNKNOWN: "?"}
    return marks[Reading(channel.raw)] + ("*" if channel.raw != channel.settled else "")


def hall_lines(watch: Watch, fields: Sequence[str], most: int) -> list[str]:
    """The channels with a piece, the weakest first: value, extremes, margin."""
    there = [(number, one) for number, one in enumerate(watch.channels) if one.least_steps is not None]
    there.sort(key=lambda item: item[1].least_steps or 0.0)
    lines = []
    for number, one in there[:most]:
        weak = "  weak" if one.least_steps is not None and one.least_steps < WEAK_STEPS else ""
        lines.append(
            f"  {channel_name(number, fields):24} now {one.value:4}, {one.low} to {one.high}, rest "
            f"{one.rest:.0f}: {one.least_steps:.0f} to {one.most_steps:.0f} steps to spare{weak}"
        )
    return lines


def button_line(at: float, button: int, names: Mapping[int, str], held_s: float | None) -> str:
    """A press, or with `held_s` a release."""
    name = names.get(button, "without a meaning")
    what = "pressed" if held_s is None else f"released after {held_s:.2f} s"
    return f"{at:9.3f}  button {button} ({name}) {what}"
