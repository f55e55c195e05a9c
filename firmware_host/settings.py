"""Knows how the hearing and the lights of one board can be set: times, confirmation, help levels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.game import Side


class Help(StrEnum):
    """How much the board shows to a side."""

    SILENT = "silent"
    REFEREE = "referee"
    TEACHER = "teacher"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the pipeline takes from the configuration; times in seconds.

    `debounce_s`: a reading counts once it has held so long. `slide_s`: how long a move that could go on
    waits after its piece came to rest, at first; then as its player rests on the way, between `slide_min_s`
    and `slide_max_s`. `takeback_s`: how long an earlier position must stand before plies
    are taken back. `astray_s`: how long a wrong board must rest before it is called so. `light_rest_s`:
    how long a piece must rest or be up before the picture changes. `final_rest_s`: rest that makes the
    last move of a game final; `final_in_play_s` the same during play, 0 for never. `last_s`, `crown_s`,
    `winner_s`: how long these lights stay. `correction_s`: where both sides may move one stone, a stone
    lifted again sooner than this after its move is its mover correcting himself. `new_game_s`: how long
    the start position must stand to begin anew. `takeback_to_start_plies`: setting up the start position
    after more plies than this begins a new game. `secrets`: in a game that keeps them, `hide` has each side
    choose its own before the first move, the lights dark; with `claim` it only names it at the end.
    """

    confirm: str = "auto"
    irregular: str = "refuse"
    secrets: str = "hide"
    help_white: Help = Help.REFEREE
    help_black: Help = Help.REFEREE
    debounce_s: float = 0.012
    slide_s: float = 0.3
    slide_min_s: float = 0.2
    slide_max_s: float = 0.38
    takeback_s: float = 0.2
    astray_s: float = 0.25
    light_rest_s: float = 0.12
    final_rest_s: float = 3.0
    final_in_play_s: float = 0.0
    last_s: float = 10.0
    crown_s: float = 20.0
    winner_s: float = 33.0
    correction_s: float = 0.7
    new_game_s: float = 2.0
    takeback_to_start_plies: int = 6

    def help_for(self, side: Side) -> Help:
        """The help level of the side to move."""
        return self.help_white if side is Side.WHITE else self.help_black
