"""Knows who holds a GPIO of the Raspberry Pi's header, asked of the kernel itself; needs no library."""

from __future__ import annotations

import fcntl
import os
import struct
from typing import Final

HEADERS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The labels of the chips behind the header; their numbers differ from kernel to kernel."""

_MOST_CHIPS: Final = 16
_CHIP_INFO: Final = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h
_CHIP: Final = struct.Struct("32s32sI")  # struct gpiochip_info: name, label, lines
_LINE_INFO: Final = 0xC100B405  # GPIO_V2_GET_LINEINFO_IOCTL
_LINE: Final = struct.Struct(
    "32s32sIIQ176x"
)  # struct gpio_v2_line_info: name, consumer, offset, attributes, flags
_USED: Final = 1


def consumer(pin: int) -> str | None:
    """Who has this GPIO (a BCM number), as the kernel calls them; None if nobody, or nobody can tell."""
    for number in range(_MOST_CHIPS):
        try:
            chip = os.open(f"/dev/gpiochip{number}", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            continue  # there is no such chip, or it is not ours to ask
        try:
            _, label, _ = _CHIP.unpack(fcntl.ioctl(chip, _CHIP_INFO, bytes(_CHIP.size)))
            if _text(label) in HEADERS:
                asked = _LINE.pack(b"", b"", pin, 0, 0)
                _, holder, _, _, flags = _LINE.unpack(fcntl.ioctl(chip, _LINE_INFO, asked))
                return (_text(holder) or "the kernel") if flags & _USED else None
        except OSError:
            continue  # an older kernel, which cannot tell
        finally:
            os.close(chip)
    return None


def labels() -> tuple[str, ...]:
    """The labels of all GPIO chips that this user may open; none where there are none."""
    found = []
    for number in range(_MOST_CHIPS):
        path = f"/dev/gpiochip{number}"
        if os.path.islink(path):  # noqa: PTH114 - as the rest of this file
            continue  # a second name, which Raspberry Pi OS keeps for older programs
        try:
            chip = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            continue  # there is no such chip, or it is not ours to ask
        try:
            found.append(_text(_CHIP.unpack(fcntl.ioctl(chip, _CHIP_INFO, bytes(_CHIP.size)))[1]))
        except OSError:
            continue  # no GPIO chip, whatever it is
        finally:
            os.close(chip)
    return tuple(found)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")
