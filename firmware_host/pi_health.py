"""Knows where a Raspberry Pi tells its model, its temperature and its supply; not what follows from them."""

from __future__ import annotations

from enum import Enum

from firmware_host.system import System

_CHIPS = (("bcm2712", 5), ("bcm2711", 4), ("bcm2837", 3), ("bcm2836", 2), ("bcm2835", 1), ("bcm2708", 1))
_UNDER_NOW, _UNDER_SINCE = 1 << 0, 1 << 16
_HOT_NOW = 1 << 1 | 1 << 2 | 1 << 3


class Supply(Enum):
    """How the supply has been."""

    GOOD = "good"
    WAS_LOW = "too low since the start"
    LOW = "too low now"


def generation(system: System) -> int | None:
    """Which Raspberry Pi this is by its chip: 5, 4, 3 (also Zero 2), 2, 1 (also Zero); None for none."""
    compatible = (system.octets("/proc/device-tree/compatible") or b"").decode("ascii", "replace")
    return next((number for chip, number in _CHIPS if f"brcm,{chip}" in compatible), None)


def throttled(system: System) -> int | None:
    """The flags of `vcgencmd get_throttled`; None where the firmware cannot be asked."""
    _, _, value = (system.run(("vcgencmd", "get_throttled")) or "").partition("=")
    try:
        return int(value, 16)
    except ValueError:
        return None


def low_now(system: System) -> bool | None:
    """Whether the kernel says that the supply's voltage is too low now; None where it cannot."""
    for name in system.names("/sys/class/hwmon"):
        if system.text(f"/sys/class/hwmon/{name}/name") == "rpi_volt":
            alarm = system.number(f"/sys/class/hwmon/{name}/in0_lcrit_alarm")
            return None if alarm is None else bool(alarm)
    return None


def supply(system: System) -> Supply | None:
    """How the supply's voltage is and has been, asked of kernel and firmware; None where neither tells."""
    low, flags = low_now(system), throttled(system)
    if low is None and flags is None:
        return None
    if low or (flags or 0) & _UNDER_NOW:
        return Supply.LOW
    return Supply.WAS_LOW if (flags or 0) & _UNDER_SINCE else Supply.GOOD


def temperature_c(system: System) -> float | None:
    """The temperature of the processor in degrees Celsius."""
    for name in system.names("/sys/class/thermal"):
        if (system.text(f"/sys/class/thermal/{name}/type") or "").startswith("cpu"):
            value = system.number(f"/sys/class/thermal/{name}/temp")
            return None if value is None else value / 1000
    return None


def slowed_by_heat(system: System) -> bool:
    """Whether the firmware slows the processor down now, because of its heat or its supply."""
    return bool((throttled(system) or 0) & _HOT_NOW)
