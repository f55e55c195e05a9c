"""Knows Italian draughts: a mirrored board, men that cannot take kings, and four rules of precedence."""

from __future__ import annotations

from rules.draughts.game import DraughtsGame, draw_options
from rules.draughts.variant import Flag, Variant
from rules.game import Option

RECORD = Variant(
    size=Flag(8, "FID 2.1"),
    rows=Flag(3, "FID 2"),
    dark_corner=Flag("right", "FID 2.3"),
    first=Flag("white", "FID 2"),
    man_step=Flag("forward", "FID 5"),
    men_capture_back=Flag(value=False, article="FID 5.6"),
    men_capture_kings=Flag(value=False, article="FID 5.6"),
    straight=Flag(value=False, article="FID 5.6 and 5.8"),
    kings=Flag("short", "FID 5.3(c) and 5.8"),
    choice=Flag("italian", "FID 6.6 to 6.10"),
    king_order=Flag("all", "FID 6.9"),
    crowning=Flag("stops", "FID 5.7"),
    king_run=Flag("off", "FID: no such rule"),
    repetition=Flag("automatic", "FID, draws: the same position three times"),
    no_progress=Flag("automatic", "FID, draws: forty moves each"),
    quiet_plies=Flag(80, "FID, draws: forty moves each"),
    endings=Flag("off", "FID: no such rule"),
    algebraic=False,
)


class Italian(DraughtsGame):
    """Italian draughts."""

    name = "italian"
    variant = RECORD
    pdn_type = "22,W,8,8,N2,1"
    options = (
        Option(
            "king_order",
            ("all", "first"),
            "of captures that take as many kings, the whole order of kings and men decides, or only the "
            "first king",
            "I3",
        ),
        *draw_options({"repetition": "FID, draws", "no_progress": "I9"}),
    )


GAME = Italian
