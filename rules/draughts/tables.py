"""Knows what a variant's flags come to on its board: directions, crowning rows, ready-made steps."""

from __future__ import annotations

from rules.draughts.captures import Reach
from rules.draughts.moves import Step
from rules.draughts.squares import shift, squares
from rules.draughts.variant import Variant

Amounts = tuple[int, ...]


class Tables:
    """Tables built once for a variant and never changed; index 0 is White's, 1 Black's."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.squares = squares(
            variant.size.value,
            mirrored=variant.dark_corner.value == "right",
            straight=variant.straight.value,
            algebraic=variant.algebraic,
        )
        self.all = self.squares.all
        self.crown = (self.squares.top, self.squares.bottom)
        self.flying = variant.kings.value != "short"
        self.man_reach = (self._man_reach(0), self._man_reach(1))
        self.king_reach = (self._king_reach(0), self._king_reach(1))
        self.slides = tuple(
            tuple((d, flying) for d, flying in reach.signed if d in self.squares.up + self.squares.down)
            for reach in self.king_reach
        )
        """The signed directions of a king's quiet moves, with whether it flies there."""
        self.steps = {bit: self._steps_from(bit) for bit in self.squares.numbers}
        """Every quiet move of any piece: origin -> target -> step."""
        self.forward = (self._forward_steps(self.squares.up), self._forward_steps(self.squares.down))
        """A man's two forward shifts as positive amounts, each with its steps by target."""

    def _man_reach(self, black: int) -> Reach:
        board, back = self.squares, self.variant.men_capture_back.value
        plus = (*board.down, *board.straight_down) if black or back else ()
        minus = (*board.up, *board.straight_up) if not black or back else ()
        return Reach(tuple((d, False) for d in plus), tuple((-d, False) for d in minus))

    def _king_reach(self, black: int) -> Reach:
        board, kind = self.squares, self.variant.kings.value
        down = kind == "flying" or (kind == "short-back" and bool(black))
        up = kind == "flying" or (kind == "short-back" and not black)
        plus = tuple((d, down) for d in (*board.down, *board.straight_down))
        return Reach(plus, tuple((-d, up) for d in (*board.up, *board.straight_up)))

    def _steps_from(self, bit: int) -> dict[int, Step]:
        board, steps = self.squares, {}
        name_of = board.board.name_of
        for direction in (*board.up, *board.down):
            target = shift(bit, direction)
            while target & board.all:
                steps[target] = Step(bit, target, name_of[bit], name_of[target])
                target = shift(target, direction) if self.flying else 0
        return steps

    def _forward_steps(self, directions: tuple[int, int]) -> tuple[tuple[int, dict[int, Step]], ...]:
        tables = []
        for direction in directions:
            origins = ((bit, shift(bit, direction)) for bit in self.squares.numbers)
            table = {target: self.steps[bit][target] for bit, target in origins if target & self.all}
            tables.append((abs(direction), table))
        return tuple(tables)


def amounts(reach: Reach) -> tuple[Amounts, Amounts]:
    """The shifts of a reach to the left and to the right."""
    return tuple(d for d, _ in reach.plus), tuple(d for d, _ in reach.minus)
