"""Knows English draughts (American checkers): short kings, free choice among captures, Black begins."""

from __future__ import annotations

from rules.draughts.game import DraughtsGame, draw_options
from rules.draughts.variant import Flag, Variant

RECORD = Variant(
    size=Flag(8, "WCDF 1.1"),
    rows=Flag(3, "WCDF, the pieces"),
    dark_corner=Flag("left", "WCDF 1.4"),
    first=Flag("black", "WCDF, the first move"),
    man_step=Flag("forward", "WCDF, move of a man"),
    men_capture_back=Flag(value=False, article="WCDF, capturing move of a man"),
    men_capture_kings=Flag(value=True, article="WCDF, capturing move of a man"),
    straight=Flag(value=False, article="WCDF, capturing move of a man"),
    kings=Flag("short", "WCDF, move of a king"),
    choice=Flag("free", "WCDF, capturing in general"),
    king_order=Flag("all", "WCDF: free choice"),
    crowning=Flag("stops", "WCDF, crowning"),
    king_run=Flag("off", "WCDF: no such rule"),
    repetition=Flag("automatic", "WCDF, draws: third repetition"),
    no_progress=Flag("automatic", "WCDF, draws: forty moves"),
    quiet_plies=Flag(80, "WCDF, draws: forty moves"),
    endings=Flag("off", "WCDF: no such rule"),
    algebraic=False,
)


class English(DraughtsGame):
    """English draughts."""

    name = "english"
    variant = RECORD
    pdn_type = "21,B,8,8,N1,0"
    options = draw_options({"repetition": "WCDF, draws", "no_progress": "WCDF, draws"})


GAME = English
