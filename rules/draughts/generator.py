"""Knows the legal moves of any draughts variant on bare bitboards, and counts them."""

from __future__ import annotations

from functools import cache

from rules.draughts.capturing import Capturing
from rules.draughts.moves import Capture, Scene, Step
from rules.draughts.squares import shift, until
from rules.draughts.variant import Variant
from rules.game import Move


class Generator(Capturing):
    """The moves of one variant. Immutable.

    A position comes as `own` and `enemy` pieces, `kings` of both sides, and `black`: 1 if Black is to move,
    else 0, which also is the index of a side in every table.
    """

    def moves(self, own: int, enemy: int, kings: int, black: int) -> tuple[Move, ...]:
        """All legal moves, each effect once; draws and what binds only by history are left out."""
        groups = self.captures(own, enemy, kings, black)
        if not groups:
            return tuple(self.quiet(own, enemy, kings, black))
        scene = Scene(self, own, enemy, kings, groups, black)
        crown = self.crown[black]
        found = []
        for origin, taken, targets, king in groups:
            row = self.all if king else crown
            while targets:
                target = targets & -targets
                targets ^= target
                found.append(Capture(scene, origin, target, taken, target & row))
        return tuple(found)

    def quiet(self, own: int, enemy: int, kings: int, black: int) -> list[Step]:
        """The moves without capture, legal if there is no capture."""
        empty = self.all ^ own ^ enemy
        royal = own & kings
        men = own ^ royal
        steps = []
        for amount, table in self.forward[black]:
            targets = (men << amount if black else men >> amount) & empty
            while targets:
                target = targets & -targets
                targets ^= target
                steps.append(table[target])
        while royal:
            king = royal & -royal
            royal ^= king
            targets = self._slide_targets(king, empty, black)
            table = self.steps[king]
            while targets:
                target = targets & -targets
                targets ^= target
                steps.append(table[target])
        return steps

    def _slide_targets(self, king: int, empty: int, black: int) -> int:
        occupied = self.all ^ empty
        rays = self.squares.rays
        targets = 0
        for direction, flying in self.slides[black]:
            if flying:
                targets |= until(rays[direction][king], occupied, direction)
            else:
                targets |= shift(king, direction) & empty
        return targets

    def count(self, own: int, enemy: int, kings: int, black: int) -> int:
        """How many legal moves there are."""
        groups = self.captures(own, enemy, kings, black)
        if groups:
            return sum(targets.bit_count() for _, _, targets, _ in groups)
        empty = self.all ^ own ^ enemy
        royal = own & kings
        men = own ^ royal
        total = 0
        for amount, _ in self.forward[black]:
            total += ((men << amount if black else men >> amount) & empty).bit_count()
        while royal:
            king = royal & -royal
            royal ^= king
            total += self._slide_targets(king, empty, black).bit_count()
        return total

    def perft(self, own: int, enemy: int, kings: int, black: int, depth: int) -> int:
        """The number of sequences of `depth` legal moves; draws and king runs are ignored."""
        if depth <= 1:
            return self.count(own, enemy, kings, black) if depth == 1 else 1
        crown = self.crown[black]
        total = 0
        groups = self.captures(own, enemy, kings, black)
        for origin, taken, targets, king in groups:
            rest, left, others = own ^ origin, enemy ^ taken, kings & ~(taken | origin)
            row = self.all if king else crown
            while targets:
                target = targets & -targets
                targets ^= target
                total += self.perft(left, rest | target, others | target & row, 1 - black, depth - 1)
        if groups:
            return total
        for step in self.quiet(own, enemy, kings, black):
            origin, target = step.lifts, step.drops
            crowned = kings ^ origin ^ target if kings & origin else kings | target & crown
            total += self.perft(enemy, own ^ origin ^ target, crowned, 1 - black, depth - 1)
        return total


@cache
def generator(variant: Variant) -> Generator:
    """The generator of a variant; one for equal records."""
    return Generator(variant)
