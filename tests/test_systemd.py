"""The files of the service: the unit, and the example configuration with every key."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pages import ROOT, text_of

from firmware_host import config
from firmware_host.config_keys import keys
from firmware_host.config_sections import SECTIONS

UNIT, EXAMPLE = ROOT / "systemd" / "zetlicht.service", ROOT / "systemd" / "board.toml"
PINS, BACKOFF = ROOT / "systemd" / "pins.conf", ROOT / "systemd" / "backoff.conf"
SIMULATED = ROOT / "systemd" / "zetlicht-board.service"


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


def tool(name: str, package: str) -> str:
    """Where a program is; without it the test is skipped, and in CI it fails."""
    found = shutil.which(name)
    if not found:
        why = f"{name} is not installed: apt install {package}"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    return found


def laid(folder: Path, unit: Path, *drop_ins: Path) -> Path:
    """The unit as it is installed, with these drop-ins."""
    file = folder / unit.name
    shutil.copy(unit, file)
    for drop_in in drop_ins:
        (folder / f"{unit.name}.d").mkdir(exist_ok=True)
        shutil.copy(drop_in, folder / f"{unit.name}.d")
    return file


INSTALLED = [(UNIT, ()), (UNIT, (PINS,)), (SIMULATED, ())]
each_way = pytest.mark.parametrize(("unit", "drop_ins"), INSTALLED, ids=["serial", "pins", "simulated"])


@each_way
def test_the_unit_is_verified_without_a_word(tmp_path, unit, drop_ins):
    command = [tool("systemd-analyze", "systemd"), "verify", str(laid(tmp_path, unit, *drop_ins))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # `verify` succeeds on unknown keys: whatever it says counts.
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@each_way
def test_the_service_is_exposed_less_than_two(tmp_path, unit, drop_ins):
    file = laid(tmp_path, unit, *drop_ins)
    command = [tool("systemd-analyze", "systemd"), "security", "--offline=true", "--threshold=20", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (exposure,) = re.findall(r"Overall exposure level for [\w.-]+: ([\d.]+)", done.stdout)
    assert float(exposure) < 2.0
    assert done.returncode == 0, done.stdout


def test_pauses_grow_where_systemd_knows_how(tmp_path):
    analyze = tool("systemd-analyze", "systemd")
    version = subprocess.run([analyze, "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.findall(r"systemd (\d+)", version)[0]) < 254:
        settings = BACKOFF.read_text(encoding="utf-8")
        assert re.findall(r"^(\w+)=\d+$", settings, re.MULTILINE) == ["RestartSteps", "RestartMaxDelaySec"]
        return
    command = [analyze, "verify", str(laid(tmp_path, UNIT, BACKOFF))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_unit_has_no_rights_and_never_gives_up():
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    for wanted in (
        "Type=notify",
        "User=zetlicht",
        "CapabilityBoundingSet=",
        "AmbientCapabilities=",
        "NoNewPrivileges=yes",
        "Restart=always",
        "StartLimitIntervalSec=0",
    ):
        assert wanted in lines


def test_the_scripts_pass_shellcheck():
    scripts = [str(ROOT / "systemd" / name) for name in ("install.sh", "uninstall.sh")]
    command = [tool("shellcheck", "shellcheck"), "--external-sources", *scripts]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_the_udev_rules_are_well_formed():
    for name in ("60-zetlicht.rules", "90-zetlicht.rules"):
        text = (ROOT / "systemd" / name).read_text(encoding="utf-8")
        rules = [line for line in text.splitlines() if line and not line.startswith("#")]
        term = r'[A-Z_]+(\{[\w]+\})?(==|!=|=|\+=)"[^"]*"'
        assert all(re.fullmatch(rf"{term}(, {term})*", line) for line in rules), name
        labels = set(re.findall(r'LABEL="(\w+)"', text))
        assert set(re.findall(r'GOTO="(\w+)"', text)) == labels


def test_every_file_that_is_installed_is_there_and_named_by_its_script():
    script = (ROOT / "systemd" / "install.sh").read_text(encoding="utf-8")
    named = re.search(r"^LAID=\((.*?)\)", script, re.MULTILINE | re.DOTALL)
    assert named
    there = {file.name for file in (ROOT / "systemd").iterdir() if file.is_file()}
    assert set(named[1].split()) == there


def test_the_unit_and_the_pages_agree():
    unit, page = UNIT.read_text(encoding="utf-8"), text_of("docs/install.md")
    assert f"ConditionPathExists={config.DEFAULT_PATH}" in unit
    assert str(config.DEFAULT_PATH) in page
    (user,) = re.findall(r"^User=(\w+)$", unit, re.MULTILINE)
    (groups,) = re.findall(r"^SupplementaryGroups=(\w+)$", unit, re.MULTILINE)
    users = (ROOT / "systemd" / "sysusers.conf").read_text(encoding="utf-8")
    assert f"\nu {user} " in users
    pins = re.findall(r"^SupplementaryGroups=(.+)$", PINS.read_text(encoding="utf-8"), re.MULTILINE)
    for group in (groups, *pins[0].split()):
        assert f"g {group} -" in users
        assert f"m {user} {group}" in users
    assert f'state_dir = "/var/lib/{user}"' in EXAMPLE.read_text(encoding="utf-8")
    assert f"StateDirectory={user}" in unit
    assert "Environment=PATH=/opt/zetlicht/current/bin:" in unit
