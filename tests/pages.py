"""The project's pages, taken apart: links, code blocks, the files and commands that they show."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^`([\w./-]+)`:\n((?:\n```\w+\n.*?^```\n)+)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(text) if kind == language]


def named_blocks(text: str) -> list[tuple[str, str, str]]:
    """Path, language and content of every block that stands below the path of its file."""
    return [
        (path, language, body)
        for path, several in NAMED.findall(text)
        for language, body in FENCE.findall(several)
        if language not in ("sh", "console")
    ]


def write_files(text: str, folder: Path) -> list[Path]:
    """The files that a page shows, written below `folder`; `diff` blocks change the file that is there."""
    written = []
    for name, language, body in named_blocks(text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if language == "diff":
            changed(path, body)
        else:
            path.write_text(body, encoding="utf-8")
        written.append(path)
    return written


def changed(path: Path, diff: str) -> None:
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    if old:
        assert text.count(old) == 1, f"{path.name} does not hold once: {old}"
        text = text.replace(old, new)
    else:
        text += new
    path.write_text(text, encoding="utf-8")


def zetlicht(arguments: str, folder: Path, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware_host.cli", *shlex.split(arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )


def check_console(text: str, folder: Path, root: Path = ROOT) -> None:
    """Every `$ zetlicht …` of the page prints what stands below it."""
    for block in blocks(text, "console"):
        for part in block.split("$ ")[1:]:
            command, _, printed = part.partition("\n")
            assert command.startswith("zetlicht "), command
            assert zetlicht(command.removeprefix("zetlicht "), folder, root).stdout == printed, command


def copied(folder: Path) -> Path:
    """A copy of the project, as a newcomer would have cloned it."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info", "bench-results")
    for name in ("rules", "hardware", "firmware_host", "tests", "docs", "systemd"):
        shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def run_in(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "ZETLICHT_ACCEPT": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-3000:]}"
    return done.stdout


def section(text: str, title: str) -> str:
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
