"""The GPIO chips' labels, asked of an emulated chip as the kernel answers."""

import subprocess

import pytest
from emulated_pi import EmulatedPi, need, shim

from hardware.gpio_lines import labels

ASK = "from hardware.gpio_lines import labels; print(*labels())"


@pytest.mark.parametrize("label", ["pinctrl-bcm2711", "pinctrl-rp1"])
def test_a_chip_says_what_it_is(label, tmp_path):
    need()
    chip = EmulatedPi(tmp_path, shim(tmp_path), FAKESPI_CHIP=label)
    try:
        said, _ = chip.start("-c", ASK, stdout=subprocess.PIPE, text=True).communicate(timeout=30)
    finally:
        chip.close()
    assert said == f"{label}\n"


def test_without_chips_there_are_no_labels(tmp_path):
    need()
    chip = EmulatedPi(tmp_path, shim(tmp_path), NO_GPIO="1")
    try:
        said, _ = chip.start("-c", ASK, stdout=subprocess.PIPE, text=True).communicate(timeout=30)
    finally:
        chip.close()
    assert said == "\n"
    assert isinstance(labels(), tuple)
