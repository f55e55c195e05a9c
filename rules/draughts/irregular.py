"""Knows what is wrong with a move that the rules of draughts forbid: what players do by mistake, each kind
with its article; not whether it was let stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.board import bits
from rules.draughts.moves import Capture, Scene, Step
from rules.draughts.squares import nearest, shift, until
from rules.game import Irregular, Move, Side, Transfer

if TYPE_CHECKING:
    from rules.draughts.position import DraughtsPosition

_FARTHEST = 2
"""A man set farther off than this was put somewhere, not moved."""


@dataclass(frozen=True, slots=True)
class Wrong(Move):
    """A move as hands made it, against the rules; `text` names where it began and ended."""

    text: str
    lifts: int
    drops: int
    captures: int
    transfers: tuple[Transfer, ...]


def let_stand(position: DraughtsPosition, lifts: int, drops: int, captures: int) -> Irregular | None:
    """See Position.let_stand. A man is moved at most two fields, a king along a line; what leaves the board
    are pieces that it jumped over."""
    white_moves = position.turn is Side.WHITE
    own, enemy = (position.white, position.black) if white_moves else (position.black, position.white)
    there = position.game.generator.all & ~position.occupied & drops
    if lifts & (lifts - 1) or drops & (drops - 1) or not lifts & own or not there or captures & ~enemy:
        return None
    for move in position.legal_moves():
        # With captured men still on the board it is a legal capture that has not been tidied up.
        if (move.lifts, move.drops) == (lifts, drops) and not captures & ~move.captures:
            return None
    fault = _Case(position, lifts, drops, captures, own, enemy).fault()
    if fault is None:
        return None
    what, article = fault
    return Irregular(*_made(position, lifts, drops, captures, own, enemy), what, article)


def _made(
    position: DraughtsPosition, lifts: int, drops: int, captures: int, own: int, enemy: int
) -> tuple[Move, DraughtsPosition]:
    """The move and the position after it: men are crowned and counters run as after a legal move."""
    generator, side = position.game.generator, int(position.turn is Side.BLACK)
    name = generator.squares.board.name_of
    if not captures:
        step = Step(lifts, drops, name[lifts], name[drops])
        return step, position.play(step)
    kinged = drops if lifts & position.kings else drops & generator.crown[side]
    scene = Scene(generator, own, enemy, position.kings, [], side)
    after = position.play(Capture(scene, lifts, drops, captures, kinged))
    taken = (Transfer(name[bit], None) for bit in bits(captures))
    transfers = (Transfer(name[lifts], name[drops]), *taken)
    return Wrong(f"{name[lifts]}x{name[drops]}", lifts, drops, captures, transfers), after


@dataclass(frozen=True, slots=True)
class _Case:
    """One piece that went from `lifts` to `drops`, pieces on `captures` having left the board."""

    position: DraughtsPosition
    lifts: int
    drops: int
    captures: int
    own: int
    enemy: int

    def fault(self) -> tuple[str, str] | None:
        """What is wrong and the article, or None if hands do not do this by mistake."""
        variant = self.position.game.variant_in_use
        found = self._capture_fault() if self.captures else self._step_fault()
        if found is None:
            return None
        what, flag = found
        return what, getattr(variant, flag).article

    @property
    def _king(self) -> bool:
        return bool(self.lifts & self.position.kings)

    @property
    def _capturing(self) -> str:
        """The flag whose article says how this piece captures."""
        return "kings" if self._king else "men_capture_back"

    def _capture_fault(self) -> tuple[str, str] | None:
        ends = dict(self._jumps(self.captures, len_most=self.captures.bit_count(), loosely=False))
        if ends.get(self.captures, 0) & self.drops:
            stopped = any(True for _ in self._onward())
            return ("the capture was not completed" if stopped else "another capture was due"), "choice"
        ends = dict(self._jumps(self.captures, len_most=self.captures.bit_count(), loosely=True))
        if ends.get(self.captures, 0) & self.drops:
            return self._loose_fault()
        return None

    def _loose_fault(self) -> tuple[str, str]:
        """A capture as only a freer piece may make it."""
        variant = self.position.game.variant_in_use
        wary = not self._king and not variant.men_capture_kings.value
        if wary and self.captures & self.position.kings:
            return "a man captured a king", "men_capture_kings"
        if not self._king:
            return "a man captured backward", "men_capture_back"
        return "a king captured as it may not", "kings"

    def _step_fault(self) -> tuple[str, str] | None:
        legal = self.position.legal_moves()
        generator, side = self.position.game.generator, int(self.position.turn is Side.BLACK)
        steps = generator.quiet(self.own, self.enemy, self.position.kings, side)
        if any((step.lifts, step.drops) == (self.lifts, self.drops) for step in steps):
            due = any(move.captures for move in legal)
            return ("a capture was due", "choice") if due else ("the same king moved too often", "king_run")
        jumps = self._jumps(self.enemy, len_most=1, loosely=True)
        if any(squares & self.drops for _, squares in jumps):
            return "a captured piece was left standing", self._capturing
        if not self._king:
            return self._man_fault()
        rays = generator.squares.rays
        on_line = any(ray[self.lifts] & self.drops for ray in rays.values())
        return ("a king moved as it may not", "kings") if on_line else None

    def _man_fault(self) -> tuple[str, str] | None:
        board = self.position.game.board
        one, other = (board.cells[board.name_of[bit]] for bit in (self.lifts, self.drops))
        down, across = other.row - one.row, other.column - one.column
        if max(abs(down), abs(across)) > _FARTHEST:
            return None
        if not down:
            return "a man moved sideways", "man_step"
        backward = (down > 0) is (self.position.turn is Side.WHITE)
        return ("a man moved backward" if backward else "a man moved too far"), "man_step"

    # ---- jumps, without any rule about which must be made

    def _jumps(self, prey: int, *, len_most: int, loosely: bool) -> Iterator[tuple[int, int]]:
        """For each set of pieces of `prey` that the piece can take by at most `len_most` jumps, the squares
        on which it can stand after them. `loosely`: in every direction, and kings too."""
        level = {0: self.lifts}
        for _ in range(len_most):
            following: dict[int, int] = {}
            for taken, squares in level.items():
                for square in bits(squares):
                    for hit, landings in self._from(square, prey & ~taken, taken, loosely=loosely):
                        following[taken | hit] = following.get(taken | hit, 0) | landings
            yield from following.items()
            level = following

    def _onward(self) -> Iterator[tuple[int, int]]:
        """The jumps with which it could have gone on."""
        crowned = self.drops & self.position.game.generator.crown[int(self.position.turn is Side.BLACK)]
        if crowned and not self._king and self.position.game.variant_in_use.crowning.value == "stops":
            return iter(())
        return self._from(self.drops, self.enemy & ~self.captures, self.captures, loosely=False)

    def _from(self, square: int, prey: int, taken: int, *, loosely: bool) -> Iterator[tuple[int, int]]:
        """The pieces of `prey` that it can jump over from `square`, each with where it can land."""
        generator, side = self.position.game.generator, int(self.position.turn is Side.BLACK)
        rays, blocked = generator.squares.rays, self.position.occupied & ~self.lifts
        reach = (generator.king_reach if self._king else generator.man_reach)[side]
        loose = tuple((direction, self._king and generator.flying) for direction in rays)
        men = self._king or loosely or self.position.game.variant_in_use.men_capture_kings.value
        prey = prey if men else prey & ~self.position.kings
        for direction, flying in loose if loosely else reach.signed:
            ray = rays[direction][square]
            hit = nearest(ray & blocked, direction) if flying else shift(square, direction)
            if not hit & prey or hit & taken:
                continue
            beyond = rays[direction][hit]
            free = until(beyond, blocked, direction) if flying else shift(hit, direction) & ~blocked
            if landings := free & generator.all:
                yield hit, landings
