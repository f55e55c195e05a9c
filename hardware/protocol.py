"""Knows how packets travel over a byte stream: COBS, CRC, delimiters, counting; nothing of ports, time."""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from hardware import cobs
from hardware.packets import (
    LONGEST_PAYLOAD,
    InvalidPacket,
    Packet,
    PacketType,
    UnknownPacket,
    parse,
    payload,
)

DELIMITER: Final = b"\0"
LONGEST_BLOCK: Final = cobs.longest(LONGEST_PAYLOAD + 2)
"""The most bytes that can stand between two delimiters of a valid stream."""

_HOST_BIT: Final = 0x80
_CRC_START: Final = 0xFFFF


class Sender(Enum):
    """Whose packets a decoder hears."""

    BOARD = 0
    HOST = _HOST_BIT


@dataclass(frozen=True, slots=True)
class LineCounters:
    """What a decoder has seen since it was made. Everything but `packets` was dropped or lost."""

    packets: int = 0
    bad_cobs: int = 0
    bad_crc: int = 0
    too_long: int = 0
    unknown_type: int = 0
    """Types that the protocol does not have, and the other side's (a line that echoes)."""
    malformed: int = 0
    """A right CRC, but a body that does not fit its type: the sender's mistake."""
    seq_gaps: int = 0
    """How often one or more packets were missing."""

    @property
    def dropped(self) -> int:
        """Blocks that arrived and were not understood."""
        return self.bad_cobs + self.bad_crc + self.too_long + self.unknown_type + self.malformed


def crc(body: bytes) -> int:
    """CRC-16/CCITT-FALSE of `body`."""
    return crc_hqx(body, _CRC_START)


def frame(body: bytes) -> bytes:
    """The bytes on the wire for a payload, delimiter included."""
    return cobs.encode(body + crc(body).to_bytes(2, "little")) + DELIMITER


def encode(packet: Packet) -> bytes:
    """The bytes on the wire for `packet`; raises InvalidPacket if a value does not fit."""
    return frame(payload(packet))


class Decoder:
    """Takes the bytes of one sender in pieces of any size and gives its packets.

    Laws: how the stream is cut into pieces changes nothing; nothing ever raises; at most LONGEST_BLOCK + 1
    bytes are kept; whatever came before, a packet that follows a delimiter is decoded.
    """

    def __init__(self, sender: Sender = Sender.BOARD) -> None:
        self._sender = sender
        self._rest = b""
        self._last_seq: int | None = None
        self._counts = {field.name: 0 for field in fields(LineCounters)}

    @property
    def counters(self) -> LineCounters:
        """What was counted so far."""
        return LineCounters(**self._counts)

    @property
    def kept(self) -> int:
        """The number of bytes of an unfinished block."""
        return len(self._rest)

    def restart(self) -> None:
        """Forget the unfinished block and the sequence: another connection begins. Counters go on."""
        self._rest = b""
        self._last_seq = None

    def feed(self, chunk: bytes) -> list[Packet]:
        """The packets that `chunk` completes, in order."""
        blocks = (self._rest + chunk).split(DELIMITER)
        # One byte over the limit is enough to remember that the block is too long.
        self._rest = blocks.pop()[: LONGEST_BLOCK + 1]
        found: list[Packet] = []
        for block in blocks:
            if not block:
                continue
            try:
                found.append(self._read(_opened(block)))
                self._counts["packets"] += 1
            except _Dropped as why:
                self._counts[why.counter] += 1
        return found

    def _read(self, body: bytes) -> Packet:
        if len(body) < 2:
            raise _Dropped("malformed")
        if body[0] & _HOST_BIT != self._sender.value:
            raise _Dropped("unknown_type")
        if body[0] != PacketType.PONG:  # a PONG repeats the number of the other side
            self._follow(body[1], begins=body[0] == PacketType.HELLO)
        try:
            return parse(body)
        except UnknownPacket as error:
            raise _Dropped("unknown_type") from error
        except InvalidPacket as error:
            raise _Dropped("malformed") from error

    def _follow(self, seq: int, *, begins: bool) -> None:
        last = self._last_seq
        # A HELLO may come from a board that has just started to count.
        if last is not None and not begins and seq != (last + 1) & 0xFF:
            self._counts["seq_gaps"] += 1
        self._last_seq = seq


class _Dropped(Exception):
    """A block that is dropped; `counter` names the one of LineCounters that counts it."""

    def __init__(self, counter: str) -> None:
        super().__init__(counter)
        self.counter = counter


def _opened(block: bytes) -> bytes:
    """The payload in what stood between two delimiters."""
    if len(block) > LONGEST_BLOCK:
        raise _Dropped("too_long")
    try:
        plain = cobs.decode(block)
    except cobs.InvalidCobs as error:
        raise _Dropped("bad_cobs") from error
    body = plain[:-2]
    if len(body) > LONGEST_PAYLOAD:
        raise _Dropped("too_long")
    if len(plain) < 2 or crc(body) != plain[-2] | plain[-1] << 8:
        raise _Dropped("bad_crc")
    return body
