"""The guide for builders, followed to the letter against simulated boards: every command, every answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from example_boards import GAMES
from pages import ROOT, blocks, copied, text_of, zetlicht
from terminals import PATIENCE_S, Terminal

PAGE = "docs/build-your-board.md"
BOARDS = ROOT / "docs" / "boards"
PICTURES = sorted(BOARDS.glob("*.svg"))


FULL = os.environ.get("ZETLICHT_ACCEPT") == "1"


def transcripts() -> list[str]:
    """What is typed on the page; in the sample as far as the first board."""
    page = text_of(PAGE)
    return blocks(page if FULL else page.partition("\n## 10 x 10")[0], "console")


@pytest.mark.heavy
@pytest.mark.timeout(400)
def test_a_newcomer_who_follows_the_guide_misses_no_step(tmp_path):
    clone = copied(tmp_path / "zetlicht")
    program = tmp_path / "bin" / "zetlicht"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH={clone} exec {sys.executable} -m firmware_host.cli "$@"\n')
    program.chmod(0o755)
    terminals: dict[str, Terminal] = {}
    try:
        for block in transcripts():
            name, *lines = block.splitlines()
            assert name in ("# first terminal", "# second terminal")
            if name not in terminals:
                terminals[name] = Terminal(clone, program.parent)
            terminals[name].block(lines, lambda command: wait_for_daemon(command, clone / "my-board"))
    finally:
        for terminal in terminals.values():
            terminal.close()


def wait_for_daemon(command: str, folder: Path) -> None:
    """A person sees when the lights come up."""
    if not command.startswith("zetlicht run"):
        return
    until = time.monotonic() + PATIENCE_S
    status = folder / "simulated" / "status.json"
    while not (status.exists() and json.loads(status.read_text())["connected"]):
        assert time.monotonic() < until, "the daemon does not reach its board"
        time.sleep(0.1)


def test_pictures_and_tables_are_what_the_configurations_say(tmp_path):
    clone = copied(tmp_path / "zetlicht")
    subprocess.run(
        [sys.executable, str(clone / "docs" / "boards" / "make.py")],
        check=True,
        env={**os.environ, "PYTHONPATH": str(clone)},
    )
    for file in (*PICTURES, ROOT / PAGE):
        made = clone / file.relative_to(ROOT)
        assert made.read_bytes() == file.read_bytes(), "draw it anew: python docs/boards/make.py"
    assert {file.name for file in PICTURES} == {
        f"{name}-{what}.svg" for name in GAMES for what in ("top", "wiring")
    }


@pytest.mark.parametrize("picture", PICTURES, ids=lambda file: file.stem)
def test_no_words_of_a_picture_overlap_or_leave_it(picture):
    root = ElementTree.parse(picture).getroot()
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = [box(text) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(boxes) > 60
    for words, left, top, right, bottom in boxes:
        assert min(left, top, wide - right, high - bottom) >= 0, f"{words} leaves the picture"
    for one, other in combinations(boxes, 2):
        apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
        assert apart, f"{one[0]} overlaps {other[0]}"


def box(text: ElementTree.Element) -> tuple[str, float, float, float, float]:
    """The words and about where they are: DejaVu Sans is 0.6 em wide in the mean, figures 0.64."""
    size, x, y = (float(text.attrib[key]) for key in ("font-size", "x", "y"))
    words = text.text or ""
    width = len(words) * size * (0.66 if text.attrib.get("font-weight") else 0.58)
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib.get("text-anchor", "start")]
    return words, left, y - 0.75 * size, left + width, y + 0.2 * size


@pytest.mark.parametrize("name", GAMES)
def test_every_field_channel_and_led_is_in_the_pictures(name):
    from firmware_host.physical import physical_board

    board = physical_board(ROOT / "systemd" / "examples" / f"{name}.toml")
    fields = {field for field in board.channels if field}
    for what in ("top", "wiring"):
        text = (BOARDS / f"{name}-{what}.svg").read_text(encoding="utf-8")
        for field in fields:
            assert f">{field}</text>" in text or f">reed {field}</text>" in text, (what, field)
    top = (BOARDS / f"{name}-top.svg").read_text(encoding="utf-8")
    for pixel in range(len(board.pixels)):
        assert f">{pixel}</text>" in top


def test_every_command_that_the_guide_names_is_there(tmp_path):
    told = zetlicht("--help", tmp_path).stdout
    commands = set(re.findall(r"^    ([a-z]+)(?: |$)", told, re.MULTILINE))
    named = set(re.findall(r"\bzetlicht ([a-z]+)", text_of(PAGE)))
    assert {"wire", "test", "doctor", "fit", "firmware"} <= named
    assert named <= commands
