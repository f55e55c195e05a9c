"""Every trouble that the doctor may tell, on a machine that has it and on one that has not."""

from dataclasses import replace
from datetime import date

import pytest
from fake_machine import CONFIG_TXT, NOW, PORT, STATE, FakeMachine
from pages import ROOT

from firmware_host import checks
from firmware_host.doctor import board, buses, keeping, libraries, lights, machine, pins, ports, rights
from firmware_host.doctor.check import Told
from firmware_host.doctor.page import document
from firmware_host.past_faults import PastFault, save
from firmware_host.system import Node

CASES = {}
"""The board, then what breaks the machine, by the trouble that it makes the doctor tell."""


def breaks(trouble, **wired):
    """Register how a healthy machine gets this trouble; `pi` and the arguments of `wired` say which board."""

    def register(function):
        CASES[trouble] = (wired, function)
        return function

    return register


NEOPIXEL = 'driver = "neopixel"'
PWM = f"{NEOPIXEL}\npin = 18"
SPI_LEDS = 'driver = "neopixel-spi"'
BUTTONS = '[buttons]\npins = [24, 25]\n0 = "confirm"\n1 = "undo"'


# ---- configuration and computer


@breaks(checks.BAD_FILE)
def _(fake):
    fake.wired(more="colour = 3")


@breaks(machine.NO_PI, sensors="matrix")
def _(fake):
    fake.remove("/proc/device-tree/compatible")


@breaks(machine.OLD_KERNEL, sensors="matrix")
def _(fake):
    fake.write("/proc/sys/kernel/osrelease", "5.4.83-v7+\n")


@breaks(machine.LOW)
def _(fake):
    fake.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")


@breaks(machine.WAS_LOW)
def _(fake):
    fake.commands[("vcgencmd", "get_throttled")] = "throttled=0x50000"


@breaks(machine.HOT)
def _(fake):
    fake.write("/sys/class/thermal/thermal_zone0/temp", "83000\n")


@breaks(machine.NEVER_SET)
def _(fake):
    fake.now = NOW.replace(year=1970)


@breaks(machine.NOT_SYNCHRONIZED)
def _(fake):
    fake.remove("/run/systemd/timesync/synchronized")


# ---- what is kept, and the daemon


@breaks(keeping.NO_PARENT)
def _(fake):
    fake.remove(f"{STATE}/hall.json")
    fake.place(STATE).rmdir()
    fake.denied.add("/var/lib")


@breaks(keeping.NOT_A_FOLDER)
def _(fake):
    fake.remove(f"{STATE}/hall.json")
    fake.place(STATE).rmdir()
    fake.write(STATE, "")


@breaks(keeping.NOT_WRITABLE)
def _(fake):
    fake.denied.add(STATE)


@breaks(keeping.READ_ONLY)
def _(fake):
    fake.write("/proc/mounts", "/dev/root / ext4 ro,noatime 0 0\n")


@breaks(keeping.FULL)
def _(fake):
    fake.free_mb = 1.5


@breaks(keeping.NEARLY_FULL)
def _(fake):
    fake.free_mb = 40.0


@breaks(keeping.VOLATILE)
def _(fake):
    fake.write("/proc/mounts", "/dev/root /lower ext4 ro 0 0\noverlay / overlay rw,lowerdir=/lower 0 0\n")


@breaks(keeping.DAMAGED)
def _(fake):
    fake.write(f"{STATE}/journal.sqlite3", "no journal at all" * 100)


@breaks(keeping.NOT_RUNNING)
def _(fake):
    fake.remove(f"{STATE}/status.json")


@breaks(keeping.HANGS)
def _(fake):
    fake.status(written=NOW.timestamp() - 60)


@breaks(keeping.FAILED)
def _(fake):
    fake.unit(("ActiveState=active", "ActiveState=failed"), ("Result=success", "Result=start-limit-hit"))


@breaks(keeping.RESTARTED)
def _(fake):
    fake.unit(("NRestarts=0", "NRestarts=7"))


# ---- libraries


@breaks(libraries.NO_GPIO, sensors="matrix")
def _(fake):
    del fake.sources["RPi.GPIO"], fake.versions["RPi.GPIO"]


@breaks(libraries.HALF_GONE, sensors="matrix")
def _(fake):
    del fake.sources["RPi.GPIO"]


@breaks(libraries.TWO_PROVIDERS, sensors="matrix")
def _(fake):
    fake.versions["rpi-lgpio"] = "0.6"


@breaks(libraries.WRONG_FOR_PI5, sensors="matrix", pi=5)
def _(fake):
    fake.versions["RPi.GPIO"] = "0.7.1"
    del fake.versions["rpi-lgpio"]
    fake.sources["RPi.GPIO"] = "from RPi._GPIO import *\n"


@breaks(libraries.OLD_LGPIO, sensors="matrix", pi=5)
def _(fake):
    fake.versions["lgpio"] = "0.2.0.0"


@breaks(libraries.NO_ROOM_FOR_LGPIO, sensors="matrix", pi=5)
def _(fake):
    fake.denied.add(fake.folder)


@breaks(libraries.NO_NEOPIXEL, sensors="matrix")
def _(fake):
    del fake.sources["neopixel"]


@breaks(libraries.OLD_BLINKA, sensors="matrix")
def _(fake):
    fake.versions["Adafruit-Blinka"] = "8.50.0"


@breaks(libraries.NO_GPIOD, sensors="matrix")
def _(fake):
    fake.versions["gpiod"] = "1.6.3"


@breaks(libraries.NO_WIRE_LIBRARY, sensors="matrix")
def _(fake):
    del fake.sources["_rpi_ws281x"]


@breaks(libraries.NO_BUS_LIBRARY, sensors="mcp")
def _(fake):
    del fake.sources["smbus2"]


@breaks(libraries.NO_PYSERIAL)
def _(fake):
    del fake.sources["serial"]


# ---- the serial port


@breaks(ports.ABSENT)
def _(fake):
    fake.remove("/dev/ttyACM0")


@breaks(ports.NO_TTY)
def _(fake):
    fake.remove(PORT)
    fake.place(PORT).mkdir()


@breaks(ports.UNSTEADY_NAME)
def _(fake):
    fake.wired(port="/dev/ttyACM0")


@breaks(ports.TAKEN)
def _(fake):
    fake.process(77, "minicom", "/dev/null", "/dev/ttyACM0")


@breaks(ports.CONSOLE, port="/dev/ttyAMA0")
def _(fake):
    fake.write("/proc/cmdline", "console=serial0,115200 console=tty1 root=PARTUUID=1")


def brltty(fake):
    fake.write("/sys/bus/usb/devices/1-1/idVendor", "1a86\n")
    rule = '# Device: 1A86:7523\nENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm"\n'
    fake.write("/usr/lib/udev/rules.d/85-brltty.rules", rule)


@breaks(ports.BRLTTY_TOOK)
def _(fake):
    brltty(fake)
    fake.remove("/dev/ttyACM0")


breaks(ports.BRLTTY_MAY)(brltty)


@breaks(ports.MODEM_MANAGER)
def _(fake):
    fake.process(88, "ModemManager")


# ---- buses


@breaks(buses.SPI_OFF, sensors="shift")
def _(fake):
    fake.boot("#dtparam=spi=on")
    fake.remove("/dev/spidev0.1")


@breaks(buses.SPI_AFTER_REBOOT, sensors="hall")
def _(fake):
    fake.remove("/dev/spidev1.0")


@breaks(buses.NO_SPI, leds=SPI_LEDS, pi=None)
def _(fake):
    fake.remove("/dev/spidev0.0")


@breaks(buses.I2C_OFF, sensors="mcp")
def _(fake):
    fake.boot("dtparam=spi=on")
    i2c_gone(fake)


def i2c_gone(fake):
    fake.remove("/dev/i2c-1")
    fake.place("/sys/bus/i2c/devices/i2c-1").rename(fake.place("/gone"))


breaks(buses.I2C_AFTER_REBOOT, sensors="mcp")(i2c_gone)


@breaks(buses.I2C_MODULE, sensors="mcp")
def _(fake):
    fake.remove("/dev/i2c-1")


@breaks(buses.I2C_SLOW, sensors="mcp")
def _(fake):
    fake.octets("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4, "big"))


@breaks(buses.TOO_LONG, leds=SPI_LEDS)
def _(fake):
    fake.write("/sys/module/spidev/parameters/bufsiz", "512\n")


@breaks(buses.UNSTEADY, leds=SPI_LEDS)
def _(fake):
    fake.boot("dtparam=spi=on", "core_freq=500")


# ---- pins


@breaks(pins.NO_CHIP, sensors="matrix")
def _(fake):
    fake.remove("/dev/gpiochip0")


@breaks(pins.OTHER_CHIP, sensors="matrix")
def _(fake):
    fake.labels = ("gpio-sim",)


@breaks(pins.TWO_CHIPS, sensors="matrix")
def _(fake):
    fake.labels = ("pinctrl-bcm2711", "pinctrl-bcm2711")


@breaks(pins.DOUBLED, sensors="matrix")
def _(fake):
    fake.wired("matrix", leds=PWM)


@breaks(pins.NO_LED_PIN, sensors="serial", leds=NEOPIXEL)
def _(fake):
    fake.wired(leds=f"{NEOPIXEL}\npin = 4")


@breaks(pins.OVERLAY, sensors="serial", more=BUTTONS)
def _(fake):
    fake.boot("dtparam=spi=on", "dtoverlay=w1-gpio,gpiopin=25")


@breaks(pins.TREE_NODE, sensors="serial", more=BUTTONS)
def _(fake):
    fake.write("/proc/device-tree/onewire@19/compatible", "w1-gpio\0")


@breaks(pins.SELECT_BUSY, sensors="serial", more=BUTTONS)
def _(fake):
    fake.holding[24] = "spi0 CS2"


@breaks(pins.BUSY, sensors="matrix")
def _(fake):
    fake.holding[17] = "gpio_key"
    fake.process(55, "kodi", "/dev/gpiochip0")


@breaks(pins.UNRESERVED, sensors="matrix")
def _(fake):
    fake.process(56, "pigpiod")


@breaks(pins.AUDIO, leds=PWM, uid=0)
def _(fake):
    fake.boot("dtparam=audio=on")


@breaks(pins.NO_PIO, leds=NEOPIXEL, pi=5)
def _(fake):
    fake.remove("/dev/pio0")


# ---- rights


@breaks(rights.ROOT_ONLY, sensors="matrix")
def _(fake):
    fake.denied.add("/dev/gpiomem")
    fake.nodes["/dev/gpiomem"] = Node("root", "root", 0o600)


@breaks(rights.NOT_IN_GROUP, leds=SPI_LEDS)
def _(fake):
    fake.user = "maker"
    fake.denied.add("/dev/spidev0.0")


@breaks(rights.NOT_YET)
def _(fake):
    fake.groups.remove("dialout")
    fake.denied.add("/dev/ttyACM0")


@breaks(rights.NEEDS_ROOT, leds=PWM, uid=0)
def _(fake):
    fake.uid = 1000


@breaks(rights.NO_MAILBOX, leds=PWM, uid=0)
def _(fake):
    fake.remove("/dev/vcio")


@breaks(rights.SERVICE_GROUP, unit=True)
def _(fake):
    fake.unit(("SupplementaryGroups=dialout", "SupplementaryGroups="))
    fake.write("/etc/group", "dialout:x:20:pi\n")


@breaks(rights.SERVICE_DEVICE, unit=True)
def _(fake):
    fake.wired("shift")
    fake.write("/etc/group", "spi:x:995:pi,zetlicht\ngpio:x:997:pi,zetlicht\n")


@breaks(rights.DRIVER_LATE, unit=True)
def _(fake):
    fake.unit(("Wants=modprobe@cdc_acm.service", "Wants="))
    fake.write("/proc/devices", "Character devices:\n  1 mem\n")


# ---- the board


@breaks(board.SILENT)
def _(fake):
    fake.hello = "No board answers on /dev/ttyACM0: check its power, its cable and its firmware."


@breaks(board.UNLIKE)
def _(fake):
    fake.hello = replace(fake.hello, channels=64)


@breaks(board.FEW_BUTTONS, more='[buttons]\n0 = "confirm"')
def _(fake):
    fake.hello = replace(fake.hello, buttons=0)


@breaks(board.OTHER_FIRMWARE)
def _(fake):
    fake.hello = replace(fake.hello, firmware="zetlicht-pico 0.0.9")


@breaks(board.NOT_CONNECTED)
def _(fake):
    fake.status(connected=False, board="The board has sent nothing for 2 s.")


@breaks(board.NO_CALIBRATION, sensors="hall")
def _(fake):
    fake.remove(f"{STATE}/hall.json")


@breaks(board.BAD_CALIBRATION, sensors="hall")
def _(fake):
    fake.write(f"{STATE}/hall.json", "{")


@breaks(board.WEAK_FIELD)
def _(fake):
    save(fake.place(STATE), [PastFault("field", "32", "does not open", 3, date(2026, 11, 28))])


@breaks(board.WEAK_PIECE)
def _(fake):
    save(fake.place(STATE), [PastFault("piece", "white man from 31", "is weak", 1, date(2026, 11, 28))])


@breaks(board.UNREADABLE)
def _(fake):
    fake.write(f"{STATE}/faults.json", "[1, 2]")


# ---- current and sound


@breaks(lights.DIMMED)
def _(fake):
    fake.config_file.write_text(fake.config_file.read_text().replace("2000", "300"))


@breaks(lights.TOO_DIM)
def _(fake):
    fake.config_file.write_text(fake.config_file.read_text().replace("2000", "60"))


@breaks(lights.SUPPLY_TOO_SMALL, leds=SPI_LEDS, pi=5)
def _(fake):
    fake.octets("/proc/device-tree/chosen/power/max_current", (900).to_bytes(4, "big"))


@breaks(lights.NO_TERMINAL, leds='driver = "terminal"')
def _(fake):
    fake.remove("/dev/tty")


ALSA = '[sound]\ndriver = "alsa"'


@breaks(lights.NO_APLAY, more=ALSA)
def _(fake):
    fake.programs.clear()


@breaks(lights.NO_CARD, more=ALSA)
def _(fake):
    fake.write("/proc/asound/cards", "--- no soundcards ---\n")


# ---- the laws

TROUBLES = [(check, trouble) for check in checks.CHECKS for trouble in check.troubles]


def healthy(folder, *, pi=4, uid=1000, unit=False, running=False, **wired):
    fake = FakeMachine(folder, pi=pi)
    fake.uid = uid
    fake.wired(**wired)
    if pi == 5:
        fake.octets("/proc/device-tree/chosen/power/max_current", (5000).to_bytes(4, "big"))
    if unit:
        fake.unit()
    if running:
        fake.status()
    return fake


def test_every_trouble_is_shown_here():
    assert set(CASES) == {trouble for _, trouble in TROUBLES}


@pytest.mark.parametrize(
    ("check", "trouble"), TROUBLES, ids=[f"{check.name}: {trouble.what[:40]}" for check, trouble in TROUBLES]
)
def test_each_check_passes_where_all_is_well_and_tells_its_trouble_where_it_is(check, trouble, tmp_path):
    wired, broken = CASES[trouble]
    running = trouble in keeping.CHECKS[-1].troubles or trouble is board.NOT_CONNECTED
    fake = healthy(tmp_path, running=running, **wired)
    before = fake.findings(check.name)
    assert before, "the check concerns this board"
    assert {found.ok for found in before} == {True}, before
    broken(fake)
    after = fake.findings(check.name)
    assert (False if trouble.fails else None) in {found.ok for found in after}
    if trouble is not checks.BAD_FILE:
        assert trouble in {one.trouble for one in fake.outcomes(check.name) if isinstance(one, Told)}
    for found in after:
        assert found.found, found
        assert not {"{", "}"} & set(found.found + found.cause), "facts are filled in"
        assert found.ok is True or (found.cause and found.remedy), "a trouble has its cause and its remedy"


BOARDS = {
    "serial": {},
    "serial, LEDs on SPI": {"leds": SPI_LEDS},
    "serial, buttons on pins": {"more": BUTTONS},
    "serial, LEDs by PWM": {"leds": PWM, "uid": 0},
    "terminal": {"leds": 'driver = "terminal"'},
    "no LEDs": {"leds": 'driver = "none"'},
    "matrix": {"sensors": "matrix"},
    "shift registers": {"sensors": "shift"},
    "expanders": {"sensors": "mcp"},
    "hall": {"sensors": "hall"},
    "sound": {"more": ALSA},
    "abalone": {"game": "abalone"},
    "service": {"unit": True},
}


@pytest.mark.parametrize("wired", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("pi", [4, 5])
def test_a_machine_that_is_well_gets_not_a_single_word_of_advice(wired, pi, tmp_path):
    fake = healthy(tmp_path, pi=pi, running=True, **wired)
    assert [found for found in fake.findings() if found.ok is not True] == []


@pytest.mark.parametrize("wired", BOARDS.values(), ids=BOARDS)
def test_without_a_daemon_the_only_advice_is_to_start_it(wired, tmp_path):
    fake = healthy(tmp_path, **wired)
    if wired.get("game") == "abalone":
        fake.hello = replace(fake.hello, channels=61, pixels=61)
    assert [found.check for found in fake.findings() if found.ok is not True] == ["daemon"]


def test_checks_of_other_drivers_are_left_out(tmp_path):
    fake = healthy(tmp_path)
    names = {found.check for found in fake.findings()}
    assert not names & {"GPIO library", "LED library", "SPI", "I2C", "pins", "audio", "calibration", "sound"}
    assert {"serial port", "board", "port free"} <= names
    fake.wired("matrix")
    names = {found.check for found in fake.findings()}
    assert not names & {"serial port", "board", "port free", "I2C"}
    assert {"GPIO library", "LED library", "SPI", "pins", "pins held", "GPIO chip"} <= names


def test_a_broken_file_is_the_only_finding(tmp_path):
    fake = healthy(tmp_path)
    fake.config_file.write_text("game = 3\n")
    (found,) = fake.findings()
    assert (found.check, found.ok) == ("configuration", False)
    assert "board.toml" in found.found


def test_an_older_config_txt_is_read_where_it_lies(tmp_path):
    fake = healthy(tmp_path, sensors="serial", more=BUTTONS)
    fake.remove(CONFIG_TXT)
    fake.write("/boot/config.txt", "dtoverlay=gpio-ir,gpio_pin=24\n")
    (found,) = fake.findings("overlays")
    assert "dtoverlay=gpio-ir,gpio_pin=24 in /boot/config.txt" in found.found


def test_lines_below_the_filter_of_another_model_do_not_hold(tmp_path):
    fake = healthy(tmp_path, sensors="serial", more=BUTTONS)
    fake.boot("[pi5]", "dtoverlay=w1-gpio,gpiopin=24", "[all]", "dtparam=spi=on")
    assert [found.ok for found in fake.findings("overlays")] == [True]
    fake.boot("[pi4]", "dtoverlay=w1-gpio,gpiopin=24")
    assert [found.ok for found in fake.findings("overlays")] == [False]


def test_who_holds_a_pin_is_named_with_process_and_line(tmp_path):
    fake = healthy(tmp_path, sensors="matrix")
    CASES[pins.BUSY][1](fake)
    (found,) = fake.findings("pins held")
    assert 'GPIO 17 (rows) is held by "gpio_key", and the chip by process 55 (kodi)' in found.found


@pytest.mark.parametrize("ago_s", [1, 60])
def test_a_daemon_that_was_killed_counts_as_not_running(ago_s, tmp_path):
    fake = healthy(tmp_path)
    fake.status(written=NOW.timestamp() - ago_s, pid=99)
    assert [one.trouble for one in fake.outcomes("daemon")] == [keeping.NOT_RUNNING]


def test_where_processes_are_hidden_a_fresh_status_is_believed(tmp_path):
    fake = healthy(tmp_path, running=True)
    fake.remove("/proc/1/comm", "/proc/321/comm", "/proc/321/fd/3")
    for folder in ("/proc/1", "/proc/321/fd", "/proc/321"):
        fake.place(folder).rmdir()
    assert fake.outcomes("daemon") == ["runs as process 321"]


def test_a_daemon_of_its_own_does_not_take_the_port_from_itself(tmp_path):
    fake = healthy(tmp_path, running=True)
    assert [found.ok for found in fake.findings("port free")] == [True]


def test_the_folder_of_a_service_is_closed_to_other_users_and_that_is_well(tmp_path):
    fake = healthy(tmp_path, sensors="hall", unit=True)
    fake.unit(("char-ttyUSB", "char-spi"), ("dialout", "spi gpio"), ("char-ttyACM", "char-gpiochip"))
    fake.unit_allows("/dev/gpiomem")
    fake.closed.add(STATE)
    fake.nodes[STATE] = Node("zetlicht", "zetlicht", 0o750)
    fake.write(f"{STATE}/hall.json", "{")
    fake.write(f"{STATE}/faults.json", "{")
    assert [found.check for found in fake.findings() if found.ok is not True] == ["daemon"]
    (found,) = fake.findings("state folder")
    assert "as whom the service runs" in found.found
    assert not {"journal", "calibration", "past faults"} & {found.check for found in fake.findings()}


def test_low_voltage_and_firmware_that_cannot_be_asked(tmp_path):
    fake = healthy(tmp_path)
    fake.commands.clear()
    assert [found.ok for found in fake.findings("supply")] == [True]
    fake.remove("/sys/class/hwmon/hwmon1/in0_lcrit_alarm")
    assert fake.findings("supply") == []


def test_past_faults_are_told_with_how_often_and_when(tmp_path):
    fake = healthy(tmp_path)
    faults = [
        PastFault("field", str(number), "is weak", number, date(2026, 11, 1)) for number in range(1, 10)
    ]
    save(fake.place(STATE), faults)
    (found,) = fake.findings("past faults")
    assert found.ok is None
    assert found.found.startswith("field 9 is weak (9 times, last on 2026-11-01), field 8")
    assert found.found.endswith("and 3 more")
    assert f"{STATE}/faults.json" in found.remedy


def test_the_limiter_is_told_with_the_share_of_light_that_is_left(tmp_path):
    fake = healthy(tmp_path, game="abalone")
    fake.hello = replace(fake.hello, channels=61, pixels=61)
    fake.config_file.write_text(fake.config_file.read_text().replace("2000", "200"))
    (found,) = fake.findings("current")
    wanted, share = (
        float(word)
        for word in (found.found.split("draw ")[1].split()[0], found.found.split("with ")[1].split()[0])
    )
    assert "abalone, every piece on a wrong field" in found.found
    assert share == pytest.approx(100 * (200 - 61) / (wanted - 61), abs=5)


def test_the_page_is_made_from_the_checks_as_they_are():
    page = (ROOT / "docs" / "doctor.md").read_text(encoding="utf-8")
    assert page == document(), "out of date: python -m firmware_host.doctor.page > docs/doctor.md"
    for check, trouble in TROUBLES:
        assert f"\n### {check.name}\n" in page
        assert trouble.what.partition("{")[0].strip() in page
    assert page.count("\n| FAIL |") + page.count("\n| note |") == len(TROUBLES)


def test_each_check_has_a_name_of_its_own():
    assert len({check.name for check in checks.CHECKS}) == len(checks.CHECKS)
    assert len({trouble for _, trouble in TROUBLES}) == len(TROUBLES)
