"""A journal that an earlier version wrote is read as it stands, and written on as one of this version."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from old_journals import write_old_journal

from firmware_host.journal import Journal
from firmware_host.journal_reader import read_journal
from firmware_host.journal_rows import Begin, Head, Headings, KeepClock, PlyRow, Record
from firmware_host.journal_schema import JOURNAL_NAME, VERSION
from rules.game import Side


@pytest.fixture(params=[1, 2])
def old(request, tmp_path):
    """The folder of an older journal."""
    write_old_journal(tmp_path, request.param)
    return tmp_path


def version_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / JOURNAL_NAME)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_content(journal) -> None:
    over, going_on = journal.games()
    assert (over.game, over.white, over.black, over.result, over.plies) == (
        *("international", "Änne", "Bo", "2-0", 2),
    )
    assert (over.event, over.site, over.round, over.board, over.clock) == (None,) * 5
    assert (going_on.game, going_on.reason, going_on.plies) == ("smokkelen", None, 1)
    first, second = journal.plies(1)
    assert first == PlyRow(1, "32-28", "B:W28,31:B1,2:Cquiet=0", Side.WHITE, 1.25, final=True)
    assert (second.irregular, second.article) == ("a man moved backwards", "FMJD Annex 1, 3.4")


def test_it_is_read_without_being_changed(old):
    before, bytes_before = version_of(old), (old / JOURNAL_NAME).read_bytes()
    with read_journal(old) as journal:
        check_content(journal)
        assert journal.game(2).plies == 1
    assert version_of(old) == before < VERSION
    assert (old / JOURNAL_NAME).read_bytes() == bytes_before


def test_it_is_written_on(old):
    with Journal(old) as journal:
        assert journal.current == 2
        check_content(journal)
        journal.apply(
            [
                Record(PlyRow(2, "b5-b4", "elsewhere", Side.BLACK, 4.0)),
                Head(Headings(white="Cor", round="1")),
                KeepClock("the clock", 2, (12.5, 60.0)),
            ]
        )
    assert version_of(old) == VERSION
    with read_journal(old) as journal:
        row = journal.game(2)
        assert (row.white, row.round, row.clock) == ("Cor", "1", "the clock")
        assert [ply.clock for ply in journal.plies(2)] == [None, (12.5, 60.0)]
    with Journal(old) as journal:
        assert journal.notice is None or "secrets" in journal.notice
        journal.apply([Begin("toy", "start", {}, Headings(event="Club"))])
        assert journal.game(3).event == "Club"


def test_one_that_is_damaged_is_rescued(old):
    """Its last page is that of the table made last."""
    path, last = old / JOURNAL_NAME, "secrets" if version_of(old) == 2 else "plies"
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\xff" * 4096
    path.write_bytes(content)
    with Journal(old) as journal:
        assert "rebuilt" in (journal.notice or "")
        assert [row.game for row in journal.games()] == ["international", "smokkelen"]
        assert len(journal.plies(1)) == (2 if last == "secrets" else 0)
    assert version_of(old) == VERSION


def test_headings_that_nobody_gives_stay(tmp_path):
    with Journal(tmp_path) as journal:
        journal.begin("toy", {}, "start", Headings(white="Änne", event="Club"))
        journal.apply([Head(Headings(white="Bea"))])
        row = journal.game(1)
        assert (row.white, row.black, row.event) == ("Bea", None, "Club")
