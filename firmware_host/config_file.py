"""Knows how the bytes of a configuration file become its sections; not what their keys mean."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from firmware_host.config_drivers import LED_DRIVERS, SENSOR_DRIVERS
from firmware_host.config_keys import keys
from firmware_host.config_read import Source, Table, check_names, dotted, section
from firmware_host.config_sections import FREE_SECTIONS, SECTIONS
from firmware_host.errors import ConfigError


def text_of(path: Path) -> str:
    """The text of the file at `path`; raises ConfigError with one sentence for people."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}: line {line} is not UTF-8; save the file with that encoding.") from None
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file; write one, or name yours with --config.") from None
    except PermissionError:
        raise ConfigError(
            f"{path}: this user may not read the file; run chmod a+r on it, or start as a user who may."
        ) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(
            f"{path}: the file cannot be read ({reason}); name another with --config."
        ) from None


def sections_of(source: Source, text: str) -> Table:
    """The sections that `text` holds, each with keys that there are; raises ConfigError."""
    table = _toml(source, text)
    _check_sections(source, table)
    return table


def names(*records: type[Any]) -> tuple[str, ...]:
    """The names of the keys that these records declare."""
    return tuple(key.name for record in records for key in keys(record))


def _toml(source: Source, text: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, where = _line(str(error), text)
        raise source.error(where, f"is not TOML ({what}); correct that line") from None
    except ValueError:
        raise source.error("a number", "has too many digits to be read; correct it") from None
    except RecursionError:
        raise source.error("a list", "is nested too deeply; correct it") from None


def _line(message: str, text: str) -> tuple[str, str]:
    """What is wrong and where, from the message of tomllib, which ends with the place in brackets."""
    found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message, re.DOTALL)
    if found is None:
        return message, "the file"
    what = found[1][:1].lower() + found[1][1:]
    last = len(text.splitlines()) or 1
    return what, f"line {last}, the last," if found[2] == "end of document" else found[2]


def _check_sections(source: Source, table: Table) -> None:
    """Every section and key is one there is; which driver takes which keys is checked with the driver."""
    declared = {part.name: names(part.record) for part in SECTIONS}
    declared["sensors"] += tuple(name for driver in SENSOR_DRIVERS for name in names(driver.record))
    declared["leds"] += tuple(name for driver in LED_DRIVERS for name in names(driver.record))
    everywhere = tuple(dotted(name, key) for name, own in declared.items() for key in own)
    sections = tuple(name for name in (*declared, *FREE_SECTIONS) if name)
    check_names(source, table, "", (*declared[""], *sections), everywhere)
    for name, own in declared.items():
        if name:
            check_names(source, section(source, table, name), name, own, everywhere)
