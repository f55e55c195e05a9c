"""Knows how switches on MCP23017 expanders serve as a sensor source; nothing about their registers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from hardware.device import HardwareError, HardwareUnavailable, Reading
from hardware.gpio_pins import Gpio, check_pins, faults_told, give_back, take
from hardware.i2c_bus import I2cBus, NoAnswer
from hardware.mcp23017 import ADDRESSES, COLUMNS, INPUTS, MOST_ROWS, Expander
from hardware.polled_source import RETRY_S, PolledSource, Rest
from hardware.scans import Fault, Scan, check_channels, without_ghosts

RATE_HZ: Final = 100
I2C_BUS: Final = 1
RESET_S: Final = 10e-6
"""The data sheet asks for 1 us of low at RESET."""


class Expanders(PolledSource):
    """Switches on MCP23017s at `addresses` of an I2C bus: 14 each, or with `rows` (1 to 8) a matrix of so
    many rows and 7 columns each. Channels count through one expander after the other, and `channels` of them
    are used.

    An expander that does not answer is asked again twice, then the bus is reset and the chip set up anew; if
    that does not help, its channels (of a matrix: the row's) are UNKNOWN and it is tried again every RETRY_S.
    When none answers the board is away. With GPIO `reset_pin` at the RESET of all expanders a reset also
    frees a bus on which one of them hangs; without it the bus is only opened anew. Without `diodes` the
    corners of closed rectangles are UNKNOWN.
    """

    def __init__(
        self,
        addresses: Sequence[int],
        channels: int | None = None,
        *,
        bus: int = I2C_BUS,
        rows: int = 0,
        diodes: bool = False,
        reset_pin: int | None = None,
        rate_hz: float = RATE_HZ,
        clock: Callable[[], float] = time.monotonic,
        rest: Rest | None = None,
    ) -> None:
        """Raises HardwareError for addresses or numbers that no set of expanders has, InvalidPins for a reset
        pin that is taken."""
        _check(addresses, rows, diodes=diodes)
        if reset_pin is not None:
            check_pins({"reset pin": [reset_pin]})
        each = rows * COLUMNS or INPUTS
        capacity = each * len(addresses)
        used = capacity if channels is None else channels
        name = f"{len(addresses)} expander{'s' if len(addresses) > 1 else ''} with {each} switches each"
        check_channels(used, capacity, name)
        super().__init__(
            f"The expanders on /dev/i2c-{bus}",
            used,
            lambda: _Expanders(I2cBus(bus), tuple(addresses), rows, used, clock, reset_pin, diodes=diodes),
            rate_hz=rate_hz,
            clock=clock,
            rest=rest,
        )


def _check(addresses: Sequence[int], rows: int, *, diodes: bool) -> None:
    for address in addresses:
        if address not in ADDRESSES:
            raise HardwareError(f"An MCP23017 has an address from 0x20 to 0x27, not 0x{address:02x}.")
    if not addresses or len(set(addresses)) < len(addresses):
        raise HardwareError("Each expander needs an address of its own: set its pins A0 to A2.")
    if not 0 <= rows <= MOST_ROWS:
        raise HardwareError(f"An expander has 0 to {MOST_ROWS} rows, not {rows}.")
    if rows == MOST_ROWS and not diodes:
        raise HardwareError(
            "A matrix of 8 rows needs diodes, because an expander drives its row 7 high: fit one at every "
            "switch, or use 7 rows."
        )


class _Expanders:
    """Expanders on an opened bus; see Bus."""

    def __init__(
        self,
        bus: I2cBus,
        addresses: tuple[int, ...],
        rows: int,
        channels: int,
        clock: Callable[[], float],
        reset_pin: int | None,
        *,
        diodes: bool,
    ) -> None:
        self._bus = bus
        self._chips = [Expander(bus, address, rows) for address in addresses]
        self._ghosts = bool(rows) and not diodes
        self._channels = channels
        self._clock = clock
        self._silent: dict[int, float] = {}
        """The chips that do not answer, by address, and when each is tried again."""
        self._reset_pin = reset_pin
        self._gpio: Gpio | None = None
        try:
            if reset_pin is not None:
                self._gpio = take([reset_pin])
            self._begin()
            self._check_any()
        except HardwareUnavailable:
            self.close()
            raise

    def _begin(self) -> None:
        """Bring all chips, whatever they were before, to where they can be read."""
        if self._gpio is not None and self._reset_pin is not None:
            with faults_told(self._gpio):
                self._gpio.setup(self._reset_pin, self._gpio.OUT, initial=self._gpio.LOW)
                time.sleep(RESET_S)
                self._gpio.output(self._reset_pin, self._gpio.HIGH)
        for chip in self._chips:
            try:
                chip.configure()
            except NoAnswer:
                self._silent.setdefault(chip.address, self._clock() + RETRY_S)

    def scan(self) -> Scan:
        """See Bus."""
        found, fault = bytearray(), None
        for chip in self._chips:
            scan = self._scan(chip)
            found += scan.readings
            fault = fault or scan.fault
        self._check_any()
        return Scan(bytes(found[: self._channels]), fault)

    def close(self) -> None:
        """See Bus."""
        self._bus.close()
        if self._gpio is not None and self._reset_pin is not None:
            give_back(self._gpio, [self._reset_pin])

    def _scan(self, chip: Expander) -> Scan:
        now = self._clock()
        again_at = self._silent.get(chip.address)
        if again_at is None or now >= again_at:
            try:
                readings = self._believed(chip, restart=again_at is not None)
                self._silent.pop(chip.address, None)
                scan = without_ghosts(readings, COLUMNS) if self._ghosts else Scan(readings)
                return Scan(scan.readings, scan.fault or self._unread(chip, readings))
            except NoAnswer:
                self._silent[chip.address] = now + RETRY_S
        sentence = (
            f"The expander at 0x{chip.address:02x} on {self._bus.path} does not answer, so its fields are "
            "unknown: check its power, its wires and its address pins."
        )
        return Scan(bytes([Reading.UNKNOWN]) * chip.channels, Fault(f"silent {chip.address}", sentence))

    def _unread(self, chip: Expander, readings: bytes) -> Fault | None:
        """What to say of rows that could not be read."""
        rows = [row for row in range(len(readings) // COLUMNS) if readings[COLUMNS * row] == Reading.UNKNOWN]
        if not rows:
            return None
        named = ", ".join(map(str, rows))
        sentence = (
            f"Row {named} of the expander at 0x{chip.address:02x} on {self._bus.path} cannot be read, so its "
            "fields are unknown: check its wires, and shorten those of the bus."
        )
        return Fault(f"rows {chip.address} {named}", sentence)

    def _believed(self, chip: Expander, *, restart: bool) -> bytes:
        """What the chip reads, if need be after a reset of the bus and of its settings; raises NoAnswer."""
        if not restart:
            try:
                return chip.scan()
            except NoAnswer:
                pass  # it hangs, or has lost power: both are cured below
        self._bus.reset()
        if self._gpio is not None and not restart:
            self._begin()  # the pin resets all of them; one that is gone is not worth that again and again
        else:
            chip.configure()
        return chip.scan()

    def _check_any(self) -> None:
        if len(self._silent) == len(self._chips):
            named = " or ".join(f"0x{chip.address:02x}" for chip in self._chips)
            raise HardwareUnavailable(
                f"No expander answers at {named} on {self._bus.path}: check power, ground, SDA, SCL and the "
                "address pins ('i2cdetect -y 1' shows who answers)."
            )
