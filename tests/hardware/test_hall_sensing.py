"""Values of linear hall sensors become readings: hysteresis, poles, drift, broken wires."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.device import Reading
from hardware.hall_sensing import FULL, RAIL, HallChannels, Thresholds

LIMITS = Thresholds(on=40, off=25)


def one(limits=LIMITS, baseline=500.0):
    return HallChannels([baseline], limits)


def follow(channels, *values):
    return [channels.read([value])[0] for value in values]


def test_a_piece_comes_at_one_threshold_and_goes_at_another():
    said = follow(one(), 500, 461, 460, 470, 475, 476, 470)
    assert said == [0, 0, 1, 1, 1, 0, 0]


def test_the_poles_and_their_exchange():
    assert follow(one(), 400, 500, 600) == [Reading.WHITE, Reading.NONE, Reading.BLACK]
    swapped = one(Thresholds(on=40, off=25, white_low=False))
    assert follow(swapped, 400, 500, 600) == [Reading.BLACK, Reading.NONE, Reading.WHITE]


def test_the_other_pole_needs_the_full_threshold():
    assert follow(one(), 400, 530, 540) == [Reading.WHITE, Reading.NONE, Reading.BLACK]


@pytest.mark.parametrize("value", [0, RAIL - 1, FULL - RAIL + 1, FULL])
def test_a_value_at_the_rails_is_unknown(value):
    assert follow(one(), value) == [Reading.UNKNOWN]


def test_every_channel_has_its_own_baseline():
    channels = HallChannels([450.0, 550.0], LIMITS)
    assert channels.read([500, 500]) == bytes([Reading.BLACK, Reading.WHITE])
    assert channels.read([450, 550]) == bytes(2)


def test_the_baseline_follows_warmth_but_no_piece():
    channels = one()
    for step in range(20_000):
        channels.read([500 + step // 2000])
    assert channels.margins[0].baseline == pytest.approx(509, abs=1)
    for _ in range(20_000):
        channels.read([400])
    assert channels.margins[0].baseline == pytest.approx(509, abs=1)


def test_a_magnet_that_creeps_near_is_a_piece_in_the_end():
    channels = one()
    for value in range(500, 560):
        said = [channels.read([value])[0] for _ in range(500)]
        assert said[-1] == (Reading.BLACK if value - 500 - LIMITS.off / 2 >= LIMITS.on else Reading.NONE), (
            value
        )
    assert channels.margins[0].baseline == 500 + LIMITS.off / 2


def test_a_weak_magnet_left_on_a_field_does_not_drag_the_baseline_away():
    channels = one()
    for _ in range(50_000):
        channels.read([512])
    assert abs(channels.margins[0].baseline - 500) <= LIMITS.off / 2


@given(st.lists(st.integers(0, FULL), min_size=1, max_size=60))
def test_a_reading_changes_only_across_its_threshold(values):
    channels, before = one(), 0
    for value in values:
        baseline = channels.margins[0].baseline
        (after,) = channels.read([value])
        away = abs(value - baseline)
        if after in (1, 2) and after != before:
            assert away >= LIMITS.on
        if before in (1, 2) and after == 0:
            assert away < LIMITS.on
        before = after


def test_margins_say_how_far_a_reading_is_from_another():
    channels = HallChannels([500.0, 500.0, 500.0], LIMITS)
    channels.read([510, 430, 0])
    near, piece, broken = channels.margins
    assert (near.reading, near.value) == (Reading.NONE, 510)
    assert near.steps == pytest.approx(30, abs=0.1)
    assert (piece.reading, piece.steps) == (Reading.WHITE, 45)
    assert (broken.reading, broken.steps) == (Reading.UNKNOWN, 0)
