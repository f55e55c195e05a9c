"""install.sh into a root that is a folder: install, play, pull the plug in a move, go on, install again,
upgrade to broken versions and go back, uninstall. What only a whole system has: test_install_debian.py."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from installing import ANOTHER, DOES_NOT_RUN, WRITES_ANEW, Machine, hand, project, until
from pages import ROOT
from running import ACCEPT

from firmware_host.simulated import board_program, configuration
from hardware.board_control import BoardControl
from rules.registry import game as game_called

GAME = game_called("international")


def machine_for(folder: Path, port: Path) -> Machine:
    """A root whose configuration is there before, so that it must be kept."""
    root = folder / "root"
    file = root / "etc/zetlicht/board.toml"
    file.parent.mkdir(parents=True)
    file.write_text(configuration(GAME, root / "var/lib/zetlicht", port, "reed"), encoding="utf-8")
    return Machine(root)


@pytest.mark.timeout(1500)
def test_from_a_clean_root_to_the_last_game_and_away(tmp_path: Path) -> None:
    with (
        board_program(tmp_path, GAME) as board,
        BoardControl(board.control) as hands,
        machine_for(tmp_path, board.link) as machine,
    ):
        config = machine.root / "etc/zetlicht/board.toml"
        before = config.read_bytes()

        installed = machine.install(ROOT)
        assert installed.returncode == 0, installed.stdout + machine.said()
        first, pid = machine.current, machine.pid()
        assert config.read_bytes() == before
        assert (machine.root / "etc/systemd/system/multi-user.target.wants/zetlicht.service").is_symlink()
        assert not (machine.root / "etc/systemd/system/zetlicht.service.d").exists(), "this is no Pi"

        hand(hands, GAME, "32", "28")
        hand(hands, GAME, "19")
        assert until(lambda: "32-28" in machine.games()), machine.said()
        machine.pull_the_plug()
        # The man that was in the hand is put down while nobody looks.
        hands.set({GAME.board.fields.index("23"): 1})
        assert machine.systemctl("start", "zetlicht.service").returncode == 0, machine.said()
        assert until(lambda: "19-23" in machine.games()), machine.said()

        pid = machine.pid()
        again = machine.install(ROOT)
        assert again.returncode == 0, again.stdout
        assert (machine.current, machine.pid(), machine.versions) == (first, pid, {first})
        assert config.read_bytes() == before

        broken = machine.install(project(tmp_path / "stays not", changes=WRITES_ANEW))
        assert broken.returncode == 1, broken.stdout
        assert "did not stay up" in broken.stdout
        assert f"Version {first} is back and runs" in broken.stdout
        assert (machine.current, machine.versions) == (first, {first})
        assert machine.systemctl("is-active", "zetlicht.service").returncode == 0
        assert list((machine.root / "var/lib/zetlicht").glob("journals-of-*.tar")), "the old one read them"
        hand(hands, GAME, "28", "19", off="23")
        assert until(lambda: "28x19" in machine.games()), machine.said()

        if ACCEPT:
            upgraded_and_back(machine, tmp_path, first)

        games = sorted((machine.root / "var/lib/zetlicht").rglob("journal.sqlite3"))
        gone = machine.uninstall(ROOT)
        assert gone.returncode == 0, gone.stdout
        assert games
        assert all(file.exists() for file in games)
        assert config.read_bytes() == before
        assert not left_over(machine.root)


def upgraded_and_back(machine: Machine, folder: Path, first: str) -> None:
    """A version that does not run changes nothing; a good one takes over; and both ways back."""
    pid = machine.pid()
    broken = machine.install(project(folder / "runs not", changes=DOES_NOT_RUN))
    assert broken.returncode == 1
    assert "nothing has been changed" in broken.stdout
    assert (machine.current, machine.pid(), machine.versions) == (first, pid, {first})

    next_one = project(folder / "next", changes=ANOTHER)
    assert machine.install(next_one).returncode == 0
    second = machine.current
    assert second != first
    assert machine.versions == {first, second}
    assert machine.pid() != pid
    back = machine.run("bash", f"{machine.root}/opt/zetlicht/current/share/zetlicht/install.sh", "--rollback")
    assert back.returncode == 0, back.stdout
    assert machine.current == first


def left_over(root: Path) -> list[str]:
    files = [file for file in root.rglob("*") if "zetlicht" in file.name]
    kept = (root / "etc/zetlicht", root / "var/lib/zetlicht", root / "run")
    return [str(file) for file in files if not any(file.is_relative_to(folder) for folder in kept)]


@pytest.mark.parametrize(
    ("compatible", "library"),
    [
        (b"raspberrypi,4-model-b\0brcm,bcm2711\0", "RPi.GPIO"),
        (b"raspberrypi,5-model-b\0brcm,bcm2712\0", "rpi-lgpio"),
    ],
    ids=["Raspberry Pi 4", "Raspberry Pi 5"],
)
@pytest.mark.timeout(1500)
@pytest.mark.skipif(not ACCEPT, reason="builds a Raspberry Pi's libraries; ZETLICHT_ACCEPT=1 does that")
@pytest.mark.heavy
def test_each_model_gets_its_own_library_for_pins_and_never_both(tmp_path: Path, compatible, library) -> None:
    if not shutil.which("gcc"):
        pytest.fail("gcc is not installed, which RPi.GPIO is built with: apt install gcc")
    with machine_for(tmp_path, tmp_path / "no board") as machine:
        check_library(machine, compatible, library)


def check_library(machine: Machine, compatible: bytes, library: str) -> None:
    tree = machine.root / "proc/device-tree/compatible"
    tree.parent.mkdir(parents=True)
    tree.write_bytes(compatible)
    done = machine.install(ROOT)
    assert done.returncode == 0, done.stdout + machine.said()
    assert (machine.root / "etc/systemd/system/zetlicht.service.d/pins.conf").exists()
    assert (machine.root / "etc/modules-load.d/zetlicht-pins.conf").exists()
    current = machine.root / "opt/zetlicht/current"
    listed = machine.run(f"{current}/bin/python", "-m", "pip", "list", "--format", "freeze").stdout
    there = {line.partition("==")[0] for line in listed.splitlines()} & {"RPi.GPIO", "rpi-lgpio"}
    assert there == {library}
    # What is there once does not make the other model's version do.
    tree.write_bytes(b"raspberrypi,5-model-b\0brcm,bcm2712\0" if library == "RPi.GPIO" else b"brcm,bcm2711")
    wrong = machine.run(f"{current}/bin/python", "-I", f"{current}/share/zetlicht/examine.py", "", "none")
    assert wrong.returncode == 1
    assert library.lower() in wrong.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--simulate"], "'--simulate' is not understood; see "),
        (["--simulated"], "--simulated needs a game"),
        (["--rollback"], "There is no version before this one."),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(tmp_path: Path, words, said) -> None:
    done = Machine(tmp_path).install(ROOT, *words)
    assert done.returncode in (1, 2)
    assert said in done.stdout
    assert "Traceback" not in done.stdout
    assert not (tmp_path / "etc").exists()
