"""A game with a clock and with names: through the configuration, the daemon, the journal and a restart."""

import asyncio
from pathlib import Path

import pytest

from firmware_host.clock import Control
from firmware_host.commands.run import _timekeeper
from firmware_host.config import parse
from firmware_host.daemon import CLOCK_S, Daemon
from firmware_host.errors import ConfigError
from firmware_host.events import Clocked
from firmware_host.journal import Journal
from firmware_host.journal_rows import Headings, KeepClock
from firmware_host.keeping import opened
from firmware_host.score import clock_command, score
from hardware.device import ButtonEdge, LedFrame, SensorFrame
from rules import pdn
from rules.game import Side

HEAD = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[leds]
outside_s = 0
[wiring]
order = "rows"
rim_white = [50, 51, 52]
rim_black = [53, 54, 55]
"""
NAMES = '[record]\nwhite = "Ann \\"the\\" Ace"\nevent = "Club"\nround = "3"\nboard = "2"\n'


def read(text: str):
    return parse(HEAD + text, Path("board.toml"))


# ---- the configuration


def test_without_a_time_there_is_no_clock():
    assert read("").timed is None
    assert read("[clock]\nperiod_s = 10\n").timed is None
    assert read("").record == Headings()


@pytest.mark.parametrize(
    ("keys", "control"),
    [
        ("minutes = 5", Control(300.0)),
        ("minutes = 0.5\nincrement_s = 3", Control(30.0, 3.0)),
        ("minutes = 10\nperiods = 5\nperiod_s = 20", Control(600.0, 0.0, 5, 20.0)),
        ("periods = 1", Control(0.0, 0.0, 1, 30.0)),
    ],
)
def test_the_three_kinds_of_clocks(keys, control):
    assert read(f"[clock]\n{keys}\n").timed.control == control


@pytest.mark.parametrize(
    ("press", "buttons", "by_button"),
    [
        ("auto", "", False),
        ("auto", '0 = "white"\n', False),
        ("auto", '0 = "white"\n1 = "black"\n', True),
        ("auto", '0 = "confirm"\n', False),
        ("move", '0 = "white"\n1 = "black"\n', False),
        ("button", '0 = "confirm"\n', True),
    ],
)
def test_what_presses_it(press, buttons, by_button):
    config = read(f'[clock]\nminutes = 5\npress = "{press}"\n[buttons]\n{buttons}')
    assert config.timed.by_button is by_button


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("minutes = -1", "clock.minutes is -1"),
        ("increment_s = 5", "clock.increment_s has no effect alone"),
        ("minutes = 5\nperiod_s = 0", "clock.period_s is 0"),
        ('minutes = 5\npress = "button"', 'clock.press is "button", but no button presses it'),
        ("seconds = 5", "clock.seconds is no key of [clock]"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(keys, words):
    with pytest.raises(ConfigError) as caught:
        read(f"[clock]\n{keys}\n")
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


# ---- at play


class Desk:
    """A board whose signals the test gives and whose pictures it keeps."""

    channels, pixels = 50, 56

    def __init__(self):
        self.shown = []

    def start(self, listener):
        self.tell = listener

    def stop(self):
        pass

    def show(self, frame: LedFrame):
        self.shown.append(frame.pixels)


class Now:
    """The time as the test says."""

    t = 0.0

    def __call__(self) -> float:
        return self.t


def play(folder: Path, config, *signals, thinking_s: float = 0.0) -> tuple[list[Clocked], list[bytes]]:
    """A daemon on the journal in `folder` that gets these signals and is then stopped: what it told of the
    clock, and the pictures. `thinking_s`: so long nothing happens at the end."""
    told: list[Clocked] = []
    desk, now = Desk(), Now()
    with Journal(folder, lambda: None) as journal:
        line = opened(journal, config.game, config.start, headings=config.record)
        daemon = Daemon(
            config,
            line,
            desk,
            desk,
            journal,
            [lambda events: told.extend(event for event in events if isinstance(event, Clocked))],
            clock=now,
            timekeeper=_timekeeper(config, journal),
        )

        async def sit():
            running = asyncio.create_task(daemon.run())
            await asyncio.sleep(0)
            for signal in signals:
                now.t = signal.at
                desk.tell(signal)
                await asyncio.sleep(0.005)
            if thinking_s:
                now.t += thinking_s
                await asyncio.sleep(CLOCK_S + 0.1)
            daemon.stop()
            await running

        asyncio.run(sit())
    return told, desk.shown


def views(config, position, *moves: tuple[float, str]):
    """Frames of these moves, each lifted at its time and set down half a second later."""
    names = config.wiring.channels

    def frame(at: float, there) -> SensorFrame:
        return SensorFrame(at, bytes(name in there for name in names))

    yield frame(0.0, position.fields)
    for at, text in moves:
        move = position.parse_move(text)
        lifted = set(position.fields) - set(position.game.board.names(move.lifts))
        position = position.play(move)
        yield frame(at, lifted)
        yield frame(at + 0.5, set(position.fields))
        yield frame(at + 1.0, set(position.fields))


def test_it_survives_a_restart_and_stands_in_the_record(tmp_path):
    config = read(NAMES + "[clock]\nminutes = 5\nincrement_s = 2\n")
    first = list(views(config, config.game.start(), (10.0, "32-28"), (30.0, "20-25")))
    told, _ = play(tmp_path, config, *first)
    assert told[0].running is None
    assert [event.running for event in told if event.ply] == [Side.BLACK, Side.WHITE]
    black = told[-1].black
    assert black == pytest.approx(300.0 - 20.0 + 2.0, abs=0.01)

    with Journal(tmp_path, lambda: None) as journal:
        position = opened(journal, config.game).position
        assert journal.plies(1)[1].clock == (300.0, pytest.approx(black, abs=0.01))
    again, _ = play(tmp_path, config, *views(config, position, (500.0, "31-26")))
    assert (again[0].running, again[0].black) == (None, pytest.approx(black, abs=0.01))
    pressed = [event for event in again if event.ply == 3]
    assert pressed[0].white == pytest.approx(300.0 - 0.5 + 2.0, abs=0.02), "it stood until the man was lifted"

    with Journal(tmp_path, lambda: None) as journal:
        text = score(journal.show(1))
    assert '[Event "Club"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "3"]\n' in text
    assert '[White "Ann \\"the\\" Ace"]\n[Black "?"]\n' in text
    assert '[Board "2"]\n[TimeControl "300+2"]\n' in text
    moves = " ".join(text.split())
    assert "1. 32-28 {[%clock w00:05:00 B00:05:00]} 1... 20-25 {[%clock W00:05:00 b00:04:42]}" in moves
    assert "2. 31-26 {[%clock w00:05:02 B00:04:42]} *" in moves
    record = pdn.read_one(text)
    assert record.moves == ("32-28", "20-25", "31-26")
    assert record.tag("White") == 'Ann "the" Ace'


def test_buttons_press_it_and_the_final_ply_has_the_times(tmp_path):
    config = read('[clock]\nminutes = 5\n[buttons]\n0 = "white"\n1 = "black"\n')
    frames = list(views(config, config.game.start(), (10.0, "32-28")))
    told, _ = play(tmp_path, config, *frames, ButtonEdge(21.0, 0, True), ButtonEdge(21.1, 0, False))
    (pressed,) = [event for event in told if event.ply]
    assert (pressed.ply, pressed.running) == (1, Side.BLACK)
    with Journal(tmp_path, lambda: None) as journal:
        assert journal.plies(1)[0].clock == pytest.approx((300.0 - 10.5, 300.0), abs=0.05)


def test_the_rim_shows_both_clocks(tmp_path):
    config = read("[clock]\nminutes = 5\n")
    _, pictures = play(tmp_path, config, *views(config, config.game.start(), (1.0, "32-28")))
    shown = [[any(picture[3 * at : 3 * at + 3]) for at in range(50, 56)] for picture in pictures]
    assert shown[0] == [True, True, True, False, False, True]
    assert shown[-1] == [False, False, True, True, True, True]


def test_the_bar_gets_shorter_while_nothing_happens(tmp_path):
    config = read("[clock]\nminutes = 5\n")
    frames = views(config, config.game.start(), (1.0, "32-28"))
    _, pictures = play(tmp_path, config, *frames, thinking_s=110.0)
    lit = [sum(any(picture[3 * at : 3 * at + 3]) for at in range(53, 56)) for picture in pictures]
    assert lit[-2:] == [3, 2]


def test_a_game_keeps_the_clock_it_was_begun_with(tmp_path):
    play(tmp_path, read("[clock]\nminutes = 5\n"), *views(read(""), read("").game.start(), (1.0, "32-28")))
    config = read("[clock]\nminutes = 1\n")
    with Journal(tmp_path, lambda: None) as journal:
        opened(journal, config.game)
        assert _timekeeper(config, journal).clock.control == Control(300.0)
        assert _timekeeper(read(""), journal) is None


def test_a_clock_that_cannot_be_read_is_begun_anew(tmp_path):
    config = read("[clock]\nminutes = 1\n")
    with Journal(tmp_path, lambda: None) as journal:
        opened(journal, config.game)
        journal.apply([KeepClock("rubbish")])
        keeper = _timekeeper(config, journal)
    assert keeper.clock.control == Control(60.0)


# ---- the record


def test_a_record_without_clock_and_names_says_nothing_of_them(tmp_path):
    play(tmp_path, read(""), *views(read(""), read("").game.start(), (1.0, "32-28")))
    with Journal(tmp_path, lambda: None) as journal:
        text = score(journal.show(1))
    assert "clock" not in text
    assert "TimeControl" not in text
    assert '[White "?"]' in text
    assert "Board" not in text


@pytest.mark.parametrize(
    ("white", "black", "runs", "text"),
    [
        (600.0, 59.01, Side.WHITE, "[%clock W00:10:00 b00:01:00]"),
        (0.0, 7262.0, Side.BLACK, "[%clock w00:00:00 B02:01:02]"),
    ],
)
def test_the_command_of_a_clock(white, black, runs, text):
    assert clock_command(white, black, runs=runs) == text
