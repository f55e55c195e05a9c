"""The plug is pulled at any moment, the disk loses what was not synced, and no acknowledged move is lost."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from lost_writes import Disk, built, changes_in, lay_down, said, surroundings
from running import ACCEPT, games_of

from firmware_host.events import Moved
from firmware_host.journal import Journal
from firmware_host.keeping import changes, opened
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game as game_called

CRASHES = 1000 if ACCEPT else 60
BRUISED = 200 if ACCEPT else 15
KILLS = 10**6 if ACCEPT else 5
A_RUN = 40
"""So many crashes of one run are looked at."""
PLAYER = Path(__file__).parent / "plug_player.py"
DECISION = 8
"""So many events come of one decision at the most."""
SHORT = ["32-28", "19-23", "28x19", "14x23"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("gcc") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("gcc is missing, and CI must run this")
        pytest.skip("gcc, which builds the layer below SQLite, is not installed")
    return built(tmp_path_factory.mktemp("plug"))


def run(library: Path, folder: Path, log: Path, program: list[str], *, kill_before: int = 0) -> int:
    """Run a program above the layer; its exit status."""
    log.unlink(missing_ok=True)
    paths = [str(PLAYER.parents[2]), str(PLAYER.parent), os.environ.get("PYTHONPATH", "")]
    around = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    around |= surroundings(library, folder, log, kill_before=kill_before)
    done = subprocess.run(
        [sys.executable, *program], env=around, capture_output=True, timeout=120, check=False
    )
    assert done.returncode in (0, -9), done.stderr.decode()
    return done.returncode


def playing(folder: Path, moves: list[str], level: str = "tidy", seed: int = 1) -> list[str]:
    return [str(PLAYER), str(folder), level, str(seed), *moves]


def acknowledged(before: list[str], lines: list[str]) -> list[str]:
    """The moves of the game after these printed events."""
    moves = list(before)
    for event in map(json.loads, lines):
        match event["event"]:
            case "start":
                moves = []
            case "move":
                moves[event["ply"] - 1 :] = [event["move"]]
            case "amend":
                moves[event["ply"] - 1] = event["move"]
            case "takeback":
                del moves[event["ply"] - 1 :]
    return moves


def looked_at(folder: Path, *, damaged: bool = False) -> list[str]:
    """The moves of the game that goes on in this folder, after it has taken one more from a board."""
    with Journal(folder / "games") as journal:
        assert damaged or journal.notice is None, journal.notice
        game = game_called("international")
        line = opened(journal, game)
        moves = [ply.move.text for ply in line.plies]
        if line.outcome is not None:
            return moves
        pipeline = Pipeline(Session(line, Settings(), resumed=bool(moves)), Settings())
        begun = pipeline.feed(0.0, Seen(line.position.occupied, 0, 0, 0)) + pipeline.advance(5.0)
        journal.apply(changes(begun, game, line.start))
        number = len(line)
        assert [event.name for event in begun if event.name in ("astray", "ask", "move")] == []
        after = line.position.play(line.position.legal_moves()[0]).occupied
        heard = pipeline.feed(5.0, Seen(after, 0, 0, 0)) + pipeline.advance(15.0)
        assert any(isinstance(event, Moved) for event in heard), (moves, after)
        journal.apply(changes(heard, game, line.start))
        current = journal.current
        assert current is not None
        assert len(journal.plies(current)) == number + 1
    return moves


def put_back(image: Mapping[str, bytes], root: Path, target: Path | None = None) -> None:
    """Let an image of `root` be all there is in `target` (None: in `root`)."""
    target = target or root
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    lay_down(image, root, target)


# ---- the layer itself

CARELESS = "import sys; open(sys.argv[1], 'w').write('x' * 2000); print('kept', flush=True)"
CAREFUL = """import os, sys
file = open(sys.argv[1], 'w'); file.write('x' * 2000); file.flush(); os.fsync(file.fileno())
folder = os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY); os.fsync(folder)
print('kept', flush=True)"""
RENAMING = """import os, sys
new = sys.argv[1] + '.new'
open(new, 'w').write('x' * 2000); os.rename(new, sys.argv[1])
folder = os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY); os.fsync(folder)
print('kept', flush=True)"""


@pytest.mark.parametrize(("program", "loses"), [(CARELESS, True), (CAREFUL, False), (RENAMING, True)])
def test_the_layer_loses_what_a_program_did_not_sync_and_nothing_else(library, tmp_path, program, loses):
    root, log = tmp_path / "root", tmp_path / "log"
    root.mkdir()
    disk = Disk(root)
    assert run(library, root, log, ["-c", program, str(root / "file")]) == 0
    found = changes_in(log)
    assert said(found) == ["kept"]
    for change in found:
        disk.take(change)
    kept = [disk.crashed(Random(seed)).get(str(root / "file")) for seed in range(100)]
    assert any(content != b"x" * 2000 for content in kept) == loses
    if program is CARELESS:
        assert None in kept, "a name that was not synced is never lost"
        assert any(content and b"\0" in content and b"x" in content for content in kept), "nothing is torn"


def test_the_layer_sees_every_write(library, tmp_path):
    root, log = tmp_path / "root", tmp_path / "log"
    root.mkdir()
    disk = Disk(root)
    assert run(library, root, log, playing(root, SHORT)) == 0
    for change in changes_in(log):
        disk.take(change)
    there = {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert {name: text for name, text in disk.killed().items() if not name.endswith("-shm")} == {
        name: text for name, text in there.items() if not name.endswith("-shm")
    }


DATABASE = """import os, sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute('PRAGMA journal_mode=WAL'); base.execute('PRAGMA synchronous=' + sys.argv[2])
base.execute('CREATE TABLE t(n)')
os.fsync(os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY))
for n in range(20): base.execute('INSERT INTO t VALUES(?)', (n,)); print(n, flush=True)
os.kill(os.getpid(), 9)"""


@pytest.mark.parametrize(("synchronous", "loses"), [("OFF", True), ("NORMAL", True), ("FULL", False)])
def test_a_database_loses_rows_unless_every_commit_is_synced(library, tmp_path, synchronous, loses):
    root, log, look = tmp_path / "root", tmp_path / "log", tmp_path / "look"
    root.mkdir()
    disk = Disk(root)
    run(library, root, log, ["-c", DATABASE, str(root / "base"), synchronous])
    lost = told = 0
    for number, change in enumerate(changes_in(log)):
        disk.take(change)
        if change.op == "1" and change.content.endswith(b"\n"):
            told += 1
            put_back(disk.crashed(Random(number)), root, look)
            with closing(sqlite3.connect(look / "base")) as base:
                lost += _rows(base) < told
    assert told == 20
    assert bool(lost) == loses


def _rows(base: sqlite3.Connection) -> int:
    try:
        return int(base.execute("SELECT count(*) FROM t").fetchone()[0])
    except sqlite3.Error:
        return 0


# ---- crashes


@dataclass(frozen=True, slots=True)
class Crash:
    """What a run had printed when the plug was pulled, what it would have printed next, and what was left."""

    told: list[str]
    untold: list[str]
    image: Mapping[str, bytes]


def crashes_of(library: Path, root: Path, program: list[str], chance: Random, most: int) -> list[Crash]:
    """Crashes at some moments of this run; it is left to its end in `root`."""
    log = root.with_suffix(".log")
    disk = Disk(root)
    assert run(library, root, log, program) == 0
    found = changes_in(log)
    lines, crashes, done = said(found), list[Crash](), 0
    for moment in sorted(chance.sample(range(1, len(found) + 1), min(most, len(found)))):
        for change in found[done:moment]:
            disk.take(change)
        done = moment
        told = len(said(found[:moment]))
        crashes.append(Crash(lines[:told], lines[told:], disk.crashed(chance)))
    return crashes


def allowed(before: list[str], crash: Crash) -> list[list[str]]:
    """The games that may be in the journal: the one that was told, or with it the next decision."""
    return [acknowledged(before, [*crash.told, *crash.untold[:more]]) for more in range(DECISION + 1)]


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_a_thousand_crashes_lose_nothing(library: Path, tmp_path: Path) -> None:
    chance = Random(20261130)
    games = [[str(move) for move in game["moves"]] for game in games_of("international")]
    root, look = tmp_path / "root", tmp_path / "look"
    crashes = in_flight = 0
    moves, before = list[str](), list[str]()
    while crashes < CRASHES:
        if len(before) > 60 or len(before) >= len(moves) - 1:
            moves, before = chance.choice(games), []
            put_back({}, root)
        level = chance.choice(["tidy", "tidy", "sloppy"])
        upto = moves[: len(before) + chance.randint(2, 12)]
        program = playing(root, upto, level, chance.randrange(10**6))
        going_on = [({}, [])] if not before else []
        for crash in crashes_of(library, root, program, chance, min(A_RUN, CRASHES - crashes)):
            crashes += 1
            put_back(crash.image, root, look)
            kept = looked_at(look)
            assert kept in allowed(before, crash), (crashes, kept, crash.told[-9:], crash.untold[:9])
            in_flight += kept != allowed(before, crash)[0]
            if kept == moves[: len(kept)]:
                going_on.append((crash.image, kept))
        image, before = chance.choice(going_on)
        put_back(image, root)
    print(f"{crashes} crashes, {in_flight} with a move that was kept but not yet told")


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_crashes_while_a_damaged_journal_is_rebuilt_lose_nothing_that_can_be_read(library, tmp_path):
    chance, root, look = Random(7), tmp_path / "root", tmp_path / "look"
    put_back({}, root)
    assert run(library, root, tmp_path / "log", playing(root, SHORT)) == 0
    journal = root / "games" / "journal.sqlite3"
    content = journal.read_bytes()
    journal.write_bytes(bytes(100) + content[100:])
    bruised = {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    crashes = 0
    while crashes < BRUISED:
        put_back(bruised, root)
        for crash in crashes_of(library, root, playing(root, SHORT), chance, min(60, BRUISED - crashes)):
            crashes += 1
            put_back(crash.image, root, look)
            assert looked_at(look, damaged=True) == SHORT, crashes


# ---- kill -9


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_killed_before_every_change_it_has_lost_nothing(library: Path, tmp_path: Path) -> None:
    root, log = tmp_path / "root", tmp_path / "log"
    put_back({}, root)
    assert run(library, root, log, playing(root, SHORT)) == 0
    whole = changes_in(log)
    lines = said(whole)
    moments = range(1, len(whole) + 1)
    for moment in moments if len(whole) <= KILLS else Random(3).sample(moments, KILLS):
        put_back({}, root)
        assert run(library, root, log, playing(root, SHORT), kill_before=moment) == -9
        told = said(changes_in(log))
        assert told == lines[: len(told)]
        kept = looked_at(root)
        assert kept in allowed([], Crash(told, lines[len(told) :], {})), (moment, kept, told[-3:])
