"""Knows what a configuration says of the wood and the wires: which place each channel and each LED has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from firmware_host import config_wiring
from firmware_host.config import Config, load, physical
from firmware_host.config_file import sections_of, text_of
from firmware_host.config_read import Source
from firmware_host.wiring import Places


@dataclass(frozen=True, slots=True)
class PhysicalBoard:
    """A board as it is made, whatever game lies on it.

    `places`: every field by the name that the wiring uses (of `[board]`, else of the game), `x` to the right
    and `y` away from the front, neighbours 1 apart. `channels[i]`, `pixels[i]`: the field over channel i and
    over LED i of the chain, "" where there is none.
    """

    config: Config
    places: Places
    channels: tuple[str, ...]
    pixels: tuple[str, ...]


def physical_board(path: Path) -> PhysicalBoard:
    """The board that the file at `path` describes; raises ConfigError as `config.load` does."""
    config = load(path)
    source = Source(path)
    grid, lists = physical(source, sections_of(source, text_of(path)))
    ground = config_wiring.ground(source, lists, grid, config.game)
    lit = config.leds.driver != "none"
    channels, pixels = config_wiring.named(source, lists, ground, leds=lit)
    return PhysicalBoard(config, ground.places, channels, pixels)
