"""Knows how sensors and magnets give themselves away while people play: by blinking alone, by a line that
goes out at once, by the wrong pole wherever a piece goes; neither moves nor lights."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from firmware_host.debounce import Settled
from firmware_host.events import Fault
from firmware_host.inference import Prospect
from firmware_host.seen import Seen
from rules.board import Board, bits, lines_of
from rules.game import Position

NEVER_CLOSES, NEVER_OPENS = "never closes", "never opens"
FLICKERS, WEAK = "flickers", "weak magnet"
OTHER_POLE = "the other side's pole: turned over, or its magnet is reversed"
LINE_OUT, WORKS_AGAIN = "drops out", "works again"

BLINK_S = 2.0
"""A field that changes and changes back sooner, while nothing else does, has blinked."""
ALONE_S = 0.5
"""Nothing else changes so long before a blink, nor after it."""
QUICK_S = 0.15
"""No hand lifts and returns a piece so quickly; and none can make an empty field blink."""
BLINKS, ENOUGH, WITHIN_S = 2, 6, 60.0
"""What such a blink weighs, any other weighs 1; so much weight in that time is no hand's."""
BURST, BURST_S = 10, 3.0
"""So many changes of a field in that time are a burst; a hovering hand may cause one."""
BURSTS, APART_S, BURSTS_S = 2, 2.0, 300.0
"""So many bursts, so far apart, within that time, are no hand's."""
LINE = 3
"""So many pieces that vanish at one instant, and are all those of a line, are still there."""
POLES = 2
"""A piece has shown the other side's pole on so many fields: it is told."""


@dataclass(frozen=True, slots=True)
class Run:
    """`changes` of one `field` between `first` and `last`, while nothing else changed. `at_rest`: the board
    had been in order and at rest before."""

    field: int
    first: float
    last: float
    changes: int
    at_rest: bool


class Health:
    """What one board's sensors and pieces have been caught at. Mutable; times must not run back.

    `out`: the fields of lines that have dropped out (a mask): nobody can tell anything about them. `weak`:
    fields that flicker, and those on which a piece with a weak magnet stands.
    """

    def __init__(self, board: Board, *, pushes: bool = False) -> None:
        """`pushes`: in this game a row of pieces may roll, and leave all its fields at once."""
        self._board = board
        self._pushes = pushes
        self._rows = tuple(board.mask(line) for line in lines_of(board))
        self._seen: Seen | None = None
        self._run: Run | None = None
        self._changed_at = 0.0
        self._changes: dict[int, list[float]] = defaultdict(list)
        self._bursts: dict[int, list[float]] = defaultdict(list)
        self._blinks: dict[int, list[tuple[float, int]]] = defaultdict(list)
        self._carried: dict[int, list[tuple[float, int]]] = {}
        self._poles: dict[int, int] = {}
        self._told: set[tuple[int, str]] = set()
        self.out = self.weak = 0

    def see(self, settled: Settled, *, in_order: bool) -> list[Fault]:
        """A view has settled, as the sensors have it: what that gives away. `in_order`: the board was in
        order until then."""
        before, self._seen = self._seen, settled.seen
        if before is None:
            return []
        lost = before.occupied & ~settled.seen.occupied & ~settled.seen.unknown
        found = self._lines(settled, before, lost) + self._blinking(settled, in_order=in_order)
        for field in bits(settled.changed):
            found += self._bursting(settled.at, field)
        return found

    def moved(self, at: float, prospect: Prospect, after: Position) -> list[Fault]:
        """A move was heard, and led to this position: its pieces take their blinks and poles with them."""
        move, seen = prospect.move, self._seen
        if prospect.silent or move.lifts & (move.lifts - 1) or seen is None:
            return []
        self._carried[move.drops] = self._carried.pop(move.lifts, [])
        if self.weak & move.lifts and (move.lifts, FLICKERS) not in self._told:
            self.weak = self.weak & ~move.lifts | move.drops
        wrong = move.drops & (seen.white & after.black | seen.black & after.white)
        poles = self._poles.pop(move.lifts, 0) + 1 if wrong else 0
        self._poles[move.drops] = poles
        all_wrong = (seen.white & after.black | seen.black & after.white).bit_count()
        if poles != POLES or 2 * all_wrong > after.occupied.bit_count():
            return []
        return [self._fault(at, move.drops, OTHER_POLE)]

    def _lines(self, settled: Settled, before: Seen, lost: int) -> list[Fault]:
        found = []
        if self.out & settled.seen.occupied:
            self.out = 0
            found.append(Fault(settled.at, None, "a line of fields", WORKS_AGAIN, settled.at))
        if self._pushes or lost.bit_count() < LINE:
            return found
        for line in self._rows:
            if before.occupied & line == lost:
                self.out |= line
                names = ", ".join(self._board.names(line))
                found.append(Fault(settled.at, None, f"the line {names}", LINE_OUT, settled.edge))
        return found

    def _bursting(self, at: float, field: int) -> list[Fault]:
        """Note a change of a field: many of them, and again some time later, are no hand's."""
        changes = self._changes[field] = [*self._changes[field][1 - BURST :], at]
        if len(changes) < BURST or at - changes[0] > BURST_S:
            return []
        bursts = [each for each in self._bursts[field] if at - each < BURSTS_S]
        if not bursts or at - bursts[-1] > APART_S:
            bursts.append(at)
        elif len(bursts) < BURSTS:
            bursts[-1] = at
        self._bursts[field] = bursts
        return self._named(at, field, FLICKERS) if len(bursts) >= BURSTS else []

    def _blinking(self, settled: Settled, *, in_order: bool) -> list[Fault]:
        """Note a field that changes alone, again and again, or for a moment while all else is at rest."""
        changed, edge, run = settled.changed, settled.edge, self._run
        if run is not None and run.field == changed:
            self._run = replace(run, last=edge, changes=run.changes + 1)
            return []
        found = [] if run is None or edge - run.last < ALONE_S else self._blinked(settled.at, run)
        lone = bool(changed) and not changed & (changed - 1)
        began = in_order and edge - self._changed_at >= ALONE_S
        self._run = Run(changed, edge, edge, 1, began) if lone else None
        self._changed_at = edge
        return found

    def _blinked(self, at: float, run: Run) -> list[Fault]:
        """A run of changes is over: was it a blink?"""
        if not run.at_rest or run.changes != 2 or run.last - run.first > BLINK_S:
            return []
        stands = bool(self._seen and self._seen.occupied & run.field)
        weight = BLINKS if run.last - run.first < QUICK_S or not stands else 1
        here = self._blinks[run.field] = _lately(at, self._blinks[run.field], weight)
        carried = 0
        if stands:
            self._carried[run.field] = _lately(at, self._carried.get(run.field, []), weight)
            carried = sum(each for _, each in self._carried[run.field])
        known = sum(each for _, each in here)
        if max(known, carried) < ENOUGH:
            return []
        return self._named(at, run.field, WEAK if carried > known else FLICKERS)

    def _named(self, at: float, field: int, what: str) -> list[Fault]:
        return [] if (field, what) in self._told else [self._fault(at, field, what)]

    def _fault(self, at: float, field: int, what: str) -> Fault:
        self._told.add((field, what))
        if what in (FLICKERS, WEAK):
            self.weak |= field
        return Fault(at, self._board.name_of[field], None, what, at)


def _lately(at: float, blinks: list[tuple[float, int]], weight: int) -> list[tuple[float, int]]:
    """The blinks that are not too long ago, and one more."""
    return [*(each for each in blinks if at - each[0] < WITHIN_S), (at, weight)]
