import itertools

from hypothesis import given
from hypothesis import strategies as st

from hardware.packets import MOST_PIXELS, Leds
from hardware.strip import ACKNOWLEDGE_S, PAUSE_S, Strip

INFINITY = float("inf")


def picture(*levels):
    return b"".join(bytes([level, 0, level]) for level in levels)


def lit(strip, seq, now):
    """Send what is due and let the board show it."""
    leds = strip.next(seq, now)
    strip.shown(seq)
    return leds


def test_nothing_wanted_is_nothing_to_send():
    strip = Strip(3)
    assert strip.settled
    assert strip.next(0, 0.0) is None
    assert strip.due_at(0.0) == INFINITY


def test_first_everything_then_only_the_run_that_changed():
    strip = Strip(5)
    strip.want(picture(1, 1, 1, 1, 1))
    assert lit(strip, 0, 0.0) == Leds(0, 0, picture(1, 1, 1, 1, 1))
    strip.want(picture(1, 2, 1, 3, 1))
    assert lit(strip, 1, 1.0) == Leds(1, 1, picture(2, 1, 3))
    assert strip.settled
    strip.want(picture(1, 2, 1, 3, 1))
    assert strip.next(2, 2.0) is None


def test_the_next_packet_waits_for_shown_and_the_latest_picture_wins():
    strip = Strip(2)
    strip.want(picture(1, 1))
    strip.next(7, 0.0)
    for level in range(2, 9):
        strip.want(picture(level, 1))
        assert strip.next(8, 0.1) is None
    strip.shown(6)
    assert strip.next(8, 0.1) is None
    strip.shown(7)
    assert strip.next(8, 0.1) == Leds(8, 0, picture(8))


def test_without_shown_the_whole_picture_is_sent_again():
    strip = Strip(3)
    strip.want(picture(1, 1, 1))
    lit(strip, 0, 0.0)
    strip.want(picture(1, 1, 2))
    assert strip.next(1, 1.0) == Leds(1, 2, picture(2))
    assert strip.next(2, 1.0 + ACKNOWLEDGE_S - 0.01) is None
    assert strip.due_at(1.1) == 1.0 + ACKNOWLEDGE_S
    assert strip.next(2, 1.0 + ACKNOWLEDGE_S) == Leds(2, 0, picture(1, 1, 2))
    strip.shown(1)
    assert not strip.settled
    strip.shown(2)
    assert strip.settled


def test_at_most_fifty_packets_a_second():
    strip = Strip(1)
    sent = []
    for tick in range(1000):
        strip.want(picture(tick % 200))
        if lit(strip, tick & 0xFF, tick / 1000):
            sent.append(tick / 1000)
    assert 45 <= len(sent) <= 50
    assert min(b - a for a, b in itertools.pairwise(sent)) >= PAUSE_S - 1e-9


def test_after_forgetting_everything_is_sent_again():
    strip = Strip(2)
    strip.want(picture(1, 2))
    lit(strip, 0, 0.0)
    strip.forget()
    assert not strip.settled
    assert lit(strip, 1, 1.0) == Leds(1, 0, picture(1, 2))


def test_a_long_strip_goes_in_several_packets():
    count = MOST_PIXELS + 100
    strip = Strip(count)
    strip.want(bytes(3 * count))
    first, second = lit(strip, 0, 0.0), lit(strip, 1, 1.0)
    assert (first.first, len(first.pixels) // 3) == (0, MOST_PIXELS)
    assert (second.first, len(second.pixels) // 3) == (MOST_PIXELS, 100)
    assert strip.settled


def test_a_board_without_pixels_is_always_settled():
    strip = Strip(0)
    strip.want(b"")
    assert strip.next(0, 0.0) is None


@given(st.lists(st.tuples(st.lists(st.integers(0, 3), min_size=6, max_size=6), st.booleans()), max_size=30))
def test_whatever_gets_lost_the_board_shows_the_last_picture_in_the_end(steps):
    strip, board, now, seq = Strip(6), [b""] * 6, 0.0, 0
    wanted = None

    def send(arrives):
        nonlocal now, seq
        now += ACKNOWLEDGE_S
        leds = strip.next(seq, now)
        if leds and arrives:
            run = [leds.pixels[at : at + 3] for at in range(0, len(leds.pixels), 3)]
            board[leds.first : leds.first + len(run)] = run
            strip.shown(seq)
        seq = (seq + 1) & 0xFF

    for levels, arrives in steps:
        wanted = picture(*levels)
        strip.want(wanted)
        send(arrives)
    send(True)
    if wanted is not None:
        assert b"".join(board) == wanted
        assert strip.settled
