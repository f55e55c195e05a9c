"""What hands do at each level, and what single moves look like: kings, gutters, lines, takebacks."""

from collections import Counter
from itertools import pairwise
from random import Random

from hands_table import FULL, check, moves_of, played

from firmware_host.hands import LEVELS, Doing, perform
from rules.registry import game

PUSHES = {Doing.STEPWISE, Doing.ONE_BY_ONE, Doing.LEFT_FALLEN, Doing.TOO_FAR, Doing.ROLLED_BACK}


def test_tidy_hands_do_nothing_noteworthy_and_need_two_edges_a_quiet_move():
    performance = played("international", "tidy", plies=6)
    assert performance.deeds == ()
    changed = Counter(edge.turn for edge in performance.edges)
    assert set(changed) == set(range(6))
    first = performance.turns[0]
    fields = {edge.field for edge in performance.edges if edge.turn == 0}
    assert fields == set(first.move.split("-"))
    assert 0.8 < first.first < first.last < first.first + 2.0


def test_each_deed_is_done_about_as_often_as_the_level_says():
    """Deeds that are possible at every ply, and those possible at every capture, within four deviations."""
    for name in ("ordinary", "sloppy"):
        level = LEVELS[name]
        done, plies, captures = Counter(), 0, 0
        for seed in range(30 if FULL else 12):
            performance = played("international", name, seed=seed, plies=60)
            done.update(deed.name for deed in performance.deeds)
            moves = [turn.move for turn in performance.turns if turn.kind == "move"]
            plies += len(moves)
            captures += sum("x" in move for move in moves)
        for doing, chances in (
            (Doing.THOUGHT, plies),
            (Doing.WIGGLED, plies),
            (Doing.ADJUSTED, plies),
            (Doing.FIRST, captures),
            (Doing.TWO_HANDS, captures),
            (Doing.BETWEEN, captures),
        ):
            expected = level.chances[doing] * chances
            assert abs(done[doing] - expected) < 4 * expected**0.5 + 2, (name, doing)
        for doing in level.chances.keys() - PUSHES:
            assert done[doing] <= level.chances[doing] * plies + 4 * (level.chances[doing] * plies) ** 0.5
            assert done[doing] or doing in (Doing.LATE_CROWN, Doing.CROWN_LIFTED, Doing.TOP_DISC), doing


def test_blitz_answers_while_the_first_hand_still_takes_men():
    early = overlaps = 0
    for seed in range(6):
        performance = played("international", "blitz", seed=seed)
        early += sum(deed.name == Doing.ANSWERED_EARLY for deed in performance.deeds)
        overlaps += sum(a.last > b.first for a, b in pairwise(performance.turns))
    assert early > 20
    assert overlaps > 5


def test_kings_carry_two_discs_and_lose_both():
    italian = game("italian")
    start = italian.parse("W:WK19,25:BK14,1")
    performance = perform(italian, start, ["19x10"], LEVELS["tidy"], Random(1))
    assert len(performance.bodies) == 6
    check(performance, start)
    end = [body.at(performance.end) for body in performance.bodies]
    assert sum(place.height > 0.1 for place in end) == 1
    assert performance.start == start.text()


def test_a_man_that_is_crowned_gets_a_second_disc_without_the_field_changing():
    english = game("english")
    start = english.parse("W:W5,32:B28")
    performance = perform(english, start, ["5-1"], LEVELS["tidy"], Random(1))
    assert len(performance.bodies) == 4
    assert {edge.field for edge in performance.edges} == {"5", "1"}
    one = english.board.cells["1"]
    stack = [
        place.height
        for place in (body.at(performance.end) for body in performance.bodies)
        if abs(place.x - one.x) + abs(place.y - one.y) < 0.2
    ]
    assert sorted(stack) == [0.0, 0.2]


def test_takebacks_are_told_newest_first_and_played_again():
    found = 0
    for seed in range(12):
        performance = played("international", "sloppy", seed=seed)
        kinds = [(turn.kind, turn.ply, turn.move) for turn in performance.turns]
        for index, (kind, ply, move) in enumerate(kinds):
            if kind == "takeback":
                found += 1
                before = kinds[index - 1]
                assert before == ("move", ply, move) or before[:2] == ("takeback", ply + 1)
                assert ("move", ply, move) in kinds[index + 1 :]
        assert [turn.move for turn in performance.plies] == list(moves_of("international", seed, 60))
    assert found > 3


def test_fallen_stones_lie_in_the_gutter_until_somebody_clears_it():
    overboord = game("overboord")
    start = overboord.parse("1b4/1b1b2/3w2/bw1wb1/6/1w4 w push")
    performance = perform(overboord, start, ["c4u3x2"], LEVELS["tidy"], Random(3))
    (left,) = performance.leftovers
    assert left.field == "c8"
    said = [(edge.reading, edge.time) for edge in performance.edges if edge.field == "c8"]
    assert said[0][0] == "x"
    assert left.since < said[0][1] < said[-1][1] <= left.until
    assert performance.turns[0].last < left.until
    check(performance, start)
    without = perform(
        overboord, start, ["c4u3x2"], LEVELS["tidy"], Random(3), absent=sorted(overboord.board.gutter)
    )
    assert not {edge.field for edge in without.edges} & overboord.board.gutter
    assert without.absent == overboord.board.names(overboord.board.mask(overboord.board.gutter))


def test_a_pushed_line_moves_one_after_another():
    abalone = game("abalone")
    performance = perform(abalone, None, ["a1b1"], LEVELS["tidy"], Random(4))
    begins = [body.motions[0].start for body in performance.bodies if body.motions]
    assert len(begins) > 1
    assert len(set(begins)) == len(begins)
    assert max(begins) - min(begins) < 0.05


def test_an_early_gap_is_closed_before_the_next_stone_moves():
    overboord = game("overboord")
    start = overboord.parse("6/6/6/w1b2b/6/6 w push")
    performance = perform(overboord, start, ["b4r4x1"], LEVELS["tidy"], Random(4))
    check(performance, start)
    times = {}
    for edge in performance.edges:
        times.setdefault(edge.field, edge.time)
    assert times["b4"] < times["d4"] < times["g4"] < times["h4"]


def test_a_capture_is_taken_along_its_landing_fields():
    international = game("international")
    start = international.parse("W:W46:B41,32")
    performance = perform(international, start, ["46x28"], LEVELS["tidy"], Random(5))
    closed = [edge.field for edge in performance.edges if edge.reading]
    assert set(closed) >= {"37", "28"}
    assert closed.index("37") < closed.index("28")
