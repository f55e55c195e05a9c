"""Recordings: when the black box is written, whole or not at all, and how many files stay."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.events import Fault, GameOver, Restored
from firmware_host.line import Line
from firmware_host.recordings import FAULTS_EVERY_S, FOLDER, Recordings, numbered, store
from firmware_host.replay import replay
from firmware_host.seen import Seen

NOON = datetime(2026, 3, 1, 12, 5)
CONFIG = """\
game = "international"
state_dir = "."
[sensors]
driver = "serial"
port = "/dev/null"
kind = "reed"
[wiring]
order = "rows"
[buttons]
0 = "undo"
"""


class Desk:
    """The recordings of one board that has seen its start position."""

    def __init__(self, folder, more="", see=True):
        self.config = parse(CONFIG + more, folder / "board.toml")
        self.line = Line(self.config.game, self.config.game.start())
        self.recordings = Recordings(self.config, lambda: self.line, lambda: NOON)
        self.folder = folder / FOLDER
        if see:
            self.recordings.see(1.0, Seen(self.line.position.occupied, 0, 0, 0))

    def names(self):
        """The files, once everything is written."""
        self.recordings.close()
        return [path.name for _, path in numbered(self.folder)]


def fault(t):
    return Fault(t, "32", None, "does not open", t)


def test_holding_undo_writes_what_was_seen(tmp_path):
    desk = Desk(tmp_path)
    desk.recordings.press(4.0, "undo")
    desk.recordings.press(6.0, "undo", 2.0)
    assert desk.names() == ["0001-2026-03-01-1205-undo.trace"]
    path = desk.folder / "0001-2026-03-01-1205-undo.trace"
    text = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(text[0])
    assert (header["game"], header["sensors"], header["trace"]) == ("international", "reed", 1)
    assert [json.loads(line).get("button") for line in text[2:]] == ["undo", "undo", None]
    assert isinstance(list(replay(text))[-1], GameOver)
    assert [path.name for path in desk.folder.iterdir()] == [path.name], "nothing half written is left"


@pytest.mark.parametrize(("button", "held_s"), [("undo", 1.9), ("confirm", 3.0), ("undo", None)])
def test_nothing_else_on_the_buttons_writes(tmp_path, button, held_s):
    desk = Desk(tmp_path)
    desk.recordings.press(6.0, button, held_s)
    assert desk.names() == []


def test_a_fault_writes_and_one_that_comes_and_goes_does_so_once_in_a_while(tmp_path):
    desk = Desk(tmp_path)
    desk.recordings.heard([Restored(2.0)])
    desk.recordings.heard([Restored(3.0), fault(3.0), fault(3.0)])
    desk.recordings.heard([fault(4.0)])
    desk.recordings.heard([fault(3.0 + FAULTS_EVERY_S)])
    assert [name[-11:] for name in desk.names()] == ["fault.trace"] * 2


def test_a_fault_before_the_board_was_seen_writes_nothing(tmp_path):
    desk = Desk(tmp_path, see=False)
    desk.recordings.heard([fault(0.1)])
    desk.recordings.see(1.0, Seen(desk.line.position.occupied, 0, 0, 0))
    desk.recordings.heard([fault(2.0)])
    assert desk.names() == ["0001-2026-03-01-1205-fault.trace"]


@pytest.mark.parametrize("more", ["", "[recordings]\nminutes = 0\n"])
def test_who_asks_always_gets_a_trace(tmp_path, more):
    desk = Desk(tmp_path, more, see=bool(more))
    desk.recordings.asked()
    (name,) = desk.names()
    assert name == "0001-2026-03-01-1205-asked.trace"
    text = (desk.folder / name).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in text[1:]] == [{"t": 0.0}]
    assert isinstance(list(replay(text))[-1], GameOver)


def test_the_oldest_go_and_numbers_grow(tmp_path):
    desk = Desk(tmp_path, "[recordings]\nkeep = 3\n")
    desk.folder.mkdir()
    (desk.folder / "notes.txt").write_text("mine", encoding="utf-8")
    for _ in range(5):
        desk.recordings.asked()
    assert [name[:4] for name in desk.names()] == ["0003", "0004", "0005"]
    assert (desk.folder / "notes.txt").exists()


def test_a_recording_is_there_whole_or_not_at_all(tmp_path):
    def broken():
        yield '{"trace": 1}'
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        store(tmp_path / FOLDER, broken(), "fault", NOON, 20)
    assert numbered(tmp_path / FOLDER) == []
    path = store(tmp_path / FOLDER, ['{"trace": 1}'], "fault", NOON, 20)
    assert path.read_text(encoding="utf-8") == '{"trace": 1}\n'
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_takes_nothing_is_told_and_stops_nothing(tmp_path, capsys):
    (tmp_path / FOLDER).write_text("a file where the folder should be", encoding="utf-8")
    desk = Desk(tmp_path)
    desk.recordings.asked()
    desk.recordings.close()
    said = capsys.readouterr().err
    assert said.startswith(f"No recording could be written in {desk.folder} (")
    assert said.count("\n") == 1


def test_nothing_is_written_once_it_is_closed(tmp_path):
    desk = Desk(tmp_path)
    desk.recordings.close()
    desk.recordings.asked()
    assert desk.names() == []


def test_numbered_knows_only_recordings(tmp_path: Path):
    for name in ("0002-x.trace", "0010-2026-01-01-0000-undo.trace", "game.trace", "0003-x.new"):
        (tmp_path / name).touch()
    assert [number for number, _ in numbered(tmp_path)] == [2, 10]
    assert numbered(tmp_path / "none") == []
