"""Runs one LED driver of the product and does what its standard input asks, one JSON object a line.

{"show": "hex"}, {"stop": true}, {"problem": true} and {"told": true} are answered with {"answer": …} or
{"error": "kind: words"}. Started with the driver's name and its arguments as JSON.
"""

import json
import sys

from hardware.device import LedFrame


def made(name, arguments):
    match name:
        case "neopixel":
            from hardware.neopixel_strip import NeoPixelStrip

            return NeoPixelStrip(**arguments)
        case "neopixel-spi":
            from hardware.spi_strip import SpiStrip

            return SpiStrip(**arguments)
    raise SystemExit(f"no driver {name}")


def main():
    sink = made(sys.argv[1], json.loads(sys.argv[2]))
    told = []
    sink.tell(told.append)
    print(json.dumps({"answer": "ready"}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if "show" in asked:
                answer = sink.show(LedFrame(bytes.fromhex(asked["show"])))
            elif "stop" in asked:
                answer = sink.stop()
            elif "problem" in asked:
                answer = sink.problem
            else:
                answer = [[state.connected, state.detail] for state in told]
        except ValueError as error:
            print(json.dumps({"error": str(error)}), flush=True)
        else:
            print(json.dumps({"answer": answer}), flush=True)
    sink.stop()


if __name__ == "__main__":
    main()
