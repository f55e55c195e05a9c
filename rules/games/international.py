"""Knows international draughts (Dammen) on 100 squares and the house variants that its players use."""

from __future__ import annotations

from rules.draughts.draws import Ending, LoneKing
from rules.draughts.game import DraughtsGame, draw_options
from rules.draughts.variant import Flag, Variant
from rules.game import Option

RECORD = Variant(
    size=Flag(10, "FMJD Annex 1, 2.1"),
    rows=Flag(4, "FMJD Annex 1, 2.7"),
    dark_corner=Flag("left", "FMJD Annex 1, 2.4"),
    first=Flag("white", "FMJD Annex 1, 3"),
    man_step=Flag("forward", "FMJD Annex 1, 3"),
    men_capture_back=Flag(value=True, article="FMJD Annex 1, 4.2"),
    men_capture_kings=Flag(value=True, article="FMJD Annex 1, 4.2"),
    straight=Flag(value=False, article="FMJD Annex 1, 4.1"),
    kings=Flag("flying", "FMJD Annex 1, 3.9 and 4.3"),
    choice=Flag("number", "FMJD Annex 1, 4.13 and 4.14"),
    king_order=Flag("all", "FMJD Annex 1, 4.14: free choice"),
    crowning=Flag("at-end", "FMJD Annex 1, 4.15"),
    king_run=Flag("off", "FMJD Annex 1: no such rule"),
    repetition=Flag("automatic", "FMJD Annex 1, 6.1"),
    no_progress=Flag("automatic", "FMJD Annex 1, 6.2"),
    quiet_plies=Flag(50, "FMJD Annex 1, 6.2"),
    endings=Flag("automatic", "FMJD Annex 1, 6.3 and 6.4"),
    algebraic=False,
)


class International(DraughtsGame):
    """International draughts."""

    name = "international"
    variant = RECORD
    pdn_type = "20,W,10,10,N2,0"
    results = ("2-0", "1-1", "0-2")
    options = (
        Option("men_capture_back", (True, False), "men capture backward too, or forward only", "D12"),
        Option(
            "kings",
            ("flying", "short", "short-back"),
            "kings move and capture any distance, one square in every direction, or any distance forward and "
            "one square backward",
            "D11",
        ),
        *draw_options(
            {
                "repetition": "FMJD Annex 1, 6.1",
                "no_progress": "FMJD Annex 1, 6.2",
                "endings": "FMJD Annex 1, 6.3 and 6.4",
            }
        ),
        Option(
            "five_moves", ("each", "together"), "five moves are those of each side, or of both together", "D6"
        ),
        Option(
            "endings_with_men",
            (True, False),
            "the stronger side of an ending may hold men beside a king",
            "D7",
        ),
        Option(
            "lone_kings",
            ("five-moves", "at-once"),
            "king against king is a draw after five moves, or at once",
            "D9",
        ),
    )

    def chosen_endings(self) -> tuple[Ending, ...]:
        """Three against one, two against one, one against one (FMJD Annex 1, 6.3 and 6.4)."""
        men = bool(self.chosen["endings_with_men"])
        five = 10 if self.chosen["five_moves"] == "each" else 5
        lone = five if self.chosen["lone_kings"] == "five-moves" else 0
        return (
            LoneKing(
                name="three-v-one", plies=32, article="FMJD Annex 1, 6.3", fewest=3, strongest=3, men=men
            ),
            LoneKing(
                name="two-v-one", plies=five, article="FMJD Annex 1, 6.4", fewest=2, strongest=2, men=men
            ),
            LoneKing(name="one-v-one", plies=lone, article="FMJD Annex 1, 6.4", fewest=1, strongest=1),
        )


GAME = International
