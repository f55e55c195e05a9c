"""Knows why an SPI or I2C bus cannot be used: turns an error number into cause and remedy."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass

from hardware.device import HardwareUnavailable


@dataclass(frozen=True, slots=True)
class BusKind:
    """A kind of bus: what it is called, and how it is switched on and whom it admits."""

    name: str
    library: str
    setting: str
    group: str


SPI = BusKind("SPI", "spidev", "dtparam=spi=on", "spi")
SPI1 = BusKind("SPI", "spidev", "dtoverlay=spi1-1cs", "spi")
I2C = BusKind("I2C", "smbus2", "dtparam=i2c_arm=on", "i2c")


def not_opened(kind: BusKind, device: str, error: OSError) -> HardwareUnavailable:
    """Why the device file `device` could not be opened."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR | errno.ENODEV | errno.ENXIO:
            sentence = (
                f"There is no {device}: {kind.name} is switched off; put {kind.setting} into "
                "/boot/firmware/config.txt and reboot."
            )
        case errno.EACCES:
            sentence = (
                f"There is no right to open {device}: put the user into the group {kind.group} with 'sudo "
                f"usermod -aG {kind.group} USER' and restart the service."
            )
        case errno.EPERM:
            sentence = (
                f"The system does not let this service open {device}: its device policy was fixed before the "
                "driver was loaded; load the driver at boot and restart the service."
            )
        case errno.EBUSY | errno.EAGAIN:
            sentence = f"{device} is in use by another program: stop that program."
        case _:
            sentence = (
                f"{device} could not be opened ({words(error)}): check that {kind.name} is switched on."
            )
    return HardwareUnavailable(sentence)


def lost(device: str, error: OSError) -> HardwareUnavailable:
    """Why `device`, which had been open, failed."""
    return HardwareUnavailable(
        f"{device} takes no more transfers ({words(error)}): it was switched off, or its driver hangs; check "
        "its settings and reboot."
    )


def library_missing(kind: BusKind) -> HardwareUnavailable:
    """The Python library of this bus is not installed."""
    return HardwareUnavailable(
        f"The library {kind.library}, which drives {kind.name}, is not installed: run 'pip install "
        f'"zetlicht[pi]"\' in its environment.'
    )


def words(error: OSError) -> str:
    """What the system calls this error."""
    return os.strerror(error.errno) if error.errno else str(error)
