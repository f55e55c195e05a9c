"""The firmware's own wire against the host's, byte for byte; and the one file that it becomes."""

import ast
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_examples import EXAMPLES

from hardware import cobs
from hardware.firmware.wire import Wire, cobs_decode, cobs_encode
from hardware.firmware_file import PARTS, firmware
from hardware.packets import PacketType, payload
from hardware.protocol import LONGEST_BLOCK, Decoder, Sender, crc, frame


@given(st.binary(max_size=1100))
def test_cobs_is_the_hosts(plain):
    assert cobs_encode(plain) == cobs.encode(plain)
    assert cobs_decode(cobs.encode(plain)) == plain


@given(st.binary(max_size=40))
def test_what_no_encoder_writes_is_none(block):
    try:
        expected = cobs.decode(block)
    except cobs.InvalidCobs:
        expected = None
    assert cobs_decode(block) == expected


def test_runs_of_every_length_around_the_longest():
    for length in (*range(250, 260), *range(505, 515)):
        for plain in (b"x" * length, b"x" * length + b"\0", b"\0" + b"x" * length):
            assert cobs_encode(plain) == cobs.encode(plain), length


@given(st.binary(min_size=2, max_size=1024))
def test_crc_and_packets_are_the_hosts(body):
    wire = Wire()
    assert wire.crc(body) == crc(body)
    assert wire.encode(body) == frame(body)
    assert fed(wire, b"noise\0" + frame(body)) == [body]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_protocol(name):
    example = EXAMPLES[name]
    assert Wire().encode(example.payload) == example.wire
    assert fed(Wire(), example.wire) == [example.payload]


@given(st.lists(st.binary(max_size=80)))
def test_noise_gives_what_the_host_would_take_and_counts_the_rest(chunks):
    wire, host = Wire(), Decoder(Sender.HOST)
    noise = b"".join(chunks)
    good = payload(EXAMPLES["leds"].packet)
    found = fed(wire, noise + b"\0" + frame(good))
    assert found[-1] == good
    host.feed(noise + b"\0")
    assert len(found) - 1 >= host.counters.packets
    assert wire.dropped <= host.counters.dropped


def test_a_block_that_is_too_long_is_dropped_and_the_next_packet_is_taken():
    wire = Wire()
    good = payload(EXAMPLES["ping"].packet)
    assert fed(wire, b"x" * (LONGEST_BLOCK + 500) + b"\0" + frame(good)) == [good]
    assert wire.dropped == 1


def test_the_numbers_of_the_packets_are_the_protocols():
    from hardware.firmware import wire

    for kind in PacketType:
        assert getattr(wire, kind.name) == kind
    assert wire.LONGEST_BLOCK == LONGEST_BLOCK


@pytest.mark.parametrize("start", [b"\r\x03", b"\x03\x03", b"\x03\x01"])
def test_a_program_that_wants_the_prompt_is_told_from_a_host(start):
    wire = Wire()
    assert fed(wire, b"\0" + start) == []
    assert wire.broken_into()
    wire = Wire()
    for packet in EXAMPLES.values():
        for at, byte in enumerate(packet.wire):
            wire.feed(byte)
            assert not wire.broken_into() or packet.payload[0] < 0x80, (packet, at)


def fed(wire, stream):
    return [found for found in map(wire.feed, stream) if found is not None]


def test_the_file_is_one_program_in_which_no_name_is_taken_twice():
    tree = ast.parse(firmware())
    names = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                names += [part.id for part in parts]
    assert len(names) == len(set(names))
    assert not [
        node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and "hardware" in node.module
    ]
    assert firmware() == firmware()
    assert set(PARTS) == {path.stem for path in _sources() if path.stem != "__init__"}


def _sources():
    return [path for path in files("hardware.firmware").iterdir() if path.name.endswith(".py")]
