"""Ctrl-C is quiet also while the program is still being loaded."""

import subprocess
import sys

PRESSED = """
import sys
class Pressed:
    def find_spec(self, name, path=None, target=None):
        if name == "firmware_host.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Pressed())
from firmware_host.start import main
sys.exit(main())
"""


def run(program):
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_ctrl_c_while_loading_ends_quietly():
    assert run(PRESSED) == (130, "", "")


def test_the_command_line_is_run():
    program = "import sys; from firmware_host.start import main; sys.argv = ['zetlicht', '--version']; main()"
    status, out, error = run(program)
    assert (status, error) == (0, "")
    assert out.startswith("zetlicht ")
