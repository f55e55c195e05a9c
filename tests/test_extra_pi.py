"""The extra `pi` installs and its libraries answer as the code expects on a machine that is no Pi."""

import importlib.metadata
import os
import subprocess
import sys

import pytest


def installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


NAMES = ("RPi.GPIO", "adafruit-circuitpython-neopixel", "Adafruit-Blinka", "gpiod", "spidev", "smbus2")


@pytest.mark.parametrize("name", NAMES)
def test_the_extra_is_installed(name: str) -> None:
    if not installed(name) and not os.environ.get("CI"):
        pytest.skip(f"{name} is not installed; pip install -e '.[pi]' installs it (in CI it must be there)")
    assert installed(name)


def test_rpi_gpio_says_that_this_is_no_pi_or_works() -> None:
    if not installed("RPi.GPIO") and not os.environ.get("CI"):
        pytest.skip("RPi.GPIO is not installed; pip install -e '.[pi]' installs it (in CI it must be there)")
    done = subprocess.run(
        [sys.executable, "-c", "import RPi.GPIO"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 or "can only be run on a Raspberry Pi" in done.stderr


def test_the_base_installs_nothing_of_it() -> None:
    needed = importlib.metadata.requires("zetlicht") or []
    base = [line for line in needed if "extra ==" not in line]
    assert [line.split(">")[0] for line in base] == ["pyserial"] or len(base) == 1
