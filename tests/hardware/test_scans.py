"""Several scans become one, and the ghosts of a matrix without diodes are not believed."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.device import HardwareError, Reading
from hardware.scans import VOTE_S, VOTES, Fault, Scan, check_channels, ghosts, majority, vote, without_ghosts

SCANS = st.integers(1, 6).flatmap(
    lambda length: st.tuples(
        st.lists(st.binary(min_size=length, max_size=length), min_size=1, max_size=5),
        st.binary(min_size=length, max_size=length),
    )
)


class Bus:
    """Gives the scans it was told, and counts them; each takes `cost` seconds."""

    def __init__(self, *scans, cost=0.001):
        self.scans = list(scans)
        self.cost = cost
        self.asked = 0
        self.now = 0.0

    def scan(self):
        self.asked += 1
        self.now += self.cost
        return Scan(self.scans.pop(0) if len(self.scans) > 1 else self.scans[0])

    def close(self):
        pass

    def clock(self):
        return self.now


def test_a_board_at_rest_costs_one_scan():
    bus = Bus(b"\0\1")
    assert vote(bus, b"\0\1", bus.clock) == Scan(b"\0\1")
    assert bus.asked == 1


def test_a_change_is_believed_when_two_scans_agree():
    bus = Bus(b"\1\1")
    assert vote(bus, b"\0\1", bus.clock).readings == b"\1\1"
    assert bus.asked == 2


def test_a_spike_is_not_believed():
    bus = Bus(b"\1\1", b"\0\1")
    assert vote(bus, b"\0\1", bus.clock).readings == b"\0\1"
    assert bus.asked == 2, "the second scan says what was told"


def test_two_spikes_on_different_lines_are_outvoted():
    bus = Bus(b"\1\0\0", b"\0\1\0", b"\0\0\1")
    assert vote(bus, b"\0\0\1", bus.clock).readings == b"\0\0\0"
    assert bus.asked == VOTES == 3


def test_a_vote_ends_in_time_on_a_slow_bus():
    bus = Bus(b"\1", b"\0", cost=VOTE_S)
    assert vote(bus, b"\0", bus.clock).readings == b"\1"
    assert bus.asked == 1


def test_the_fault_is_the_last_scans():
    bus = Bus(b"\1")
    fault = Fault("reason", "A sentence.")
    bus.scan = iter([Scan(b"\1"), Scan(b"\1", fault)]).__next__
    assert vote(bus, b"\0", lambda: 0.0).fault == fault


@given(SCANS)
def test_each_channel_is_what_most_scans_say_or_what_was_told(given_scans):
    scans, told = given_scans
    result = majority(scans, told)
    for channel, value in enumerate(result):
        said = [scan[channel] for scan in scans]
        most = [item for item in said if 2 * said.count(item) > len(said)]
        assert value == (most[0] if most else told[channel])


def matrix_sees(closed, rows, columns):
    """What a matrix without diodes reads: a switch seems closed if any way joins its two lines."""
    joined = {("r", row): {("r", row)} for row in range(rows)} | {
        ("c", column): {("c", column)} for column in range(columns)
    }
    for row, column in closed:
        both = joined["r", row] | joined["c", column]
        for line in both:
            joined[line] = both
    return bytes(
        int(("c", column) in joined["r", row])
        for row, column in itertools.product(range(rows), range(columns))
    )


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_what_is_believed_of_a_matrix_without_diodes_is_true(rows, columns, data):
    every = list(itertools.product(range(rows), range(columns)))
    closed = set(data.draw(st.lists(st.sampled_from(every))))
    scan = without_ghosts(matrix_sees(closed, rows, columns), columns)
    for (row, column), reading in zip(every, scan.readings, strict=True):
        if reading != Reading.UNKNOWN:
            assert reading == ((row, column) in closed)
    assert (scan.fault is not None) == (Reading.UNKNOWN in scan.readings)


def test_three_closed_corners_seen_as_four_are_all_doubtful():
    seen = matrix_sees({(0, 0), (0, 1), (1, 0)}, 2, 3)
    assert ghosts(seen, 3) == {0, 1, 3, 4}
    assert without_ghosts(seen, 3).readings == bytes([3, 3, 0, 3, 3, 0])


def test_a_row_a_column_and_a_diagonal_are_no_ghosts():
    for closed in ({(0, 0), (0, 1), (0, 2)}, {(0, 0), (1, 0), (2, 0)}, {(0, 0), (1, 1), (2, 2)}):
        assert not ghosts(matrix_sees(closed, 3, 3), 3)


def test_the_sentence_about_ghosts_names_channels_but_not_all_of_sixty():
    sentence = without_ghosts(bytes([1]) * 60, 6).fault.sentence
    assert "channels 0, 1, 2, 3, 4, 5, 6, 7 and others" in sentence
    assert "diode" in sentence
    assert len(sentence) < 300


def test_more_channels_than_switches_are_refused():
    check_channels(14, 14, "one expander")
    for number in (0, 15):
        with pytest.raises(HardwareError, match="1 to 14"):
            check_channels(number, 14, "one expander")
