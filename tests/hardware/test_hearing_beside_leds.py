"""Hearing is not slowed down by LEDs: delays while a strip of 100 is animated 50 times a second, with wires
that take as long as real ones."""

import os

import pytest
from beside_leds import LEDS, SENSORS, listen
from emulated_pi import need, shim
from pi_board import pi, pi_library

__all__ = ["pi", "pi_library"]

MOST_MS = 30
SAMPLE = [("serial", "neopixel"), ("gpio-matrix", "neopixel"), ("hall-adc", "neopixel-spi")]
CASES = SAMPLE
if os.environ.get("ZETLICHT_ACCEPT") == "1":
    CASES = [(name, leds) for name in SENSORS for leds in LEDS]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    need("RPi", "neopixel", "board", "gpiod", "_rpi_ws281x")
    return shim(tmp_path_factory.mktemp("emulator"))


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "leds"), CASES)
def test_a_change_is_heard_within_30_ms(tmp_path, pi, pi_library, built, name, leds):
    heard = listen(tmp_path, pi, (pi_library, built), name, leds)
    print(
        f"{name} beside {leds}: median {heard.median_ms:.1f} ms, nine in ten within {heard.most_ms:.1f} ms, "
        f"worst {heard.worst_ms:.1f} ms; {heard.pictures_a_second or 0:.0f} pictures a second"
    )
    assert heard.most_ms < MOST_MS
    if leds != "none":
        assert heard.pictures_a_second > 40, "the strip was animated meanwhile"
