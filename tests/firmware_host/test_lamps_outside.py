"""Fields outside the game's area glow for a moment when a game starts; nothing else is seen of them."""

import pytest
from toy_game import square_board

from firmware_host.lamps import Lamp, Lamps, current_ma
from firmware_host.wiring import Wiring

BOARD = square_board(2, 2)
# A row of six LEDs: the game's four, then two under fields that are not the game's, one of them unused.
PIXELS = (*BOARD.fields, "", "", "")
OUTSIDE = (4, 5)


def lamps(**how: float) -> Lamps:
    return Lamps(Wiring(BOARD, BOARD.fields, PIXELS, hall=False, outside=OUTSIDE), Lamp(**how))


def pixels(subject: Lamps, now: float) -> list[tuple[int, ...]]:
    data = subject.frame(now).pixels
    return [tuple(data[index : index + 3]) for index in range(0, len(data), 3)]


def test_they_glow_for_four_seconds_and_only_when_a_game_starts():
    subject = lamps(brightness=1.0)
    subject.take({"a1": "last-to"}, 0.0)
    assert pixels(subject, 0.0)[4:] == [(0, 0, 0)] * 3
    assert subject.ends_at(0.0) is None
    subject.begin(10.0)
    assert subject.ends_at(10.0) == 14.0
    for now in (10.0, 12.0, 13.99):
        lit = pixels(subject, now)
        assert lit[4] == lit[5] != (0, 0, 0)
        assert lit[6] == (0, 0, 0), "an unused LED stays dark"
    assert pixels(subject, 14.0)[4:] == [(0, 0, 0)] * 3
    assert subject.ends_at(14.0) is None


def test_the_glow_is_dim_steady_amber():
    subject = lamps(brightness=1.0, gamma=1.0)
    subject.begin(0.0)
    # 6 % of amber, which is full red and 35 % green.
    assert {pixel for now in range(4) for pixel in pixels(subject, now)[4:6]} == {(15, 5, 0)}
    assert not subject.moving


def test_the_picture_of_the_game_goes_on_beside_it():
    subject = lamps()
    subject.take({"a1": "last-to", "b2": "must"}, 0.0)
    before = pixels(subject, 0.5)[:4]
    subject.begin(0.5)
    assert pixels(subject, 0.5)[:4] == before
    subject.take({"a1": "origin"}, 1.0)
    assert pixels(subject, 1.0)[4] != (0, 0, 0), "a new picture does not end the glow"


@pytest.mark.parametrize("brightness", [0.01, 0.08, 0.35])
def test_the_glow_is_never_rounded_to_dark(brightness):
    subject = lamps(brightness=brightness)
    subject.begin(0.0)
    assert any(pixels(subject, 0.0)[4])


def test_it_can_be_switched_off():
    subject = lamps(outside_s=0.0)
    subject.begin(0.0)
    assert subject.ends_at(0.0) is None
    assert not any(subject.frame(0.0).pixels)


def test_a_board_of_the_games_own_has_nothing_to_mark():
    subject = Lamps(Wiring(BOARD, BOARD.fields, BOARD.fields, hall=False), Lamp())
    subject.begin(0.0)
    assert subject.ends_at(0.0) is None
    assert not any(subject.frame(0.0).pixels)


def test_it_counts_against_the_budget():
    many = Wiring(BOARD, BOARD.fields, ("",) * 200 + BOARD.fields, hall=False, outside=range(200))
    subject = Lamps(many, Lamp(brightness=1.0, gamma=1.0, budget_ma=300))
    subject.take(dict.fromkeys(BOARD.fields, "must"), 0.0)
    alone = current_ma(subject.frame(1.0))
    subject.begin(1.0)
    both = [current_ma(subject.frame(1.0 + step / 20)) for step in range(80)]
    assert alone <= 300
    assert max(both) <= 300
    assert max(both) > 280, "the glow takes what is left"
