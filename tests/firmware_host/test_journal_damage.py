"""A damaged journal is put aside and rebuilt; nothing that could be read is lost, and the daemon starts."""

import os
import random
import shutil
import sqlite3

import pytest

from firmware_host.errors import JournalError
from firmware_host.journal import Journal
from firmware_host.journal_reader import GameRecord, read_journal
from firmware_host.journal_rows import End, Finalise, Headings, PlyRow, Record
from firmware_host.journal_schema import JOURNAL_NAME
from rules.game import Outcome, Side

FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
RESULTS = ("2-0", "1-1", "0-2")
PAGE = 4096


def fill(journal: Journal, games: int, plies: int) -> None:
    """So many games, all finished but the last, each with so many plies."""
    for game in range(games):
        journal.begin("toy", {"short": bool(game % 2)}, f"start of game {game}", Headings(white="W" * 200))
        rows = [
            PlyRow(
                n,
                f"{n}-{game}",
                f"position {game} {n} " + "x" * 80,
                Side.WHITE if n % 2 else Side.BLACK,
                n / 8,
            )
            for n in range(1, plies + 1)
        ]
        journal.apply([Record(row) for row in rows] + [Finalise(row.ply) for row in rows[:-1]])
        if game < games - 1:
            journal.apply([End(Outcome(Side.WHITE, "no-moves"), RESULTS)])


def records(journal) -> dict[int, GameRecord]:
    return {row.id: journal.show(row.id) for row in journal.games()}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A journal of some forty pages, closed, and what it holds."""
    folder = tmp_path_factory.mktemp("original")
    with Journal(folder) as journal:
        fill(journal, games=60, plies=12)
        content = records(journal)
    assert (folder / JOURNAL_NAME).stat().st_size >= 30 * PAGE
    return folder / JOURNAL_NAME, content


@pytest.fixture
def damaged(original, tmp_path):
    """A copy to be damaged."""
    return shutil.copy(original[0], tmp_path / JOURNAL_NAME)


def overwrite(path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def assert_rescued(path, content, least: float, *, untouched: bool = True) -> Journal:
    """Open it: the sentence is there, the damaged file is kept (byte for byte, unless it was sound enough to
    be opened first), and what could be read is true."""
    before = path.read_bytes()
    journal = Journal(path.parent)
    assert journal.notice is not None
    assert journal.notice.endswith(".")
    assert "damaged-1 beside it" in journal.notice
    after = path.with_name(f"{JOURNAL_NAME}.damaged-1").read_bytes()
    assert after == before if untouched else len(after) == len(before)
    kept = records(journal)
    for number, record in kept.items():
        assert record.plies == content[number].plies[: len(record.plies)]
        expected = content[number].game
        assert (record.game.start, record.game.result, record.game.options) == (
            expected.start,
            expected.result,
            expected.options,
        )
    total = sum(len(record.plies) for record in content.values())
    assert sum(len(record.plies) for record in kept.values()) >= least * total
    return journal


def assert_usable(journal: Journal) -> None:
    number = journal.begin("toy", {}, "start")
    journal.record(PlyRow(1, "a", "b", Side.WHITE, 0.5))
    assert journal.game(number).plies == 1


def test_a_sound_journal_is_left_alone(original, tmp_path):
    path = shutil.copy(original[0], tmp_path / JOURNAL_NAME)
    with Journal(tmp_path) as journal:
        assert journal.notice is None
        assert records(journal) == original[1]
    assert [entry.name for entry in tmp_path.iterdir() if "damaged" in entry.name] == []
    assert path.exists()


def test_a_lost_first_page_costs_nothing(original, damaged):
    overwrite(damaged, 0, bytes(PAGE))
    with assert_rescued(damaged, original[1], least=1.0) as journal:
        assert records(journal) == original[1]
        assert_usable(journal)
    assert sorted(entry.name for entry in damaged.parent.iterdir()) == sorted(
        [JOURNAL_NAME, "journal.lock", f"{JOURNAL_NAME}.damaged-1"]
    )
    with Journal(damaged.parent) as journal:
        assert journal.notice is None


@pytest.mark.parametrize("filler", [0, 255, None], ids=["zeros", "ones", "noise"])
def test_a_lost_page_costs_only_what_was_on_it(original, damaged, filler):
    """Any page but the roots of the tables. The dearest holds 13 of the 60 games, whose moves then go too."""
    pages = damaged.stat().st_size // PAGE
    sound = damaged.read_bytes()
    chance = random.Random(7)
    for page in range(3, pages) if FULL else chance.sample(range(3, pages), 4):
        for leftover in damaged.parent.glob("*damaged*"):
            leftover.unlink()
        damaged.write_bytes(sound)
        noise = chance.randbytes(PAGE) if filler is None else bytes([filler]) * PAGE
        overwrite(damaged, page * PAGE, noise)
        with assert_rescued(damaged, original[1], least=0.0) as journal:
            kept = sum(len(record.plies) for record in records(journal).values())
            assert kept >= (60 - 13) * 12, page
            assert_usable(journal)


@pytest.mark.parametrize("page", [1, 2])
def test_a_lost_root_leaves_a_journal_that_works(original, damaged, page):
    overwrite(damaged, page * PAGE, bytes(PAGE))
    with assert_rescued(damaged, original[1], least=0.0) as journal:
        # The games do not need the moves' table, but no move belongs to a game that is gone.
        assert len(journal.games()) == (0 if page == 1 else 60)
        assert_usable(journal)


@pytest.mark.heavy
def test_a_journal_cut_off_anywhere_is_opened(original, damaged):
    sound = damaged.read_bytes()
    chance = random.Random(8)
    cuts = [1, 15, 100, PAGE - 1, PAGE, 3 * PAGE, 10 * PAGE + 7]
    cuts += [chance.randrange(len(sound)) for _ in range(100 if FULL else 2)]
    for cut in cuts:
        for leftover in damaged.parent.glob("*damaged*"):
            leftover.unlink()
        damaged.write_bytes(sound[:cut])
        with assert_rescued(damaged, original[1], least=0.0) as journal:
            assert_usable(journal)


@pytest.mark.heavy
def test_flipped_bytes_never_keep_the_daemon_from_starting(original, damaged):
    sound = damaged.read_bytes()
    chance = random.Random(9)
    for _ in range(200 if FULL else 10):
        flipped = bytearray(sound)
        for _ in range(chance.choice([1, 1, 5, 50])):
            flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        damaged.write_bytes(flipped)
        with Journal(damaged.parent) as journal:
            journal.games()
            assert_usable(journal)


def test_what_was_only_in_the_log_is_kept_when_the_file_is_lost(tmp_path):
    """Moves since the last checkpoint lie in the write-ahead log alone."""
    living = tmp_path / "living"
    with Journal(living) as journal:
        fill(journal, games=3, plies=5)
        content = records(journal)
        for name, size in (("empty", 0), ("gone", None), ("noise", PAGE)):
            lost = tmp_path / name
            lost.mkdir()
            shutil.copy(living / f"{JOURNAL_NAME}-wal", lost)
            if size is not None:
                (lost / JOURNAL_NAME).write_bytes(random.Random(1).randbytes(size))
    for name in ("empty", "gone", "noise"):
        with Journal(tmp_path / name) as journal:
            assert records(journal) == content, name
            assert_usable(journal)


def test_a_file_that_is_no_database_is_put_aside(tmp_path):
    path = tmp_path / JOURNAL_NAME
    path.write_text("Dear diary, " * 1000)
    with assert_rescued(path, {}, least=0.0) as journal:
        assert "0 games with 0 moves" in journal.notice
        assert journal.games() == ()
        assert_usable(journal)


def test_another_programs_database_is_put_aside_whole(tmp_path):
    path = tmp_path / JOURNAL_NAME
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes(name TEXT)")
    connection.execute("INSERT INTO recipes VALUES('soup')")
    connection.commit()
    connection.close()
    with assert_rescued(path, {}, least=0.0) as journal:
        assert_usable(journal)
    connection = sqlite3.connect(tmp_path / f"{JOURNAL_NAME}.damaged-1")
    assert connection.execute("SELECT name FROM recipes").fetchall() == [("soup",)]
    connection.close()


def test_every_damaged_file_is_kept_under_a_number_of_its_own(tmp_path):
    path = tmp_path / JOURNAL_NAME
    for number in (1, 2, 3):
        path.write_text(f"no database {number}, " * 500)
        with Journal(tmp_path) as journal:
            assert f"damaged-{number} beside it" in journal.notice
    for number in (1, 2, 3):
        assert f"no database {number}," in path.with_name(f"{JOURNAL_NAME}.damaged-{number}").read_text()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET options = 'rubbish' WHERE id = 2",
        "UPDATE games SET options = '[]' WHERE id = 2",
        "UPDATE games SET game = CAST(x'ff' AS TEXT) WHERE id = 2",
        "UPDATE games SET result = x'00' WHERE id = 2",
    ],
)
def test_a_row_that_nobody_wrote_costs_that_game_alone(original, damaged, statement):
    connection = sqlite3.connect(damaged)
    connection.execute(statement)
    connection.commit()
    connection.close()
    with pytest.raises(JournalError, match="rebuilds it"), read_journal(damaged.parent) as reader:
        reader.games()
    with assert_rescued(damaged, original[1], least=0.98, untouched=False) as journal:
        assert set(records(journal)) == set(original[1]) - {2}


def test_a_ply_that_nobody_wrote_ends_what_is_kept_of_its_game(original, damaged):
    connection = sqlite3.connect(damaged)
    connection.execute("UPDATE plies SET by = 'green' WHERE game_id = 60 AND ply = 8")
    connection.commit()
    connection.close()
    with assert_rescued(damaged, original[1], least=0.98, untouched=False) as journal:
        assert journal.game(60).plies == 7
        assert journal.current == 60
        journal.record(PlyRow(8, "a", "b", Side.BLACK, 1.0))


def test_plies_without_their_game_are_noticed(damaged, original):
    connection = sqlite3.connect(damaged)
    connection.execute("DELETE FROM games WHERE id = 5")
    connection.commit()
    connection.close()
    with assert_rescued(damaged, original[1], least=0.98, untouched=False) as journal:
        assert set(records(journal)) == set(original[1]) - {5}


@pytest.mark.parametrize("done", ["nothing", "log", "file"])
def test_a_rescue_cut_short_by_a_power_cut_is_finished(original, damaged, done):
    """At each moment of the swap: the rebuilt file waits, the damaged one and its log go aside."""
    sound = damaged.read_bytes()
    overwrite(damaged, 0, bytes(PAGE))
    broken = damaged.read_bytes()
    damaged.with_name(f"{JOURNAL_NAME}.rebuilt").write_bytes(sound)
    log = f"{JOURNAL_NAME}-wal"
    aside = f"{JOURNAL_NAME}.damaged-1"
    damaged.with_name(f"{aside}-wal" if done != "nothing" else log).write_bytes(b"old log")
    if done == "file":
        damaged.rename(damaged.with_name(aside))
    with Journal(damaged.parent) as journal:
        assert records(journal) == original[1]
        assert_usable(journal)
    assert damaged.with_name(aside).read_bytes() == broken
    assert damaged.with_name(f"{aside}-wal").read_bytes() == b"old log"
    assert not damaged.with_name(f"{JOURNAL_NAME}.rebuilt").exists()
