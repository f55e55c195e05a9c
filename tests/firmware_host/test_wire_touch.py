"""What hands do with one piece, told from channels alone; each test one law, with exact times."""

import pytest

from firmware_host.wire.touch import BLINK_S, GAP_S, LISTEN_S, REST_S, STUCK_S, Hands, Rested, Tapped


class Bench:
    """Channels that close and open, past the listening."""

    def __init__(self, channels=8, closed=()):
        self.hands = Hands(channels)
        self.count, self.closed, self.done = channels, set(closed), []
        self.at = 0.0
        self.hands.feed(0.0, self._readings())
        self.wait(LISTEN_S)

    def _readings(self):
        return bytes(channel in self.closed for channel in range(self.count))

    def wait(self, seconds):
        self.at += seconds
        self.done += self.hands.advance(self.at)

    def close(self, *channels):
        self.closed |= set(channels)
        self.done += self.hands.feed(self.at, self._readings())

    def open(self, *channels):
        self.closed -= set(channels)
        self.done += self.hands.feed(self.at, self._readings())

    def tap(self, channel, down=0.3, up=0.3):
        self.close(channel)
        self.wait(down)
        self.open(channel)
        self.wait(up)


def channels(*numbers):
    return frozenset(numbers)


def test_a_piece_that_stands_has_rested_once_at_its_time():
    bench = Bench()
    bench.close(3)
    bench.wait(REST_S - 0.01)
    assert bench.done == []
    bench.wait(10)
    assert bench.done == [Rested(LISTEN_S + REST_S, channels(3))]
    assert bench.hands.standing == {3}


def test_every_channel_under_the_piece_counts():
    bench = Bench()
    bench.close(3)
    bench.wait(0.05)
    bench.close(5)
    bench.wait(2)
    assert [one.channels for one in bench.done] == [channels(3, 5)]


def test_a_bump_is_no_lift():
    bench = Bench()
    bench.close(3)
    bench.wait(1)
    bench.open(3)
    bench.wait(BLINK_S * 0.9)
    bench.close(3)
    bench.wait(5)
    assert len(bench.done) == 1


def test_lifted_and_returned_answers_again():
    bench = Bench()
    for _ in range(2):
        bench.close(3)
        bench.wait(1)
        bench.open(3)
        bench.wait(0.3)
    assert [type(one) for one in bench.done] == [Rested, Rested]


def test_a_piece_that_slides_answers_where_it_stops():
    bench = Bench()
    bench.close(3)
    bench.wait(0.4)
    bench.close(4)
    bench.wait(0.1)
    bench.open(3)
    bench.wait(3)
    assert [one.channels for one in bench.done] == [channels(4)]


@pytest.mark.parametrize("times", [2, 3])
def test_taps_are_counted_when_no_more_can_come(times):
    bench = Bench()
    for _ in range(times):
        bench.tap(2)
    ended = bench.at - 0.3
    bench.wait(GAP_S)
    assert bench.done == [Tapped(pytest.approx(ended + GAP_S), times, channels(2))]


@pytest.mark.parametrize("second", [5, 2])
def test_one_tap_or_two_on_different_fields_or_far_apart_are_none(second):
    bench = Bench()
    bench.tap(2)
    if second == 2:
        bench.wait(GAP_S)
    bench.tap(second)
    bench.wait(3)
    assert bench.done == []


def test_taps_before_a_piece_stays_are_forgotten():
    bench = Bench()
    bench.tap(2)
    bench.tap(2)
    bench.close(2)
    bench.wait(3)
    assert bench.done == [Rested(pytest.approx(LISTEN_S + 1.2 + REST_S), channels(2))]


def test_nothing_is_an_answer_while_the_last_piece_stands():
    bench = Bench()
    bench.close(1)
    bench.wait(1)
    bench.close(6)
    bench.wait(3)
    assert len(bench.done) == 1
    assert bench.hands.crowded
    bench.open(1)
    bench.wait(1)
    assert [one.channels for one in bench.done] == [channels(1), channels(6)]


def test_what_is_closed_on_the_empty_board_sticks_until_it_opens():
    bench = Bench(closed=[4])
    assert bench.hands.stuck == {4}
    bench.close(1)
    bench.wait(1)
    assert [one.channels for one in bench.done] == [channels(1)]
    bench.open(4)
    assert bench.hands.stuck == set()


def test_a_channel_that_never_opens_again_sticks():
    bench = Bench()
    bench.close(4)
    bench.wait(STUCK_S)
    for channel in (1, 2, 3):
        bench.tap(channel)
    bench.close(5)
    bench.wait(2)
    assert bench.hands.stuck == {4}
    assert bench.done[-1].channels == {5}


def test_what_changes_while_hands_are_away_flickers():
    hands = Hands(2)
    for step in range(12):
        assert hands.noisy == set()
        hands.feed(0.8 * step, bytes([step % 2, 0]))
    assert hands.noisy == {0}
    hands.feed(13.0, bytes([1, 1]))
    assert [one.channels for one in hands.advance(14.5)] == [channels(1)]


def test_hands_that_are_still_there_are_waited_for():
    hands = Hands(2)
    for step in range(8):
        hands.feed(0.5 * step, bytes([step % 2, 0]))
    hands.feed(4.0, bytes(2))
    hands.advance(6.9)
    assert hands.listening
    hands.advance(7.0)
    assert (hands.listening, hands.noisy) == (False, set())


def test_what_changes_faster_than_hands_flickers():
    bench = Bench()
    for _ in range(15):
        bench.close(7)
        bench.wait(0.05)
        bench.open(7)
        bench.wait(0.05)
    assert bench.hands.noisy == {7}


def test_a_board_that_went_away_is_listened_to_again():
    bench = Bench()
    bench.close(3)
    bench.wait(1)
    bench.hands.lost()
    assert bench.hands.listening
    bench.close(3)
    bench.wait(LISTEN_S)
    assert bench.hands.stuck == {3}
    bench.open(3)
    bench.wait(0.3)
    bench.close(3)
    bench.wait(1)
    assert [one.channels for one in bench.done] == [channels(3), channels(3)]
