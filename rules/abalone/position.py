"""Knows an Abalone position: its text, its end, what of its past counts; moves come from the generator."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.abalone import generator, notation
from rules.abalone.generator import AbaloneMove
from rules.abalone.geometry import ROWS, board, row_bits, width
from rules.game import Game, InvalidPosition, Irregular, Move, Outcome, Position, Side, Transfer
from rules.rowtext import quote, split_counters, write_rows
from rules.trail import Trail, occurrences

_FAR = 2.1
"""A marble set farther off than two cells was put somewhere, not moved."""

MARBLES = 14
"""How many marbles each side starts with."""

LOST_TO_LOSE = 6
"""A side that has lost so many marbles has lost the game."""


@dataclass(frozen=True, slots=True, eq=False)
class AbalonePosition(Position):
    """Marbles, side to move and marbles lost.

    `quiet` counts the plies since the last ejection; `past` holds the positions of those plies (None without
    the repetition rule). Neither counts for equality.
    """

    game: Game = field()
    turn: Side = field()
    white: int = field()
    black: int = field()
    white_lost: int
    black_lost: int
    quiet: int = 0
    past: Trail | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AbalonePosition):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[int, int, bool, int, int]:
        return (self.white, self.black, self.turn is Side.WHITE, self.white_lost, self.black_lost)

    @property
    def _sides(self) -> tuple[int, int]:
        """The mover's marbles and the opponent's."""
        return (self.white, self.black) if self.turn is Side.WHITE else (self.black, self.white)

    def legal_moves(self) -> tuple[AbaloneMove, ...]:
        """All legal moves (box rules; a push is never compulsory); they go on past the end of the game."""
        return generator.legal_moves(*self._sides)

    def play(self, move: Move) -> AbalonePosition:
        """The position after `move`, which must come from this position's legal moves."""
        if not isinstance(move, AbaloneMove):
            raise TypeError(f"an Abalone position plays Abalone moves, not {type(move).__name__}")
        white_moves = self.turn is Side.WHITE
        ejected = 1 if move.captures else 0
        remembers = self.game.chosen["repetition"] and not ejected
        return AbalonePosition(
            game=self.game,
            turn=self.turn.other,
            white=self.white ^ (move.own_flip if white_moves else move.enemy_flip),
            black=self.black ^ (move.enemy_flip if white_moves else move.own_flip),
            white_lost=self.white_lost + (0 if white_moves else ejected),
            black_lost=self.black_lost + (ejected if white_moves else 0),
            quiet=0 if ejected else self.quiet + 1,
            past=Trail(self._content, self.past) if remembers else None,
        )

    def outcome(self) -> Outcome | None:
        """The winner by six ejected marbles (the side that moved last, should both have lost six), a side
        without a legal move, a third repetition, or the chosen number of plies without ejection.
        """
        lost = {Side.WHITE: self.white_lost, Side.BLACK: self.black_lost}
        for loser in (self.turn, self.turn.other):
            if lost[loser] >= LOST_TO_LOSE:
                return Outcome(loser.other, "six-marbles")
        if not any(generator.effects(*self._sides)):
            return Outcome(self.turn.other, "no-moves")
        if occurrences(self._content, self.past) >= 3:
            return Outcome(None, "repetition")
        limit = int(self.game.chosen["ply_cap"])
        if limit and self.quiet >= limit:
            return Outcome(None, "no-progress")
        return None

    def text(self, *, full: bool = False) -> str:
        """Rows `i` to `a`, side to move, marbles lost by Black and by White; `full` appends `:Cquiet=N`, the
        plies since the last ejection.
        """
        rows = write_rows([row_bits(row) for row in reversed(range(9))], self.white, self.black)
        counters = f":Cquiet={self.quiet}" if full else ""
        return f"{rows} {self.turn.letter} {self.black_lost} {self.white_lost}{counters}"

    def parse_move(self, text: str) -> AbaloneMove:
        """The legal move that an Aba-Pro text names; raises InvalidMove or IllegalMove."""
        return notation.parse_aba_pro(self, text)

    def extendable(self, move: Move) -> bool:
        """Whether the hands may go on from `move` to a longer legal move.

        True if and only if there is a legal move whose transfers are a strict superset of those of `move`:
        the front marble of a line steps ahead and the marbles behind it follow; a push of two goes on with
        the third; one or two marbles of a broadside are set over before the rest. All marbles of a move go
        one step in the same direction, so it is enough to compare direction and origins.
        """
        return isinstance(move, AbaloneMove) and any(
            longer.direction == move.direction
            and longer.origins != move.origins
            and longer.origins & move.origins == move.origins
            for longer in self.legal_moves()
        )

    def let_stand(self, lifts: int, drops: int, captures: int) -> Irregular | None:
        """One own marble set two cells on."""
        own = self._sides[0]
        name, cells = board().name_of, board().cells
        if captures or not lifts & own or drops not in name or drops & self.occupied:
            return None
        one, other = cells[name[lifts]], cells[name[drops]]
        apart = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
        legal = any(move.own_flip == lifts | drops and not move.enemy_flip for move in self.legal_moves())
        if apart > _FAR or legal:
            return None
        way = (Transfer(name[lifts], name[drops]),)
        text, flip = name[lifts] + name[drops], lifts | drops
        move = AbaloneMove(text, way, lifts, drops, 0, text, 0, lifts, flip, 0)
        return Irregular(move, self.play(move), "a marble moved too far", "Abalone, moving: one cell")

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of `depth` plies, counting in bulk on the last."""
        return generator.perft(*self._sides, depth)


def parse(game: Game, text: str) -> AbalonePosition:
    """The position of `text`: what `text` writes, blanks and adjoining digits as you like.

    Raises InvalidPosition.
    """
    content, counters = split_counters(text, ("quiet",))
    words = content.split()
    if len(words) != 4:
        raise InvalidPosition(
            f"Abalone position {quote(text)} has {len(words)} parts; it needs rows, side to move, "
            "Black's marbles lost and White's marbles lost."
        )
    white, black = read_rows(words[0])
    if words[1] not in ("w", "b"):
        raise InvalidPosition(
            f"Abalone position {quote(text)} has the side to move {quote(words[1])}; write 'w' or 'b'."
        )
    black_lost = marbles_lost(Side.BLACK, black, words[2])
    white_lost = marbles_lost(Side.WHITE, white, words[3])
    return AbalonePosition(
        game=game,
        turn=Side.WHITE if words[1] == "w" else Side.BLACK,
        white=white,
        black=black,
        white_lost=white_lost,
        black_lost=black_lost,
        quiet=counters["quiet"],
    )


def read_rows(text: str) -> tuple[int, int]:
    """The masks of White's and Black's marbles from the nine rows `i` to `a`; raises InvalidPosition."""
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise InvalidPosition(f"Abalone rows {quote(text)} are {len(rows)}; the board has nine, i to a.")
    masks = {"w": 0, "b": 0}
    for row, content in zip(reversed(range(9)), rows, strict=True):
        at, cells = 0, row_bits(row)
        for sign in content:
            if sign in masks:
                masks[sign] |= cells[at] if at < len(cells) else 0
                at += 1
            elif sign in "123456789":
                at += int(sign)
            else:
                raise InvalidPosition(
                    f"Row {ROWS[row]} {quote(content)} has the sign {sign!r}; use 'w', 'b' and digits 1 to 9."
                )
        if at != len(cells):
            raise InvalidPosition(
                f"Row {ROWS[row]} {quote(content)} describes {at} cells; it must describe {width(row)}."
            )
    return masks["w"], masks["b"]


def marbles_lost(side: Side, marbles: int, text: str) -> int:
    """How many marbles `side` has lost, next to its `marbles` on the board; raises InvalidPosition."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise InvalidPosition(
            f"{quote(text)} is not the number of {side.value} marbles lost, 0 to {MARBLES}."
        )
    lost = int(text)
    if marbles.bit_count() + lost > MARBLES:
        raise InvalidPosition(
            f"There are {marbles.bit_count()} {side.value} marbles on the board and {lost} lost; "
            f"each side has only {MARBLES}."
        )
    return lost
