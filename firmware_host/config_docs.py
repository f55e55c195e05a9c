"""Knows how the configuration is told to people: all of `docs/configuration.md`, from the declarations."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc

from firmware_host.config_drivers import LED_DRIVERS, SENSOR_DRIVERS, LedDriver, SensorDriver
from firmware_host.config_keys import Key, keys
from firmware_host.config_kinds import listed, toml
from firmware_host.config_sections import BUTTONS, SECTIONS, Section

_HEAD = """\
# Configuration

One TOML file describes one board: `/etc/zetlicht/board.toml`, or the file named with `--config`. A key that
this page does not name, a value that a key does not take and a wiring that does not fit the game are refused
when the daemon starts, in one sentence that names the file, the key and the remedy. `zetlicht doctor --config
FILE` checks a file without starting anything.

This page is made from the declarations that the daemon reads its file with; `python -m
firmware_host.config_docs` prints it.

## The smallest file

```toml
game = "international"
state_dir = "/var/lib/zetlicht"

[sensors]
driver = "serial"
port = "/dev/serial/by-id/usb-Raspberry_Pi_Pico_E66054815B318A36-if00"
kind = "reed"

[wiring]
order = "rows"        # or the two lists `fields` and `pixels`

[buttons]
0 = "confirm"
```
"""

_TITLES = {
    "": "The first keys",
    "board": "`[board]`, for a board that carries several games or a larger one than is played",
}

_FREE = f"""\
## `[options]`

The game's own options, such as a reading of a rule or a variant. Which there are and what they mean stands in
the rules of the game; `zetlicht run` names those of the game when it refuses one.

## `[buttons]`

What each button means: its number on the board, from 0, and one of
{listed(f"`{name}`" for name in BUTTONS)}.
`white` and `black` are the players' own confirm buttons. Several buttons may mean the same. Without this
section the board has no buttons.

`pins` is the list of GPIOs (BCM numbers) when the buttons hang on the Raspberry Pi's own pins, between pin
and ground: button 0 is the first of them. Without it they are the serial board's.

```toml
[buttons]
0 = "white"
1 = "black"
2 = "undo"
pins = [5, 6, 13]
```
"""

_WIRING = """\
Every field of the game has one channel, unless it is in `absent`, and an LED, unless it is in `dark`. A
gutter of which nothing is wired need not be named.

```toml
[wiring]
fields = ["1", "2", "3", "4", "5", "", "6"]    # and so on: channel 5 is unused
pixels = ["1", "2", "3", "4", "5", "6"]        # and so on
```

Instead of the lists, an order. Draughts on 50 dark squares, channels from the far left corner, a chain of
LEDs that starts at the near right corner and turns at the end of each row:

```toml
[wiring]
order = "rows"
pixel_rotate = 180
serpentine = true
```
"""

_BOARD = """\
`zetlicht fit --config FILE` lists the games that the board carries and where each lies. A game goes there by
itself: all that has to change is `game` at the top.

A board of ten by ten squares, each with a sensor: international and Frisian draughts cover it, the games of
eight by eight lie in the middle (`b2` to `i9`), Italian draughts one row lower (`b1`), so that its dark
corner is at the right, Overboord with its gutter in the middle, Smokkelen from `c3`. When a game starts, the
fields outside its area glow for a moment (`outside_s` under `[leds]`).

```toml
[board]
columns = 10
rows = 10
```

The same board with White at the back, the game in the far right corner:

```toml
[board]
columns = 10
rows = 10
game_at = "c3"
turn = 180
```

A hexagon with five cells along each edge, as Abalone is played on. Its cells are named as one sits at the
front, where White sits; with `turn = 180` he sits at the back and the cells have the names of the game:

```toml
[board]
shape = "hexagon"
side = 5
```
"""


def document() -> str:
    """The page, in Markdown."""
    parts = [_HEAD]
    for section in SECTIONS:
        parts.append(_section(section))
        match section.name:
            case "":
                parts.append(_FREE)
            case "sensors":
                parts.extend(_driver("sensors", driver) for driver in SENSOR_DRIVERS)
            case "leds":
                parts.extend(_driver("leds", driver) for driver in LED_DRIVERS)
            case "wiring":
                parts.append(_WIRING)
            case "board":
                parts.append(_BOARD)
    return "\n".join(parts)


def _section(section: Section) -> str:
    title = _TITLES.get(section.name, f"`[{section.name}]`")
    return f"## {title}\n\n{cleandoc(section.record.__doc__ or '')}\n\n{_table(keys(section.record))}"


def _driver(section: str, driver: SensorDriver | LedDriver) -> str:
    declared = keys(driver.record)
    table = f"\n{_table(declared)}" if declared else ""
    head = f"### Under `[{section}]` with `driver = {toml(driver.name)}`"
    return f"{head}\n\n{cleandoc(driver.record.__doc__ or '')}\n{table}"


def _table(declared: Iterable[Key]) -> str:
    rows = ["| key | takes | default | meaning |", "|---|---|---|---|"]
    for key in declared:
        value = key.shown or f"`{key.fallback}`"
        default = "none: required" if key.required else value
        rows.append(f"| `{key.name}` | {_cell(key.kind.allowed)} | {_cell(default)} | {_cell(key.meaning)} |")
    return "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(document(), end="")
