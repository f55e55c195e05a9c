"""Knows what every hall sensor gives on an empty board, how that is measured, and the file that keeps it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from hardware.device import HardwareError
from hardware.hall_sensing import FULL, RAIL, Thresholds

VERSION: Final = 1


class InvalidCalibration(HardwareError, ValueError):
    """A calibration that cannot be read, or a board that cannot be calibrated as it is."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What each channel gives without a piece, and how far it strayed from that while it was measured; in
    steps of the converter.
    """

    baselines: tuple[float, ...]
    noise: tuple[float, ...]


def measured(scans: Sequence[Sequence[int]], thresholds: Thresholds) -> Calibration:
    """The calibration of an empty board from several scans of all channels.

    Raises InvalidCalibration, naming the channel, for one that is broken or so noisy that it would not be
    told from a piece.
    """
    baselines, noise = [], []
    for channel, values in enumerate(zip(*scans, strict=True)):
        mean = fmean(values)
        strayed = max(max(values) - mean, mean - min(values))
        if not RAIL <= mean <= FULL - RAIL:
            raise InvalidCalibration(
                f"Channel {channel} gives {mean:.0f} of {FULL}, which is no sensor's: check its wires and "
                "its supply."
            )
        if strayed >= thresholds.off:
            raise InvalidCalibration(
                f"Channel {channel} strayed by {strayed:.0f} steps while it was measured: keep the board "
                "empty and at rest, and check its wires."
            )
        baselines.append(round(mean, 2))
        noise.append(round(strayed, 2))
    return Calibration(tuple(baselines), tuple(noise))


def load(path: Path, channels: int) -> Calibration | None:
    """The calibration in the file, None if there is no file; raises InvalidCalibration for any other
    trouble."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        baselines = _numbers(content["baselines"])
        noise = _numbers(content["noise"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidCalibration(
            f"The calibration in {path} cannot be read ({_words(error)}): calibrate the empty board anew."
        ) from error
    if content.get("version") != VERSION or len(baselines) != channels or len(noise) != channels:
        raise InvalidCalibration(
            f"The calibration in {path} is for {len(baselines)} channels, but the board has {channels}: "
            "calibrate the empty board anew."
        )
    return Calibration(baselines, noise)


def save(path: Path, calibration: Calibration) -> None:
    """Write the file, whole or not at all, durable against a pulled plug; raises InvalidCalibration."""
    content = {"version": VERSION, "baselines": calibration.baselines, "noise": calibration.noise}
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            json.dump(content, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise InvalidCalibration(
            f"The calibration cannot be written to {path} ({_words(error)}): let the service write there."
        ) from error


def _numbers(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not all(
        isinstance(item, int | float) and not isinstance(item, bool) and 0 <= item <= FULL for item in value
    ):
        raise ValueError("not a list of numbers")
    return tuple(float(item) for item in value)


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
