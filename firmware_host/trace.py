"""Knows the form of a trace: what the sensors said, line by line, in and out; not what it means."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from firmware_host.errors import TraceError
from firmware_host.seen import Seen
from rules.board import Board, bits

BUTTONS = ("confirm", "undo", "new", "hint", "white", "black")
_READINGS = {"reed": ("", "x", "?"), "hall": ("", "w", "b", "x", "?")}
_HELP = ("silent", "referee", "teacher")
_KEYS = (
    *("absent", "confirm", "game", "help", "irregular", "moves"),
    *("options", "secrets", "sensors", "start", "trace"),
)
_CHOICES = {"confirm": ("auto", "button", "lift"), "irregular": ("refuse", "stands")}


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a trace. `start` None: the game's start position. `absent`: fields without a
    sensor. `help_white`, `help_black`: the help level of each side. `secrets`: contraband by side, in
    private traces only. `moves`: played from `start` on before the trace begins."""

    game: str
    sensors: str = "reed"
    start: str | None = None
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    confirm: str = "auto"
    help_white: str = "referee"
    help_black: str = "referee"
    irregular: str = "refuse"
    absent: tuple[str, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One line: at `t` some fields read otherwise, or a button was pressed, or only time went on."""

    line: int
    t: float
    fields: Mapping[str, str]
    button: str | None = None
    held_s: float | None = None


def _fail(number: int, what: str) -> TraceError:
    return TraceError(f"Line {number} of the trace: {what}")


def _load(number: int, text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _fail(number, f"this is not JSON ({error}); each line is one JSON object.") from error
    if not isinstance(value, dict):
        raise _fail(number, f"{text.strip()[:40]} is not a JSON object; each line is one.")
    return value


def read_header(text: str) -> Header:
    """The header in the first line; raises TraceError."""
    value = _load(1, text)
    if value.get("trace") != 1 or value.get("trace") is True:
        raise _fail(1, 'a trace begins with {"trace": 1, "game": …}; this one does not.')
    for key in value:
        if key not in _KEYS:
            raise _fail(1, f"unknown key {key!r}; the header knows {', '.join(_KEYS)}.")
    game = value.get("game")
    if not isinstance(game, str):
        raise _fail(1, 'the header names no game; add "game": "international" or another.')
    sensors = _choice(value, "sensors", tuple(_READINGS))
    start = value.get("start")
    if start is not None and not isinstance(start, str):
        raise _fail(1, "start is a position text or null.")
    help_white, help_black = _help(value.get("help", "referee"))
    return Header(
        game=game,
        sensors=sensors,
        start=start,
        options=_options(value.get("options", {})),
        confirm=_choice(value, "confirm", _CHOICES["confirm"]),
        help_white=help_white,
        help_black=help_black,
        irregular=_choice(value, "irregular", _CHOICES["irregular"]),
        absent=_texts(value.get("absent", []), "absent is a list of field names."),
        secrets=_secrets(value.get("secrets", {})),
        moves=_texts(value.get("moves", []), 'moves is a list of moves, such as ["32-28", "17-22"].'),
    )


def _choice(value: Mapping[str, object], key: str, allowed: tuple[str, ...]) -> str:
    chosen = value.get(key, allowed[0])
    if not isinstance(chosen, str) or chosen not in allowed:
        raise _fail(1, f"{key} cannot be {chosen!r}; it is one of {', '.join(allowed)}.")
    return chosen


def _help(value: object) -> tuple[str, str]:
    if isinstance(value, str) and value in _HELP:
        return value, value
    if isinstance(value, dict) and not set(value) - {"white", "black"}:
        white, black = value.get("white", "referee"), value.get("black", "referee")
        if white in _HELP and black in _HELP:
            return str(white), str(black)
    raise _fail(1, f"help cannot be {value!r}; it is one of {', '.join(_HELP)}.")


def _options(value: object) -> Mapping[str, str | int | bool]:
    if isinstance(value, dict) and all(isinstance(item, str | int | bool) for item in value.values()):
        return value
    raise _fail(1, 'options is an object of names and values, such as {"draws": false}.')


def _texts(value: object, remedy: str) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise _fail(1, remedy)


def _secrets(value: object) -> Mapping[str, str]:
    if isinstance(value, dict) and all(
        side in ("white", "black") and isinstance(name, str) for side, name in value.items()
    ):
        return value
    raise _fail(1, 'secrets is an object such as {"white": "a1", "black": "c5"}.')


def read_steps(lines: Iterable[str], board: Board, sensors: str) -> Iterator[Step]:
    """The lines after the header, checked against the board; raises TraceError with the line's number.
    Empty lines are skipped."""
    last = 0.0
    for number, text in enumerate(lines, start=2):
        if not text.strip():
            continue
        value = _load(number, text)
        t = value.get("t")
        if isinstance(t, bool) or not isinstance(t, int | float) or not 0 <= t < float("inf"):
            raise _fail(number, f"t is {t!r}; every line needs a time in seconds.")
        if t < last:
            raise _fail(number, f"t runs back from {last} to {t}; times never run back.")
        last = float(t)
        for key in value:
            if key not in ("t", "fields", "button", "held"):
                raise _fail(number, f"unknown key {key!r}; a line knows t, fields, button and held.")
        yield Step(number, last, _fields(number, value, board, sensors), *_button(number, value))


def _fields(number: int, value: Mapping[str, object], board: Board, sensors: str) -> Mapping[str, str]:
    fields = value.get("fields", {})
    if not isinstance(fields, dict):
        raise _fail(number, "fields is an object of field names and readings.")
    allowed = _READINGS[sensors]
    for name, reading in fields.items():
        if name not in board.bit:
            raise _fail(number, f"there is no field {name!r} on this board; it has {_span(board)}.")
        if reading not in allowed:
            known = ", ".join(repr(item) for item in allowed)
            raise _fail(number, f"field {name} reads {reading!r}; a {sensors} board says {known}.")
    return fields


def _span(board: Board) -> str:
    return f"{board.fields[0]} to {board.fields[-1]}"


def _button(number: int, value: Mapping[str, object]) -> tuple[str | None, float | None]:
    button, held = value.get("button"), value.get("held")
    if button is None:
        if held is not None:
            raise _fail(number, "held belongs to a button; this line names none.")
        return None, None
    if not isinstance(button, str) or button not in BUTTONS:
        raise _fail(number, f"there is no button {button!r}; the buttons are {', '.join(BUTTONS)}.")
    if held is None:
        return button, None
    if isinstance(held, bool) or not isinstance(held, int | float) or held < 0:
        raise _fail(number, f"held is {held!r}; it is a time in seconds.")
    return button, float(held)


def seen_after(board: Board, seen: Seen, fields: Mapping[str, str], absent: int = 0) -> Seen:
    """The view after these fields changed; fields in the mask `absent` stay unknown."""
    occupied, white, black, unknown = seen.occupied, seen.white, seen.black, seen.unknown
    for name, reading in fields.items():
        bit = board.bit[name]
        occupied, white, black, unknown = occupied & ~bit, white & ~bit, black & ~bit, unknown & ~bit
        if reading == "?" or bit & absent:
            unknown |= bit
        elif reading:
            occupied |= bit
            white |= bit if reading == "w" else 0
            black |= bit if reading == "b" else 0
    return Seen(occupied=occupied, white=white, black=black, unknown=unknown | absent)


def header_line(header: Header) -> str:
    """The first line of a trace; keys with their default values are left out."""
    value: dict[str, object] = {
        "trace": 1,
        "game": header.game,
        "sensors": header.sensors,
        "start": header.start,
    }
    if header.options:
        value["options"] = dict(header.options)
    if header.help_white == header.help_black:
        help_level: object = header.help_white
    else:
        help_level = {"white": header.help_white, "black": header.help_black}
    for key, item, default in (
        ("confirm", header.confirm, "auto"),
        ("help", help_level, "referee"),
        ("irregular", header.irregular, "refuse"),
    ):
        if item != default:
            value[key] = item
    for key, texts in (("absent", header.absent), ("moves", header.moves)):
        if texts:
            value[key] = list(texts)
    return json.dumps(value, ensure_ascii=False)


def change_line(board: Board, t: float, before: Seen | None, seen: Seen, absent: int = 0) -> str | None:
    """The line that leads from one view to the next (from nothing: every field that is not empty); None if
    they are the same."""
    fields = changed_fields(board, before, seen, absent)
    return None if not fields and before is not None else fields_line(t, fields)


def changed_fields(board: Board, before: Seen | None, seen: Seen, absent: int = 0) -> dict[str, str]:
    """What every field reads that reads otherwise than `before` (None: than an empty board)."""
    old = before if before is not None else Seen(0, 0, 0, absent)
    mask = (old.occupied ^ seen.occupied) | (old.white ^ seen.white) | (old.black ^ seen.black)
    mask = (mask | (old.unknown ^ seen.unknown)) & ~absent
    return {board.name_of[bit]: _reading(seen, bit) for bit in bits(mask)}


def fields_line(t: float, fields: Mapping[str, str]) -> str:
    """The line that says that these fields read otherwise from `t` on."""
    return json.dumps({"t": round(t, 4), "fields": dict(fields)}, ensure_ascii=False)


def end_line(t: float) -> str:
    """The line that lets time run on until `t`."""
    return json.dumps({"t": round(t, 4)})


def _reading(seen: Seen, bit: int) -> str:
    if seen.unknown & bit:
        return "?"
    if not seen.occupied & bit:
        return ""
    return "w" if seen.white & bit else "b" if seen.black & bit else "x"


def button_line(t: float, button: str, held_s: float | None = None) -> str:
    """The line of a button."""
    value: dict[str, object] = {"t": round(t, 4), "button": button}
    if held_s is not None:
        value["held"] = round(held_s, 3)
    return json.dumps(value)
