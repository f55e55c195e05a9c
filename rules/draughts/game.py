"""Knows a draughts game: a variant's record with the options chosen, and what is derived from them."""

from __future__ import annotations

from typing import ClassVar

from rules.board import Board
from rules.draughts import fen, runs
from rules.draughts.draws import Counts, Ending, advance
from rules.draughts.generator import Generator, generator
from rules.draughts.position import DraughtsPosition
from rules.draughts.variant import Variant
from rules.game import Game, Option, Side


class DraughtsGame(Game):
    """One kind of draughts; a subclass is a record, its options and how PDN files call it.

    An option named as a flag of `variant` replaces that flag; other options work through `chosen_endings`.
    """

    variant: ClassVar[Variant]
    """The record without options."""
    pdn_type: ClassVar[str]
    """The value of PDN's GameType tag."""
    forced_captures: ClassVar[bool] = True

    def __init__(self, **chosen: str | int | bool) -> None:
        super().__init__(**chosen)
        self.variant_in_use = self.variant.with_chosen(self.chosen)
        self.generator: Generator = generator(self.variant_in_use)
        self.endings: tuple[Ending, ...] = self.chosen_endings()
        self.most_in_ending = max((ending.most for ending in self.endings), default=0)
        self.counts_runs = self.variant_in_use.king_run.value != "off"
        self.spares_sole_runner = self.variant_in_use.king_run.value == "spared"

    def chosen_endings(self) -> tuple[Ending, ...]:
        """The endings that this game counts, with its options applied; none here."""
        return ()

    @property
    def board(self) -> Board:
        """The dark squares; games with the same layout share it."""
        return self.generator.squares.board

    @property
    def first_player(self) -> Side:
        """The side that begins."""
        return Side(self.variant.first.value)

    @property
    def dark_corner(self) -> str:
        """`left` or `right`: where each player has the dark corner of the board."""
        return self.variant.dark_corner.value

    @property
    def algebraic(self) -> bool:
        """Whether fields are called `a1` (else by number)."""
        return self.variant.algebraic

    @property
    def fields_named(self) -> str:
        """How the fields are called, for messages."""
        if self.algebraic:
            last = f"h{self.variant.size.value}"
            return f"fields are the dark squares a1 to {last}, or their numbers 1 to {len(self.board.fields)}"
        return f"fields are 1 to {len(self.board.fields)}"

    @property
    def pieces_each(self) -> int:
        """Men of each side at the start, and the most pieces that a side can have."""
        return self.variant.rows.value * self.variant.size.value // 2

    def start(self) -> DraughtsPosition:
        """Men on the rows nearest each side."""
        numbers, men = self.generator.squares.numbers, self.pieces_each
        side = 0 if self.first_player is Side.WHITE else 1
        return DraughtsPosition(self, sum(numbers[-men:]), sum(numbers[:men]), 0, side)

    def parse(self, text: str) -> DraughtsPosition:
        """The position that a PDN FEN gives; raises InvalidPosition (see `fen`)."""
        return fen.parse(self, text)

    def position(
        self,
        white: int,
        black: int,
        kings: int,
        side: int,
        quiet: int = 0,
        counts: Counts | None = None,
        king_runs: runs.Runs = runs.NONE,
    ) -> DraughtsPosition:
        """A position from masks; `side` 0 for White to move, 1 for Black; counts at 0 unless given."""
        if counts is None:
            counts = advance(self.endings, (), white, black, kings)
        return DraughtsPosition(self, white, black, kings, side, quiet, counts, king_runs)


def draw_options(articles: dict[str, str], *, first: dict[str, str] | None = None) -> tuple[Option, ...]:
    """The options that switch draw rules: `articles` by rule (`repetition`, `no_progress`, `endings`), and
    where the default is not `automatic`, which it is in `first`.
    """
    meanings = {
        "repetition": "draw when the same position stands for the third time with the same side to move",
        "no_progress": "draw after the rules' number of moves without a capture or a man's move",
        "endings": "draw when an ending with few pieces has not been won in the rules' number of moves",
    }
    modes = ("automatic", "claim", "off")
    found = []
    for name, article in articles.items():
        default = (first or {}).get(name, "automatic")
        values = (default, *(mode for mode in modes if mode != default))
        found.append(Option(name, values, f"{meanings[name]}: by itself, when claimed, or never", article))
    return tuple(found)
