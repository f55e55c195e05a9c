"""The installed service under real systemd, in a virtual machine without network: see booted_scenario.py."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from debian_root import debian, missing
from installing import DOES_NOT_STAY, Machine, project
from running import ACCEPT

KERNEL = "linux-image-amd64"
USB_DEVICE = ("libcomposite", "usb_f_acm", "u_serial", "dummy_hcd", "udc-core", "configfs")
USB_HOST = ("usbcore", "usb-common", "usbserial", "cdc-acm", "ch341", "cp210x", "ftdi_sio")
DOCUMENTS = ("./usr/share/doc", "./usr/share/locale", "./usr/share/man")
LEFT_OUT = ("./var/cache", "./var/lib/apt", "./boot", *DOCUMENTS)
BOOT_S = 1500
SCENARIO = """[Unit]
Description=What is tried
After=multi-user.target

[Service]
Type=exec
ExecStart=/usr/bin/python3 -B /src/booted_scenario.py
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0

[Install]
WantedBy=graphical.target
"""

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.timeout(5400),
    pytest.mark.skipif(not ACCEPT, reason="boots a virtual machine; ZETLICHT_ACCEPT=1 does that"),
]


def test_the_service_under_systemd(tmp_path: Path) -> None:
    why = missing()
    if not why and not (shutil.which("qemu-system-x86_64") and shutil.which("cpio")):
        why = "QEMU runs the virtual machine: apt install qemu-system-x86 cpio"
    if why:
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    machine = debian(tmp_path / "r")
    prepared(machine)
    kernel = with_modules(machine, tmp_path)
    image = packed(machine.root, tmp_path / "root.cpio.gz")
    said = booted(kernel, image, tmp_path / "console")
    assert "SCENARIO DONE" in said, said[-8000:]
    assert said.count("\nok ") >= 12


def prepared(machine: Machine) -> None:
    """The installed system: by install.sh as in the making of an image, then what is tried once it runs."""
    root = machine.root
    # Nothing stands in for systemd here.
    (root / "usr/local/sbin/systemctl").unlink()
    (root / "run/systemd/system").rmdir()
    project(root / "src/zetlicht")
    project(root / "src/broken", changes=DOES_NOT_STAY)
    installed = machine.install("/src/zetlicht", "--simulated", "international")
    assert installed.returncode == 0, installed.stdout
    assert "will start when this machine does" in installed.stdout
    python = "/opt/zetlicht/current/bin/python"
    wanted = ("pyserial>=3.5,<4", "setuptools>=77", "wheel")
    fetched = machine.run(python, "-m", "pip", "download", "--quiet", "--dest", "/src/wheels", *wanted)
    assert fetched.returncode == 0, fetched.stdout
    shutil.copy(Path(__file__).with_name("booted_scenario.py"), root / "src")
    (root / "etc/systemd/system/scenario.service").write_text(SCENARIO, encoding="utf-8")
    assert machine.run("systemctl", "enable", "scenario.service").returncode == 0
    (root / "etc/hostname").write_text("board\n", encoding="utf-8")


def with_modules(machine: Machine, folder: Path) -> Path:
    """The kernel, after the drivers that are needed have been put into the root."""
    depends = machine.run("apt-cache", "depends", KERNEL).stdout
    package = next(word for word in depends.split() if word.startswith("linux-image-") and word != KERNEL)
    fetched = machine.run("sh", "-c", f"cd /tmp && apt-get download -qq {package}")
    assert fetched.returncode == 0, fetched.stdout
    (archive,) = (machine.root / "tmp").glob("linux-image-*.deb")
    kernel = folder / "kernel"
    subprocess.run(["dpkg-deb", "--extract", str(archive), str(kernel)], check=True)
    archive.unlink()
    (release,) = (kernel / "lib/modules").iterdir()
    target = machine.root / "usr/lib/modules" / release.name
    target.mkdir(parents=True)
    for name in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
        shutil.copy(release / name, target / name)
    for file in release.rglob("*.ko"):
        if file.stem in USB_DEVICE + USB_HOST:
            place = target / file.relative_to(release)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)
    done = machine.run("depmod", release.name)
    assert done.returncode == 0, done.stdout
    return next((kernel / "boot").glob("vmlinuz-*"))


def packed(root: Path, image: Path) -> Path:
    """The root as the image that the kernel unpacks into memory."""
    without = " ".join(f"-path '{name}' -prune -o" for name in LEFT_OUT)
    (root / "init").unlink(missing_ok=True)
    command = f"find . {without} -print0 | cpio --null --create --quiet --format=newc | gzip -1 > {image}"
    subprocess.run(["sh", "-c", command], cwd=root, check=True)
    return image


def booted(kernel: Path, image: Path, console: Path) -> str:
    """What the machine wrote on its console until it ended."""
    command = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-smp", "2", "-m", "3072"]
    command += [
        "-kernel",
        str(kernel),
        "-initrd",
        str(image),
        "-display",
        "none",
        "-no-reboot",
        "-nic",
        "none",
    ]
    line = "console=ttyS0 rdinit=/lib/systemd/systemd systemd.mask=serial-getty@ttyS0.service panic=-1 quiet"
    command += ["-append", line, "-serial", f"file:{console}"]
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, check=False, timeout=BOOT_S)
    except subprocess.TimeoutExpired:
        return console.read_text(encoding="utf-8", errors="replace") + "\nThe machine did not end."
    return console.read_text(encoding="utf-8", errors="replace")
