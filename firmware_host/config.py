"""Knows how a configuration file becomes one checked value: game, settings, devices, wiring, buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host import config_wiring
from firmware_host.config_buttons import button_names, button_pins, check_free, check_sound
from firmware_host.config_clock import ClockKeys, RecordKeys, Timed, headings, timed
from firmware_host.config_drivers import LED_DRIVERS, SENSOR_DRIVERS, LedDevice, SensorDevice
from firmware_host.config_file import names, sections_of, text_of
from firmware_host.config_keys import keys
from firmware_host.config_kinds import did_you_mean, listed, toml
from firmware_host.config_read import Source, Table, check_names, dotted, read, section
from firmware_host.config_sections import (
    General,
    Grid,
    Leds,
    Lists,
    Play,
    Recent,
    Sensors,
)
from firmware_host.config_sound import SoundKeys
from firmware_host.config_timing import Timing
from firmware_host.journal_rows import Headings
from firmware_host.lamps import FAINTEST_MA, IDLE_MA
from firmware_host.pi_sensors import check_sensors
from firmware_host.placing import Placement
from firmware_host.settings import Help, Settings
from firmware_host.wiring import Wiring
from rules import registry
from rules.game import Game, InvalidOption, Position, RulesError, UnknownGame

DEFAULT_PATH = Path("/etc/zetlicht/board.toml")

FindGame = Callable[[str, Mapping[str, str | int | bool]], Game]


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that the file at `path` says, checked against the game and with every default filled in.

    `sensors.driver` names a driver whose keys are `sensor_device`; `leds.driver` likewise `led_device`.
    `buttons`: what each button means, by its number; `button_pins`: their GPIOs, none where they are the
    board's own. `start`: where a new game begins, None for
    the game's own start. `grid`: the physical board and `placement`: where the game lies on it, both None
    where the wiring names the game's own fields. `timed`: the clock, None to play without one. `record`: what
    records of the games say besides the moves.
    """

    path: Path
    game: Game
    start: Position | None
    state_dir: Path
    settings: Settings
    sensors: Sensors
    sensor_device: SensorDevice
    leds: Leds
    led_device: LedDevice
    wiring: Wiring
    buttons: Mapping[int, str]
    button_pins: tuple[int, ...]
    sound: SoundKeys
    grid: Grid | None
    placement: Placement | None
    recent: Recent
    timed: Timed | None
    record: Headings


def load(path: Path, find_game: FindGame = registry.game) -> Config:
    """The configuration in the file at `path`; raises ConfigError with one sentence for people."""
    return parse(text_of(path), path, find_game)


def parse(text: str, path: Path, find_game: FindGame = registry.game) -> Config:
    """The configuration that `text` gives, as if read from `path`; as `load`."""
    source = Source(path)
    table = sections_of(source, text)
    general, game = chosen_game(source, table, find_game)
    play = read(source, section(source, table, "play"), "play", Play)
    start = _start(source, play, game)
    settings = _settings(source, table, play)
    sensors, sensor_device = _sensors(source, section(source, table, "sensors"))
    leds, led_device = _leds(source, section(source, table, "leds"), sensors)
    grid, lists = physical(source, table)
    ground = config_wiring.ground(source, lists, grid, game)
    lit = leds.driver != "none"
    wiring = config_wiring.build(source, lists, ground, game, hall=sensors.kind == "hall", leds=lit)
    if lit:
        _check_budget(source, leds, len(wiring.pixels))
    buttons, pins = _buttons(source, section(source, table, "buttons"))
    clock = read(source, section(source, table, "clock"), "clock", ClockKeys)
    sound = _sound(source, section(source, table, "sound"))
    check_sensors(source, sensors, sensor_device, led_device, len(wiring.channels), buttons, pins)
    check_free(source, sensor_device, led_device, pins, sound)
    _check_confirm(source, settings, buttons)
    if game.keeps_secrets and not {"white", "black"} <= set(buttons.values()):
        settings = replace(settings, secrets="claim")
    return Config(
        path=path,
        game=game,
        start=start,
        state_dir=path.parent / general.state_dir,
        settings=settings,
        sensors=sensors,
        sensor_device=sensor_device,
        leds=leds,
        led_device=led_device,
        wiring=wiring,
        buttons=buttons,
        button_pins=pins,
        sound=sound,
        grid=grid,
        placement=ground.placement,
        recent=read(source, section(source, table, "recordings"), "recordings", Recent),
        timed=timed(source, clock, set(buttons.values())),
        record=headings(read(source, section(source, table, "record"), "record", RecordKeys)),
    )


def physical(source: Source, table: Table) -> tuple[Grid | None, Lists]:
    """What the sections say about the board itself: its fields, where they are given, and its wiring."""
    grid = read(source, section(source, table, "board"), "board", Grid) if "board" in table else None
    return grid, read(source, section(source, table, "wiring"), "wiring", Lists)


def chosen_game(source: Source, table: Table, find_game: FindGame = registry.game) -> tuple[General, Game]:
    """The first keys of the file, and the game that they name with its options; raises ConfigError."""
    general = read(source, table, "", General)
    return general, _game(source, general.game, section(source, table, "options"), find_game)


def _game(source: Source, name: str, options: Table, find_game: FindGame) -> Game:
    chosen: dict[str, str | int | bool] = {}
    for option, value in options.items():
        if not isinstance(value, str | int | bool):
            raise source.error(
                dotted("options", option),
                f"is {toml(value)}, but an option is a text, a whole number or true or false",
            )
        chosen[option] = value
    try:
        return find_game(name, chosen)
    except UnknownGame as error:
        known = registry.names()
        raise source.error(
            "game", f"is {toml(name)}{did_you_mean(name, known)}, but {_inside(str(error))}"
        ) from None
    except InvalidOption as error:
        raise source.error("[options]", f"does not fit the game, because {_inside(str(error))}") from None


def _inside(sentence: str) -> str:
    """A sentence as part of another one."""
    return (sentence[:1].lower() + sentence[1:]).rstrip(".")


def _start(source: Source, play: Play, game: Game) -> Position | None:
    if play.start is None:
        return None
    try:
        start = game.parse(play.start)
    except RulesError as error:
        raise source.error("play.start", f"is no position to begin from: {_inside(str(error))}") from None
    outcome = start.outcome()
    if outcome is not None:
        raise source.error(
            "play.start",
            f"is {toml(play.start)}, but there the game is over at once ({outcome.reason}); give another one",
        )
    return start


def _settings(source: Source, table: Table, play: Play) -> Settings:
    timing = read(source, section(source, table, "timing"), "timing", Timing)
    return Settings(
        confirm=play.confirm,
        irregular=play.irregular,
        secrets=play.secrets,
        help_white=Help(play.help_white or play.help),
        help_black=Help(play.help_black or play.help),
        takeback_to_start_plies=play.takeback_to_start_plies,
        **{key.name: getattr(timing, key.name) for key in keys(Timing)},
    )


def _sensors(source: Source, table: Table) -> tuple[Sensors, SensorDevice]:
    sensors = read(source, table, "sensors", Sensors)
    driver = next(item for item in SENSOR_DRIVERS if item.name == sensors.driver)
    check_names(source, table, "sensors", names(Sensors, driver.record), ())
    return sensors, read(source, table, "sensors", driver.record)


def _leds(source: Source, table: Table, sensors: Sensors) -> tuple[Leds, LedDevice]:
    follows = next(item.leds for item in SENSOR_DRIVERS if item.name == sensors.driver)
    table = {"driver": follows, **table}
    leds = read(source, table, "leds", Leds)
    driver = next(item for item in LED_DRIVERS if item.name == leds.driver)
    if driver.needs and sensors.driver not in driver.needs:
        raise source.error(
            "leds.driver",
            f"is {toml(leds.driver)}, which works only beside sensors.driver = "
            f"{listed(map(toml, driver.needs))}; leave it out for {toml(follows)}",
        )
    check_names(source, table, "leds", names(Leds, driver.record), ())
    return leds, read(source, table, "leds", driver.record)


def _buttons(source: Source, table: Table) -> tuple[Mapping[int, str], tuple[int, ...]]:
    names = button_names(source, table)
    return names, button_pins(source, table, names)


def _sound(source: Source, table: Table) -> SoundKeys:
    sound = read(source, table, "sound", SoundKeys)
    check_sound(source, sound)
    return sound


def _check_budget(source: Source, leds: Leds, pixels: int) -> None:
    if leds.budget_ma < (IDLE_MA + FAINTEST_MA) * pixels:
        raise source.error(
            "leds.budget_ma",
            f"is {leds.budget_ma}, but {pixels} LEDs draw {pixels} mA when dark and a little more for the "
            "faintest light; allow more, as far as the supply gives it",
        )


def _check_confirm(source: Source, settings: Settings, buttons: Mapping[int, str]) -> None:
    wired = set(buttons.values())
    if settings.confirm == "button" and "confirm" not in wired and not {"white", "black"} <= wired:
        raise source.error(
            "play.confirm",
            'is "button", but no button confirms; give [buttons] a "confirm", or a "white" and a "black"',
        )
