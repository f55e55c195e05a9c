"""What is tried inside a virtual machine that systemd runs; prints `ok` and what, or `FAILED` and why, then
ends the machine. Run by /usr/bin/python3 from the project's folder, with nothing installed."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, "/src/zetlicht")

from hardware.board_control import BoardControl
from rules.registry import game as game_called

GAME = game_called("international")
UNIT = "zetlicht.service"
WHEELS = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/src/wheels"}
GADGET = Path("/sys/kernel/config/usb_gadget/pico")


def sh(*command: str, **environment: str) -> str:
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return f"{done.stdout}[{done.returncode}]"


def shown(name: str) -> str:
    return sh("systemctl", "show", UNIT, f"--property={name}", "--value").rpartition("[")[0].strip()


def wait(what: str, condition, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: {sh('systemctl', 'status', '--no-pager', UNIT)}")
        time.sleep(0.5)
    print(f"ok {what}", flush=True)


def active() -> bool:
    return shown("ActiveState") == "active" and shown("SubState") == "running"


def heard(move: str) -> bool:
    listed = sh("zetlicht", "games", "--json").rpartition("[")[0].strip().splitlines()
    if not listed or '"id": ' not in listed[-1]:
        return False
    return move in sh("zetlicht", "games", "show", listed[-1].partition('"id": ')[2].partition(",")[0])


def touch(hands: BoardControl, **fields: int) -> None:
    """Readings of fields, one after the other: `f32=0` takes the piece off 32."""
    for name, reading in fields.items():
        hands.set({GAME.board.fields.index(name[1:]): reading})
        time.sleep(1.0)


def played_and_hung() -> None:
    wait("the service starts with the machine", active)
    wait("the status says whose move it is", lambda: "ply 1, White to move" in shown("StatusText"))
    uid = Path(f"/proc/{shown('MainPID')}/status").read_text().partition("Uid:\t")[2].split()[0]
    assert uid != "0"
    with BoardControl("/run/zetlicht-board/hands") as hands:
        touch(hands, f32=0, f28=1)
        wait("a move is heard", lambda: heard("32-28"))
        touch(hands, f19=0)
        os.kill(int(shown("MainPID")), signal.SIGKILL)
        wait("a daemon that dies in a move is started again", lambda: shown("NRestarts") == "1" and active())
        touch(hands, f23=1)
        wait("and the game goes on", lambda: heard("19-23"))
        os.kill(int(shown("MainPID")), signal.SIGSTOP)
        wait("one that hangs is, too", lambda: shown("NRestarts") == "2" and active(), 180)
        assert "atchdog" in sh("journalctl", "--unit", UNIT, "--no-pager"), "for another reason"
        broken = sh("bash", "/src/broken/systemd/install.sh", ZETLICHT_CHECK_S="10", **WHEELS)
        assert "is back and runs" in broken, broken
        wait("a broken version gives way to the one before", active)
        touch(hands, f28=0, f23=0, f19=1)
        wait("which still hears", lambda: heard("28x19"))
    restarts = shown("NRestarts")
    sh("systemctl", "stop", "zetlicht-board")
    wait("a board that is unplugged is told of", lambda: "no board" in shown("StatusText"))
    time.sleep(30)
    assert shown("NRestarts") == restarts, "it was taken for a hang"
    sh("systemctl", "start", "zetlicht-board")
    wait("a board that comes back is taken", lambda: "no board" not in shown("StatusText"))


def usb_board() -> None:
    """A Pico on USB, as the kernel's own device of that kind, gets its name and its rights."""
    for module in ("dummy_hcd", "libcomposite", "usb_f_acm"):
        sh("modprobe", module)
    if not GADGET.parent.is_dir():
        sh("mount", "-t", "configfs", "none", "/sys/kernel/config")
    (GADGET / "strings/0x409").mkdir(parents=True)
    (GADGET / "configs/c.1").mkdir(parents=True)
    (GADGET / "functions/acm.0").mkdir(parents=True)
    for name, value in (
        ("idVendor", "0x2e8a"),
        ("idProduct", "0x0005"),
        ("strings/0x409/manufacturer", "MicroPython"),
        ("strings/0x409/product", "Board in FS mode"),
        ("strings/0x409/serialnumber", "e66118"),
    ):
        (GADGET / name).write_text(value)
    (GADGET / "configs/c.1/acm.0").symlink_to(GADGET / "functions/acm.0")
    (GADGET / "UDC").write_text("dummy_udc.0")
    by_id = Path("/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66118-if00")
    wait("a USB board has its name", by_id.exists)
    said = sh("udevadm", "info", "--query=property", "/dev/ttyACM0")
    assert "ID_MM_DEVICE_IGNORE=1" in said, said
    assert by_id.group() == "dialout"
    print("ok ModemManager keeps off, and dialout may use it", flush=True)


def uninstalled() -> None:
    gone = sh("bash", "/src/zetlicht/systemd/uninstall.sh")
    assert gone.endswith("[0]"), gone
    assert "not be found" in sh("systemctl", "status", UNIT)
    assert not Path("/opt/zetlicht").exists()
    assert list(Path("/var/lib/zetlicht").rglob("journal.sqlite3"))
    print("ok uninstalled, and the games are there", flush=True)


def main() -> None:
    try:
        for part in (played_and_hung, usb_board, uninstalled):
            part()
        print("SCENARIO DONE", flush=True)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the machine must end and say so
        print(f"FAILED {type(error).__name__}: {error}", flush=True)
        print(sh("journalctl", "--no-pager", "--lines=60"), flush=True)
    with contextlib.suppress(OSError):
        subprocess.run(["systemctl", "poweroff", "--force", "--force"], check=False)


if __name__ == "__main__":
    main()
