"""The clock by itself: times only become less but by a move, and a text gives the same clock back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.clock import Clock, Control, InvalidClock, Time, clock_of, new_clock, parse_control, whole
from rules.game import Side

FIVE = Control(300.0)
FISCHER = Control(60.0, 5.0)
BYOYOMI = Control(60.0, 0.0, 3, 30.0)

CONTROLS = st.builds(
    lambda main, more, periods, length: Control(main, more, periods, length if periods else 0.0),
    st.integers(1, 7200).map(float),
    st.integers(0, 60).map(float),
    st.integers(0, 5),
    st.integers(1, 60).map(float),
)
THINKING = st.lists(st.integers(0, 90_000).map(lambda ms: ms / 1000), max_size=30)


@pytest.mark.parametrize(
    ("control", "text"),
    [(FIVE, "300"), (FISCHER, "60+5"), (BYOYOMI, "60 3x30"), (Control(600.0, 2.5, 5, 30.0), "600+2.5 5x30")],
)
def test_a_control_is_written_as_a_record_has_it(control, text):
    assert control.text == text
    assert parse_control(text) == control


@pytest.mark.parametrize("text", ["", "0", "5 min", "-3", "60+", "60 3", "60 0x30x", "0+5"])
def test_what_is_no_control_is_refused_in_one_sentence(text):
    with pytest.raises(InvalidClock) as caught:
        parse_control(text)
    assert str(caught.value).endswith(".")
    assert repr(text) in str(caught.value)


@given(CONTROLS)
def test_every_control_is_read_back(control):
    assert parse_control(control.text) == control


def test_sudden_death_ends_when_the_time_is_used_up():
    clock = new_clock(FIVE).run(Side.WHITE, 10.0)
    assert clock.falls_at() == 310.0
    assert clock.at(309.0).white == Time(1.0)
    fallen = clock.fall(310.0)
    assert (fallen.fallen, fallen.running, fallen.white, fallen.black) == (
        *(Side.WHITE, None),
        *(Time(0.0), Time(300.0)),
    )
    assert fallen.run(Side.BLACK, 400.0) is fallen
    assert fallen.reward(Side.WHITE, 400.0) is fallen
    assert fallen.falls_at() is None


def test_fischer_gives_for_every_move_made_in_ones_own_time():
    clock = new_clock(FISCHER).run(Side.WHITE, 0.0).reward(Side.WHITE, 20.0).run(Side.BLACK, 20.0)
    assert (clock.white, clock.black) == (Time(45.0), Time(60.0))
    assert clock.reward(Side.WHITE, 30.0) is clock, "his time was not running"


def test_byo_yomi_gives_a_period_back_that_was_not_used_up():
    start = whole(BYOYOMI)
    assert start.left_s(BYOYOMI) == 150.0
    assert start.spend(BYOYOMI, 59.0) == Time(1.0, 3, 30.0)
    assert start.spend(BYOYOMI, 60.0).shown_s == 30.0
    assert start.spend(BYOYOMI, 70.0) == Time(0.0, 3, 20.0)
    assert start.spend(BYOYOMI, 70.0).moved(BYOYOMI) == Time(0.0, 3, 30.0)
    assert start.spend(BYOYOMI, 95.0) == Time(0.0, 2, 25.0)
    assert start.spend(BYOYOMI, 95.0).moved(BYOYOMI) == Time(0.0, 2, 30.0)
    assert start.spend(BYOYOMI, 149.0) == Time(0.0, 1, 1.0)
    for too_long in (150.0, 1000.0):
        assert start.spend(BYOYOMI, too_long) == Time(0.0)


@given(CONTROLS, THINKING)
def test_what_is_left_is_what_was_given_less_what_was_used(control, thinking):
    """Without byo-yomi's gifts: in pieces or at once, the same is spent."""
    pieces = whole(control)
    for seconds in thinking:
        pieces = pieces.spend(control, seconds)
    expected = max(0.0, whole(control).left_s(control) - sum(thinking))
    assert pieces.left_s(control) == pytest.approx(expected, abs=1e-6)
    assert whole(control).spend(control, sum(thinking)).left_s(control) == pytest.approx(expected, abs=1e-6)


@given(CONTROLS, THINKING)
def test_times_only_become_less_but_for_who_has_moved(control, thinking):
    clock, now, side = new_clock(control).run(Side.WHITE, 0.0), 0.0, Side.WHITE
    for seconds in thinking:
        before, now = clock, now + seconds
        falls_at = clock.falls_at()
        clock = clock.at(now)
        assert (clock.time(side).left_s(control) <= 1e-9) == (falls_at is not None and falls_at <= now + 1e-9)
        if clock.time(side).left_s(control) <= 1e-9:
            break
        clock = clock.reward(side, now).run(side.other, now)
        assert clock.time(side.other) == before.time(side.other)
        gift = control.increment_s + (control.period_s if control.periods else 0.0)
        spent = before.time(side).left_s(control) - clock.time(side).left_s(control)
        assert seconds - gift - 1e-6 <= spent <= seconds + 1e-6
        side = side.other


@given(CONTROLS, st.integers(0, 90), st.sampled_from([None, *Side]))
def test_its_text_gives_the_same_clock_standing(control, seconds, fallen):
    clock = replace(new_clock(control).run(Side.BLACK, 0.0).stand(float(seconds)), fallen=fallen)
    assert clock_of(clock.text) == replace(clock, since=0.0)
    assert clock_of(clock.text).running is None


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "3", '{"control": "5", "white": {}, "black": {}, "fallen": null}'],
)
def test_a_text_that_is_no_clock_is_refused(text):
    with pytest.raises(InvalidClock, match="no state of a clock"):
        clock_of(text)


def test_a_clock_that_stands_uses_nothing_up():
    clock = Clock(FIVE, Time(10.0), Time(20.0))
    assert clock.at(1e6).white == Time(10.0)
    assert clock.falls_at() is None
