"""Knows Abalone as a game: its start layouts and options; how marbles move is `rules.abalone`."""

from __future__ import annotations

from rules.abalone import geometry
from rules.abalone.position import AbalonePosition, parse
from rules.board import Board
from rules.game import Game, Option

LAYOUTS = {
    "standard": "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb",
    "belgian": "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww",
    "german": "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5",
    "dutch": "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww",
    "swiss": "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5",
}
"""The rows `i` to `a` of the start layouts: the box's, and the four Daisies of tournament play."""


class Abalone(Game):
    """Abalone for two: fourteen marbles each, Black begins, six ejected marbles win."""

    name = "abalone"
    piece_kind = "marble"
    results = ("0-1", "1/2-1/2", "1-0")
    options = (
        Option(
            "layout",
            tuple(LAYOUTS),
            "the start layout: the box's own, or the Belgian, German, Dutch or Swiss Daisy",
            "A6",
        ),
        Option(
            "repetition",
            (True, False),
            "whether the third occurrence of a position with the same side to move is a draw",
            "not in the box rules; tournament custom",
        ),
        Option(
            "ply_cap",
            (0, 50, 100, 200, 400),
            "the number of plies in a row without an ejection after which the game is drawn; 0 is never",
            "not in the box rules; house rule",
        ),
    )

    @property
    def board(self) -> Board:
        """The hexagon of 61 cells; the same object at every call."""
        return geometry.board()

    def start(self) -> AbalonePosition:
        """The chosen layout, Black to move."""
        return self.parse(f"{LAYOUTS[str(self.chosen['layout'])]} b 0 0")

    def parse(self, text: str) -> AbalonePosition:
        """The position that `text` gives; raises InvalidPosition."""
        return parse(self, text)


GAME = Abalone
