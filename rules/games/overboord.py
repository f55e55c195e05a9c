"""Knows the game of Overboord: its options, its start and how its positions are read."""

from __future__ import annotations

from typing import ClassVar

from rules.board import Board
from rules.game import Game, Option, Position, Side
from rules.overboord.board import board
from rules.overboord.position import PLACE, OverboordPosition
from rules.overboord.text import read_position


class Overboord(Game):
    """Push the other colour's stones off the playing area `b2` to `g7` into the rim.

    First all 36 stones are placed (`@c4`), then the chooser picks the first move or a colour and the other
    player gets the remaining choice, then stones are pushed. A player who cannot move passes.
    """

    name: ClassVar[str] = "overboord"
    piece_kind: ClassVar[str] = "stone"
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "placement",
            ("alternate", "bag", "shuffle"),
            "which colour is placed next: white and black in turn, drawn from a bag, or all 36 stones dealt "
            "at once; the last two need somebody to draw",
            "O9",
        ),
        Option(
            "chooser",
            ("white", "black", "none"),
            "who makes the first choice after the last stone (the loser of the game before, or by lot), "
            "named by the colour of the first stone that he placed; none: White pushes first",
            "O10",
        ),
        Option("stuck", ("pass", "loss"), "what happens to a side that has no legal push", "O11"),
        Option("repetition", (True, False), "the third repetition of a position is a draw", "O12"),
        Option(
            "quiet_limit",
            (0, 100),
            "a draw after this many plies in which no stone has fallen; 0: never",
            "O12",
        ),
    )

    @property
    def board(self) -> Board:
        """The 8x8 board with its rim as gutter."""
        return board()

    def start(self) -> OverboordPosition:
        """The empty area. With `bag` or `shuffle`, ask the position for `dealt` to let chance decide."""
        return OverboordPosition(self, Side.WHITE, 0, 0, PLACE)

    def parse(self, text: str) -> Position:
        """The position that `text` gives; raises InvalidPosition."""
        return read_position(self, text)


GAME = Overboord
