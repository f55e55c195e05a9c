"""The rim shows the clock: a bar that shrinks and a dot, never dark for who is to move, never flashing."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game import square_board

from firmware_host.clock import Control, new_clock
from firmware_host.clock_face import BAR, Face, bar, faces
from firmware_host.lamps import Lamp, Lamps, current_ma
from firmware_host.palette import LOOKS
from firmware_host.wiring import Wiring
from rules.game import Side

DOT = LOOKS["turn"].level
TEN = Control(600.0)

FACES = st.builds(
    Face,
    st.floats(0.0, 1.0),
    st.floats(0.0, 7200.0),
    st.booleans(),
    on_move=st.booleans(),
    runs=st.booleans(),
).map(lambda face: replace(face, runs=face.runs and face.on_move))


def levels(face: Face, pixels: int, phase_s: float = 0.0) -> list[float]:
    return [0.0 if shade is None else shade[1] for shade in bar(face, pixels, phase_s)]


def white_after(seconds: float, control: Control = TEN) -> Face:
    return faces(new_clock(control).run(Side.WHITE, 0.0), seconds, Side.WHITE)[Side.WHITE]


def test_the_bar_shrinks_from_its_end():
    assert levels(white_after(0.0), 5) == [BAR] * 5
    assert levels(white_after(121.0), 5) == [BAR] * 4 + [0.0]
    assert levels(white_after(359.0), 5) == [BAR] * 3 + [0.0] * 2


def test_the_other_side_shows_one_light_where_its_bar_ends():
    clock = new_clock(TEN).run(Side.WHITE, 0.0).stand(300.0).run(Side.BLACK, 300.0)
    assert levels(faces(clock, 300.0, Side.BLACK)[Side.WHITE], 6) == [0.0, 0.0, DOT, 0.0, 0.0, 0.0]


def test_the_last_minute_blinks_slowly_and_the_last_seconds_faster():
    assert white_after(539.0).blink_s is None
    assert white_after(541.0).blink_s == 2.0
    assert white_after(591.0).blink_s == 1.0
    assert [levels(white_after(550.0), 4, phase)[0] for phase in (0.0, 0.9, 1.1, 1.9)] == [BAR, BAR, DOT, DOT]


def test_a_period_of_byo_yomi_has_a_bar_of_its_own():
    control = Control(60.0, 0.0, 3, 30.0)
    face = white_after(70.0, control)
    assert (face.in_period, face.share, face.left_s) == (True, pytest.approx(20 / 30), 80.0)
    assert face.blink_s == 2.0


def test_a_clock_that_stands_does_not_blink():
    clock = new_clock(Control(30.0)).run(Side.WHITE, 0.0).stand(5.0)
    assert faces(clock, 900.0, Side.WHITE)[Side.WHITE].blink_s is None


@given(FACES, st.integers(1, 24), st.floats(0.0, 60.0))
def test_who_is_to_move_is_never_dark_and_told_apart_from_the_other(face, pixels, phase_s):
    lit = [level for level in levels(face, pixels, phase_s) if level]
    if face.on_move:
        assert lit
        assert face.blink_s is not None or len(lit) >= min(2, pixels)
    else:
        assert len(lit) <= (1 if pixels > 2 else 0)


@given(FACES)
def test_it_never_flashes_more_than_once_a_second(face):
    shown = [levels(face, 4, at / 50)[0] for at in range(500)]
    rises = sum(before < after for before, after in pairwise(shown))
    assert rises <= 10


def lamps(budget_ma: float = 5000.0, brightness: float = 1.0, rim: int = 3) -> Lamps:
    board = square_board(2, 2)
    white, black = range(4, 4 + rim), range(4 + rim, 4 + 2 * rim)
    pixels = (*board.fields, *[""] * (2 * rim))
    wiring = Wiring(board, (), pixels, hall=False, rim={Side.WHITE: white, Side.BLACK: black})
    return Lamps(wiring, Lamp(brightness=brightness, gamma=1.0, budget_ma=budget_ma, outside_s=0))


def blues(picture) -> list[int]:
    return list(picture.pixels[2::3])[4:]


def test_the_lamps_show_it_on_the_rim():
    subject = lamps()
    subject.turn(Side.WHITE)
    assert blues(subject.frame(0.0)) == [25, 25, 25, 0, 0, 0], "without a clock only whose turn it is"
    subject.show_clock(faces(new_clock(TEN).run(Side.WHITE, 0.0), 0.0, Side.WHITE))
    assert blues(subject.frame(0.0)) == [76, 76, 76, 0, 0, 25]
    assert not subject.moving
    subject.show_clock(faces(new_clock(TEN).run(Side.WHITE, 0.0), 595.0, Side.WHITE))
    assert subject.moving
    assert blues(subject.frame(0.0)) == [76, 0, 0, 0, 0, 25]
    assert blues(subject.frame(0.6)) == [25, 0, 0, 0, 0, 25]
    subject.turn(None)
    assert blues(subject.frame(0.0)) == [0] * 6
    assert not subject.moving


@pytest.mark.parametrize("brightness", [0.01, 0.35, 1.0])
def test_its_current_is_reserved_so_that_no_field_changes_with_it(brightness):
    subject = lamps(budget_ma=45.0, brightness=brightness, rim=8)
    clock = new_clock(TEN).run(Side.WHITE, 0.0)
    subject.take({"a1": "origin", "b2": "destination"}, 0.0)
    subject.show_clock(faces(clock, 0.0, Side.WHITE))
    fields = set()
    for side, at in ((Side.WHITE, 0.0), (Side.WHITE, 595.0), (Side.BLACK, 100.0), (None, 100.0)):
        subject.turn(side)
        subject.show_clock(faces(clock, at, side))
        frame = subject.frame(5.0)
        assert current_ma(frame) <= 45.0
        fields.add(frame.pixels[:12])
    assert len(fields) == 1
