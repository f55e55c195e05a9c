"""Knows Consistent Overhead Byte Stuffing: how bytes are written without a 00; nothing about packets."""

from __future__ import annotations

from hardware.device import HardwareError

LONGEST_RUN = 254
"""The most bytes that one code byte can announce."""


class InvalidCobs(HardwareError, ValueError):
    """Bytes that no COBS encoder writes; the message says at which byte they break."""


def encode(plain: bytes) -> bytes:
    """`plain` without a 00, at most one byte in 254 longer (plus one); the delimiter is not added.

    Law: `decode(encode(plain)) == plain` for every `plain`.
    """
    pieces: list[bytes] = []
    run = b""
    for run in plain.split(b"\0"):
        rest = run
        while len(rest) >= LONGEST_RUN:
            pieces.append(b"\xff" + rest[:LONGEST_RUN])
            rest = rest[LONGEST_RUN:]
        pieces.append(bytes((len(rest) + 1,)) + rest)
    if run and len(run) % LONGEST_RUN == 0:
        pieces.pop()  # a full group at the very end announces no zero after it
    return b"".join(pieces)


def decode(block: bytes) -> bytes:
    """The bytes that `encode` was given; `block` is what stood between two delimiters.

    Raises InvalidCobs if a code byte is 00 or announces more bytes than there are.
    """
    pieces: list[bytes] = []
    at, end = 0, len(block)
    while at < end:
        code = block[at]
        stop = at + code
        if code == 0 or stop > end:
            raise InvalidCobs(
                f"Byte {at} of a block of {end} bytes announces {code} bytes, which do not follow: "
                "bytes were lost on the line."
            )
        pieces.append(block[at + 1 : stop])
        if code <= LONGEST_RUN and stop < end:
            pieces.append(b"\0")
        at = stop
    return b"".join(pieces)


def longest(plain: int) -> int:
    """The most bytes that `encode` makes of `plain` bytes."""
    return plain + plain // LONGEST_RUN + 1
