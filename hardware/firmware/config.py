"""Knows the keys of board_config.json and what they may be; nothing of what is done with them."""

import json

CONFIG = "board_config.json"
FULL, MIDDLE = 1023, 512
"""The highest value of a hall sensor, and about what it gives without a magnet."""

PINS = tuple(range(23)) + (26, 27, 28)  # noqa: RUF005 - MicroPython has no stars in a tuple
ANALOG_PINS = (26, 27, 28)
ORDERS = ("GRB", "RGB", "RBG", "GBR", "BRG", "BGR", "GRBW", "RGBW")
LISTS = ("rows", "columns", "inputs", "buttons", "select")
NUMBERS = (
    ("settle_us", 1, 500),
    ("channels", 1, 256),
    ("hall_on", 1, 500),
    ("hall_off", 0, 499),
    ("pixels", 0, 1000),
    ("keep_s", 1, 600),
)
OTHERS = ("muxes", "baselines", "white_low", "pixel_pin", "pixel_order")


class BadConfig(ValueError):
    """A configuration that cannot be used; the message is a sentence."""


def read_config(text: str) -> dict:
    """The configuration in `text`, all keys filled in; raises BadConfig for the first thing that is wrong."""
    try:
        given = json.loads(text)
    except ValueError:
        raise BadConfig(f"{CONFIG} is no JSON: look for a missing comma, quote or bracket") from None
    if not isinstance(given, dict):
        raise BadConfig(f"{CONFIG} has to be one object in curly brackets")
    known = LISTS + OTHERS + tuple(name for name, _, _ in NUMBERS)
    for key in given:
        if key not in known:
            raise BadConfig(f"{CONFIG}: there is no key {key}; the keys are {', '.join(known)}")
    config = empty_config()
    config["settle_us"] = 20 if "muxes" in given else 100
    config.update(given)
    for name, low, high in NUMBERS:
        _whole(config[name], name, low, high, optional=name == "channels")
    _check_pins(config)
    _check_sensors(config)
    _check_pixels(config)
    return config


def empty_config() -> dict:
    """The configuration of a Pico with nothing on its pins."""
    config = {name: [] for name in LISTS}
    config.update(settle_us=100, channels=None, hall_on=40, hall_off=25, pixels=0, keep_s=10)
    config.update(muxes=[], baselines=MIDDLE, white_low=True, pixel_pin=None, pixel_order="GRB")
    return config


def _whole(value: object, name: str, low: int, high: int, *, optional: bool = False) -> None:
    if optional and value is None:
        return
    if type(value) is not int or not low <= value <= high:
        raise BadConfig(f"{CONFIG}: {name} is {json.dumps(value)}; it takes a number from {low} to {high}")


def _check_pins(config: dict) -> None:
    """Every pin is on the header and has one task."""
    tasks = {}
    for key in LISTS:
        if not isinstance(config[key], list):
            raise BadConfig(f"{CONFIG}: {key} has to be a list of pins, such as [2, 3]")
        for at, pin in enumerate(config[key]):
            _claim(tasks, pin, f"{key}[{at}]")
    if config["pixels"]:
        _claim(tasks, config["pixel_pin"], "pixel_pin")
    if not isinstance(config["muxes"], list):
        raise BadConfig(f"{CONFIG}: muxes has to be a list of [analog pin, enable pin]")
    alone = []
    for at, mux in enumerate(config["muxes"]):
        name = f"muxes[{at}]"
        if not isinstance(mux, list) or len(mux) != 2 or mux[0] not in ANALOG_PINS:
            raise BadConfig(
                f"{CONFIG}: {name} is {json.dumps(mux)}; it takes [26, 27 or 28, an enable pin or null]"
            )
        tasks.setdefault(mux[0], name)
        if tasks[mux[0]][:5] != "muxes" or mux[0] in alone:
            raise BadConfig(f"{CONFIG}: {name} is on pin {mux[0]}, and so is {tasks[mux[0]]}")
        if mux[1] is None:
            if tasks[mux[0]] != name:
                raise BadConfig(f"{CONFIG}: {name} shares pin {mux[0]}, so it needs an enable pin")
            alone.append(mux[0])
        else:
            _claim(tasks, mux[1], f"the enable pin of {name}")


def _claim(tasks: dict, pin: object, name: str) -> None:
    if type(pin) is not int or pin not in PINS:
        raise BadConfig(f"{CONFIG}: {name} is {json.dumps(pin)}; the pins are 0 to 22, 26, 27 and 28")
    if pin in tasks:
        raise BadConfig(f"{CONFIG}: {name} is pin {pin}, and so is {tasks[pin]}")
    tasks[pin] = name


def _check_sensors(config: dict) -> None:
    rows, columns, muxes = config["rows"], config["columns"], config["muxes"]
    if bool(rows) != bool(columns):
        raise BadConfig(f"{CONFIG}: rows and columns go together, and one of them is missing")
    if muxes and (rows or config["inputs"]):
        raise BadConfig(f"{CONFIG}: muxes are for hall sensors; leave out rows, columns and inputs")
    if bool(muxes) != (len(config["select"]) == 4) or (config["select"] and not muxes):
        raise BadConfig(f"{CONFIG}: muxes and select go together, and select has four pins, S0 to S3")
    if muxes and config["channels"] is None:
        config["channels"] = 16 * len(muxes)
    if (config["channels"] or 0) > 16 * len(muxes):
        raise BadConfig(f"{CONFIG}: {len(muxes)} muxes have less than {config['channels']} channels")
    if config["hall_off"] >= config["hall_on"]:
        raise BadConfig(f"{CONFIG}: hall_off has to be smaller than hall_on")
    if not isinstance(config["white_low"], bool):
        raise BadConfig(f"{CONFIG}: white_low has to be true or false")
    if not isinstance(config["baselines"], list):
        config["baselines"] = [config["baselines"]] * (config["channels"] or 1)
    if muxes and len(config["baselines"]) != config["channels"]:
        raise BadConfig(f"{CONFIG}: baselines has to be a number or a list of {config['channels']} numbers")
    for at, baseline in enumerate(config["baselines"]):
        _whole(baseline, f"baselines[{at}]", 0, FULL)


def _check_pixels(config: dict) -> None:
    if config["pixel_order"] not in ORDERS:
        raise BadConfig(f"{CONFIG}: pixel_order has to be one of {', '.join(ORDERS)}")
