"""Knows the checks of rights: whether this user, and the service, may use the devices of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatch

from firmware_host.doctor.check import ALWAYS, Case, Check, Outcome, Told, Trouble, or_good
from firmware_host.doctor.libraries import provider
from firmware_host.doctor.needs import (
    GPIO_LIBRARY,
    NEOPIXEL,
    PWM_LEDS,
    i2c_device,
    led_pin,
    serial_port,
    spi_uses,
)
from firmware_host.doctor.unit import Unit, installed_unit
from firmware_host.pi_health import generation
from firmware_host.system import Node, System

ROOT_ONLY = Trouble(
    "{device} may be used by root alone",
    "no udev rule gives it to a group, as on older systems",
    "write '{rule}' into /etc/udev/rules.d/60-zetlicht.rules and reboot",
)
NOT_IN_GROUP = Trouble(
    "{user} may not use {device}",
    "it belongs to the group {group}, and {user} is not in it",
    "sudo usermod -aG {group} {user}, then log in anew (or restart the service)",
)
NOT_YET = Trouble(
    "{user} may not use {device} yet",
    "{user} has been put into the group {group} since this login",
    "log in anew, or restart the service",
)
NEEDS_ROOT = Trouble(
    "LEDs on GPIO {pin} can be driven by root only",
    "PWM and PCM pins are driven through /dev/mem; no group is enough for that",
    "wire the data line to GPIO 10 and write leds.pin = 10, which needs no rights",
)
NO_MAILBOX = Trouble(
    "there is no /dev/vcio, which LEDs on GPIO {pin} need",
    "this system's kernel lacks the firmware's mailbox (Ubuntu, Yocto)",
    'wire the data line to GPIO 10 and write leds.pin = 10, or use leds.driver = "neopixel-spi"',
)
SERVICE_GROUP = Trouble(
    "the service's user {user} may not use {device}",
    "the service is not in the group {group}",
    "sudo systemctl edit zetlicht, write [Service] and SupplementaryGroups={group}, then restart it",
)
SERVICE_DEVICE = Trouble(
    "the service may not open {device}",
    "its unit closes all devices but those it names, and {kind} is not among them",
    "sudo systemctl edit zetlicht, write [Service] and DeviceAllow={kind} rw, then restart it",
)
DRIVER_LATE = Trouble(
    "the service will not be let to {device} once the board is plugged in",
    "DeviceAllow={kind} is worked out when the service starts, and the driver {driver} is not loaded by then",
    "echo {driver} | sudo tee /etc/modules-load.d/zetlicht.conf, then reboot",
)

_KINDS = (
    ("/dev/ttyACM", "char-ttyACM", ("cdc_acm",)),
    ("/dev/ttyUSB", "char-ttyUSB", ("ch341", "cp210x", "ftdi_sio")),
    ("/dev/ttyAMA", "char-ttyAMA", ()),
    ("/dev/ttyS", "char-ttyS", ()),
    ("/dev/gpiochip", "char-gpiochip", ()),
    ("/dev/spidev", "char-spi", ()),
    ("/dev/i2c-", "char-i2c", ()),
)
"""A device, its driver's name in /proc/devices (spidev's is `spi`), and the modules that bring it."""

_RULES = {
    "/dev/pio": 'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"',
    "/dev/gpiomem": 'SUBSYSTEM=="*gpiomem*", GROUP="gpio", MODE="0660"',
    "/dev/gpiochip": 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"',
    "/dev/spidev": 'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',
    "/dev/i2c-": 'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"',
}
_SERIAL_RULE = 'SUBSYSTEM=="tty", KERNEL=="ttyACM*|ttyUSB*", GROUP="dialout", MODE="0660"'


def devices(case: Case) -> Iterator[str]:
    """The device files that the board needs and that are there, as the kernel names them."""
    system, config = case.system, case.config
    pi = generation(system)
    wanted = [serial_port(config), i2c_device(config)]
    wanted += [use.device for use in spi_uses(config, pi)]
    if pi is not None and (GPIO_LIBRARY.holds(config) or NEOPIXEL.holds(config)):
        wanted += [f"/dev/{name}" for name in system.names("/dev") if name.startswith("gpiochip")]
        if GPIO_LIBRARY.holds(config) and provider(system) == "RPi.GPIO":
            wanted.append("/dev/gpiomem")
        if NEOPIXEL.holds(config) and pi == 5:
            wanted.append("/dev/pio0")
    seen: set[str] = set()
    for path in wanted:
        if path is not None and system.exists(path) and (real := system.real(path)) not in seen:
            seen.add(real)
            yield real


def members(system: System, group: str) -> tuple[str, ...]:
    """Who is in a group by /etc/group."""
    for line in (system.text("/etc/group") or "").splitlines():
        parts = line.split(":")
        if len(parts) == 4 and parts[0] == group:
            return tuple(parts[3].split(","))
    return ()


def _rights(case: Case) -> Iterable[Outcome]:
    needed = tuple(devices(case))
    if not needed:
        return ()
    troubles = [_trouble(case.system, device) for device in needed if not case.system.may_use(device)]
    return or_good(troubles, f"{case.system.user} may use {', '.join(needed)}")


def _trouble(system: System, device: str) -> Told:
    node = system.node(device)
    group = node.group if node else "dialout"
    if node is None or group == "root" or node.mode & 0o060 != 0o060:
        rule = next((rule for head, rule in _RULES.items() if device.startswith(head)), _SERIAL_RULE)
        return ROOT_ONLY.told(device=device, rule=rule)
    if system.user in members(system, group) and group not in system.groups:
        return NOT_YET.told(device=device, user=system.user, group=group)
    return NOT_IN_GROUP.told(device=device, user=system.user, group=group)


def _pwm(case: Case) -> Iterable[Outcome]:
    pi, pin = generation(case.system), led_pin(case.config)
    if pi is None or pi == 5:
        return
    if not case.system.exists("/dev/vcio"):
        yield NO_MAILBOX.told(pin=pin)
    elif case.system.uid != 0:
        yield NEEDS_ROOT.told(pin=pin)
    else:
        yield f"root drives the LEDs on GPIO {pin}"


def _service(case: Case) -> Iterable[Outcome]:
    unit = installed_unit(case.system)
    if unit is None:
        return ()
    return or_good(_service_troubles(case, unit), f"the service runs as {unit.user} and may use its devices")


def _service_troubles(case: Case, unit: Unit) -> Iterator[Told]:
    system = case.system
    wanted = list(devices(case))
    port = serial_port(case.config)
    if port is not None and not system.exists(port):
        wanted.append(_usual_name(port))
    for device in wanted:
        node = system.node(device)
        if node is not None and not _admits(system, node, unit):
            yield SERVICE_GROUP.told(user=unit.user, device=device, group=node.group)
        if not unit.closed:
            continue
        kind, modules = next(
            ((kind, modules) for head, kind, modules in _KINDS if device.startswith(head)), (device, ())
        )
        if not any(fnmatch(kind, allowed) or fnmatch(device, allowed) for allowed in unit.allowed):
            yield SERVICE_DEVICE.told(device=device, kind=kind)
        elif modules and not _loaded_in_time(system, unit, kind, modules):
            yield DRIVER_LATE.told(device=device, kind=kind, driver=modules[0])


def _admits(system: System, node: Node, unit: Unit) -> bool:
    """Whether a device belongs to the service's user or to one of its groups."""
    if unit.user in ("root", node.user) or node.group in unit.groups:
        return True
    return unit.user in members(system, node.group)


def _usual_name(port: str) -> str:
    """What a port that is not plugged in will be: boards with a USB interface of their own are ttyACM."""
    if port.startswith(tuple(head for head, _, _ in _KINDS)):
        return port
    return "/dev/ttyUSB0" if "1a86" in port or "Silicon_Labs" in port or "FTDI" in port else "/dev/ttyACM0"


def _loaded_in_time(system: System, unit: Unit, kind: str, modules: tuple[str, ...]) -> bool:
    known = {line.split()[-1] for line in (system.text("/proc/devices") or "").splitlines() if line.split()}
    if kind.removeprefix("char-") in known or any(
        f"modprobe@{name}.service" in unit.wants for name in modules
    ):
        return True
    return any(
        name in (system.text(f"{folder}/{file}") or "").split()
        for folder in ("/etc/modules-load.d", "/usr/lib/modules-load.d")
        for file in system.names(folder)
        for name in modules
    ) or any(name in (system.text("/etc/modules") or "").split() for name in modules)


CHECKS = (
    Check(
        "rights", "groups and modes of the device files", ALWAYS, (ROOT_ONLY, NOT_IN_GROUP, NOT_YET), _rights
    ),
    Check("LED rights", "root and the mailbox", PWM_LEDS, (NEEDS_ROOT, NO_MAILBOX), _pwm),
    Check(
        "service rights",
        "user, groups and device policy of the systemd service, where it is installed",
        ALWAYS,
        (SERVICE_GROUP, SERVICE_DEVICE, DRIVER_LATE),
        _service,
    ),
)
