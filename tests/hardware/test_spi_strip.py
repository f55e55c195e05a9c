"""The bits that our own SPI driver sends, and its sums."""

import pytest
from emulators.ws2812 import Transfer, in_rgb, picture
from hypothesis import given
from hypothesis import strategies as st

from hardware.device import HardwareUnavailable
from hardware.pixel_order import PIXEL_ORDERS, InvalidPixelOrder
from hardware.spi_strip import CLOCK_HZ, SpiStrip, check_size, wire_bytes

pixels = st.binary(min_size=1, max_size=40).map(lambda some: some * 3)


@given(pixels, st.sampled_from(PIXEL_ORDERS), st.sampled_from([0.97, 1.0, 1.05]))
def test_the_leds_read_what_was_meant_at_every_clock_that_a_divider_gives(shown, order, drift):
    taken = picture(Transfer(0.0, int(drift * CLOCK_HZ), wire_bytes(shown, order))).taken
    assert in_rgb(taken, order) == shown


def test_every_byte_ends_low_so_that_pauses_between_bytes_do_no_harm():
    assert all(byte & 1 == 0 for byte in wire_bytes(bytes(range(255)), "GRB"))


@pytest.mark.parametrize(
    ("count", "order", "fits"), [(322, "GRB", True), (323, "GRB", False), (241, "GRBW", True)]
)
def test_how_many_leds_the_usual_buffer_takes(count, order, fits):
    needed = len(wire_bytes(bytes(3 * count), order))
    if fits:
        check_size(needed, count, 4096)
    else:
        with pytest.raises(HardwareUnavailable, match=r"spidev\.bufsiz=32768"):
            check_size(needed, count, 4096)
        check_size(needed, count, 32768)


def test_an_order_that_no_led_has_is_refused_at_once():
    with pytest.raises(InvalidPixelOrder):
        SpiStrip("/dev/spidev0.0", 3, order="XYZ")
