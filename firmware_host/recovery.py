"""Knows what a board in disorder may be put down to: other moves, a dead sensor, a cat, an arm that swept it;
not how the line is changed by that."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.catching_up import explaining
from firmware_host.debounce import Settled
from firmware_host.events import Fault
from firmware_host.health import NEVER_CLOSES, NEVER_OPENS, WORKS_AGAIN, Health
from firmware_host.inference import Disorder
from firmware_host.line import Line
from firmware_host.outlook import Prospect
from firmware_host.rehearing import Retelling, Stretch, in_common
from firmware_host.seen import Seen, without
from firmware_host.witness import Witness
from rules.board import Board, bits
from rules.game import Move, Position

SURE_S = 0.4
"""What the board has shown in order for so long is not doubted later."""
DEAD_AT_START = 2
"""So many sensors may be dead when the pieces are set up."""
UPHEAVAL = 5
"""So many wrong fields at once are no move of anybody."""
UPHEAVAL_S = 4.0
"""What was heard so shortly before the board was found in such a state is not believed."""
LEAP = 3
"""So many fields that change at one instant: nobody has looked for a while."""
TRIES, LEAPT_LINES, FEW = 2, 400, 60
"""So often it is looked for what was played meanwhile, among so many moves, where a position has so few: play
goes on in the meantime."""
SWEPT = 2
"""A board with no more pieces than these, of at least UPHEAVAL more, has been swept."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to make of the disorder: the first `keep` plies stand, then come the moves of `retold`."""

    keep: int
    retold: Retelling | None = None


class Recovery:
    """What one board has shown since it was last in order for a while. Mutable; views in the order of time.

    `dead`: the fields (a mask) whose sensors are not believed.
    """

    def __init__(self, board: Board, *, pushes: bool = False) -> None:
        self.dead = 0
        self._board = board
        self._health = Health(board, pushes=pushes)
        self._agreed: dict[int, int] = {}
        self._seen: Seen | None = None
        self._stretch = Stretch()
        self._calm: tuple[float, tuple[Move, ...]] | None = None
        self._leapt = self._looked = False
        self._tries = 0

    def believable(self, settled: Settled, *, in_order: bool) -> tuple[Settled, list[Fault]]:
        """The view without what dead sensors say, and what it tells of faults. `in_order`: the board was in
        order until then."""
        self._seen = settled.seen
        faults = self._health.see(settled, in_order=in_order)
        doubtful = self.dead | self._health.out
        if not doubtful:
            return settled, faults
        seen = without(settled.seen, doubtful)
        return Settled(settled.at, seen, settled.changed, settled.edge), faults

    @property
    def sure(self) -> int | None:
        """After how many plies the board last rested in order, or None if nothing follows from that."""
        return None if self._calm is None else len(self._calm[1])

    @property
    def weak(self) -> int:
        """The fields to look at: their sensor is not believed or flickers, or their piece is hardly felt."""
        return self.dead | self._health.weak

    def moved(self, at: float, prospect: Prospect, after: Position) -> list[Fault]:
        """A move was heard."""
        return self._health.moved(at, prospect, after)

    def healed(self, expected: int, at: float) -> list[Fault]:
        """The board is in order with these fields occupied: dead sensors that agree with it, both with a
        piece and without, work again."""
        if not self.dead or self._seen is None:
            return []
        for bit in bits(self.dead):
            agrees = not (self._seen.occupied ^ expected) & bit
            self._agreed[bit] = self._agreed.get(bit, 0) | (1 if expected & bit else 2) if agrees else 0
        sound = sum(bit for bit in bits(self.dead) if self._agreed[bit] == 3)
        self.dead &= ~sound
        return [Fault(at, name, None, WORKS_AGAIN, at) for name in self._board.names(sound)]

    def see(self, settled: Settled) -> None:
        """A view has settled."""
        if self._looked and settled.changed.bit_count() >= LEAP:
            self._leapt, self._tries = True, TRIES
        self._looked = True
        self._stretch.see(settled)

    def stir(self, line: Line, edge: float, rested_s: float) -> None:
        """Until `edge` the board was in order for `rested_s`, after the plies of this line."""
        if rested_s >= SURE_S:
            self._stretch.begin(len(line))
            self._calm = edge, tuple(ply.move for ply in line.plies)
            self._leapt, self._tries = False, 0

    def leave(self) -> None:
        """What comes now does not follow from what the board has shown."""
        self._stretch.leave()
        self._calm = None
        self._leapt, self._tries = False, 0

    def begin_somewhere(self, line: Line, witness: Witness) -> None:
        """A set-up that is not complete may still be played from: a sensor may be dead."""
        wrong = witness.view.differs(line.position.occupied)
        if 0 < wrong.bit_count() <= DEAD_AT_START:
            self._stretch.begin(len(line), wrong)

    def remedy(self, line: Line, witness: Witness, disorder: Disorder, at: float) -> Remedy | None:
        """What to do about a board that has rested in disorder until `at`, or None."""
        retold = self._stretch.explained(line, sound=self._leapt)
        if retold is None and self._tries and len(line.outlook(len(line)).prospects) <= FEW:
            self._tries -= 1
            caught_up = explaining(line.position, witness.view, LEAPT_LINES)
            retold = Retelling(len(line), caught_up) if caught_up else None
        if retold is not None:
            return Remedy(retold.keep, retold)
        many = (disorder.missing | disorder.extra).bit_count() >= UPHEAVAL
        return self._as_it_was(line, at) if many else None

    def _as_it_was(self, line: Line, at: float) -> Remedy | None:
        """What was heard just before such an upheaval was no move: the line as it was when the board last
        rested in order."""
        if self._calm is None:
            return None
        calm_at, moves = self._calm
        told = tuple(ply.move for ply in line.plies)
        if told == moves or at - calm_at > UPHEAVAL_S:
            return None
        keep = in_common(told, moves)
        amended = [each for each in line.outlook(keep).prospects if (each.move,) == moves[keep:]]
        return Remedy(keep, Retelling(keep, tuple(amended[:1])))

    def distrust(self, fields: int, at: float) -> list[Fault]:
        """These fields are not believed any more."""
        self.dead |= fields
        closed = self._seen.occupied if self._seen else 0
        bit = self._board.bit
        return [
            Fault(at, name, None, NEVER_OPENS if bit[name] & closed else NEVER_CLOSES, at)
            for name in self._board.names(fields)
        ]


def is_swept(line: Line, witness: Witness) -> bool:
    """Whether an arm has swept the pieces off the board."""
    expected = line.position.occupied & ~witness.view.ignored
    there = witness.view.occupied.bit_count()
    return there <= SWEPT and expected.bit_count() >= there + UPHEAVAL
