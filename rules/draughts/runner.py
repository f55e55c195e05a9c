"""Knows one capturing piece on its board and every jump that the rules leave it on its way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.board import bits
from rules.draughts.captures import Reach
from rules.draughts.squares import Squares, nearest, shift, until


class State(NamedTuple):
    """A piece on its way: its square, the pieces taken, whether it is a king by now."""

    square: int
    taken: int
    king: bool


class Jump(NamedTuple):
    """One jump from a state: the piece it takes, its direction, the squares to land on."""

    hit: int
    direction: int
    landings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """The piece that captures and what binds it.

    `empty` includes the piece's own square. `man` and `king`: its reach as either; `man_prey`, `king_prey`:
    what it may take as either. `crown`: the row that ends the capture of a man (`stops`) or makes it a king
    within it, 0 if none does. `goes_on`: behind a piece taken, a square from which the capture goes on must
    be chosen. `order`: for each jump whether it must take a king, None for anything.
    """

    squares: Squares
    origin: int
    is_king: bool
    empty: int
    man: Reach
    king: Reach
    man_prey: int
    king_prey: int
    enemy_kings: int
    crown: int
    stops: bool
    goes_on: bool
    order: tuple[bool | None, ...] | None
    seen: dict[tuple[int, bool], tuple[Jump, ...]] = field(default_factory=dict, compare=False)
    """Jumps from a square if nothing had been taken, kept because the board stays as it is on the way."""

    @property
    def start(self) -> State:
        """The piece before its first jump."""
        return State(self.origin, 0, self.is_king)

    def after(self, state: State, hit: int, landing: int) -> State:
        """The piece after a jump."""
        crowned = not self.stops and bool(landing & self.crown)
        return State(landing, state.taken | hit, state.king or crowned)

    def jumps(self, state: State) -> Iterator[Jump]:
        """The jumps that the rules allow from a state, whether or not they lead to a legal capture."""
        count = state.taken.bit_count()
        wanted = self.order[count] if self.order and count < len(self.order) else None
        for jump in self._possible(state):
            if wanted is not None and bool(jump.hit & self.enemy_kings) != wanted:
                continue
            if self.goes_on:
                onward = sum(
                    landing
                    for landing in bits(jump.landings)
                    if next(self._possible(self.after(state, jump.hit, landing)), None)
                )
                yield jump._replace(landings=onward or jump.landings)
            else:
                yield jump

    def passed(self, square: int, direction: int, landing: int) -> Iterator[int]:
        """The empty squares that the piece passes in a jump, and the one on which it lands."""
        while square != landing:
            square = shift(square, direction)
            if square & self.empty:
                yield square

    def _possible(self, state: State) -> Iterator[Jump]:
        square, taken, king = state
        if not king and self.stops and square & self.crown:
            return
        key = (square, king)
        if key not in self.seen:
            self.seen[key] = tuple(self._look(square, king=king))
        for jump in self.seen[key]:
            if not jump.hit & taken:
                yield jump

    def _look(self, square: int, *, king: bool) -> Iterator[Jump]:
        prey = self.king_prey if king else self.man_prey
        occupied = self.squares.all ^ self.empty
        for direction, flying in (self.king if king else self.man).signed:
            rays = self.squares.rays[direction]
            hit = nearest(rays[square] & occupied, direction) if flying else shift(square, direction)
            if hit & prey:
                landings = shift(hit, direction) & self.empty
                if landings and flying:
                    landings = until(rays[hit], occupied, direction)
                if landings:
                    yield Jump(hit, direction, landings)
