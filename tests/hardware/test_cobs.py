import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import cobs

# From the paper (Cheshire and Baker, 1999) and the boundary cases of a run of 254.
VECTORS = [
    (b"", b"\x01"),
    (b"\0", b"\x01\x01"),
    (b"\0\0", b"\x01\x01\x01"),
    (b"\x11\x22\0\x33", b"\x03\x11\x22\x02\x33"),
    (b"\x11\0\0\0", b"\x02\x11\x01\x01\x01"),
    (b"a" * 253, b"\xfe" + b"a" * 253),
    (b"a" * 254, b"\xff" + b"a" * 254),
    (b"a" * 255, b"\xff" + b"a" * 254 + b"\x02a"),
    (b"a" * 254 + b"\0", b"\xff" + b"a" * 254 + b"\x01\x01"),
    (b"\0" + b"a" * 254, b"\x01\xff" + b"a" * 254),
    (b"a" * 508, b"\xff" + b"a" * 254 + b"\xff" + b"a" * 254),
]


@pytest.mark.parametrize(("plain", "block"), VECTORS, ids=range(len(VECTORS)))
def test_known_vectors(plain, block):
    assert cobs.encode(plain) == block
    assert cobs.decode(block) == plain


@given(st.binary(max_size=1100) | st.integers(0, 1100).map(lambda n: b"x" * n))
def test_round_trip_without_zeros_and_short(plain):
    block = cobs.encode(plain)
    assert 0 not in block
    assert len(block) <= cobs.longest(len(plain))
    assert cobs.decode(block) == plain


@pytest.mark.parametrize("block", [b"\x02", b"\x05abc", b"\x01\x03a", b"\xff" + b"a" * 253])
def test_a_cut_block_is_refused(block):
    with pytest.raises(cobs.InvalidCobs, match="bytes were lost"):
        cobs.decode(block)


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(block):
    try:
        cobs.decode(block)
    except cobs.InvalidCobs:
        return
    assert 0 not in block[:1]
