#!/usr/bin/env python3
"""A `systemctl` for roots without systemd: it starts the services that unit files describe, speaks sd_notify
with them, and writes down what it was asked. With the standard library alone, so that it runs in a bare root.

`/` may be another root, given by --root; then paths in units and arguments are taken to lie below it.
"""

import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PATIENCE_S = 60.0


class Unit:
    def __init__(self, root: Path, name: str) -> None:
        self.root, self.name = root, name
        self.run = root / "run" / "small-systemd"
        self.run.mkdir(parents=True, exist_ok=True)
        self.file = root / "etc/systemd/system" / name
        self.state_file = self.run / f"{name}.json"

    def lines(self) -> list[tuple[str, str]]:
        files = [self.file, *sorted(self.file.with_name(f"{self.name}.d").glob("*.conf"))]
        text = "\n".join(file.read_text() for file in files)
        pairs = (line.partition("=") for line in text.splitlines() if "=" in line and line[0].isalpha())
        return [(key, value.replace("%S", "/var/lib").replace("%t", "/run")) for key, _, value in pairs]

    def last(self, key: str, otherwise: str = "") -> str:
        return next((value for name, value in reversed(self.lines()) if name == key), otherwise)

    def below(self, text: str) -> str:
        """A path of the unit, below the root."""
        if self.root == Path("/"):
            return text
        for folder in ("/opt/", "/run/", "/var/", "/etc/"):
            text = text.replace(folder, f"{self.root}{folder}")
        return text

    @property
    def state(self) -> dict:
        try:
            return json.loads(self.state_file.read_text())
        except (OSError, ValueError):
            return {"active": "inactive", "pid": 0}

    def write(self, **values) -> None:
        temporary = self.state_file.with_suffix(".new")
        temporary.write_text(json.dumps(self.state | values))
        temporary.replace(self.state_file)

    def active(self) -> bool:
        state = self.state
        return state["active"] == "active" and alive(state["pid"])

    def start(self) -> int:
        if self.active():
            return 0
        self.state_file.unlink(missing_ok=True)
        if not os.fork():
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(quiet, number)
            # The caller's own files, such as a lock, are none of the service's.
            os.closerange(3, 256)
            try:
                self.supervise()
            finally:
                os._exit(0)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if self.state["active"] in ("active", "failed"):
                return 0 if self.active() else 1
            time.sleep(0.02)
        return 1

    def supervise(self) -> None:
        # In the abstract space a long path below a root is no matter.
        address = f"@small-systemd-{os.getpid()}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind("\0" + address[1:])
            heard.settimeout(0.05)
            process = self.spawn(address)
            waits = self.last("Type") == "notify"
            self.write(active="activating" if waits else "active", pid=process.pid, messages=[])
            while process.poll() is None:
                try:
                    text = heard.recv(4096).decode()
                except TimeoutError:
                    continue
                self.write(messages=[*self.state["messages"], text][-200:])
                if "READY=1" in text.splitlines():
                    self.write(active="active")
            asked = process.returncode in (0, -signal.SIGTERM)
            self.write(active="inactive" if asked else "failed", result=process.returncode)

    def spawn(self, address: str) -> subprocess.Popen:
        environment = {
            "NOTIFY_SOCKET": address,
            "WATCHDOG_USEC": f"{int(self.last('WatchdogSec', '0'))}000000",
        }
        for key, value in self.lines():
            if key == "Environment":
                name, _, text = value.partition("=")
                environment[name] = self.below(text)
        user = {}
        owner = (os.getuid(), os.getgid())
        if self.root == Path("/") and os.getuid() == 0:
            record = pwd.getpwnam(self.last("User"))
            groups = os.getgrouplist(record.pw_name, record.pw_gid)
            user = {"user": record.pw_uid, "group": record.pw_gid, "extra_groups": groups}
            owner = (record.pw_uid, record.pw_gid)
        for key, parent in (("RuntimeDirectory", "run"), ("StateDirectory", "var/lib")):
            if name := self.last(key):
                folder = self.root / parent / name
                folder.mkdir(parents=True, exist_ok=True)
                os.chown(folder, *owner)
                environment[{"run": "RUNTIME_DIRECTORY"}.get(parent, "STATE_DIRECTORY")] = str(folder)
        command = self.below(self.last("ExecStart")).split()
        if self.root != Path("/") and command[-1] == "run":
            command += ["--config", str(self.root / "etc/zetlicht/board.toml")]
        log = (self.run / f"{self.name}.log").open("ab")
        folder = self.below(self.last("WorkingDirectory", "/"))
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder, **user)

    def stop(self) -> int:
        state = self.state
        if alive(state["pid"]) and state["active"] in ("active", "activating"):
            os.kill(state["pid"], signal.SIGTERM)
            until = time.monotonic() + 15
            while self.state["active"] in ("active", "activating"):
                if time.monotonic() > until:
                    os.kill(state["pid"], signal.SIGKILL)
                time.sleep(0.02)
        return 0

    def enable(self, *, on: bool) -> int:
        link = self.file.parent / "multi-user.target.wants" / self.name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        if on:
            link.symlink_to(Path("/etc/systemd/system") / self.name)
        return 0


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return pid > 0


def main(arguments: list[str]) -> int:
    if "--version" in arguments:
        print(f"systemd {os.environ.get('SMALL_SYSTEMD_VERSION', '252')} (small)")
        return 0
    root = Path(next((word.partition("=")[2] for word in arguments if word.startswith("--root=")), "/"))
    verb, *rest = [word for word in arguments if not word.startswith("--")]
    unit = Unit(root, rest[0] if rest else "none")
    with (unit.run / "calls").open("a") as calls:
        calls.write(" ".join([verb, *rest]) + "\n")
    match verb:
        case "start":
            return unit.start()
        case "stop":
            return unit.stop()
        case "restart":
            return unit.stop() or unit.start()
        case "is-active":
            return 0 if unit.active() else 3
        case "show":
            print(unit.state["pid"] if unit.active() else 0)
            return 0
        case "enable" | "disable":
            return unit.enable(on=verb == "enable")
        case "daemon-reload":
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
