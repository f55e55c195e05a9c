"""install.sh on a clean Debian system: packages, user and rights are real, and the service runs as its own
user; then the same on a read-only root. A stand-in starts services; for systemd: test_install_booted.py."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from debian_root import debian, missing, read_only
from installing import DOES_NOT_STAY, Machine, hand, project, until
from running import ACCEPT

from hardware.board_control import BoardControl
from rules.registry import game as game_called

GAME = game_called("international")
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not ACCEPT, reason="makes a whole Debian system; ZETLICHT_ACCEPT=1 does that"),
]


def test_install_play_pull_the_plug_upgrade_and_uninstall(tmp_path: Path) -> None:
    if why := missing():
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    with debian(tmp_path / "r") as machine:
        lived_through(machine)


def lived_through(machine: Machine) -> None:
    project(machine.root / "src/zetlicht")
    project(machine.root / "src/broken", changes=DOES_NOT_STAY)

    installed = machine.install("/src/zetlicht", "--simulated", GAME.name)
    assert installed.returncode == 0, installed.stdout + machine.said()
    first = machine.current
    assert (machine.root / "usr/bin/python3").exists()
    check_user(machine)

    with BoardControl(machine.root / "run/zetlicht-board/hands") as hands:
        hand(hands, GAME, "32", "28")
        hand(hands, GAME, "19")
        assert until(lambda: "32-28" in machine.games()), machine.said()
        machine.pull_the_plug()
        assert machine.systemctl("start", "zetlicht.service").returncode == 0, machine.said()
        hands.set({GAME.board.fields.index("23"): 1})
        assert until(lambda: "19-23" in machine.games()), machine.said()

        broken = machine.install("/src/broken")
        assert broken.returncode == 1, broken.stdout
        assert f"Version {first} is back and runs" in broken.stdout
        assert machine.current == first
        hand(hands, GAME, "28", "19", off="23")
        assert until(lambda: "28x19" in machine.games()), machine.said()

        machine.systemctl("stop", "zetlicht.service")
        closed = read_only(machine)
        assert closed.run("touch", "/etc/zetlicht/new", "/opt/zetlicht/new").returncode != 0
        refused = closed.install("/src/broken")
        assert refused.returncode == 1
        assert "make the root writable" in refused.stdout
        assert closed.systemctl("start", "zetlicht.service").returncode == 0, machine.said()
        hand(hands, GAME, "14", "23", off="19")
        assert until(lambda: "14x23" in closed.games()), machine.said()
        closed.systemctl("stop", "zetlicht.service")

    gone = machine.uninstall("/src/zetlicht")
    assert gone.returncode == 0, gone.stdout
    assert not (machine.root / "opt/zetlicht").exists()
    journals = list((machine.root / "var/lib/zetlicht").rglob("journal.sqlite3"))
    assert journals
    again = machine.install("/src/zetlicht")
    assert again.returncode == 0, again.stdout + machine.said()
    assert "14x23" in machine.games(), "the games of before are there"
    machine.uninstall("/src/zetlicht", "--purge")
    assert not (machine.root / "var/lib/zetlicht").exists()


def check_user(machine: Machine) -> None:
    """The daemon runs as its own user, in the groups of the devices, without a login or a capability."""
    process = Path(f"/proc/{machine.pid()}/status").read_text(encoding="utf-8")
    said = dict(line.split(":\t", 1) for line in process.splitlines() if ":\t" in line)
    users = {line.split(":")[0]: line.split(":") for line in passwd(machine)}
    assert said["Uid"].split()[0] == users["zetlicht"][2] != "0"
    assert int(said["CapEff"], 16) == 0
    assert users["zetlicht"][6] == "/usr/sbin/nologin"
    groups = machine.run("id", "--name", "--groups", "zetlicht").stdout.split()
    assert set(groups) == {"zetlicht", "dialout", "gpio", "spi", "i2c", "audio"}
    state = machine.root / "var/lib/zetlicht"
    assert (state.stat().st_uid, state.stat().st_mode & 0o777) == (int(users["zetlicht"][2]), 0o750)


def passwd(machine: Machine) -> list[str]:
    return (machine.root / "etc/passwd").read_text(encoding="utf-8").splitlines()
