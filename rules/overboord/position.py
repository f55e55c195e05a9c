"""Knows an Overboord position through its three phases: placing, choosing and pushing; and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rules.game import Game, IllegalMove, Irregular, Move, Outcome, Position, Side, Transfer, Way
from rules.overboord.board import board, inner_rows, lines, path
from rules.overboord.moves import COLOURS, ORDERS, PASS, Call, Placement, Push, placements, pushes
from rules.overboord.notation import find_move
from rules.rowtext import quote, write_rows
from rules.trail import Trail, occurrences

STONES = 18
"""How many stones each colour has."""
PLACE, CHOOSE, PUSH = "place", "choose", "push"
PHASES = (PLACE, CHOOSE, PUSH)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OverboordPosition(Position):
    """The stones, the phase and the side to move.

    `turn` is, while placing, the colour of the stone that comes next (nobody owns a colour yet); while
    choosing, the player who chooses: by the colour he has if `granted` is a colour, else by the seat that
    the option `chooser` names; while pushing, the colour to move.

    `granted` is what the first of the two choices has left to the player who now makes the second: a colour
    (he says `first` or `second`) or an order (he says `white` or `black`); None before the first choice.
    What counts for the board is only which colour then pushes first.

    `quiet` counts the plies of pushing since a stone last fell; `trail` remembers the positions since then.
    """

    game: Game = field()
    turn: Side = field()
    white: int = field()
    black: int = field()
    phase: str
    granted: str | None = None
    quiet: int = 0
    trail: Trail | None = None

    @property
    def _key(self) -> tuple[int, int, Side, str, str | None]:
        return (self.white, self.black, self.turn, self.phase, self.granted)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OverboordPosition):
            return NotImplemented
        return self._key == other._key and self.game.chosen == other.game.chosen

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"OverboordPosition({self.text(full=True)!r})"

    def legal_moves(self) -> tuple[Move, ...]:
        """Placements in reading order, choices, or pushes line by line; `pass` alone for a side that is
        stuck (unless the option `stuck` makes that a loss). None once a colour has left the area.
        """
        if self.phase == PLACE:
            occupied = self.white | self.black
            return tuple(move for move in placements() if not move.drops & occupied)
        if self.phase == CHOOSE:
            return tuple(Call(word) for word in self._choices())
        found = self._pushes()
        if not found and self.white and self.black and self.game.chosen["stuck"] == "pass":
            return (Call(PASS),)
        return tuple(found)

    def _pushes(self) -> list[Push]:
        if self.phase != PUSH or not (self.white and self.black):
            return []
        own, enemy = (self.white, self.black) if self.turn is Side.WHITE else (self.black, self.white)
        found: list[Push] = []
        for number, line in enumerate(lines()):
            if own & line.mask:
                found += pushes(number, own & line.mask, enemy & line.mask)
        return found

    def _choices(self) -> tuple[str, ...]:
        if self.granted is None:
            return ORDERS + COLOURS
        return ORDERS if self.granted in COLOURS else COLOURS

    def play(self, move: Move) -> OverboordPosition:
        """The position after `move`; raises IllegalMove for a move of another phase."""
        match move:
            case Push() if self.phase == PUSH:
                return self._pushed(move)
            case Call(text=text) if self.phase == PUSH and text == PASS:
                return self._after(self.white, self.black, fallen=0)
            case Call(text=text) if self.phase == CHOOSE and text in self._choices():
                return self._chosen(text)
            case Placement() if self.phase == PLACE:
                return self._placed(move)
        raise IllegalMove(f"{quote(move.text)} is not legal in '{self.text()}'.")

    def _pushed(self, move: Push) -> OverboordPosition:
        if self.turn is Side.WHITE:
            white, black = self.white ^ move.own_change, self.black ^ move.enemy_change
        else:
            white, black = self.white ^ move.enemy_change, self.black ^ move.own_change
        return self._after(white, black, fallen=move.captures)

    def _after(self, white: int, black: int, *, fallen: int) -> OverboordPosition:
        quiet = 0 if fallen else self.quiet + 1
        trail = None if fallen else Trail(self._key, self.trail)
        return OverboordPosition(self.game, self.turn.other, white, black, PUSH, None, quiet, trail)

    def _placed(self, move: Placement) -> OverboordPosition:
        """The next stone is of the other colour, or of the same once the other has run out."""
        stones = {Side.WHITE: self.white, Side.BLACK: self.black}
        stones[self.turn] |= move.drops
        white, black = stones[Side.WHITE], stones[Side.BLACK]
        following = self.turn.other if stones[self.turn.other].bit_count() < STONES else self.turn
        if stones[following].bit_count() < STONES:
            return OverboordPosition(self.game, following, white, black, PLACE)
        return filled(self.game, white, black)

    def _chosen(self, word: str) -> OverboordPosition:
        if self.granted is None:
            left = {"first": "second", "second": "first", "white": "black", "black": "white"}[word]
            turn = Side(left) if left in COLOURS else self.turn.other
            return replace(self, turn=turn, granted=left)
        colour = Side(word if word in COLOURS else self.granted)
        order = word if word in ORDERS else self.granted
        starts = colour if order == "first" else colour.other
        return OverboordPosition(self.game, starts, self.white, self.black, PUSH)

    def dealt(self, draw: Callable[[int], int]) -> OverboordPosition:
        """The position once chance has had its say; `draw(n)` gives a number from 0 to n - 1, all alike.

        With placement `bag`, the colour of the stone to be placed next is drawn from the stones left: call it
        once for the start and once after every placement. With `shuffle`, an empty area is filled with all
        36 stones. Every other position is returned as it is.
        """
        mode = self.game.chosen["placement"]
        if self.phase != PLACE or mode == "alternate":
            return self
        if mode == "shuffle":
            return self if self.occupied else self._spread(draw)
        left_white, left_black = STONES - self.white.bit_count(), STONES - self.black.bit_count()
        drawn = Side.WHITE if draw(left_white + left_black) < left_white else Side.BLACK
        return replace(self, turn=drawn)

    def _spread(self, draw: Callable[[int], int]) -> OverboordPosition:
        """Each field in turn draws from the stones that are left, so that every spread is equally likely."""
        white = black = 0
        for row in inner_rows():
            for bit in row:
                left_white, left_black = STONES - white.bit_count(), STONES - black.bit_count()
                if draw(left_white + left_black) < left_white:
                    white |= bit
                else:
                    black |= bit
        return filled(self.game, white, black)

    def outcome(self) -> Outcome | None:
        """A colour is off the area; else, by option, a stuck side, a third repetition, the quiet limit."""
        if self.phase != PUSH:
            return None
        if not (self.white and self.black):
            return Outcome(Side.WHITE if self.white else Side.BLACK, "all-off")
        chosen = self.game.chosen
        if chosen["stuck"] == "loss" and not self._pushes():
            return Outcome(self.turn.other, "no-moves")
        if chosen["repetition"] and occurrences(self._key, self.trail) >= 3:
            return Outcome(None, "repetition")
        if 0 < int(chosen["quiet_limit"]) <= self.quiet:
            return Outcome(None, "no-progress")
        return None

    def text(self, *, full: bool = False) -> str:
        """Ranks 7 to 2, side, phase; behind `choose` what is granted, if the first choice has been made."""
        words = [write_rows(inner_rows(), self.white, self.black), self.turn.letter, self.phase]
        if self.granted is not None:
            words.append(self.granted)
        return " ".join(words) + (f":Cquiet={self.quiet}" if full else "")

    def parse_move(self, text: str) -> Move:
        """`c4r3x1`, also without the stones that fall, without the distance where only one push fits, or as
        `c4-f4`; `@c4`, while placing also `c4`; the calls. Case and blanks do not matter.
        """
        return find_move(self, text)

    def extendable(self, move: Move) -> bool:
        """Whether the same stone can be pushed further in the same direction."""
        return isinstance(move, Push) and any(
            longer.stone == move.stone
            and longer.direction == move.direction
            and longer.distance > move.distance
            for longer in self._pushes()
        )

    def let_stand(self, lifts: int, drops: int, captures: int) -> Irregular | None:
        """An own stone carried, not pushed, to an empty field; or slid farther than one though none falls."""
        own = self.white if self.turn is Side.WHITE else self.black
        name = board().name_of
        inner = any(drops in row for row in inner_rows())
        if self.phase != PUSH or captures or not lifts & own or not inner or drops & self.occupied:
            return None
        changed = (lifts | drops, 0)
        if any((move.own_change, move.enemy_change) == changed for move in self._pushes()):
            return None
        origin, target = name[lifts], name[drops]
        move = Push(
            f"{origin}-{target}",
            (Transfer(origin, target),),
            lifts,
            drops,
            0,
            lifts | drops,
            0,
            origin,
            "",
            0,
        )
        return Irregular(move, self.play(move), "a stone moved without a push", "Overboord, pushing")

    def ways(self, origin: str, rests: tuple[str, ...] = ()) -> tuple[Way, ...]:
        """The pushes of the stone on `origin`, past or onto the fields in `rests` in this order. A push has
        no landing fields on its way; stones that are pushed along are not led by the hand.
        """
        return tuple(
            Way(move, 0)
            for move in self._pushes()
            if move.stone == origin and _passes(origin, move.transfers[0].target, rests)
        )


def filled(game: Game, white: int, black: int) -> OverboordPosition:
    """The position behind the last placement: somebody chooses, or White pushes if nobody is to choose."""
    chooser = game.chosen["chooser"]
    if chooser == "none":
        return OverboordPosition(game, Side.WHITE, white, black, PUSH)
    return OverboordPosition(game, Side(chooser), white, black, CHOOSE)


def _passes(origin: str, target: str | None, rests: tuple[str, ...]) -> bool:
    """Whether `rests` lie in this order on the way of a stone from `origin` to `target`."""
    if target is None:
        return not rests
    fields = iter(path(origin, target))
    return all(rest in fields for rest in rests)
