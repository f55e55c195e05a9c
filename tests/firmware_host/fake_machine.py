"""A machine in a folder: a healthy Raspberry Pi with every board wired, until a test breaks something."""

import json
from datetime import UTC, datetime
from pathlib import Path

from firmware_host.checks import CHECKS, examine
from firmware_host.config import load
from firmware_host.doctor.check import Case
from firmware_host.status import read
from firmware_host.system import Node, System
from hardware.device import HardwareUnavailable
from hardware.packets import Hello

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
STATE = "/var/lib/zetlicht"
PORT = "/dev/serial/by-id/usb-Raspberry_Pi_Pico_E66054815B318A36-if00"
CONFIG_TXT = "/boot/firmware/config.txt"

MODELS = {
    1: ("Raspberry Pi Zero W Rev 1.1", "raspberrypi,model-zero-w\0brcm,bcm2835\0"),
    3: ("Raspberry Pi 3 Model B Plus Rev 1.3", "raspberrypi,3-model-b-plus\0brcm,bcm2837\0"),
    4: ("Raspberry Pi 4 Model B Rev 1.5", "raspberrypi,4-model-b\0brcm,bcm2711\0"),
    5: ("Raspberry Pi 5 Model B Rev 1.0", "raspberrypi,5-model-b\0brcm,bcm2712\0"),
}
LABELS = {1: "pinctrl-bcm2835", 3: "pinctrl-bcm2835", 4: "pinctrl-bcm2711", 5: "pinctrl-rp1"}

SENSORS = {
    "serial": f'driver = "serial"\nkind = "reed"\nport = "{PORT}"',
    "matrix": 'driver = "gpio-matrix"\nkind = "reed"\nrows = [5, 6, 12, 13, 16, 17, 18, 19]\n'
    "columns = [20, 21, 22, 23]\ndiodes = true",
    "shift": 'driver = "shift-register"\nkind = "reed"',
    "mcp": 'driver = "mcp23017"\nkind = "reed"\naddresses = [0x20, 0x21, 0x22]',
    "hall": 'driver = "hall-adc"\nkind = "hall"\nselect = [5, 6, 12, 13]',
}
FILES = {
    "/proc/sys/kernel/osrelease": "6.6.31+rpt-rpi-v8\n",
    "/proc/mounts": "/dev/root / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw,nosuid 0 0\n",
    "/proc/devices": "Character devices:\n  1 mem\n166 ttyACM\n153 spi\n 89 i2c\n254 gpiochip\n",
    "/proc/modules": "cdc_acm 49152 1 - Live 0x0\nspidev 20480 0 - Live 0x0\n",
    "/proc/cmdline": "console=tty1 root=PARTUUID=1 rootwait",
    "/proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n",
    "/sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
    "/sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    "/sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "/sys/class/thermal/thermal_zone0/temp": "48312\n",
    "/sys/class/tty/ttyACM0/dev": "166:0\n",
    "/run/udev/data/c166:0": "E:ID_VENDOR_ID=2e8a\nE:ID_MODEL_ID=000a\n",
    "/sys/bus/usb/devices/1-1/idVendor": "2e8a\n",
    "/sys/module/spidev/parameters/bufsiz": "4096\n",
    "/run/systemd/timesync/synchronized": "",
    "/etc/group": "root:x:0:\ndialout:x:20:pi,zetlicht\ngpio:x:997:pi\nspi:x:995:pi\ni2c:x:994:pi\n",
    "/dev/gpiochip0": "",
    "/dev/gpiomem": "",
    "/dev/spidev0.0": "",
    "/dev/spidev0.1": "",
    "/dev/spidev1.0": "",
    "/dev/i2c-1": "",
    "/dev/ttyACM0": "",
    "/dev/ttyAMA0": "",
    "/dev/vcio": "",
    "/dev/pio0": "",
    "/dev/tty": "",
}
GROUPS = {"tty": "dialout", "gpio": "gpio", "pio": "gpio", "spi": "spi", "i2c": "i2c"}
UNIT = (
    "LoadState=loaded\nActiveState=active\nResult=success\nNRestarts=0\nUser=zetlicht\n"
    "SupplementaryGroups=dialout\nDevicePolicy=closed\nDeviceAllow=char-ttyACM rw\n"
    "DeviceAllow=char-ttyUSB rw\nWants=modprobe@cdc_acm.service\n"
)


class FakeMachine:
    """Everything is in order, for the board that `wired` says; `pi` None: another computer."""

    def __init__(self, folder: Path, *, pi: int | None = 4) -> None:
        self.root = folder
        self.pi = pi
        self.user, self.uid = "pi", 1000
        self.groups = {"pi", "dialout", "gpio", "spi", "i2c"}
        self.environment: dict[str, str] = {}
        self.folder = "/home/pi"
        self.now = NOW
        self.denied: set[str] = set()
        self.closed: set[str] = set()
        self.nodes: dict[str, Node] = {}
        self.commands: dict[tuple[str, ...], str] = {("vcgencmd", "get_throttled"): "throttled=0x0"}
        self.programs = {"aplay"}
        self.versions = {"RPi.GPIO": "0.7.1", "Adafruit-Blinka": "10.0.0", "gpiod": "2.5.0"}
        self.sources = {
            "RPi.GPIO": "from RPi._GPIO import *\n",
            "neopixel": "import board\n",
            "_rpi_ws281x": "",
            "spidev": "",
            "smbus2": "",
            "serial": "",
        }
        self.labels = (LABELS[pi], "raspberrypi-exp-gpio") if pi else ()
        self.holding: dict[int, str] = {}
        self.free_mb: float | None = 12000.0
        self.hello: Hello | str = Hello(1, 1, 0, 50, 50, 2, bytes(8), "zetlicht-pico 0.1.0")
        for path, text in FILES.items():
            self.write(path, text)
        if pi:
            self.write("/proc/device-tree/model", MODELS[pi][0] + "\0")
            self.write("/proc/device-tree/compatible", MODELS[pi][1])
        if pi == 5:
            self.rpi_lgpio()
            self.sources["adafruit_raspberry_pi5_neopixel_write"] = ""
        self.boot("dtparam=spi=on", "dtparam=i2c_arm=on", "core_freq=500", "core_freq_min=500")
        self.octets("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (400_000).to_bytes(4, "big"))
        self.link(PORT, "../../ttyACM0")
        self.link("/dev/serial0", "ttyAMA0")
        self.process(1, "systemd")
        self.place(STATE).mkdir(parents=True, exist_ok=True)
        calm = {"version": 1, "baselines": [512.0] * 50, "noise": [1.0] * 50}
        self.write(f"{STATE}/hall.json", json.dumps(calm))

    # ---- the machine

    def place(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def write(self, path: str, text: str) -> None:
        self.octets(path, text.encode())

    def octets(self, path: str, content: bytes) -> None:
        self.place(path).parent.mkdir(parents=True, exist_ok=True)
        self.place(path).write_bytes(content)

    def link(self, path: str, target: str) -> None:
        self.place(path).parent.mkdir(parents=True, exist_ok=True)
        self.place(path).unlink(missing_ok=True)
        self.place(path).symlink_to(target)

    def remove(self, *paths: str) -> None:
        for path in paths:
            self.place(path).unlink()

    def boot(self, *lines: str) -> None:
        self.write(CONFIG_TXT, "# the firmware's settings\n" + "\n".join(lines) + "\n")

    def rpi_lgpio(self) -> None:
        del self.versions["RPi.GPIO"]
        self.versions |= {"rpi-lgpio": "0.6", "lgpio": "0.2.2.0"}
        self.sources["RPi.GPIO"] = "import os\nimport lgpio\n"

    def process(self, number: int, name: str, *devices: str) -> None:
        self.write(f"/proc/{number}/comm", f"{name}\n")
        for place, device in enumerate(devices):
            self.link(f"/proc/{number}/fd/{place + 3}", device)

    def status(self, **more: object) -> None:
        """A daemon runs."""
        self.process(321, "zetlicht", "/dev/ttyACM0")
        said = {"pid": 321, "written": self.now.timestamp() - 1, "connected": True, "firmware": "pico"}
        self.write(f"{STATE}/status.json", json.dumps(said | more))

    def unit(self, *changes: tuple[str, str]) -> None:
        text = UNIT
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        self.commands[("systemctl", "show")] = text

    def unit_allows(self, device: str) -> None:
        self.commands[("systemctl", "show")] += f"DeviceAllow={device} rw\n"

    # ---- the board

    def wired(
        self,
        sensors: str = "serial",
        leds: str = "",
        more: str = "",
        game: str = "international",
        port: str = PORT,
    ) -> None:
        if sensors in ("matrix", "mcp"):
            game = "russian"
        keys = SENSORS[sensors].replace(PORT, port)
        self.write(
            "/etc/zetlicht/board.toml",
            f'game = "{game}"\nstate_dir = "{STATE}"\n[sensors]\n{keys}\n[leds]\n'
            f'budget_ma = 2000\n{leds}\n[wiring]\norder = "rows"\n{more}\n',
        )
        if sensors == "hall":
            self.boot(
                "dtparam=spi=on", "dtoverlay=spi1-1cs", "[pi4]", "core_freq=500", "core_freq_min=500", "[all]"
            )

    @property
    def config_file(self) -> Path:
        return self.place("/etc/zetlicht/board.toml")

    def system(self) -> System:
        return System(
            root=self.root,
            user=self.user,
            uid=self.uid,
            groups=frozenset(self.groups),
            environment=self.environment,
            folder=self.folder,
            now=self.now,
            may_use=lambda path: path not in self.denied | self.closed,
            may_read=lambda path: path not in self.closed,
            node=self._node,
            run=lambda command: self.commands.get(tuple(command), self.commands.get(tuple(command)[:2])),
            has_program=self.programs.__contains__,
            version=self.versions.get,
            source=self.sources.get,
            gpio_labels=lambda: self.labels,
            gpio_holder=self.holding.get,
            free_mb=lambda path: self.free_mb,
            probe=self._probe,
        )

    def _node(self, path: str) -> Node | None:
        if not self.place(path).exists():
            return None
        group = next((group for head, group in GROUPS.items() if path.startswith(f"/dev/{head}")), "root")
        return self.nodes.get(path, Node("root", group, 0o660))

    def _probe(self, port: str, baud: int) -> Hello:
        if isinstance(self.hello, str):
            raise HardwareUnavailable(self.hello)
        return self.hello

    # ---- the doctor

    def findings(self, name: str | None = None):
        return [
            found for found in examine(self.config_file, self.system()) if name is None or found.check == name
        ]

    def outcomes(self, name: str):
        """What one check gives: texts and troubles told."""
        system, config = self.system(), load(self.config_file)
        case = Case(system, config, read(config, system.root, system.environment))
        (check,) = (check for check in CHECKS if check.name == name)
        return list(check.look(case)) if check.concern.holds(config) else []
