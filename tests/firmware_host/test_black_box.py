"""The black box keeps what the sensors said lately, in bounded memory, and always so that it replays."""

import json
import tracemalloc
from random import Random

import pytest
from hands_table import moves_of

from firmware_host.black_box import MOST_BYTES, MOST_MOVES, PART_S, QUIET_S, BlackBox, lines
from firmware_host.errors import TraceError
from firmware_host.events import GameOver, Moved, TakenBack
from firmware_host.hands import LEVELS, perform
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.replay import replay
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.trace import Header, read_header, read_steps, seen_after
from rules.registry import game

MB = 1_000_000


class Board:
    """A board as the daemon sees it: frames on change and every half second, the box looking on first."""

    def __init__(self, name="international", kind="reed", secrets="claim", **box):
        self.game = game(name)
        self.kind = kind
        settings = Settings(secrets=secrets)
        self.pipeline = Pipeline(Session(Line(self.game, self.game.start()), settings), settings)
        self.box = BlackBox(self.game.board, **box)
        self.events = []
        self.at = 0.0
        self.seen = Seen(0, 0, 0, 0)

    @property
    def line(self):
        return self.pipeline.session.line

    def see(self, at, seen, *, secret=None):
        while self.at + 0.5 < at:
            self.at += 0.5
            self._frame(self.at, self.seen, secret)
        self.at, self.seen = at, seen
        self._frame(at, seen, secret)

    def _frame(self, at, seen, secret):
        hiding = self.pipeline.session.hiding if secret is None else secret
        self.box.see(at, seen, self.line, secret=hiding)
        self.events += self.pipeline.feed(at, seen)

    def perform(self, moves, level="ordinary", seed=1):
        performance = perform(self.game, None, moves, LEVELS[level], Random(seed), self.kind)
        seen = self.seen
        for frame in performance.frames:
            seen = seen_after(self.game.board, seen, frame.readings)
            self.see(frame.time, seen)
        self.see(performance.end, seen)
        return self

    def show(self, at, *fields, white=(), secret=None):
        """The board with pieces on these fields; on a hall board all but those of `white` show black."""
        mask = self.game.board.mask
        occupied = mask((*fields, *white))
        hall = self.kind == "hall"
        self.see(
            at, Seen(occupied, mask(white) if hall else 0, mask(fields) if hall else 0, 0), secret=secret
        )

    def trace(self):
        header = Header(self.game.name, self.kind)
        return list(lines(self.box.taken(self.at), header))

    def moves(self):
        return tuple(ply.move.text for ply in self.line.plies)


def heard(trace):
    return list(replay(trace))


def changes(trace):
    return [json.loads(line) for line in trace[1:]]


@pytest.mark.parametrize(
    ("name", "kind", "level"),
    [
        ("international", "reed", "ordinary"),
        ("russian", "hall", "sloppy"),
        ("abalone", "hall", "ordinary"),
        ("smokkelen", "reed", "tidy"),
    ],
)
def test_a_replay_hears_what_the_daemon_heard(name, kind, level):
    board = Board(name, kind).perform(moves_of(name, 3, 40), level)
    events = heard(board.trace())
    assert isinstance(events[-1], GameOver)
    assert events[-1].moves == board.moves()
    assert len(board.moves()) > 20
    live = [(e.name, round(e.t, 3)) for e in board.events if e.name != "lights"]
    assert [(e.name, round(e.t, 3)) for e in events[:-1] if e.name != "lights"] == live


@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_of_a_long_game_begins_with_the_moves_that_were_known(seed):
    board = Board(keep_s=60.0).perform(moves_of("international", seed, 60), "ordinary", seed)
    trace = board.trace()
    header = read_header(trace[0])
    assert 0 < len(header.moves) < len(board.moves())
    assert header.moves == board.moves()[: len(header.moves)]
    last = changes(trace)[-1]["t"]
    assert 60.0 <= last <= 60.0 + PART_S + 30.0
    events = heard(trace)
    assert events[-1].moves == board.moves()
    first = next(event for event in events if isinstance(event, Moved))
    assert first.ply == len(header.moves) + 1


def test_a_part_begins_on_a_board_in_order_that_nothing_has_touched():
    board = Board(keep_s=60.0).perform(moves_of("international", 1, 60))
    trace = board.trace()
    header = read_header(trace[0])
    position = board.line.after(len(header.moves))
    first = changes(trace)[0]
    assert first["t"] == 0.0
    assert set(first["fields"]) == set(position.fields)


def test_a_takeback_of_what_was_played_before_the_trace_begins_is_heard():
    board = Board(keep_s=10.0)
    start = set(board.game.start().fields)
    board.show(0.0, *start)
    board.show(1.0, *start - {"32"})
    board.show(2.0, *start - {"32"} | {"28"})
    board.show(90.0, *start - {"32"} | {"28"})
    board.show(91.0, *start - {"32"})
    board.show(92.0, *start)
    board.show(95.0, *start)
    trace = board.trace()
    assert read_header(trace[0]).moves == ("32-28",)
    assert [e.ply for e in heard(trace) if isinstance(e, TakenBack)] == [1]
    assert heard(trace)[-1].moves == ()


def test_buttons_are_kept():
    board = Board()
    board.show(0.0, *board.game.start().fields)
    board.box.press(3.0, "confirm")
    board.box.press(5.5, "undo", 2.25)
    assert {"t": 3.0, "button": "confirm"} in changes(board.trace())
    assert {"t": 5.5, "button": "undo", "held": 2.25} in changes(board.trace())


def noise(board, rng, count, flips=(1, 1, 2, 20), step=0.001):
    bits = [board.game.board.bit[name] for name in board.game.board.fields]
    occupied, at = board.line.position.occupied, board.at
    for _ in range(count):
        at += step
        for bit in rng.sample(bits, rng.choice(flips)):
            occupied ^= bit
        board.box.see(at, Seen(occupied, 0, 0, 0), board.line)
    board.at = at
    return occupied


def test_no_noise_makes_it_grow():
    part = 10
    board = Board(most_bytes=MOST_BYTES // part)
    board.show(0.0, *board.game.start().fields)
    tracemalloc.start()
    try:
        noise(board, Random(1), 1_600, flips=(40,))
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert board.box.size <= MOST_BYTES / part
    assert used < 2 * MB / part
    assert board.box.size > 0.6 * MOST_BYTES / part, "what is allowed is used"


def test_what_is_left_of_noise_is_its_end_and_can_be_replayed():
    board = Board(most_bytes=20_000)
    board.show(0.0, *board.game.start().fields)
    occupied = noise(board, Random(2), 3_000)
    trace = board.trace()
    shown = Seen(0, 0, 0, 0)
    for step in read_steps(trace[1:], board.game.board, "reed"):
        shown = seen_after(board.game.board, shown, step.fields)
    assert shown.occupied == occupied
    assert step.t < 3.0, "the oldest is gone"
    assert isinstance(heard(trace)[-1], GameOver)


def test_a_flicker_for_days_is_no_trouble():
    board = Board(keep_s=1800.0)
    board.show(0.0, *board.game.start().fields)
    start = board.line.position.occupied
    for hour in range(200):
        board.box.see(hour * 3600.0 + 1, Seen(start & (start - 1), 0, 0, 0), board.line)
        board.box.see(hour * 3600.0 + 1.01, Seen(start, 0, 0, 0), board.line)
    board.at = 200 * 3600.0
    times = [step["t"] for step in changes(board.trace())]
    assert times == sorted(times)
    assert times[-1] <= 2 * 3600.0


def test_a_very_long_game_begins_from_its_position():
    board = Board("abalone")
    position, rng = board.game.start(), Random(4)
    for _ in range(MOST_MOVES + 1):
        move = rng.choice(position.legal_moves())
        board.line.play(move, 0.0)
        position = position.play(move)
    board.show(0.0, *position.fields)
    header = read_header(board.trace()[0])
    assert header.moves == ()
    assert header.start == position.text(full=True)


# Secrets


def smokkelen(kind="reed"):
    board = Board("smokkelen", kind, secrets="hide")
    white = [name for name, piece in board.game.start().fields.items() if piece.side.letter == "w"]
    black = [name for name in board.game.start().fields if name not in white]
    return board, white, black


def chosen(kind, field, turned=False):
    """Both secrets are chosen, White's being the stone of `field`; then a move is made in the open."""
    board, white, black = smokkelen(kind)
    board.show(0.0, *black, white=white, secret=True)
    board.show(2.0, *black, white=[name for name in white if name != field], secret=True)
    board.show(
        3.0,
        *([*black, field] if turned else black),
        white=[n for n in white if n != field or not turned],
        secret=True,
    )
    board.box.press(4.0, "white")
    now_black = [*black, field] if turned else black
    now_white = [name for name in white if name != field or not turned]
    board.show(20.0, *now_black, white=now_white, secret=False)
    board.show(22.0, *now_black, white=now_white, secret=False)
    return board, now_white, now_black


@pytest.mark.parametrize("kind", ["reed", "hall"])
def test_nothing_shows_which_stone_was_chosen(kind):
    one, *_ = chosen(kind, "a2")
    other, *_ = chosen(kind, "c2")
    assert one.trace() == other.trace()
    assert len(changes(one.trace())[0]["fields"]) == 20


def test_a_stone_turned_over_in_secret_shows_its_old_pole_until_it_moves():
    one, *_ = chosen("hall", "a2", turned=True)
    other, white, black = chosen("hall", "c2", turned=True)
    assert one.trace() == other.trace()
    other.show(30.0, *[n for n in black if n != "c2"], white=white, secret=False)
    other.show(31.0, *[n for n in black if n != "c2"], "c3", white=white, secret=False)
    assert changes(other.trace())[-2]["fields"] == {"c3": "b"}


def test_what_was_kept_before_a_secret_is_chosen_is_gone():
    board, white, black = smokkelen()
    board.show(0.0, *black, white=white, secret=False)
    board.show(1.0, *black, white=white[1:], secret=False)
    board.show(2.0, *black, white=white, secret=False)
    assert len(changes(board.trace())) > 2
    board.show(5.0, *black, white=white, secret=True)
    assert board.box.taken(5.0) is None
    board.show(9.0, *black, white=white, secret=False)
    assert [line["t"] for line in changes(board.trace())] == [0.0, 3.5]


def test_a_first_move_made_instead_of_choosing_is_heard():
    board, white, black = smokkelen()
    rest = [name for name in white if name != "c2"]
    board.show(0.0, *black, white=white)
    board.show(2.0, *black, white=rest)
    assert board.pipeline.session.hiding
    board.show(2.5, *black, "c3", white=rest)
    board.show(9.0, *black, "c3", white=rest)
    assert not board.pipeline.session.hiding
    assert board.moves() == ("c2-c3",)
    assert heard(board.trace())[-1].moves == ("c2-c3",)


def test_a_quiet_board_waits_for_nothing():
    assert Settings().slide_s < QUIET_S
    assert Settings().takeback_s < QUIET_S


@pytest.mark.parametrize(
    ("moves", "what"),
    [
        ('["32-28", "32-28"]', "32-28"),
        ('"32-28"', "moves is a list of moves"),
        ("[1]", "moves is a list of moves"),
    ],
)
def test_moves_before_a_trace_that_cannot_be_are_refused_with_the_line(moves, what):
    header = f'{{"trace": 1, "game": "international", "start": null, "moves": {moves}}}'
    with pytest.raises(TraceError, match="Line 1 of the trace") as caught:
        heard([header, '{"t": 0.0}'])
    assert what in str(caught.value)
