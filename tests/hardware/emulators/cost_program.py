"""What one driver costs the process it runs in: prints, as a line of JSON, what a scan or a picture takes and
for how long it keeps the interpreter from every other thread, each in ms: the median and the worst of many.

Arguments: `scan` and the sensors as JSON (`{"driver": …, "keys": …}`), or `show`, the LED driver and its
pixels.
"""

import json
import statistics
import sys
import threading
import time

from pi_child import driver

TIMES = 200
PAUSE_S = 0.004


class Stopped:
    """How long a thread that only wants to go on has to wait, at most, since it was last asked."""

    def __init__(self):
        self._worst = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self):
        last = time.perf_counter()
        while not self._over.is_set():
            time.sleep(0)
            now = time.perf_counter()
            self._worst = max(self._worst, now - last)
            last = now

    def asked(self):
        worst, self._worst = self._worst, 0.0
        return worst

    def end(self):
        self._over.set()
        self._thread.join()


def timed(work):
    """What `work` takes alone, and for how long it stops another thread."""
    took = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        took.append(time.perf_counter() - begun)
        time.sleep(PAUSE_S)
    stopped, held = Stopped(), []
    for _ in range(TIMES):
        stopped.asked()
        work()
        held.append(stopped.asked())
        time.sleep(PAUSE_S)
    stopped.end()
    return {"took": _ms(took), "held": _ms(held)}


def _ms(seconds):
    return [round(1000 * statistics.median(seconds), 2), round(1000 * max(seconds), 2)]


def chain(name, pixels):
    """The opened strip, as the thread of the driver has it."""
    if name == "neopixel":
        from hardware.neopixel_strip import NeoPixelStrip

        return NeoPixelStrip("D10", pixels)._opener()
    from hardware.spi_strip import SpiStrip

    return SpiStrip("/dev/spidev0.0", pixels)._opener()


def main():
    if sys.argv[1] == "scan":
        given = json.loads(sys.argv[2])
        bus = driver(given["driver"], given["keys"])._opener()
        measured = timed(bus.scan)
        bus.close()
    else:
        pixels = int(sys.argv[3])
        strip = chain(sys.argv[2], pixels)
        pictures = iter(range(10**6))
        measured = timed(lambda: strip.write(bytes((next(pictures) + at) % 200 for at in range(3 * pixels))))
        strip.write(bytes(3 * pixels))
        strip.close()
    print(json.dumps(measured), flush=True)


if __name__ == "__main__":
    main()
