"""Knows the endings that must be won within a number of moves, and counts their plies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A balance of forces that is a draw once it has stood for `plies` plies.

    `name` is what full position texts call its count. `reason` is the outcome's. In every ending both sides
    have a king.
    """

    name: str
    plies: int
    article: str
    reason: str = "material"

    def key(self, white: int, black: int, kings: int) -> int:
        """A number that stays the same as long as the count runs on, 0 where the ending does not apply."""
        return 0

    @property
    def most(self) -> int:
        """The most pieces that this ending can have on the board."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneKing(Ending):
    """`fewest` to `strongest` pieces against a single king.

    `men`: the stronger side may also hold men, if it has a king. `road`: squares on which the single king
    must stand, 0 for anywhere. `unless_capture`: no draw while a king can be captured now or cannot avoid
    being captured next turn.
    """

    fewest: int
    strongest: int
    men: bool = True
    road: int = 0
    unless_capture: bool = False

    def key(self, white: int, black: int, kings: int) -> int:
        """1: White is the stronger side, 2: Black; a king each counts as 1."""
        for number, strong, weak in ((1, white, black), (2, black, white)):
            if weak & (weak - 1) or not weak & kings or not strong & kings:
                continue
            if not self.men and strong & ~kings:
                continue
            if self.fewest <= strong.bit_count() <= self.strongest and (not self.road or weak & self.road):
                return number
        return 0

    @property
    def most(self) -> int:
        """The stronger side's pieces and the single king."""
        return self.strongest + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance(Ending):
    """Kings on both sides, `fewest` to `strongest` pieces in all, and neither a capture nor a crowning."""

    fewest: int
    strongest: int

    def key(self, white: int, black: int, kings: int) -> int:
        """The number of pieces of each kind, packed; a capture or a crowning changes it."""
        if not (white & kings and black & kings):
            return 0
        if not self.fewest <= (white | black).bit_count() <= self.strongest:
            return 0
        parts = (white & ~kings, white & kings, black & ~kings, black & kings)
        return sum(part.bit_count() << 8 * place for place, part in enumerate(parts))

    @property
    def most(self) -> int:
        """Pieces in all."""
        return self.strongest


Counts = tuple[tuple[int, int], ...]
"""For each ending of a variant its key and the plies it has stood; empty when none applies."""


def advance(endings: tuple[Ending, ...], before: Counts, white: int, black: int, kings: int) -> Counts:
    """The counts one ply later: an ending that was not there before starts at 0, so that the ply that
    brought it about is not counted; another ending starts anew.
    """
    counts = tuple(
        (key, plies + 1 if key and key == old else 0)
        for (old, plies), key in zip(
            before or ((0, 0),) * len(endings),
            [ending.key(white, black, kings) for ending in endings],
            strict=True,
        )
    )
    return counts if any(key for key, _ in counts) else ()
