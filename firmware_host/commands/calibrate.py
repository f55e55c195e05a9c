"""Knows the command `zetlicht calibrate`: what hall sensors give on the empty board is measured and kept."""

from __future__ import annotations

import argparse
import json
import threading
import time
from pathlib import Path

from firmware_host.config import Config
from firmware_host.config_pi import HallSensors
from firmware_host.errors import ConfigError
from firmware_host.pi_sensors import pi_source
from firmware_host.status import check_alone
from firmware_host.wire.board_file import known_or_not, probe_board
from hardware.device import DeviceState, HardwareError, HardwareUnavailable, Signal
from hardware.hall_adc import HallAdc
from hardware.hall_calibration import Calibration

APPEAR_S = 5.0
"""How long the sensors may take to answer."""

MEASURE_S = 30.0


def run(arguments: argparse.Namespace) -> int:
    """Measure, keep, and print what was found."""
    config, known = known_or_not(Path(arguments.config), probe_board)
    keys = config.sensor_device
    if not isinstance(keys, HallSensors):
        raise ConfigError(
            f'{config.path}: sensors.driver is "{config.sensors.driver}", but only the hall sensors of '
            "hall-adc are calibrated; there is nothing to do."
        )
    check_alone(config, "calibrate")
    calibration = measure(config, keys)
    if arguments.json:
        print(json.dumps({"baselines": calibration.baselines, "noise": calibration.noise}))
    else:
        print(_told(config, keys, calibration, known=known))
    return 0


def measure(config: Config, keys: HallSensors) -> Calibration:
    """The calibration of the board as it stands, which must be empty; it is kept where `keys` say.

    Raises HardwareError with the reason why it cannot be measured or kept.
    """
    source = pi_source(keys, len(config.wiring.channels), config.state_dir)
    if not isinstance(source, HallAdc):
        raise HardwareError("Only hall sensors are calibrated.")
    there = threading.Event()
    last = ["The sensors do not answer."]

    def hear(signal: Signal) -> None:
        if isinstance(signal, DeviceState):
            last[0] = signal.detail
            if signal.connected:
                there.set()

    source.start(hear)
    try:
        if not there.wait(APPEAR_S):
            raise HardwareUnavailable(last[0])
        source.calibrate()
        until = time.monotonic() + MEASURE_S
        while source.calibrating and time.monotonic() < until:
            time.sleep(0.05)
        if source.calibrating:
            raise HardwareUnavailable(last[0])
        if source.trouble is not None or source.calibration is None:
            raise HardwareError(source.trouble or last[0])
        return source.calibration
    finally:
        source.stop()


def _told(config: Config, keys: HallSensors, calibration: Calibration, *, known: bool) -> str:
    fields = config.wiring.channels if known else ("",) * len(config.wiring.channels)
    noisiest = sorted(range(len(fields)), key=lambda channel: -calibration.noise[channel])[:5]
    named = ", ".join(
        f"{fields[channel] or f'channel {channel}'} {calibration.noise[channel]:.0f}" for channel in noisiest
    )
    return (
        f"{len(fields)} sensors are calibrated; kept in {config.state_dir / keys.calibration}.\n"
        f"The most restless stray by so many steps (a piece begins at {keys.on}): {named}."
    )
