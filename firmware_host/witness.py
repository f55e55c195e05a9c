"""Knows what the sensors have shown since the board was last in order: what was touched, what fell, since
when each piece stands; not what it means."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_host.debounce import Settled
from firmware_host.inference import View
from firmware_host.seen import without
from rules.board import Board, bits

CALM_S = 0.25
"""A board in order for less than this may be a line that rolls over its sensors."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What hands have left: the fields `touched`; the fields of the gutter into which stones have `fallen`
    and those in which one was `lying` already (masks)."""

    touched: int = 0
    fallen: int = 0
    lying: int = 0

    def with_earlier(self, earlier: Traces) -> Traces:
        """These traces and those that were left before them."""
        return Traces(self.touched | earlier.touched, self.fallen | earlier.fallen, earlier.lying)


class Witness:
    """The eyes of one board. Mutable; times must not run back.

    `loose`: fields that still hold captured men of a move that has been heard: what they show is ignored.
    """

    def __init__(self, board: Board) -> None:
        self._all = board.all
        self._gutter = board.mask(board.gutter)
        self._settled: Settled | None = None
        self._since = Traces()
        self._before = Traces()
        self._calm_since: float | None = None
        self._ply_at: float | None = None
        self._unbroken = False
        self._landed_at: dict[int, float] = {}
        self._left_at: dict[int, float] = {}
        self._rolled_at = 0.0
        # The view, kept while nothing changes: it is asked for several times a settled view.
        self._view: View | None = None
        self._loose = 0

    @property
    def loose(self) -> int:
        """The fields that still hold captured men."""
        return self._loose

    @loose.setter
    def loose(self, mask: int) -> None:
        self._loose = mask
        self._view = None

    @property
    def began(self) -> bool:
        """Whether anything has been seen yet."""
        return self._settled is not None

    @property
    def occupied(self) -> int:
        """The fields that hold a piece, gutter included."""
        return self._settled.seen.occupied if self._settled else 0

    @property
    def edge(self) -> float | None:
        """When the last change that has settled began, or None before the first view."""
        return self._settled.edge if self._settled else None

    @property
    def touched(self) -> int:
        """The fields that have changed since the board was last in order."""
        return self._since.touched

    @property
    def view(self) -> View:
        """The board now, with the traces since it was last in order."""
        if self._view is None:
            self._view = self._viewed(self._since)
        return self._view

    @property
    def view_of_last(self) -> View:
        """The board now, with the traces since the last ply began."""
        return self._viewed(self._since.with_earlier(self._before))

    @property
    def view_of_roll(self) -> View:
        """The board now, with the traces since the last ply was heard, or since it began where the pieces
        have not come to rest in between."""
        return self.view_of_last if self._unbroken else self.view

    def _viewed(self, traces: Traces) -> View:
        if self._settled is None:
            return View(0, self._all)
        seen, gutter = self._settled.seen, self._gutter
        return View(
            seen.occupied & ~gutter,
            seen.unknown | self.loose | gutter,
            seen.white,
            seen.black,
            traces.touched,
            traces.fallen,
            (traces.lying | seen.unknown) & gutter,
        )

    def see(self, settled: Settled) -> None:
        """A view of the board has settled."""
        first, before = self._settled is None, self.occupied
        self._settled = settled
        occupied = settled.seen.occupied
        came = occupied & ~before
        self.loose &= occupied
        self._view = None
        for bit in bits(came):
            self._landed_at[bit] = settled.edge
        for bit in bits(before & ~occupied):
            self._left_at[bit] = settled.edge
        if settled.changed & ~self._gutter:
            self._note_roll(settled.edge, before)
        since = self._since
        if first:
            self._since = Traces(lying=occupied & self._gutter)
        else:
            self._since = Traces(
                since.touched | settled.changed,
                since.fallen | came & self._gutter & ~since.lying,
                since.lying & occupied,
            )

    def _note_roll(self, edge: float, before: int) -> None:
        """Something changed on the fields of the game at `edge`; `before` were occupied until then."""
        self._rolled_at = edge
        if self._calm_since is not None and edge - self._calm_since >= CALM_S:
            self._since = self._afresh(edge, before)
        if self._ply_at is not None:
            self._unbroken = edge - self._ply_at < CALM_S
        self._calm_since = self._ply_at = None

    def _afresh(self, edge: float, before: int) -> Traces:
        """No traces, but for a stone that has fallen just before the line behind it is seen to move."""
        there = before & self._gutter
        fallen = sum(bit for bit in bits(there) if edge - self._landed_at.get(bit, 0.0) < CALM_S)
        return Traces(fallen=fallen, lying=there & ~fallen)

    def come_to_order(self, at: float) -> None:
        """The board equals the position: once it has done so for a moment, what was touched before tells no
        more."""
        if self._calm_since is None:
            self._calm_since = at

    def note_ply(self, at: float, expected: int, *, amended: bool = False) -> None:
        """A ply was heard, or the last one anew, or some were taken back: the traces so far belong to that
        from now on. Where the board differs from what is `expected` after it (a mask), the next hand has been
        at work already."""
        self._before = self._since.with_earlier(self._before) if amended else self._since
        begun = self._since.touched & self.view.differs(expected)
        self._since = Traces(begun, lying=self.occupied & self._gutter)
        self._view = None
        self._ply_at = at

    def distrust(self, fields: int) -> None:
        """Nobody can tell anything about these fields any more."""
        if self._settled is not None:
            self._settled = replace(self._settled, seen=without(self._settled.seen, fields))

    def landed_at(self, mask: int) -> float:
        """When the last of the pieces on these fields came to stand there."""
        return max((self._landed_at.get(bit, 0.0) for bit in bits(mask)), default=0.0)

    def left_at(self, mask: int) -> float:
        """When the last of the pieces on these fields was lifted."""
        return max((self._left_at.get(bit, 0.0) for bit in bits(mask)), default=0.0)

    @property
    def rolled_at(self) -> float:
        """When anything last changed on the fields of the game, gutter left out."""
        return self._rolled_at
