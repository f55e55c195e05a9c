"""Adafruit's own NeoPixel class on any computer: Blinka's board without hardware, bytes taken at its end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from emulated_pi import need_packages

PROGRAM = """
import json, sys, time
import neopixel
from hardware.device import LedFrame
from hardware.neopixel_strip import NeoPixelStrip

sent = []
library = neopixel.neopixel_write
def taken(pin, buffer):
    sent.append(buffer.hex())
    library(pin, buffer)
neopixel.neopixel_write = taken
order, picture = sys.argv[1], bytes.fromhex(sys.argv[2])
strip = NeoPixelStrip("Dx_OUTPUT", len(picture) // 3, order=order, soft_start_s=0.0)
strip.show(LedFrame(picture))
until = time.monotonic() + 3
while len(sent) < 3 and time.monotonic() < until:
    time.sleep(0.01)
strip.stop()
print(json.dumps([sent, strip.problem]))
"""


@pytest.mark.parametrize(
    ("order", "wire"),
    [("GRB", "8020ff0a0a0a020103"), ("RGB", "2080ff0a0a0a010203"), ("GRBW", "6000df200000000a01000201")],
)
def test_the_library_sends_the_colours_unscaled_in_the_order_of_the_leds(order, wire):
    need_packages("neopixel", "board")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, order, "2080ff0a0a0a010203"],
        env={**os.environ, "BLINKA_OS_AGNOSTIC": "1", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    sent, problem = json.loads(done.stdout.splitlines()[-1])
    assert problem is None
    black = "00" * (3 * len(order))
    assert sent == [black, black, wire, black]
