"""Runs buttons and a piezo of the product on GPIO pins; what is heard goes out as JSON, one object a line.

A line of numbers on standard input is a tune: pitch, seconds, pitch, seconds …; the end of it is the end.
"""

import json
import sys
import time

from hardware.device import ButtonEdge
from hardware.gpio_buttons import GpioButtons
from hardware.sound import Sound, Tone
from hardware.sound_voices import Piezo


def told(what):
    def tell(signal):
        match signal:
            case ButtonEdge(at, button, pressed):
                news = {"at": at, "button": button, "pressed": pressed}
            case _:
                news = {"device": what, "connected": signal.connected, "detail": signal.detail}
        print(json.dumps(news), flush=True)

    return tell


def main():
    buttons = GpioButtons([int(pin) for pin in sys.argv[1].split(",")], clock=time.monotonic)
    sound = Sound(lambda: Piezo(int(sys.argv[2])))
    sound.tell(told("sound"))
    buttons.tell(told("buttons"))
    for line in sys.stdin:
        numbers = [float(number) for number in line.split()]
        sound.play(tuple(Tone(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)))
    buttons.stop()
    sound.stop()


if __name__ == "__main__":
    main()
