"""Reads what WS2812 LEDs see on a line: the log of the SPI emulator as levels in time, bit by bit."""

import struct
from dataclasses import dataclass

RESET_S = 280e-6
"""A low as long as this ends a picture (WS2812B-V5)."""

LEGAL_NS = {
    "T0H": (220, 470),
    "T1H": (580, 950),
    "T0L": (450, 5000),
    "T1L": (220, 5000),
}
"""What WS2812B (2013 to V5) and SK6812 all read right; a low may last longer, a reset excepted."""


@dataclass(frozen=True)
class Transfer:
    """One transfer: the clock in Hz, when it began (seconds of the monotonic clock) and its bytes."""

    at: float
    clock_hz: int
    sent: bytes


@dataclass(frozen=True)
class Picture:
    """What the LEDs took at one reset: `at` when its transfer began, the bytes in the order of the wire,
    and the shortest and longest of each of the times T0H, T1H, T0L, T1L in ns."""

    at: float
    taken: bytes
    times_ns: dict


def transfers(log):
    """The whole transfers in the log of the emulator, in order; one that is being written waits."""
    found, at = [], 0
    while at + 16 <= len(log):
        length, clock_hz, began_ns = struct.unpack_from("<IIQ", log, at)
        if at + 16 + length > len(log):
            break
        found.append(Transfer(began_ns / 1e9, clock_hz, log[at + 16 : at + 16 + length]))
        at += 16 + length
    return found


def runs(sent):
    """The levels of the line as (level, number of clocks)."""
    level, length = None, 0
    for byte in sent:
        for shift in range(7, -1, -1):
            bit = byte >> shift & 1
            if bit == level:
                length += 1
            else:
                if length:
                    yield level, length
                level, length = bit, 1
    if length:
        yield level, length


def picture(transfer):
    """What the LEDs take of one transfer: every pulse is a bit, long or short; the line must be low long
    enough at both ends, and no pulse may be of doubtful length. Raises AssertionError otherwise."""
    ns = 1e9 / transfer.clock_hz
    times = {}
    bits = []
    steps = [(level, length * ns) for level, length in runs(transfer.sent)]
    last = len(steps) - 1
    for number, (level, length) in enumerate(steps):
        if level == 0:
            if number not in (0, last):
                name = f"T{bits[-1]}L"
                assert length < RESET_S * 1e9 / 2, f"a pause of {length:.0f} ns tears the picture"
                _note(times, name, length)
            continue
        bit = int(length > 525)
        bits.append(bit)
        _note(times, f"T{bit}H", length)
    assert steps[last][0] == 0, "the line ends high"
    for name, (shortest, longest) in times.items():
        low, high = LEGAL_NS[name]
        assert low <= shortest <= longest <= high, f"{name} lasts {shortest:.0f} to {longest:.0f} ns"
    assert len(bits) % 8 == 0, f"{len(bits)} bits are no bytes"
    taken = bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8))
    return Picture(transfer.at, taken, times)


def _note(times, name, length):
    shortest, longest = times.get(name, (length, length))
    times[name] = min(shortest, length), max(longest, length)


def pictures(log):
    """The pictures of a log that show anything (a transfer of nothing but low lights nothing)."""
    return [picture(transfer) for transfer in transfers(log) if any(transfer.sent)]


def in_rgb(taken, order):
    """The bytes of the wire as red, green, blue of each pixel; white adds to all three."""
    width = len(order)
    out = bytearray(3 * (len(taken) // width))
    for at, letter in enumerate("RGB"):
        out[at::3] = taken[order.index(letter) :: width]
    if "W" in order:
        for at in range(3):
            out[at::3] = bytes(map(sum, zip(out[at::3], taken[order.index("W") :: width], strict=True)))
    return bytes(out)
