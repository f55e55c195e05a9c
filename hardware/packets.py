"""Knows every packet of the wire protocol, version 1, as a value and as a payload; nothing about framing."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from hardware.device import HardwareError

VERSION: Final = 1
"""The version of the protocol that these packets belong to."""

LONGEST_PAYLOAD: Final = 1024
"""Bytes: type, sequence number and body."""

MOST_PIXELS: Final = (LONGEST_PAYLOAD - 6) // 3
"""The number of pixels that fit into one LEDS packet."""


class InvalidPacket(HardwareError, ValueError):
    """A payload whose body does not fit its type, or a value that does not fit into its packet."""


class UnknownPacket(InvalidPacket):
    """A payload of a type that this version does not have."""


class PacketType(IntEnum):
    """The first byte of a payload; the host's types have the highest bit set."""

    HELLO = 0x01
    STATE = 0x02
    BUTTON = 0x03
    SHOWN = 0x04
    LOG = 0x05
    PONG = 0x06
    ASK = 0x81
    LEDS = 0x82
    PING = 0x83


@dataclass(frozen=True, slots=True)
class Hello:
    """The board says what it is. `sensors` is a SensorKind's value, or one that this version does not know.

    Of a board that speaks another version only `version` is certain: what its body does not hold in the
    form of version 1 is 0 or empty.
    """

    seq: int
    version: int
    sensors: int
    channels: int
    pixels: int
    buttons: int
    board_id: bytes
    firmware: str


@dataclass(frozen=True, slots=True)
class State:
    """All readings, packed (`readings.pack`), at `clock_ms` on the board's clock, which wraps at 2**32."""

    seq: int
    clock_ms: int
    packed: bytes


@dataclass(frozen=True, slots=True)
class Button:
    """A button went down or up."""

    seq: int
    clock_ms: int
    button: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The LEDS packet with the sequence number `leds` is lit."""

    seq: int
    leds: int


@dataclass(frozen=True, slots=True)
class Log:
    """A line from the board's firmware; `level` is 0 debug, 1 info, 2 warning, 3 error."""

    seq: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to the PING with this sequence number; it has none of its own."""

    seq: int


@dataclass(frozen=True, slots=True)
class Ask:
    """The host wants a HELLO; `version` is the one it speaks."""

    seq: int
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Leds:
    """Part of a picture: `pixels` is 3 bytes (red, green, blue) a pixel, beginning at pixel `first`."""

    seq: int
    first: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class Ping:
    """The host is there."""

    seq: int


Packet = Hello | State | Button | Shown | Log | Pong | Ask | Leds | Ping


def payload(packet: Packet) -> bytes:
    """The payload of `packet`; raises InvalidPacket if a value does not fit into its place.

    Law: `parse(payload(packet)) == packet`.
    """
    try:
        kind, body = _body(packet)
        whole = struct.pack("<BB", kind, packet.seq) + body
    except struct.error as error:
        raise InvalidPacket(f"{packet!r} does not fit into a packet: {error}.") from error
    if len(whole) > LONGEST_PAYLOAD:
        raise InvalidPacket(f"A {kind.name} of {len(whole)} bytes is longer than {LONGEST_PAYLOAD} bytes.")
    return whole


def _body(packet: Packet) -> tuple[PacketType, bytes]:
    match packet:
        case State():
            return PacketType.STATE, struct.pack("<I", packet.clock_ms) + packet.packed
        case Hello():
            return PacketType.HELLO, _hello_body(packet)
        case Button():
            return PacketType.BUTTON, struct.pack("<IBB", packet.clock_ms, packet.button, packet.pressed)
        case Shown():
            return PacketType.SHOWN, struct.pack("<B", packet.leds)
        case Log():
            return PacketType.LOG, struct.pack("<B", packet.level) + packet.text.encode()
        case Pong():
            return PacketType.PONG, b""
        case Ask():
            return PacketType.ASK, struct.pack("<B", packet.version)
        case Ping():
            return PacketType.PING, b""
        case Leds():
            count, odd = divmod(len(packet.pixels), 3)
            if odd:
                raise InvalidPacket(f"{len(packet.pixels)} bytes are no whole number of pixels of 3 bytes.")
            return PacketType.LEDS, struct.pack("<HH", packet.first, count) + packet.pixels


def _hello_body(hello: Hello) -> bytes:
    name = hello.firmware.encode()
    if len(hello.board_id) != 8:
        raise InvalidPacket(f"A board id has 8 bytes, {hello.board_id.hex(' ')!r} has {len(hello.board_id)}.")
    numbers = struct.pack("<BBHHB", hello.version, hello.sensors, hello.channels, hello.pixels, hello.buttons)
    return numbers + hello.board_id + struct.pack("<B", len(name)) + name


def parse(whole: bytes) -> Packet:
    """The packet in a payload; raises UnknownPacket or InvalidPacket. Text that is no UTF-8 is mended."""
    if len(whole) < 2:
        raise InvalidPacket(f"A payload begins with a type and a number, this one has {len(whole)} bytes.")
    reader = _READERS.get(whole[0])
    if reader is None:
        raise UnknownPacket(f"There is no packet type {whole[0]:02x} in version {VERSION} of the protocol.")
    try:
        return reader(whole[1], whole[2:])
    except (struct.error, IndexError) as error:
        name = PacketType(whole[0]).name
        raise InvalidPacket(f"A {name} cannot have a body of {len(whole) - 2} bytes.") from error


def _hello(seq: int, body: bytes) -> Hello:
    version = body[0]
    try:
        _, sensors, channels, pixels, buttons, board_id, length = struct.unpack_from("<BBHHB8sB", body)
        name = struct.unpack(f"{length}s", body[16:])[0].decode(errors="replace")
    except struct.error:
        if version == VERSION:
            raise
        return Hello(seq, version, 0, 0, 0, 0, bytes(8), "")
    return Hello(seq, version, sensors, channels, pixels, buttons, board_id, name)


def _state(seq: int, body: bytes) -> State:
    (clock_ms,) = struct.unpack_from("<I", body)
    return State(seq, clock_ms, body[4:])


def _button(seq: int, body: bytes) -> Button:
    clock_ms, button, pressed = struct.unpack("<IBB", body)
    return Button(seq, clock_ms, button, pressed != 0)


def _shown(seq: int, body: bytes) -> Shown:
    (leds,) = struct.unpack("<B", body)
    return Shown(seq, leds)


def _log(seq: int, body: bytes) -> Log:
    return Log(seq, body[0], body[1:].decode(errors="replace"))


def _pong(seq: int, body: bytes) -> Pong:
    struct.unpack("", body)
    return Pong(seq)


def _ask(seq: int, body: bytes) -> Ask:
    return Ask(seq, body[0])  # a later version may say more about itself


def _leds(seq: int, body: bytes) -> Leds:
    first, count = struct.unpack_from("<HH", body)
    (pixels,) = struct.unpack(f"{3 * count}s", body[4:])
    return Leds(seq, first, pixels)


def _ping(seq: int, body: bytes) -> Ping:
    struct.unpack("", body)
    return Ping(seq)


_READERS: Final[Mapping[int, Callable[[int, bytes], Packet]]] = MappingProxyType(
    {
        PacketType.HELLO: _hello,
        PacketType.STATE: _state,
        PacketType.BUTTON: _button,
        PacketType.SHOWN: _shown,
        PacketType.LOG: _log,
        PacketType.PONG: _pong,
        PacketType.ASK: _ask,
        PacketType.LEDS: _leds,
        PacketType.PING: _ping,
    }
)
