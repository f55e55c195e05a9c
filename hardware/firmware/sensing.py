"""Knows how switches, hall sensors and buttons are read through pins; nothing of packets or lights."""

from array import array

from hardware.firmware.config import FULL
from hardware.firmware.pico import Pico

RAIL = 8
"""Nearer than this to either end a value is no hall sensor's: a broken wire or a short."""

DRIFT, FRACTION = 13, 14
"""A baseline has FRACTION binary places and follows an empty field by 2**-DRIFT of the way at each scan."""

BOUNCE_MS = 10
"""How long a button must stay as it is; a person cannot press for less."""


class Switches:
    """Switches to ground in rows and columns, then direct ones. `readings`: 0 or 1 a channel.

    A row is pulled low or let go, never driven high, so two rows cannot fight. A reading is what two of the
    last three scans agree on.
    """

    kind = 0

    def __init__(self, pico: Pico, config: dict) -> None:
        rows, columns, inputs = config["rows"], config["columns"], config["inputs"]
        pico.pull_up(columns + inputs)
        self._word, self._wait, self._settle_us = pico.word, pico.wait_us, config["settle_us"]
        self._drives = [pico.row(pin) for pin in rows]
        self._bits = [[1 << pin for pin in columns] for _ in rows]
        if inputs:
            self._drives.append(lambda level: None)
            self._bits.append([1 << pin for pin in inputs])
        self._masks = [sum(bits) for bits in self._bits]
        self._agreed, self._last, self._before = list(self._masks), list(self._masks), list(self._masks)
        self.channels = len(rows) * len(columns) + len(inputs)
        self.readings = bytearray(self.channels)
        self._columns = columns

    def scan(self) -> bool:
        """Look once at every channel; whether a reading has changed."""
        word, wait, settle_us = self._word, self._wait, self._settle_us
        last, before, agreed = self._last, self._before, self._agreed
        changed = False
        for row, drive in enumerate(self._drives):
            drive(0)
            wait(settle_us)
            now = word() & self._masks[row]
            drive(1)
            seen = (now & last[row]) | (before[row] & (now | last[row]))
            before[row] = last[row]
            last[row] = now
            if seen != agreed[row]:
                agreed[row] = seen
                self._take(row, seen)
                changed = True
        return changed

    def _take(self, row: int, seen: int) -> None:
        channel = row * len(self._columns)
        for bit in self._bits[row]:
            self.readings[channel] = 0 if seen & bit else 1
            channel += 1

    def trouble(self) -> str:
        """Columns that are low although no row is, as a sentence; or nothing."""
        self._wait(self._settle_us)
        low = [str(pin) for pin in self._columns if not self._word() >> pin & 1]
        return f"column pin {', '.join(low)} is low without a row: is it shorted to ground?" if low else ""

    def values(self) -> str:
        """What there is to say of the sensors for a maker."""
        return ""


class Halls:
    """Linear hall sensors behind CD74HC4067s. `readings`: 0 none, 1 white, 2 black, 3 unknown a channel.

    A reading is taken when two of the last three scans give it. A baseline follows slow drift while its
    field is empty, but never further than half of `hall_off` from where it began.
    """

    kind = 1

    def __init__(self, pico: Pico, config: dict) -> None:
        self._wait, self._settle_us = pico.wait_us, config["settle_us"]
        self._select = [pico.output(pin, 0) for pin in config["select"]]
        self._muxes = [pico.mux(analog, enable) for analog, enable in config["muxes"]]
        self.channels = config["channels"]
        self._on, self._off, self._white_low = config["hall_on"], config["hall_off"], config["white_low"]
        self._begun = array("i", [baseline << FRACTION for baseline in config["baselines"]])
        self._baselines = array("i", self._begun)
        self._values = array("H", config["baselines"])
        self._last, self._before = bytearray(self.channels), bytearray(self.channels)
        self.readings = bytearray(self.channels)

    def scan(self) -> bool:
        """Look once at every channel; whether a reading has changed."""
        changed = False
        for line in range(16):
            for number, select in enumerate(self._select):
                select(line >> number & 1)
            for mux, (enable, sample) in enumerate(self._muxes):
                channel = 16 * mux + line
                if channel < self.channels:
                    enable(0)
                    self._wait(self._settle_us)
                    value = sample()
                    enable(1)
                    changed = self._vote(channel, self.judge(channel, value)) or changed
        return changed

    def judge(self, channel: int, value: int) -> int:
        """The reading that `value` (0 to 1023) means by itself."""
        self._values[channel] = value
        if not RAIL <= value <= FULL - RAIL:
            return 3
        drift = (value << FRACTION) - self._baselines[channel]
        away = abs(drift)
        pole = 1 if (drift < 0) == self._white_low else 2
        reach = self._off if self._last[channel] == pole else self._on
        if away >= reach << FRACTION:
            return pole
        limit = self._off << (FRACTION - 1)
        if away < limit:
            moved = self._baselines[channel] + (drift >> DRIFT)
            begun = self._begun[channel]
            self._baselines[channel] = min(max(moved, begun - limit), begun + limit)
        return 0

    def _vote(self, channel: int, reading: int) -> bool:
        last, before = self._last[channel], self._before[channel]
        self._before[channel], self._last[channel] = last, reading
        if reading == self.readings[channel] or reading not in (last, before):
            return False
        self.readings[channel] = reading
        return True

    def trouble(self) -> str:
        """Hall sensors that cannot be read say so in their readings."""
        return ""

    def values(self) -> str:
        """What the sensors give, for `baselines`."""
        return "hall values " + " ".join(str(value) for value in self._values)


def packed(readings: bytes, width: int) -> bytes:
    """Readings as the wire carries them: channel 0 in the lowest `width` bits of the first byte."""
    out = bytearray((len(readings) * width + 7) // 8)
    at = 0
    for reading in readings:
        out[at >> 3] |= reading << (at & 7)
        at += width
    return bytes(out)


class Buttons:
    """Push buttons to ground. `step` gives the edges: (button, 1 pressed or 0 released)."""

    def __init__(self, pico: Pico, pins: list) -> None:
        pico.pull_up(pins)
        self._pins, self._word = pins, pico.word
        self._pressed, self._since = bytearray(len(pins)), [0] * len(pins)

    def step(self, now_ms: int) -> list:
        """The edges of this moment; an edge counts once the button has stayed for BOUNCE_MS."""
        edges = []
        word = self._word() if self._pins else 0
        for button, pin in enumerate(self._pins):
            pressed = 1 - (word >> pin & 1)
            if pressed == self._pressed[button]:
                self._since[button] = now_ms
            elif now_ms - self._since[button] >= BOUNCE_MS:
                self._pressed[button] = pressed
                edges.append((button, pressed))
        return edges
