"""The host's side of the conversation, with time and bytes as plain values."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board_link import BoardLink
from hardware.device import ButtonEdge, DeviceState, SensorFrame
from hardware.packets import Ask, Button, Hello, Leds, Log, Ping, Pong, Shown, State
from hardware.protocol import Decoder, Sender, encode
from hardware.readings import BoardShape, SensorKind

SHAPE = BoardShape(SensorKind.REED, 4, 3)
PORT = "/dev/board"


def hello(**changes):
    fields = {"version": 1, "sensors": 0, "channels": 4, "pixels": 3, "buttons": 2, "firmware": "test 1"}
    fields |= changes
    return Hello(
        0,
        fields["version"],
        fields["sensors"],
        fields["channels"],
        fields["pixels"],
        fields["buttons"],
        bytes(8),
        fields["firmware"],
    )


class Talk:
    """A link and the board it talks to, written out packet by packet."""

    def __init__(self, shape=SHAPE):
        self.link = BoardLink(PORT, shape)
        self.link.opened(0.0)
        self._host = Decoder(Sender.HOST)

    def hear(self, now, *packets):
        return self.link.receive(b"".join(map(encode, packets)), now)

    def sent(self, now):
        return self._host.feed(self.link.outgoing(now))

    def connect(self, now=0.0, clock_ms=0):
        self.sent(now)
        return self.hear(now, hello(), State(1, clock_ms, b"\x05"))


def test_it_asks_at_once_and_every_half_second_until_hello():
    talk = Talk()
    times = [tick / 100 for tick in range(200) if any(isinstance(p, Ask) for p in talk.sent(tick / 100))]
    assert times == pytest.approx([0.0, 0.5, 1.0, 1.5])
    talk.hear(2.0, hello())
    assert talk.sent(2.0) == []


def test_connected_is_told_before_the_first_frame():
    state, frame = Talk().connect(3.0)
    assert state == DeviceState(3.0, True, state.detail)
    assert state.detail == "The board on /dev/board is connected: test 1, 4 reed channels, 3 pixels."
    assert frame == SensorFrame(3.0, b"\1\0\1\0")


def test_frames_without_a_hello_are_not_passed_on():
    talk = Talk()
    assert talk.hear(0.1, State(0, 5, b"\x05"), Button(1, 6, 0, True)) == []
    talk.hear(0.2, hello())
    assert len(talk.hear(0.3, State(2, 9, b"\x05"))) == 2


def test_frames_and_buttons_carry_the_boards_time():
    talk = Talk()
    talk.connect(10.0, clock_ms=1000)
    heard = talk.hear(10.9, State(2, 1250, b"\0"), Button(3, 1300, 1, True), State(4, 1500, b"\x01"))
    assert heard == [
        SensorFrame(10.25, bytes(4)),
        ButtonEdge(10.3, 1, True),
        SensorFrame(10.5, b"\1\0\0\0"),
    ]


@pytest.mark.parametrize(
    ("changes", "both"),
    [
        ({"version": 2}, ["version 2", "version 1"]),
        ({"version": 0}, ["version 0", "version 1"]),
        ({"channels": 64}, ["64 channels", "4"]),
        ({"pixels": 50}, ["50 pixels", "3"]),
        ({"sensors": 1}, ["hall", "reed"]),
        ({"sensors": 9}, ["9", "reed"]),
        ({"channels": 8, "pixels": 8}, ["8 channels", "8 pixels"]),
    ],
    ids=str,
)
def test_a_board_that_does_not_fit_is_a_named_problem(changes, both):
    talk = Talk()
    (state,) = talk.hear(1.0, hello(**changes))
    assert not state.connected
    assert state.problem
    assert all(words in state.detail for words in both)
    assert PORT in state.detail
    assert talk.hear(1.1, State(1, 5, b"\x05"), Button(2, 6, 0, True)) == []
    assert talk.hear(1.2, hello(**changes)) == [], "the same reason is told once"
    talk.link.show(bytes(9))
    assert talk.sent(1.3) == []
    assert len(talk.hear(1.4, hello(), State(3, 9, b"\x05"))) == 2, "the right board is taken at once"


def test_a_board_may_have_more_buttons_than_are_used():
    talk = Talk()
    assert talk.hear(0.0, hello(buttons=9)) == []
    assert len(talk.hear(0.1, State(1, 0, b"\0"))) == 2


@pytest.mark.parametrize(
    ("has", "words"),
    [
        (0, "has no buttons, but the configuration names button 2"),
        (1, "has 1 button, number 0, but"),
        (2, "has 2 buttons, 0 to 1, but"),
    ],
)
def test_a_button_that_the_board_lacks_is_told_and_the_rest_goes_on(has, words):
    talk = Talk(BoardShape(SensorKind.REED, 4, 3, 3))
    assert talk.hear(0.0, hello(buttons=has)) == []
    state, frame = talk.hear(0.1, State(1, 0, b"\0"))
    assert (state.connected, state.problem) == (True, True)
    assert words in state.detail
    assert "[buttons]" in state.detail
    assert isinstance(frame, SensorFrame)
    assert len(talk.hear(0.2, Button(2, 150, 0, True))) == 1, "those that it has count"
    again = talk.hear(0.3, hello(buttons=3), State(3, 250, b"\0"))
    assert [type(signal) for signal in again] == [SensorFrame]


def test_two_seconds_of_silence_are_a_loss_and_asking_begins_again():
    talk = Talk()
    talk.connect(0.0)
    assert talk.link.overdue(1.99) == []
    (state,) = talk.link.overdue(2.0)
    assert (state.connected, state.problem) == (False, False)
    assert "silent" in state.detail
    assert talk.sent(2.0) == [Ask(1)]
    assert talk.hear(2.1, State(2, 2100, b"\x05")) == [], "nothing passes before the HELLO"
    assert [type(signal) for signal in talk.hear(2.2, hello(), State(3, 2200, b"\x05"))] == [
        DeviceState,
        SensorFrame,
    ]


def test_each_reason_for_no_frames_has_its_own_sentence():
    silent = Talk()
    assert "silent" in silent.link.overdue(2.0)[0].detail
    garbled = Talk()
    garbled.link.receive(b"AT\r\nOK\r\n", 1.0)
    assert "baud rate" in garbled.link.overdue(2.0)[0].detail
    speechless = Talk()
    speechless.hear(1.9, State(0, 0, b"\0"))
    assert "does not say what it is" in speechless.link.overdue(2.0)[0].detail
    blind = Talk()
    blind.hear(0.0, hello())
    blind.hear(1.9, Pong(0))
    assert "no readings" in blind.link.overdue(2.0)[0].detail


def test_states_of_the_wrong_length_are_counted_and_become_a_problem():
    talk = Talk()
    talk.connect(0.0)
    for tick in range(1, 5):
        assert talk.hear(tick / 2, State(tick, tick, b"\0\0")) == []
    assert talk.link.malformed == 4
    (state,) = talk.link.overdue(2.0)
    assert state.problem
    assert "no readings of 4 channels" in state.detail
    talk.hear(2.1, hello())
    talk.hear(2.2, State(9, 9, b"\0\0"))
    assert talk.link.overdue(4.1) == [], "no flapping between connected and lost"


def test_the_same_reason_is_told_once_and_a_new_one_again():
    talk = Talk()
    assert len(talk.link.closed(1.0, "gone", "gone")) == 1
    assert talk.link.closed(2.0, "gone", "gone, in other words") == []
    assert len(talk.link.closed(3.0, "rights", "no rights")) == 1
    talk.link.opened(4.0)
    talk.connect(4.0)
    assert len(talk.link.closed(5.0, "rights", "no rights")) == 1


def test_a_silent_board_is_worth_a_new_opening_after_five_seconds():
    talk = Talk()
    assert not talk.link.hopeless(4.9)
    assert talk.link.hopeless(5.0)
    talk.connect(5.0)
    assert not talk.link.hopeless(60.0)


def test_ping_only_without_other_traffic():
    talk = Talk()
    talk.connect(0.0)
    talk.link.show(bytes([1] * 9))
    pings, seq = [], 2
    for tick in range(1, 900):
        now = tick / 100
        talk.hear(now, State(seq, tick * 10, b"\x05"))
        seq = (seq + 1) & 0xFF
        for packet in talk.sent(now):
            if isinstance(packet, Ping):
                pings.append(now)
            else:
                talk.hear(now, Shown(seq, packet.seq))
    assert pings == pytest.approx([2.01, 4.01, 6.01, 8.01], abs=0.03)


def test_pictures_wait_for_a_board_and_are_sent_again_after_a_hello():
    talk = Talk()
    talk.link.show(bytes([7] * 9))
    assert [type(packet) for packet in talk.sent(0.0)] == [Ask]
    talk.connect(0.1)
    (leds,) = talk.sent(0.2)
    assert leds == Leds(leds.seq, 0, bytes([7] * 9))
    talk.hear(0.3, Shown(2, leds.seq))
    assert talk.link.settled
    talk.hear(0.4, hello())  # the board was reset without being missed
    (again,) = talk.sent(0.5)
    assert again.pixels == bytes([7] * 9)


def test_the_boards_log_goes_to_the_log_and_cannot_forge_lines(caplog):
    with caplog.at_level(logging.DEBUG):
        Talk().hear(0.0, Log(0, 2, "hot\nERROR fake"), Log(1, 200, "odd"))
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "The board on /dev/board says: hot·ERROR fake"),
        ("ERROR", "The board on /dev/board says: odd"),
    ]


def test_due_at_never_lets_a_deadline_pass():
    talk = Talk()
    now = 0.0
    talk.sent(now)
    talk.hear(now, hello(), State(1, 0, b"\x05"))
    talk.link.show(bytes([1] * 9))
    sent = []
    while now < 10.0 and talk.link.ready:
        sent += [type(packet) for packet in talk.sent(now)]
        due = talk.link.due_at(now)
        assert due > now
        now = due
        talk.link.overdue(now)
    assert sent.count(Leds) == 4, "0.0, 0.5, 1.0, 1.5: no SHOWN ever comes"
    assert now == pytest.approx(2.0), "and the silence is noticed on time"


NOISE = st.one_of(
    st.binary(max_size=40),
    st.builds(
        lambda ms, packed: encode(State(0, ms, packed)), st.integers(0, 2**32 - 1), st.binary(max_size=2)
    ),
    st.builds(lambda ms: encode(Button(0, ms, 0, True)), st.integers(0, 2**32 - 1)),
    st.sampled_from([encode(hello()), encode(hello(version=2)), encode(hello(channels=9))]),
)


@given(st.lists(st.tuples(NOISE, st.floats(0, 5)), max_size=40))
def test_whatever_comes_a_frame_only_follows_connected_and_time_never_runs_back(steps):
    talk, now, connected, last = Talk(), 0.0, False, float("-inf")
    for noise, wait in steps:
        now += wait
        for signal in talk.link.receive(noise, now) + talk.link.overdue(now):
            assert signal.at >= last
            last = signal.at
            if isinstance(signal, DeviceState):
                connected = signal.connected
            else:
                assert connected
        talk.link.outgoing(now)
