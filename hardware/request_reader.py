"""Knows how to read a line of JSON as a request to a simulated board, and to say what is wrong in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from hardware.board_model import Edge, Press
from hardware.board_requests import (
    Advance,
    Mute,
    Plug,
    Question,
    Quit,
    Raw,
    Request,
    Schedule,
    Speed,
    Subscribe,
    Unplug,
    Wait,
)
from hardware.device import HardwareError
from hardware.readings import BoardShape, SensorKind

QUESTIONS: Final = ("lights", "clock", "readings", "board")
MOST_S: Final = 1e9


class InvalidRequest(HardwareError, ValueError):
    """A request that cannot be read or done; the message says what is wrong in it."""


def read_line(line: bytes) -> dict[str, Any]:
    """The JSON object in a line; raises InvalidRequest."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest(f"This is no JSON: {error}.") from error
    if not isinstance(asked, dict):
        raise InvalidRequest(f'A request is a JSON object such as {{"ask": "clock"}}, not {_show(asked)}.')
    return asked


def read_request(asked: Mapping[str, Any], shape: BoardShape) -> Request:
    """What an object asks of a board of this shape, apart from its `id`; raises InvalidRequest."""
    wanted = {key: value for key, value in asked.items() if key != "id"}
    for key, read in _READERS.items():
        if key in wanted:
            return read(wanted, shape)
    raise InvalidRequest(f"A request has one of the keys {', '.join(_READERS)}; {_show(asked)} has none.")


def _only(asked: Mapping[str, Any], *keys: str) -> None:
    for key in asked:
        if key not in keys:
            raise InvalidRequest(f"{key!r} does not belong into a request with {keys[0]!r}.")


def _seconds(asked: Mapping[str, Any], key: str) -> float:
    value = asked[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise InvalidRequest(f"{key!r} must be a number of at least 0, not {_show(value)}.")
    if value > MOST_S:
        raise InvalidRequest(f"{key!r} is {_show(value)}, more than a board can count.")
    return float(value)


def _flag(asked: Mapping[str, Any], key: str) -> bool:
    value = asked[key]
    if not isinstance(value, bool):
        raise InvalidRequest(f"{key!r} must be true or false, not {_show(value)}.")
    return value


def _at_ms(asked: Mapping[str, Any]) -> int | None:
    return None if asked.get("at") is None else round(1000 * _seconds(asked, "at"))


def _edge(asked: Mapping[str, Any], shape: BoardShape) -> Edge:
    _only(asked, "channels", "at")
    given = asked["channels"]
    if not isinstance(given, dict):
        raise InvalidRequest(
            f"'channels' maps numbers to readings, as {{\"21\": 0}}; it is not {_show(given)}."
        )
    channels: dict[int, int] = {}
    for name, reading in given.items():
        if not (name.isascii() and name.isdigit() and len(name) < 6 and int(name) < shape.channels):
            raise InvalidRequest(f"There is no channel {name!r}: they are 0 to {shape.channels - 1}.")
        if type(reading) is not int or not 0 <= reading < 1 << shape.kind.bits:
            allowed = "0 or 1" if shape.kind is SensorKind.REED else "0, 1, 2 or 3"
            raise InvalidRequest(
                f"Channel {name} of a {shape.kind.word} board reads {allowed}, not {_show(reading)}."
            )
        channels[int(name)] = reading
    return Edge(_at_ms(asked), channels)


def _press(asked: Mapping[str, Any], shape: BoardShape) -> Press:
    _only(asked, "button", "pressed", "at")
    button = asked["button"]
    if type(button) is not int or not 0 <= button < shape.buttons:
        raise InvalidRequest(
            f"There is no button {_show(button)}: this board has {shape.buttons}, from 0 on."
        )
    if "pressed" not in asked:
        raise InvalidRequest(f"Say whether button {button} is pressed: true or false.")
    return Press(_at_ms(asked), button, _flag(asked, "pressed"))


def _schedule(asked: Mapping[str, Any], shape: BoardShape) -> Schedule:
    _only(asked, "schedule")
    items = asked["schedule"]
    if not isinstance(items, list):
        raise InvalidRequest(f"'schedule' is a list of items with channels or buttons, not {_show(items)}.")
    actions: list[Edge | Press] = []
    for number, item in enumerate(items):
        if isinstance(item, dict) and "channels" in item:
            actions.append(_edge(item, shape))
        elif isinstance(item, dict) and "button" in item:
            actions.append(_press(item, shape))
        else:
            raise InvalidRequest(
                f"Item {number} of the schedule has no channels and no button: {_show(item)}."
            )
    return Schedule(tuple(actions))


def _wait(asked: Mapping[str, Any], shape: BoardShape) -> Wait:
    _only(asked, "wait")
    match asked["wait"]:
        case "sent":
            return Wait(None)
        case "plugged":
            return Wait(None, plugged=True)
        case str() as other:
            raise InvalidRequest(f"One can wait for 'sent', 'plugged' or a time, not for {_show(other)}.")
        case _:
            return Wait(round(1000 * _seconds(asked, "wait")))


def _question(asked: Mapping[str, Any], shape: BoardShape) -> Question:
    _only(asked, "ask")
    if asked["ask"] not in QUESTIONS:
        raise InvalidRequest(f"One can ask for {', '.join(QUESTIONS)}, not for {_show(asked['ask'])}.")
    return Question(asked["ask"])


def _subscribe(asked: Mapping[str, Any], shape: BoardShape) -> Subscribe:
    _only(asked, "subscribe")
    if asked["subscribe"] != "lights":
        raise InvalidRequest(f"One can subscribe to 'lights', not to {_show(asked['subscribe'])}.")
    return Subscribe()


def _unplug(asked: Mapping[str, Any], shape: BoardShape) -> Unplug:
    _only(asked, "unplug", "reset")
    return Unplug(_seconds(asked, "unplug"), "reset" in asked and _flag(asked, "reset"))


def _plug(asked: Mapping[str, Any], shape: BoardShape) -> Plug:
    _only(asked, "plug")
    if not _flag(asked, "plug"):
        raise InvalidRequest("'plug' can only be true: to unplug say for how many seconds.")
    return Plug()


def _mute(asked: Mapping[str, Any], shape: BoardShape) -> Mute:
    _only(asked, "mute")
    return Mute(_seconds(asked, "mute"))


def _speed(asked: Mapping[str, Any], shape: BoardShape) -> Speed:
    _only(asked, "speed")
    return Speed(_seconds(asked, "speed"))


def _advance(asked: Mapping[str, Any], shape: BoardShape) -> Advance:
    _only(asked, "advance")
    return Advance(_seconds(asked, "advance"))


def _raw(asked: Mapping[str, Any], shape: BoardShape) -> Raw:
    _only(asked, "raw")
    try:
        return Raw(bytes.fromhex(asked["raw"]))
    except (ValueError, TypeError) as error:
        shown = _show(asked["raw"])
        raise InvalidRequest(f"'raw' is bytes in hexadecimal, such as \"00 ff\", not {shown}.") from error


def _quit(asked: Mapping[str, Any], shape: BoardShape) -> Quit:
    _only(asked, "quit")
    if not _flag(asked, "quit"):
        raise InvalidRequest("'quit' can only be true.")
    return Quit()


def _edges(asked: Mapping[str, Any], shape: BoardShape) -> Schedule:
    return Schedule((_edge(asked, shape),))


def _presses(asked: Mapping[str, Any], shape: BoardShape) -> Schedule:
    return Schedule((_press(asked, shape),))


def _show(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any], BoardShape], Request]]] = MappingProxyType(
    {
        "channels": _edges,
        "button": _presses,
        "schedule": _schedule,
        "wait": _wait,
        "ask": _question,
        "subscribe": _subscribe,
        "unplug": _unplug,
        "plug": _plug,
        "mute": _mute,
        "speed": _speed,
        "advance": _advance,
        "raw": _raw,
        "quit": _quit,
    }
)
