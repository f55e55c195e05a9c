"""What stands on the board when the daemon starts, or is set up later: the game goes on, another one does, or
a new one begins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.clock import Control, Time, new_clock
from firmware_host.events import Clocked, Event, Resumed
from firmware_host.journal import Journal
from firmware_host.journal_rows import Begin, KeepClock, Resume
from firmware_host.journal_shelf import JournalShelf
from firmware_host.keeping import changes, opened
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.timekeeping import Timekeeper
from rules.game import Position
from rules.registry import game as game_called

GAME = game_called("international")
FIRST = ["32-28", "19-23", "28x19", "14x23", "33-28", "23x32", "37x28", "10-14"]
SWEPT = ["astray", "outcome"]
SECOND = ["34-29", "17-22", "32-28", "19-23", "28x17", "12x21", "31-26", "23x34"]


class Kiosk:
    """A board and a daemon without devices, on one journal."""

    def __init__(self, folder: Path, game=GAME, start: Position | None = None) -> None:
        self.journal = Journal(folder)
        self.game = game
        line = opened(self.journal, game, start)
        shelf = JournalShelf(self.journal, game, start or game.start())
        session = Session(line, Settings(), resumed=len(line) > 0, shelf=shelf)
        self.pipeline = Pipeline(session, Settings())
        self.t = 0.0
        self.events: list[Event] = []

    def show(self, occupied: int, *, white: int = 0, black: int = 0, rest: float = 4.0) -> list[str]:
        """Let the board show this for a while; the names of the events."""
        caused = self.pipeline.feed(self.t, Seen(occupied, white, black, 0))
        caused += self.pipeline.advance(self.t + rest)
        self.t += rest
        self.journal.apply(changes(caused, self.game, self.pipeline.session.line.start))
        self.events += caused
        return [event.name for event in caused if event.name not in ("lights", "final", "restored")]

    def play(self, *moves: str) -> None:
        """Make these moves, the start position first."""
        if not self.moves:
            self.show(self.position.occupied)
        for text in moves:
            assert self.show(self.position.play(self.position.parse_move(text)).occupied)[:1] == ["move"]

    @property
    def position(self) -> Position:
        return self.pipeline.session.line.position

    @property
    def moves(self) -> list[str]:
        return [ply.move.text for ply in self.pipeline.session.line.plies]

    def games(self) -> list[tuple[int, int, str, str | None]]:
        return [(row.id, row.plies, row.result, row.reason) for row in self.journal.games()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


def stopped(kiosk: Kiosk) -> Position:
    """The daemon ends; what stands on the board."""
    kiosk.journal.close()
    return kiosk.position


def two_left_off(folder: Path) -> tuple[Position, Position]:
    """A journal with two games, the second going on; their last positions."""
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST)
    first = kiosk.position
    assert kiosk.show(0) == SWEPT
    assert kiosk.show(GAME.start().occupied) == ["start"]
    kiosk.play(*SECOND)
    assert kiosk.games() == [(1, 8, "*", "aborted"), (2, 8, "*", None)]
    return first, stopped(kiosk)


@pytest.mark.parametrize("plies", [1, 3, 6, 8])
def test_the_start_position_after_a_start_is_a_new_game_and_the_old_one_is_left_off(folder, plies):
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST[:plies])
    stopped(kiosk)
    kiosk = Kiosk(folder)
    assert kiosk.show(GAME.start().occupied) == ["outcome", "start"]
    kiosk.play("31-27")
    assert kiosk.games() == [(1, plies, "*", "aborted"), (2, 1, "*", None)]


def test_while_the_daemon_runs_it_is_six_plies_taken_back(folder):
    kiosk = Kiosk(folder)
    kiosk.play("32-28", "19-24")
    assert kiosk.show(GAME.start().occupied) == ["takeback", "takeback"]


@pytest.mark.parametrize("back", range(1, 7))
def test_plies_taken_back_while_nobody_looked_are_caught_up(folder, back):
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST)
    board = kiosk.pipeline.session.line.after(8 - back)
    stopped(kiosk)
    kiosk = Kiosk(folder)
    assert kiosk.show(board.occupied) == ["takeback"] * back
    assert kiosk.games() == [(1, 8 - back, "*", None)]
    kiosk.play(FIRST[8 - back])


def test_more_plies_are_not_taken_back(folder):
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST)
    board = kiosk.pipeline.session.line.after(1)
    stopped(kiosk)
    assert Kiosk(folder).show(board.occupied) == ["astray"]


def test_a_position_set_up_after_a_start_brings_its_game_back(folder):
    first, second = two_left_off(folder)
    kiosk = Kiosk(folder)
    assert kiosk.show(first.occupied) == ["outcome", "resume"]
    (told,) = (event for event in kiosk.events if isinstance(event, Resumed))
    assert (told.id, told.ply, told.position) == (1, 8, first.text())
    assert kiosk.moves == FIRST
    kiosk.play("38-33")
    assert kiosk.games() == [(1, 9, "*", None), (2, 8, "*", "aborted")]
    stopped(kiosk)
    kiosk = Kiosk(folder)
    assert kiosk.moves == [*FIRST, "38-33"]
    assert kiosk.show(second.occupied) == ["outcome", "resume"]
    assert kiosk.moves == SECOND


def test_the_game_that_went_on_comes_first(folder):
    _, second = two_left_off(folder)
    kiosk = Kiosk(folder)
    assert kiosk.show(second.occupied) == []
    assert kiosk.moves == SECOND


def test_a_swept_board_may_be_set_up_as_another_game(folder):
    first, second = two_left_off(folder)
    kiosk = Kiosk(folder)
    kiosk.show(second.occupied)
    assert kiosk.show(0) == SWEPT
    half = 0
    for name in list(first.fields)[::2]:
        half |= GAME.board.bit[name]
    assert kiosk.show(half, rest=1.0) == []
    assert kiosk.show(first.occupied) == ["resume"]
    kiosk.play("38-33")
    # And the one before comes back likewise.
    kiosk.show(0)
    assert kiosk.show(second.occupied) == ["resume"]


def test_after_a_finished_game_one_that_was_left_off_comes_back(folder):
    start = GAME.parse("W:W28,31,32,33,34,35:B22")
    first, _ = two_left_off(folder)
    kiosk = Kiosk(folder, start=start)
    kiosk.play("28x17")
    assert kiosk.pipeline.session.line.outcome is not None
    assert kiosk.show(first.occupied) == ["resume"]
    assert kiosk.games()[-1][2:] == ("2-0", "no-pieces")
    assert kiosk.show(0) == SWEPT
    assert kiosk.show(start.occupied) == ["start"], "a new game begins at the configured start"
    assert kiosk.position == start


def test_a_game_that_ended_by_the_rules_never_comes_back(folder):
    start = GAME.parse("W:W28,31,32,33,34,35:B22")
    kiosk = Kiosk(folder, start=start)
    kiosk.play("28x17")
    over = kiosk.position
    stopped(kiosk)
    kiosk = Kiosk(folder)
    assert "resume" not in kiosk.show(over.occupied)


def test_moves_of_the_game_that_goes_on_never_bring_another_back(folder):
    """The same opening twice: what is played leads through the last position of the first game."""
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST[:3])
    kiosk.show(0)
    assert kiosk.show(GAME.start().occupied) == ["start"]
    kiosk.play(*FIRST)
    assert kiosk.moves == FIRST


def test_colours_tell_which_of_two_games_alike_it_is(folder):
    positions = []
    for start in (GAME.parse("W:W28,33,38,45:B6"), GAME.parse("W:W28,33,38,6:B45")):
        kiosk = Kiosk(folder, start=start)
        kiosk.play("33-29")
        positions.append(stopped(kiosk))
    one, other = positions
    assert one.occupied == other.occupied
    for wanted, number in ((one, 1), (other, 2)):
        kiosk = Kiosk(folder, start=GAME.start())
        assert kiosk.show(wanted.occupied, white=wanted.white, black=wanted.black) == ["resume"]
        assert kiosk.journal.current == number
        kiosk.journal.apply([Begin("international", GAME.start().text(full=True), dict(GAME.chosen))])
        stopped(kiosk)


def test_other_options_and_games_that_cannot_be_read_are_left_alone(folder):
    first, _ = two_left_off(folder)
    frisian = Kiosk(folder, game_called("frisian"))
    assert frisian.show(first.occupied) == ["astray"]
    stopped(frisian)
    with Journal(folder) as journal:
        journal._write.execute("UPDATE plies SET move = 'x' WHERE game_id = 1 AND ply = 3")
    assert "resume" not in Kiosk(folder).show(first.occupied)


def unplugged(kiosk: Kiosk) -> None:
    """The board was away for a while."""
    kiosk.pipeline.session.look_away(kiosk.t)


def test_play_that_went_on_while_the_board_was_unplugged_is_caught_up(folder):
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST[:4])
    after = kiosk.position.play(kiosk.position.parse_move(FIRST[4]))
    after = after.play(after.parse_move(FIRST[5]))
    unplugged(kiosk)
    assert kiosk.show(after.occupied) == ["move", "move"]
    assert kiosk.moves == FIRST[:6]
    kiosk.play(FIRST[6])


@pytest.mark.parametrize("plies", [1, 4, 8])
def test_a_board_that_comes_back_with_the_start_position_has_a_new_game(folder, plies):
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST[:plies])
    unplugged(kiosk)
    assert kiosk.show(GAME.start().occupied) == ["outcome", "start"]


def test_a_board_that_comes_back_as_it_was_hears_on(folder):
    kiosk = Kiosk(folder)
    kiosk.play(*FIRST[:4])
    unplugged(kiosk)
    assert kiosk.show(kiosk.position.occupied) == []
    assert kiosk.show(GAME.start().occupied) == ["takeback"] * 4


def test_a_game_that_comes_back_has_its_clock_which_waits_for_the_first_touch(folder):
    first, _ = two_left_off(folder)
    left = replace(new_clock(Control(300.0)), white=Time(12.0, 0, 0.0))
    with Journal(folder) as journal:
        journal.apply([Resume(1), KeepClock(left.text), Resume(2)])
    kiosk = Kiosk(folder)
    kiosk.pipeline.timekeeper = Timekeeper(Control(300.0), by_button=False)
    kiosk.show(first.occupied)
    (clock,) = (event for event in kiosk.events if isinstance(event, Clocked) and event.white == 12.0)
    assert (clock.running, clock.black) == (None, 300.0)
    kiosk.show(first.occupied, rest=60.0)
    assert kiosk.pipeline.timekeeper.clock.white.main_s == 12.0
