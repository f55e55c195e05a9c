"""Knows the checks of a serial port: there, under a name that stays, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from firmware_host.config_kinds import listed
from firmware_host.doctor.check import Case, Check, Outcome, Told, Trouble, or_good
from firmware_host.doctor.needs import SERIAL, serial_port
from firmware_host.system import System

BY_ID = "/dev/serial/by-id"

ABSENT = Trouble(
    "there is no {port}",
    "the board is not plugged in, its cable only charges, or its port has another name",
    "plug the board in; ports here: {ports}",
)
NO_TTY = Trouble(
    "{port} is no serial port",
    "sensors.port names a folder or a plain file",
    "name the board's port; ports here: {ports}",
)
UNSTEADY_NAME = Trouble(
    "{port} is called by its number",
    "numbers change when boards are plugged in in another order",
    'write sensors.port = "{better}"',
    fails=False,
)
TAKEN = Trouble(
    "{port} is in use by {who}",
    "two programs on one port take each other's bytes",
    "stop that program, and keep it from starting by itself",
)
CONSOLE = Trouble(
    "{port} is the system's own console",
    "{file} names it, so boot messages and a login go to the board",
    "sudo raspi-config, Interface Options, Serial Port: no login shell, but the port enabled; then reboot",
)
BRLTTY_TOOK = Trouble(
    "brltty has taken the board's port away",
    "it takes boards with {chip} for a braille display",
    "sudo apt remove brltty, then plug the board in anew",
)
BRLTTY_MAY = Trouble(
    "brltty is installed, and takes boards with {chip} for a braille display",
    "its udev rule names that chip",
    "if nobody here uses a braille display: sudo apt remove brltty",
    fails=False,
)
MODEM_MANAGER = Trouble(
    "ModemManager tries whether the board is a modem",
    "no udev rule tells it to leave this board alone, so it writes to the port whenever the board is "
    "plugged in",
    'sudo apt remove modemmanager, or write \'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor}", '
    'ENV{{ID_MM_DEVICE_IGNORE}}="1"\' into /etc/udev/rules.d/60-zetlicht.rules',
    fails=False,
)

_CHIPS = {"1a86": "a CH340", "0403": "an FTDI", "10c4": "a CP210x"}
_RULE_FOLDERS = ("/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
_NUMBERED = re.compile(r"/dev/tty(?:USB|ACM)\d+")


def _there(case: Case) -> Iterable[Outcome]:
    system, port = case.system, serial_port(case.config) or ""
    if not system.exists(port):
        yield ABSENT.told(port=port, ports=_ports(system))
    elif not _is_device(system, port):
        yield NO_TTY.told(port=port, ports=_ports(system))
    else:
        better = _name_that_stays(system, port)
        yield UNSTEADY_NAME.told(port=port, better=better) if better else f"{port} is there"


def _ports(system: System) -> str:
    by_id = [f"{BY_ID}/{name}" for name in system.names(BY_ID)]
    others = [f"/dev/{name}" for name in system.names("/dev") if re.fullmatch(r"tty(USB|ACM|AMA)\d+", name)]
    return listed(by_id or others) or "none"


def _is_device(system: System, port: str) -> bool:
    """Whether it can be a serial port: what is one lies in /dev, whatever links lead there."""
    return not system.is_folder(port) and system.real(port).startswith("/dev/")


def _name_that_stays(system: System, port: str) -> str | None:
    if not _NUMBERED.fullmatch(port):
        return None
    return next(
        (f"{BY_ID}/{name}" for name in system.names(BY_ID) if system.real(f"{BY_ID}/{name}") == port), None
    )


def _free(case: Case) -> Iterable[Outcome]:
    system, port = case.system, serial_port(case.config) or ""
    if not system.exists(port):
        return
    own = f"process {case.status.get('pid')} " if case.status else None
    others = [who for who in system.holders(port) if own is None or not who.startswith(own)]
    if others:
        yield TAKEN.told(port=port, who=listed(others, "and"))
    else:
        yield "no other program is seen on the port"


def _console(case: Case) -> Iterable[Outcome]:
    system, port = case.system, serial_port(case.config) or ""
    real = system.real(port)
    if not re.fullmatch(r"/dev/tty(AMA|S)\d+", real):
        return
    names = {real.removeprefix("/dev/"), port.removeprefix("/dev/")}
    names |= {name for name in ("serial0", "serial1") if system.real(f"/dev/{name}") == real}
    consoles = re.findall(r"\bconsole=(\w+)", system.text("/proc/cmdline") or "")
    file = "/boot/firmware/cmdline.txt"
    yield CONSOLE.told(port=port, file=file) if names & set(consoles) else f"{port} is no console"


def _brltty(case: Case) -> Iterable[Outcome]:
    system, port = case.system, serial_port(case.config) or ""
    rules = "\n".join(_rules(system, "brltty"))
    chips = [vendor for vendor in _plugged_in(system) if vendor in _CHIPS]
    takes = [vendor for vendor in chips if re.search(rf"{vendor}\b", rules, re.IGNORECASE)]
    if not takes:
        yield "takes no board away"
    elif system.exists(port):
        yield BRLTTY_MAY.told(chip=_CHIPS[takes[0]])
    else:
        yield BRLTTY_TOOK.told(chip=_CHIPS[takes[0]])


def _modem_manager(case: Case) -> Iterable[Outcome]:
    system, port = case.system, serial_port(case.config) or ""
    return or_good(_probing(system, port), "leaves the board alone")


def _probing(system: System, port: str) -> Iterator[Told]:
    if not any(name == "ModemManager" for _, name in system.processes()):
        return
    name = system.real(port).removeprefix("/dev/")
    if not re.fullmatch(r"tty(ACM|USB)\d+", name):
        return
    properties = _properties(system, name)
    if properties.get("ID_MM_DEVICE_IGNORE", "0") != "1":
        yield MODEM_MANAGER.told(vendor=properties.get("ID_VENDOR_ID", "2e8a"))


def _properties(system: System, name: str) -> dict[str, str]:
    """What udev knows of a tty: its database is one file for each device number."""
    number = system.text(f"/sys/class/tty/{name}/dev") or "none"
    text = system.text(f"/run/udev/data/c{number}") or ""
    pairs = (line[2:].partition("=") for line in text.splitlines() if line.startswith("E:"))
    return {key: value for key, _, value in pairs}


def _plugged_in(system: System) -> Iterator[str]:
    """The USB vendors of all that is plugged in."""
    for name in system.names("/sys/bus/usb/devices"):
        vendor = system.text(f"/sys/bus/usb/devices/{name}/idVendor")
        if vendor:
            yield vendor.lower()


def _rules(system: System, word: str) -> Iterator[str]:
    for folder in _RULE_FOLDERS:
        for name in system.names(folder):
            if word in name:
                lines = (system.text(f"{folder}/{name}") or "").splitlines()
                yield "\n".join(line for line in lines if not line.lstrip().startswith("#"))


CHECKS = (
    Check(
        "serial port",
        "whether the port is there, by a name that stays",
        SERIAL,
        (ABSENT, NO_TTY, UNSTEADY_NAME),
        _there,
    ),
    Check("port free", "other programs on the port", SERIAL, (TAKEN,), _free),
    Check("console", "whether the system itself writes to the port", SERIAL, (CONSOLE,), _console),
    Check("brltty", "the braille driver that takes USB boards", SERIAL, (BRLTTY_TOOK, BRLTTY_MAY), _brltty),
    Check(
        "ModemManager", "the modem driver that probes USB boards", SERIAL, (MODEM_MANAGER,), _modem_manager
    ),
)
