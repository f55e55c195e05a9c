"""The files of the service: the unit, and the example configuration with every key."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from pages import ROOT, text_of

from firmware_host import config
from firmware_host.config_keys import keys
from firmware_host.config_sections import SECTIONS

UNIT, EXAMPLE = ROOT / "systemd" / "zetlicht.service", ROOT / "systemd" / "board.toml"
PINS = ROOT / "systemd" / "pins.conf"


def test_the_example_configuration_is_taken_as_it_stands(tmp_path):
    file = tmp_path / "board.toml"
    file.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    loaded = config.load(file)
    assert loaded.game.name == "international"
    assert len(loaded.wiring.channels) == 50


def test_the_example_configuration_names_every_key_with_its_default():
    text = EXAMPLE.read_text(encoding="utf-8")
    for part in SECTIONS:
        own = part_of(text, part.name)
        for key in keys(part.record):
            shown = re.search(rf"^#?{key.name} = (.+?)(?: +#.*)?$", own, re.MULTILINE)
            assert shown, f"{part.name}.{key.name} is not in the example"
            if shown[0].startswith("#") and not key.required and not key.shown:
                assert shown[1] == key.fallback, f"{part.name}.{key.name}"


def part_of(text: str, name: str) -> str:
    """What stands below the heading of a section, commented out or not."""
    parts = re.split(r"^#?\[(\w+)\]$", text, flags=re.MULTILINE)
    return parts[0] if not name else dict(zip(parts[1::2], parts[2::2], strict=True))[name]


def test_the_unit_is_verified_without_a_word():
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    command = ["systemd-analyze", "verify", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # `verify` succeeds on unknown keys: whatever it says counts.
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_unit_with_the_drop_in_for_pins_is_verified_without_a_word(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text(encoding="utf-8"), encoding="utf-8")
    drop_in = tmp_path / f"{UNIT.name}.d" / PINS.name
    drop_in.parent.mkdir()
    drop_in.write_text(PINS.read_text(encoding="utf-8"), encoding="utf-8")
    command = ["systemd-analyze", "verify", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_unit_and_the_readme_agree():
    unit, readme = UNIT.read_text(encoding="utf-8"), text_of("README.md")
    assert f"ConditionPathExists={config.DEFAULT_PATH}" in unit
    assert str(config.DEFAULT_PATH) in readme
    (user,) = re.findall(r"^User=(\w+)$", unit, re.MULTILINE)
    (groups,) = re.findall(r"^SupplementaryGroups=(\w+)$", unit, re.MULTILINE)
    assert f"useradd --system --groups {groups} {user}" in readme
    (path,) = re.findall(r"^Environment=PATH=([^:]+)/\.venv/bin:", unit, re.MULTILINE)
    assert f"`{path}`" in readme
    assert f'state_dir = "/var/lib/{user}"' in EXAMPLE.read_text(encoding="utf-8")
    assert f"StateDirectory={user}" in unit
