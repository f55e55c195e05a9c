"""What holds of every game that hands play: each turn ends as the position says, physics is kept."""

import json
import time
from itertools import pairwise
from random import Random

import pytest
from hands_table import DRAUGHTS, FULL, GAMES, RECORDED, check, moves_of, played, positions_of

from firmware_host.hands import LEVELS, STRONG_REED, HandsError, perform, write_trace
from rules.game import IllegalMove
from rules.registry import game


@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize("name", GAMES)
def test_after_each_turn_the_board_is_as_the_position_says(name, level):
    check(played(name, level, plies=40, kind="hall"))
    check(played(name, level, seed=1, plies=40))


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_the_board_follows_many_long_games(name):
    for seed in range(2, 14 if FULL else 3):
        for level in LEVELS:
            check(played(name, level, seed=seed, plies=150, kind=("reed", "hall")[seed % 2]))


@pytest.mark.heavy
@pytest.mark.parametrize("name", [*DRAUGHTS, "abalone"])
def test_the_board_follows_recorded_games(name):
    path = RECORDED / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("recorded games are not here")
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines[:20] if FULL else lines[:1]):
        recorded = json.loads(line)
        kind = game(name)
        start = kind.parse(recorded["start"]) if recorded["start"] else None
        for level in LEVELS.values():
            performance = perform(kind, start, recorded["moves"], level, Random(number))
            check(performance, start)
            assert positions_of(performance, start)[-1].text() == recorded["position"]


@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize("name", ["international", "overboord"])
def test_edges_alternate_and_time_never_runs_back(name, level):
    performance = played(name, level)
    said = dict(performance.frames[0].readings)
    assert performance.frames[0].time == 0.0
    for earlier, later in pairwise(performance.frames):
        assert earlier.time < later.time < performance.end
        assert later.time == round(later.time, 4)
        for field, reading in later.readings.items():
            assert said.get(field, "") != reading
            said[field] = reading


@pytest.mark.parametrize("name", ["international", "abalone", "overboord", "smokkelen"])
def test_a_closed_sensor_has_a_body_near_and_a_piece_at_rest_closes_its_own(name):
    performance = played(name, "ordinary", plies=30)
    cells = game(name).board.cells
    said = {}
    for frame, following in zip(performance.frames, [*performance.frames[1:], None], strict=True):
        said.update(frame.readings)
        until = following.time if following else performance.end
        if until - frame.time < 0.01:
            continue
        middle = (frame.time + until) / 2
        places = [body.at(middle) for body in performance.bodies if abs(body.at(middle).height) < 0.45]
        still = [
            place
            for body in performance.bodies
            if (place := body.at(frame.time)) == body.at(until - 1e-4) and place.height == 0.0
        ]
        for field, cell in cells.items():
            if said.get(field):
                assert min(far(place, cell) for place in places) < 0.61, (field, frame.time)
            else:
                assert min(far(place, cell) for place in still) > 0.1, (field, frame.time)


def far(place, cell):
    return ((place.x - cell.x) ** 2 + (place.y - cell.y) ** 2) ** 0.5


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("english", "sloppy"),
        ("abalone", "ordinary"),
        ("overboord", "ordinary"),
        ("smokkelen", "ordinary"),
    ],
)
def test_no_two_pieces_are_pushed_through_each_other(name, level):
    performance = played(name, level, plies=25)
    board = game(name).board
    edge = max(cell.x for cell in board.cells.values()) + 0.9
    gutter = [board.cells[field] for field in board.gutter]
    for step in range(int(performance.end / 0.06)):
        places = [body.at(step * 0.06) for body in performance.bodies]
        low = sorted((p.x, p.y) for p in places if -0.2 < p.height < 0.15 and p.x < edge)
        low = [(x, y) for x, y in low if all((x - c.x) ** 2 + (y - c.y) ** 2 > 0.25 for c in gutter)]
        for index, (x, y) in enumerate(low):
            for other_x, other_y in low[index + 1 : index + 12]:
                assert (x - other_x) ** 2 + (y - other_y) ** 2 > 0.65**2, step * 0.06


def test_a_body_never_leaps():
    performance = played("english", "sloppy")
    for body in performance.bodies:
        here, at = body.home, 0.0
        for motion in body.motions:
            assert motion.start >= at
            assert motion.path[0] == (0.0, here)
            shares = [share for share, _ in motion.path]
            assert shares == sorted(shares)
            assert shares[-1] == 1.0
            here, at = motion.path[-1][1], motion.end


def test_the_same_seed_gives_the_same_performance_and_another_another():
    for level in LEVELS:
        assert played("italian", level) == played("italian", level)
    moves = moves_of("italian", 0, 10)
    first, second = (
        perform(game("italian"), None, moves, LEVELS["tidy"], Random(seed)).edges for seed in (1, 2)
    )
    assert first != second


def test_reeds_of_any_strength_can_be_played():
    performance = played("international", "sloppy", sensors=STRONG_REED)
    check(performance)


def test_turned_discs_show_the_other_pole_and_change_nothing_else():
    moves = moves_of("international", 0, 10)
    performance = perform(game("international"), None, moves, LEVELS["tidy"], Random(1), "hall", turned=0.5)
    first = performance.frames[0].readings
    wrong = sum(first[str(field)] == "w" for field in range(1, 21))
    assert 3 < wrong < 17
    check(performance)


def test_a_trace_is_json_lines_in_the_order_of_time():
    performance = perform(
        game("italian", {"king_order": "first"}), None, ["21-17"], LEVELS["tidy"], Random(1), "hall"
    )
    lines = [json.loads(line) for line in write_trace(performance, {"confirm": "button"})]
    assert lines[0] == {
        "trace": 1,
        "game": "italian",
        "sensors": "hall",
        "start": None,
        "options": {"king_order": "first"},
        "confirm": "button",
    }
    assert lines[1]["t"] == 0.0
    assert next(iter(lines[1]["fields"].items())) == ("1", "b")
    assert len(lines[1]["fields"]) == 24
    assert lines[-1] == {"t": performance.end}
    times = [line["t"] for line in lines[1:]]
    assert times == sorted(times)


def test_what_cannot_be_played_is_refused_with_a_sentence():
    italian = game("italian")
    with pytest.raises(HandsError, match="infrared"):
        perform(italian, None, [], LEVELS["tidy"], Random(1), "infrared")
    with pytest.raises(HandsError, match="z9"):
        perform(italian, None, [], LEVELS["tidy"], Random(1), absent=["z9"])
    with pytest.raises(IllegalMove):
        perform(italian, None, ["21-14"], LEVELS["tidy"], Random(1))


def test_a_move_that_the_board_cannot_show_leaves_no_edge():
    overboord = game("overboord", {"stuck": "pass"})
    start = overboord.parse("wbbbbw/b4b/b4b/b4b/b4b/wbbbbw w push")
    performance = perform(overboord, start, ["pass"], LEVELS["tidy"], Random(1))
    (turn,) = performance.turns
    assert performance.edges == ()
    assert turn.first == turn.last > 0


def test_playing_is_much_faster_than_real_time():
    moves = moves_of("international", 3, 100)
    began = time.process_time()
    performance = perform(game("international"), None, moves, LEVELS["sloppy"], Random(1))
    spent = time.process_time() - began
    assert spent < 1.0
    assert performance.end > 50 * spent
