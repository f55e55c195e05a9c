"""Faults of sensors and of pieces: what is then seen, where and when it shows, and that the truth is kept."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hands_table import played

from firmware_host.hands import LEVELS, HandsError, Magnet, perform
from firmware_host.hands.faults import UNREADABLE, drops_out, flickers, never_closes, never_opens
from firmware_host.hands.recording import write_trace
from firmware_host.trace import read_header, read_steps
from rules.board import lines_of
from rules.registry import game

INTERNATIONAL = game("international")
FIELD = "28"


def said(performance, field):
    """(time, reading) of one field, from time 0 on."""
    rows = [(frame.time, frame.readings[field]) for frame in performance.frames if field in frame.readings]
    return rows if rows and rows[0][0] == 0.0 else [(0.0, ""), *rows]


def sound(performance, but):
    """What the other fields say."""
    rows = []
    for frame in performance.frames:
        kept = {field: reading for field, reading in frame.readings.items() if field not in but}
        if kept:
            rows.append((frame.time, kept))
    return rows


@pytest.fixture(scope="module", params=["reed", "hall"])
def plain(request):
    return played("international", "ordinary", seed=3, kind=request.param)


def lawful(performance, plain, fields):
    """Frames ascend and only tell changes; the truth and all other fields are as they were."""
    state = {}
    for earlier, later in pairwise(performance.frames):
        assert earlier.time < later.time
    for frame in performance.frames:
        for field, reading in frame.readings.items():
            assert frame.time == 0.0 or state.get(field, "") != reading
            state[field] = reading
    assert sound(performance, fields) == sound(plain, fields)
    edges = [(edge.time, edge.field, edge.reading) for edge in performance.edges]
    assert sorted(edges) == sorted(
        (f.time, field, reading) for f in performance.frames[1:] for field, reading in f.readings.items()
    )
    for name in ("turns", "bodies", "deeds", "leftovers", "end"):
        assert getattr(performance, name) == getattr(plain, name)
    head, *lines = write_trace(performance)
    assert read_header(head).game == "international"
    assert len(list(read_steps(lines, INTERNATIONAL.board, plain.kind))) == len(lines)


@pytest.mark.parametrize("since", [0.0, 40.0])
def test_a_dead_field_says_one_thing_from_then_on(plain, since):
    assert len({reading for time, reading in said(plain, FIELD) if time >= 40.0}) > 1
    for performance, reading, kind in (
        (never_closes(plain, FIELD, since), "", "never closes"),
        (never_opens(plain, FIELD, since, "b"), "b" if plain.kind == "hall" else "x", "never opens"),
    ):
        before = [row for row in said(plain, FIELD) if row[0] < since]
        rows = said(performance, FIELD)
        assert rows[: len(before)] == before
        assert rows[-1][1] == reading
        assert len(rows) <= len(before) + 1
        (defect,) = performance.defects
        assert (defect.kind, defect.fields, defect.since) == (kind, (FIELD,), since)
        lawful(performance, plain, {FIELD})


def test_a_flickering_field_flickers_in_spells_and_works_between_them(plain):
    performance = flickers(plain, FIELD, Random(4), 5.0)
    (defect,) = performance.defects
    assert len(defect.spells) > 3
    for start, end in defect.spells:
        inside = [time for time, _ in said(performance, FIELD) if start < time < end]
        assert len(inside) >= (end - start) / 0.3 / 2 - 1
        assert all(0.0199 <= b - a <= 0.7 for a, b in pairwise(inside))
    outside = [row for row in said(plain, FIELD) if not any(a <= row[0] <= b for a, b in defect.spells)]
    assert set(outside) <= set(said(performance, FIELD))
    lawful(performance, plain, {FIELD})
    assert flickers(plain, FIELD, Random(4), 5.0) == performance
    assert flickers(plain, FIELD, Random(5), 5.0) != performance


@pytest.mark.parametrize("reading", ["", UNREADABLE])
def test_a_line_drops_out_together_and_returns(plain, reading):
    row = lines_of(INTERNATIONAL.board)[12]
    performance = drops_out(plain, row, Random(2), 3.0, reading)
    (defect,) = performance.defects
    assert defect.fields == row
    for start, end in defect.spells:
        assert 0.5 <= end - start <= 20.0 or end == plain.end
        for field in row:
            inside = [said_ for time, said_ in said(performance, field) if start < time < end]
            assert inside == []
            at = [said_ for time, said_ in said(performance, field) if time <= start]
            assert at[-1] == reading
    lawful(performance, plain, set(row))
    with pytest.raises(HandsError, match="'w'"):
        drops_out(plain, row, Random(2), reading="w")


def test_two_faults_add_up(plain):
    performance = never_opens(never_closes(plain, FIELD), "23")
    assert [defect.fields for defect in performance.defects] == [(FIELD,), ("23",)]
    lawful(performance, plain, {FIELD, "23"})


def test_lines_are_rows_and_columns():
    assert len(lines_of(INTERNATIONAL.board)) == 20
    assert {len(line) for line in lines_of(INTERNATIONAL.board)} == {5}
    assert max(len(line) for line in lines_of(game("abalone").board)) == 9


MOVES = ("32-28", "17-22", "28x17", "12x21")


def _with(magnet, kind="hall", field="32", moves=MOVES, level="tidy", seed=1):
    return perform(
        INTERNATIONAL, None, moves, LEVELS[level], Random(seed), kind, magnets={field: Magnet(magnet)}
    )


def test_a_piece_without_a_magnet_is_seen_nowhere():
    performance = _with("missing magnet")
    assert said(performance, "32") == said(performance, "28") == [(0.0, "")]
    assert [row[1] for row in said(performance, "17")][-1] == ""
    (defect,) = performance.defects
    assert (defect.kind, defect.fields, defect.since) == ("missing magnet", ("32",), 0.0)
    assert performance.bodies[defect.body].magnet is Magnet.MISSING
    assert [turn.move for turn in performance.turns] == list(MOVES)


def test_a_reversed_magnet_shows_the_other_pole_wherever_the_piece_goes():
    performance = _with("reversed magnet")
    shown = {field: {reading for _, reading in said(performance, field)} for field in ("32", "28", "31")}
    assert shown == {"32": {"b", ""}, "28": {"", "b"}, "31": {"w"}}
    reeds, plain = (
        replace(one, bodies=(), defects=())
        for one in (
            _with("reversed magnet", "reed"),
            perform(INTERNATIONAL, None, MOVES, LEVELS["tidy"], Random(1)),
        )
    )
    assert reeds == plain


def test_a_weak_magnet_closes_nearby_and_is_lost_at_times():
    moves = [turn.move for turn in played("international", "tidy", seed=3).turns]
    weak = faint = missed = 0
    for seed in range(12):
        performance = _with("weak magnet", "reed", "32", moves, seed=seed)
        plain = perform(INTERNATIONAL, None, moves, LEVELS["tidy"], Random(seed))
        assert sum(len(frame.readings) for frame in plain.frames[:1]) == 40
        missed += "32" not in performance.frames[0].readings
        weak += "32" in performance.frames[0].readings
        faint += sum(edge.turn == -1 for edge in performance.edges)
    assert missed
    assert weak
    assert faint > 10


def test_a_captured_man_takes_its_fault_along_as_a_kings_second_disc():
    english = game("english")
    start = english.parse("W:W32,5:B27,26,1")
    performance = perform(
        english, start, ["32x23", "26-31"], LEVELS["tidy"], Random(1), magnets={"27": Magnet.REVERSED}
    )
    (defect,) = performance.defects
    crown, cell = performance.bodies[defect.body].at(performance.end), english.board.cells["31"]
    assert (crown.x, crown.y, crown.height) == pytest.approx((cell.x, cell.y, 0.2), abs=0.05)


def test_a_magnet_needs_a_piece():
    with pytest.raises(HandsError, match="'25'"):
        _with("weak magnet", field="25")
