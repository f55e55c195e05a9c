"""Knows the checks of SPI and I2C: switched on, fast enough, steady enough, and in one go."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_host.config_pi import ExpanderSensors
from firmware_host.doctor.boot_config import BootConfig, boot_config
from firmware_host.doctor.check import Case, Check, Outcome, Told, Trouble, or_good
from firmware_host.doctor.needs import I2C, SPI, SPI_LEDS, SpiUse, i2c_device, spi_uses
from firmware_host.pi_health import generation
from firmware_host.system import System
from hardware.spi_strip import BUFFER_FILE, USUAL_BUFFER

SLOW_I2C_HZ = 400_000

SPI_OFF = Trouble(
    "there is no {device}, which the {what} need",
    "SPI is switched off",
    "put {setting} into {file} and reboot",
)
SPI_AFTER_REBOOT = Trouble(
    "there is no {device}, though {file} says {setting}",
    "the computer was not restarted since that was written, or the line stands below a filter such as [pi3]",
    "reboot; if it stays away, move the line below [all]",
)
NO_SPI = Trouble(
    "there is no {device}, which the {what} need",
    "this computer has no SPI bus of that name, or its driver spidev is not loaded",
    "sudo modprobe spidev, name the bus it has (ls /dev/spidev*), or use a board on a serial port",
)
I2C_OFF = Trouble(
    "there is no {device}, which the sensors need",
    "I2C is switched off",
    "put dtparam=i2c_arm=on into {file} and reboot",
)
I2C_AFTER_REBOOT = Trouble(
    "there is no {device}, though {file} says dtparam=i2c_arm=on",
    "the computer was not restarted since that was written, or the number of the bus is another",
    "reboot; 'ls /dev/i2c-*' shows the buses there are",
)
I2C_MODULE = Trouble(
    "the bus is there, but not its file {device}",
    "the kernel's driver i2c-dev is not loaded",
    "echo i2c-dev | sudo tee /etc/modules-load.d/i2c.conf, then reboot",
)
I2C_SLOW = Trouble(
    "{device} runs at {khz} kHz",
    "that is its usual clock; scans of {count} expanders come late with it",
    "put dtparam=i2c_arm_baudrate=400000 into {file} and reboot",
    fails=False,
)
TOO_LONG = Trouble(
    "a picture for {pixels} LEDs takes {needed} bytes, but the kernel sends at most {limit} in one go",
    "its buffer for SPI is small, and a pause in a picture ends it",
    "add spidev.bufsiz=32768 to the line in {file} and reboot",
)
UNSTEADY = Trouble(
    "the clock of the SPI bus changes with the load of the processor",
    "{keys} is not fixed in {file}",
    "put {remedy} there and reboot, or the LEDs flicker and show wild colours",
    fails=False,
)


def _spi(case: Case) -> Iterable[Outcome]:
    pi = generation(case.system)
    uses = spi_uses(case.config, pi)
    boot = boot_config(case.system, pi)
    missing = [_spi_trouble(use, boot, pi) for use in uses if not case.system.exists(use.device)]
    names = ", ".join(dict.fromkeys(use.device for use in uses))
    return or_good(missing, f"{names} is there") if uses else ()


def _spi_trouble(use: SpiUse, boot: BootConfig, pi: int | None) -> Told:
    if pi is None:
        return NO_SPI.told(device=use.device, what=use.what)
    if use.bus == 1:
        setting = f"dtoverlay=spi1-{(use.select or 0) + 1}cs"
        written = any(overlay.name.startswith("spi1-") for overlay in boot.overlays)
    else:
        setting, written = "dtparam=spi=on", boot.on("spi")
    trouble = SPI_AFTER_REBOOT if written else SPI_OFF
    return trouble.told(device=use.device, what=use.what, setting=setting, file=boot.path)


def _i2c(case: Case) -> Iterable[Outcome]:
    system, device = case.system, i2c_device(case.config) or ""
    boot, bus = boot_config(system, generation(system)), device.removeprefix("/dev/")
    if not system.exists(device):
        if system.exists(f"/sys/bus/i2c/devices/{bus}"):
            yield I2C_MODULE.told(device=device)
        else:
            trouble = I2C_AFTER_REBOOT if boot.on("i2c_arm") else I2C_OFF
            yield trouble.told(device=device, file=boot.path)
        return
    clock = system.octets(f"/sys/bus/i2c/devices/{bus}/of_node/clock-frequency")
    hertz = int.from_bytes(clock or b"", "big")
    keys = case.config.sensor_device
    if (
        isinstance(keys, ExpanderSensors)
        and 0 < hertz < SLOW_I2C_HZ
        and (len(keys.addresses) > 2 or keys.rows)
    ):
        yield I2C_SLOW.told(device=device, khz=hertz // 1000, count=len(keys.addresses), file=boot.path)
    else:
        yield f"{device} is there"


def _buffer(case: Case) -> Iterable[Outcome]:
    limit = case.system.number(BUFFER_FILE) or USUAL_BUFFER
    longest = max((use.picture_bytes for use in spi_uses(case.config, generation(case.system))), default=0)
    if not longest:
        return
    pixels = len(case.config.wiring.pixels)
    file = boot_config(case.system, None).path.replace("config.txt", "cmdline.txt")
    if longest > limit:
        yield TOO_LONG.told(pixels=pixels, needed=longest, limit=limit, file=file)
    else:
        yield f"a picture for {pixels} LEDs takes {longest} of {limit} bytes"


def _steady(case: Case) -> Iterable[Outcome]:
    pi = generation(case.system)
    if pi not in (3, 4):
        return
    boot = boot_config(case.system, pi)
    core, least = _core_mhz(case.system, boot, pi)
    if core == least or (pi == 3 and core == 250):
        yield f"the bus's clock is fixed (core_freq {core} MHz)"
    elif pi == 3:
        yield UNSTEADY.told(keys="core_freq", file=boot.path, remedy="core_freq=250")
    else:
        yield UNSTEADY.told(
            keys="core_freq_min", file=boot.path, remedy="core_freq=500 and core_freq_min=500"
        )


def _core_mhz(system: System, boot: BootConfig, pi: int) -> tuple[int, int]:
    """The highest and the lowest clock of the core, as the firmware has them, else as config.txt says."""
    usual = {"core_freq": "400" if pi == 3 else "500", "core_freq_min": "250" if pi == 3 else "200"}

    def asked(name: str) -> int:
        _, _, value = (system.run(("vcgencmd", "get_config", name)) or "").partition("=")
        if not value.isdigit() or value == "0":
            value = boot.settings.get(name, usual[name])
        return int(value) if value.isdigit() else int(usual[name])

    core = asked("core_freq")
    return core, core if boot.on("force_turbo") else asked("core_freq_min")


CHECKS = (
    Check("SPI", "the bus's device files", SPI, (SPI_OFF, SPI_AFTER_REBOOT, NO_SPI), _spi),
    Check(
        "I2C", "the bus's device file and clock", I2C, (I2C_OFF, I2C_AFTER_REBOOT, I2C_MODULE, I2C_SLOW), _i2c
    ),
    Check("SPI buffer", "whether a picture goes over the bus in one piece", SPI_LEDS, (TOO_LONG,), _buffer),
    Check(
        "SPI clock",
        "whether the bus's clock stays the same (Raspberry Pi 3 and 4)",
        SPI_LEDS,
        (UNSTEADY,),
        _steady,
    ),
)
