"""Knows what a configuration says of a board whose wiring nobody knows yet: its fields, channels and LEDs,
and its devices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.config import Config, chosen_game, load, parse, physical
from firmware_host.config_buttons import button_names
from firmware_host.config_drivers import SENSOR_DRIVERS, SensorDevice, SerialBoard
from firmware_host.config_file import sections_of, text_of
from firmware_host.config_grid import surface
from firmware_host.config_pi import ExpanderSensors, HallSensors, MatrixSensors, ShiftRegisterSensors
from firmware_host.config_read import Source, Table, read, section
from firmware_host.config_sections import Grid, Leds, Lists, Sensors
from firmware_host.errors import ConfigError, WiringError
from firmware_host.wire.file import rewired
from firmware_host.wire.questions import Plan
from firmware_host.wire.result import Value
from firmware_host.wiring import Places, places
from hardware.packets import Hello
from hardware.serial_board import probe
from rules.game import Game

Ask = Callable[[str, int], Hello]
"""Ask the board on a port with a baud rate what it is; raises HardwareUnavailable."""

MOST_PIXELS = 1024
_LINES = 16
_INPUTS = 8


@dataclass(frozen=True, slots=True)
class WireBoard:
    """A board to be asked: the `plan`, the `config` with a wiring that only has the right lengths, and the
    `text` of its file."""

    plan: Plan
    config: Config
    text: str
    grid: Grid | None


def wire_board(path: Path, ask: Ask, *, channels: int | None = None, pixels: int | None = None) -> WireBoard:
    """The board of the file at `path`, whatever its section [wiring] says or lacks. `channels`, `pixels`: how
    many there are, None to find out. Raises ConfigError, and HardwareError if the board has to be asked and
    does not answer."""
    source, text = Source(path), text_of(path)
    table = sections_of(source, text)
    game = chosen_game(source, table)[1]
    grid, lists = physical(source, {**table, "wiring": _kept(section(source, table, "wiring"))})
    there = _places(source, grid, game)
    hello = _hello(source, table, ask)
    device, leds = _devices(source, table)
    if hello:
        _check_said(path, "channels", channels, hello.channels)
        _check_said(path, "pixels", pixels if leds == "serial" else None, hello.pixels)
    many = channels or (hello.channels if hello else _channels(device, lists, len(there)))
    asked = _asked(there, lists, game if grid is None else None, many)
    lit = 0
    if leds != "none":
        told = hello.pixels if hello and leds == "serial" else None
        lit = pixels if pixels is not None else told if told is not None else _pixels(lists, len(asked))
    if lit > MOST_PIXELS:
        raise ConfigError(f"{path}: {lit} LEDs are too many; the most are {MOST_PIXELS}.")
    if leds != "none" and not lit:
        raise source.error("leds.driver", f'is "{leds}", but there are no LEDs; write driver = "none" there')
    rim = {pixel: pixel in lists.rim_white for pixel in (*lists.rim_white, *lists.rim_black) if pixel < lit}
    config = parse(_provisional(text, there, many, lit, rim), path)
    plan = Plan(asked, there, many, lit, rim)
    return WireBoard(replace(plan, near=_near(plan, config)), config, text, grid)


@dataclass(frozen=True, slots=True)
class Soldered:
    """What the file at `path` says is on a board with a serial port: `places` of the fields that have a
    sensor, how many LEDs and buttons; `hall` sensors, else reeds."""

    path: Path
    places: Places
    pixels: int
    buttons: int
    hall: bool


def soldered(path: Path) -> Soldered:
    """The board of the file at `path`, which need not say how it is wired; raises ConfigError."""
    source = Source(path)
    table = sections_of(source, text_of(path))
    game = chosen_game(source, table)[1]
    grid, lists = physical(source, {**table, "wiring": _kept(section(source, table, "wiring"))})
    there = _places(source, grid, game)
    device, leds = _devices(source, table)
    if not isinstance(device, SerialBoard):
        raise source.error("sensors.driver", 'is not "serial", which is what a Pico on USB is; write that')
    asked = _asked(there, lists, game if grid is None else None, len(there))
    names = button_names(source, section(source, table, "buttons"))
    return Soldered(
        path,
        {name: there[name] for name in asked},
        _pixels(lists, len(asked)) if leds == "serial" else 0,
        max(names, default=-1) + 1,
        read(source, section(source, table, "sensors"), "sensors", Sensors).kind == "hall",
    )


def probe_board(port: str, baud: int) -> Hello:
    """Ask the board on a port what it is; raises HardwareUnavailable."""
    return probe(port, baudrate=baud)


def known_or_not(path: Path, ask: Ask) -> tuple[Config, bool]:
    """The configuration in the file at `path`, and whether it says which channel lies where: that may still
    have to be found out. Raises as `wire_board`."""
    source = Source(path)
    wiring = section(source, sections_of(source, text_of(path)), "wiring")
    if not {"fields", "pixels", "order"} & wiring.keys():
        return wire_board(path, ask).config, False
    return load(path), True


def _kept(wiring: Table) -> Table:
    """What a wiring says that is not to be found out: the lengths of its lists, and what is not there."""
    names = ("fields", "pixels", "absent", "dark", "pixels_per_field", "rim_white", "rim_black")
    return {name: wiring[name] for name in names if name in wiring}


def _places(source: Source, grid: Grid | None, game: Game) -> Places:
    if grid is None:
        return places(game.board)
    try:
        return surface(grid).places
    except WiringError as error:
        raise ConfigError(f"{source.path}: {error}.") from None


def _devices(source: Source, table: Table) -> tuple[SensorDevice, str]:
    """The sensors' keys, and the name of the LEDs' driver."""
    own = section(source, table, "sensors")
    sensors = read(source, own, "sensors", Sensors)
    driver = next(item for item in SENSOR_DRIVERS if item.name == sensors.driver)
    leds = read(source, {"driver": driver.leds, **section(source, table, "leds")}, "leds", Leds)
    return read(source, own, "sensors", driver.record), leds.driver


def _hello(source: Source, table: Table, ask: Ask) -> Hello | None:
    device, _ = _devices(source, table)
    return ask(device.port, device.baud) if isinstance(device, SerialBoard) else None


def _check_said(path: Path, name: str, given: int | None, said: int) -> None:
    """A board that says how many there are would not be heard with another number."""
    if given not in (None, said):
        raise ConfigError(
            f"{path}: --{name} is {given}, but the board itself says that it has {said}; leave --{name} out."
        )


def _channels(device: SensorDevice, lists: Lists, fields: int) -> int:
    """How many channels sensors on the Raspberry Pi's own pins have."""
    if lists.fields:
        return len(lists.fields)
    match device:
        case MatrixSensors(rows=rows, columns=columns):
            return len(rows) * len(columns)
        case ExpanderSensors(addresses=addresses, rows=rows):
            return len(addresses) * (7 * rows if rows else 14)
        case ShiftRegisterSensors():
            return -(-fields // _INPUTS) * _INPUTS
        case HallSensors():
            return -(-fields // _LINES) * _LINES
        case _:
            return fields


def _asked(there: Places, lists: Lists, game: Game | None, channels: int) -> tuple[str, ...]:
    """The fields of the walk, row by row: not those said to be without a sensor, nor a gutter for which there
    are no channels."""
    without = set(lists.absent)
    if game is not None and ("gutter" in without or channels < len(there)):
        without |= game.board.gutter
    wired = [name for name in there if name not in without]
    return tuple(sorted(wired, key=lambda name: (-round(there[name][1], 3), there[name][0])))


def _pixels(lists: Lists, fields: int) -> int:
    if lists.pixels:
        return len(lists.pixels)
    return fields * lists.pixels_per_field + len(lists.rim_white) + len(lists.rim_black)


def _provisional(text: str, there: Places, channels: int, pixels: int, rim: Mapping[int, bool]) -> str:
    """The file with a wiring of the right lengths, so that it can be read like any other."""
    names = list(there)
    wiring: dict[str, Value] = {
        "fields": (names + [""] * channels)[:channels],
        "absent": names[channels:],
    }
    if pixels:
        each = max(1, -(-(pixels - len(rim)) // len(names)))
        rest = iter([name for name in names for _ in range(each)])
        chain = ["" if pixel in rim else next(rest, "") for pixel in range(pixels)]
        wiring |= {
            "pixels": chain,
            "pixels_per_field": each,
            "dark": [name for name in names if name not in chain],
            "rim_white": [pixel for pixel, white in rim.items() if white],
            "rim_black": [pixel for pixel, white in rim.items() if not white],
        }
    return rewired(text, wiring, "for now")


def _near(plan: Plan, config: Config) -> frozenset[str]:
    """The fields of the walk on White's half of the board."""
    cells = config.game.board.cells
    on = config.placement.on if config.placement else {name: name for name in config.game.board.fields}
    last = max(cell.row for cell in cells.values())
    whites = [plan.places[on[name]] for name in on if 2 * cells[name].row > last]
    middle = _mean([plan.places[place] for place in on.values()])
    home = _mean(whites)
    across, up = home[0] - middle[0], home[1] - middle[1]
    return frozenset(
        name
        for name in plan.fields
        if (plan.places[name][0] - middle[0]) * across + (plan.places[name][1] - middle[1]) * up > 0
    )


def _mean(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
