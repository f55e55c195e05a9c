"""`zetlicht doctor` as a user runs it: on this computer, whatever it is, and told in lines or objects."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host import checks
from firmware_host.commands import doctor
from firmware_host.doctor.check import Finding
from firmware_host.system import this_machine

SERIAL = 'driver = "serial"\nkind = "reed"\nport = "/dev/serial/by-id/no-such-board"'
DRIVERS = {
    "serial": SERIAL,
    "matrix": 'driver = "gpio-matrix"\nkind = "reed"\nrows = [5, 6, 12, 13, 16, 17, 18]\n'
    "columns = [19, 20, 21, 22, 23, 24, 25, 26]\ndiodes = true",
    "shift registers": 'driver = "shift-register"\nkind = "reed"',
    "expanders": 'driver = "mcp23017"\nkind = "reed"\naddresses = [0x20, 0x21, 0x22, 0x23]',
    "hall": 'driver = "hall-adc"\nkind = "hall"\nselect = [5, 6, 12, 13]',
}


def run(tmp_path, sensors, *more):
    file = tmp_path / "board.toml"
    file.write_text(
        f'game = "international"\nstate_dir = "games"\n[sensors]\n{sensors}\n[wiring]\norder = "rows"\n'
    )
    command = [sys.executable, "-m", "firmware_host.cli", "doctor", "--config", str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("sensors", DRIVERS.values(), ids=DRIVERS)
def test_on_this_computer_each_driver_is_told_what_is_missing_in_single_lines(sensors, tmp_path):
    done = run(tmp_path, sensors)
    lines = done.stdout.splitlines()
    assert done.returncode == any(text.startswith("FAIL") for text in lines)
    assert done.stderr == ""
    assert {text[:6] for text in lines} <= {"ok    ", "FAIL  ", "note  "}
    for text in lines:
        if not text.startswith("ok"):
            assert " -> " in text, "a remedy"
            assert " (" in text, "a likely cause"
    assert lines[0].startswith("ok    configuration: ")


def test_json_says_the_same(tmp_path):
    plain, objects = run(tmp_path, SERIAL), run(tmp_path, SERIAL, "--json")
    found = [json.loads(text) for text in objects.stdout.splitlines()]
    assert objects.returncode == 1
    assert all(set(one) == {"check", "ok", "found", "cause", "remedy"} for one in found)
    assert [one["check"] for one in found] == [
        text[6:].partition(":")[0] for text in plain.stdout.splitlines()
    ]
    assert "serial port" in {one["check"] for one in found if one["ok"] is False}


def test_a_file_named_from_where_one_stands_is_taken_with_its_folder(tmp_path, monkeypatch):
    run(tmp_path, SERIAL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "journal.sqlite3").write_text("no journal" * 100)
    found = {one.check: one for one in checks.examine(Path("board.toml"))}
    assert found["state folder"].found == "games can be written"
    assert found["journal"].ok is False


def test_a_bad_file_fails_in_one_line(tmp_path):
    done = run(tmp_path, 'driver = "serail"')
    assert done.returncode == 1
    assert done.stdout.count("\n") == 1
    assert done.stdout.startswith("FAIL  configuration: ")
    assert "serail" in done.stdout


@pytest.mark.parametrize(("ok", "status"), [(True, 0), (None, 0), (False, 1)])
def test_only_a_failure_fails(ok, status, monkeypatch, capsys):
    finding = Finding("board", ok, "what", "cause", "remedy")
    monkeypatch.setattr(doctor, "examine", lambda path: iter([finding]))
    arguments = type("Arguments", (), {"config": "board.toml", "json": False})()
    assert doctor.run(arguments) == status
    mark = {True: "ok  ", None: "note", False: "FAIL"}[ok]
    assert capsys.readouterr().out == f"{mark}  board: what (cause) -> remedy\n"


def test_all_is_only_looked_at(tmp_path):
    run(tmp_path, DRIVERS["hall"])
    assert [path.name for path in tmp_path.iterdir()] == ["board.toml"]
    assert checks.CHECKS[0] is checks.CONFIGURATION
    assert this_machine().exists("/proc/self")
