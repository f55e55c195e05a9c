"""What RPi.GPIO and rpi-lgpio say when pins cannot be used (their exact words), and what people are told."""

import pytest

from hardware.device import HardwareUnavailable
from hardware.gpio_pins import faults_told

# The words of RPi.GPIO 0.7.1, rpi-lgpio 0.6 and lgpio 0.2.2.
SAID = [
    (
        RuntimeError("This module can only be run on a Raspberry Pi!"),
        "is no Raspberry Pi: use a serial board",
    ),
    (RuntimeError("Cannot determine SOC peripheral base address"), "pip install rpi-lgpio"),
    (RuntimeError("No access to /dev/mem.  Try running as root!"), "usermod -aG gpio USER"),
    (PermissionError(13, "Permission denied"), "usermod -aG gpio USER"),
    (FileNotFoundError(2, "No such file or directory: '.lgd-nfy-3'"), "set LG_WD"),
    (RuntimeError("'can not open gpiochip'"), "/dev/gpiochip0"),
    (RuntimeError("'GPIO not allocated'"), "'gpioinfo' shows"),
    (RuntimeError("'GPIO busy'"), "'gpioinfo' shows"),
    (ValueError("A different mode has already been set!"), "number them by BCM"),
    (RuntimeError("A different mode has already been set!"), "number them by BCM"),
    (RuntimeError("Failed to add edge detection"), r"Failed to add edge detection\): check"),
]


@pytest.mark.parametrize(("error", "words"), SAID)
def test_every_error_becomes_a_sentence_with_a_remedy(error, words):
    with pytest.raises(HardwareUnavailable, match=words) as caught, faults_told(object()):
        raise error
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert ". " not in sentence
    assert ":" in sentence, "cause, then remedy"
    assert caught.value.__cause__ is error


def test_what_is_no_fault_of_the_pins_is_left_alone():
    with pytest.raises(KeyError), faults_told(object()):
        raise KeyError("a mistake of ours")
    told = HardwareUnavailable("The chain is gone: check it.")
    with pytest.raises(HardwareUnavailable) as caught, faults_told(object()):
        raise told
    assert caught.value is told
