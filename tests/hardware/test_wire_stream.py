"""The decoder against everything a line can do to a stream."""

import itertools
import os
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_packets import PACKETS
from wire_examples import EXAMPLES

from hardware.packets import Hello, Ping, Pong, Shown, State
from hardware.protocol import LONGEST_BLOCK, Decoder, Sender, encode, frame

FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
BOARD_PACKETS = PACKETS.filter(lambda packet: encode(packet)[0:1] and _type(packet) < 0x80)


def _type(packet):
    from hardware.packets import payload

    return payload(packet)[0]


def states(count, first=0):
    return [State((first + n) & 0xFF, 500 * n, bytes([n & 0xFF, 0, 0xFF])) for n in range(count)]


@given(st.lists(BOARD_PACKETS, max_size=8), st.data())
def test_any_split_of_the_stream_gives_the_same_packets(packets, data):
    stream = b"".join(map(encode, packets))
    whole = Decoder()
    assert whole.feed(stream) == packets
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    pieces = Decoder()
    found = []
    for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += pieces.feed(stream[start:stop])
    assert found == packets
    assert pieces.counters == whole.counters


@given(st.binary(max_size=3000), st.lists(st.integers(1, 200), max_size=10))
def test_after_any_garbage_the_packet_behind_the_next_delimiter_is_decoded(garbage, sizes):
    decoder = Decoder()
    for size in sizes:
        decoder.feed(garbage[:size])
        garbage = garbage[size:]
    decoder.feed(garbage)
    state = State(7, 1, b"abc")
    assert decoder.feed(b"\0" + encode(state))[-1:] == [state]
    assert decoder.kept <= LONGEST_BLOCK + 1


@given(st.integers(0, 60), st.integers(0, 7))
def test_a_flipped_bit_never_gives_a_wrong_packet(at, bit):
    first, second, third = states(3)
    wire = bytearray(encode(first) + encode(second) + encode(third))
    at %= len(wire)
    wire[at] ^= 1 << bit
    found = Decoder().feed(bytes(wire) + b"\0")
    assert all(packet in (first, second, third) for packet in found)
    hurt = 1 if wire[at] and at in _delimiters(first, second, third) else 0
    assert len(found) >= 2 - hurt


def _delimiters(*packets):
    ends, at = [], -1
    for packet in packets:
        at += len(encode(packet))
        ends.append(at)
    return ends


@given(st.integers(0, 60))
def test_a_truncated_packet_costs_only_itself_and_its_neighbour(cut):
    first, second = states(2)
    wire = encode(first)
    found = Decoder().feed(wire[: cut % len(wire)] + b"\0" + encode(second))
    assert found == [second] or (found == [first, second] and cut % len(wire) == len(wire) - 1)


@given(st.lists(st.booleans(), min_size=2, max_size=600))
def test_lost_packets_are_counted_as_gaps_and_cost_nothing_else(arrives):
    sent = states(len(arrives))
    got = [packet for packet, here in zip(sent, arrives, strict=True) if here]
    decoder = Decoder()
    assert decoder.feed(b"".join(map(encode, got))) == got
    gaps = sum((b.clock_ms - a.clock_ms) // 500 % 256 != 1 for a, b in itertools.pairwise(got))
    assert decoder.counters.seq_gaps == gaps


def test_pong_and_hello_make_no_gaps():
    decoder = Decoder()
    hello = Hello(0, 1, 0, 3, 3, 0, bytes(8), "")
    stream = [Shown(250, 1), Pong(99), Shown(251, 2), hello, Shown(1, 3)]
    assert decoder.feed(b"".join(map(encode, stream))) == stream
    assert decoder.counters.seq_gaps == 0


def test_each_kind_of_damage_has_its_counter():
    decoder = Decoder()
    good = EXAMPLES["button"].wire
    decoder.feed(b"\x09abc\0")
    decoder.feed(good[:-3] + b"\x55" + good[-2:])
    decoder.feed(b"\x01\0")  # too short for a CRC
    decoder.feed(b"a" * (LONGEST_BLOCK + 1) + b"\0")
    decoder.feed(frame(b"\x42\x00"))
    decoder.feed(encode(Ping(0)))  # an echo of the host's own
    decoder.feed(frame(b"\x03\x00short"))
    decoder.feed(frame(b"\x03"))
    decoder.feed(b"\0\0\0\0")
    counted = decoder.counters
    assert (counted.bad_cobs, counted.bad_crc, counted.too_long) == (1, 2, 1)
    assert (counted.unknown_type, counted.malformed, counted.packets) == (2, 2, 0)
    assert counted.dropped == 8
    assert decoder.feed(good) == [EXAMPLES["button"].packet]


def test_a_payload_may_have_1024_bytes_and_no_more():
    decoder = Decoder()
    longest = frame(bytes([5, 0, 1]) + b"x" * 1021)
    assert len(longest) == LONGEST_BLOCK + 1
    assert len(decoder.feed(longest)) == 1
    assert decoder.feed(frame(bytes([5, 0, 1]) + b"x" * 1022)) == []
    assert decoder.feed(frame(bytes([5, 0, 1]) + bytes(1022))) == []
    assert decoder.counters.too_long == 2


def test_a_stream_without_delimiters_keeps_memory_bounded():
    decoder = Decoder()
    for _ in range(1000):
        decoder.feed(b"a" * 10_000)
        assert decoder.kept <= LONGEST_BLOCK + 1
    decoder.feed(b"\0")
    assert decoder.counters.too_long == 1


def test_the_host_side_hears_only_the_host():
    decoder = Decoder(Sender.HOST)
    assert decoder.feed(EXAMPLES["pong"].wire + EXAMPLES["ping"].wire) == [EXAMPLES["ping"].packet]


def _mutated(rng, stream):
    noise = bytearray(stream)
    for _ in range(rng.randrange(12)):
        at = rng.randrange(len(noise))
        match rng.randrange(4):
            case 0:
                noise[at] ^= 1 << rng.randrange(8)
            case 1:
                del noise[at : at + rng.randrange(40)]
            case 2:
                noise[at:at] = rng.randbytes(rng.randrange(40))
            case _:
                noise[at] = 0
        noise = noise or bytearray(1)
    return bytes(noise)


@pytest.mark.heavy
def test_ten_million_random_and_mutated_bytes():
    """No crash, and the correct packet after the next delimiter is always decoded."""
    rng = random.Random(20261130)
    total = 10_000_000 if FULL else 500_000
    valid = b"".join(example.wire for example in EXAMPLES.values()) * 8
    fed = 0
    decoder = Decoder()
    while fed < total:
        noise = rng.randbytes(rng.randrange(1, 4000)) if rng.random() < 0.5 else _mutated(rng, valid)
        at = 0
        while at < len(noise):
            size = rng.choice((1, 3, 17, 64, 512, 4096))
            decoder.feed(noise[at : at + size])
            at += size
        witness = State(rng.randrange(256), rng.randrange(2**32), rng.randbytes(13))
        assert decoder.feed(b"\0" + encode(witness))[-1:] == [witness]
        assert decoder.kept == 0
        fed += len(noise)
    assert decoder.counters.packets > total // 5000
    assert decoder.counters.bad_crc > 0
    assert decoder.counters.bad_cobs > 0


@pytest.mark.heavy
def test_decoding_keeps_up_with_the_fastest_line():
    """A full-speed USB line carries at most 1.2 MB/s; the decoder must not be what limits it."""
    stream = EXAMPLES["state-reed"].wire * (60_000 if FULL else 20_000)
    decoder = Decoder()
    begun = time.process_time()
    for at in range(0, len(stream), 4096):
        decoder.feed(stream[at : at + 4096])
    spent = time.process_time() - begun
    assert decoder.counters.dropped == 0
    assert len(stream) / spent > 500_000, f"{len(stream) / spent:,.0f} bytes a second"
