import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board_clock import BoardClock

WRAP = 2**32


def test_the_first_stamp_falls_on_the_present():
    assert BoardClock().time(1234, 100.0) == 100.0


def test_delays_of_the_line_do_not_show():
    clock = BoardClock()
    clock.time(1000, 50.0)
    assert clock.time(1010, 50.4) == pytest.approx(50.01)
    assert clock.time(1020, 50.4) == pytest.approx(50.02)
    assert clock.time(2000, 51.0) == pytest.approx(51.0)


def test_the_offset_stays_although_the_clocks_drift():
    clock = BoardClock()
    clock.time(0, 0.0)
    at = 0.0
    for beat in range(1, 10_000):
        at = clock.time(500 * beat, 0.49 * beat)
    assert at == pytest.approx(0.5 * 9999)


@pytest.mark.parametrize("speed", [2, 20, 1000])
def test_a_faster_clock_is_never_rescaled(speed):
    clock = BoardClock()
    for beat in range(5000):
        assert clock.time(500 * beat, 7 + 0.5 * beat / speed) == pytest.approx(7 + 0.5 * beat)


def test_the_wrap_after_49_days_is_no_jump():
    clock = BoardClock()
    clock.time(WRAP - 400, 10.0)
    assert clock.time(100, 10.9) == pytest.approx(10.5)
    assert clock.time(WRAP // 4, 10.9 + WRAP / 4000) == pytest.approx(10.4 + WRAP / 4000)


def test_a_reset_fixes_the_offset_anew():
    clock = BoardClock()
    clock.time(5_000_000, 10.0)
    assert clock.time(120, 13.0) == 13.0
    assert clock.time(620, 13.9) == pytest.approx(13.5)


def test_a_reset_after_more_than_half_a_wrap_is_noticed_as_a_leap():
    clock = BoardClock()
    clock.time(WRAP // 2 + 10**8, 10.0)
    assert clock.time(120, 13.0) == 13.0


def test_a_leap_is_one_only_beyond_what_passed():
    clock = BoardClock()
    clock.time(0, 0.0)
    assert clock.time(9_900, 0.0) == pytest.approx(9.9)
    assert clock.time(9_900 + 70_000, 60.1) == pytest.approx(79.9)
    assert clock.time(9_900 + 70_000 + 10_600, 60.5) == pytest.approx(79.9)  # a jump: never before what was
    assert clock.time(9_900 + 70_000 + 11_100, 60.6) == pytest.approx(80.4)


def test_a_hello_fixes_the_offset_anew():
    clock = BoardClock()
    clock.time(1000, 10.0)
    clock.restart()
    assert clock.time(1500, 60.0) == 60.0


def test_what_the_host_notices_is_never_before_a_frame():
    clock = BoardClock()
    clock.time(0, 5.0)
    clock.time(9_000, 5.1)
    assert clock.present(6.0) == pytest.approx(14.0)
    assert clock.present(20.0) == 20.0
    clock.restart()
    assert clock.time(0, 19.0) == 20.0


@given(st.lists(st.tuples(st.integers(0, WRAP - 1), st.floats(0, 1e6), st.booleans()), max_size=60))
def test_time_never_runs_back(steps):
    clock, now, last = BoardClock(), 0.0, float("-inf")
    for stamp, wait, hello in steps:
        now += wait
        if hello:
            clock.restart()
        at = clock.time(stamp, now)
        assert at >= last
        last = at
