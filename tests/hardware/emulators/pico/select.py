"""Polling the USB serial port of an emulated Pico, which is all that the firmware polls."""

import emulated
from wires import WIRES

POLLIN, POLLOUT = 1, 4
READY = ((None, 0),)


class poll:  # noqa: N801 - as MicroPython calls it
    def register(self, stream, events):
        self._events = events

    def ipoll(self, timeout):
        assert timeout == 0, "the firmware never waits for the host"
        WIRES.now += 20
        state = emulated.poll(self._events, WIRES.now)
        if state & 2:
            WIRES.take(emulated.news())
        return READY if state & 1 else ()
