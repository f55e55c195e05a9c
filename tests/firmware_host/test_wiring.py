"""Readings become fields and colours become pixels, whatever the wiring."""

import timeit
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game import hexagon_board, square_board

from firmware_host.errors import WiringError
from firmware_host.seen import Seen
from firmware_host.wiring import Wiring, places, rows_order
from hardware.device import LedFrame

BOARD = square_board(3, 3)
# Channel 2 is unused, field c1 has no channel.
CHANNELS = ("a3", "b3", "", "c3", "a2", "b2", "c2", "a1", "b1")
PIXELS = ("a1", "a1", "", "c3")


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def wiring(*, hall: bool) -> Wiring:
    return Wiring(BOARD, CHANNELS, PIXELS, hall=hall)


def test_reed_readings_are_pieces_without_a_colour():
    seen = wiring(hall=False).seen(bytes([1, 0, 0, 0, 0, 1, 0, 0, 0]))
    assert seen == Seen(BOARD.mask(["a3", "b2"]), 0, 0, BOARD.mask(["c1"]))


def test_hall_readings_are_pieces_with_their_poles():
    seen = wiring(hall=True).seen(bytes([1, 2, 0, 0, 0, 0, 0, 0, 2]))
    white, black = BOARD.mask(["a3"]), BOARD.mask(["b3", "b1"])
    assert seen == Seen(white | black, white, black, BOARD.mask(["c1"]))


@pytest.mark.parametrize("value", [3, 4, 255])
@pytest.mark.parametrize("hall", [False, True])
def test_a_channel_that_cannot_be_read_is_neither_empty_nor_occupied(value, hall):
    seen = wiring(hall=hall).seen(bytes([value, 0, 0, 0, 0, 0, 0, 0, 0]))
    assert seen == Seen(0, 0, 0, BOARD.mask(["a3", "c1"]))


def test_a_reed_that_shows_a_black_pole_is_not_believed():
    assert wiring(hall=False).seen(bytes([2] + [0] * 8)).unknown == BOARD.mask(["a3", "c1"])


def test_an_unused_channel_says_nothing():
    quiet = wiring(hall=True).seen(bytes(9))
    assert wiring(hall=True).seen(bytes([0, 0, 3, 0, 0, 0, 0, 0, 0])) == quiet
    assert wiring(hall=True).seen(bytes([0, 0, 1, 0, 0, 0, 0, 0, 0])) == quiet


def test_another_number_of_readings_is_refused():
    with pytest.raises(WiringError, match=r"8 readings, but 9 channels"):
        wiring(hall=False).seen(bytes(8))


def test_a_refused_frame_leaves_no_trace():
    subject = wiring(hall=False)
    before = subject.seen(bytes([1] * 9))
    with pytest.raises(WiringError):
        subject.seen(bytes(8))
    assert subject.seen(bytes([1] * 9)) == before


@given(st.lists(st.binary(min_size=9, max_size=9), min_size=1, max_size=6), st.booleans())
def test_what_is_seen_depends_on_the_last_readings_alone(frames, hall):
    subject = wiring(hall=hall)
    for readings in frames:
        seen = subject.seen(readings)
        assert seen == wiring(hall=hall).seen(readings)
        assert seen.white | seen.black == (seen.occupied if hall else 0)
        assert not seen.white & seen.black
        assert not seen.occupied & seen.unknown
        assert not (seen.occupied | seen.unknown) & ~BOARD.all
        assert subject.seen(readings) is seen


def test_a_buffer_that_is_used_again_does_not_change_what_was_seen():
    subject = wiring(hall=False)
    buffer = bytearray([1] + [0] * 8)
    first = subject.seen(buffer)
    buffer[0] = 0
    assert subject.seen(buffer) != first


def test_a_quiet_frame_costs_less_than_5_microseconds():
    board = square_board(8, 8)
    subject = Wiring(board, board.fields, board.fields, hall=True)
    readings = bytes([1] * 64)
    again = bytes(bytearray(readings))  # equal, but not the same object
    subject.seen(readings)
    rounds = 2000
    best = min(timeit.repeat(lambda: subject.seen(again), number=rounds, repeat=5)) / rounds
    assert best < 5e-6


def test_a_colour_lights_every_pixel_of_its_field_and_no_other():
    frame = wiring(hall=False).frame({"a1": (1, 2, 3), "b2": (9, 9, 9)})
    assert frame == LedFrame(bytes([1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0]))


def test_no_colours_are_a_black_picture_of_full_length():
    assert wiring(hall=False).frame({}) == LedFrame(bytes(12))


def test_one_picture_does_not_stain_the_next():
    subject = wiring(hall=False)
    subject.frame({"a1": (1, 2, 3)})
    assert subject.frame({}) == LedFrame(bytes(12))


def test_pixels_outside_the_game_have_a_colour_of_their_own():
    subject = Wiring(BOARD, CHANNELS, ("", "a1", "", ""), hall=False, outside=(0, 3))
    assert subject.frame({"a1": (7, 7, 7)}) == LedFrame(bytes([0, 0, 0, 7, 7, 7, 0, 0, 0, 0, 0, 0]))
    frame = subject.frame({"a1": (7, 7, 7)}, (1, 2, 3))
    assert frame == LedFrame(bytes([1, 2, 3, 7, 7, 7, 0, 0, 0, 1, 2, 3]))
    assert subject.frame({}) == LedFrame(bytes(12))
    with pytest.raises(WiringError, match="fields outside"):
        subject.frame({}, (0, 0, 256))


@pytest.mark.parametrize(("pixel", "why"), [(4, "0 to 3"), (-1, "0 to 3"), (1, "lights field 'a1'")])
def test_a_pixel_is_outside_only_if_it_lights_no_field(pixel, why):
    with pytest.raises(WiringError, match=why):
        Wiring(BOARD, CHANNELS, ("", "a1", "", ""), hall=False, outside=(pixel,))


@pytest.mark.parametrize("colour", [(256, 0, 0), (0, -1, 0), (0, 0)])
def test_a_colour_that_is_none_is_refused(colour):
    with pytest.raises(WiringError, match="a1"):
        wiring(hall=False).frame({"a1": colour})


def test_a_field_that_is_none_is_refused():
    with pytest.raises(WiringError, match="z9"):
        wiring(hall=False).frame({"z9": (1, 1, 1)})
    with pytest.raises(WiringError, match="Channel 1 names 'z9'"):
        Wiring(BOARD, ("a1", "z9"), (), hall=False)
    with pytest.raises(WiringError, match="Pixel 0 names 'z9'"):
        Wiring(BOARD, (), ("z9",), hall=False)


def test_a_field_with_two_channels_is_refused():
    with pytest.raises(WiringError, match="'a1' has two channels, 0 and 2"):
        Wiring(BOARD, ("a1", "", "a1"), (), hall=False)


def test_the_lists_can_be_asked_backwards():
    subject = wiring(hall=False)
    assert subject.channel_of["a3"] == 0
    assert subject.channel_of["b1"] == 8
    assert "c1" not in subject.channel_of
    assert subject.pixels_of["a1"] == (0, 1)
    assert subject.absent == BOARD.mask(["c1"])


# 3 wide, 2 deep:  a2 b2 c2  far
#                  a1 b1 c1  near
SMALL = places(square_board(3, 2))


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ({}, "a2 b2 c2 a1 b1 c1"),
        ({"serpentine": True}, "a2 b2 c2 c1 b1 a1"),
        ({"mirror": True}, "c2 b2 a2 c1 b1 a1"),
        ({"rotate": 90}, "c2 c1 b2 b1 a2 a1"),
        ({"rotate": 180}, "c1 b1 a1 c2 b2 a2"),
        ({"rotate": 270}, "a1 a2 b1 b2 c1 c2"),
        ({"rotate": 90, "mirror": True}, "c1 c2 b1 b2 a1 a2"),
        ({"rotate": 180, "serpentine": True}, "c1 b1 a1 a2 b2 c2"),
        ({"each": 2, "serpentine": True}, "a2 a2 b2 b2 c2 c2 c1 c1 b1 b1 a1 a1"),
    ],
)
def test_a_wire_runs_in_rows_turned_as_asked(turn, expected):
    assert rows_order(SMALL, **turn) == tuple(expected.split())


def test_dark_squares_alone_make_rows_of_their_own():
    board = square_board(4, 4, dark_only=True)
    assert rows_order(places(board), serpentine=True) == words("b4 d4 c3 a3 b2 d2 c1 a1")


def test_rows_of_hexagons():
    cells = places(hexagon_board())
    assert rows_order(cells) == words("c1 c2 b1 b2 b3 a1 a2")
    assert rows_order(cells, rotate=180) == words("a2 a1 b3 b2 b1 c2 c1")


@given(
    st.integers(1, 8),
    st.integers(1, 8),
    st.sampled_from([0, 90, 180, 270]),
    st.booleans(),
    st.booleans(),
    st.integers(1, 3),
)
def test_an_order_names_every_field_so_often_and_a_serpentine_never_leaps(
    columns, rows, rotate, mirror, serpentine, each
):
    fields = places(square_board(columns, rows))
    order = rows_order(fields, rotate=rotate, mirror=mirror, serpentine=serpentine, each=each)
    assert sorted(order) == sorted([*fields] * each)
    assert order[::each] == tuple(dict.fromkeys(order))
    if serpentine:
        for one, other in pairwise(order[::each]):
            (x1, y1), (x2, y2) = fields[one], fields[other]
            assert abs(x1 - x2) + abs(y1 - y2) == 1


def test_a_crooked_turn_is_refused():
    with pytest.raises(WiringError, match="45 degrees"):
        rows_order(SMALL, rotate=45)
