"""Knows what every game has in common: sides, pieces, moves, positions, outcomes and their errors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Self

from rules.board import Board
from rules.options import InvalidOption as InvalidOption
from rules.options import Option as Option
from rules.options import RulesError as RulesError
from rules.options import check_options
from rules.refusals import AmbiguousMove as AmbiguousMove
from rules.refusals import IllegalMove as IllegalMove
from rules.refusals import InvalidMove as InvalidMove
from rules.refusals import InvalidPosition as InvalidPosition
from rules.refusals import InvalidSecret as InvalidSecret
from rules.refusals import UnknownGame as UnknownGame


class Side(Enum):
    """One of the two players; the value is how events and texts name it."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def letter(self) -> str:
        """`w` or `b`, as FEN and hall readings write it."""
        return "w" if self is Side.WHITE else "b"


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a field. `kind`: `man`, `king`, `marble` or `stone`."""

    side: Side
    kind: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """One piece that a move carries from `origin` to `target`.

    `origin` None: it comes from the player's hand (placement). `target` None: it leaves the board. A stone
    that Overboord pushes off has its gutter field as target.
    """

    origin: str | None
    target: str | None


class Move(ABC):
    """One legal move in one position, identified by its effect (rules common model, 2).

    Two moves are equal if they have the same effect in the same position; equality across positions means
    nothing. All masks use the bits of the game's board.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The one canonical text of this move among the legal moves of its position."""

    @property
    @abstractmethod
    def transfers(self) -> tuple[Transfer, ...]:
        """Every piece that changes its field: first the piece the hand leads, then those it pushes in the
        order in which they are met, then those taken in the order of the displayed route. Empty for a move
        that the board cannot show (a pass, a choice of side)."""

    @property
    @abstractmethod
    def lifts(self) -> int:
        """Mask of the fields from which pieces of this move are carried to another field (not the captured
        ones). A field may be in `lifts` and in `drops` (a line pushed along; a circular capture)."""

    @property
    @abstractmethod
    def drops(self) -> int:
        """Mask of the fields on which pieces of this move end; the gutter is not counted."""

    @property
    @abstractmethod
    def captures(self) -> int:
        """Mask of the fields whose piece leaves the game by this move."""

    @property
    def landings(self) -> tuple[str, ...]:
        """The fields on which the leading piece lands on the displayed route, the final one last."""
        return tuple(lead.target for lead in self.transfers[:1] if lead.target is not None)


@dataclass(frozen=True, slots=True)
class Way:
    """A legal move still possible for a piece under way, and what lies ahead of it, over all its routes that
    agree with where the piece has rested so far, without the final field.

    `waypoints`: mask of the landing fields as PDN 3.0 writes them: where a king turns, else the field right
    behind the piece taken. `stops`: mask of every field on which the hand may set the piece down meanwhile;
    it contains `waypoints`.
    """

    move: Move
    waypoints: int = 0
    stops: int = 0


@dataclass(frozen=True, slots=True)
class Irregular:
    """What the rules forbid and players may let stand (FMJD 5.4, 5.7: that is for the opponent to decide):
    the `move` as hands made it, the `position` after it, in a few words `what` is wrong with it, and the
    `article` of the rules that says so.
    """

    move: Move
    position: Position
    what: str
    article: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` None is a draw, or no result where `reason` is `aborted`.

    `reason` is one of: no-pieces no-moves six-marbles all-off contraband deadlock repetition no-progress
    material agreement resignation claim time aborted.
    """

    winner: Side | None
    reason: str


class Position(ABC):
    """An immutable position: board content, side to move, what of the past the rules need, no time.

    Laws, checked by the conformance suite for every registered game: `parse(text()) == self`; `text()` is a
    fixed point; every legal move has its own text, parses back and plays; the masks after `play` are those
    that the move's `transfers` say; playing never changes the receiver; equality and hash mean: same
    content, same side to move, same extra that affects legality (rules common model, 5).
    """

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game, with its options, that this position belongs to."""

    @property
    @abstractmethod
    def turn(self) -> Side:
        """The side to move."""

    @property
    @abstractmethod
    def white(self) -> int:
        """Mask of the fields that hold a white piece (the gutter never counts)."""

    @property
    @abstractmethod
    def black(self) -> int:
        """Mask of the fields that hold a black piece."""

    @property
    def kings(self) -> int:
        """Mask of the fields that hold a king; 0 in games without kings."""
        return 0

    @property
    def occupied(self) -> int:
        """Mask of the fields that hold any piece."""
        return self.white | self.black

    @property
    def fields(self) -> dict[str, Piece]:
        """Every piece by its field, in the board's reading order."""
        board = self.game.board
        return {name: self._piece(board.bit[name]) for name in board.names(self.occupied)}

    def _piece(self, bit: int) -> Piece:
        kind = "king" if self.kings & bit else self.game.piece_kind
        return Piece(Side.WHITE if self.white & bit else Side.BLACK, kind)

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, each effect once. Ends by count, repetition or claim do not empty it: ask
        `outcome` whether the game is over."""

    @abstractmethod
    def play(self, move: Move) -> Position:
        """The position after `move`, which must come from this position's legal moves."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game has ended here by the rules alone, or None while it goes on."""

    @abstractmethod
    def text(self, *, full: bool = False) -> str:
        """The canonical text; `full` appends the counters that the rules keep."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The legal move that `text` names: canonical text or what people type. Raises InvalidMove,
        IllegalMove or AmbiguousMove."""

    def let_stand(self, lifts: int, drops: int, captures: int) -> Irregular | None:
        """What it means if one piece went from the field `lifts` to the empty field `drops` and the pieces
        on `captures` left the board (masks), though no legal move does that: None if it is legal or part of
        a legal move, or if hands that play this game do not do it even by mistake. Default: they never do."""
        return None

    def extendable(self, move: Move) -> bool:
        """Whether the hands may go on from the completed `move` to a longer legal one (a flying king slides
        further, a push goes on), so that the board alone cannot say that it is over."""
        return False

    def ways(self, origin: str, rests: tuple[str, ...] = ()) -> tuple[Way, ...]:
        """The legal moves that the hand leads with the piece from `origin` (it is the origin of their first
        transfer) and that agree with its having rested on `rests`, in that order, with the landing fields
        still ahead. Pieces that are only pushed or taken lead no move. Default: no landing fields on the
        way, so that any rest leaves no move."""
        if rests:
            return ()
        return tuple(
            Way(move, 0)
            for move in self.legal_moves()
            if move.transfers and move.transfers[0].origin == origin
        )

    def dealt(self, draw: Callable[[int], int]) -> Position:
        """The position once chance has had its say; `draw(n)` gives a number from 0 to n - 1, all equally
        likely. To be called once on the start and once after every ply; where nothing is left to chance the
        position itself comes back and `draw` is not called. Default: a game without chance."""
        return self

    def hide(self, side: Side, field: str) -> Position:
        """The position in which the secret piece of `side` is the one that stands on `field` now, from here
        on followed through every move. What is hidden may end the game; it is no part of equality, hash,
        texts or messages. Raises InvalidSecret if that piece cannot be hidden. Default: a game without
        secrets (`Game.keeps_secrets`) refuses every one."""
        raise InvalidSecret(f"{self.game.name} keeps no secrets, so {side.value} cannot hide a piece in it.")

    def hidden(self, side: Side) -> bool:
        """Whether the secret piece of `side` has been named. Default: there is none."""
        return False


class Game(ABC):
    """A game with its options fixed: immutable, without any state of a match.

    Class attributes describe the kind of game; an instance adds the chosen options. A game's module in
    `rules/games/` binds `GAME` to its class (or to a function with the same attributes): that is its whole
    registration.
    """

    name: ClassVar[str]
    piece_kind: ClassVar[str] = "man"
    options: ClassVar[tuple[Option, ...]] = ()
    forced_captures: ClassVar[bool] = False
    """Whether a side that can capture must (then `must` is lit)."""
    keeps_secrets: ClassVar[bool] = False
    """Whether each side hides a piece that only it knows (then `Position.hide` takes one)."""
    results: ClassVar[tuple[str, str, str]] = ("1-0", "1/2-1/2", "0-1")
    """How a game record writes: White won, draw, Black won."""

    def __init__(self, **chosen: str | int | bool) -> None:
        self.chosen: Mapping[str, str | int | bool] = check_options(self.name, self.options, chosen)

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board; the same object at every call."""

    @abstractmethod
    def start(self) -> Position:
        """The start position."""

    @abstractmethod
    def parse(self, text: str) -> Position:
        """The position that `text` gives; raises InvalidPosition with one sentence."""

    @classmethod
    def with_options(cls, chosen: Mapping[str, str | int | bool]) -> Self:
        """The game with these options; raises InvalidOption."""
        return cls(**dict(chosen))
