"""Knows a Smokkelen position: the stones, the ban, the hidden contraband, and how the game ends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.board import bits
from rules.game import Game, IllegalMove, InvalidSecret, Irregular, Move, Outcome, Position, Side, Way
from rules.rowtext import quote, write_rows
from rules.smokkelen.board import RANK_1, RANK_6, board, board_rows
from rules.smokkelen.moves import Displacement, displacements
from rules.smokkelen.notation import find_move
from rules.smokkelen.reach import mobile, targets
from rules.smokkelen.routes import routes
from rules.trail import Trail, occurrences

GOALS = ((Side.WHITE, RANK_6), (Side.BLACK, RANK_1))


@dataclass(frozen=True, slots=True)
class Contraband:
    """The hidden stones as bits of the fields on which they stand now, 0 while unknown.

    It follows its stones through every move. Its text form shows nothing.
    """

    white: int = field(default=0, repr=False)
    black: int = field(default=0, repr=False)

    def of(self, side: Side) -> int:
        """The bit of this side's contraband, or 0."""
        return self.white if side is Side.WHITE else self.black

    def moved(self, lifts: int, drops: int) -> Contraband:
        """The hidden stones after a stone went from the bit `lifts` to the bit `drops`."""
        if lifts == self.white:
            return Contraband(drops, self.black)
        return Contraband(self.white, drops) if lifts == self.black else self


NOTHING_HIDDEN = Contraband()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SmokkelenPosition(Position):
    """The stones, the side to move and the field of the stone moved last (`last`, a bit or 0).

    Two positions are equal if the same stones may move: a stone moved last that the ban does not touch makes
    no difference. What is hidden is no part of equality, hash, text or messages.

    `plies` counts the plies since the start; `trail` remembers the positions since a stone last went
    forward, which nothing can undo. `arrived` holds the stones that have come to their goal rank since the
    start, as bits of the fields where they stand now, in the order in which they came.
    """

    game: Game = field()
    turn: Side = field()
    white: int = field()
    black: int = field()
    last: int = 0
    plies: int = 0
    trail: Trail | None = None
    arrived: tuple[int, ...] = ()
    _contraband: Contraband = NOTHING_HIDDEN

    @property
    def banned(self) -> int:
        """The bit of the stone that the side to move may not move, or 0 (S1)."""
        theirs = self.black if self.turn is Side.WHITE else self.white
        return self.last if self.game.chosen["ban"] == "any" else self.last & theirs

    @property
    def _key(self) -> tuple[int, int, Side, int]:
        return (self.white, self.black, self.turn, self.banned)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SmokkelenPosition):
            return NotImplemented
        return self._key == other._key and self.game.chosen == other.game.chosen

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"SmokkelenPosition({self.text(full=True)!r})"

    def _movers(self, owner: Side) -> int:
        own = self.white if owner is Side.WHITE else self.black
        return mobile(own, self.white | self.black, owner) & ~self.banned

    def legal_moves(self) -> tuple[Move, ...]:
        """The displacements of White's stones, then of Black's, each in reading order."""
        table = displacements()
        occupied = self.white | self.black
        found: list[Move] = []
        for owner in Side:
            for stone in bits(self._movers(owner)):
                row = table[stone]
                reached = targets(stone, occupied, owner)
                while reached:  # `bits` in place: a generator would cost half as much again
                    target = reached & -reached
                    found.append(row[target])
                    reached ^= target
        return tuple(found)

    def play(self, move: Move) -> SmokkelenPosition:
        """The position after `move`; raises IllegalMove for a move of another game."""
        if not isinstance(move, Displacement):
            raise IllegalMove(f"{quote(move.text)} is not legal in '{self.text()}'.")
        lifts, drops = move.lifts, move.drops
        white = self.white ^ (lifts | drops) if self.white & lifts else self.white
        black = self.black ^ (lifts | drops) if self.black & lifts else self.black
        arrived = self.arrived
        if drops & (white & RANK_6 | black & RANK_1):
            stayed = tuple(drops if stone == lifts else stone for stone in arrived)
            was_there = lifts & (RANK_6 if white & drops else RANK_1)
            arrived = stayed if was_there else (*stayed, drops)
        return SmokkelenPosition(
            self.game,
            self.turn.other,
            white,
            black,
            drops,
            self.plies + 1,
            Trail(self._key, self.trail) if move.same_rank else None,
            arrived,
            self._contraband.moved(lifts, drops),
        )

    def hide(self, side: Side, field: str) -> SmokkelenPosition:
        """The position in which the contraband of `side` is the stone that stands on `field` now.

        From here on it is followed, whoever moves it. The start is the usual moment, any later one will do
        (a claim names the field where the stone has arrived). Raises InvalidSecret if it is known already, if
        no stone of that side stands there, or if both contraband stones would have been on their goal ranks
        from the start, so that nobody can say whose came first.
        """
        name = side.value
        if self.hidden(side):
            raise InvalidSecret(f"The contraband of {name} is already known; it cannot be changed.")
        own = self.white if side is Side.WHITE else self.black
        stone = board().bit.get(field, 0) & own
        if not stone:
            raise InvalidSecret(f"The contraband of {name} must be a stone of {name}; name a field with one.")
        known = self._contraband
        white, black = (stone, known.black) if side is Side.WHITE else (known.white, stone)
        seen = white in self.arrived or black in self.arrived
        if white & RANK_6 and black & RANK_1 and not seen:
            raise InvalidSecret(
                f"The contraband of {name} cannot be that stone: both would stand on their goal ranks, and "
                f"no record says which came first; start from an earlier position."
            )
        return replace(self, _contraband=Contraband(white, black))

    def hidden(self, side: Side) -> bool:
        """Whether the contraband of `side` has been named, so that the game can end by it."""
        return bool(self._contraband.of(side))

    def _smuggler(self) -> Side | None:
        """Whose known contraband stands on its goal rank; of both, whose came first (2.6, S11).

        A stone that was there from the start is in no list of arrivals and came before all others.
        """
        home = [side for side, goal in GOALS if self._contraband.of(side) & goal]
        came = {stone: number for number, stone in enumerate(self.arrived)}
        return min(home, key=lambda side: came.get(self._contraband.of(side), -1), default=None)

    def outcome(self) -> Outcome | None:
        """Contraband arrived, nobody can move, or a draw by option: dead early, repetition, ply limit."""
        if smuggler := self._smuggler():
            return Outcome(smuggler, "contraband")
        chosen = self.game.chosen
        if not (self._movers(Side.WHITE) or self._movers(Side.BLACK)):
            return (
                Outcome(None, "deadlock")
                if chosen["deadlock"] == "draw"
                else Outcome(self.turn.other, "no-moves")
            )
        if chosen["early_dead"] and self.white & RANK_6 == RANK_6 and self.black & RANK_1 == RANK_1:
            return Outcome(None, "deadlock")
        if chosen["repetition"] and occurrences(self._key, self.trail) >= 3:
            return Outcome(None, "repetition")
        if 0 < int(chosen["ply_limit"]) <= self.plies:
            return Outcome(None, "no-progress")
        return None

    def text(self, *, full: bool = False) -> str:
        """Ranks 6 to 1, side, field of the stone moved last or `-`; never anything hidden."""
        last = board().name_of[self.last] if self.last else "-"
        rows = write_rows(board_rows(), self.white, self.black)
        return f"{rows} {self.turn.letter} {last}" + (f":Cplies={self.plies}" if full else "")

    def parse_move(self, text: str) -> Move:
        """`a2-c4`, also `a2c4`, or a route through fields on which the stone can rest (`d1-b1-b3^b5^d5`).
        Case and blanks do not matter.
        """
        return find_move(self, text)

    def let_stand(self, lifts: int, drops: int, captures: int) -> Irregular | None:
        """A stone set where it may not go, backward too, or the one that the ban protects."""
        owner, row = self.owner_at(lifts), displacements().get(lifts, {})
        move = row.get(drops)
        if captures or owner is None or move is None or drops & self.occupied or move in self.legal_moves():
            return None
        what = "a stone moved as it may not", "Smokkelen, how a stone moves"
        if lifts & self.banned and drops & targets(lifts, self.occupied, owner):
            what = "the stone moved last was moved again", "Smokkelen, the ban (S1)"
        return Irregular(move, self.play(move), *what)

    def owner_at(self, bit: int) -> Side | None:
        """Whose stone stands on the field of this bit."""
        if self.white & bit:
            return Side.WHITE
        return Side.BLACK if self.black & bit else None

    def extendable(self, move: Move) -> bool:
        """Whether the stone, having come to its target, can go on from there within the same turn."""
        return isinstance(move, Displacement) and len(self.ways(move.origin, (move.target,))) > 1

    def ways(self, origin: str, rests: tuple[str, ...] = ()) -> tuple[Way, ...]:
        """The moves of the stone from `origin` that can still follow after it has rested on `rests`. It may
        rest on any field that it slides over or jumps to, and may always stay where it rested last.
        """
        bit = board().bit
        stone = bit.get(origin, 0)
        owner = self.owner_at(stone)
        if owner is None or stone & self.banned:
            return ()
        found = routes(stone, self.occupied ^ stone, owner, [bit.get(rest, 0) for rest in rests])
        row = displacements()[stone]
        return tuple(Way(row[final], waypoints, waypoints) for final, waypoints in found.items())
