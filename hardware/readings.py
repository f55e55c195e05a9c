"""Knows how readings are packed into bits, one a reed channel, two a hall channel; nothing of packets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from hardware.device import HardwareError


class InvalidReadings(HardwareError, ValueError):
    """Readings that this kind of sensor cannot give, or packed readings of the wrong length."""


class SensorKind(IntEnum):
    """What the channels of a board can tell; the value is the protocol's, the name the configuration's."""

    REED = 0
    """A piece or none."""
    HALL = 1
    """The pole under the piece, hence whose it is; or that the channel could not be read."""

    @property
    def bits(self) -> int:
        """The number of bits that one channel takes."""
        return 1 if self is SensorKind.REED else 2

    @property
    def word(self) -> str:
        """`reed` or `hall`, as configurations write it."""
        return self.name.lower()

    @classmethod
    def named(cls, word: str) -> SensorKind:
        """The kind that a configuration calls `word`; raises InvalidReadings."""
        for kind in cls:
            if kind.word == word:
                return kind
        raise InvalidReadings(f"There is no kind of sensor {word!r}; write reed or hall.")


@dataclass(frozen=True, slots=True)
class BoardShape:
    """How much of everything a board has: what a configuration expects, and what a board says of itself."""

    kind: SensorKind
    channels: int
    pixels: int
    buttons: int = 0


def packed_length(kind: SensorKind, channels: int) -> int:
    """The number of bytes that the readings of `channels` channels take."""
    return (channels * kind.bits + 7) // 8


def pack(kind: SensorKind, readings: bytes) -> bytes:
    """Readings, one a byte, as the wire carries them: channel 0 in the lowest bits of the first byte.

    Raises InvalidReadings for a reading that `kind` cannot give. Law: `unpack(kind, len(readings),
    pack(kind, readings)) == readings`.
    """
    width = kind.bits
    number = 0
    for channel, reading in enumerate(readings):
        if reading >> width:
            raise InvalidReadings(f"Channel {channel} cannot read {reading}: it is a {kind.word} sensor.")
        number |= reading << (channel * width)
    return number.to_bytes(packed_length(kind, len(readings)), "little")


def unpack(kind: SensorKind, channels: int, packed: bytes) -> bytes:
    """The readings of all channels, one a byte; unused bits are ignored.

    Raises InvalidReadings if `packed` is not exactly as long as `channels` channels need.
    """
    expected = packed_length(kind, channels)
    if len(packed) != expected:
        raise InvalidReadings(
            f"The readings of {channels} {kind.word} channels take {expected} bytes, {len(packed)} came."
        )
    number = int.from_bytes(packed, "little")
    width = kind.bits
    mask = (1 << width) - 1
    return bytes([number >> shift & mask for shift in range(0, channels * width, width)])
