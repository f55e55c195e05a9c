"""Seals open with their own key for what they are about, and for nothing else."""

import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.errors import HostError
from firmware_host.sealing import KEY_NAME, SealBroken, make_key, read_key, seal, unseal

KEY = bytes(range(32))
ABOUT = "game 1, white"


def counting(size: int) -> bytes:
    """No chance at all."""
    return bytes(range(size))


@given(st.binary(min_size=32, max_size=32), st.text(max_size=8).filter(lambda text: "\0" not in text))
def test_what_was_sealed_is_read_again(key, text):
    assert unseal(key, ABOUT, seal(key, ABOUT, text)) == text


def test_a_seal_does_not_show_its_text_and_is_always_as_long():
    seals = [seal(KEY, ABOUT, text) for text in ("", "a1", "i9", "50")]
    assert len({len(sealed) for sealed in seals}) == 1
    assert b"a1" not in seal(KEY, ABOUT, "a1", counting)


@pytest.mark.parametrize("place", range(80))
def test_a_seal_with_one_bit_changed_is_broken(place):
    sealed = bytearray(seal(KEY, ABOUT, "c5", counting))
    assert len(sealed) == 80
    sealed[place] ^= 1
    with pytest.raises(SealBroken):
        unseal(KEY, ABOUT, bytes(sealed))


@pytest.mark.parametrize(
    ("key", "about", "cut"),
    [(KEY[::-1], ABOUT, 80), (KEY, "game 1, black", 80), (KEY, "game 2, white", 80), (KEY, ABOUT, 79)],
)
def test_another_key_game_or_side_opens_nothing(key, about, cut):
    with pytest.raises(HostError) as error:
        unseal(key, about, seal(KEY, ABOUT, "c5")[:cut])
    assert "c5" not in str(error.value)
    assert str(error.value).endswith(".")


def test_a_text_that_is_too_long_is_refused():
    assert unseal(KEY, ABOUT, seal(KEY, ABOUT, "x" * 32)) == "x" * 32
    with pytest.raises(ValueError, match="32 bytes"):
        seal(KEY, ABOUT, "x" * 33)


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path):
    assert read_key(tmp_path) is None
    key = make_key(tmp_path)
    assert len(key) == 32
    assert (make_key(tmp_path), read_key(tmp_path)) == (key, key)
    assert stat.S_IMODE((tmp_path / KEY_NAME).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY_NAME]


def test_what_a_power_cut_left_of_a_key_is_no_key(tmp_path):
    (tmp_path / KEY_NAME).write_bytes(b"")
    (tmp_path / (KEY_NAME + ".new")).write_bytes(b"half")
    assert read_key(tmp_path) is None
    assert len(make_key(tmp_path)) == 32
