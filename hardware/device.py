"""Knows what every driver offers: sensor frames in, LED frames out, and how they fail; no wire, no pin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol


class HardwareError(Exception):
    """Anything a driver refuses; the message is one sentence: what, likely cause, what to do."""


class HardwareUnavailable(HardwareError, OSError):
    """The device is not there, not readable, or not what the configuration says."""


class Reading(IntEnum):
    """What one channel saw. A reed only knows NONE, PIECE and UNKNOWN."""

    NONE = 0
    WHITE = 1
    """The white pieces' pole; for a reed: a piece of any colour."""
    BLACK = 2
    UNKNOWN = 3
    """The channel could not be read: neither empty nor occupied."""

    PIECE = 1
    """A closed reed: the same value as WHITE; which it means depends on the source's kind."""


@dataclass(frozen=True, slots=True)
class SensorFrame:
    """What all channels saw at one instant. `at`: seconds on the device's own clock made monotonic.
    `readings[i]`: a Reading of channel i as a plain byte.
    """

    at: float
    readings: bytes


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """A button went down (`pressed`) or up at `at` (same clock as the frames)."""

    at: float
    button: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class DeviceState:
    """A device came or went. `connected` False: no frames are to be expected; `detail` is a sentence for
    people; `problem` is set when something is wrong with a device that is there: not connected, it cannot be
    used (wrong version or numbers); connected, it works but for what the detail says.
    """

    at: float
    connected: bool
    detail: str
    problem: bool = False


Signal = SensorFrame | ButtonEdge | DeviceState
Listener = Callable[[Signal], None]
"""Called from the driver's own thread; must return quickly and never raise."""


@dataclass(frozen=True, slots=True)
class LedFrame:
    """One picture for the whole strip: `pixels` is 3 bytes (red, green, blue, linear PWM) a pixel."""

    pixels: bytes


class SensorSource(Protocol):
    """A device that reports what its channels see.

    Contract (one suite runs it for every driver): `start` returns at once and never raises because a device
    is missing; the listener hears a DeviceState first, then whole-state frames on every change and at
    least every 0.6 s, with `at` never running back; after `stop` (idempotent, at most 2 s) nothing more is
    heard; a device that goes away is reported within 2.5 s and taken again when it comes.
    """

    @property
    def channels(self) -> int:
        """The number of channels in every frame."""

    def start(self, listener: Listener) -> None:
        """Begin to report to `listener`, for ever, until `stop`."""

    def stop(self) -> None:
        """Stop reporting and free the device."""


class LedSink(Protocol):
    """A device that shows pictures. `show` never blocks and never raises for a missing device: the latest
    frame wins and is shown when the device can; `stop` shows black and frees the device.
    """

    @property
    def pixels(self) -> int:
        """The number of pixels in every frame."""

    def show(self, frame: LedFrame) -> None:
        """Show this picture as soon as the device can; a frame of another length raises ValueError."""

    def stop(self) -> None:
        """Black, then free the device; idempotent."""
