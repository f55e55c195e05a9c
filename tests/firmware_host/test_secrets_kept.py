"""What the daemon keeps of a secret: sealed while the game goes on, known after a crash, told at the end."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from old_journals import write_old_journal

from firmware_host import config as configuration
from firmware_host.cli import main
from firmware_host.daemon import Daemon
from firmware_host.errors import JournalError
from firmware_host.events import as_json
from firmware_host.journal import Journal
from firmware_host.journal_reader import read_journal
from firmware_host.journal_rows import Begin, End, PlyRow, Record, Reopen, Seal
from firmware_host.journal_schema import JOURNAL_NAME
from firmware_host.keeping import opened
from firmware_host.recording import Recording
from firmware_host.replay import replay
from firmware_host.sealing import KEY_NAME
from firmware_host.status import StatusFile
from firmware_host.told import told
from firmware_host.trace import Header
from hardware.device import ButtonEdge, LedFrame, SensorFrame
from rules.game import Outcome, Side
from rules.registry import game as game_called

SMOKKELEN = game_called("smokkelen")
NOON = "2026-11-30T12:00:00Z"
SETTINGS = """game = "smokkelen"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/null"
kind = "reed"
[wiring]
order = "rows"
[buttons]
0 = "white"
1 = "black"
"""


class Hands:
    """A board's signals, given one after another as fast as the daemon takes them; then the end."""

    channels = 30

    def __init__(self, steps: str) -> None:
        """`steps`: `-a1` lifts, `+a1` puts, `white` and `black` press, `.` waits; each a while after
        the last."""
        self.board = SMOKKELEN.board
        self.on = set(SMOKKELEN.start().fields)
        self.steps = steps.split()
        self.shown: list[bytes] = []
        self.loop = asyncio.get_running_loop()
        self.ended = asyncio.Event()

    def start(self, listener) -> None:
        at = 0.0
        listener(self.frame(at))
        for step in self.steps:
            at += 0.5
            if step == ".":
                at += 4
            elif step[0] in "-+":
                (self.on.discard if step[0] == "-" else self.on.add)(step[1:])
                listener(self.frame(at))
            else:
                number = ("white", "black").index(step)
                listener(ButtonEdge(at, number, True))
                listener(ButtonEdge(at + 0.1, number, False))
            at += 0.2
            listener(self.frame(at))
        self.loop.call_soon_threadsafe(self.ended.set)

    def frame(self, at: float) -> SensorFrame:
        return SensorFrame(at, bytes(int(name in self.on) for name in self.board.fields))

    def stop(self) -> None:
        pass

    pixels = 30

    def show(self, frame: LedFrame) -> None:
        self.shown.append(frame.pixels)


class Run:
    """One run of the whole daemon in a folder, and everything that came out of it."""

    def __init__(self, folder: Path, steps: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.file = folder / "board.toml"
        self.file.write_text(SETTINGS)
        self.config = configuration.load(self.file)
        self.said: list[str] = []
        asyncio.run(self._run(steps))

    async def _run(self, steps: str) -> None:
        hands = Hands(steps)
        header = Header("smokkelen", start=None)
        self.trace = self.folder / "trace.jsonl"
        recording = Recording(self.trace, header, SMOKKELEN.board, 0)
        with Journal(self.config.state_dir, lambda: NOON) as journal:
            line = opened(journal, SMOKKELEN)
            daemon = Daemon(
                self.config, line, hands, hands, journal, [self._hear], [recording], clock=lambda: 0.0
            )
            running = asyncio.create_task(daemon.run())
            await hands.ended.wait()
            status = StatusFile(self.config)._content(daemon, hands)
            daemon.stop()
            await running
        status.update(pid=0, written=0, journal="")
        self.hidden = {side for side in Side if daemon.line.position.hidden(side)}
        self.status = json.dumps(status)
        self.lights = hands.shown

    def _hear(self, events) -> None:
        self.said += [json.dumps(as_json(event)) + told(event) + repr(event) for event in events]

    def games(self, *what: str, capsys) -> str:
        assert main(["games", *what, "--config", str(self.file)]) == 0
        return capsys.readouterr().out

    def rows(self) -> str:
        with sqlite3.connect(self.config.state_dir / JOURNAL_NAME) as connection:
            dump = [
                row for table in ("games", "plies") for row in connection.execute(f"SELECT * FROM {table}")
            ]
            seals = connection.execute("SELECT game_id, side, length(sealed), field FROM secrets").fetchall()
        return repr((dump, seals))


def choosing(white: str, black: str) -> str:
    return f"-{white} +{white} white -{black} +{black} black"


PLAY = " -a2 +a3 . -e5 +e4 . -a3 +a4 ."
WIN = " -c2 +c4 . -c5 +c3 . -c6 +c5 . -c4 +c6 ."
"""White's stone from c2 arrives with the fourth ply, which is Black's."""


def test_all_that_comes_out_is_the_same_whatever_was_chosen(tmp_path, capsys):
    """Every event, light, line, pixel, status, recording, list and row of the journal but the seals."""
    outs = []
    for number, (white, black) in enumerate([("b1", "b6"), ("e2", "c5"), ("d1", "e6")]):
        run = Run(tmp_path / str(number), choosing(white, black) + PLAY)
        assert run.hidden == {Side.WHITE, Side.BLACK}
        show = run.games("show", "1", capsys=capsys) + run.games("--json", capsys=capsys)
        outs.append((run.said, run.lights, run.status, run.trace.read_text(), show, run.rows()))
        assert "Secret" not in show
    assert len(outs[0][0]) > 6
    assert outs[1] == outs[0]
    assert outs[2] == outs[0]


def test_the_field_is_nowhere_in_the_folder_but_in_the_seal(tmp_path):
    run = Run(tmp_path, choosing("e1", "c6") + PLAY)
    with sqlite3.connect(run.config.state_dir / JOURNAL_NAME) as connection:
        sealed = [row[0] for row in connection.execute("SELECT sealed FROM secrets")]
    assert len(sealed) == 2
    for path in sorted(run.folder.rglob("*")):
        if path.is_file() and path.name not in (KEY_NAME, "board.toml"):
            content = path.read_bytes()
            for seal in sealed:
                content = content.replace(seal, b"")
            for field in (b"e1", b"c6"):
                assert field not in content.replace(b'"c6": "x"', b"").replace(b'"e1": "x"', b""), path


def test_the_recording_has_no_frame_of_the_choice_and_replays_as_the_same_game(tmp_path):
    run = Run(tmp_path, choosing("b1", "b6") + PLAY)
    lines = [json.loads(text) for text in run.trace.read_text().splitlines()]
    later = [line["fields"] for line in lines[2:] if "fields" in line]
    assert later == [{"a2": ""}, {"a3": "x"}, {"e5": ""}, {"e4": "x"}, {"a3": ""}, {"a4": "x"}]
    last = list(replay(run.trace.read_text().splitlines()))[-1]
    assert as_json(last)["moves"] == ["a2-a3", "e5-e4", "a3-a4"]


def test_the_key_is_for_the_daemons_user_alone(tmp_path):
    run = Run(tmp_path, choosing("b1", "b6"))
    mode = stat.S_IMODE((run.config.state_dir / KEY_NAME).stat().st_mode)
    assert mode == 0o600


def test_without_a_secret_there_is_no_key(tmp_path):
    run = Run(tmp_path, PLAY)
    assert not (run.config.state_dir / KEY_NAME).exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from firmware_host.journal import Journal
from firmware_host.keeping import changes, opened
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game

journal = Journal(Path(sys.argv[1]))
line = opened(journal, game("smokkelen"))
pipeline = Pipeline(Session(line, Settings()), Settings())
full, bit = line.position.occupied, line.game.board.bit
pipeline.feed(0, Seen(full, 0, 0, 0))
for number, (field, button) in enumerate([("c2", "white"), ("d5", "black")]):
    pipeline.feed(10 * number + 1, Seen(full ^ bit[field], 0, 0, 0))
    pipeline.feed(10 * number + 2, Seen(full, 0, 0, 0))
    events = pipeline.press(10 * number + 3, button)
    journal.apply(changes(events, line.game, line.start))
    print([event.name for event in events if event.name == "secret"], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_daemon_still_knows_what_was_hidden(tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    assert done.stdout == "['secret']\n['secret']\n"
    with Journal(tmp_path) as journal:
        assert journal.notice is None
        line = opened(journal, SMOKKELEN)
        assert journal.hidden(1) == {Side.WHITE: "c2", Side.BLACK: "d5"}
    assert [line.position.hidden(side) for side in Side] == [True, True]
    position = line.position
    for text in ("c2-c4", "c5-c3", "c6-c5", "c4-c6"):
        assert position.outcome() is None
        position = position.play(position.parse_move(text))
    assert position.outcome() == Outcome(Side.WHITE, "contraband")


# ---- the journal by itself


def ply(number: int) -> PlyRow:
    return PlyRow(number, f"move {number}", "position", Side.WHITE, 1.0)


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path, lambda: NOON) as opened_journal:
        opened_journal.apply([Begin("smokkelen", "start")])
        yield opened_journal


def shown(journal: Journal, number: int = 1) -> list[tuple[str, str | None]]:
    return [(row.side.value, row.name) for row in journal.secrets(number)]


def test_a_secret_is_told_only_while_the_game_is_over(journal):
    journal.apply([Seal(Side.BLACK, "c6"), Seal(Side.WHITE, "a1")])
    assert shown(journal) == [("white", None), ("black", None)]
    journal.apply([Record(ply(1)), End(Outcome(Side.WHITE, "contraband"), SMOKKELEN.results)])
    assert shown(journal) == [("white", "a1"), ("black", "c6")]
    journal.apply([Reopen()])
    assert shown(journal) == [("white", None), ("black", None)]
    assert journal.hidden(1) == {Side.WHITE: "a1", Side.BLACK: "c6"}


def test_a_game_broken_off_tells_its_secrets_and_the_next_has_none(journal):
    journal.apply([Seal(Side.WHITE, "a1")])
    journal.apply([Begin("smokkelen", "start")])
    assert shown(journal) == [("white", "a1")]
    assert shown(journal, 2) == []
    assert journal.hidden(2) == {}


def test_a_seal_opens_for_its_own_game_and_side_only(journal):
    journal.apply([Seal(Side.WHITE, "a1")])
    with sqlite3.connect(journal.path) as connection:
        connection.execute("UPDATE secrets SET side = 'black'")
    assert journal.hidden(1) == {Side.BLACK: None}


def test_seals_of_one_secret_all_differ_and_are_equally_long(journal):
    seals = []
    for name in ("a1", "a1", "e6"):
        journal.apply([Seal(Side.WHITE, name)])
        seals.append(journal.secrets(1)[0].sealed)
    assert len(set(seals)) == 3
    assert len({len(seal) for seal in seals}) == 1


def test_a_refused_decision_keeps_no_secret(journal):
    with pytest.raises(JournalError):
        journal.apply([Seal(Side.WHITE, "a1"), Record(ply(2))])
    assert shown(journal) == []


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"short"), None])
def test_a_lost_key_is_told_and_the_game_goes_on_without_the_secret(tmp_path, lose):
    with Journal(tmp_path, lambda: NOON) as journal:
        opened(journal, SMOKKELEN)
        journal.apply([Seal(Side.WHITE, "a1")])
    key = tmp_path / KEY_NAME
    lose(key) if lose else key.write_bytes(os.urandom(32))
    with Journal(tmp_path, lambda: NOON) as journal:
        assert journal.notice is not None
        assert KEY_NAME in journal.notice
        assert journal.notice.endswith(".")
        line = opened(journal, SMOKKELEN)
        assert not line.position.hidden(Side.WHITE)
        journal.apply([Seal(Side.WHITE, "b2"), End(Outcome(None, "deadlock"), SMOKKELEN.results)])
        assert shown(journal) == [("white", "b2")]


def test_a_key_that_cannot_be_made_is_one_sentence(journal, tmp_path):
    (tmp_path / KEY_NAME).mkdir()
    with pytest.raises(JournalError) as error:
        journal.apply([Seal(Side.WHITE, "a1")])
    assert KEY_NAME in str(error.value)
    assert "a1" not in str(error.value)
    assert shown(journal) == []


def test_a_journal_of_the_first_version_is_read_as_it_is(tmp_path):
    write_old_journal(tmp_path, 1)
    before = (tmp_path / JOURNAL_NAME).read_bytes()
    with read_journal(tmp_path) as reader:
        assert reader.show(2).secrets == ()
    assert (tmp_path / JOURNAL_NAME).read_bytes() == before


def test_a_journal_of_the_first_version_learns_to_keep_secrets(tmp_path):
    write_old_journal(tmp_path, 1)
    with Journal(tmp_path, lambda: NOON) as journal:
        assert journal.notice is None
        assert journal.current == 2
        journal.apply([Seal(Side.WHITE, "a1"), Record(ply(2))])
    with Journal(tmp_path, lambda: NOON) as journal:
        assert journal.hidden(2) == {Side.WHITE: "a1"}
        assert len(journal.plies(2)) == 2


def test_a_damaged_journal_is_rebuilt_with_its_seals(tmp_path):
    with Journal(tmp_path, lambda: NOON) as journal:
        journal.apply([Begin("smokkelen", "start"), Seal(Side.WHITE, "a1")])
        journal.apply([Record(ply(number)) for number in range(1, 400)])
    path = tmp_path / JOURNAL_NAME
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\xff" * 4096
    path.write_bytes(content)
    with Journal(tmp_path, lambda: NOON) as journal:
        assert journal.notice is not None
        assert "rebuilt" in journal.notice
        assert journal.hidden(1) == {Side.WHITE: "a1"}


# ---- what people and traces see


def test_the_list_of_a_finished_game_tells_both_secrets_and_of_an_unfinished_one_neither(tmp_path, capsys):
    run = Run(tmp_path / "over", choosing("c2", "d5") + WIN)
    assert '"winner": "white", "reason": "contraband"' in run.said[-2]
    assert run.games("show", "1", capsys=capsys) == (
        "smokkelen, 2026.11.30, ? - ?, 1-0\nStart: bbbbb/bbbbb/5/5/wwwww/wwwww w -:Cplies=0\n"
        "Secrets: white c2, black d5\n1. c2-c4\n2. c5-c3\n3. c6-c5\n4. c4-c6\n"
    )
    run = Run(tmp_path / "going on", choosing("c1", "d5") + WIN)
    text = run.games("show", "1", capsys=capsys)
    assert "4. c4-c6" in text
    assert "Secrets" not in text


def trace(secrets: object, *, start: str = "5/w1w2/5/5/1b1b1/5 w -") -> list[str]:
    header = {"trace": 1, "game": "smokkelen", "start": start}
    if secrets is not None:
        header["secrets"] = secrets
    fields = dict.fromkeys(("a5", "c5", "b2", "d2"), "x")
    steps = [
        {"t": 0, "fields": fields},
        {"t": 1, "fields": {"c5": ""}},
        {"t": 2, "fields": {"c6": "x"}},
        {"t": 9},
    ]
    return [json.dumps(line) for line in (header, *steps)]


@pytest.mark.parametrize(
    ("secrets", "outcome"),
    [
        (None, None),
        ({}, None),
        ({"white": "c5", "black": "b2"}, {"winner": "white", "reason": "contraband"}),
        ({"white": "c5"}, {"winner": "white", "reason": "contraband"}),
        ({"white": "a5", "black": "b2"}, None),
    ],
)
def test_a_private_trace_gives_its_secrets_in_the_header(secrets, outcome):
    events = [as_json(event) for event in replay(trace(secrets))]
    assert events[-1]["outcome"] == outcome
    told_outcomes = [event for event in events if event["event"] == "outcome"]
    assert len(told_outcomes) == (1 if outcome else 0)
    assert "secret" not in {event["event"] for event in events}


def test_a_replay_is_never_dark_for_secrets(tmp_path):
    lights = [event["lights"] for event in map(as_json, replay(trace(None))) if event["event"] == "lights"]
    assert "origin" in lights[1].values()


@pytest.mark.parametrize("secrets", [{"white": "b2"}, {"black": "z9"}, {"red": "a5"}, ["a5"]])
def test_secrets_that_cannot_be_are_an_error_of_the_first_line(secrets, tmp_path, capsys):
    path = tmp_path / "trace.jsonl"
    path.write_text("\n".join(trace(secrets)))
    assert main(["replay", str(path)]) == 2
    assert "ine 1" in capsys.readouterr().err


def test_a_game_without_secrets_refuses_them():
    header = {"trace": 1, "game": "international", "secrets": {"white": "31"}}
    with pytest.raises(ValueError, match="Line 1"):
        list(replay([json.dumps(header)]))


@pytest.mark.parametrize(
    ("buttons", "key", "secrets"),
    [
        ('0 = "white"\n1 = "black"\n', "", "hide"),
        ('0 = "white"\n1 = "black"\n', 'secrets = "claim"\n', "claim"),
        ('0 = "confirm"\n', "", "claim"),
        ('0 = "white"\n', 'secrets = "hide"\n', "claim"),
    ],
)
def test_hiding_needs_both_own_buttons(buttons, key, secrets, tmp_path):
    text = SETTINGS.split("[buttons]")[0] + f"[play]\n{key}[buttons]\n{buttons}"
    assert configuration.parse(text, tmp_path / "board.toml").settings.secrets == secrets
