"""Knows the routes of a stone under way: where it may still go after it has rested on some fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.board import bits
from rules.game import Side
from rules.smokkelen.board import ALL
from rules.smokkelen.reach import jump_chain, slide_ahead, slide_left, slide_right


@dataclass(frozen=True, slots=True)
class Ground:
    """What a stone under way meets: the other stones, and whose forward is its own.

    Each method gives the fields it is asked about together with those reached from them.
    """

    others: int
    owner: Side

    def ahead(self, fields: int) -> int:
        """Slide forward."""
        return slide_ahead(fields, ALL ^ self.others, self.owner)

    def left(self, fields: int) -> int:
        """Slide to the left."""
        return slide_left(fields, ALL ^ self.others)

    def right(self, fields: int) -> int:
        """Slide to the right."""
        return slide_right(fields, ALL ^ self.others)

    def chain(self, fields: int) -> int:
        """Jump any number of times."""
        return jump_chain(fields, self.others, ALL ^ self.others, self.owner)


@dataclass(frozen=True, slots=True)
class Reach:
    """The fields on which a stone under way can be, by what it has done last (masks).

    `start`: nothing yet. `ahead`, `left`, `right`: it is on the first leg of its slide. `last_ahead`,
    `last_left`, `last_right`: on the leg behind the corner. `jumped`: it has jumped, and can only jump on.
    A field that a slide reaches is not counted as jumped: whoever slid there can do all that a jumper can.
    """

    start: int = 0
    ahead: int = 0
    left: int = 0
    right: int = 0
    last_ahead: int = 0
    last_left: int = 0
    last_right: int = 0
    jumped: int = 0

    @property
    def fields(self) -> int:
        """All fields."""
        first = self.start | self.ahead | self.left | self.right
        return first | self.last_ahead | self.last_left | self.last_right | self.jumped

    def at(self, field: int) -> Reach:
        """What of this is on one field."""
        return Reach(
            self.start & field,
            self.ahead & field,
            self.left & field,
            self.right & field,
            self.last_ahead & field,
            self.last_left & field,
            self.last_right & field,
            self.jumped & field,
        )

    def onward(self, ground: Ground) -> Reach:
        """Everything that can follow, the present included."""
        ahead = self.ahead | ground.ahead(self.start | self.ahead) & ~self.start
        left = self.left | ground.left(self.start | self.left) & ~self.start
        right = self.right | ground.right(self.start | self.right) & ~self.start
        sideways = left | right
        last_ahead = self.last_ahead | ground.ahead(sideways | self.last_ahead) & ~sideways
        last_left = self.last_left | ground.left(ahead | self.last_left) & ~ahead
        last_right = self.last_right | ground.right(ahead | self.last_right) & ~ahead
        slid = Reach(self.start, ahead, left, right, last_ahead, last_left, last_right)
        jumped = ground.chain(slid.fields | self.jumped) & ~slid.fields
        return Reach(self.start, ahead, left, right, last_ahead, last_left, last_right, jumped)

    def beyond(self, field: int, ground: Ground) -> int:
        """What can follow if the stone turns or begins to jump on `field`, which is a field of this."""
        turned = field
        if field & self.ahead:
            turned |= ground.left(field) | ground.right(field)
        if field & (self.left | self.right):
            turned |= ground.ahead(field)
        return ground.chain(turned) & ~field


def routes(stone: int, others: int, owner: Side, rests: Iterable[int]) -> Mapping[int, int]:
    """The final fields still possible for `stone` (a bit) after resting on the bits `rests` in this order,
    each with the mask of the landing fields ahead: corners, ends of slides before a jump, ends of jumps.

    With no rests the final fields are the legal targets. The field of the last rest is a final field too.
    """
    ground = Ground(others, owner)
    here = stone
    reach = Reach(start=stone).onward(ground)
    for here in rests:
        reach = reach.at(here).onward(ground)
    beyond = {field: reach.beyond(field, ground) for field in bits(reach.fields & ~here)}
    return {
        final: sum(field for field, follows in beyond.items() if final != here and follows & final)
        for final in bits(reach.fields & ~stone)
    }
