"""Knows when a field's reading has settled; not what the reading means."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.seen import Seen
from rules.board import bits


@dataclass(frozen=True, slots=True)
class Settled:
    """A debounced view of the board.

    `at` is when it settled, `seen` what is seen since, `changed` the mask of the fields that settled just
    now, `edge` the time of the last raw edge among them.
    """

    at: float
    seen: Seen
    changed: int
    edge: float


class Debounce:
    """Takes raw views with their times and gives settled ones: a reading counts once it has held for
    `hold_s` seconds since its last raw edge. Mutable; one instance a board. Times must not run back."""

    def __init__(self, hold_s: float) -> None:
        self._hold_s = hold_s
        self._raw: Seen | None = None
        self._settled: Seen | None = None
        # When each pending reading last changed: the oldest is always first.
        self._since: dict[int, float] = {}

    @property
    def raw(self) -> Seen | None:
        """The last raw view."""
        return self._raw

    def due(self) -> float | None:
        """When the next pending reading settles if nothing changes, or None."""
        for oldest in self._since.values():
            return oldest + self._hold_s
        return None

    def first(self, at: float, seen: Seen) -> Settled:
        """Take the first view as settled: there is nothing before it to compare with."""
        self._raw = self._settled = seen
        self._since.clear()
        return Settled(at, seen, seen.occupied | seen.unknown, at)

    def feed(self, at: float, seen: Seen) -> None:
        """Note a raw view. Call `settle(at)` first, so that what was due before is decided before."""
        raw, settled = self._raw, self._settled
        if seen is raw:
            return
        if raw is None or settled is None:
            raise ValueError("feed before first")
        since, pending = self._since, _difference(settled, seen)
        for bit in bits(_difference(raw, seen)):
            since.pop(bit, None)
            if pending & bit:
                since[bit] = at
        self._raw = seen

    def settle(self, at: float) -> list[Settled]:
        """What has settled up to and including `at`, in the order of time."""
        result: list[Settled] = []
        while (due := self.due()) is not None and due <= at:
            ready = [bit for bit, since in self._since.items() if since + self._hold_s <= due]
            edge = max(self._since.pop(bit) for bit in ready)
            changed = 0
            for bit in ready:
                changed |= bit
            settled = self._settled = _merge(self._settled, self._raw, changed)
            result.append(Settled(due, settled, changed, edge))
        return result


def _difference(one: Seen, other: Seen) -> int:
    """Mask of the fields whose readings differ."""
    return (
        (one.occupied ^ other.occupied)
        | (one.white ^ other.white)
        | (one.black ^ other.black)
        | (one.unknown ^ other.unknown)
    )


def _merge(old: Seen | None, new: Seen | None, changed: int) -> Seen:
    """`old` with the fields in `changed` as `new` sees them."""
    if old is None or new is None:
        raise ValueError("settle before first")
    keep = ~changed
    return Seen(
        occupied=(old.occupied & keep) | (new.occupied & changed),
        white=(old.white & keep) | (new.white & changed),
        black=(old.black & keep) | (new.black & changed),
        unknown=(old.unknown & keep) | (new.unknown & changed),
    )
