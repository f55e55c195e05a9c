"""Compares what LEDs took from a wire with what the lamps were to show, by the daemon's own events."""

import time

from firmware_host.lamps import Lamp, Lamps
from firmware_host.palette import LOOKS, moves
from rules.game import Side

SEEN_S = 0.15
"""A steady picture that stays this long must have been on the wire."""

COARSE_S, FINE_S = 0.002, 0.00004
NEAR = 2
"""How far the colours of a coarse moment are from those of the moments right before and after it."""

USUAL_S, LONG_S = 2.0, 8.0
"""The time after which moving pictures repeat themselves, and the same with a role that moves more slowly."""

SLOW = {"question", "weak", "winner"}


def wait(condition, what, seconds=20):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"no sign of {what}"
        time.sleep(0.02)


def pictures(events):
    """What the lamps were to show, in order: the lights, the side of the rim, and from when on."""
    found, lights = [], {}
    turn = to_move = Side.WHITE
    for event in events:
        match event:
            case {"event": "move" | "amend" | "takeback", "position": position}:
                turn = to_move = Side.WHITE if position.startswith("W") else Side.BLACK
            case {"event": "outcome", "reason": reason}:
                turn = to_move if reason is None else None
            case {"event": "lights"}:
                lights = event["lights"]
            case _:
                continue
        found.append((lights, turn, event["t"]))
    return found


class Moments:
    """All that one picture of the lamps shows over time."""

    def __init__(self, config, lights, turn):
        leds = config.leds
        lamp = Lamp(leds.brightness, leds.gamma, leds.budget_ma, leds.balance, 0)
        self._lamps = Lamps(config.wiring, lamp)
        self._lamps.take(lights, 0.0)
        self._lamps.turn(turn)
        roles = set(lights.values())
        self._until = 0.0 if not moves(roles) else LONG_S if roles & SLOW else USUAL_S
        self._coarse = {}

    def __contains__(self, pixels):
        if not self._coarse:
            steps = round(self._until / COARSE_S) + 1
            self._coarse = {self._at(step * COARSE_S): step * COARSE_S for step in range(steps)}
        if pixels in self._coarse:
            return True
        return self._until > 0 and any(
            pixels == self._at(max(0.0, at + fine * FINE_S))
            for near, at in self._coarse.items()
            if all(abs(one - other) <= NEAR for one, other in zip(near, pixels, strict=True))
            for fine in range(-round(COARSE_S / FINE_S), round(COARSE_S / FINE_S) + 1)
        )

    def _at(self, since):
        return self._lamps.frame(since).pixels


def follow(shown, expected, config, seen_s=SEEN_S):
    """Every picture on the wire is a moment of the picture of its time, and none that stayed was left out;
    gives the roles that were seen."""
    number, now, seen = 0, Moments(config, *expected[0][:2]), {}
    for at, picture in enumerate(shown):
        while picture not in now:
            number += 1
            assert number < len(expected), f"picture {at} on the wire is none of the lamps from there on"
            now = Moments(config, *expected[number][:2])
        seen[number] = picture
    on_wire = None
    for number, (lights, turn, begun) in enumerate(expected[:-1]):
        on_wire = seen.get(number, on_wire)
        stayed = expected[number + 1][2] - begun
        steady = not any(LOOKS[role].motion for role in lights.values())
        if steady and stayed > seen_s and number not in seen:
            # It need not be sent if the LEDs show it anyway, such as between two winks of the one before.
            shows = on_wire in Moments(config, lights, turn)
            assert shows, f"the picture {lights} of {begun} s ({turn}) was never shown"
    return {role for number in seen for role in expected[number][0].values()}
