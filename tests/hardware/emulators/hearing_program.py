"""Sensors and an animated strip in one process; prints when each frame of the sensors was heard.

Arguments: the sensors as JSON (`{"port": …}` for a serial board, else `{"driver": …, "keys": …}`), the LED
driver (neopixel, neopixel-spi or none). A frame is a line of JSON: seconds of the monotonic clock, and the
readings as hex. Ends with its standard input; its last line is what the driver counted.
"""

import json
import sys
import threading
import time
from dataclasses import asdict

from pi_child import driver

from hardware.device import LedFrame, SensorFrame
from hardware.readings import BoardShape, SensorKind
from hardware.serial_board import SerialBoard

PIXELS = 100
CHANNELS = 50
PICTURES_A_SECOND = 50


def sensors(given):
    if "port" in given:
        return SerialBoard(given["port"], BoardShape(SensorKind.REED, CHANNELS, 0))
    return driver(given["driver"], given["keys"])


def strip(name):
    match name:
        case "neopixel":
            from hardware.neopixel_strip import NeoPixelStrip

            return NeoPixelStrip("D10", PIXELS)
        case "neopixel-spi":
            from hardware.spi_strip import SpiStrip

            return SpiStrip("/dev/spidev0.0", PIXELS)
    return None


def heard(signal):
    if isinstance(signal, SensorFrame):
        print(json.dumps([time.monotonic(), signal.readings.hex()]), flush=True)


def animate(sink, over):
    """Another picture 50 times a second; a little more often, so that the strip's own limit holds."""
    step = 0
    while not over.wait(0.9 / PICTURES_A_SECOND):
        step += 1
        sink.show(LedFrame(bytes((step + at) % 200 for at in range(3 * PIXELS))))


def main():
    source = sensors(json.loads(sys.argv[1]))
    sink, over = strip(sys.argv[2]), threading.Event()
    source.start(heard)
    if sink is not None:
        threading.Thread(target=animate, args=(sink, over), daemon=True).start()
    sys.stdin.read()
    over.set()
    counters = asdict(source.counters)
    source.stop()
    if sink is not None:
        sink.stop()
    print(json.dumps(counters), flush=True)


if __name__ == "__main__":
    main()
