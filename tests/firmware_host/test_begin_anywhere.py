"""A game may begin from any position that the configuration gives; the journal and the record say so."""

from firmware_host.journal import Journal
from firmware_host.journal_rows import Finalise, PlyRow, Record
from firmware_host.keeping import opened
from firmware_host.score import score
from rules.game import Side
from rules.registry import game as game_called

GAME = game_called("international")
PUZZLE = GAME.parse("W:W28,K46:B19,20")
OTHER = GAME.parse("B:W28:B1,2,3")


def move(journal: Journal, line, text: str) -> None:
    position = line.position.play(line.position.parse_move(text))
    journal.apply([Record(PlyRow(1, text, position.text(full=True), Side.WHITE, 1.0)), Finalise(1)])


def test_a_new_game_begins_there_and_the_journal_keeps_it(tmp_path):
    with Journal(tmp_path) as journal:
        line = opened(journal, GAME, PUZZLE)
        assert line.start == line.position == PUZZLE
        assert GAME.parse(journal.game(1).start) == PUZZLE
        again = opened(journal, GAME, PUZZLE)
        assert again.start == PUZZLE
        assert len(journal.games()) == 1


def test_the_record_carries_the_position(tmp_path):
    with Journal(tmp_path) as journal:
        move(journal, opened(journal, GAME, PUZZLE), "46-41")
        assert f'[FEN "{PUZZLE.text()}"]' in score(journal.show(1))


def test_a_game_of_its_own_start_carries_none(tmp_path):
    with Journal(tmp_path) as journal:
        move(journal, opened(journal, GAME), "32-28")
        assert "FEN" not in score(journal.show(1))


def test_another_start_ends_the_unfinished_game(tmp_path):
    with Journal(tmp_path) as journal:
        move(journal, opened(journal, GAME, PUZZLE), "46-41")
        line = opened(journal, GAME, OTHER)
        assert (line.start, len(line)) == (OTHER, 0)
        first, second = journal.games()
        assert (first.result, first.reason) == ("*", "aborted")
        assert second.reason is None


def test_without_a_start_a_game_that_was_begun_goes_on(tmp_path):
    with Journal(tmp_path) as journal:
        move(journal, opened(journal, GAME, PUZZLE), "46-41")
        line = opened(journal, GAME)
        assert (line.start, len(line)) == (PUZZLE, 1)


def test_without_a_start_a_puzzle_that_nobody_touched_makes_room(tmp_path):
    with Journal(tmp_path) as journal:
        opened(journal, GAME, PUZZLE)
        line = opened(journal, GAME)
        assert line.start == GAME.start()
        assert len(journal.games()) == 2
