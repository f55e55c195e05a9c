"""Knows what every device beside the sensors offers: it tells of itself, and it can be stopped."""

from __future__ import annotations

from typing import Protocol

from hardware.device import Listener


class Companion(Protocol):
    """A device beside the sensors: LEDs, buttons, sound. Missing or broken it stops nothing else."""

    def tell(self, listener: Listener) -> None:
        """Begin, and let `listener` hear a DeviceState whenever the device comes, goes or fails for another
        reason, and the ButtonEdges of one that has buttons; from the device's own thread."""

    def stop(self) -> None:
        """Free the device; at most 2 s, and idempotent."""
