"""The how-to pages are followed to the letter: their game and their driver are built, tested and played."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pages import check_console, copied, run_in, text_of, write_files, zetlicht


def test_the_game_of_the_page_is_a_game(tmp_path):
    page = text_of("docs/add-a-game.md")
    folder = copied(tmp_path / "clone")
    written = write_files(page, folder)
    assert [path.name for path in written] == ["fox.py", "fox.json", "fox.jsonl"]
    check_console(page, tmp_path, folder)
    told = run_in(folder, "pytest", "tests/rules", "-k", "fox")
    passed = re.search(r"(\d+) passed", told)
    assert passed, told
    assert int(passed[1]) > 20, "the laws were run on it"
    run_in(folder, "ruff", "check", "rules")
    run_in(folder, "ruff", "format", "--check", "rules")
    done = zetlicht("demo --fast --game fox --seed 1", folder, folder)
    assert "exactly as they were played" in done.stdout, done.stdout
    assert done.returncode == 0


def test_the_driver_of_the_page_is_a_driver(tmp_path):
    page = text_of("docs/add-a-driver.md")
    folder = copied(tmp_path / "clone")
    files = write_files(page, folder)
    passed = re.search(
        r"(\d+) passed", run_in(folder, "pytest", "tests/hardware/test_text_board_contract.py")
    )
    assert passed
    assert int(passed[1]) == 15
    sources = [str(path) for path in files if path.suffix == ".py"]
    run_in(folder, "ruff", "check", *sources)
    run_in(folder, "ruff", "format", "--check", *sources)
    assert "TextSensors" not in run_in(folder, "firmware_host.config_docs")
    assert 'driver = "text"' in run_in(folder, "firmware_host.config_docs")
    play_on_text(folder)


def play_on_text(folder: Path) -> None:
    """Run the daemon on the two text files of the page, and move a piece with an editor."""
    daemon = subprocess.Popen(
        [sys.executable, "-m", "firmware_host.cli", "run", "--json", "--config", "board.toml"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert daemon.stdout is not None
        until(daemon, "lights")
        seen = folder / "seen.txt"
        rows = seen.read_text(encoding="utf-8").split()
        rows[2:4] = ["xx.x", "..x."]
        new = folder / "new.txt"
        new.write_text("\n".join(rows), encoding="utf-8")
        new.replace(seen)
        assert until(daemon, "move")["move"] == "11-15"
        until(daemon, "lights")
        for _ in range(100):
            if re.search(r"#(?!000000)", (folder / "shown.txt").read_text(encoding="utf-8")):
                break
            time.sleep(0.02)
        else:
            pytest.fail("no light was written")
    finally:
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(10) == 0


def until(daemon: subprocess.Popen[str], name: str) -> dict[str, object]:
    """The next event of this name."""
    assert daemon.stdout is not None
    for line in daemon.stdout:
        assert line.startswith("{"), line
        event = json.loads(line)
        if event["event"] == name:
            return event
    raise AssertionError(f"the daemon ended before {name}")


@pytest.mark.heavy
@pytest.mark.timeout(600)
def test_what_the_pages_add_has_types(tmp_path):
    if os.environ.get("ZETLICHT_ACCEPT") != "1":
        pytest.skip("checked in full runs only: mypy takes long without its cache")
    folder = copied(tmp_path / "clone")
    for name in ("docs/add-a-game.md", "docs/add-a-driver.md"):
        write_files(text_of(name), folder)
    run_in(folder, "mypy")
