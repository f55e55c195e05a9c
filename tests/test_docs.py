"""The pages say what is so: links lead somewhere, commands print what stands there, examples are true."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from pages import (
    FENCE,
    LINK,
    PAGES,
    ROOT,
    blocks,
    check_console,
    named_blocks,
    section,
    text_of,
    write_files,
    zetlicht,
)
from wire_examples import EXAMPLES

from firmware_host import events, hints
from firmware_host.palette import LOOKS
from firmware_host.settings import Settings
from hardware import packets, protocol
from rules import registry

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


# ---- every page


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@every_page
def test_every_link_leads_somewhere(page):
    for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(path), f"{page.name} links to {target}"


@every_page
def test_every_file_that_a_page_names_is_there(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    shown = {name for name, _, _ in named_blocks(page.read_text(encoding="utf-8"))}
    pattern = r"`((?:rules|hardware|firmware_host|tests|docs|systemd)/[\w./-]*)`"
    for name in set(re.findall(pattern, text)) - shown:
        made_by_page = any(part in name for part in ("yourgame", "demo_games/fox"))
        assert made_by_page or (ROOT / name).exists(), f"{page.name} names {name}"


@every_page
def test_no_page_is_left_half_written(page):
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert text.endswith("\n")
    assert not re.search(r"\b(TODO|FIXME|TBD|XXX)\b", text)
    assert "/home/" not in text


@pytest.mark.parametrize("name", ["README.md", "docs/traces.md"])
def test_commands_print_what_stands_there(name, tmp_path):
    write_files(text_of(name), tmp_path)
    assert blocks(text_of(name), "console"), "the page shows commands"
    check_console(text_of(name), tmp_path)


# ---- the readme


def test_every_command_is_in_the_readme(tmp_path):
    told = zetlicht("--help", tmp_path).stdout
    commands = re.findall(r"^    ([a-z]+)(?: |$)", told, re.MULTILINE)
    assert len(commands) >= 9, told
    assert set(re.findall(r"^\| `zetlicht ([a-z]+)`", text_of("README.md"), re.MULTILINE)) == set(commands)


def test_every_game_is_in_the_readme_with_the_number_of_its_fields():
    rows = dict(re.findall(r"^\| `([a-z]+)`[^|]*\|([^|]*)\|", text_of("README.md"), re.MULTILINE))
    assert {name for name in rows if name in registry.names()} == set(registry.names())
    for name in registry.names():
        assert f"{len(registry.game(name).board.fields)} fields" in rows[name], name


def test_the_readme_installs_what_the_makefile_and_ci_need():
    (line,) = re.findall(r"^sudo apt install (.+)$", text_of("README.md"), re.MULTILINE)
    (wanted,) = re.findall(r"needs (.+)\.$", text_of("Makefile").splitlines()[0])
    assert set(line.split()) == {*re.split(r", | and ", wanted), "git"}


def test_every_make_target_that_a_page_names_is_there():
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    for page in PAGES:
        for named in re.findall(r"\bmake ([a-z]+)[` ]*(?:ARGS|`|\n)", page.read_text(encoding="utf-8")):
            assert named in targets, f"{page.name} names make {named}"


def test_the_picture_is_what_the_program_shows(tmp_path):
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    run = [sys.executable, str(tmp_path / "docs" / "make_pictures.py")]
    subprocess.run(run, check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    drawn = (tmp_path / "docs" / "board.svg").read_text(encoding="utf-8")
    assert drawn == text_of("docs/board.svg"), "draw it anew: python docs/make_pictures.py"
    for role in ("origin", "waypoint", "destination", "capture"):
        assert f"id='{role}'" in drawn


def test_the_changelog_tells_of_this_version():
    version = tomllib.loads(text_of("pyproject.toml"))["project"]["version"]
    assert f"## [{version}]" in text_of("CHANGELOG.md")


# ---- formats


def test_the_examples_of_the_protocol_are_true():
    (block,) = blocks(text_of("docs/protocol.md"), "packets")
    lines = block.splitlines()
    payloads = set()
    for title, payload, wire in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        body, sent = bytes.fromhex(payload), bytes.fromhex(wire)
        packet = packets.parse(body)
        assert type(packet).__name__.upper() == title.split()[0], title
        assert protocol.frame(body) == sent, title
        assert protocol.encode(packet) == sent, title
        payloads.add(body)
    assert payloads == {example.payload for example in EXAMPLES.values()}


def test_the_protocol_names_every_packet_and_limit():
    text = text_of("docs/protocol.md")
    told = re.findall(r"^\| `([0-9a-f]{2})` ([A-Z]+) \|", text, re.MULTILINE)
    assert {(int(code, 16), name) for code, name in told} == {
        (int(kind), kind.name) for kind in packets.PacketType
    }
    assert f"version {packets.VERSION}" in text.splitlines()[0]
    assert f"{packets.LONGEST_PAYLOAD:,} bytes" in text


def test_every_event_is_told_with_its_fields():
    rows = re.findall(
        r"^\| `([a-z]+)` \|([^|]*)\|", section(text_of("docs/traces.md"), "Events"), re.MULTILINE
    )
    told = {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}
    kinds = [
        kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)
    ]
    there = {
        kind.name: [
            item.name
            for item in dataclasses.fields(kind)
            if item.name != "t" and item.metadata.get("printed", True)
        ]
        for kind in kinds
        if kind.name
    }
    assert told == there


def test_every_role_of_a_light_is_told():
    told = section(text_of("docs/traces.md"), "Roles of lights")
    lit, _, waiting = told.partition("play.md")
    assert set(re.findall(r"`([a-z-]+)`", lit)) == set(hints._ORDER)
    assert set(re.findall(r"`([a-z-]+)`", waiting)) == set(LOOKS) - set(hints._ORDER)


def test_players_are_told_the_times_that_hold():
    page, times = " ".join(text_of("docs/play.md").split()), Settings()
    for words, said, holds in (
        ("Gone after 10 seconds", 10, times.last_s),
        ("after 20 seconds", 20, times.crown_s),
        ("blink after a quarter of a second", 1 / 4, times.astray_s),
        ("for an eighth of a second", 1 / 8, times.light_rest_s),
        ("waits a third of a second", 1 / 3, times.slide_s),
        ("Three seconds after the last move", 3, times.final_rest_s),
        ("leave it for two seconds", 2, times.new_game_s),
        ("(six, of either side)", 6, times.takeback_to_start_plies),
    ):
        assert words in page
        assert abs(said - holds) <= 0.12 * holds, words


# ---- the map


def test_the_architecture_names_functions_that_are_there():
    rows = re.findall(
        r"^\|[^|]*\| `([\w./]+\.py)` \|((?: *`[\w.]+`,?)+) *\|", text_of("docs/architecture.md"), re.MULTILINE
    )
    assert len(rows) >= 10
    for file, names in rows:
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"`([\w.]+)`", names):
            last = name.rpartition(".")[2]
            assert re.search(rf"^ *(?:async )?(?:def|class) {last}\b", source, re.MULTILINE), (file, name)
            for owner in name.split(".")[:-1]:
                assert re.search(rf"^class {owner}\b", source, re.MULTILINE), (file, name)
