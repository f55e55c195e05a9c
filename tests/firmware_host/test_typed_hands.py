"""What is typed to a simulated board moves pieces, presses buttons, or is refused; lights in words."""

import pytest

from firmware_host.errors import UsageError
from firmware_host.typed_hands import Pressed, Put, Table, brightest, lit

TABLE = Table(("a1", "", "b1", "c1"), bytes((1, 0, 0, 2)), {0: "confirm", 2: "undo"})


def test_a_piece_is_lifted_and_put_where_there_is_none():
    assert TABLE.acts("a1 b1", TABLE.start) == [Put({0: 0}), Put({2: 1})]


def test_the_piece_in_the_hand_keeps_its_pole():
    assert TABLE.acts("c1 b1", TABLE.start) == [Put({3: 0}), Put({2: 2})]


def test_a_piece_from_nowhere_is_the_one_that_stands_there_at_the_start():
    assert TABLE.acts("c1 b1", bytes(4)) == [Put({3: 2}), Put({2: 1})]


def test_a_field_named_twice_is_lifted_and_returned():
    assert TABLE.acts("A1 a1", TABLE.start) == [Put({0: 0}), Put({0: 1})]


def test_set_up_and_clear():
    assert TABLE.acts("clear start", TABLE.start) == [
        Put(dict.fromkeys(range(4), 0)),
        Put({0: 1, 1: 0, 2: 0, 3: 2}),
    ]


def test_a_button_is_pressed_by_its_meaning():
    assert TABLE.acts("undo", TABLE.start) == [Pressed(2)]


def test_nothing_typed_does_nothing():
    assert TABLE.acts("  ", TABLE.start) == []


@pytest.mark.parametrize("word", ["z9", "new", '""', "…"])
def test_another_word_is_refused_with_what_there_is(word):
    with pytest.raises(UsageError, match=r"no field or button .* press a button"):
        TABLE.acts(f"a1 {word}", TABLE.start)


def test_lights_in_words():
    picture = bytes((255, 89, 0)) + bytes(3) + bytes((20, 15, 9)) + bytes((0, 3, 30)) + bytes((90, 3, 0))
    assert lit(("a1", "b1", "c1", "", "a1"), picture) == "amber a1, blue LED 3, red a1, white c1"


def test_what_is_too_dim_for_a_hue_is_left_out():
    assert lit(("a1",), bytes((2, 1, 0))) == "dark"


def test_blinking_lights_are_seen():
    assert brightest([bytes((0, 0, 9, 0, 0, 0)), bytes((0, 0, 0, 7, 7, 7))]) == bytes((0, 0, 9, 7, 7, 7))
