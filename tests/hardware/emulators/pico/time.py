"""MicroPython's clock on an emulated Pico: time passes with what the firmware does. The times are
about those of a Pico at 125 MHz. Calls are dear here, so what every scan needs is written out."""

from wires import WIRES

WRAP = (1 << 30) - 1


def ticks_ms():
    WIRES.now += 2
    return WIRES.now // 1000 & WRAP


def ticks_us():
    WIRES.now += 40
    return WIRES.now & WRAP


def ticks_diff(end, start):
    return ((end - start + (1 << 29)) & WRAP) - (1 << 29)


def sleep_us(us):
    WIRES.now += us + 8
    if WIRES.now >= WIRES.next_edge:
        WIRES.pass_us(0)
