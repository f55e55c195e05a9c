"""Knows how far one piece can capture: which sets of pieces it can take and where it stands then.

A search never lists routes. It keeps *states*, a mapping from the set of pieces taken so far to all the
squares on which the capturing piece can stand after taking exactly those, so that however many routes lead
to one set, it is looked at once. Pieces taken stay on the board and block until the move is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.board import bits

States = dict[int, int]
Rays = Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class Reach:
    """The directions in which a piece captures: `plus` are shifts to the left, `minus` to the right, both
    as positive amounts; with each whether the piece flies in that direction.
    """

    plus: tuple[tuple[int, bool], ...]
    minus: tuple[tuple[int, bool], ...]

    @property
    def signed(self) -> tuple[tuple[int, bool], ...]:
        """Every direction as a signed shift, with whether the piece flies there."""
        return self.plus + tuple((-amount, flying) for amount, flying in self.minus)


def hop(
    origin: int, foe: int, empty: int, plus: tuple[int, ...], minus: tuple[int, ...], go: int
) -> list[States]:
    """The states of a piece that never flies, by number of pieces taken: level 0 is the origin alone.

    `empty` includes the origin; `foe` are the pieces it may take; `go` the squares from which it may go on.
    """
    level = {0: origin}
    levels = [level]
    while True:
        following: States = {}
        for taken, squares in level.items():
            squares &= go
            left = foe & ~taken
            for amount in plus:
                hits = squares << amount & left
                if hits:
                    hits &= empty >> amount
                    while hits:
                        hit = hits & -hits
                        hits ^= hit
                        key = taken | hit
                        following[key] = following.get(key, 0) | hit << amount
            for amount in minus:
                hits = squares >> amount & left
                if hits:
                    hits &= empty << amount
                    while hits:
                        hit = hits & -hits
                        hits ^= hit
                        key = taken | hit
                        following[key] = following.get(key, 0) | hit >> amount
        if not following:
            return levels
        levels.append(following)
        level = following


def stuck(squares: int, left: int, empty: int, plus: tuple[int, ...], minus: tuple[int, ...]) -> int:
    """Those of `squares` from which a piece that never flies can take none of `left`."""
    able = 0
    for amount in plus:
        able |= (left & empty >> amount) >> amount
    for amount in minus:
        able |= (left & empty << amount) << amount
    return squares & ~able


class Flight:
    """The captures of one flying piece on one board.

    While a capture goes on, nothing moves but the piece: what it meets first along a line from a square and
    where it can land behind never change. So a jump - a piece taken in a direction - is an *arc* with fixed
    landing squares and fixed arcs to go on with, found when first needed, and a state is the set of pieces
    taken with the set of arcs that can have come last. Sets of arcs are masks.
    """

    __slots__ = ("_arcs", "_foe", "_follow", "_landings", "_minus", "_occupied", "_plus")

    def __init__(self, foe: int, empty: int, board: int, reach: Reach, rays: Rays) -> None:
        """`foe`: pieces that may be taken; `empty`: empty squares with the piece's origin; `board`: all."""
        self._foe = foe
        self._occupied = board ^ empty
        self._plus = [(amount, rays[amount], flying) for amount, flying in reach.plus]
        self._minus = [(amount, rays[-amount], flying) for amount, flying in reach.minus]
        self._arcs: dict[tuple[int, int], int] = {}
        self._landings: dict[int, int] = {}
        self._follow: dict[int, tuple[tuple[int, int], ...]] = {}

    def _jumps(self, squares: int) -> tuple[tuple[int, int], ...]:
        """The jumps possible from any of `squares`: the piece taken and the arc, each arc once."""
        found: dict[int, int] = {}
        foe, occupied = self._foe, self._occupied
        while squares:
            square = squares & -squares
            squares ^= square
            for amount, ray, flying in self._plus:
                block = ray[square] & occupied if flying else square << amount
                hit = block & -block
                if hit & foe and (beyond := ray[hit] & ~occupied) & hit << amount:
                    if flying:
                        wall = ray[hit] & occupied
                        beyond &= (wall & -wall) - 1
                    else:
                        beyond = hit << amount
                    found[self._arc(hit, amount, beyond)] = hit
            for amount, ray, flying in self._minus:
                block = ray[square] & occupied if flying else square >> amount
                hit = 1 << block.bit_length() >> 1
                if hit & foe and (beyond := ray[hit] & ~occupied) & hit >> amount:
                    if flying:
                        length = (ray[hit] & occupied).bit_length()
                        beyond = beyond >> length << length
                    else:
                        beyond = hit >> amount
                    found[self._arc(hit, -amount, beyond)] = hit
        return tuple((hit, arc) for arc, hit in found.items())

    def _arc(self, hit: int, direction: int, landings: int) -> int:
        key = (hit, direction)
        arc = self._arcs.get(key)
        if arc is None:
            arc = self._arcs[key] = 1 << len(self._arcs)
            self._landings[arc] = landings
        return arc

    def _onward(self, arc: int) -> tuple[tuple[int, int], ...]:
        """The jumps possible after an arc, whatever has been taken."""
        follow = self._follow.get(arc)
        if follow is None:
            follow = self._follow[arc] = self._jumps(self._landings[arc])
        return follow

    def levels(self, origin: int) -> list[States]:
        """The states by number of pieces taken, as `hop` gives them, but with arcs instead of squares."""
        levels: list[States] = [{0: 0}]
        level: States = {}
        for hit, arc in self._jumps(origin):
            level[hit] = level.get(hit, 0) | arc
        while level:
            levels.append(level)
            following: States = {}
            for taken, arcs in level.items():
                while arcs:
                    arc = arcs & -arcs
                    arcs ^= arc
                    for hit, after in self._follow.get(arc) or self._onward(arc):
                        if not hit & taken:
                            key = taken | hit
                            following[key] = following.get(key, 0) | after
            level = following
        return levels

    def leading(self, levels: list[States], ends: States) -> States:
        """The part of the states in `levels` from which some of `ends` can be reached, as squares."""
        live = dict(ends)
        jumps: dict[int, tuple[tuple[int, int], ...]] = {}
        for level in reversed(levels[1:]):
            for taken, arcs in level.items():
                for square in bits(self.squares(arcs) & ~live.get(taken, 0)):
                    if square not in jumps:
                        jumps[square] = self._jumps(square)
                    for hit, arc in jumps[square]:
                        if not hit & taken and live.get(taken | hit, 0) & self._landings[arc]:
                            live[taken] = live.get(taken, 0) | square
                            break
        return live

    def squares(self, arcs: int) -> int:
        """All squares on which the piece can land by some of `arcs`."""
        squares = 0
        while arcs:
            arc = arcs & -arcs
            arcs ^= arc
            squares |= self._landings[arc]
        return squares

    def ends(self, taken: int, squares: int) -> States:
        """The states in which a capture is complete, where every capture must only be completed: behind a
        piece just taken, a square from which the piece goes on must be chosen if there is one.

        `squares`: where the piece stands after taking `taken`. Empty if it can take nothing more.
        """
        ends: States = {}
        level: States = {}
        for hit, arc in self._jumps(squares):
            if not hit & taken:
                level[taken | hit] = level.get(taken | hit, 0) | arc
        while level:
            following: States = {}
            for taken, arcs in level.items():
                while arcs:
                    arc = arcs & -arcs
                    arcs ^= arc
                    complete = True
                    for hit, after in self._onward(arc):
                        if not hit & taken:
                            complete = False
                            key = taken | hit
                            following[key] = following.get(key, 0) | after
                    if complete:
                        ends[taken] = ends.get(taken, 0) | self._landings[arc]
            level = following
        return ends
