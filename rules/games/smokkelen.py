"""Knows the game of Smokkelen: its options, its start and how its positions are read."""

from __future__ import annotations

from typing import ClassVar

from rules.board import Board
from rules.game import Game, Option, Position, Side
from rules.smokkelen.board import BLACK_START, WHITE_START, board
from rules.smokkelen.position import SmokkelenPosition
from rules.smokkelen.text import read_position


class Smokkelen(Game):
    """Bring your contraband, known to you alone, to the far rank; everybody moves every stone.

    A position hides a stone with `hide`; without that it never ends by contraband. Passing, and a jump out
    and back to the same field, are not offered as options: a board cannot see them.
    """

    name: ClassVar[str] = "smokkelen"
    piece_kind: ClassVar[str] = "stone"
    keeps_secrets: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "ban",
            ("opponent", "any"),
            "the stone moved last may not be moved again at once: only if it is the opponent's, or always",
            "S1",
        ),
        Option("deadlock", ("draw", "loss"), "what it means that no stone can move", "S8"),
        Option(
            "early_dead",
            (False, True),
            "a draw as soon as rank 6 is all white and rank 1 all black: no other stone can arrive any more",
            "S9",
        ),
        Option("first", ("white", "black"), "who moves first; by lot, if the players like", "S10"),
        Option("repetition", (True, False), "the third repetition of a position is a draw", "S15"),
        Option("ply_limit", (0, 200), "a draw after this many plies; 0: never", "S15"),
    )

    @property
    def board(self) -> Board:
        """The board of five files and six ranks."""
        return board()

    def start(self) -> SmokkelenPosition:
        """Both home ranks of both sides full; nothing hidden yet."""
        return SmokkelenPosition(self, Side(self.chosen["first"]), WHITE_START, BLACK_START)

    def parse(self, text: str) -> Position:
        """The position that `text` gives; raises InvalidPosition."""
        return read_position(self, text)


GAME = Smokkelen
