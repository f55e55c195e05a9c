"""Knows how linear hall sensors behind multiplexers serve as a sensor source; nothing about fields."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from hardware.analog_inputs import LINES, AnalogInputs
from hardware.device import HardwareError
from hardware.gpio_pins import check_pins
from hardware.hall_calibration import Calibration, InvalidCalibration, load, measured, save
from hardware.hall_sensing import MIDDLE, HallChannels, Margin, Thresholds
from hardware.polled_source import PolledSource, Rest
from hardware.scans import Fault, Scan, check_channels

RATE_HZ: Final = 100
SETTLE_S: Final = 20e-6
CALIBRATION_SCANS: Final = 50
_CONVERTER_CHANNELS: Final = 8


class HallAdc(PolledSource):
    """Linear hall sensors at the inputs of CD74HC4067s whose outputs go to one MCP3008, in the order of
    AnalogInputs: channel `16 * m + s` is line s of multiplexer m.

    What an empty field gives is kept in the file `calibration`. Without it every baseline is the middle,
    which is told as a fault. The converter needs an SPI bus whose data line drives no LEDs.
    """

    def __init__(
        self,
        channels: int,
        select: Sequence[int],
        calibration: Path,
        *,
        spi_bus: int = 1,
        spi_device: int = 0,
        thresholds: Thresholds | None = None,
        settle_s: float = SETTLE_S,
        rate_hz: float = RATE_HZ,
        clock: Callable[[], float] = time.monotonic,
        rest: Rest | None = None,
    ) -> None:
        """Raises InvalidPins for select pins that are taken, and HardwareError for numbers that do not
        fit."""
        check_channels(channels, LINES * _CONVERTER_CHANNELS, "eight multiplexers")
        if len(select) != 4:
            raise HardwareError(f"A CD74HC4067 has four select lines, S0 to S3; {len(select)} are named.")
        check_pins({"select lines": select}, spi_bus=spi_bus, spi_device=spi_device)
        limits = thresholds or Thresholds()
        if not 0 < limits.off < limits.on:
            raise HardwareError(
                f"A piece counts from {limits.on} steps on and until {limits.off}: the second must be "
                "smaller."
            )
        self._sensing = _Sensing(channels, calibration, limits)
        super().__init__(
            f"The hall sensors on /dev/spidev{spi_bus}.{spi_device}",
            channels,
            lambda: _HallBus(AnalogInputs(channels, spi_bus, spi_device, select, settle_s), self._sensing),
            rate_hz=rate_hz,
            clock=clock,
            rest=rest,
        )

    @property
    def margins(self) -> tuple[Margin, ...]:
        """How each channel did at the last scan; from any thread."""
        return self._sensing.channels.margins

    def calibrate(self) -> None:
        """Take what the next CALIBRATION_SCANS scans give as the empty board, and keep it; from any thread.

        Trouble is told as a fault, and then the calibration before stays.
        """
        self._sensing.wanted.set()

    @property
    def calibrating(self) -> bool:
        """Whether what `calibrate` asked for is still to be done."""
        return self._sensing.wanted.is_set()

    @property
    def trouble(self) -> str | None:
        """What is wrong with the calibration, or None."""
        return self._sensing.fault.sentence if self._sensing.fault else None

    @property
    def calibration(self) -> Calibration | None:
        """What is known of the empty board, or None."""
        return self._sensing.calibration


class _Sensing:
    """What is known of the sensors beyond one opening of their bus."""

    def __init__(self, channels: int, path: Path, thresholds: Thresholds) -> None:
        self.channels = HallChannels([MIDDLE] * channels, thresholds)
        self.wanted = threading.Event()
        self.fault: Fault | None = None
        self.calibration: Calibration | None = None
        self._path = path
        self._count = channels
        self._thresholds = thresholds
        self._scans: list[list[int]] = []

    def load(self) -> None:
        """Begin with what the file says."""
        self._scans = []
        try:
            calibration = load(self._path, self._count)
        except InvalidCalibration as error:
            self.fault = Fault("calibration", str(error))
            return
        if calibration is None:
            self.fault = Fault(
                "calibration", "The hall sensors are not calibrated: empty the board and calibrate it."
            )
            return
        self._take(calibration)

    def see(self, values: list[int]) -> Scan:
        """The scan that these values give."""
        if self.wanted.is_set():
            self._scans.append(values)
            if len(self._scans) >= CALIBRATION_SCANS:
                self._calibrate()
        return Scan(self.channels.read(values), self.fault)

    def _calibrate(self) -> None:
        scans, self._scans = self._scans, []
        try:
            calibration = measured(scans, self._thresholds)
            self._take(calibration)
            save(self._path, calibration)
        except InvalidCalibration as error:
            self.fault = Fault(f"calibration {error}", str(error))
        self.wanted.clear()

    def _take(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.channels.begin(calibration.baselines)
        self.fault = None


class _HallBus:
    """Opened inputs; see Bus."""

    def __init__(self, inputs: AnalogInputs, sensing: _Sensing) -> None:
        self._inputs = inputs
        self._sensing = sensing
        sensing.load()

    def scan(self) -> Scan:
        """See Bus."""
        return self._sensing.see(self._inputs.read())

    def close(self) -> None:
        """See Bus."""
        self._inputs.close()
