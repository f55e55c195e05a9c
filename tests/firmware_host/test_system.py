"""What is read of a machine: of the real one, and of one in a folder."""

import grp
import os
from pathlib import Path

import pytest
from fake_machine import MODELS, PORT, FakeMachine

from firmware_host.pi_health import (
    Supply,
    generation,
    low_now,
    slowed_by_heat,
    supply,
    temperature_c,
    throttled,
)
from firmware_host.system import this_machine


def test_this_machine_is_read_as_it_is(tmp_path):
    system = this_machine()
    file = tmp_path / "file"
    file.write_bytes(b" 42\n\0")
    assert system.place(file) == file
    assert (system.text(file), system.number(file), system.octets(file)) == ("42", 42, b" 42\n\0")
    assert system.names(tmp_path) == ("file",)
    assert system.uid == os.geteuid()
    assert grp.getgrgid(os.getegid()).gr_name in system.groups
    assert system.may_use(str(tmp_path))
    assert system.node(str(file)).mode == file.stat().st_mode & 0o777
    assert system.source("json").startswith('r"""JSON')
    assert system.source("no_such_module_at_all") is None
    assert system.version("pyserial")
    assert system.version("no-such-distribution") is None
    assert system.run(("printf", "well")) == "well"
    assert system.run(("no-such-program",)) is None
    assert system.run(("false",)) is None
    assert system.has_program("sh")
    assert not system.has_program("no-such-program")
    assert system.free_mb(str(tmp_path)) > 0


def test_what_cannot_be_read_is_none_or_empty(tmp_path):
    system = this_machine()
    gone = tmp_path / "gone"
    assert system.text(gone) is system.number(gone) is system.octets(gone) is None
    assert system.node(str(gone)) is system.free_mb(str(gone)) is None
    assert system.names(gone) == system.holders(str(gone)) == ()
    assert not system.exists(gone)
    (tmp_path / "loop").symlink_to("loop")
    assert not system.exists(tmp_path / "loop")


def test_who_has_a_file_open_is_found_by_another_process_of_ours(tmp_path):
    file = tmp_path / "port"
    file.touch()
    link = tmp_path / "by-id"
    link.symlink_to(file)
    ready, waiting = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.open(file, os.O_RDWR)
            os.write(ready[1], b".")
            os.read(waiting[0], 1)
        finally:
            os._exit(0)
    os.read(ready[0], 1)
    (found,) = this_machine().holders(str(link))
    os.write(waiting[1], b".")
    os.waitpid(child, 0)
    assert found.startswith(f"process {child} (")
    with file.open():
        assert this_machine().holders(str(link)) == (), "this process itself does not count"


def test_a_folder_stands_for_a_machine(tmp_path):
    fake = FakeMachine(tmp_path)
    fake.process(12, "minicom", "/dev/null", "/dev/ttyACM0")
    system = fake.system()
    assert system.real(PORT) == "/dev/ttyACM0"
    assert system.holders(PORT) == ("process 12 (minicom)",)
    assert list(system.processes()) == [(1, "systemd"), (12, "minicom")]
    assert system.text("/proc/device-tree/model") == MODELS[4][0]
    assert system.place("/etc/group") == Path(tmp_path, "etc/group")
    assert system.place("games") == Path("games"), "relative paths are those of whoever started the program"


def test_a_program_in_python_is_called_by_what_it_runs(tmp_path):
    fake = FakeMachine(tmp_path)
    fake.process(12, "python3")
    fake.write("/proc/12/cmdline", "/usr/bin/python3\0/usr/local/bin/miniterm.py\0/dev/ttyACM0\0")
    fake.process(13, "python3.11")
    assert list(fake.system().processes())[1:] == [(12, "python3 miniterm.py ttyACM0"), (13, "python3.11")]


@pytest.mark.parametrize("pi", MODELS)
def test_the_generation_is_told_by_the_chip(pi, tmp_path):
    assert generation(FakeMachine(tmp_path, pi=pi).system()) == pi


def test_another_computer_is_none(tmp_path):
    fake = FakeMachine(tmp_path, pi=None)
    assert generation(fake.system()) is None


@pytest.mark.parametrize(
    ("alarm", "flags", "found"),
    [
        ("0", "throttled=0x0", Supply.GOOD),
        ("1", "throttled=0x0", Supply.LOW),
        ("0", "throttled=0x50005", Supply.LOW),
        ("0", "throttled=0x50000", Supply.WAS_LOW),
        (None, "throttled=0x0", Supply.GOOD),
        ("0", "VCHI initialization failed", Supply.GOOD),
        (None, "", None),
    ],
)
def test_the_supply_as_kernel_and_firmware_tell_it(alarm, flags, found, tmp_path):
    fake = FakeMachine(tmp_path)
    if alarm is None:
        fake.remove("/sys/class/hwmon/hwmon1/in0_lcrit_alarm")
    else:
        fake.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm)
    fake.commands[("vcgencmd", "get_throttled")] = flags
    assert supply(fake.system()) is found


def test_heat(tmp_path):
    fake = FakeMachine(tmp_path)
    assert temperature_c(fake.system()) == 48.312
    assert not slowed_by_heat(fake.system())
    fake.commands[("vcgencmd", "get_throttled")] = "throttled=0x8"
    assert slowed_by_heat(fake.system())
    assert (low_now(fake.system()), throttled(fake.system())) == (False, 8)
    fake.write("/sys/class/thermal/thermal_zone0/type", "wifi")
    assert temperature_c(fake.system()) is None
