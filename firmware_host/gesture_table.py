"""Knows the table of gestures: what each means, how hands make it, which button does the same, what the board
answers and what ends it; neither how they are heard nor in which language they are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

KNOCKS = 3
"""So many times one piece is lifted and returned: a knock."""

KNOCK_WITHIN_S = 4.0
KNOCK_UP_S = (0.2, 1.2)
CALM_S = 0.5
"""A knock takes no longer than `KNOCK_WITHIN_S` from the first lift to the last return; each time the piece
is up for the times between `KNOCK_UP_S`; and nothing else changes for `CALM_S` before and after."""

MENU_S = 6.0
"""How long the menu stays open untouched."""

RESIGN_HELD_S = 3.0
"""How long the piece (or the button) is held that resigns."""

HOLD_S = 2.0
"""Where a side has too few pieces for the menu: how long its piece is held up to take an item."""

BOTH_WITHIN_S = 4.0
"""So soon after the first side's knock the other one's must begin to be a pause."""

CHOICE_S = 8.0
"""How long another game with the same set-up can be chosen."""

ITEMS = 4
"""How many items the menu has, each on a piece of its own; a piece winks as often as its item's number."""


class Intent(StrEnum):
    """What somebody wants of the board without saying a move."""

    MENU = "menu"
    HINT = "hint"
    UNDO = "undo"
    DRAW = "draw"
    ACCEPT = "accept"
    RESIGN = "resign"
    PAUSE = "pause"
    RESUME = "resume"
    NEW = "new"
    WHICH = "which"
    STANDS = "stands"
    CLAIM = "claim"
    CONFIRM = "confirm"


class Hands(StrEnum):
    """What hands do for it."""

    KNOCK = "knock"
    """Lift and return one own piece three times."""
    BOTH_KNOCK = "both-knock"
    """Both sides knock, one soon after the other or together."""
    ITEM = "item"
    """Lift and return the piece that winks the item's number."""
    ITEM_HELD = "item-held"
    """Lift the piece that winks the item's number and hold it up."""
    LIT_PIECE = "lit-piece"
    """Lift and return the own piece that is lit."""
    PUT_BACK = "put-back"
    """Put the pieces back where they stood, in any order."""
    SET_UP = "set-up"
    """Set up the start position and leave it."""
    WINKING_FIELD = "winking-field"
    """Lift and return the piece on the field of the back row that winks the number."""
    ANY_LIFT = "any-lift"
    """Lift any piece."""
    MOVE_ON = "move-on"
    """Make the next move."""
    BUTTON = "button"
    """Only a button does it."""


class Answer(StrEnum):
    """What the board answers with."""

    ITEMS_WINK = "items-wink"
    """Four own pieces wink once, twice, three and four times."""
    ADVICE = "advice"
    """The suggested move: amber where it starts, white where it ends."""
    TAKEN_BACK = "taken-back"
    """The fields that are to change light up until the move is put back."""
    OFFERED = "offered"
    """A piece of the other side shines blue."""
    ENDED = "ended"
    """The winner's pieces light up; after a draw everybody's."""
    CREEPING = "creeping"
    """A light creeps along the own back row; when it has arrived, the game is resigned."""
    DARK = "dark"
    """The board goes dark; the next lift goes on."""
    TURN = "turn"
    """The side to move is lit again."""
    GAMES_WINK = "games-wink"
    """Fields of the back row wink once, twice …: the other games with this set-up."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """One row. `item`: the number of the menu's item, 0 if it is none of them. `button`: the button that does
    the same, "" if there is none; `button_held_s`: how long that one is held, 0 for a press. `held_s`: how
    long the hand holds, 0 if it does not. `within_s`: how long there is time for it, 0 if no time ends it.
    `before_first_move`: whether it is only for a game in which no move was made yet. `ends`: what gives it
    up."""

    intent: Intent
    hands: Hands
    answer: Answer
    button: str = ""
    item: int = 0
    held_s: float = 0.0
    button_held_s: float = 0.0
    within_s: float = 0.0
    before_first_move: bool = False
    ends: Hands | None = None


GESTURES: tuple[Gesture, ...] = (
    Gesture(Intent.MENU, Hands.KNOCK, Answer.ITEMS_WINK, within_s=KNOCK_WITHIN_S),
    Gesture(Intent.HINT, Hands.ITEM, Answer.ADVICE, "hint", item=1, within_s=MENU_S, ends=Hands.ANY_LIFT),
    Gesture(Intent.UNDO, Hands.ITEM, Answer.TAKEN_BACK, "undo", item=2, within_s=MENU_S),
    Gesture(Intent.UNDO, Hands.PUT_BACK, Answer.TURN, "undo"),
    Gesture(Intent.STANDS, Hands.ITEM, Answer.TURN, "new", item=2, within_s=MENU_S, before_first_move=True),
    Gesture(Intent.DRAW, Hands.ITEM, Answer.OFFERED, "draw", item=3, within_s=MENU_S, ends=Hands.MOVE_ON),
    Gesture(Intent.ACCEPT, Hands.LIT_PIECE, Answer.ENDED, "draw", ends=Hands.MOVE_ON),
    Gesture(
        Intent.RESIGN,
        Hands.ITEM_HELD,
        Answer.CREEPING,
        "resign",
        item=4,
        held_s=RESIGN_HELD_S,
        button_held_s=RESIGN_HELD_S,
        within_s=MENU_S,
    ),
    Gesture(Intent.PAUSE, Hands.BOTH_KNOCK, Answer.DARK, "pause", within_s=BOTH_WITHIN_S),
    Gesture(Intent.RESUME, Hands.ANY_LIFT, Answer.TURN, "pause"),
    Gesture(Intent.NEW, Hands.SET_UP, Answer.TURN, "new", held_s=2.0),
    Gesture(
        Intent.WHICH,
        Hands.WINKING_FIELD,
        Answer.GAMES_WINK,
        within_s=CHOICE_S,
        before_first_move=True,
        ends=Hands.MOVE_ON,
    ),
    Gesture(Intent.CONFIRM, Hands.MOVE_ON, Answer.TURN, "confirm"),
    Gesture(Intent.CLAIM, Hands.BUTTON, Answer.ENDED, "claim"),
)
"""Every gesture, in the order in which a guide tells them."""
