"""Knows the draw rules that Russian and Brazilian draughts share (FMJD-64, 7.2)."""

from __future__ import annotations

from rules.draughts.draws import Balance, Ending, LoneKing
from rules.draughts.game import DraughtsGame, draw_options
from rules.game import Option

ARTICLE = "FMJD-64 7.2"


def sixty_four_options() -> tuple[Option, ...]:
    """The options that switch these rules."""
    return draw_options({"repetition": ARTICLE, "no_progress": ARTICLE, "endings": ARTICLE})


class SixtyFour(DraughtsGame):
    """A game under these draw rules."""

    def chosen_endings(self) -> tuple[Ending, ...]:
        """Kings against one king in fifteen moves, in five if it holds the main road; two or one against
        one in five; kings on both sides without a capture or crowning in thirty or sixty.
        """
        road = self.generator.squares.main_road
        return (
            LoneKing(name="kings-v-one", plies=30, article=ARTICLE, fewest=3, strongest=12, men=False),
            LoneKing(name="main-road", plies=10, article=ARTICLE, fewest=3, strongest=3, road=road),
            LoneKing(name="two-v-one", plies=10, article=ARTICLE, fewest=2, strongest=2),
            LoneKing(name="one-v-one", plies=10, article=ARTICLE, fewest=1, strongest=1),
            _balance("balance-of-five", 60, 4, 5),
            _balance("balance-of-seven", 120, 6, 7),
        )


def _balance(name: str, plies: int, fewest: int, strongest: int) -> Balance:
    article = "FMJD-64 7.2.6"
    return Balance(
        name=name, plies=plies, article=article, reason="no-progress", fewest=fewest, strongest=strongest
    )
