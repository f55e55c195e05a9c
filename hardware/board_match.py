"""Knows whether a board that says HELLO is the one that was expected, and how to say why not."""

from __future__ import annotations

from hardware.packets import VERSION, Hello
from hardware.readings import BoardShape, SensorKind


def complaint(hello: Hello, expected: BoardShape) -> str | None:
    """Why this board cannot be used, as the rest of a sentence that begins with the board; None if it can.

    Every number that differs is named with the one expected. Buttons are not compared (see `shortage`), nor
    are pixels where none are expected: LEDs may be left unused.
    """
    if hello.version > VERSION:
        return (
            f"speaks version {hello.version} of the protocol, this program speaks version {VERSION}: "
            "update this program, or put its own firmware on the board."
        )
    if hello.version < VERSION:
        return (
            f"speaks version {hello.version} of the protocol, this program speaks version {VERSION}: "
            "put the firmware of this version on the board."
        )
    differences = [
        f"{has} where the configuration has {wanted}"
        for has, wanted in (
            (_sensors(hello.sensors), _sensors(expected.kind)),
            (f"{hello.channels} channels", f"{expected.channels}"),
            (f"{hello.pixels} pixels", f"{expected.pixels}"),
        )
        if has.split()[0] != wanted.split()[0] and not (wanted == "0" and "pixels" in has)
    ]
    if not differences:
        return None
    return (
        f"has {', and '.join(differences)}: correct the configuration, "
        "or connect the board that it describes."
    )


def shortage(hello: Hello, expected: BoardShape) -> str | None:
    """Which buttons the configuration names and this board lacks, as the rest of a sentence that begins with
    the board; None if it has them all. It may have more, and can be used without them.
    """
    if hello.buttons >= expected.buttons:
        return None
    named = f"button {expected.buttons - 1}"
    if hello.buttons == 0:
        return f"has no buttons, but the configuration names {named}: remove [buttons], or use button pins."
    has = "1 button, number 0" if hello.buttons == 1 else f"{hello.buttons} buttons, 0 to {hello.buttons - 1}"
    return f"has {has}, but the configuration names {named}: correct the numbers under [buttons]."


def _sensors(value: int) -> str:
    known = {kind.value: f"{kind.word} sensors" for kind in SensorKind}
    return known.get(value, f"unknown({value}) sensors")
