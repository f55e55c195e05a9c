"""Knows when a daemon is alive and what it is doing, and tells whoever started it; not how that is sent."""

from __future__ import annotations

import asyncio

from firmware_host.daemon import Daemon
from firmware_host.notify import Notifier
from firmware_host.told import ending

STATUS_S = 1.0
"""How often the status is looked at; it is sent when it has changed."""

FEEDS = 3
"""How often within the watchdog's time signs of life are looked for: two may come late."""


class Pulse:
    """Whether a daemon has shown a sign of life since it was looked at last.

    While its board is there, only frames that went through the whole pipeline count: a board that has fallen
    silent without its driver's noticing is a hang. While there is no board, that is no hang: then the rounds
    of the driver's thread that looks for it count, `source.rounds`. A source that counts none is believed.
    """

    def __init__(self, daemon: Daemon, source: object) -> None:
        self._daemon = daemon
        self._source = source
        self._frames = daemon.frames
        self._rounds = self._turned()

    def beats(self) -> bool:
        """Look; True if there was a sign of life since the last look."""
        frames, rounds = self._daemon.frames, self._turned()
        heard = frames != self._frames
        turned = rounds is None or rounds != self._rounds
        self._frames, self._rounds = frames, rounds
        device = self._daemon.device
        return heard or (turned and not (device and device.connected))

    def _turned(self) -> int | None:
        rounds = getattr(self._source, "rounds", None)
        return rounds if isinstance(rounds, int) else None


def doing(daemon: Daemon) -> str:
    """What the board is doing, in one line for people: first what it lacks, then the game."""
    line, device = daemon.line, daemon.device
    parts = []
    if device is None:
        parts.append("waiting for the board")
    elif not device.connected:
        parts.append(f"no board: {device.detail.rstrip('.')}")
    parts += [f"{name}: {what.rstrip('.')}" for name, what in daemon.troubles.items() if name != "board"]
    if device and device.connected and "board" in daemon.troubles:
        parts.append(daemon.troubles["board"].rstrip("."))
    if daemon.pipeline.session.hiding:
        parts.append(f"{line.game.name}: secrets are being chosen")
    elif line.outcome:
        parts.append(f"{line.game.name}: {ending(line.outcome.winner, line.outcome.reason)}")
    else:
        side = line.position.turn.value.capitalize()
        parts.append(f"{line.game.name}: ply {len(line) + 1}, {side} to move")
    return "; ".join(parts)


async def keep_told(daemon: Daemon, source: object, notifier: Notifier) -> None:
    """Tell that the daemon is ready, what it is doing and, while it is, that it is alive; until cancelled."""
    if not notifier.address:
        return
    loop, pulse = asyncio.get_running_loop(), Pulse(daemon, source)
    between = None if notifier.watchdog_s is None else notifier.watchdog_s / FEEDS
    feed_at, ready, told = loop.time(), False, ""
    while True:
        ready = ready or notifier.ready()
        if (now := doing(daemon)) != told and notifier.status(now):
            told = now
        if between is not None and loop.time() >= feed_at:
            feed_at = loop.time() + between
            if pulse.beats():
                notifier.feed()
        await asyncio.sleep(STATUS_S if between is None else min(STATUS_S, between))
