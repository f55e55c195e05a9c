"""Knows what can be wrong with a board's set-up and how to put it right; it only looks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from firmware_host.config import Config, load
from firmware_host.config_drivers import NeoPixelLeds, NeoPixelSpiLeds
from firmware_host.config_drivers import SerialBoard as SerialKeys
from firmware_host.errors import HostError
from firmware_host.journal_reader import read_journal
from firmware_host.lamps import CHANNEL_MA, IDLE_MA
from firmware_host.status import FRESH_S, read
from hardware.board_match import complaint
from hardware.bus_faults import SPI, not_opened
from hardware.device import HardwareError
from hardware.neopixel_strip import SPI_DEVICE, SPI_PIN, is_pi5, neopixel_bytes
from hardware.packets import Hello
from hardware.readings import BoardShape, SensorKind
from hardware.spi_strip import check_size, wire_bytes

OLDEST_CREDIBLE_YEAR = 2025


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, whether it is in order, what was found, and what to do if it is not.
    `ok` None: could not be told, or worth knowing; never counts as failed."""

    check: str
    ok: bool | None
    found: str
    remedy: str = ""


def _good(check: str, found: str) -> Finding:
    return Finding(check, ok=True, found=found)


def _bad(check: str, found: str, remedy: str) -> Finding:
    return Finding(check, ok=False, found=found, remedy=remedy)


def _note(check: str, found: str, remedy: str) -> Finding:
    return Finding(check, ok=None, found=found, remedy=remedy)


Probe = Callable[[str, int], Hello]
"""Asks the board on a port for its HELLO; raises HardwareError."""


def examine(
    path: Path, probe: Probe, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Iterator[Finding]:
    """Every check, in the order in which one would put things right."""
    try:
        config = load(path)
    except HostError as error:
        yield _bad("configuration", str(error), "correct the file and run the doctor again")
        return
    yield _good("configuration", f"{path} is in order: {config.game.name}")
    yield _folder(config)
    yield _journal(config)
    running = _daemon(config)
    yield running
    if isinstance(config.sensor_device, SerialKeys):
        yield from _port(config, config.sensor_device, probe, running=bool(running.ok))
    yield from _strip(config)
    yield _current(config)
    yield _clock(now())


def _folder(config: Config) -> Finding:
    folder = config.state_dir
    if not folder.exists():
        if os.access(folder.parent, os.W_OK):
            return _good("state folder", f"{folder} will be made at the first start")
        return _bad(
            "state folder",
            f"{folder} does not exist and {folder.parent} cannot be written",
            f"make it: sudo mkdir -p {folder} && sudo chown $USER {folder}",
        )
    if os.access(folder, os.W_OK | os.X_OK):
        return _good("state folder", f"{folder} can be written")
    return _bad("state folder", f"{folder} cannot be written by this user", f"sudo chown $USER {folder}")


def _journal(config: Config) -> Finding:
    if not config.state_dir.exists():
        return _good("journal", "none yet")
    try:
        with read_journal(config.state_dir) as journal:
            return _good("journal", f"{len(journal.games())} games, sound")
    except HostError as error:
        return _bad(
            "journal",
            str(error),
            "start the daemon: it saves what it can from a damaged journal",
        )


def _daemon(config: Config) -> Finding:
    content = read(config)
    if content is None:
        return _note("daemon", "not running", "start it with 'zetlicht run'")
    written = content.get("written")
    age = datetime.now(UTC).timestamp() - written if isinstance(written, int | float) else float("inf")
    if age > FRESH_S:
        return _note(
            "daemon", f"its last status is {age:.0f} s old", "it hangs or was killed: start it again"
        )
    return _good("daemon", f"runs as process {content.get('pid')}: {content.get('board')}")


def _port(config: Config, keys: SerialKeys, probe: Probe, *, running: bool) -> Iterator[Finding]:
    port = Path(keys.port)
    if not port.exists():
        yield _bad(
            "serial port",
            f"{port} does not exist",
            f"plug the board in; the ports here are: {_ports() or 'none'}",
        )
        return
    if not os.access(port, os.R_OK | os.W_OK):
        yield _bad(
            "serial port",
            f"this user may not use {port}",
            "sudo usermod -aG dialout $USER, then log in anew",
        )
        return
    yield _good("serial port", f"{port} is there and may be used")
    if running:
        yield _note("board", "not asked: the daemon is talking to it", "see 'zetlicht status'")
        return
    try:
        hello = probe(keys.port, keys.baud)
    except HardwareError as error:
        yield _bad("board", str(error), "check cable and firmware; unplug the board and plug it in again")
        return
    wiring = config.wiring
    shape = BoardShape(SensorKind.named(config.sensors.kind), len(wiring.channels), len(wiring.pixels))
    trouble = complaint(hello, shape)
    if trouble is None:
        yield _good("board", f"{hello.firmware} answers: {hello.channels} channels, {hello.pixels} pixels")
    else:
        what, _, remedy = trouble.partition(": ")
        yield _bad("board", f"the board {what}", remedy.rstrip("."))


def _ports() -> str:
    folder = Path("/dev/serial/by-id")
    return ", ".join(sorted(str(item) for item in folder.iterdir())) if folder.is_dir() else ""


def _strip(config: Config) -> Iterator[Finding]:
    """LEDs on this computer: the library, the SPI bus, and whether a picture goes over it in one piece."""
    pixels = len(config.wiring.pixels)
    match config.led_device:
        case NeoPixelLeds(pin=pin):
            if find_spec("neopixel") is None:
                yield _bad(
                    "LED library",
                    "the NeoPixel library is not installed",
                    "pip install 'zetlicht[pi]', or leds.driver = \"neopixel-spi\", which needs none",
                )
                return
            yield _good("LED library", "the NeoPixel library is installed")
            if f"D{pin}" == SPI_PIN and not is_pi5():
                yield _bus(SPI_DEVICE, neopixel_bytes(pixels), pixels)
        case NeoPixelSpiLeds(spi=spi, pixel_order=order):
            yield _bus(spi, len(wire_bytes(bytes(3 * pixels), order)), pixels)
        case _:
            return


def _bus(device: str, needed: int, pixels: int) -> Finding:
    try:
        check_size(needed, pixels)
        os.close(os.open(device, os.O_RDWR | os.O_CLOEXEC))
    except HardwareError as error:
        what, _, remedy = str(error).partition(": ")
        return _bad("LED bus", what, remedy.rstrip("."))
    except OSError as error:
        what, _, remedy = str(not_opened(SPI, device, error)).partition(": ")
        return _bad("LED bus", what, remedy.rstrip("."))
    return _good("LED bus", f"{device} is there and may be used; {pixels} LEDs fit")


def _current(config: Config) -> Finding:
    """The picture that needs most: every field at the brightest role."""
    pixels, leds = len(config.wiring.pixels), config.leds
    if not pixels:
        return _good("current", "no LEDs are wired")
    most = pixels * (IDLE_MA + 3 * CHANNEL_MA * leds.brightness)
    if most <= leds.budget_ma:
        return _good("current", f"{pixels} LEDs draw at most {most:.0f} of {leds.budget_ma} mA")
    return _note(
        "current",
        f"{pixels} LEDs could draw {most:.0f} of {leds.budget_ma} mA: pictures are dimmed to fit",
        "a stronger supply and a higher leds.budget_ma make them brighter",
    )


def _clock(now: datetime) -> Finding:
    if now.year >= OLDEST_CREDIBLE_YEAR:
        return _good("clock", f"{now:%Y-%m-%d %H:%M} UTC")
    return _note(
        "clock",
        f"it shows {now:%Y}: it was never set",
        "games are dated ????.??.?? until the network sets it",
    )
