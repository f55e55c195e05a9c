"""Knows the checks of what is kept and of the daemon: folder, disk, journal, service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware_host.doctor.check import ALWAYS, Case, Check, Outcome, Told, Trouble, or_good
from firmware_host.doctor.unit import installed_unit
from firmware_host.errors import HostError
from firmware_host.journal_reader import read_journal
from firmware_host.system import System

LITTLE_MB, TOO_LITTLE_MB = 100.0, 5.0
MANY_RESTARTS = 3

NO_PARENT = Trouble(
    "{folder} is not there, and cannot be made in {parent}",
    "this user may not write in {parent}, or it is not there either",
    "sudo mkdir -p {folder} && sudo chown {user} {folder}",
)
NOT_A_FOLDER = Trouble(
    "{folder} is no folder", "state_dir names a file", "set state_dir to a folder, or remove that file"
)
NOT_WRITABLE = Trouble(
    "{user} may not write in {folder}",
    "it belongs to {owner}",
    "run it as {owner}, or sudo chown -R {user} {folder}",
)
READ_ONLY = Trouble(
    "{folder} lies on a disk that is mounted read-only",
    "the kernel found an error on the disk, or the system is set up to write nothing",
    "sudo mount -o remount,rw {mount} and look at 'dmesg', or set state_dir to a folder "
    "on a disk that is written",
)
FULL = Trouble(
    "there are {free} MB left for {folder}",
    "the disk is full",
    "free some space: 'sudo apt clean', 'sudo journalctl --vacuum-size=50M'",
)
NEARLY_FULL = Trouble(
    "there are {free} MB left for {folder}",
    "the disk is nearly full",
    "free some space: 'sudo apt clean', 'sudo journalctl --vacuum-size=50M'",
    fails=False,
)
VOLATILE = Trouble(
    "{folder} is lost when the power goes: it lies in memory ({kind})",
    "an overlay file system keeps the system unchanged, or state_dir is below /tmp or /run",
    "set state_dir to a folder on a disk that is written",
    fails=False,
)
DAMAGED = Trouble(
    "{sentence}",
    "a disk that fails or was full, or a file changed by another program",
    "{remedy}",
)
NOT_RUNNING = Trouble(
    "not running",
    "it was not started with this configuration, or has ended",
    "zetlicht run, or sudo systemctl start zetlicht",
    fails=False,
)
HANGS = Trouble(
    "its last status is {age} s old",
    "it waits for a disk or a device that does not answer",
    "start it again: sudo systemctl restart zetlicht",
)
FAILED = Trouble(
    "the service has failed ({result}) and is not started any more",
    "it ended too often in a short time",
    "'journalctl -u zetlicht -n 30' shows why; then sudo systemctl reset-failed zetlicht and start it",
)
RESTARTED = Trouble(
    "the service was started anew {count} times",
    "it ends again and again",
    "'journalctl -u zetlicht -n 30' shows why",
    fails=False,
)


def _folder(case: Case) -> Iterable[Outcome]:
    system, folder = case.system, case.config.state_dir
    if not system.exists(folder):
        if system.exists(folder.parent) and system.may_use(str(folder.parent)):
            yield f"{folder} will be made at the first start"
        else:
            yield NO_PARENT.told(folder=folder, parent=folder.parent, user=system.user)
    elif not system.is_folder(folder):
        yield NOT_A_FOLDER.told(folder=folder)
    elif not system.may_use(str(folder)):
        node, unit = system.node(str(folder)), installed_unit(system)
        owner = node.user if node else "another user"
        if unit is not None and unit.user == owner:
            yield f"{folder} belongs to {owner}, as whom the service runs"
        else:
            yield NOT_WRITABLE.told(folder=folder, user=system.user, owner=owner)
    else:
        yield f"{folder} can be written"


def _disk(case: Case) -> Iterable[Outcome]:
    return or_good(
        _disk_troubles(case.system, case.config.state_dir), _room(case.system, case.config.state_dir)
    )


def _room(system: System, folder: Path) -> str:
    free = system.free_mb(_nearest(system, folder))
    return "it can be written" if free is None else f"{free:.0f} MB are free"


def _nearest(system: System, folder: Path) -> str:
    """The folder, or the nearest above it that is there."""
    return str(next((one for one in (folder, *folder.parents) if system.exists(one)), folder))


def _disk_troubles(system: System, folder: Path) -> Iterator[Told]:
    mount, kind, options = _mount(system, system.real(_nearest(system, folder)))
    if "ro" in options:
        yield READ_ONLY.told(folder=folder, mount=mount)
        return
    if kind in ("tmpfs", "ramfs", "overlay") and mount != "":
        yield VOLATILE.told(folder=folder, kind=kind)
    free = system.free_mb(_nearest(system, folder))
    if free is not None and free < LITTLE_MB:
        yield (FULL if free < TOO_LITTLE_MB else NEARLY_FULL).told(folder=folder, free=round(free))


def _mount(system: System, path: str) -> tuple[str, str, tuple[str, ...]]:
    """Where the file system of a path is mounted, its kind and options; empty if that cannot be told."""
    best: tuple[str, str, tuple[str, ...]] = ("", "", ())
    for line in (system.text("/proc/mounts") or "").splitlines():
        parts = line.split()
        if len(parts) < 4:
            continue
        where = parts[1].replace("\\040", " ")
        inside = path == where or path.startswith(where.rstrip("/") + "/")
        if inside and len(where) >= len(best[0]):
            best = (where, parts[2], tuple(parts[3].split(",")))
    return best


def _journal(case: Case) -> Iterable[Outcome]:
    folder = case.config.state_dir
    if not case.system.is_folder(folder):
        yield "none yet"
        return
    if not case.system.may_use(str(folder)):
        return  # SQLite writes a little even to read; that the folder cannot be written is told above
    try:
        with read_journal(case.system.place(folder)) as journal:
            count = len(journal.games())
            yield f"{count} {'game' if count == 1 else 'games'}, sound"
    except HostError as error:
        what, _, remedy = str(error).rstrip(".").partition("; ")
        yield DAMAGED.told(
            sentence=what, remedy=remedy or "start the daemon: it saves what it can from a damaged journal"
        )


def _daemon(case: Case) -> Iterable[Outcome]:
    return or_good(_daemon_troubles(case), f"runs as process {(case.status or {}).get('pid')}")


def _daemon_troubles(case: Case) -> Iterator[Told]:
    unit = installed_unit(case.system)
    if unit is not None and unit.state == "failed":
        yield FAILED.told(result=unit.result)
    elif not case.running and case.alive:
        yield HANGS.told(age=round(case.status_age_s))
    elif not case.running:
        yield NOT_RUNNING.told()
    if unit is not None and unit.state != "failed" and unit.restarts >= MANY_RESTARTS:
        yield RESTARTED.told(count=unit.restarts)


CHECKS = (
    Check(
        "state folder", "the folder of the journal", ALWAYS, (NO_PARENT, NOT_A_FOLDER, NOT_WRITABLE), _folder
    ),
    Check("disk", "where that folder lies", ALWAYS, (READ_ONLY, FULL, NEARLY_FULL, VOLATILE), _disk),
    Check("journal", "every page of it", ALWAYS, (DAMAGED,), _journal),
    Check("daemon", "its status, and the service", ALWAYS, (NOT_RUNNING, HANGS, FAILED, RESTARTED), _daemon),
)
