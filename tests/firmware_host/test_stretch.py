"""A stretch of play that is heard again as a whole: what it is put down to."""

from firmware_host.debounce import Settled
from firmware_host.line import Line
from firmware_host.rehearing import Stretch
from firmware_host.seen import Seen
from rules.registry import game as game_called

GAME = game_called("international")
BIT = GAME.board.bit


def stretch_of(*fields: str) -> Stretch:
    """These fields change, one after the other, from the start position on."""
    stretch, occupied = Stretch(), GAME.start().occupied
    stretch.see(Settled(0.0, Seen(occupied, 0, 0, 0), 0, 0.0))
    stretch.begin(0)
    for number, field in enumerate(fields, 1):
        occupied ^= BIT[field]
        stretch.see(Settled(number / 10, Seen(occupied, 0, 0, 0), BIT[field], number / 10))
    return stretch


def test_no_sensor_is_blamed_where_all_are_to_be_taken_for_sound() -> None:
    line = Line(GAME, GAME.start())
    moves = ("26", "20", "24")  # 31-26, although 31 never opens, and 20-24
    blamed = stretch_of(*moves).explained(line, sound=False)
    assert blamed is not None
    assert blamed.dead == BIT["31"]
    assert stretch_of(*moves).explained(line, sound=True) is None
