"""Pins, converter, watchdog and registers of an emulated Pico, as MicroPython's module `machine` has them."""

import emulated
from wires import WIRES

WDT_RESET, PWRON_RESET = 3, 1


class Pin:
    IN, OUT, OPEN_DRAIN = 0, 1, 2
    PULL_UP = 1

    def __init__(self, number, mode, pull=None, value=0):
        self.number = number
        self._is_row = mode == self.OPEN_DRAIN
        if number != "LED":
            WIRES.mode(number, mode, pull, value)

    def __call__(self, level):
        pin = self.number
        WIRES.now += 4
        if not self._is_row:
            if pin == "LED":
                emulated.led(level)
            else:
                WIRES.write(pin, level)
        elif level:
            if WIRES.low_row == pin:
                WIRES.let_go(pin)
        else:
            if WIRES.low_row is not None:
                emulated.fault(f"rows {WIRES.low_row} and {pin} were low at once")
            WIRES.low_row = pin
            if WIRES.diodes and pin in WIRES.closed:
                WIRES.low = WIRES.closed[pin]
            else:
                WIRES.flow()


class ADC:
    def __init__(self, number):
        self._number = number

    def read_u16(self):
        return WIRES.sample(self._number)


class WDT:
    running = None

    def __init__(self, timeout):
        self._timeout_us, self._fed = 1000 * timeout, WIRES.now
        WDT.running = self

    def feed(self):
        passed = WIRES.now - self._fed
        if WDT.running and passed > self._timeout_us:
            emulated.bite()
        self._fed = WIRES.now


class _Mem32:
    def __getitem__(self, address):
        assert address == 0xD0000004, "only the levels of the pins are read"
        low = WIRES.low | WIRES.grounded
        if WIRES.now < WIRES.lingers_until:
            low |= WIRES.lingering
        return WIRES.pulled & ~low

    def __setitem__(self, address, value):
        assert (address, value) == (0x4005B000, 1 << 30), "only the watchdog is stopped"
        WDT.running = None
        emulated.unwatched()


mem32 = _Mem32()


def unique_id():
    return b"\xe6\x60\x54\x81\xdb\x31\x8a\x36"


def reset_cause():
    return WDT_RESET if emulated.bitten else PWRON_RESET
