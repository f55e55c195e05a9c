"""What the wizard says at its end: orders, faults and pictures; and how its questions look."""

import pytest

from firmware_host.lamps import current_ma
from firmware_host.wire.found import found
from firmware_host.wire.order import order_of
from firmware_host.wire.picture import board_lines, progress_lines
from firmware_host.wire.prompt import LIGHT, Prompt
from firmware_host.wire.questions import Answer, How, Kind, Plan, Question
from firmware_host.wire.result import result
from firmware_host.wire.touch import Hands
from firmware_host.wiring import places, rows_order
from rules import registry

FIELDS = places(registry.game("smokkelen").board)
NAMES = sorted(FIELDS, key=lambda name: (-FIELDS[name][1], FIELDS[name][0]))


@pytest.mark.parametrize("serpentine", [False, True])
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_an_order_is_recognised_and_two_exchanged_are_named(rotate, mirror, serpentine):
    path = list(rows_order(FIELDS, rotate=rotate, mirror=mirror, serpentine=serpentine))
    words, out = order_of(path, FIELDS)
    assert out == ()
    assert ("rows" in words) == (rotate in (0, 180))
    assert f"from field {path[0]} " in words
    assert f"to field {path[-1]}" in words
    path[3], path[20] = path[20], path[3]
    assert order_of(["", *path], FIELDS) == (words, (4, 21))


def test_no_order_is_none():
    assert order_of(NAMES[::3] + NAMES[1::3] + NAMES[2::3], FIELDS) is None
    assert order_of([], FIELDS) is None


def answers(walks):
    return [
        Answer(Question(Kind.FIELD, field=name, walk=number + 1), frozenset(channels), How.REST)
        for number, walk in enumerate(walks)
        for name, channels in walk.items()
    ]


def wired(changes=(), walks=2, channels=32):
    plan = Plan(tuple(NAMES), FIELDS, channels, 0)
    closes = {name: {number} for number, name in enumerate(NAMES)} | dict(changes)
    hands = Hands(channels)
    hands.feed(0.0, bytes(channels))
    return plan, found(plan, answers([closes] * walks), (), ()), hands


def told(changes=()):
    plan, known, hands = wired(changes)
    return result(plan, known, hands)


@pytest.mark.parametrize(
    ("how", "idle", "times"),
    [(How.TAPS, set(), 2), (How.TIME, set(), 3), (How.TAPS, {7}, 3), (How.TIME, {7}, 4)],
)
def test_silence_is_believed_later_where_somebody_may_have_been_away_or_a_channel_is_left(how, idle, times):
    plan = Plan(tuple(NAMES), FIELDS, 32, 0)
    question = Question(Kind.FIELD, field="a1", walk=1)
    for number in range(1, 5):
        known = found(plan, [Answer(question, frozenset(), how)] * number, (), idle)
        assert ("a1" in known.heard) == (number >= times), number


def test_a_sound_board_has_no_faults():
    done = told()
    assert done.faults == ()
    assert done.wiring == {"fields": [*NAMES, "", ""]}
    assert "channels run in rows from field a6 (far left) to field e1" in done.notes[0]
    assert done.notes[1] == "Never heard: channels 30 and 31."


def test_one_answer_is_not_enough():
    plan, known, hands = wired(walks=1)
    assert not known.channel_of
    assert not result(plan, known, hands).worth_writing


def test_a_shared_channel_belongs_to_nobody():
    done = told({"a6": {1}})
    assert "Channel 1 closes under fields a6 and b6" in done.faults[0]
    assert done.wiring["fields"][:3] == ["", "", "c6"]
    assert done.wiring["absent"] == ["a6", "b6"]


def test_two_channels_of_one_field_are_named_and_one_is_taken():
    done = told({"a6": {0, 30}})
    assert done.faults == ("Field a6 closes channel 30 as well as 0, which is taken.",)
    assert done.wiring["fields"][0] == "a6"
    assert done.wiring["fields"][30] == ""


def test_a_dead_field_is_absent():
    done = told({"c4": set()})
    assert "Field c4 was not heard" in done.faults[0]
    assert done.wiring["absent"] == ["c4"]


def test_a_gutter_without_any_sensor_is_not_mentioned():
    plan = Plan(tuple(NAMES[:-5]), FIELDS, 25, 0)
    closes = {name: {number} for number, name in enumerate(NAMES[:-5])}
    known = found(plan, answers([closes, closes]), (), ())
    done = result(plan, known, Hands(25), gutter=NAMES[-5:])
    assert "absent" not in done.wiring
    assert set(result(plan, known, Hands(25)).wiring["absent"]) == set(NAMES[-5:])


def test_the_picture_names_field_channel_and_leds():
    plan, known, _ = wired({"c4": set()})
    lines = board_lines(plan, known)
    assert lines[0].split() == ["a6", "b6", "c6", "d6", "e6"]
    assert lines[1].split() == ["c0", "c1", "c2", "c3", "c4"]
    assert lines[7].split() == ["c10", "c11", "c?", "c13", "c14"]


def test_the_terminal_shows_what_is_asked_for():
    plan, _, _ = wired()
    lines = progress_lines(plan, answers([{"a6": {0}, "b6": set()}]), "c6")
    assert lines[0].startswith("a6+  b6!")
    assert "\x1b[7mc6.\x1b[0m" in lines[0]
    assert len(lines) == 6


@pytest.mark.parametrize("budget_ma", [60, 100, 500, 5000])
def test_no_prompt_draws_more_than_the_supply_gives(budget_ma):
    prompt = Prompt("", None, dict.fromkeys(range(20), LIGHT), (255, 255, 255))
    assert current_ma(prompt.frame(50, budget_ma)) <= budget_ma
