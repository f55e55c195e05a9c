"""Knows the checks of what LEDs draw and of sound: the budget, the supply, the sound card, the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from firmware_host.config import Config
from firmware_host.config_drivers import SerialLeds, TerminalLeds
from firmware_host.doctor.check import Case, Check, Concern, Outcome, Trouble
from firmware_host.doctor.needs import LEDS
from firmware_host.lamps import IDLE_MA, Lamp, Lamps

COMPUTER_MA = 1000
"""What a Raspberry Pi without anything else may take; the rest of its supply could be the LEDs'."""

ROOM = 0.35
"""The brightness for a room; who asked for less sits in the dark."""

HARDLY_SEEN = 0.1
"""Below this share of that a picture is hardly seen."""

DIMMED = Trouble(
    "{picture} would draw {wanted} mA, the budget is {budget} mA: it is shown with {share} % of its light",
    "the budget is for a smaller supply, or there are many LEDs ({pixels})",
    "nothing must be done; a stronger supply and a higher leds.budget_ma make it brighter",
    fails=False,
)
TOO_DIM = Trouble(
    "{picture} would draw {wanted} mA, the budget is {budget} mA: with {share} % of its light it is "
    "hardly seen",
    "the budget is hardly more than the {idle} mA that {pixels} dark LEDs take",
    "a stronger supply and a higher leds.budget_ma, or fewer LEDs under a field",
)
SUPPLY_TOO_SMALL = Trouble(
    "the LEDs may draw {budget} mA, but this computer's supply gives {gives} mA in all",
    "leds.budget_ma is more than that supply can give beside the computer",
    "give the LEDs a supply of their own, or lower leds.budget_ma to {most}",
    fails=False,
)
NO_APLAY = Trouble(
    "the program aplay, which plays the tunes, is not installed",
    "ALSA's programs are not part of small systems",
    'sudo apt install alsa-utils, or sound.driver = "none"',
    fails=False,
)
NO_CARD = Trouble(
    "there is no sound card",
    "the audio jack is switched off, or the card is not plugged in",
    'put dtparam=audio=on into /boot/firmware/config.txt and reboot, or sound.driver = "none"',
    fails=False,
)
NO_TERMINAL = Trouble(
    "there is no terminal {terminal}",
    "the name is that of a terminal that was closed",
    "leds.terminal = \"/dev/tty\" is the one that the daemon is started in; 'tty' tells another's name",
)


def pictures(config: Config) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The pictures of this game that light most fields, in words and roles."""
    start, board = config.start or config.game.start(), config.game.board
    missing = board.names(start.occupied)
    # No more fields can be wrongly occupied than there are pieces.
    extra = board.names(board.all & ~start.occupied)[: len(missing)]
    yield "every piece on a wrong field", dict.fromkeys(missing, "missing") | dict.fromkeys(extra, "extra")
    yield "a place on every field", dict.fromkeys(board.fields, "place-white")


def needs_most(config: Config) -> tuple[str, float, float]:
    """The picture that needs most: its name, what it would draw in mA without a budget, and the share of its
    light that the budget leaves it."""
    leds = config.leds
    red, green, blue = leds.balance
    lamp = Lamp(leds.brightness, leds.gamma, leds.budget_ma, (red, green, blue), leds.outside_s)
    found = []
    for name, lights in pictures(config):
        lamps = Lamps(config.wiring, lamp)
        lamps.begin(0.0)
        lamps.take(lights, 0.0)
        found.append((name, lamps.wanted_ma, lamps.share))
    return max(found, key=lambda entry: entry[1])


def _current(case: Case) -> Iterable[Outcome]:
    leds, pixels = case.config.leds, len(case.config.wiring.pixels)
    picture, wanted, share = needs_most(case.config)
    facts = {
        "picture": f"{case.config.game.name}, {picture}",
        "wanted": round(wanted),
        "budget": leds.budget_ma,
        "share": max(1, round(100 * share)),
        "pixels": pixels,
        "idle": round(IDLE_MA * pixels),
    }
    if share >= 1.0:
        yield f"{pixels} LEDs draw at most {wanted:.0f} of {leds.budget_ma} mA ({facts['picture']})"
    elif share * leds.brightness < HARDLY_SEEN * min(leds.brightness, ROOM):
        yield TOO_DIM.told(**facts)
    else:
        yield DIMMED.told(**facts)


def _supply(case: Case) -> Iterable[Outcome]:
    told = case.system.octets("/proc/device-tree/chosen/power/max_current")
    gives = int.from_bytes(told or b"", "big")
    if not gives or isinstance(case.config.led_device, SerialLeds):
        return
    budget, most = case.config.leds.budget_ma, gives - COMPUTER_MA
    if budget > most:
        yield SUPPLY_TOO_SMALL.told(budget=budget, gives=gives, most=max(most, 50))
    else:
        yield f"the computer's supply gives {gives} mA, the LEDs may draw {budget} mA"


def _sound(case: Case) -> Iterable[Outcome]:
    system = case.system
    if not system.has_program("aplay"):
        yield NO_APLAY.told()
    elif not _lists_a_card(system.text("/proc/asound/cards")):
        yield NO_CARD.told()
    else:
        yield "aplay and a sound card are there"


def _lists_a_card(text: str | None) -> bool:
    return bool(text) and "no soundcards" not in (text or "")


def _terminal(case: Case) -> Iterable[Outcome]:
    leds = case.config.led_device
    if isinstance(leds, TerminalLeds):
        there = case.system.exists(leds.terminal)
        yield f"{leds.terminal} is there" if there else NO_TERMINAL.told(terminal=leds.terminal)


_ALSA = Concern('`sound.driver = "alsa"`', lambda config: config.sound.driver == "alsa")
_TERMINAL = Concern("`terminal`", lambda config: isinstance(config.led_device, TerminalLeds))

CHECKS = (
    Check("current", "the picture that needs most, against the budget", LEDS, (DIMMED, TOO_DIM), _current),
    Check(
        "LED supply",
        "the budget against what the supply of a Raspberry Pi 5 says that it gives",
        LEDS,
        (SUPPLY_TOO_SMALL,),
        _supply,
    ),
    Check("terminal", "the terminal that the pixels are drawn in", _TERMINAL, (NO_TERMINAL,), _terminal),
    Check("sound", "aplay and the sound card", _ALSA, (NO_APLAY, NO_CARD), _sound),
)
