"""Knows what hands may ask of a simulated board, as values; each says how it is written in JSON."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board_model import Edge, Press


@dataclass(frozen=True, slots=True)
class Schedule:
    """Edges and presses, all of them or none; without `at` now.

    `{"channels": {"21": 0, "17": 1}, "at": 2.413}`, `{"button": 0, "pressed": true}`, or several of both in
    `{"schedule": [...]}`. If a time has passed already, the answer says `late` by how many seconds.
    """

    actions: tuple[Edge | Press, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """Answer when everything up to `until_ms` has been sent (None: everything scheduled so far); or, with
    `plugged`, when the board is plugged in again.

    `{"wait": 2.413}`, `{"wait": "sent"}`, `{"wait": "plugged"}`.
    """

    until_ms: int | None
    plugged: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Answer with `lights`, `clock`, `readings` or the `board` and its counts: `{"ask": "lights"}`."""

    about: str


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Send every picture from now on, the present one first: `{"subscribe": "lights"}`."""


@dataclass(frozen=True, slots=True)
class Unplug:
    """Go away for so many real seconds; with `reset` the board loses power meanwhile.

    `{"unplug": 1.5, "reset": true}`. What was scheduled is lost with the power; what is scheduled during the
    outage counts on the new clock, which starts when the board comes back.
    """

    seconds: float
    reset: bool


@dataclass(frozen=True, slots=True)
class Plug:
    """Come back now, before the time of the unplugging is over: `{"plug": true}`."""


@dataclass(frozen=True, slots=True)
class Mute:
    """Neither speak nor listen for so many real seconds: `{"mute": 3}`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Speed:
    """Run the board's clock so many times faster than real time; 0: it stands. `{"speed": 20}`."""

    factor: float


@dataclass(frozen=True, slots=True)
class Advance:
    """Put the board's clock forward, doing all that is due on the way: `{"advance": 60}`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Raw:
    """Send these bytes to the host as they are, between the packets: `{"raw": "00 ff"}`."""

    noise: bytes


@dataclass(frozen=True, slots=True)
class Quit:
    """End the simulated board: `{"quit": true}`."""


Request = Schedule | Wait | Question | Subscribe | Unplug | Plug | Mute | Speed | Advance | Raw | Quit
