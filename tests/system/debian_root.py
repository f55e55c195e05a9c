"""A clean Debian system in a folder, to install into: made with debootstrap, entered with chroot in a mount
namespace of its own, so that nothing stays mounted."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from installing import Machine

SUITE = "bookworm"
PACKAGES = ("systemd", "systemd-sysv", "udev", "dbus", "kmod")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PASSED = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY")
"""How this machine reaches the network, which the root needs as well."""

_ENTER = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
_ENTER_READ_ONLY = (
    'mount --bind "$0" "$0" && cd "$0" && mount -o remount,ro,bind "$0" && '
    'for kept in run var/lib/zetlicht; do mount --bind "$0/$kept" "$0/$kept" && '
    'mount -o remount,rw,bind "$0/$kept" || exit 1; done && ' + _ENTER
)


def missing() -> str:
    """What this machine lacks to make such a root, or nothing."""
    if os.geteuid() != 0:
        return "root makes a Debian root; run the tests as root"
    lacking = [name for name in ("debootstrap", "unshare", "chroot") if not shutil.which(name)]
    return f"{' and '.join(lacking)} not installed: apt install debootstrap" if lacking else ""


def debian(root: Path) -> Machine:
    """A new Debian system below `root`, as small as it gets; two minutes."""
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(root)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-3000:]
    environment = {name: os.environ[name] for name in PASSED if name in os.environ}
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if CERTIFICATES.exists():
        # Under another name: a package of the root makes its own file of this one.
        shutil.copy(CERTIFICATES, root / "etc/certificates")
        environment["PIP_CERT"] = "/etc/certificates"
    settings = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=False).stdout
    kept = [line for line in settings.splitlines() if line.startswith(("Acquire::http", "Acquire::Check"))]
    (root / "etc/apt/apt.conf.d/99host").write_text("\n".join(kept) + "\n", encoding="utf-8")
    return Machine(root, entering(root, _ENTER), environment)


def read_only(machine: Machine) -> Machine:
    """The same system, with nothing writable but the games and /run."""
    return Machine(machine.root, entering(machine.root, _ENTER_READ_ONLY), machine.environment)


def entering(root: Path, script: str) -> tuple[str, ...]:
    return ("unshare", "--mount", "--propagation", "private", "sh", "-c", script, str(root))
