"""Knows the checks of the pin header: its chip, pins named twice, taken by overlays, held by others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware_host.config_kinds import listed
from firmware_host.doctor.boot_config import boot_config, tree_pins
from firmware_host.doctor.check import Case, Check, Outcome, Told, Trouble, or_good
from firmware_host.doctor.needs import (
    NEOPIXEL,
    PCM_PIN,
    PINS,
    PWM_LEDS,
    PWM_PINS,
    SPI_LED_PIN,
    bus_pins,
    led_pin,
    signal_pins,
    spi_uses,
)
from firmware_host.pi_health import generation
from firmware_host.system import System
from hardware.gpio_lines import HEADERS

NO_CHIP = Trouble(
    "there is no /dev/gpiochip of the pin header",
    "the kernel is too old, or not made for this Raspberry Pi",
    "sudo apt full-upgrade, then reboot",
)
OTHER_CHIP = Trouble(
    "none of the GPIO chips is the pin header's: they call themselves {labels}",
    "the kernel is not Raspberry Pi's own, or newer than these libraries",
    "use Raspberry Pi OS, or a board on a serial port",
)
TWO_CHIPS = Trouble(
    "{count} GPIO chips call themselves the pin header's",
    "a dtoverlay adds another one",
    "remove that dtoverlay from {file} and reboot",
)
DOUBLED = Trouble(
    "GPIO {pin} is named for {uses}",
    "every line needs a pin of its own, and a bus that is used has pins of its own",
    "wire one of them to another pin and correct the configuration",
)
NO_LED_PIN = Trouble(
    "GPIO {pin} cannot drive LEDs on this Raspberry Pi",
    "only 10 (SPI), 12, 13, 18 and 19 (PWM) and 21 (PCM) can",
    "wire the data line to GPIO 10 and write leds.pin = 10",
)
OVERLAY = Trouble(
    "GPIO {pin} ({use}) is also taken by {line} in {file}",
    "an overlay reserves the pin for something else",
    "remove that line and reboot, or wire the line to another pin",
)
TREE_NODE = Trouble(
    "GPIO {pin} ({use}) is also taken by {node} of the device tree",
    "an overlay that is loaded reserves the pin for something else",
    "remove its dtoverlay from {file} and reboot, or wire the line to another pin",
)
SELECT_BUSY = Trouble(
    "GPIO {pin} ({use}) is held by {holder}",
    "SPI reserves its chip selects, even where nothing is connected to them",
    "put dtoverlay=spi0-0cs into {file} and reboot, or wire the line to another pin",
)
BUSY = Trouble(
    "GPIO {pin} ({use}) is held by {holder}",
    "another program or an overlay has taken the line",
    "stop that program, or remove its dtoverlay from {file} and reboot",
)
UNRESERVED = Trouble(
    "{processes} also drives pins, and reserves none",
    "it writes to the chip's registers, so nobody can tell which pins it changes",
    "stop it, or see that it uses other pins",
    fails=False,
)
AUDIO = Trouble(
    "LEDs on GPIO {pin} and the audio jack use the same PWM",
    "{found}, so the LEDs show random colours",
    "put dtparam=audio=off into {file} and reboot, or wire the data line to GPIO 10 and write leds.pin = 10",
)
NO_PIO = Trouble(
    "there is no /dev/pio0, which drives NeoPixels on a Raspberry Pi 5",
    "its firmware or kernel is older than that",
    'sudo apt full-upgrade and sudo rpi-eeprom-update -a, then reboot, or use leds.driver = "neopixel-spi"',
)

_GREEDY = ("pigpiod",)


def _chip(case: Case) -> Iterable[Outcome]:
    system = case.system
    if generation(system) is None:
        return
    if not any(name.startswith("gpiochip") for name in system.names("/dev")):
        yield NO_CHIP.told()
        return
    labels = system.gpio_labels()
    ours = [label for label in labels if label in HEADERS]
    if len(ours) > 1:
        yield TWO_CHIPS.told(count=len(ours), file=boot_config(system, None).path)
    elif ours:
        yield f"the pin header is {ours[0]}"
    elif labels:
        yield OTHER_CHIP.told(labels=listed(labels, "and"))


def _pins(case: Case) -> Iterable[Outcome]:
    pi, uses = generation(case.system), used(case)
    troubles = [
        DOUBLED.told(pin=pin, uses=listed(purposes, "and"))
        for pin, purposes in uses.items()
        if len(purposes) > 1
    ]
    pin = led_pin(case.config)
    if pin is not None and pi in (1, 2, 3, 4) and pin not in (SPI_LED_PIN, PCM_PIN, *PWM_PINS):
        troubles.append(NO_LED_PIN.told(pin=pin))
    return or_good(troubles, f"{len(uses)} pins, each for one thing")


def used(case: Case) -> dict[int, list[str]]:
    """What each pin of the board is for."""
    uses: dict[int, list[str]] = {}
    for pin, what in (*signal_pins(case.config), *bus_pins(case.config, generation(case.system))):
        if what not in uses.setdefault(pin, []) or not what.startswith(("SPI", "chip select", "I2C")):
            uses[pin].append(what)
    return dict(sorted(uses.items()))


def _own(case: Case) -> dict[int, str]:
    """The pins that the board itself takes; not those of a bus, which the kernel has for it."""
    by_bus = SPI_LED_PIN if spi_uses(case.config, generation(case.system)) else None
    return {pin: what for pin, what in signal_pins(case.config) if (pin, what) != (by_bus, "LEDs")}


def _overlays(case: Case) -> Iterable[Outcome]:
    system, own = case.system, _own(case)
    if generation(system) is None:
        return ()
    boot = boot_config(system, generation(system))
    taken = [(pin, overlay.line) for overlay in boot.overlays for pin in overlay.pins if pin in own]
    troubles = [OVERLAY.told(pin=pin, use=own[pin], line=line, file=boot.path) for pin, line in taken]
    troubles += [
        TREE_NODE.told(pin=pin, use=own[pin], node=node, file=boot.path)
        for pin, node in tree_pins(system)
        if pin in own and pin not in {known for known, _ in taken}
    ]
    return or_good(troubles, f"none in {boot.path} takes a pin of the board")


def _busy(case: Case) -> Iterable[Outcome]:
    if generation(case.system) is None:
        return ()
    if case.running:
        return ("not asked: the running daemon uses them",)
    return or_good(_busy_troubles(case.system, _own(case)), "nobody else has them")


def _busy_troubles(system: System, own: dict[int, str]) -> Iterator[Told]:
    file = boot_config(system, None).path
    by_chip = tuple(
        who
        for name in system.names("/dev")
        if name.startswith("gpiochip")
        for who in system.holders(f"/dev/{name}")
    )
    for pin, use in own.items():
        holder = system.gpio_holder(pin)
        if holder is None:
            continue
        if holder.startswith("spi") and "CS" in holder:
            yield SELECT_BUSY.told(pin=pin, use=use, holder=f'"{holder}"', file=file)
        else:
            processes = f", and the chip by {listed(dict.fromkeys(by_chip), 'and')}" if by_chip else ""
            yield BUSY.told(pin=pin, use=use, holder=f'"{holder}"{processes}', file=file)
    by_registers = [
        *system.holders("/dev/gpiomem"),
        *(f"process {number} ({name})" for number, name in system.processes() if name in _GREEDY),
    ]
    if by_registers:
        yield UNRESERVED.told(processes=listed(dict.fromkeys(by_registers), "and"))


def _audio(case: Case) -> Iterable[Outcome]:
    system, pin = case.system, led_pin(case.config)
    pi = generation(system)
    if pin not in PWM_PINS or pi is None or pi == 5:
        return
    boot = boot_config(system, pi)
    if boot.on("audio"):
        yield AUDIO.told(pin=pin, found=f"{boot.path} says dtparam=audio=on", file=boot.path)
    elif "snd_bcm2835" in (system.text("/proc/modules") or ""):
        yield AUDIO.told(pin=pin, found="its driver snd_bcm2835 is loaded", file=boot.path)
    else:
        yield "the audio jack is switched off"


def _pio(case: Case) -> Iterable[Outcome]:
    if generation(case.system) == 5:
        yield "/dev/pio0 is there" if case.system.exists("/dev/pio0") else NO_PIO.told()


CHECKS = (
    Check(
        "GPIO chip", "the chip of the pin header, by its label", PINS, (NO_CHIP, OTHER_CHIP, TWO_CHIPS), _chip
    ),
    Check(
        "pins",
        "pins named twice, and LEDs on pins that cannot drive them",
        PINS,
        (DOUBLED, NO_LED_PIN),
        _pins,
    ),
    Check("overlays", "config.txt and the device tree", PINS, (OVERLAY, TREE_NODE), _overlays),
    Check("pins held", "who holds the board's pins", PINS, (SELECT_BUSY, BUSY, UNRESERVED), _busy),
    Check("audio", "the audio jack on the LEDs' pin (not on a Raspberry Pi 5)", PWM_LEDS, (AUDIO,), _audio),
    Check("PIO", "what drives NeoPixels on a Raspberry Pi 5", NEOPIXEL, (NO_PIO,), _pio),
)
