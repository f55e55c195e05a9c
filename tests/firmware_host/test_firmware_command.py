"""`zetlicht firmware`: the file is written, renewed, and never put over somebody else's."""

import resource
import subprocess
import sys

import pytest

from firmware_host.cli import main
from hardware.firmware_file import firmware


def test_the_file_is_written_and_renewed(tmp_path, capsys):
    assert main(["firmware", str(tmp_path)]) == 0
    assert (tmp_path / "main.py").read_text() == firmware()
    assert str(tmp_path / "main.py") in capsys.readouterr().out
    (tmp_path / "main.py").write_text(firmware()[:5000])
    assert main(["firmware", str(tmp_path)]) == 0
    assert (tmp_path / "main.py").read_text() == firmware()


def test_another_program_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "main.py").write_text("print('mine')\n")
    assert main(["firmware", str(tmp_path)]) == 2
    assert (tmp_path / "main.py").read_text() == "print('mine')\n"
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("folder", ["nowhere", "file", "file/below"])
def test_what_is_no_folder_is_refused_in_one_sentence(tmp_path, capsys, folder):
    (tmp_path / "file").write_text("")
    assert main(["firmware", str(tmp_path / folder)]) == 2
    assert capsys.readouterr().err.endswith("is no folder: make it first, or name another.\n")


def test_a_file_that_does_not_fit_leaves_the_one_before(tmp_path):
    assert main(["firmware", str(tmp_path)]) == 0
    old = (tmp_path / "main.py").read_text()[:5000]
    (tmp_path / "main.py").write_text(old)
    done = subprocess.run(
        [sys.executable, "-m", "firmware_host.cli", "firmware", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
    )
    assert done.returncode == 2
    assert (
        done.stderr == f"{tmp_path / 'main.py'} cannot be written (File too large): choose another folder.\n"
    )
    assert (tmp_path / "main.py").read_text() == old
    assert [file.name for file in tmp_path.iterdir()] == ["main.py"]
