"""The journal holds exactly what was decided, all of a decision or nothing of it."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.errors import HostError, JournalError
from firmware_host.journal import Journal, utc_clock
from firmware_host.journal_lock import LOCK_NAME
from firmware_host.journal_reader import read_journal
from firmware_host.journal_rows import (
    Amend,
    Begin,
    End,
    Finalise,
    GameRow,
    Headings,
    PlyRow,
    Record,
    Reopen,
    TakeBack,
    result_text,
)
from firmware_host.journal_schema import JOURNAL_NAME, VERSION
from rules import registry
from rules.game import Outcome, Side

RESULTS = ("2-0", "1-1", "0-2")
NOON = "2026-11-30T12:00:00Z"
START = "W:W31:B20:Cquiet=0"


def noon() -> str:
    return NOON


def ply(number: int, move: str = "32-28", **more: object) -> PlyRow:
    side = Side.WHITE if number % 2 else Side.BLACK
    return PlyRow(number, move, f"position after {move} as {number}", side, number + 0.25, **more)


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "state", noon) as opened:
        yield opened


def sentence(error: pytest.ExceptionInfo[JournalError]) -> str:
    text = str(error.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


def test_games_are_numbered_from_one(journal):
    assert journal.games() == ()
    assert journal.current is None
    assert [journal.begin("toy", {}, START) for _ in range(3)] == [1, 2, 3]
    assert [row.id for row in journal.games()] == [1, 2, 3]
    assert journal.current == 3


def test_a_game_is_read_as_it_was_begun(journal):
    headings = Headings(white="Änne", black="Bo", round="3")
    journal.begin("toy", {"short": True, "name": "ä", "most": 3}, START, headings)
    assert journal.game(1) == GameRow(
        id=1,
        game="toy",
        options={"short": True, "name": "ä", "most": 3},
        start=START,
        started=NOON,
        ended=None,
        result="*",
        reason=None,
        white="Änne",
        black="Bo",
        plies=0,
        round="3",
    )


def test_plies_are_read_as_they_were_recorded(journal):
    journal.begin("toy", {}, START)
    rows = (ply(1), ply(2, irregular="too few taken", article="FMJD 4.13"), ply(3, final=True))
    for row in rows:
        journal.record(row)
    assert journal.plies(1) == rows
    assert journal.show(1).plies == rows
    assert journal.game(1).plies == 3


def test_a_summary_has_the_fields_of_the_list(journal):
    journal.begin("toy", {}, START)
    journal.record(ply(1))
    assert json.dumps(journal.games()[0].summary()) == (
        f'{{"id": 1, "game": "toy", "started": "{NOON}", "plies": 1, "result": "*"}}'
    )


def test_an_amendment_replaces_the_last_ply(journal):
    journal.begin("toy", {}, START)
    journal.apply([Record(ply(1)), Record(ply(2)), Finalise(1), Amend(ply(2, "20-24"))])
    assert journal.plies(1) == (ply(1, final=True), ply(2, "20-24"))


def test_a_takeback_removes_the_last_ply(journal):
    journal.begin("toy", {}, START)
    journal.apply([Record(ply(1)), Record(ply(2)), TakeBack(2), TakeBack(1), Record(ply(1, "31-27"))])
    assert journal.plies(1) == (ply(1, "31-27"),)


@pytest.mark.parametrize(
    ("winner", "reason", "result"),
    [
        (Side.WHITE, "no-moves", "2-0"),
        (Side.BLACK, "resignation", "0-2"),
        (None, "agreement", "1-1"),
        (None, "aborted", "*"),
    ],
)
def test_an_end_is_written_as_the_game_writes_it(journal, winner, reason, result):
    journal.begin("toy", {}, START)
    journal.end(Outcome(winner, reason), RESULTS)
    row = journal.game(1)
    assert (row.result, row.reason, row.ended) == (result, reason, NOON)
    assert result_text(Outcome(winner, reason), RESULTS) == result
    assert journal.unfinished() is None


def test_an_end_that_is_taken_back_leaves_no_trace(journal):
    journal.begin("toy", {}, START)
    journal.record(ply(1))
    before = journal.show(1)
    journal.end(Outcome(Side.WHITE, "no-pieces"), RESULTS)
    journal.reopen()
    assert journal.show(1) == before
    assert journal.unfinished() == before.game


def test_a_new_game_ends_the_one_that_goes_on_without_a_result(journal):
    journal.begin("toy", {}, START)
    journal.begin("toy", {}, START)
    first = journal.game(1)
    assert (first.result, first.reason, first.ended) == ("*", "aborted", NOON)
    journal.end(Outcome(None, "agreement"), RESULTS)
    assert journal.unfinished() is None


def test_a_new_game_leaves_finished_ones_alone(journal):
    journal.begin("toy", {}, START)
    journal.end(Outcome(Side.BLACK, "time"), RESULTS)
    before = journal.game(1)
    journal.begin("toy", {}, START)
    assert journal.game(1) == before


def test_a_clock_that_is_not_set_is_told(tmp_path):
    with Journal(tmp_path, lambda: None) as journal:
        journal.begin("toy", {}, START)
        journal.end(Outcome(None, "agreement"), RESULTS)
        assert (journal.game(1).started, journal.game(1).ended) == (None, None)
        assert journal.unfinished() is None


def test_the_computers_clock_is_utc():
    text = utc_clock()
    assert text is None or abs(datetime.fromisoformat(text).timestamp() - datetime.now().timestamp()) < 5


def test_what_was_written_is_there_after_a_restart(tmp_path):
    with Journal(tmp_path, noon) as journal:
        journal.begin("toy", {}, START)
        journal.end(Outcome(None, "agreement"), RESULTS)
        journal.begin("toy", {}, START)
        journal.apply([Record(ply(1)), Finalise(1)])
        games, plies = journal.games(), journal.plies(2)
    with Journal(tmp_path, noon) as journal:
        assert journal.notice is None
        assert (journal.games(), journal.plies(2)) == (games, plies)
        assert journal.current == 2
        journal.record(ply(2))
        assert journal.game(2).plies == 2


def test_an_older_game_can_be_resumed(journal):
    journal.begin("toy", {}, START)
    journal.end(Outcome(None, "agreement"), RESULTS)
    journal.begin("toy", {}, START)
    assert journal.resume(1).id == 1
    journal.reopen()
    journal.record(ply(1))
    assert journal.game(1).plies == 1


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (Record(ply(2)), "ply 2"),
        (Record(ply(4)), "ply 4"),
        (Amend(ply(1)), "ply 1"),
        (Amend(ply(3)), "ply 3"),
        (TakeBack(1), "ply 1"),
        (TakeBack(3), "ply 3"),
        (Finalise(3), "ply 3"),
        (Finalise(0), "ply 0"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_and_nothing_of_its_decision_is_kept(journal, change, named):
    journal.begin("toy", {}, START)
    journal.apply([Record(ply(1)), Record(ply(2))])
    before = journal.show(1)
    with pytest.raises(JournalError) as error:
        journal.apply([Finalise(1), Reopen(), change])
    assert named in sentence(error)
    assert journal.show(1) == before
    journal.record(ply(3))


def test_a_final_ply_is_not_amended(journal):
    journal.begin("toy", {}, START)
    journal.apply([Record(ply(1)), Finalise(1)])
    with pytest.raises(JournalError) as error:
        journal.amend(ply(1, "31-26"))
    assert "final" in sentence(error)


@pytest.mark.parametrize("change", [Record(ply(1)), TakeBack(1), End(Outcome(None, "agreement"), RESULTS)])
def test_without_a_game_there_is_nothing_to_change(journal, change):
    with pytest.raises(JournalError) as error:
        journal.apply([change])
    assert "begin one" in sentence(error)


def test_a_game_begun_in_a_refused_decision_is_not_begun(journal):
    with pytest.raises(JournalError):
        journal.apply([Begin("toy", START), Record(ply(2))])
    assert journal.games() == ()
    assert journal.current is None


def test_no_changes_are_no_decision(journal):
    assert journal.apply([]) is None


def test_a_game_that_is_not_there_is_named(journal):
    with pytest.raises(JournalError) as error:
        journal.show(1)
    assert "no game 1" in sentence(error)
    assert "none yet" in str(error.value)
    journal.begin("toy", {}, START)
    for number in (0, 2, -1, 2**70):
        with pytest.raises(JournalError) as error:
            journal.show(number)
        assert f"no game {number}" in sentence(error)
        assert "1 to 1" in str(error.value)


def test_every_commit_waits_for_the_disk(journal):
    asked = journal._write.execute
    assert asked("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert asked("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert asked("PRAGMA foreign_keys").fetchone()[0] == 1
    assert asked("PRAGMA user_version").fetchone()[0] == VERSION


def test_a_full_disk_is_told_and_loses_nothing_that_was_written(journal):
    journal.begin("toy", {}, START)
    pages = journal._write.execute("PRAGMA page_count").fetchone()[0]
    journal._write.execute(f"PRAGMA max_page_count={pages}")
    rows = [Record(ply(number)) for number in range(1, 201)]
    with pytest.raises(JournalError) as error:
        journal.apply(rows)
    assert "disk is full" in sentence(error)
    assert journal.plies(1) == ()
    journal._write.execute(f"PRAGMA max_page_count={pages + 100}")
    journal.apply(rows)
    assert len(journal.plies(1)) == 200


def test_threads_may_share_it(journal):
    journal.begin("toy", {}, START)
    failures = []

    def look():
        for _ in range(50):
            rows = journal.plies(1)
            if len(rows) % 2:
                failures.append(len(rows))

    watcher = threading.Thread(target=look)
    watcher.start()
    for number in range(1, 41, 2):
        journal.apply([Record(ply(number)), Record(ply(number + 1))])
    watcher.join()
    assert not failures


def test_a_second_daemon_is_refused_and_told_the_first_ones_process(journal):
    with pytest.raises(JournalError) as error:
        Journal(journal.path.parent, noon)
    assert f"(process {os.getpid()})" in sentence(error)
    code = "import sys, pathlib, firmware_host.journal as j; j.Journal(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(journal.path.parent)]
    other = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"(process {os.getpid()})" in other.stderr
    journal.begin("toy", {}, START)


def test_a_lock_without_a_process_still_holds(journal):
    (journal.path.parent / LOCK_NAME).write_text("what?\n")
    with pytest.raises(JournalError) as error:
        Journal(journal.path.parent, noon)
    assert "in use by another zetlicht;" in sentence(error)


def test_after_closing_the_folder_is_free_and_closing_twice_is_no_harm(tmp_path):
    journal = Journal(tmp_path, noon)
    journal.close()
    journal.close()
    with pytest.raises(JournalError) as error:
        journal.begin("toy", {}, START)
    assert "closed" in sentence(error)
    Journal(tmp_path, noon).close()


def test_a_missing_folder_is_made_but_not_its_parents(tmp_path):
    Journal(tmp_path / "state", noon).close()
    assert (tmp_path / "state").is_dir()
    with pytest.raises(JournalError) as error:
        Journal(tmp_path / "no" / "state", noon)
    assert str(tmp_path / "no") in sentence(error)
    assert not (tmp_path / "no").exists()


def test_a_file_in_the_folders_place_is_refused(tmp_path):
    (tmp_path / "state").write_text("")
    with pytest.raises(JournalError) as error:
        Journal(tmp_path / "state", noon)
    assert "no folder" in sentence(error)
    with pytest.raises(JournalError) as error:
        Journal(tmp_path / "state" / "deeper", noon)
    assert "no folder" in sentence(error)


def test_a_folder_in_the_journals_place_is_refused_and_left(tmp_path):
    (tmp_path / JOURNAL_NAME).mkdir()
    with pytest.raises(JournalError) as error:
        Journal(tmp_path, noon)
    assert JOURNAL_NAME in sentence(error)
    assert (tmp_path / JOURNAL_NAME).is_dir()
    (tmp_path / JOURNAL_NAME).rmdir()
    Journal(tmp_path, noon).close()  # the refusal has not kept the lock


@pytest.fixture
def as_nobody():
    """Runs the test without the rights of root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def others_folder():
    """A folder that others may read but not write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Journal(folder, noon) as journal:
            journal.begin("toy", {}, START)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def test_a_folder_that_cannot_be_written_is_refused(others_folder, as_nobody):
    for folder in (others_folder, others_folder / "state"):
        with pytest.raises(JournalError) as error:
            Journal(folder, noon)
        assert "cannot be written" in sentence(error)
        assert str(folder) in str(error.value)


def test_a_journal_that_others_own_can_still_be_listed(others_folder, as_nobody):
    with read_journal(others_folder) as reader:
        assert [row.id for row in reader.games()] == [1]


def test_the_list_can_be_read_beside_the_daemon(journal):
    journal.begin("toy", {}, START)
    journal.record(ply(1))
    with read_journal(journal.path.parent) as reader:
        assert reader.games() == journal.games()
        journal.record(ply(2))
        assert reader.show(1) == journal.show(1)
        assert reader.unfinished() == journal.game(1)


def test_a_folder_without_a_journal_reads_as_one_without_games(tmp_path):
    with read_journal(tmp_path) as reader:
        assert reader.games() == ()
        assert reader.unfinished() is None
        with pytest.raises(JournalError, match="no game 1"):
            reader.show(1)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / JOURNAL_NAME).touch()
    with read_journal(tmp_path) as reader:
        assert reader.games() == ()


def test_a_folder_that_is_not_there_cannot_be_listed(tmp_path):
    with pytest.raises(JournalError) as error:
        read_journal(tmp_path / "none")
    assert "no state folder" in sentence(error)


def test_what_is_no_journal_cannot_be_listed(tmp_path):
    (tmp_path / JOURNAL_NAME).write_text("this is no database, " * 500)
    with pytest.raises(JournalError) as error:
        read_journal(tmp_path)
    assert "rebuilds" in sentence(error)


def test_a_journal_of_a_later_version_is_refused_and_not_touched(tmp_path):
    path = tmp_path / JOURNAL_NAME
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games(id)")
    connection.execute(f"PRAGMA user_version={VERSION + 1}")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    for opening in (Journal, read_journal):
        with pytest.raises(JournalError) as error:
            opening(tmp_path)
        assert "later version" in sentence(error)
    assert path.read_bytes() == before


def test_the_error_is_also_a_builtin_one():
    assert issubclass(JournalError, HostError)
    assert issubclass(JournalError, RuntimeError)


STEPS = st.lists(
    st.sampled_from(["begin", "record", "amend", "takeback", "final", "end", "reopen"]), max_size=40
)


@given(STEPS)
@settings(max_examples=15, deadline=None)
def test_the_journal_is_the_list_of_games_that_its_changes_describe(steps):
    model: list[list] = []  # one [plies, result] a game
    with tempfile.TemporaryDirectory() as name, Journal(Path(name), noon) as journal:
        for index, step in enumerate(steps):
            plies = model[-1][0] if model else []
            last = len(plies)
            open_last = last > 0 and not plies[-1].final
            if step == "begin":
                model.append([[], "*"])
                journal.begin("toy", {}, START)
            elif step == "record" and model:
                plies.append(ply(last + 1, f"move {index}"))
                journal.record(plies[-1])
            elif step == "amend" and open_last:
                plies[-1] = ply(last, f"move {index}")
                journal.amend(plies[-1])
            elif step == "takeback" and last:
                plies.pop()
                journal.take_back(last)
            elif step == "final" and last:
                plies[-1] = PlyRow(**{**{f: getattr(plies[-1], f) for f in PlyRow.__slots__}, "final": True})
                journal.finalise(last)
            elif step == "end" and model:
                model[-1][1] = "2-0"
                journal.end(Outcome(Side.WHITE, "time"), RESULTS)
            elif step == "reopen" and model:
                model[-1][1] = "*"
                journal.reopen()
        assert [[[*journal.plies(row.id)], row.result] for row in journal.games()] == model


@pytest.mark.parametrize("name", registry.names())
def test_a_real_game_is_found_again_position_by_position(tmp_path, name):
    game = registry.game(name)
    position = game.start()
    played = [position]
    with Journal(tmp_path, noon) as journal:
        journal.begin(name, game.chosen, position.text(full=True))
        for number in range(1, 21):
            moves = sorted(position.legal_moves(), key=lambda move: move.text)
            if not moves or position.outcome():
                break
            move, side = moves[number * 7 % len(moves)], position.turn
            position = position.play(move)
            played.append(position)
            journal.record(PlyRow(number, move.text, position.text(full=True), side, float(number)))
    with Journal(tmp_path, noon) as journal:
        record = journal.show(1)
    assert len(record.plies) >= 2
    again = registry.game(record.game.game, record.game.options)
    position = again.parse(record.game.start)
    for row, expected in zip(record.plies, played[1:], strict=True):
        assert row.by is position.turn
        position = position.play(position.parse_move(row.move))
        assert position.text() == expected.text()
        assert again.parse(row.position).text(full=True) == row.position
