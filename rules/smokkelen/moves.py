"""Knows Smokkelen's moves: one stone from one field to another, by whatever route."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from rules.game import Move, Transfer
from rules.smokkelen.board import board


@dataclass(frozen=True, slots=True)
class Displacement(Move):
    """One stone moved; origin and target say everything (rules common model, 2)."""

    text: str = field()
    origin: str = field(compare=False)
    target: str = field(compare=False)
    lifts: int = field(compare=False)
    drops: int = field(compare=False)

    @property
    def same_rank(self) -> bool:
        """Whether the stone stays on its rank, so that the move can be undone one day."""
        return self.origin[1] == self.target[1]

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The stone that moves."""
        return (Transfer(self.origin, self.target),)

    @property
    def captures(self) -> int:
        """Nothing is ever captured."""
        return 0


@cache
def displacements() -> Mapping[int, Mapping[int, Displacement]]:
    """Every pair of fields as a move, by the bit of its origin, then by the bit of its target."""
    bit = board().bit
    return {
        bit[origin]: {
            bit[target]: Displacement(f"{origin}-{target}", origin, target, bit[origin], bit[target])
            for target in bit
            if target != origin
        }
        for origin in bit
    }
