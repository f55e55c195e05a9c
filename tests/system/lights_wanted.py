"""What the lamps were to show, from the daemon's events: the sets of pictures that a strip may show when."""

from firmware_host.lamps import Lamp, Lamps
from firmware_host.palette import LOOKS

STEP_S = 0.001
"""The breathing must not miss a level between two moments."""

MOTION_S, PLACE_S = 5.2, 0.75
"""No motion takes longer, but one that takes its fields in turn: that long for each."""


class Wanted:
    """The colours that each pixel may have, picture by picture.

    It takes an unlimited current, so that a role looks the same in every picture: what one role can look like
    is worked out once.
    """

    def __init__(self, config):
        leds = config.leds
        self._lamps = Lamps(config.wiring, Lamp(leds.brightness, leds.gamma, leds.budget_ma, leds.balance, 0))
        self._pixels = config.wiring.pixels
        self._looks = {}

    def fits(self, picture, lights):
        """Whether the strip may show `picture` (3 bytes a pixel) while these lights are wanted."""
        roles = {}
        for name, role in lights.items():
            roles.setdefault(role, []).append(name)
        allowed = {
            name: colours
            for role, names in roles.items()
            for name, colours in zip(names, self._colours(role, names), strict=True)
        }
        dark = {bytes(3)}
        return all(
            picture[3 * at : 3 * at + 3] in allowed.get(name, dark) for at, name in enumerate(self._pixels)
        )

    def _colours(self, role, names):
        """For each of the fields of a role, the colours that it takes one after the other."""
        key = role, len(names)
        if key not in self._looks:
            self._lamps.take({}, 0.0)
            self._lamps.take(dict.fromkeys(names, role), 0.0)
            lasts_s = max(MOTION_S, PLACE_S * len(names)) if LOOKS[role].motion else STEP_S
            moments = range(round(lasts_s / STEP_S))
            frames = {self._lamps.frame(STEP_S * moment).pixels for moment in moments}
            places = [3 * self._pixels.index(name) for name in names]
            self._looks[key] = [{frame[at : at + 3] for frame in frames} for at in places]
        return self._looks[key]


def wanted_pictures(events):
    """What the lamps were to show, in order: the lights, and from when on."""
    return [(event["lights"], event["t"]) for event in events if event["event"] == "lights"]


def follow(shown, events, wanted, seen_s):
    """Every picture of the strip is a moment of the picture of its time, none comes out of order, and none
    that stayed for `seen_s` without moving was left out. Gives how many different pictures were shown."""
    expected = wanted_pictures(events)
    number, taken = 0, set()
    for at, picture in enumerate(shown):
        while not wanted.fits(picture, expected[number][0]):
            number += 1
            assert number < len(expected), (
                f"picture {at} on the strip, {picture.hex()}, is none of {expected}"
            )
        taken.add(number)
    for number, (lights, begun) in enumerate(expected[:-1]):
        stayed = expected[number + 1][1] - begun
        if stayed > seen_s and not any(LOOKS[role].motion for role in lights.values()):
            assert number in taken, f"the picture {lights} of {begun} s was never shown"
    return len(taken)
