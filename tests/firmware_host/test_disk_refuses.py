"""A disk that takes nothing: nothing is acknowledged, the board says so, and goes on when there is room."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess

import pytest

from firmware_host import daemon as daemon_module
from firmware_host.backlog import MOST, Backlog
from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.disk import why_not
from firmware_host.errors import DiskRefuses, JournalError
from firmware_host.events import Fault, Final, Lit, Moved
from firmware_host.journal import Journal
from firmware_host.journal_rows import Begin, Finalise, PlyRow, Record
from firmware_host.line import Line
from hardware.device import LedFrame, SensorFrame
from rules.game import Side

CONFIG = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[wiring]
order = "rows"
"""
FULL = "The disk is full."


class Disk:
    """A journal that may refuse."""

    def __init__(self) -> None:
        self.full = False
        self.kept: list[object] = []

    def apply(self, changes) -> None:
        if self.full:
            raise DiskRefuses(FULL)
        self.kept += changes


def move(ply: int) -> Moved:
    return Moved(float(ply), ply, "32-28", "", Side.WHITE)


def test_events_wait_in_order_until_the_disk_takes_what_they_change():
    disk = Disk()
    backlog = Backlog(disk)
    row, lights = Record(PlyRow(1, "32-28", "", Side.WHITE, 1.0)), Lit(1.0, {"1": "origin"})
    assert list(backlog.take([row], [move(1)])) == [move(1)]
    disk.full = True
    assert list(backlog.take([], [lights])) == [lights], "what changes nothing waits for nothing"
    assert not backlog.take([row], [move(2), lights])
    assert backlog.trouble == FULL
    assert not backlog.take([], [Lit(2.0, {})])
    assert not backlog.take([Finalise(2)], [Final(3.0, 2)])
    assert not backlog.retry()
    disk.full = False
    assert not backlog.take([], [Lit(4.0, {"2": "origin"})]), "nothing overtakes what waits"
    assert list(backlog.retry()) == [move(2), Final(3.0, 2), Lit(4.0, {"2": "origin"})]
    assert backlog.trouble is None
    assert disk.kept == [row, row, Finalise(2)]
    assert list(backlog.take([row], [move(3)])) == [move(3)]


def test_what_waits_is_bounded():
    disk = Disk()
    disk.full = True
    backlog = Backlog(disk)
    for ply in range(MOST):
        assert not backlog.take([Finalise(ply)], [Final(0.0, ply)])
    with pytest.raises(DiskRefuses):
        backlog.take([Finalise(MOST)], [Final(0.0, MOST)])


class Desk:
    """A board whose signals the test gives and whose pictures it keeps."""

    channels = pixels = 50

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def start(self, listener) -> None:
        self.say = listener

    def show(self, frame: LedFrame) -> None:
        self.shown.append(bytes(frame.colours) if hasattr(frame, "colours") else repr(frame).encode())

    def stop(self) -> None:
        """Nothing to free."""


def test_the_board_goes_dark_says_why_and_goes_on_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(daemon_module, "RETRY_S", 0.02)
    config = parse(CONFIG, tmp_path / "board.toml")
    start = config.game.start()
    disk, desk, events = Disk(), Desk(), []
    daemon = Daemon(config, Line(config.game, start), desk, desk, disk, [events.extend])

    def show(at: float, position) -> None:
        taken = config.game.board.bit
        occupied = position.occupied
        desk.say(SensorFrame(at, bytes(int(bool(taken[n] & occupied)) for n in config.wiring.channels)))

    def names() -> list[str]:
        return [event.name for event in events if event.name != "lights"]

    async def evening() -> None:
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        show(0.0, start)
        show(1.0, start)
        one = start.play(start.parse_move("32-28"))
        two = one.play(one.parse_move("19-23"))
        disk.full = True
        show(2.0, one)
        show(3.0, one)
        show(4.0, two)
        show(5.0, two)
        await asyncio.sleep(0.1)
        assert names() == ["fault"]
        assert isinstance(events[-1], Fault)
        assert (events[-1].device, events[-1].what) == ("journal", FULL)
        assert daemon.troubles == {"journal": FULL}
        assert daemon.moves == 0
        dark = desk.shown[-1]
        disk.full = False
        await asyncio.sleep(0.1)
        assert names() == ["fault", "move", "move", "final", "fault"]
        assert daemon.troubles == {}
        assert desk.shown[-1] != dark
        assert len(disk.kept) == 3
        daemon.stop()
        await running

    asyncio.run(evening())


def test_a_journal_without_room_changes_nothing_and_takes_the_move_later(tmp_path):
    with Journal(tmp_path) as journal:
        journal.begin("international", {}, "start")
        pages = journal._write.execute("PRAGMA page_count").fetchone()[0]
        journal._write.execute(f"PRAGMA max_page_count = {pages}")
        row = PlyRow(1, "x" * 20_000, "", Side.WHITE, 0.0)
        with pytest.raises(DiskRefuses, match=r"is full; make room for"):
            journal.apply([Record(row)])
        assert journal.plies(1) == ()
        journal._write.execute("PRAGMA max_page_count = 1000000")
        journal.apply([Record(row)])
        assert journal.plies(1) == (row,)


@pytest.mark.parametrize("deed", ["removed", "replaced"])
def test_a_folder_that_goes_away_acknowledges_nothing(tmp_path, deed):
    folder = tmp_path / "games"
    with Journal(folder) as journal:
        journal.begin("international", {}, "start")
        folder.rename(tmp_path / "away")
        if deed == "replaced":
            Journal(folder).close()
        row = PlyRow(1, "32-28", "", Side.WHITE, 0.0)
        with pytest.raises(DiskRefuses, match=r"removed or replaced"):
            journal.apply([Record(row)])
        shutil.rmtree(folder, ignore_errors=True)
        (tmp_path / "away").rename(folder)
        journal.apply([Record(row)])
    with Journal(folder) as journal:
        assert journal.plies(1) == (row,)


def test_a_change_that_does_not_fit_is_no_matter_of_the_disk(tmp_path):
    with Journal(tmp_path) as journal:
        journal.apply([Begin("international", "start")])
        with pytest.raises(JournalError) as refused:
            journal.apply([Finalise(7)])
        assert not isinstance(refused.value, DiskRefuses)


@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.ENOSPC, "make room"), (errno.EROFS, "mount it for writing"), (errno.EACCES, "make it the owner")],
)
def test_each_hindrance_has_its_remedy(tmp_path, number, remedy):
    assert remedy in why_not(tmp_path, OSError(number, os.strerror(number)))
    assert "check the rights and the disk" in why_not(tmp_path, sqlite3.OperationalError("disk I/O error"))


@pytest.mark.parametrize("hindrance", ["full", "read-only"])
def test_a_start_on_a_real_disk_that_takes_nothing_says_what_helps(tmp_path, hindrance):
    disk = tmp_path / "disk"
    disk.mkdir()
    small = ["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(disk)]
    if os.geteuid() != 0 or subprocess.run(small, check=False, capture_output=True).returncode != 0:
        pytest.skip("only root, outside a container, can mount a small disk")
    try:
        if hindrance == "full":
            (disk / "filler").write_bytes(bytes(100_000))
        else:
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        wanted = "is full; make room" if hindrance == "full" else "can only be read; mount it for writing"
        with pytest.raises(JournalError, match=wanted):
            Journal(disk / "games")
        if hindrance == "full":
            (disk / "filler").unlink()
            with Journal(disk) as journal:
                journal.begin("international", {}, "start")
                with pytest.raises(DiskRefuses, match="is full"):
                    _fill(journal)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def _fill(journal: Journal) -> None:
    for ply in range(1, 10_000):
        journal.record(PlyRow(ply, "32-28", "x" * 100, Side.WHITE, 0.0))
