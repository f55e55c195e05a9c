"""Knows how roles become colours of the wired pixels: gamma, brightness, the current budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.clock_face import BAR, Face, bar
from firmware_host.palette import LOOKS, OUTSIDE, Shade, brightest, moves, shades
from firmware_host.wiring import BLACK, Rgb, Wiring
from hardware.device import LedFrame
from rules.game import Side

IDLE_MA = 1.0
"""What a dark WS2812 draws."""

CHANNEL_MA = 20.0
"""What one fully lit colour of a WS2812 adds (Adafruit NeoPixel Überguide)."""

FAINTEST_MA = CHANNEL_MA / 255
"""What the faintest light adds; a pixel that would round to dark takes it."""


_HALVINGS = 5
_MOST_COLOURS = 256


@dataclass(frozen=True, slots=True)
class Lamp:
    """How the LEDs are driven. `brightness`: share of full light, linear. `gamma`: bend of a role's level.
    `budget_ma`: what all LEDs together may draw. `balance`: how much of each colour makes white.
    `outside_s`: how long the fields outside the game's area are marked when a game starts."""

    brightness: float = 0.35
    gamma: float = 2.2
    budget_ma: float = 500.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    outside_s: float = 4.0


class Lamps:
    """The picture now shown. Laws: what is lit is never rounded to dark; the estimated current of no frame
    exceeds the budget (unless all LEDs at their faintest do); a picture's brightness is reserved for its
    brightest moment, so it does not jump while it moves."""

    def __init__(self, wiring: Wiring, lamp: Lamp) -> None:
        self._wiring = wiring
        self._lamp = lamp
        self._lights: Mapping[str, str] = {}
        self._since = 0.0
        self._scale = 1.0
        self._marked_until: float | None = None
        self._turn: Side | None = None
        self._faces: Mapping[Side, Face] | None = None
        # Colours already worked out: a picture has few shades, and the next one mostly the same.
        self._colours: dict[tuple[Shade, float], Rgb] = {}

    def turn(self, side: Side | None) -> bool:
        """Let the rim show whose turn it is, or (None) nobody's; whether that changes anything to be seen.
        The fields keep their brightness: the current for the rim is always reserved."""
        changed = side is not self._turn and any(self._wiring.rim.values())
        self._turn = side
        return changed

    def show_clock(self, faces: Mapping[Side, Face]) -> None:
        """From now on the rim shows the clock as well, as it stands now."""
        first, self._faces = self._faces is None, faces
        if first:
            self._scale = self._reserved(self._since)

    def begin(self, now: float) -> None:
        """A game starts: the fields outside its area glow from `now` on, whatever picture is shown."""
        if self._wiring.outside and self._lamp.outside_s > 0:
            self._marked_until = now + self._lamp.outside_s
            self._scale = self._reserved(now)

    def take(self, lights: Mapping[str, str], now: float) -> None:
        """Show this picture from `now` on; a picture equal to the last one goes on as it was."""
        if lights == self._lights:
            return
        self._lights = dict(lights)
        self._since = now
        self._scale = self._reserved(now)

    def ends_at(self, now: float) -> float | None:
        """When the fields outside go dark again, or None if they are dark."""
        return self._marked_until if self._marked(now) else None

    def _marked(self, now: float) -> bool:
        return self._marked_until is not None and now < self._marked_until

    @property
    def wanted_ma(self) -> float:
        """What this picture would draw at its brightest moment without a budget, whoever's turn it is."""
        return current_ma(self._brightest(self._since, 1.0))

    @property
    def share(self) -> float:
        """The share of its light that the budget leaves this picture."""
        return self._scale

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        return moves(set(self._lights.values())) or self._blinks

    @property
    def _blinks(self) -> bool:
        if self._faces is None or self._turn is None:
            return False
        return any(face.blink_s is not None for side, face in self._faces.items() if self._wiring.rim[side])

    def frame(self, now: float) -> LedFrame:
        """The pixels at `now`."""
        lit = shades(self._lights, max(0.0, now - self._since))
        return self._frame(lit, now, self._scale, self._rim(now))

    def _rim(self, now: float) -> dict[int, Shade]:
        """The pixels of the rim that are lit now: whose turn it is, and the clock."""
        if self._turn is None:
            return {}
        if self._faces is None:
            return dict.fromkeys(self._wiring.rim[self._turn], LOOKS["turn"].at(0.0))
        rim: dict[int, Shade] = {}
        for side, pixels in self._wiring.rim.items():
            shown = zip(pixels, bar(self._faces[side], len(pixels), now), strict=True)
            rim.update({pixel: shade for pixel, shade in shown if shade is not None})
        return rim

    def _frame(
        self, lit: Mapping[str, Shade], now: float, scale: float, rim: Mapping[int, Shade]
    ) -> LedFrame:
        outside = self._rgb(OUTSIDE.at(0.0), scale) if self._marked(now) else BLACK
        mark = {pixel: self._rgb(shade, scale) for pixel, shade in rim.items()}
        colours = {name: self._rgb(shade, scale) for name, shade in lit.items()}
        return self._wiring.frame(colours, outside, mark)

    def _brightest(self, now: float, scale: float) -> LedFrame:
        """The most that this picture ever shows: with the larger part of the rim, and with a clock a light of
        the other part."""
        rim, (hue, level) = self._wiring.rim, LOOKS["turn"].at(0.0)
        larger = max(Side, key=lambda side: len(rim[side]))
        lit = dict.fromkeys(rim[larger], (hue, level if self._faces is None else BAR))
        if self._faces is not None:
            lit.update(dict.fromkeys(rim[larger.other][:1], (hue, level)))
        return self._frame(brightest(self._lights), now, scale, lit)

    def _reserved(self, now: float) -> float:
        """The factor that keeps the brightest moment of this picture inside the budget, whoever's turn."""
        full = self._brightest(now, 1.0)
        idle = IDLE_MA * len(self._wiring.pixels)
        wanted, spare = current_ma(full) - idle, max(0.0, self._lamp.budget_ma - idle)
        if wanted <= spare:
            return 1.0
        # Rounded down by less than a step a colour, and scaled perhaps up to the faintest: these bounds hold.
        lit = sum(any(full.pixels[at : at + 3]) for at in range(0, len(full.pixels), 3))
        low = max(0.0, spare - lit * FAINTEST_MA) / (wanted + 3 * lit * FAINTEST_MA)
        high = spare / wanted
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            fits = current_ma(self._brightest(now, middle)) - idle <= spare
            low, high = (middle, high) if fits else (low, middle)
        return low

    def _rgb(self, shade: Shade, scale: float) -> Rgb:
        known = self._colours.get((shade, scale))
        if known is None:
            if len(self._colours) >= _MOST_COLOURS:  # those that breathe are another one at every moment
                self._colours.clear()
            known = self._colours[shade, scale] = self._worked_out(shade, scale)
        return known

    def _worked_out(self, shade: Shade, scale: float) -> Rgb:
        hue, level = shade
        if level <= 0.0:
            return 0, 0, 0
        share = level**self._lamp.gamma * self._lamp.brightness * scale
        parts = [
            255.0 * share * colour * balance for colour, balance in zip(hue, self._lamp.balance, strict=True)
        ]
        top = max(parts)
        red, green, blue = (1 if top < 1.0 and part == top else int(part) for part in parts)
        return red, green, blue


def current_ma(frame: LedFrame) -> float:
    """The estimated current of a frame in milliamperes: 1 mA a pixel, 20 mA for each fully lit colour."""
    return IDLE_MA * (len(frame.pixels) / 3) + sum(frame.pixels) * CHANNEL_MA / 255
