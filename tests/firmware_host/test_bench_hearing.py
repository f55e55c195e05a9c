"""The bench of the hearing: its ways of hearing and its judge work, or its figures mean nothing."""

import sys
from pathlib import Path
from random import Random

import pytest

BENCH = Path(__file__).parents[1] / "bench"
sys.path.insert(0, str(BENCH))

import bench_hearing  # noqa: E402
from hearing_games import (  # noqa: E402
    Cell,
    Played,
    blitz_cells,
    cells,
    moves_of,
    play,
    positions_of,
    records,
)
from hearing_judge import Result, delays, judge, listen  # noqa: E402
from hearing_methods import LiftAndPlace, QuietBoard, zetlicht  # noqa: E402
from hearing_page import BEGIN, END, headline, rewritten, share, tables  # noqa: E402
from hearing_plot import plot  # noqa: E402
from hearing_tally import FULL, Totals, cost_jobs, jobs, measure, run  # noqa: E402

from firmware_host.events import (  # noqa: E402
    Amended,
    Asked,
    Astray,
    Fault,
    Final,
    Moved,
    Restored,
    Started,
    TakenBack,
)
from firmware_host.hands import LEVELS, perform  # noqa: E402
from firmware_host.seen import Seen  # noqa: E402
from rules.game import Side  # noqa: E402
from rules.registry import game, names  # noqa: E402

INTERNATIONAL = game("international")
START = INTERNATIONAL.start()


def line(*texts, start=START):
    moves, position = [], start
    for text in texts:
        moves.append(position.parse_move(text))
        position = position.play(moves[-1])
    return tuple(moves), positions_of(start, tuple(moves))


def moved(t, ply, text, position, kind=Moved):
    return kind(t, ply, text, position.text(), Side.WHITE)


# The judge

MOVES, POSITIONS = line("32-28", "18-23")
_, OTHERS = line("32-27", "18-23")
FIRST, SECOND = (moved(float(n), n, MOVES[n - 1].text, POSITIONS[n]) for n in (1, 2))
WRONG = moved(1.0, 1, "32-27", OTHERS[1])
LOST = Astray(3.0, ("1",), ())


@pytest.mark.parametrize(
    ("events", "result"),
    [
        ([FIRST, SECOND], Result.EXACT),
        ([FIRST, Astray(1.5, ("1",), ()), Restored(1.6), SECOND], Result.EXACT),
        ([WRONG, moved(1.1, 1, "32-28", POSITIONS[1], Amended), SECOND], Result.EXACT),
        ([FIRST, TakenBack(1.5, 1, START.text()), FIRST, SECOND], Result.EXACT),
        ([FIRST, Asked(1.8, ("18-23", "18-22")), SECOND], Result.ASKED),
        ([FIRST, Asked(1.8, ("18-23", "18-22"))], Result.ASKED),
        ([FIRST, LOST], Result.LOST),
        ([LOST], Result.LOST),
        ([FIRST], Result.WRONG),
        ([FIRST, Astray(1.5, ("1",), ()), Restored(1.6)], Result.WRONG),
        ([], Result.WRONG),
        ([WRONG], Result.WRONG),
        ([WRONG, moved(2.0, 2, "18-23", OTHERS[2])], Result.WRONG),
        ([WRONG, Final(1.2, 1), TakenBack(1.5, 1, START.text()), FIRST, SECOND], Result.EXACT),
        ([WRONG, Final(1.2, 1), LOST], Result.WRONG),
        ([FIRST, SECOND, moved(3.0, 3, "28x19", OTHERS[2])], Result.WRONG),
        ([FIRST, Started(1.5, "international", START.text()), FIRST, SECOND], Result.WRONG),
    ],
)
def test_a_game_is_judged_by_what_stands_at_its_end(events, result):
    assert judge(events, POSITIONS).result is result


def test_the_judge_says_where_it_went_wrong():
    judged = judge([FIRST, moved(2.0, 2, "18-22", OTHERS[2]), LOST], POSITIONS)
    assert (judged.ply, judged.at, judged.heard) == (2, 2.0, "18-22")
    judged = judge([FIRST, LOST], POSITIONS)
    assert (judged.ply, judged.at) == (2, 3.0)
    assert "missing 1" in judged.heard


def test_moves_put_right_and_faults_are_counted():
    events = [WRONG, moved(1.1, 1, "32-28", POSITIONS[1], Amended), SECOND, Fault(2.5, "7", None, "?", 0.0)]
    judged = judge(events, POSITIONS)
    assert (judged.passing, judged.mended, judged.faults) == (1, 0, 1)
    told_anew = [WRONG, Final(1.2, 1), TakenBack(1.5, 1, START.text()), FIRST, SECOND]
    assert judge(told_anew, POSITIONS).mended == 1


def performed(moves, level="tidy", kind="reed", start=START, seed=1):
    made, positions = line(*moves, start=start)
    performance = perform(start.game, start, list(made), LEVELS[level], Random(seed), kind)
    return Played(start.game, made, positions, performance)


def test_delays_run_from_the_last_edge_and_know_flying_kings():
    played = performed(["48-42", "1-6"], start=INTERNATIONAL.parse("W:WK48:B1"))
    king, man = played.performance.turns
    events = [
        moved(king.last + 0.3, 1, "48-42", played.positions[1]),
        moved(man.last + 0.05, 2, "1-6", played.positions[2]),
    ]
    first, second = delays(events, played)
    assert (round(first.seconds, 6), first.open, first.king) == (0.3, True, True)
    assert (round(second.seconds, 6), second.open, second.king) == (0.05, False, False)
    assert list(delays([WRONG], played)) == []


# The ways of hearing


@pytest.mark.parametrize("hearer", [zetlicht, LiftAndPlace, QuietBoard])
@pytest.mark.parametrize("kind", ["reed", "hall"])
def test_every_way_of_hearing_hears_tidy_hands(hearer, kind):
    played = performed(["32-28", "18-23", "38-32", "12-18", "31-27", "7-12", "37-31"], kind=kind)
    assert judge(listen(hearer, played), played.positions).result is Result.EXACT


@pytest.mark.parametrize(("hearer", "late"), [(zetlicht, 0.012), (LiftAndPlace, 0.012), (QuietBoard, 0.35)])
def test_what_each_way_of_hearing_costs_in_time(hearer, late):
    played = performed(["32-28", "18-23", "38-32"])
    assert [round(each.seconds, 4) for each in delays(listen(hearer, played), played)] == [late] * 3


class Hands:
    """Views by hand, for one way of hearing."""

    def __init__(self, hearer, start=START):
        self.board = start.game.board
        self.method = hearer(start.game, start, ())
        self.fields = set(start.fields)
        self.events = []
        self.at = 0.0
        self._feed()

    def _feed(self):
        seen = Seen(self.board.mask(self.fields), 0, 0, 0)
        self.events += self.method.feed(self.at, seen)

    def lift(self, field, after=0.5):
        self.at += after
        self.fields.remove(field)
        self._feed()
        return self

    def put(self, field, after=0.5):
        self.at += after
        self.fields.add(field)
        self._feed()
        return self

    def told(self, wait=3.0):
        self.events += self.method.advance(self.at + wait)
        return [(e.name, getattr(e, "move", "")) for e in self.events if e.name not in ("lights", "final")]


def test_lift_and_place_takes_a_piece_that_rests_on_the_way_and_never_takes_it_back():
    start = INTERNATIONAL.parse("W:WK48:B1")
    hands = Hands(LiftAndPlace, start).lift("48").put("37", after=0.2).lift("37", after=0.1)
    assert hands.put("26", after=0.2).told()[0] == ("move", "48-37")
    ours = Hands(zetlicht, start).lift("48").put("37", after=0.2).lift("37", after=0.1).put("26", after=0.2)
    assert ours.told() == [("move", "48-26")]


def test_lift_and_place_chooses_the_capture_whose_men_are_off():
    start = INTERNATIONAL.parse("W:WK16:B21,23,33,39")
    hands = Hands(LiftAndPlace, start).lift("16").lift("39").lift("33").put("1")
    assert hands.told(0.1) == [("move", "16x38x29x1")] or hands.told(0.1)[0][1].startswith("16x")


def test_the_quiet_board_takes_what_rests_too_long_on_a_wrong_field():
    hands = Hands(QuietBoard).lift("32").put("27", after=0.3).lift("27", after=0.3).put("28", after=0.3)
    assert hands.told() == [("move", "32-28")]
    hands = Hands(QuietBoard).lift("32").put("27", after=0.3).lift("27", after=0.4).put("28", after=0.3)
    assert hands.told() == [("move", "32-27"), ("astray", "")]


def test_the_quiet_board_takes_back_and_complains_once():
    hands = Hands(QuietBoard).lift("32").put("28", after=0.3).lift("28", after=0.4).put("32")
    assert hands.told() == [("move", "32-28"), ("astray", ""), ("takeback", ""), ("restored", "")]


def test_the_quiet_board_asks_where_pushes_look_alike():
    start = game("overboord", {"chooser": "none"}).parse("w5/6/6/6/6/b4w b push")
    hands = Hands(QuietBoard, start)
    alike = {}
    for move in start.legal_moves():
        after = start.play(move)
        alike.setdefault(after.occupied, set()).add(after)
    occupied = next(mask for mask, group in alike.items() if len(group) > 1)
    hands.at = 1.0
    hands.fields = set(hands.board.names(occupied))
    hands._feed()
    assert [name for name, _ in hands.told()] == ["ask"]


# Games, totals, pages


def test_every_game_is_played_on_both_kinds_of_sensors_at_every_level():
    assert len(cells()) == len(names()) * 2 * 3
    assert len(blitz_cells()) == 6 * 2 + 3
    for total in (1, 7, 200, 2000):
        planned = [job for job in jobs(bench_hearing.totals(total)) if job.what == "hands"]
        assert sum(job.count for job in planned if job.cell.level != "blitz") == total
    assert bench_hearing.totals(FULL.games) == FULL


def test_the_same_game_is_played_at_every_call():
    cell = Cell("frisian", "hall", "sloppy")
    assert play(cell, 3).performance == play(cell, 3).performance
    assert play(cell, 3).performance != play(cell, 4).performance


def test_recorded_games_come_first_and_then_random_ones():
    known = {tuple(record["moves"]) for record in records("brazilian")}
    played = [tuple(move.text for move in moves_of("brazilian", n, "x")[1]) for n in (0, len(known), 1999)]
    assert [game in known for game in played] == [True, False, False]
    assert played[1] != played[2]
    start, moves = moves_of("overboord", 0, "x")
    assert start.game.chosen["chooser"] == "none"
    assert moves[0].text.startswith("@")


@pytest.fixture(scope="module")
def small():
    """A tiny sample of everything."""
    totals = Totals(games=3, blitz=1, dead=2, accidents=1, faults=1, lawless=1, timed=1)
    work = [job for job in jobs(totals) if job.cell.game in ("", "brazilian", "abalone", "smokkelen")]
    tally = measure(work, 1, lambda _: None)
    tally.add(run(cost_jobs(totals)[0]))
    return tally


def test_a_tiny_sample_fills_every_table(small):
    text = tables(small)
    for title in (
        "How often",
        "By game",
        "Questions",
        "How long it takes",
        "How long it takes in the other games",
        "What a frame costs",
        "Players who do not know",
        "One dead sensor",
        "Other faults",
        "Accidents",
    ):
        assert f"### {title}" in text
    for block in text.split("\n\n"):
        rows = [row for row in block.splitlines() if row.startswith("|")]
        assert len({row.count("|") for row in rows}) <= 1
    assert "lift and place" in headline(small)
    assert small.as_json()["frames_per_s"]


def test_two_processes_count_as_one(small):
    totals = Totals(games=3, blitz=1, dead=2, accidents=1, faults=1, lawless=1, timed=1)
    work = [job for job in jobs(totals) if job.cell.game in ("", "brazilian", "abalone", "smokkelen")]
    again = measure(work, 2, lambda _: None)
    assert again.hands == small.hands
    assert again.accidents == small.accidents
    assert (again.faults, again.named, again.noticed) == (small.faults, small.named, small.noticed)
    assert again.lawless == small.lawless
    assert again.late == small.late


def test_the_plot_is_svg_that_needs_no_colour(small):
    from xml.etree import ElementTree

    drawn = ElementTree.fromstring(plot(small))
    assert drawn.tag.endswith("svg")
    assert "quiet board" in plot(small)
    for fill in ("#111111", "#f2f2f2", "#ffffff"):
        assert fill in plot(small)


def test_shares_never_round_to_all_or_nothing():
    assert [share(count, 10_000) for count in (0, 1, 5_000, 9_999, 10_000)] == [
        "0",
        "0.1 %",
        "50.0 %",
        "99.9 %",
        "100 %",
    ]
    assert share(0, 0) == "–"


def test_only_what_is_between_the_marks_is_rewritten():
    page = f"# Before\n\n{BEGIN}\nold\n{END}\n\nafter\n"
    assert rewritten(page, "new") == f"# Before\n\n{BEGIN}\n\nnew\n\n{END}\n\nafter\n"
    for wrong in ("no marks", f"{END} {BEGIN}", f"{BEGIN} {BEGIN} {END}"):
        with pytest.raises(ValueError, match="must hold"):
            rewritten(wrong, "new")
    assert "| new |" in rewritten(bench_hearing.PAGE.read_text(encoding="utf-8"), "| new |")
