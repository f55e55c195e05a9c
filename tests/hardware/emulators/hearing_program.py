"""A serial board and an animated strip in one process; prints when each frame of the board was heard.

Arguments: the port, the channels, the driver (neopixel, neopixel-spi or none). A frame is a line of JSON:
the seconds of the monotonic clock, and the readings as hex. Ends with its standard input.
"""

import json
import sys
import threading
import time

from hardware.device import LedFrame, SensorFrame
from hardware.readings import BoardShape, SensorKind
from hardware.serial_board import SerialBoard

PIXELS = 100


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
    step = 0
    while not over.wait(0.02):
        step += 1
        sink.show(LedFrame(bytes((step + at) % 200 for at in range(3 * PIXELS))))


def main():
    port, channels, name = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    board = SerialBoard(port, BoardShape(SensorKind.REED, channels, 0))
    sink, over = strip(name), threading.Event()
    board.start(heard)
    if sink is not None:
        threading.Thread(target=animate, args=(sink, over), daemon=True).start()
    sys.stdin.read()
    over.set()
    board.stop()
    if sink is not None:
        sink.stop()


if __name__ == "__main__":
    main()
