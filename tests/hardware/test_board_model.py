"""The board's side of the protocol, with time and bytes as plain values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board_model import BoardModel, Edge, Press
from hardware.board_time import BoardTime
from hardware.packets import Ask, Button, Hello, Leds, Log, Ping, Pong, Shown, State
from hardware.protocol import Decoder, encode
from hardware.readings import BoardShape, InvalidReadings, SensorKind

SHAPE = BoardShape(SensorKind.HALL, 4, 3, 2)
MANY = 10_000


class Bench:
    """A model and the decoder that hears it."""

    def __init__(self, **options):
        self.model = BoardModel(SHAPE, **options)
        self._decoder = Decoder()

    def ask(self, *packets, ms=0, now=0.0):
        self.model.receive(b"".join(map(encode, packets)), ms, now)
        return self.heard()

    def run(self, ms):
        self.model.run(ms, MANY)
        return self.heard()

    def heard(self):
        packets = self._decoder.feed(b"".join(self.model.output))
        self.model.output.clear()
        assert self._decoder.counters.seq_gaps == 0
        assert self._decoder.counters.dropped == 0
        return packets


def test_it_says_what_it_is_and_what_it_reads_when_asked():
    hello, state = Bench(readings=b"\1\2\3\0").ask(Ask(0), ms=130)
    assert hello == Hello(0, 1, 1, 4, 3, 2, b"simulate", "zetlicht-simulated 0.1.0")
    assert state == State(1, 130, b"\x39")


def test_a_state_every_500_ms_without_a_change_and_at_once_with_one():
    bench = Bench()
    bench.model.schedule(Edge(713, {2: 1}), 0)
    assert [(p.clock_ms, p.packed) for p in bench.run(2300)] == [
        (500, b"\0"),
        (713, b"\x10"),
        (1213, b"\x10"),
        (1713, b"\x10"),
        (2213, b"\x10"),
    ]


def test_edges_are_stamped_with_exactly_their_time_however_late_they_are_done():
    bench = Bench()
    for at_ms, readings in ((41, {0: 1}), (42, {1: 2, 0: 0}), (42, {3: 3}), (499, {3: 0})):
        bench.model.schedule(Edge(at_ms, readings), 0)
    assert [(p.clock_ms, p.packed[0]) for p in bench.run(600)] == [(41, 1), (42, 8), (42, 200), (499, 8)]


def test_an_edge_without_a_time_is_now_and_one_that_is_too_late_never_runs_the_clock_back():
    bench = Bench()
    bench.run(1000)
    bench.model.schedule(Edge(None, {0: 1}), 1100)
    assert [p.clock_ms for p in bench.run(1100)] == [1100]
    bench.model.schedule(Edge(200, {0: 2}), 1150)
    assert [p.clock_ms for p in bench.run(1150)] == [1100]


def test_an_edge_that_changes_nothing_is_none():
    bench = Bench(readings=b"\1\0\0\0")
    bench.model.schedule(Edge(10, {0: 1}), 0)
    assert bench.run(400) == []


def test_buttons():
    bench = Bench()
    bench.model.schedule(Press(20, 1, True), 0)
    bench.model.schedule(Press(90, 1, False), 0)
    assert bench.run(100) == [Button(0, 20, 1, True), Button(1, 90, 1, False)]


def test_ping_is_answered_with_its_own_number():
    assert Bench().ask(Ping(77), Ping(78)) == [Pong(77), Pong(78)]


def test_leds_are_lit_and_acknowledged():
    bench = Bench()
    assert bench.ask(Leds(40, 1, b"\1\2\3"), ms=9) == [Shown(0, 40)]
    assert bench.model.lights == b"\0\0\0\1\2\3\0\0\0"
    assert [(p.at_ms, p.pixels) for p in bench.model.pictures] == [(9, bench.model.lights)]


def test_leds_for_pixels_that_are_not_there_are_ignored_and_logged():
    bench = Bench()
    (log,) = bench.ask(Leds(40, 2, bytes(6)))
    assert isinstance(log, Log)
    assert log.level == 2
    assert "ignored" in log.text
    assert not bench.model.pictures


def test_ten_seconds_without_the_host_dim_to_one_breathing_pixel_and_its_word_restores_the_picture():
    bench = Bench()
    bench.ask(Leds(0, 0, b"\x50" * 9), now=100.0)
    assert bench.model.idle(0, 109.9) == pytest.approx(110.0)
    assert bench.model.lights == b"\x50" * 9
    levels = set()
    for tick in range(40):
        bench.model.idle(0, 110.0 + tick / 10)
        level = bench.model.lights[0]
        assert bench.model.lights == bytes([level] * 3 + [0] * 6)
        levels.add(level)
    assert len(levels) > 4, "it breathes"
    assert max(levels) <= 0x50
    bench.ask(Ping(1), now=115.0)
    bench.model.idle(0, 115.0)
    assert bench.model.lights == b"\x50" * 9


def test_it_goes_on_scanning_without_a_host():
    bench = Bench()
    bench.model.idle(0, 0.0)
    bench.model.idle(20_000, 20.0)
    bench.model.schedule(Edge(20_100, {0: 1}), 20_000)
    assert bench.run(20_100)[-1] == State(40, 20_100, b"\1")


def test_without_power_the_clock_and_the_lights_go_and_the_pieces_stay():
    bench = Bench(first_ms=5)
    bench.model.schedule(Edge(10, {1: 1}), 0)
    bench.run(100)
    bench.ask(Leds(0, 0, b"\1" * 9))
    bench.model.schedule(Edge(900, {2: 1}), 0)
    bench.model.restart()
    assert bench.model.lights == bytes(9)
    bench.model.greet()
    hello, *states = bench.run(1200)
    assert isinstance(hello, Hello)
    assert [p.clock_ms for p in states] == [505, 1005]
    assert bench.model.readings == b"\0\1\0\0"


def test_its_clock_wraps():
    bench = Bench(first_ms=2**32 - 700)
    assert [p.clock_ms for p in bench.run(1600)] == [2**32 - 200, 300, 800]


def test_no_more_than_the_queue_holds_is_done_at_once_and_nothing_is_skipped():
    model = BoardModel(SHAPE)
    for at_ms in range(100):
        model.schedule(Edge(at_ms, {0: at_ms & 1}), 0)
    decoder, stamps = Decoder(), []
    while model.next_ms <= 99:
        model.run(99, 7)
        assert len(model.output) <= 7
        stamps += [packet.clock_ms for packet in decoder.feed(b"".join(model.output))]
        model.output.clear()
    assert stamps == list(range(1, 100)), "the first one changes nothing"


def test_readings_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="3 readings were given for 4"):
        BoardModel(SHAPE, readings=bytes(3))
    with pytest.raises(InvalidReadings):
        BoardModel(BoardShape(SensorKind.REED, 2, 0), readings=b"\0\2")


@given(st.binary(max_size=2000))
def test_no_bytes_from_the_host_break_it(noise):
    bench = Bench()
    bench.model.receive(noise, 0, 0.0)
    bench.model.receive(b"\0", 0, 0.0)
    bench.heard()
    assert bench.ask(Ping(3))[-1:] == [Pong(3)]


def test_the_boards_time():
    now = [50.0]
    time = BoardTime(lambda: now[0], 20)
    now[0] += 0.5
    assert time.ms == 10_000
    assert time.delay(12_000) == pytest.approx(0.1)
    assert time.delay(9_000) == 0
    time.run_at(0)
    now[0] += 100
    assert (time.ms, time.delay(10_001)) == (10_000, float("inf"))
    time.advance(1.234)
    assert time.ms == 11_234
    time.run_at(1)
    now[0] += 1
    assert time.ms == 12_234
    time.restart()
    assert time.ms == 0
