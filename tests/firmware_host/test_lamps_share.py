"""What a picture would draw, and the share of its light that the budget leaves it."""

import pytest

from firmware_host.lamps import Lamp, Lamps, current_ma
from firmware_host.wiring import Wiring
from rules.game import Side
from rules.registry import game as game_called

BOARD = game_called("international").board
PLAIN = Wiring(BOARD, BOARD.fields, BOARD.fields, hall=False)


def lamps(budget_ma: float, wiring: Wiring = PLAIN) -> Lamps:
    subject = Lamps(wiring, Lamp(brightness=1.0, budget_ma=budget_ma))
    subject.take(dict.fromkeys(BOARD.fields, "place-white"), 0.0)
    return subject


def test_a_budget_that_is_enough_leaves_all_of_it():
    subject = lamps(5000)
    assert subject.share == 1.0
    assert subject.wanted_ma == current_ma(subject.frame(0.0))


@pytest.mark.parametrize("part", [0.8, 0.5, 0.3])
def test_the_share_is_what_the_budget_gives_beyond_dark_leds(part):
    wanted = lamps(5000).wanted_ma
    subject = lamps(50 + part * (wanted - 50))
    assert subject.wanted_ma == wanted, "what it would draw does not depend on the budget"
    assert subject.share == pytest.approx(part, abs=0.12)


def test_the_larger_part_of_the_rim_is_in_it():
    rim = {Side.WHITE: (50,), Side.BLACK: range(51, 58)}
    wiring = Wiring(BOARD, BOARD.fields, (*BOARD.fields, *("",) * 8), hall=False, rim=rim)
    subject = lamps(5000, wiring)
    subject.turn(Side.BLACK)
    assert subject.wanted_ma == current_ma(subject.frame(0.0))
    subject.turn(Side.WHITE)
    assert subject.wanted_ma > current_ma(subject.frame(0.0))
