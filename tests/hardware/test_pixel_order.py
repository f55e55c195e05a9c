"""Laws of the order of colours and of the white LED."""

import pytest
from emulators.ws2812 import in_rgb
from hypothesis import given
from hypothesis import strategies as st

from hardware.pixel_order import PIXEL_ORDERS, InvalidPixelOrder, arranged, check_order, parted

pictures = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=0, max_size=20).map(
    lambda pixels: bytes(part for pixel in pixels for part in pixel)
)


@given(pictures, st.sampled_from(PIXEL_ORDERS))
def test_what_the_leds_make_of_it_is_the_picture(picture, order):
    assert in_rgb(arranged(picture, order), order) == picture


@given(pictures)
def test_white_takes_all_that_the_three_have_in_common(picture):
    red, green, blue, _ = parted(picture)
    assert all(0 in parts for parts in zip(red, green, blue, strict=True))


@given(pictures)
def test_white_never_draws_more_current_than_the_three_colours(picture):
    assert sum(arranged(picture, "GRBW")) <= sum(picture)


def test_the_letters_are_places_on_the_wire():
    assert arranged(bytes([1, 2, 3, 4, 5, 6]), "GRB") == bytes([2, 1, 3, 5, 4, 6])
    assert arranged(bytes([9, 2, 3]), "RGBW") == bytes([7, 0, 1, 2])


@pytest.mark.parametrize("order", ["", "RG", "RGX", "WRGB!", "rgb", "RRGB"])
def test_other_orders_are_refused(order):
    with pytest.raises(InvalidPixelOrder, match="no LED that takes"):
        check_order(order)
