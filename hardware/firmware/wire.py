"""Knows the packets of the wire protocol as a Pico reads and writes them; nothing of pins or time."""

import struct
from array import array

VERSION = 1
HELLO, STATE, BUTTON, SHOWN, LOG, PONG = range(1, 7)
ASK, LEDS, PING = range(0x81, 0x84)
INFO, WARNING, ERROR = 1, 2, 3
LONGEST_BLOCK = 1024 + 2 + 5
"""The longest payload, its CRC, and what COBS adds to them."""

BREAKS = b"\x01\x02\x03\x04\r"
"""What programs that copy files to a Pico begin with. No packet of a host has a second byte below 81."""


def cobs_encode(plain: bytes) -> bytes:
    """`plain` without a 00; the delimiter is not added."""
    out, run = bytearray(), bytearray()
    closed = False
    for byte in plain:
        closed = False
        if byte:
            run.append(byte)
        if not byte or len(run) == 254:
            out.append(len(run) + 1)
            out.extend(run)
            run = bytearray()
            closed = byte != 0
    if not closed:
        out.append(len(run) + 1)
        out.extend(run)
    return bytes(out)


def cobs_decode(block: bytes) -> bytearray | None:
    """What `cobs_encode` was given, or None for what it never writes."""
    out, at, end = bytearray(), 0, len(block)
    while at < end:
        stop = at + block[at]
        if stop == at or stop > end:
            return None
        out.extend(block[at + 1 : stop])
        if block[at] < 255 and stop < end:
            out.append(0)
        at = stop
    return out


class Wire:
    """Payloads to bytes and back. `dropped` counts the blocks that were not understood."""

    def __init__(self) -> None:
        self.dropped = 0
        self._table = array("H", [self._remainder(byte) for byte in range(256)])
        self._block = bytearray(LONGEST_BLOCK)
        self._length = self._breaks = 0

    @staticmethod
    def _remainder(byte: int) -> int:
        rest = byte << 8
        for _ in range(8):
            rest = (rest << 1) ^ 0x1021 if rest & 0x8000 else rest << 1
        return rest & 0xFFFF

    def crc(self, payload: bytes) -> int:
        """CRC-16/CCITT-FALSE."""
        table, rest = self._table, 0xFFFF
        for byte in payload:
            rest = ((rest << 8) & 0xFF00) ^ table[(rest >> 8) ^ byte]
        return rest

    def encode(self, payload: bytes) -> bytes:
        """The bytes on the line for `payload`."""
        return cobs_encode(payload + struct.pack("<H", self.crc(payload))) + b"\0"

    def feed(self, byte: int) -> bytearray | None:
        """Take one byte; the payload that it completes, if it does. Never raises."""
        if byte:
            if byte in BREAKS and self._breaks == self._length:
                self._breaks += 1
            if self._length < LONGEST_BLOCK:
                self._block[self._length] = byte
            self._length += 1
            return None
        length = self._length
        self.forget()
        if not length:
            return None
        plain = cobs_decode(memoryview(self._block)[:length]) if length <= LONGEST_BLOCK else None
        if plain is None or len(plain) < 4 or self.crc(plain[:-2]) != plain[-2] | plain[-1] << 8:
            self.dropped += 1
            return None
        return plain[:-2]

    def broken_into(self) -> bool:
        """Somebody wants the Pico's prompt: the unfinished block is nothing but control characters."""
        return self._breaks == self._length >= 2 and 3 in (self._block[0], self._block[1])

    def forget(self) -> None:
        """What was not finished never will be."""
        self._length = self._breaks = 0
