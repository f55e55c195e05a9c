"""A secret is chosen on the board alone: by whom, by what, and that nobody else learns of it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table import Table

from firmware_host.events import Lit, Secret, as_json
from firmware_host.keeping import changes
from firmware_host.settings import Help, Settings
from firmware_host.told import told
from rules.game import Outcome, Side

RACE = "5/w1w2/5/5/1b1b1/5 w -"
"""Two stones a side, each one step from its goal rank."""


class SecretTable(Table):
    """A board of the game that keeps secrets."""

    def __init__(self, start: str | None = None, settings: Settings | None = None, **more: object) -> None:
        super().__init__("smokkelen", start, settings, **more)

    def touch(self, field: str, up: float = 0.4) -> "SecretTable":
        self.lift(field, after=0.5).put(field, after=up)
        return self.wait(0.3)

    def hide(self, side: str, field: str) -> "SecretTable":
        return self.touch(field).press(side).wait(0.4)

    def hold(self, button: str, seconds: float) -> "SecretTable":
        self.press(button)
        self.t += seconds
        self.events += self.pipeline.press(self.t, button, seconds)
        return self

    def claim(self, side: str, field: str, held: float = 2.2) -> "SecretTable":
        return self.hold(side, held).touch(field)

    def hidden(self) -> set[str]:
        return {side.value for side in Side if self.position.hidden(side)}

    def outcomes(self) -> list[tuple[object, object]]:
        return [(event["winner"], event["reason"]) for event in self.told("outcome")]

    def everything_said(self) -> str:
        """All that leaves the pipeline, as text."""
        lines = [json.dumps(as_json(event)) + told(event) + repr(event) for event in self.events]
        return "\n".join(lines)


@pytest.mark.parametrize("order", [("white", "black"), ("black", "white")])
def test_each_side_hides_a_stone_in_any_order(order):
    fields = {"white": "c5", "black": "d2"}
    table = SecretTable(RACE)
    for side in order:
        table.hide(side, fields[side])
    assert [event["side"] for event in table.told("secret")] == list(order)
    assert table.hidden() == {"white", "black"}
    assert table.names() == ["secret", "secret"]


def test_an_event_of_a_secret_has_no_field():
    table = SecretTable(RACE).hide("white", "c5")
    (event,) = table.told("secret")
    assert event == {"t": event["t"], "event": "secret", "side": "white"}


def test_the_hidden_stone_wins_whoever_moves_it_once_the_move_is_final():
    table = SecretTable(RACE).hide("white", "c5").hide("black", "d2")
    table.move("a5-a6").wait(4)
    assert table.outcomes() == [], "it was the other stone"
    table.move("c5-c6")
    assert table.outcomes() == []
    table.wait(3)
    assert table.outcomes() == [("white", "contraband")]
    assert table.told("move")[-1]["by"] == "black"
    assert table.names()[-2:] == ["final", "outcome"]
    assert table.role("winner") == {"a6", "c6"}


def test_a_move_that_comes_after_the_arrival_comes_too_late():
    table = SecretTable(RACE).hide("white", "c5").move("c5-c6").move("b2-b1")
    assert table.outcomes() == [("white", "contraband")]
    assert table.moves() == ["c5-c6"]
    assert table.names() == ["secret", "move", "final", "outcome"]
    assert table.role("winner") == {"a5", "c6"}, "whoever moved on sees that it is over"
    table.lift("b1").wait(0.5)
    assert table.role("winner") == set()


def test_setting_the_stone_elsewhere_before_the_move_is_final_ends_nothing():
    table = SecretTable(RACE).hide("white", "c5").move("c5-c6")
    table.lift("c6", after=0.1).put("c5").wait(0.5).move("c5-d5").wait(5)
    assert table.outcomes() == []


def test_a_takeback_cancels_the_end_and_keeps_the_secret():
    table = SecretTable(RACE).hide("white", "c5").move("c5-c6").wait(4)
    table.lift("c6").put("c5").wait(1)
    assert table.outcomes() == [("white", "contraband"), (None, None)]
    assert table.hidden() == {"white"}
    table.move("c5-c6").wait(4)
    assert table.outcomes()[-1] == ("white", "contraband")


def test_another_stone_lifted_before_the_button_replaces_the_choice():
    table = SecretTable(RACE).touch("a5").touch("c5").press("white")
    table.move("a5-a6").wait(4).move("c5-c6").wait(4)
    assert table.outcomes() == [("white", "contraband")]
    assert table.moves() == ["a5-a6", "c5-c6"]


def test_a_secret_once_taken_is_not_changed():
    table = SecretTable(RACE).hide("white", "c5").hide("white", "a5")
    assert len(table.told("secret")) == 1
    assert table.move("a5-a6").wait(4).outcomes() == []


def test_a_stone_of_the_other_side_is_no_choice():
    table = SecretTable(RACE).touch("b2").press("white")
    assert table.told("secret") == []
    table.press("black")
    assert table.hidden() == {"black"}
    table = SecretTable(RACE).touch("c5").touch("b2").press("white").move("c5-c6").wait(4)
    assert table.outcomes() == [("white", "contraband")], "White's own choice stood"


@pytest.mark.parametrize("confirm", ["auto", "button", "lift"])
def test_secrets_are_hidden_however_moves_are_confirmed(confirm):
    table = SecretTable(RACE, Settings(confirm=confirm)).hide("black", "b2").hide("white", "c5")
    assert table.names() == ["secret", "secret"]
    table.move("c5-c6").press("white")
    assert table.outcomes() == [("white", "contraband")]


def test_a_stone_that_would_have_won_at_once_is_no_choice():
    table = SecretTable("2w2/w4/5/5/1b1b1/5 w -").hide("white", "c6")
    assert table.hidden() == set()
    assert table.hide("white", "a5").hidden() == {"white"}


def test_a_button_without_a_stone_takes_nothing():
    table = SecretTable(RACE).press("white").press("black").press("confirm").wait(1)
    assert table.names() == []
    assert table.hidden() == set()


def test_both_buttons_take_what_each_side_has_chosen():
    table = SecretTable(RACE).touch("c5").press("white").press("black", after=0)
    assert table.hidden() == {"white"}
    table = SecretTable(RACE).touch("c5").touch("b2").press("black").press("white", after=0)
    assert table.hidden() == {"white", "black"}


def test_a_stone_that_is_not_put_back_is_no_choice_and_no_disorder():
    table = SecretTable(RACE).lift("c5").wait(60).press("white").wait(1)
    assert table.names() == []
    assert table.hidden() == set()
    table.put("c5").wait(0.3).press("white")
    assert table.hidden() == {"white"}


def test_two_stones_up_at_once_are_no_choice():
    table = SecretTable(RACE).touch("a5").lift("a5").lift("c5").put("a5", "c5").wait(0.3).press("white")
    assert table.hidden() == set(), "nobody can say which was meant, and the earlier choice is gone too"
    assert table.hide("white", "c5").hidden() == {"white"}


def test_both_sides_may_have_a_stone_up_without_disorder():
    table = SecretTable(RACE).lift("c5").lift("b2").wait(5)
    assert table.names() == []
    assert table.lights == {}


def test_more_than_that_is_disorder_and_is_shown():
    table = SecretTable(RACE).lift("a5", "c5").wait(1)
    assert table.names() == ["astray"]
    assert table.role("missing") == {"a5", "c5"}
    table.put("a5", "c5", pole="w").wait(1)
    assert table.names() == ["astray", "restored"]
    assert table.lights == {}


def test_a_stone_set_down_in_set_up_is_no_choice():
    table = SecretTable(RACE, missing=("c5",)).wait(1).put("c5", pole="w").wait(1).press("white")
    assert table.names() == ["astray", "restored"]
    assert table.hidden() == set()


def test_a_flicker_is_no_choice():
    table = SecretTable(RACE).touch("c5").touch("a5", up=0.05).press("white").move("a5-a6").wait(4)
    assert table.hidden() == {"white"}
    assert table.outcomes() == []


def test_a_move_may_be_played_without_hiding():
    table = SecretTable(RACE).move("c5-c6").wait(4)
    assert table.names() == ["move"]
    table.touch("b2").press("black")
    assert table.hidden() == set(), "the first move ends the choosing"
    assert table.move("b2-b1").wait(4).outcomes() == []


def test_with_one_side_hidden_the_other_has_no_contraband():
    table = SecretTable(RACE).hide("black", "b2").move("c5-c6").wait(4)
    assert table.outcomes() == []
    assert table.move("b2-b1").wait(4).outcomes() == [("black", "contraband")]


def test_a_new_game_has_no_secrets():
    table = SecretTable(RACE).hide("white", "c5").press("new").wait(1)
    assert table.hidden() == set()
    assert table.names() == ["secret", "start"]
    table.press("white")
    assert table.hidden() == set(), "nor the choices of the old one"
    assert table.hide("white", "a5").hidden() == {"white"}


def test_after_everything_is_taken_back_the_other_side_may_still_hide():
    table = SecretTable(RACE).hide("white", "c5").move("a5-a6")
    table.lift("a6", after=1).put("a5").wait(1).hide("black", "b2")
    assert table.hidden() == {"white", "black"}


@pytest.mark.parametrize("name", ["international", "abalone", "overboord"])
def test_a_game_without_secrets_hears_nothing_of_this(name):
    table = Table(name)
    field = next(iter(table.poles), None)
    if field is not None:
        table.lift(field).put(field).wait(0.5)
    table.press("white").press("black").wait(0.5)
    assert "secret" not in table.names()
    assert not table.pipeline.session.hiding


# ---- what is lit


@pytest.mark.parametrize("level", list(Help))
def test_it_is_dark_while_secrets_are_chosen(level):
    table = SecretTable(settings=Settings(help_white=level, help_black=level))
    for field in ("a1", "c2", "e5", "c6"):
        table.touch(field, up=1.5)
    table.lift("b2", after=1).wait(2).put("b2").wait(1)
    pictures = [dict(event.lights) for event in table.events if isinstance(event, Lit)]
    assert pictures == [{}]


def test_a_secret_taken_is_told_by_all_stones_of_its_side_for_two_seconds():
    table = SecretTable().touch("c2").press("white").wait(0.3)
    home = {field for field, piece in table.position.fields.items() if piece.side is Side.WHITE}
    assert table.lights == dict.fromkeys(home, "secret")
    assert table.wait(1.6).role("secret") == home
    assert table.wait(0.2).lights == {}
    table.touch("d5").press("black").wait(0.3)
    assert len(table.role("secret")) == 10
    assert table.role("secret").isdisjoint(home)
    assert table.wait(2).lights == {}


def test_after_both_have_chosen_the_board_helps_again():
    table = SecretTable(RACE).hide("white", "c5").hide("black", "b2").lift("a5").wait(0.5)
    assert table.lights["a5"] == "origin"
    assert "destination" in table.lights.values()


def test_with_claim_the_board_helps_from_the_first_move():
    table = SecretTable(RACE, Settings(secrets="claim")).lift("a5").wait(0.5)
    assert table.lights["a5"] == "origin"
    table.put("a5").wait(0.3).press("white")
    assert table.hidden() == set()
    assert not table.pipeline.session.hiding


# ---- what is said


def told_with(white: str, black: str) -> str:
    table = SecretTable().hide("white", white).hide("black", black)
    table.move("a2-a3").move("e5-e4").move("a3-a4").wait(20)
    return table.everything_said()


def test_nothing_said_or_lit_depends_on_what_was_chosen():
    home = [f"{file}{rank}" for file in "abcde" for rank in (1, 2)]
    reference = told_with("b1", "b6")
    assert "'secret'" in reference or '"secret"' in reference
    for field in home:
        black = field[0] + {"1": "6", "2": "5"}[field[1]]
        assert told_with(field, black) == reference


def test_even_choosing_in_disorder_says_the_same():
    def said(field: str) -> str:
        table = SecretTable().lift(field).press("white").press("black").put(field).wait(1)
        return table.press("black").press("white").wait(3).everything_said()

    assert len({said(field) for field in ("a1", "c2", "e1", "b2")}) == 1


SIDES = {
    "white": [f"{f}{r}" for f in "abcde" for r in "12"],
    "black": [f"{f}{r}" for f in "abcde" for r in "56"],
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["touch", "up", "both", "white", "black", "confirm", "undo"]),
        st.sampled_from(["white", "black"]),
        st.integers(0, 9),
        st.floats(0.02, 2),
    ),
    max_size=12,
)


@given(STEPS, st.permutations(range(10)), st.permutations(range(10)))
@settings(max_examples=40, deadline=None)
def test_however_secrets_are_chosen_the_fields_make_no_difference(steps, white, black):
    """The same hands on other stones of the same sides: everything that comes out is the same."""

    def said(places):
        table = SecretTable()
        for what, side, number, seconds in steps:
            if not table.pipeline.session.hiding:
                break  # the board helps again, and shows what is lifted
            field = SIDES[side][places[side][number]]
            other = "black" if side == "white" else "white"
            if what == "touch":
                table.lift(field).put(field, after=seconds)
            elif what == "up":
                table.lift(field, after=seconds).press(side).put(field)
            elif what == "both":
                opposite = SIDES[other][places[other][number]]
                table.lift(field).lift(opposite, after=seconds)
                table.put(field, pole=side[0]).put(opposite, pole=other[0])
            else:
                table.press(what, after=seconds)
        hidden = table.hidden()
        return table.wait(5).everything_said(), hidden

    plain = {side: list(range(10)) for side in SIDES}
    assert said({"white": white, "black": black}) == said(plain)


# ---- claims


def test_a_late_claim_wins_if_the_record_proves_it():
    table = SecretTable(RACE, Settings(secrets="claim"))
    table.move("c5-c6").move("b2-c2").move("c6-b6").wait(4)
    assert table.outcomes() == []
    table.claim("white", "b6")
    assert table.outcomes() == [("white", "contraband")]
    assert table.names()[-3:] == ["final", "secret", "outcome"]
    assert table.hidden() == {"white"}


def test_a_claim_is_possible_where_secrets_could_have_been_hidden():
    table = SecretTable(RACE).move("c5-c6").wait(1).claim("white", "c6")
    assert table.outcomes() == [("white", "contraband")]


@pytest.mark.parametrize("field", ["a5", "d2"])
def test_a_claim_that_the_record_does_not_prove_changes_nothing(field):
    table = SecretTable(RACE).move("c5-c6").wait(1)
    before = table.position
    table.claim("white", field)
    assert table.names() == ["move", "final"], "the button confirms the own move, nothing else happens"
    assert table.position == before
    assert table.hidden() == set()
    table.move("a5-a6")
    assert table.moves() == ["c5-c6", "a5-a6"]


def test_a_claim_needs_the_own_button_held_long_enough_and_the_stone_soon_after():
    table = SecretTable(RACE).move("c5-c6").wait(1)
    table.claim("white", "c6", held=1.9).claim("black", "c6")
    assert table.outcomes() == []
    table.hold("white", 2.2).wait(30).touch("c6")
    assert table.outcomes() == []
    table.touch("c6")
    assert table.outcomes() == [], "a stone that is only adjusted claims nothing"


def test_who_has_hidden_a_stone_cannot_claim_another():
    table = SecretTable(RACE).hide("white", "a5").move("c5-c6").wait(1).claim("white", "c6")
    assert table.outcomes() == []


def test_the_earlier_arrival_counts():
    table = SecretTable(RACE, Settings(secrets="claim"))
    table.move("c5-c6").move("b2-b1").claim("black", "b1")
    assert table.outcomes() == [("black", "contraband")]
    table.claim("white", "c6")
    assert table.outcomes() == [("black", "contraband"), (None, None), ("white", "contraband")]
    table.claim("black", "b1")
    assert len(table.outcomes()) == 3


def test_a_claim_against_a_hidden_stone_that_came_first_is_refused():
    table = SecretTable(RACE).hide("black", "b2").move("b2-b1").wait(4)
    assert table.outcomes() == [("black", "contraband")]
    table.claim("white", "c5")
    assert len(table.outcomes()) == 1


def test_an_end_that_did_not_come_from_the_rules_stands():
    table = SecretTable(RACE).move("c5-c6").move("b2-a2").wait(1)
    line = table.pipeline.session.line
    line.finalise(table.t)
    line.end(Outcome(Side.BLACK, "resignation"), table.t)
    table.claim("white", "c6")
    assert line.outcome == Outcome(Side.BLACK, "resignation")


# ---- what the journal is to keep


def test_the_journal_gets_the_field_at_the_start_in_the_order_of_events():
    table = SecretTable(RACE).hide("white", "c5").move("c5-d5").wait(4).move("b2-b1").wait(1)
    table.claim("black", "b1")
    secrets = [event for event in table.events if isinstance(event, Secret)]
    assert [(event.side.value, event.place) for event in secrets] == [("white", "c5"), ("black", "b2")]
    line = table.pipeline.session.line
    kept = changes([event for event in table.events if event.name != "lights"], line.game, line.start)
    assert [type(change).__name__ for change in kept][-3:] == ["Finalise", "Seal", "End"]
    assert "c5" not in repr(kept[0])
