"""Knows the command `zetlicht test`: LEDs, sensors and buttons, live, while hands are on them."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

from firmware_host.config import Config
from firmware_host.devices import Devices, devices
from firmware_host.errors import ConfigError, UsageError
from firmware_host.live.kinds import ButtonTest, LedTest, LiveTest, SensorTest
from firmware_host.live.run import Session
from firmware_host.physical import PhysicalBoard, physical_board
from firmware_host.status import check_alone
from firmware_host.wire.board_file import known_or_not, probe_board


def run(arguments: argparse.Namespace) -> int:
    """Test until it is ended; exit status 1 if no device was there."""
    if arguments.seconds is not None and not 0 < arguments.seconds < float("inf"):
        raise UsageError(f"--seconds {arguments.seconds:g} is no time; give a number above 0.")
    path = Path(arguments.config)
    config, known = known_or_not(path, probe_board)
    check_alone(config, f"test the {arguments.what}")
    begun = time.monotonic()
    found = devices(config, lambda: time.monotonic() - begun)
    test = _test(arguments, config, found, physical_board(path) if known else None)
    session = Session(
        found, test.take, test.tick, sensors=arguments.what != "leds", seconds=arguments.seconds
    )
    asyncio.run(_serve(session))
    if session.connected:
        test.end()
    else:
        print(f"There was nothing to test: {test.trouble or 'no device has answered.'}", file=sys.stderr)
    return 0 if session.connected else 1


async def _serve(session: Session) -> None:
    await session.run()


def _test(
    arguments: argparse.Namespace, config: Config, found: Devices, board: PhysicalBoard | None
) -> LiveTest:
    """The test that is asked for. Fields have the names that the wiring has for them, whatever game is
    played: each that has a sensor or an LED is tested. `board`: None if nothing is known of the wiring."""
    as_json: bool = arguments.json
    match arguments.what:
        case "leds":
            if found.sink is None:
                raise ConfigError(
                    f'{config.path}: leds.driver is "none"; name the driver of the LEDs to test them.'
                )
            names = board.pixels if board else [""] * len(config.wiring.pixels)
            return LedTest(found.sink, names, config.leds.brightness, config.leds.budget_ma, as_json=as_json)
        case "sensors":
            names = board.channels if board else [""] * len(config.wiring.channels)
            return SensorTest(
                found.source,
                names,
                board.places if board else {},
                config.settings.debounce_s,
                hall=config.sensors.kind == "hall",
                as_json=as_json,
            )
        case _:
            if not config.buttons:
                raise ConfigError(
                    f'{config.path}: the section [buttons] is missing; add lines such as 0 = "confirm".'
                )
            return ButtonTest(config.buttons, as_json=as_json)
