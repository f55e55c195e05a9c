"""Knows what the wizard says at its end: the wiring as keys of the configuration, and every fault by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from firmware_host.config_kinds import listed
from firmware_host.wire.found import Found
from firmware_host.wire.order import order_of
from firmware_host.wire.questions import Plan
from firmware_host.wire.touch import Hands

Value = int | Sequence[str] | Sequence[int]
"""What a key of the section may hold."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was found of a board. `wiring`: the keys of the section; `faults`: one sentence each; `notes`:
    orders and what lies unused; `worth_writing`: whether at least half of the fields can be sensed."""

    wiring: dict[str, Value]
    faults: tuple[str, ...]
    notes: tuple[str, ...]
    worth_writing: bool


def result(plan: Plan, known: Found, hands: Hands, *, gutter: Collection[str] = ()) -> Result:
    """The result of a finished wizard. `gutter`: the fields that need no mention if none of them is wired.

    Law: a field has a channel only if two answers agreed on it and no other field closes it.
    """
    return Result(
        wiring=wiring(plan, known, gutter),
        faults=(
            *_field_faults(plan, known),
            *_channel_faults(plan, known, hands),
            *_pixel_faults(plan, known),
        ),
        notes=_notes(plan, known),
        worth_writing=2 * len(known.channel_of) >= len(plan.fields),
    )


def wiring(plan: Plan, known: Found, gutter: Collection[str] = ()) -> dict[str, Value]:
    """The keys of the section [wiring]."""
    field_at = {channel: name for name, channel in known.channel_of.items()}
    fields = [field_at.get(channel, "") for channel in range(plan.channels)]
    found: dict[str, Value] = {"fields": fields}
    absent = _lacking(plan, fields, gutter)
    if plan.pixels:
        pixels = [known.field_of.get(pixel, "") for pixel in range(plan.pixels)]
        found["pixels"] = pixels
        each = max(Counter(name for name in pixels if name).values(), default=1)
        if each > 1:
            found["pixels_per_field"] = each
        if dark := _lacking(plan, pixels, gutter):
            found["dark"] = dark
        for key, white in (("rim_white", True), ("rim_black", False)):
            if rim := _rim(plan, known, white=white):
                found[key] = rim
    if absent:
        found["absent"] = absent
    return found


def _rim(plan: Plan, known: Found, *, white: bool) -> list[int]:
    sides = {**plan.rim, **known.rim}
    return sorted(pixel for pixel, side in sides.items() if side is white)


def _lacking(plan: Plan, named: Collection[str], gutter: Collection[str]) -> list[str]:
    lacking = [name for name in plan.places if name not in named]
    if gutter and not set(gutter) & set(named):
        lacking = [name for name in lacking if name not in gutter]
    return lacking


def _field_faults(plan: Plan, known: Found) -> tuple[str, ...]:
    faults = []
    users: dict[int, list[str]] = {}
    for name, heard in known.heard.items():
        for channel in heard:
            users.setdefault(channel, []).append(name)
    for channel, names in sorted(users.items()):
        if len(names) > 1:
            faults.append(
                f"Channel {channel} closes under fields {listed(names, 'and')}: a short, or two sensors on "
                "one line."
            )
    for name in plan.fields:
        channels = known.heard.get(name, frozenset())
        if name not in known.heard:
            faults.append(f"Field {name} gave a different answer each time: its channel stays open.")
        elif not channels:
            faults.append(f"Field {name} was not heard: its sensor is dead, not connected or too far away.")
        elif len(channels) > 1 and name in known.channel_of:
            own = known.channel_of[name]
            others = listed([str(channel) for channel in sorted(channels - {own})], "and")
            faults.append(f"Field {name} closes channel {others} as well as {own}, which is taken.")
        elif name not in known.channel_of:
            faults.append(f"Field {name} has no channel of its own.")
    return tuple(faults)


def _channel_faults(plan: Plan, known: Found, hands: Hands) -> tuple[str, ...]:
    faults = [
        f"Channel {channel} is closed without a piece: it sticks, or is shorted."
        for channel in sorted(hands.stuck)
    ]
    faults += [
        f"Channel {channel} flickers by itself: see its solder joints." for channel in sorted(hands.noisy)
    ]
    unread = set(range(plan.channels)) - hands.readable
    faults += [f"Channel {channel} could not be read." for channel in sorted(unread)]
    return tuple(faults)


def _pixel_faults(plan: Plan, known: Found) -> tuple[str, ...]:
    if not plan.pixels:
        return ()
    lit = set(known.field_of.values())
    faults = [f"Field {name} has no LED that was seen." for name in plan.fields if name not in lit]
    lost = [pixel for pixel in plan.lights if pixel not in known.field_of and pixel not in known.rim]
    if lost:
        plural = "s" if len(lost) > 1 else ""
        faults.append(
            f"LED{plural} {listed([str(pixel) for pixel in lost], 'and')}: no field was found for it."
        )
    return tuple(faults)


def _notes(plan: Plan, known: Found) -> tuple[str, ...]:
    found = wiring(plan, known)
    notes = []
    for key, noun in (("fields", "channels"), ("pixels", "LEDs")):
        names = found.get(key)
        if names is None or isinstance(names, int):
            continue
        order = order_of([str(name) for name in names], plan.places)
        if order is None:
            notes.append(f"The {noun} follow no regular order, which does no harm.")
            continue
        words, out = order
        some = f"; {listed([str(one) for one in out], 'and')} are exchanged" if out else ""
        notes.append(f"The {noun} run {words}{some}.")
    heard = {channel for channels in known.heard.values() for channel in channels}
    unused = [str(channel) for channel in range(plan.channels) if channel not in heard]
    if unused:
        notes.append(f"Never heard: channel{'s' if len(unused) > 1 else ''} {listed(unused, 'and')}.")
    return tuple(notes)
