"""Knows the pins, PIO, USB and clock of a Raspberry Pi Pico under MicroPython; nothing of boards."""

import select
import sys
import time

WATCHDOG_MS = 4000


class Pico:
    """The only code that touches pins, PIO, USB and clock, given MicroPython's modules for them."""

    _GPIO_IN = 0xD0000004
    """The register with the levels of all pins at one instant (RP2040 and RP2350)."""

    def __init__(self, machine: object, rp2: object) -> None:
        self._machine, self._rp2 = machine, rp2
        self._mem32 = machine.mem32
        self._input, self._output = sys.stdin.buffer, sys.stdout.buffer
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._led, self._led_is = machine.Pin("LED", machine.Pin.OUT), None
        self.ticks_ms, self.ticks_us, self.ticks_diff = time.ticks_ms, time.ticks_us, time.ticks_diff
        self.wait_us = time.sleep_us
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def since_us(self, begun_us: int) -> int:
        """Microseconds since `begun_us`; and the watchdog hears that the loop is alive."""
        self._watchdog.feed()
        return self.ticks_diff(self.ticks_us(), begun_us)

    def pull_up(self, pins: list) -> None:
        """Make inputs of these pins, which read high unless something pulls them low."""
        for pin in pins:
            self._machine.Pin(pin, self._machine.Pin.IN, self._machine.Pin.PULL_UP)

    def word(self) -> int:
        """The levels of all pins, pin 0 in bit 0."""
        return self._mem32[self._GPIO_IN]

    def row(self, pin: int) -> object:
        """A function of 0, pull low, or 1, let go."""
        return self._machine.Pin(pin, self._machine.Pin.OPEN_DRAIN, value=1)

    def output(self, pin: int, level: int) -> object:
        """A function of the level that the pin is to have; it begins with `level`."""
        return self._machine.Pin(pin, self._machine.Pin.OUT, value=level)

    def mux(self, analog: int, enable: int | None) -> tuple:
        """A function that lets a multiplexer in (0) or not (1), and one that gives its value, 0 to 1023."""
        converter = self._machine.ADC(analog)
        switch = (lambda level: None) if enable is None else self.output(enable, 1)
        return switch, lambda: converter.read_u16() >> 6

    def strip(self, config: dict) -> "Strip":
        """The chain of LEDs."""
        pin = self.output(config["pixel_pin"], 0) if config["pixels"] else None
        return Strip(self, self._rp2, pin, 8 * len(config["pixel_order"]), config["pixels"])

    def read(self) -> int | None:
        """The next byte from the host, or None: nothing here waits."""
        for _ in self._readable.ipoll(0):
            self._input.readinto(self._byte)
            return self._byte[0]
        return None

    def writable(self) -> bool:
        """A host has the port open and takes bytes."""
        for _ in self._writable.ipoll(0):
            return True
        return False

    def write(self, packet: bytes) -> None:
        """Give the host these bytes."""
        self._output.write(packet)

    def board_id(self) -> bytes:
        """The eight bytes that tell this Pico from all others."""
        return self._machine.unique_id()

    def started_by(self) -> str:
        """Why the Pico was reset."""
        return "its watchdog" if self._machine.reset_cause() == self._machine.WDT_RESET else "power or reset"

    def signal(self, level: int) -> None:
        """Set the Pico's own LED. On a Pico W that takes a while: only changes are worth it."""
        if level != self._led_is:
            self._led_is = level
            self._led(level)

    def release(self) -> None:
        """Stop the watchdog, for which MicroPython has no word: bit 30 of its control register enables it."""
        watchdog = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000
        clear = 0x3000
        self._mem32[watchdog + clear] = 1 << 30


class Strip:
    """WS2812 LEDs at a state machine of PIO 0, fed by DMA: lighting takes no time from scanning."""

    _FIFO = 0x50200010
    """The register that feeds state machine 0 of PIO 0; its DMA request has number 0."""

    _LATCH_US = 300

    def __init__(self, pico: Pico, rp2: object, pin: object, bits: int, pixels: int) -> None:
        self._pico, self._pixels = pico, pixels
        self._lasts_us = pixels * bits * 5 // 4 + self._LATCH_US
        self._begun_us = None
        if pin is None:
            return
        # Eight cycles are a microsecond: a bit takes ten, of which three or six are high.
        program = strip_program(rp2, bits)
        self._machine = rp2.StateMachine(0, program, freq=8_000_000, out_base=pin, set_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=2, inc_read=True, inc_write=False, treq_sel=0)

    def busy(self) -> bool:
        """A picture is on its way, or the LEDs have not taken it yet."""
        if self._begun_us is None:
            return False
        passed_us = self._pico.ticks_diff(self._pico.ticks_us(), self._begun_us)
        if self._dma.active() or passed_us < self._lasts_us:
            return True
        self._begun_us = None
        return False

    def send(self, words: bytearray) -> None:
        """Begin to send one word a pixel; `words` may not change while the strip is busy."""
        if self._pixels:
            self._begun_us = self._pico.ticks_us()
            self._dma.config(
                read=words, write=self._FIFO, count=self._pixels, ctrl=self._control, trigger=True
            )


def strip_program(rp2: object, bits: int) -> object:
    """The PIO program that sends `bits` bits of each word, the highest first; the line waits low."""

    @rp2.asm_pio(
        out_init=rp2.PIO.OUT_LOW,
        set_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        fifo_join=rp2.PIO.JOIN_TX,
        autopull=True,
        pull_thresh=bits,
    )
    def program() -> None:
        out(x, 1)[2]
        set(pins, 1)[2]
        mov(pins, x)[2]
        set(pins, 0)

    return program
