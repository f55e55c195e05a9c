import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_examples import ABALONE_START, DRAUGHTS_START, EXAMPLES

from hardware.packets import (
    MOST_PIXELS,
    Ask,
    Button,
    Hello,
    InvalidPacket,
    Leds,
    Log,
    Ping,
    Pong,
    Shown,
    State,
    UnknownPacket,
    parse,
    payload,
)
from hardware.protocol import Decoder, Sender, encode, frame
from hardware.readings import InvalidReadings, SensorKind, pack, unpack

BYTE = st.integers(0, 0xFF)
WORD = st.integers(0, 0xFFFF)
CLOCK = st.integers(0, 0xFFFFFFFF)
PACKETS = st.one_of(
    st.builds(
        Hello, BYTE, BYTE, BYTE, WORD, WORD, BYTE, st.binary(min_size=8, max_size=8), st.text(max_size=60)
    ),
    st.builds(State, BYTE, CLOCK, st.binary(max_size=100)),
    st.builds(Button, BYTE, CLOCK, BYTE, st.booleans()),
    st.builds(Shown, BYTE, BYTE),
    st.builds(Log, BYTE, BYTE, st.text(max_size=100)),
    st.builds(Pong, BYTE),
    st.builds(Ask, BYTE, BYTE),
    st.builds(Leds, BYTE, WORD, st.integers(0, 100).map(lambda n: bytes(range(3)) * n)),
    st.builds(Ping, BYTE),
)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_of_the_protocol(name):
    example = EXAMPLES[name]
    assert payload(example.packet) == example.payload
    assert parse(example.payload) == example.packet
    assert encode(example.packet) == example.wire
    sender = Sender.HOST if name in ("ask", "leds", "ping") else Sender.BOARD
    decoder = Decoder(sender)
    assert decoder.feed(example.wire) == [example.packet]
    assert decoder.counters.dropped == 0


def test_the_examples_readings_are_the_start_positions():
    assert unpack(SensorKind.REED, 50, EXAMPLES["state-reed"].packet.packed) == DRAUGHTS_START
    assert unpack(SensorKind.HALL, 61, EXAMPLES["state-hall"].packet.packed) == ABALONE_START


@given(PACKETS)
def test_round_trip(packet):
    assert parse(payload(packet)) == packet


def test_the_longest_run_of_pixels_fits_and_one_more_does_not():
    whole = Leds(0, 0, bytes(3 * MOST_PIXELS))
    assert Decoder(Sender.HOST).feed(encode(whole)) == [whole]
    with pytest.raises(InvalidPacket, match="longer than 1024"):
        encode(Leds(0, 0, bytes(3 * MOST_PIXELS + 3)))


@pytest.mark.parametrize(
    "packet",
    [
        Ping(256),
        Ping(-1),
        State(0, 2**32, b""),
        Leds(0, 65536, b""),
        Leds(0, 0, b"rg"),
        Hello(0, 1, 0, 50, 50, 0, b"short", "x"),
        Hello(0, 1, 0, 50, 50, 0, bytes(8), "x" * 256),
    ],
    ids=repr,
)
def test_a_value_that_does_not_fit_is_refused(packet):
    with pytest.raises(InvalidPacket):
        payload(packet)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_body_of_another_length_is_refused(name):
    whole = EXAMPLES[name].payload
    for cut in range(len(whole)):
        if name.startswith("state") and cut >= 6:
            continue  # readings have no length of their own: `unpack` checks it
        with pytest.raises(InvalidPacket):
            parse(whole[:cut])
    if name in ("button", "leds", "ping", "pong", "hello"):
        with pytest.raises(InvalidPacket):
            parse(whole + b"\0")


def test_an_unknown_type_is_told_apart():
    with pytest.raises(UnknownPacket, match="7f"):
        parse(b"\x7f\x00abc")


def test_a_hello_of_another_version_is_read_as_far_as_it_goes():
    assert parse(bytes([1, 5, 2])) == Hello(5, 2, 0, 0, 0, 0, bytes(8), "")
    same_form = payload(Hello(5, 2, 1, 61, 61, 0, bytes(8), "next"))
    assert parse(same_form) == Hello(5, 2, 1, 61, 61, 0, bytes(8), "next")
    assert parse(same_form + b"more").version == 2


def test_text_that_is_no_utf8_is_mended():
    (log,) = Decoder().feed(frame(bytes([5, 0, 3]) + b"hot \xff board"))
    assert log == Log(0, 3, "hot � board")


@given(st.lists(st.integers(0, 1), max_size=200).map(bytes))
def test_reed_readings_round_trip(readings):
    packed = pack(SensorKind.REED, readings)
    assert len(packed) == (len(readings) + 7) // 8
    assert unpack(SensorKind.REED, len(readings), packed) == readings


@given(st.lists(st.integers(0, 3), max_size=200).map(bytes))
def test_hall_readings_round_trip(readings):
    packed = pack(SensorKind.HALL, readings)
    assert len(packed) == (len(readings) + 3) // 4
    assert unpack(SensorKind.HALL, len(readings), packed) == readings


def test_channel_0_is_the_lowest_bits_and_unused_bits_are_ignored():
    assert pack(SensorKind.REED, b"\1\0\0\0\0\0\0\0\0\1") == b"\x01\x02"
    assert pack(SensorKind.HALL, b"\1\2\3\0\2") == b"\x39\x02"
    assert unpack(SensorKind.REED, 3, b"\xfa") == b"\0\1\0"


def test_readings_that_do_not_fit_are_refused():
    with pytest.raises(InvalidReadings, match="Channel 1 cannot read 2"):
        pack(SensorKind.REED, b"\0\2")
    with pytest.raises(InvalidReadings, match="take 7 bytes, 8 came"):
        unpack(SensorKind.REED, 50, bytes(8))
    with pytest.raises(InvalidReadings, match="reed or hall"):
        SensorKind.named("magic")
    assert SensorKind.named("hall") is SensorKind.HALL
