"""Knows the checks of the computer itself: which it is, its supply, its heat, its clock."""

from __future__ import annotations

import re
from collections.abc import Iterable

from firmware_host.doctor.check import ALWAYS, Case, Check, Outcome, Trouble, or_good
from firmware_host.doctor.needs import PINS
from firmware_host.pi_health import Supply, generation, slowed_by_heat, supply, temperature_c
from firmware_host.system import System
from firmware_host.time_of_day import OLDEST_CREDIBLE_YEAR, is_set

HOT_C = 80.0
OLDEST_KERNEL = (5, 10)
"""Since then the kernel tells who holds a pin, which the libraries rely on."""

NO_PI = Trouble(
    "{model} has no GPIO pins that the board could use",
    "the configuration is for a Raspberry Pi",
    'run it there, or use a board on a serial port (driver = "serial")',
)
OLD_KERNEL = Trouble(
    "Linux {kernel} is too old for the GPIO libraries",
    "the system has not been updated for years",
    "sudo apt full-upgrade, then reboot",
)
LOW = Trouble(
    "the supply's voltage is too low now",
    "a supply or cable that is too weak, or LEDs on the Raspberry Pi's own 5 V pin",
    "use the supply made for this Raspberry Pi with a short cable, and give the LEDs a supply of their own",
)
WAS_LOW = Trouble(
    "the supply's voltage has been too low since the start",
    "it gives in when much is lit: a supply or cable that is too weak",
    "use the supply made for this Raspberry Pi with a short cable, or lower leds.budget_ma",
    fails=False,
)
HOT = Trouble(
    "the processor is at {degrees} C and slowed down",
    "no air in the case, or no heat sink",
    "let air through the case, or fit a heat sink or fan",
    fails=False,
)
NEVER_SET = Trouble(
    "the clock shows {year}: it was never set",
    "there has been no network since the start, and no battery keeps the time",
    "connect the network, set it with 'sudo date -s \"2026-11-30 20:00\"', or fit a clock with a battery; "
    "until then games are dated ????.??.??",
)
NOT_SYNCHRONIZED = Trouble(
    "the clock shows {now}, but nothing has set it since the start",
    "there is no network, and no clock with a battery: it goes on from when the computer was last on",
    "connect the network or fit a clock with a battery, or games have wrong dates",
    fails=False,
)


def _model(system: System) -> str:
    return system.text("/proc/device-tree/model") or "this computer"


def _computer(case: Case) -> Iterable[Outcome]:
    system = case.system
    pi, model, kernel = generation(system), _model(system), system.text("/proc/sys/kernel/osrelease") or "?"
    troubles = []
    if PINS.holds(case.config):
        version = re.match(r"(\d+)\.(\d+)", kernel)
        if pi is None:
            troubles.append(NO_PI.told(model=model))
        elif version and (int(version[1]), int(version[2])) < OLDEST_KERNEL:
            troubles.append(OLD_KERNEL.told(kernel=kernel))
    return or_good(troubles, f"{model if pi else 'no Raspberry Pi'}, Linux {kernel}")


def _supply(case: Case) -> Iterable[Outcome]:
    match supply(case.system):
        case Supply.LOW:
            yield LOW.told()
        case Supply.WAS_LOW:
            yield WAS_LOW.told()
        case Supply.GOOD:
            yield "its voltage has been right"


def _heat(case: Case) -> Iterable[Outcome]:
    degrees = temperature_c(case.system)
    if degrees is None or generation(case.system) is None:
        return
    if degrees >= HOT_C or (slowed_by_heat(case.system) and supply(case.system) is not Supply.LOW):
        yield HOT.told(degrees=round(degrees))
    else:
        yield f"the processor is at {degrees:.0f} C"


def _clock(case: Case) -> Iterable[Outcome]:
    system, shown = case.system, f"{case.system.now:%Y-%m-%d %H:%M} UTC"
    if system.now.year < OLDEST_CREDIBLE_YEAR:
        yield NEVER_SET.told(year=system.now.year)
    elif is_set(system):
        yield shown
    else:
        yield NOT_SYNCHRONIZED.told(now=shown)


CHECKS = (
    Check("computer", "model and kernel", ALWAYS, (NO_PI, OLD_KERNEL), _computer),
    Check("supply", "under-voltage, as kernel and firmware tell it", ALWAYS, (LOW, WAS_LOW), _supply),
    Check("heat", "the processor's temperature", ALWAYS, (HOT,), _heat),
    Check(
        "clock",
        "the date, and whether network or battery set it",
        ALWAYS,
        (NEVER_SET, NOT_SYNCHRONIZED),
        _clock,
    ),
)
