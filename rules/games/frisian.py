"""Knows Frisian draughts: captures also run straight, a value rule chooses, and kings may not run on."""

from __future__ import annotations

from rules.draughts.draws import Ending, LoneKing
from rules.draughts.game import DraughtsGame, draw_options
from rules.draughts.variant import Flag, Variant
from rules.game import Option

RECORD = Variant(
    size=Flag(10, "Frisian rules 2011, the board"),
    rows=Flag(4, "Frisian rules 2011, the board"),
    dark_corner=Flag("left", "Frisian rules 2011, the board"),
    first=Flag("white", "Frisian rules 2011, the start"),
    man_step=Flag("forward", "Frisian rules 2011, the man"),
    men_capture_back=Flag(value=True, article="Frisian rules 2011, capturing"),
    men_capture_kings=Flag(value=True, article="Frisian rules 2011, capturing"),
    straight=Flag(value=True, article="Frisian rules 2011, capturing (D13)"),
    kings=Flag("flying", "Frisian rules 2011, the king"),
    choice=Flag("value", "Frisian rules 2011, obligation to capture"),
    king_order=Flag("all", "Frisian rules 2011: free choice"),
    crowning=Flag("at-end", "Frisian rules 2011, crowning"),
    king_run=Flag("loses", "Frisian rules 2011, 17 and 20f"),
    repetition=Flag("off", "Frisian rules 2011: no such rule"),
    no_progress=Flag("off", "Frisian rules 2011: no such rule"),
    quiet_plies=Flag(0, "Frisian rules 2011: no such rule"),
    endings=Flag("automatic", "Frisian rules 2011, draws"),
    algebraic=False,
)


class Frisian(DraughtsGame):
    """Frisian draughts."""

    name = "frisian"
    variant = RECORD
    pdn_type = "40,W,10,10,N2,0"
    results = ("2-0", "1-1", "0-2")
    options = (
        Option(
            "king_run",
            ("loses", "spared", "off"),
            "a side with men may move one king three times running: a side left with that king alone "
            "loses, or may go on, or there is no limit",
            "Frisian rules 2011, 17 and 20f",
        ),
        *draw_options(
            {"repetition": "Frisian rules 2011: no such rule", "endings": "Frisian rules 2011, draws"},
            first={"repetition": "off"},
        ),
        Option(
            "lone_kings",
            ("two-moves", "at-once"),
            "king against king is a draw after two more moves each, or at once unless a king can be "
            "captured now or unavoidably next turn",
            "Frisian rules 2011, draws",
        ),
    )

    def chosen_endings(self) -> tuple[Ending, ...]:
        """Two kings against one in seven moves, and king against king."""
        at_once = self.chosen["lone_kings"] == "at-once"
        article = "Frisian rules 2011, draws"
        return (
            LoneKing(name="two-v-one", plies=14, article=article, fewest=2, strongest=2, men=False),
            LoneKing(
                name="one-v-one",
                plies=0 if at_once else 4,
                article=article,
                fewest=1,
                strongest=1,
                unless_capture=at_once,
            ),
        )


GAME = Frisian
