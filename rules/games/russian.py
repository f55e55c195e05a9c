"""Knows Russian draughts: flying kings, free choice among captures, and men that go on as kings."""

from __future__ import annotations

from rules.draughts.sixty_four import SixtyFour, sixty_four_options
from rules.draughts.variant import Flag, Variant

RECORD = Variant(
    size=Flag(8, "FMJD-64, the board"),
    rows=Flag(3, "FMJD-64, the board"),
    dark_corner=Flag("left", "FMJD-64, the board"),
    first=Flag("white", "FMJD-64, the start"),
    man_step=Flag("forward", "FMJD-64, the man"),
    men_capture_back=Flag(value=True, article="FMJD-64, capturing"),
    men_capture_kings=Flag(value=True, article="FMJD-64, capturing"),
    straight=Flag(value=False, article="FMJD-64, capturing"),
    kings=Flag("flying", "FMJD-64, the king"),
    choice=Flag("free", "FMJD-64, capturing: free choice, to be completed"),
    king_order=Flag("all", "FMJD-64: free choice"),
    crowning=Flag("continues", "FMJD-64, crowning"),
    king_run=Flag("off", "FMJD-64: no such rule"),
    repetition=Flag("automatic", "FMJD-64 7.2"),
    no_progress=Flag("automatic", "FMJD-64 7.2"),
    quiet_plies=Flag(30, "FMJD-64 7.2"),
    endings=Flag("automatic", "FMJD-64 7.2"),
    algebraic=True,
)


class Russian(SixtyFour):
    """Russian draughts."""

    name = "russian"
    variant = RECORD
    pdn_type = "25,W,8,8,A0,0"
    options = sixty_four_options()


GAME = Russian
