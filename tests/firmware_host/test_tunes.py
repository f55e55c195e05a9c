"""Which tune is heard."""

from firmware_host.events import Asked, Ended, Final, Lit, Moved
from firmware_host.tunes import TUNES, tune_for
from rules.game import Side

MOVED = Moved(1.0, 1, "32-28", "", Side.WHITE)
ENDED = Ended(1.0, Side.WHITE, "no moves left")


def test_only_wanted_events_sound():
    assert tune_for([MOVED], ["move"]) == TUNES["move"]
    assert tune_for([MOVED], ["ask"]) == ()
    assert tune_for([Final(1.0, 1), Lit(1.0, {})], list(TUNES)) == ()
    assert tune_for([], list(TUNES)) == ()


def test_the_weightiest_of_several_is_heard():
    assert tune_for([MOVED, ENDED], list(TUNES)) == TUNES["outcome"]
    assert tune_for([MOVED, ENDED], ["move"]) == TUNES["move"]
    assert tune_for([MOVED, Asked(1.0, ("a", "b"))], list(TUNES)) == TUNES["ask"]


def test_a_game_that_goes_on_after_all_is_not_cheered():
    assert tune_for([Ended(1.0, None, None)], list(TUNES)) == ()


def test_tunes_are_short_and_within_what_a_piezo_can():
    for name, tune in TUNES.items():
        assert 0 < sum(tone.seconds for tone in tune) <= 0.7, name
        assert all(tone.hz == 0 or 200 <= tone.hz <= 4000 for tone in tune), name
