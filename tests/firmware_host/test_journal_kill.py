"""A writer killed at any moment has lost nothing that it acknowledged."""

import os
import random
import select
import subprocess
import sys
import time

import pytest
from journal_plan import START, decisions, expected

from firmware_host.journal import Journal

FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"
RUNS = 200 if FULL else 10


def acknowledged(writer: subprocess.Popen, moment_s: float) -> int:
    """Kill the writer that long after its first acknowledgement; how many it has given in all."""
    assert writer.stdout is not None
    heard = writer.stdout.readline()
    deadline = time.monotonic() + moment_s
    while (left := deadline - time.monotonic()) > 0 and select.select([writer.stdout], [], [], left)[0]:
        chunk = os.read(writer.stdout.fileno(), 4096)
        if not chunk:
            break
        heard += chunk
    writer.kill()
    writer.wait()
    heard += writer.stdout.read()
    writer.stdout.close()
    return heard.count(b"\n")


@pytest.mark.heavy
def test_no_acknowledged_decision_is_lost(tmp_path):
    chance = random.Random(20261130)
    games_before = 0
    in_flight = 0
    for run in range(RUNS):
        seed = chance.randrange(10**9)
        script = os.path.join(os.path.dirname(__file__), "journal_plan.py")  # noqa: PTH118, PTH120
        command = [sys.executable, script, str(tmp_path), str(seed)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0) as writer:
            count = acknowledged(writer, chance.uniform(0, 0.12))
        assert writer.returncode == -9, "the plan was too short"
        with Journal(tmp_path) as journal:
            assert journal.notice is None
            rows = journal.games()[games_before:]
            found = [(row.result, journal.plies(row.id)) for row in rows]
            assert all(row.start == START for row in rows)
            games_before = len(journal.games())
        plan = decisions(seed)
        states = [expected(plan[:written]) for written in (count, count + 1)]
        assert found in states, f"run {run}, seed {seed}, {count} acknowledged"
        in_flight += found == states[1] != states[0]
    print(f"{RUNS} kills, {games_before} games, {in_flight} written but not yet acknowledged")
