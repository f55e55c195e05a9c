"""Knows a draughts position: pieces, side to move, and of the past what draws and the king run need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.draughts import fen, irregular, notation, runs
from rules.draughts.draws import Counts, LoneKing, advance
from rules.draughts.moves import Capture, Step
from rules.draughts.squares import shift
from rules.game import IllegalMove, Irregular, Move, Outcome, Position, Side, Way

if TYPE_CHECKING:
    from rules.draughts.game import DraughtsGame


class DraughtsPosition(Position):
    """A position of any draughts variant.

    Of the past it keeps: the plies since the last capture or man move (`quiet`), the counts of endings, the
    king runs, and the chain of earlier positions since the last move that cannot be undone, for repetition.
    Only the king runs count for equality, because only they restrict moves.
    """

    __slots__ = (
        "_before",
        "_black",
        "_counts",
        "_game",
        "_kings",
        "_moves",
        "_quiet",
        "_runs",
        "_side",
        "_white",
    )

    def __init__(
        self,
        game: DraughtsGame,
        white: int,
        black: int,
        kings: int,
        side: int,
        quiet: int = 0,
        counts: Counts = (),
        king_runs: runs.Runs = runs.NONE,
        before: DraughtsPosition | None = None,
    ) -> None:
        """`side`: 0 if White is to move, 1 if Black. `before`: the position from which a king moved here."""
        self._game = game
        self._white = white
        self._black = black
        self._kings = kings
        self._side = side
        self._quiet = quiet
        self._counts = counts
        self._runs = king_runs
        self._before = before
        self._moves: tuple[Move, ...] | None = None

    @property
    def game(self) -> DraughtsGame:
        """The game that this position belongs to."""
        return self._game

    @property
    def turn(self) -> Side:
        """The side to move."""
        return Side.BLACK if self._side else Side.WHITE

    @property
    def white(self) -> int:
        """Mask of the white pieces."""
        return self._white

    @property
    def black(self) -> int:
        """Mask of the black pieces."""
        return self._black

    @property
    def kings(self) -> int:
        """Mask of the kings of both sides."""
        return self._kings

    @property
    def quiet(self) -> int:
        """Plies since the last capture or man move."""
        return self._quiet

    @property
    def counts(self) -> Counts:
        """For each ending of the variant its key and the plies it has stood; empty when none applies."""
        return self._counts

    @property
    def king_runs(self) -> runs.Runs:
        """White's and Black's running king (square, moves running); (0, 0) for none."""
        return self._runs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DraughtsPosition):
            return NotImplemented
        return self._same(other) and (
            self._game is other._game or self._game.variant_in_use == other._game.variant_in_use
        )

    def __hash__(self) -> int:
        return hash((self._white, self._black, self._kings, self._side, self._runs))

    def __repr__(self) -> str:
        return f"<{self._game.name} {self.text(full=True)}>"

    def _same(self, other: DraughtsPosition) -> bool:
        return (
            self._white == other._white
            and self._black == other._black
            and self._kings == other._kings
            and self._side == other._side
            and self._runs == other._runs
        )

    # Moves.

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, each effect once; found once and kept."""
        if self._moves is None:
            side = self._side
            own, enemy = (self._black, self._white) if side else (self._white, self._black)
            moves = self._game.generator.moves(own, enemy, self._kings, side)
            if self._runs is not runs.NONE:
                moves = self._without_banned(moves)
            self._moves = moves
        return self._moves

    def _without_banned(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        king = runs.banned(self._runs, self._side)
        if not king:
            return moves
        allowed = tuple(move for move in moves if move.captures or move.lifts != king)
        return moves if not allowed and self._game.spares_sole_runner else allowed

    def play(self, move: Move) -> DraughtsPosition:
        """The position after a legal move of this position; raises IllegalMove if its side has no piece
        where the move begins.
        """
        side = self._side
        game = self._game
        kings = self._kings
        own, enemy = (self._black, self._white) if side else (self._white, self._black)
        quiet = 0
        before = None
        king_runs = self._runs
        if type(move) is Step:
            origin, target = move.lifts, move.drops
            if not own & origin:
                raise self._foreign(move)
            own ^= origin | target
            moved_king = kings & origin
            if moved_king:
                kings ^= origin | target
                quiet = self._quiet + 1
                before = self
            else:
                kings |= target & game.generator.crown[side]
            if game.counts_runs:
                king_runs = runs.after_quiet(
                    king_runs, side, origin, target, king=bool(moved_king), men=own & ~kings
                )
        elif type(move) is Capture and own & move.lifts:
            origin, taken = move.lifts, move.captures
            own = own ^ origin | move.drops
            enemy &= ~taken
            kings = kings & ~(taken | origin) | move.kinged
            if game.counts_runs:
                king_runs = runs.after_capture(king_runs, side, taken, enemy & ~kings)
        else:
            raise self._foreign(move)
        white, black = (enemy, own) if side else (own, enemy)
        counts: Counts = ()
        if kings and kings & own and kings & enemy and (own | enemy).bit_count() <= game.most_in_ending:
            counts = advance(game.endings, self._counts, white, black, kings)
        return DraughtsPosition(game, white, black, kings, 1 - side, quiet, counts, king_runs, before)

    def _foreign(self, move: Move) -> IllegalMove:
        return IllegalMove(f"{move.text} is not a move of the {self._game.name} position {self.text()}.")

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal moves; draws and the king run are ignored."""
        own, enemy = (self._black, self._white) if self._side else (self._white, self._black)
        return self._game.generator.perft(own, enemy, self._kings, self._side, depth)

    # The end.

    def outcome(self) -> Outcome | None:
        """Lost without a piece or a move on one's turn, else a draw by the rules that work by themselves."""
        if not (self._black if self._side else self._white):
            return Outcome(self.turn.other, "no-pieces")
        if not self.legal_moves():
            return Outcome(self.turn.other, "no-moves")
        return self._draw("automatic")

    def claimable(self) -> Outcome | None:
        """The draw that a player may claim now, or None; None too once the game is over."""
        return None if self.outcome() else self._draw("claim")

    def _draw(self, mode: str) -> Outcome | None:
        variant = self._game.variant_in_use
        if variant.repetition.value == mode and self._repeated():
            return Outcome(None, "repetition")
        if variant.endings.value == mode:
            for ending, (key, plies) in zip(self._game.endings, self._counts, strict=False):
                spared = isinstance(ending, LoneKing) and ending.unless_capture
                if key and plies >= ending.plies and not (spared and self._king_hangs()):
                    return Outcome(None, ending.reason)
        limit = variant.quiet_plies.value
        if limit and variant.no_progress.value == mode and self._quiet >= limit:
            return Outcome(None, "no-progress")
        return None

    def _repeated(self) -> bool:
        """Whether this position stands for the third time."""
        times = 1
        earlier = self._before
        while earlier is not None and times < 3:
            if self._same(earlier):
                times += 1
            earlier = earlier._before
        return times >= 3

    def _king_hangs(self) -> bool:
        """Whether a capture is possible now or after whatever the side to move does."""
        moves = self.legal_moves()
        return bool(moves[0].captures) or all(
            any(answer.captures for answer in self.play(move).legal_moves()) for move in moves
        )

    # Texts.

    def text(self, *, full: bool = False) -> str:
        """The canonical PDN FEN; `full` appends `:C` and the counts."""
        return fen.text_of(self, full=full)

    def parse_move(self, text: str) -> Move:
        """The legal move that `text` names (see `notation`)."""
        return notation.parse_move(self, text)

    # What hands do.

    def let_stand(self, lifts: int, drops: int, captures: int) -> Irregular | None:
        """What is wrong with a move that players may let stand (see `irregular`)."""
        return irregular.let_stand(self, lifts, drops, captures)

    def extendable(self, move: Move) -> bool:
        """Whether a king that has made `move` can slide further along the same line to another legal end."""
        if isinstance(move, Capture):
            return move.slides_on
        if not self._kings & move.lifts:
            return False
        generator = self._game.generator
        return any(
            flying
            and generator.squares.rays[direction][move.lifts] & move.drops
            and shift(move.drops, direction) & generator.all & ~self.occupied
            for direction, flying in generator.slides[self._side]
        )

    def ways(self, origin: str, rests: tuple[str, ...] = ()) -> tuple[Way, ...]:
        """The legal moves of the piece from `origin` that agree with its having rested on `rests`, with the
        landing fields still ahead, exact over all routes.

        Rests are landing fields; only if no route lands on them all, fields that a king slides over count.
        """
        bit = self._game.board.bit
        if origin not in bit or any(rest not in bit for rest in rests):
            return ()
        start, rested = bit[origin], tuple(bit[rest] for rest in rests)
        moves = [move for move in self.legal_moves() if move.lifts == start]
        if not moves:
            return ()
        first = moves[0]
        if isinstance(first, Capture):
            ahead = first.routes.ways(rested) or first.routes.slides(rested)
            keyed = [(move, (move.drops, move.captures)) for move in moves]
            return tuple(Way(move, *ahead[key]) for move, key in keyed if key in ahead)
        return tuple(Way(move) for move in moves if self._slides_over(move, rested))

    def _slides_over(self, move: Move, rested: tuple[int, ...]) -> bool:
        """Whether a step passes over or ends on the squares of `rested` in their order."""
        rays = self._game.generator.squares.rays
        direction = next(d for d, ray in rays.items() if ray[move.lifts] & move.drops)
        square = move.lifts
        for rest in rested:
            if not rays[direction][square] & rest or rays[direction][move.drops] & rest:
                return False
            square = rest
        return True
