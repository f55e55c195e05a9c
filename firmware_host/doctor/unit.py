"""Knows how systemd describes the service on this machine; not what it should be."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.system import System

NAME = "zetlicht.service"
_PROPERTIES = (
    "LoadState",
    "ActiveState",
    "SubState",
    "Result",
    "NRestarts",
    "User",
    "SupplementaryGroups",
    "DevicePolicy",
    "DeviceAllow",
    "Wants",
)


@dataclass(frozen=True, slots=True)
class Unit:
    """The service, drop-ins included. `closed`: only the `allowed` devices may be opened. `wants`: the units
    started before it."""

    user: str
    groups: tuple[str, ...]
    closed: bool
    allowed: tuple[str, ...]
    wants: tuple[str, ...]
    state: str
    result: str
    restarts: int


def installed_unit(system: System) -> Unit | None:
    """The service as systemd knows it, None where there is no systemd or no such service."""
    text = system.run(("systemctl", "show", NAME, *(f"--property={name}" for name in _PROPERTIES)))
    values: dict[str, list[str]] = {}
    for line in (text or "").splitlines():
        name, _, value = line.partition("=")
        values.setdefault(name, []).append(value)
    first = {name: several[0] for name, several in values.items()}
    if first.get("LoadState") != "loaded":
        return None
    restarts = first.get("NRestarts", "0")
    return Unit(
        user=first.get("User") or "root",
        groups=tuple(first.get("SupplementaryGroups", "").split()),
        closed=first.get("DevicePolicy", "auto") != "auto" or any(values.get("DeviceAllow", [])),
        allowed=tuple(value.split()[0] for value in values.get("DeviceAllow", []) if value),
        wants=tuple(first.get("Wants", "").split()),
        state=first.get("ActiveState", "unknown"),
        result=first.get("Result", "success"),
        restarts=int(restarts) if restarts.isdigit() else 0,
    )
