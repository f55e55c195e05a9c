"""The bench of the hearing: what it calls the reaction to an accident, and to a fault."""

import sys
from pathlib import Path
from random import Random

import pytest

BENCH = Path(__file__).parents[1] / "bench"
sys.path.insert(0, str(BENCH))

from hearing_accidents import (  # noqa: E402
    ACCIDENTS,
    INVENTED,
    MADE_FINAL,
    PASSING,
    SAID,
    SILENT,
    TOOK_BACK,
    UNFINISHED,
    reaction,
)
from hearing_faults import FAULTS, broken, kinds, noticed, showed, with_dead_field  # noqa: E402
from hearing_games import Cell, Played, play, positions_of, views  # noqa: E402
from hearing_judge import Heard, Result, judge, listen  # noqa: E402
from hearing_methods import METHODS, Follower, QuietBoard, zetlicht  # noqa: E402

from firmware_host.events import (  # noqa: E402
    Amended,
    Astray,
    Ended,
    Fault,
    Final,
    Moved,
    Started,
    TakenBack,
)
from firmware_host.hands import LEVELS, Magnet, perform  # noqa: E402
from firmware_host.hands.faults import (  # noqa: E402
    drops_out,
    flickers,
    goes_blind,
    never_closes,
    never_opens,
)
from rules.game import Side  # noqa: E402
from rules.registry import game  # noqa: E402

INTERNATIONAL = game("international")
START = INTERNATIONAL.start()
MOVES = ("32-28", "18-23", "38-32", "12-18", "31-27", "7-12")


def _line(*texts):
    moves, position = [], START
    for text in texts:
        moves.append(position.parse_move(text))
        position = position.play(moves[-1])
    return tuple(moves), positions_of(START, tuple(moves))


def _played(*texts, kind="reed", **more):
    moves, positions = _line(*texts)
    performance = perform(INTERNATIONAL, None, moves, LEVELS["tidy"], Random(1), kind, **more)
    return Played(INTERNATIONAL, moves, positions, performance)


def _on(played, performance):
    return Played(played.game, played.moves, played.positions, performance)


# Accidents

_, AFTER = _line("32-28", "18-23", "38-32")
BEFORE = [Heard("32-28", AFTER[1].text(), 0.0)]
INVENTION = Moved(2.0, 2, "18-23", AFTER[2].text(), Side.BLACK)
UNDONE = TakenBack(3.0, 2, AFTER[1].text())
LOST = Astray(3.5, ("1",), ())
ENDED, ANEW = Ended(4.0, None, "aborted"), Started(5.0, "international", START.text())


@pytest.mark.parametrize(
    ("events", "called"),
    [
        ([], SILENT),
        ([LOST], SAID),
        ([LOST, ENDED], UNFINISHED),
        ([LOST, ANEW], UNFINISHED),
        ([ENDED, ANEW], UNFINISHED),
        ([ANEW, ENDED], UNFINISHED),
        ([INVENTION], INVENTED),
        ([INVENTION, LOST], INVENTED),
        ([INVENTION, UNDONE, LOST], PASSING),
        ([INVENTION, UNDONE, LOST, ENDED], UNFINISHED),
        ([INVENTION, Final(2.5, 2), UNDONE, LOST], MADE_FINAL),
        ([INVENTION, UNDONE], INVENTED),
        ([INVENTION, ENDED], INVENTED),
        ([INVENTION, ENDED, UNDONE], INVENTED),
        ([INVENTION, ANEW], INVENTED),
        ([ANEW, Moved(6.0, 1, "32-28", AFTER[1].text(), Side.WHITE)], INVENTED),
        ([Amended(2.0, 1, "32-27", "elsewhere", Side.WHITE), LOST], INVENTED),
        ([TakenBack(2.0, 1, START.text()), LOST], TOOK_BACK),
        ([TakenBack(2.0, 1, START.text()), ENDED], TOOK_BACK),
        ([Final(2.0, 1), LOST], SAID),
    ],
)
def test_a_reaction_is_called_by_what_stands_and_what_was_said(events, called):
    assert reaction(events, BEFORE) == called


@pytest.mark.parametrize("accident", sorted(ACCIDENTS))
def test_an_accident_happens_the_same_way_at_every_call(accident):
    for hearer in METHODS.values():
        assert len({ACCIDENTS[accident](hearer, 3, "seed") for _ in range(2)}) == 1


class Deaf(Follower):
    """Hears nothing, says nothing."""

    def changed(self, settled, placed):
        return []

    def quiet(self, at):
        return []


@pytest.mark.parametrize(
    ("accident", "called"),
    [
        ("swept off the board", SILENT),
        ("set up anew in mid-game", SILENT),
        ("blind while play goes on", "wrong"),
        ("a piece not set up, and play begun", "wrong"),
    ],
)
def test_who_says_nothing_is_not_praised(accident, called):
    assert ACCIDENTS[accident](Deaf, 1, "seed") == called


def test_a_board_that_boots_knows_what_it_has_heard():
    played = _played(*MOVES)
    third, fourth = played.performance.turns[2:4]
    blind = _on(played, goes_blind(played.performance, third.first - 0.2, third.last + 0.1))
    (boots,) = blind.performance.defects[0].spells
    made = []

    def hearer(game, start, before):
        made.append([move.text for move in before])
        return zetlicht(game, start, before)

    assert judge(listen(hearer, blind, boots), played.positions).result is Result.EXACT
    assert made == [[], list(MOVES[:2])]
    assert fourth.first > boots[1]


# Faults


def test_a_dead_field_is_heard_as_it_says():
    played = _played("32-28", "18-23")
    board = INTERNATIONAL.board
    for make, occupied in ((never_closes, False), (never_opens, True)):
        broken_ = make(played.performance, "28")
        assert {bool(seen.occupied & board.bit["28"]) for _, seen in views(broken_, board)} == {occupied}
    lost = _on(played, never_closes(played.performance, "28"))
    assert judge(listen(QuietBoard, lost), played.positions).result is Result.LOST
    assert judge(listen(QuietBoard, played), played.positions).result is Result.EXACT


def test_any_field_may_be_dead_in_either_way():
    played = _played("32-28")
    found = {}
    for seed in range(60):
        kind, broken_ = with_dead_field(played, Random(seed))
        found.setdefault(kind, set()).update(broken_.performance.defects[0].fields)
    assert sorted(found) == ["never closes", "never opens"]
    assert min(len(fields) for fields in found.values()) > 10


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_in_the_performance_and_the_same_at_every_call(fault):
    for kind in kinds(fault):
        cell = Cell("english", kind, "ordinary")
        (played, sound), (again, _) = broken(fault, cell, 0), broken(fault, cell, 0)
        assert played.performance == again.performance
        assert played.performance.defects
        assert not sound.defects
        assert [turn.move for turn in sound.turns] == [turn.move for turn in played.performance.turns]
        others = [broken(fault, cell, number)[0].performance.defects for number in (1, 2, 3)]
        assert any(other != played.performance.defects for other in others)


def test_a_fault_shows_when_the_sensors_differ_for_long_enough():
    played = _played("32-28", "18-23")
    plain = played.performance
    first = plain.turns[0]
    assert showed(plain, never_opens(plain, "32")) == pytest.approx(first.first, abs=0.01)
    assert showed(plain, never_closes(plain, "32")) == 0.0
    assert showed(plain, never_closes(plain, "28")) == pytest.approx(first.last, abs=0.01)
    assert showed(plain, plain) == plain.end
    reversed_ = perform(
        INTERNATIONAL, None, played.moves, LEVELS["tidy"], Random(1), magnets={"1": Magnet.REVERSED}
    )
    assert showed(plain, reversed_) == plain.end


def _fault(t, field, device=None):
    return Fault(t, field, device, "it does not open", t)


def test_naming_a_fault_is_right_only_for_what_is_broken():
    played = _played(*MOVES)
    plain, turns = played.performance, played.performance.turns
    late = turns[3].last + 0.1
    dead = _on(played, never_opens(plain, "32"))
    found = noticed([_fault(late, "32")], dead, turns[0].last)
    assert (found.named, found.plies, found.accused) == (True, 3, 0)
    found = noticed([_fault(late, "33"), _fault(late, None, "panel")], dead, 0.0)
    assert (found.named, found.accused) == (False, 2)
    line = _on(played, drops_out(plain, ("32", "33"), Random(1)))
    assert noticed([_fault(late, None, "panel")], line, 0.0).named
    assert noticed([_fault(late, "33")], line, 0.0).named
    assert not noticed([_fault(late, "34")], line, 0.0).named
    assert noticed([], _on(played, flickers(plain, "32", Random(1))), 0.0).plies == 0


def test_a_fault_that_travels_is_named_where_the_piece_has_been():
    played = _played(*MOVES, magnets={"32": Magnet.WEAK})
    turns = played.performance.turns
    for field, at, right in (
        ("32", 0.5, True),
        ("28", 0.5, False),
        ("28", turns[0].last + 0.5, True),
        ("31", turns[-1].last, False),
    ):
        assert noticed([_fault(at, field)], played, 0.0).named is right


def test_a_piece_on_a_dead_field_answers_no_question():
    cell = Cell("english", "reed", "ordinary")
    dead = _on(played := play(cell, 0), never_opens(played.performance, "1"))
    assert listen(zetlicht, dead)
