"""A recording leaves out the frames in which a secret is chosen, and nothing else."""

import json

import pytest

from firmware_host.recording import Recording
from firmware_host.seen import Seen
from firmware_host.trace import Header
from rules.registry import game

GAME = game("smokkelen")
BOARD = GAME.board
WHITE, BLACK = GAME.start().white, GAME.start().black


class Written:
    """A recording of a hall board, and what stands in it."""

    def __init__(self, path):
        self.path = path
        self.recording = Recording(path, Header("smokkelen", "hall"), BOARD, 0)
        self.see(0)

    def see(self, t, *lifted, put=(), turned=(), unknown=(), secret=False):
        """All stones of the start but those `lifted`, white ones `put`; `turned`: their other pole is up."""
        gone, up, dead = BOARD.mask(lifted), BOARD.mask(turned), BOARD.mask(unknown)
        here = ((WHITE | BLACK) & ~gone | BOARD.mask(put)) & ~dead
        white = ((WHITE | BOARD.mask(put)) ^ up) & here
        self.recording.see(float(t), Seen(here, white, here & ~white, dead), secret=secret)

    def lines(self):
        self.recording.close()
        return [json.loads(line) for line in self.path.read_text().splitlines()][2:-1]


@pytest.fixture
def written(tmp_path):
    return Written(tmp_path / "trace.jsonl")


def test_a_stone_lifted_and_put_back_was_never_there(written):
    written.see(1, "c2", secret=True)
    written.see(2, secret=True)
    written.see(3, "a1")
    assert written.lines() == [{"t": 3.0, "fields": {"a1": ""}}]


def test_outside_the_secret_phase_it_is_written(written):
    written.see(1, "c2")
    written.see(2)
    assert [line["t"] for line in written.lines()] == [1.0, 2.0]


def test_a_move_made_instead_is_written_with_its_times(written):
    written.see(1, "c2", secret=True)
    written.see(2, secret=True)
    written.see(3, "a2", secret=True)
    written.see(4, "a2", put=("a3",), secret=True)
    written.see(5, "a2", put=("a3",))
    assert written.lines() == [{"t": 3.0, "fields": {"a2": ""}}, {"t": 4.0, "fields": {"a3": "w"}}]


def test_buttons_stay_in_their_place_among_what_is_held_back(written):
    written.see(1, "c2", secret=True)
    written.recording.press(1.5, "undo")
    written.see(2, secret=True)
    written.recording.press(2.5, "white")
    written.see(3, "a2", secret=True)
    written.recording.press(3.5, "hint")
    written.see(4, "a2")
    assert written.lines() == [
        {"t": 1.5, "button": "undo"},
        {"t": 2.5, "button": "white"},
        {"t": 3.0, "fields": {"a2": ""}},
        {"t": 3.5, "button": "hint"},
    ]


def test_what_is_held_back_at_the_end_is_not_written(written):
    written.see(1, "c2", secret=True)
    written.recording.press(2, "white")
    assert written.lines() == [{"t": 2, "button": "white"}]


def test_a_stone_put_back_turned_over_does_not_show_it(written):
    written.see(1, "c2", secret=True)
    written.see(2, turned=("c2",), secret=True)
    written.see(3, "d5", turned=("c2",), secret=True)
    written.see(4, turned=("c2",), secret=True)
    written.see(5, "a2", turned=("c2",))
    written.see(6, "a2", put=("a3",), turned=("c2",))
    assert written.lines() == [{"t": 5.0, "fields": {"a2": ""}}, {"t": 6.0, "fields": {"a3": "w"}}]


def test_once_that_stone_has_moved_it_shows_what_it_shows(written):
    written.see(1, "c2", secret=True)
    written.see(2, turned=("c2",), secret=True)
    written.see(3, "c2", turned=())
    written.see(4, turned=("c2",))
    assert written.lines() == [{"t": 3.0, "fields": {"c2": ""}}, {"t": 4.0, "fields": {"c2": "b"}}]


def test_a_field_that_becomes_unreadable_meanwhile_is_told_after_it(written):
    written.see(1, unknown=("c2",), secret=True)
    written.see(2, "a2", unknown=("c2",))
    assert written.lines() == [{"t": 2.0, "fields": {"a2": "", "c2": "?"}}]
