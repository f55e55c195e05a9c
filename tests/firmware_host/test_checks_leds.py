"""What the doctor says of LEDs on this computer."""

import pytest

from firmware_host.checks import examine
from hardware.device import HardwareUnavailable

CONFIG = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/nothing-there"
kind = "reed"
[leds]
driver = "neopixel-spi"
spi = "{spi}"
[wiring]
order = "rows"
pixels_per_field = {each}
"""


def finding(folder, spi, each=1):
    file = folder / "board.toml"
    file.write_text(CONFIG.format(spi=spi, each=each))

    def probe(port, baud):
        raise HardwareUnavailable("No board.")

    [found] = [one for one in examine(file, probe) if one.check == "LED bus"]
    return found


def test_a_bus_that_is_there_is_good(tmp_path):
    bus = tmp_path / "spidev"
    bus.touch()
    found = finding(tmp_path, bus)
    assert found.ok is True
    assert "50 LEDs fit" in found.found


def test_a_bus_that_is_missing_is_switched_on_by_a_line(tmp_path):
    found = finding(tmp_path, tmp_path / "nothing")
    assert found.ok is False
    assert found.found == f"There is no {tmp_path / 'nothing'}"
    assert "dtparam=spi=on" in found.remedy


def test_a_chain_that_the_kernel_would_cut_is_found_before_it_flickers(tmp_path):
    file = CONFIG.replace("[wiring]", "budget_ma = 5000\n[wiring]")
    (tmp_path / "board.toml").write_text(file.format(spi=tmp_path, each=8))
    [found] = [
        one
        for one in examine(tmp_path / "board.toml", lambda port, baud: pytest.fail(port))
        if "LED" in one.check
    ]
    assert found.ok is False
    assert "400 LEDs" in found.found
    assert "spidev.bufsiz=32768" in found.remedy
