"""The example configurations: where they are, what lies on each, and its golden games."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from pages import ROOT

EXAMPLES = ROOT / "systemd" / "examples"
ON_SQUARES = ("brazilian", "english", "italian", "overboord", "russian", "smokkelen")
GAMES = {
    "reed-8x8-gpio": ON_SQUARES,
    "reed-10x10-pico": ("frisian", "international", *ON_SQUARES),
    "reed-abalone-shift": ("abalone",),
}


def file_of(name: str) -> Path:
    return EXAMPLES / f"{name}.toml"


def text_for(name: str, game: str) -> str:
    """The example with another game, nothing else changed."""
    text = file_of(name).read_text(encoding="utf-8")
    own = tomllib.loads(text)["game"]
    return text.replace(f'game = "{own}"', f'game = "{game}"', 1)


def golden(game: str) -> tuple[str | None, list[str]]:
    """Where a golden game begins (None: at the game's start), and its moves."""
    file = ROOT / "tests" / "rules" / "golden" / f"{game}.jsonl"
    record = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    return record["start"], [str(move) for move in record["moves"]]
