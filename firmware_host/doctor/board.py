"""Knows the checks of the board itself: what it says of itself, how its sensors rest, what failed before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from firmware_host.cli import VERSION
from firmware_host.config import Config
from firmware_host.config_drivers import SerialBoard as SerialKeys
from firmware_host.config_drivers import SerialLeds
from firmware_host.config_kinds import listed
from firmware_host.config_pi import HallSensors
from firmware_host.doctor.check import ALWAYS, Case, Check, Concern, Outcome, Told, Trouble, or_good
from firmware_host.doctor.needs import SERIAL
from firmware_host.errors import JournalError
from firmware_host.past_faults import NAME, PastFault, load
from hardware import hall_calibration
from hardware.board_match import complaint
from hardware.device import HardwareError
from hardware.packets import Hello
from hardware.readings import BoardShape, SensorKind

SILENT = Trouble(
    "{sentence}",
    "no firmware on it, another baud rate, or a cable that only charges",
    "{remedy}",
)
UNLIKE = Trouble(
    "the board {differs}",
    "another board, another firmware, or a list in [wiring] that is too long or too short",
    "{remedy}",
)
FEW_BUTTONS = Trouble(
    "the board has {has} buttons, but [buttons] names button {last}",
    "its firmware was made for fewer buttons",
    "correct [buttons], or put a firmware with more buttons on the board",
    fails=False,
)
OTHER_FIRMWARE = Trouble(
    "the board's firmware is {firmware}, this program is {version}",
    "one of the two was updated without the other",
    "put the firmware of this version on the board",
    fails=False,
)
NOT_CONNECTED = Trouble(
    "the daemon has no board: {detail}",
    "it is unplugged, another program has its port, or it is not the board that is configured",
    "unplug the board and plug it in again, then see 'zetlicht status'",
)
NO_CALIBRATION = Trouble(
    "the hall sensors were never calibrated",
    "{path} is not there",
    "empty the board, stop the daemon, and run 'zetlicht calibrate'",
)
BAD_CALIBRATION = Trouble(
    "{sentence}",
    "the file was changed by hand or damaged, or the number of channels has changed",
    "empty the board, stop the daemon, and run 'zetlicht calibrate'",
)
WEAK_FIELD = Trouble(
    "{faults}",
    "a sensor that is broken or sits badly, a loose wire or a missing diode",
    "look at the sensor and its wires, then remove {file}",
    fails=False,
)
WEAK_PIECE = Trouble(
    "{faults}",
    "its magnet is weak, has come loose or sits the wrong way round",
    "fit a new magnet, then remove {file}",
    fails=False,
)
UNREADABLE = Trouble("{sentence}", "the file was damaged, or changed by hand", "{remedy}", fails=False)

MOST_SHOWN: Final = 6


def _board(case: Case) -> Iterable[Outcome]:
    keys = case.config.sensor_device
    if not isinstance(keys, SerialKeys) or not case.system.exists(keys.port):
        return ()
    if case.running:
        return (_by_daemon(case),)
    if not case.system.may_use(keys.port) or case.system.holders(keys.port):
        return ()  # others tell of that
    try:
        hello = case.system.probe(keys.port, keys.baud)
    except HardwareError as error:
        what, remedy = _parted(str(error))
        remedy = remedy or "check cable and firmware; unplug the board and plug it in again"
        return (SILENT.told(sentence=what, remedy=remedy),)
    good = (
        f"{hello.firmware} answers: {hello.channels} channels, {hello.pixels} pixels, {hello.buttons} buttons"
    )
    return or_good(_differences(hello, case.config), good)


def _by_daemon(case: Case) -> Outcome:
    status = case.status or {}
    if status.get("connected"):
        return f"{status.get('firmware') or 'the board'} talks to the running daemon"
    return NOT_CONNECTED.told(detail=str(status.get("board", "?")).rstrip("."))


def _differences(hello: Hello, config: Config) -> Iterator[Told]:
    wiring = config.wiring
    lit = isinstance(config.led_device, SerialLeds)
    kind = SensorKind.named(config.sensors.kind)
    trouble = complaint(hello, BoardShape(kind, len(wiring.channels), len(wiring.pixels) if lit else 0))
    if trouble is not None:
        differs, remedy = _parted(trouble)
        yield UNLIKE.told(differs=differs, remedy=remedy)
        return
    last = max(config.buttons, default=-1)
    if not config.button_pins and last >= hello.buttons:
        yield FEW_BUTTONS.told(has=hello.buttons, last=last)
    version = re.fullmatch(r"zetlicht-\S+ (\d+\.\d+)(?:\.\S*)?", hello.firmware)
    if version and version[1] != VERSION.rpartition(".")[0]:
        yield OTHER_FIRMWARE.told(firmware=hello.firmware, version=VERSION)


def _parted(sentence: str) -> tuple[str, str]:
    what, _, remedy = sentence.rstrip(".").partition(": ")
    return what, remedy


def _calibration(case: Case) -> Iterable[Outcome]:
    keys = case.config.sensor_device
    if not isinstance(keys, HallSensors) or not _readable(case):
        return
    path = case.config.state_dir / keys.calibration
    try:
        there, channels = case.system.exists(path), len(case.config.wiring.channels)
        found = hall_calibration.load(case.system.place(path), channels) if there else None
    except HardwareError as error:
        yield BAD_CALIBRATION.told(sentence=_parted(str(error))[0])
        return
    yield "the hall sensors are calibrated" if found else NO_CALIBRATION.told(path=path)


def _readable(case: Case) -> bool:
    """Whether this user may look into the state folder; that of a service may be closed to him."""
    folder = case.config.state_dir
    return not case.system.is_folder(folder) or case.system.may_read(str(folder))


def _past(case: Case) -> Iterable[Outcome]:
    folder = case.config.state_dir
    if not _readable(case):
        return ()
    try:
        faults = load(case.system.place(folder)) if case.system.is_folder(folder) else ()
    except JournalError as error:
        what, _, remedy = str(error).rstrip(".").partition("; ")
        return (UNREADABLE.told(sentence=what, remedy=remedy),)
    return or_good(_weak(faults, folder / NAME), "no field and no piece gave trouble")


def _weak(faults: tuple[PastFault, ...], file: Path) -> Iterator[Told]:
    for kind, trouble in (("field", WEAK_FIELD), ("piece", WEAK_PIECE)):
        those = sorted((one for one in faults if one.kind == kind), key=lambda one: -one.count)
        if those:
            more = f" and {len(those) - MOST_SHOWN} more" if len(those) > MOST_SHOWN else ""
            words = (
                listed((_words(one) for one in those[:MOST_SHOWN]), "and")
                if not more
                else (", ".join(_words(one) for one in those[:MOST_SHOWN]))
            )
            yield trouble.told(faults=f"{words}{more}", file=file)


def _words(fault: PastFault) -> str:
    often = "once" if fault.count == 1 else f"{fault.count} times"
    return f"{fault.kind} {fault.name} {fault.what} ({often}, last on {fault.last})"


_HALL = Concern("`hall-adc`", lambda config: isinstance(config.sensor_device, HallSensors))

CHECKS = (
    Check(
        "board",
        "what the board says of itself: firmware, channels, pixels, buttons",
        SERIAL,
        (SILENT, UNLIKE, FEW_BUTTONS, OTHER_FIRMWARE, NOT_CONNECTED),
        _board,
    ),
    Check(
        "calibration",
        "what the hall sensors gave on the empty board",
        _HALL,
        (NO_CALIBRATION, BAD_CALIBRATION),
        _calibration,
    ),
    Check(
        "past faults",
        "fields and pieces that gave trouble in past games",
        ALWAYS,
        (WEAK_FIELD, WEAK_PIECE, UNREADABLE),
        _past,
    ),
)
