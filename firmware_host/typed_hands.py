"""Knows what a line typed to a simulated board does to its pieces and buttons; not how it gets there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_host.errors import UsageError
from firmware_host.palette import AMBER, BLUE, RED, WHITE, Colour
from hardware.device import Reading

WORDS: Mapping[str, Colour] = {"amber": AMBER, "white": WHITE, "red": RED, "blue": BLUE}
FAINT = 2
"""Of 255: so dim a colour has lost its hue to rounding."""

SET_UP, CLEAR = "start", "clear"
HELP = (
    "Type fields: one with a piece is lifted, an empty one gets a piece. "
    f"'{SET_UP}' sets up the game, '{CLEAR}' takes all pieces away"
)


@dataclass(frozen=True, slots=True)
class Put:
    """Channels change to these readings."""

    channels: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button is pressed and let go."""

    button: int


@dataclass(frozen=True, slots=True)
class Table:
    """What can be named: the field of each channel, the reading of each at the game's start, and what each
    button means."""

    channels: Sequence[str]
    start: bytes
    buttons: Mapping[int, str]

    def acts(self, line: str, readings: bytes) -> list[Put | Pressed]:
        """What the words of `line` do, one after another, to a board that reads `readings`.

        A piece that is put down is the one lifted last, in this line; without one it is as the start has it
        there, else as the first piece. Raises UsageError for a word that is neither field, button nor
        `start` or `clear`.
        """
        now, in_hand, found = bytearray(readings), 0, list[Put | Pressed]()
        number = {name: channel for channel, name in enumerate(self.channels) if name}
        button = {word: key for key, word in self.buttons.items()}
        for word in line.lower().split():
            if word in number:
                channel = number[word]
                if now[channel]:
                    in_hand, now[channel] = now[channel], Reading.NONE
                else:
                    now[channel] = in_hand or self.start[channel] or Reading.PIECE
                found.append(Put({channel: now[channel]}))
            elif word in (SET_UP, CLEAR):
                now = bytearray(self.start if word == SET_UP else len(self.start))
                found.append(Put(dict(enumerate(now))))
            elif word in button:
                found.append(Pressed(button[word]))
            else:
                raise UsageError(f"There is no field or button {word!r} on this board. {self.help}")
        return found

    @property
    def help(self) -> str:
        """What can be typed."""
        presses = f"; {', '.join(self.buttons.values())} press a button" if self.buttons else ""
        return f"{HELP}{presses}."


def lit(pixels: Sequence[str], picture: bytes) -> str:
    """The fields that a strip lights, by the name of their colour: `white c5 d4, amber e3`; `dark` for none.
    What is too dim for a hue is left out. An LED without a field is called by its number in the chain."""
    fields: dict[str, dict[str, None]] = {}
    for pixel, name in enumerate(pixels):
        colour = picture[3 * pixel : 3 * pixel + 3]
        if max(colour, default=0) > FAINT:
            fields.setdefault(_word(colour), {})[name or f"LED {pixel}"] = None
    return ", ".join(f"{word} {' '.join(names)}" for word, names in sorted(fields.items())) or "dark"


def brightest(pictures: Sequence[bytes]) -> bytes:
    """Each pixel as it was at its brightest: blinking lights are lit in one picture or another."""
    pixels = range(0, len(pictures[0]), 3)
    return b"".join(max((picture[at : at + 3] for picture in pictures), key=sum) for at in pixels)


def _word(colour: bytes) -> str:
    """The hue that is nearest to a colour, brightness apart."""
    most = max(colour)
    shares = [part / most for part in colour]
    return min(WORDS, key=lambda word: sum((a - b) ** 2 for a, b in zip(shares, WORDS[word], strict=True)))
