"""Knows the keys of `[sound]`: what sounds, how, and at which events; not how the tunes go."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.config_keys import optional, setting
from firmware_host.config_kinds import Choice, Number, Text, Whole, Words
from firmware_host.tunes import TUNES


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundKeys:
    """Short tunes for what happens on the board. Nothing sounds unless a driver is named, and a tune that
    would come late is left out.
    """

    driver: str = setting(
        Choice(("none", "piezo", "alsa")),
        "`piezo`: a passive piezo between a GPIO pin and ground. `alsa`: the computer's sound card, by the "
        "program `aplay`.",
        "none",
    )
    on: tuple[str, ...] = setting(
        Words(tuple(TUNES)), "The events that are heard.", ("ask", "astray", "outcome")
    )
    pin: int | None = optional(
        Whole(0, 27), "The GPIO (BCM number) of the piezo.", shown='none: `driver = "piezo"` needs it'
    )
    device: str = setting(
        Text(), "The sound card as ALSA names it, such as `plughw:1,0`; `aplay -L` lists them.", "default"
    )
    volume: float = setting(Number(0, 1), "The loudness with `alsa`.", 0.3)
