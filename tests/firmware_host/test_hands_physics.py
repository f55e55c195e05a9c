"""The laws of bodies and sensors: trajectories, hysteresis, hover, dead centre, bounce, poles."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from firmware_host.hands import HALL, REED, STRONG_REED
from firmware_host.hands.bodies import Body, Motion, Place, gap
from firmware_host.hands.edges import frames, sense
from firmware_host.hands.sensors import Sensor, lay_sensors
from rules.registry import game

QUIET = replace(REED, bounces=0)
SENSOR = [Sensor("a", 0.0, 0.0)]


def _motion(start, end, *places, turn=0):
    path = tuple((index / (len(places) - 1), place) for index, place in enumerate(places))
    return Motion(start, end, path, turn, True)


def _body(*motions, number=0, pole="w"):
    return Body(number, pole, motions[0].path[0][1], motions)


def _states(body_or_bodies, model=QUIET, sensors=SENSOR, seed=1):
    bodies = body_or_bodies if isinstance(body_or_bodies, list) else [body_or_bodies]
    return sense(bodies, sensors, model, Random(seed))


def test_a_motion_starts_and_stops_gently_and_its_inverse_is_exact():
    motion = _motion(1.0, 2.0, Place(0, 0), Place(4, 0))
    assert motion.at(0.5) == Place(0, 0)
    assert motion.at(2.5) == Place(4, 0)
    assert motion.at(1.1).x < 0.4 * 4 * 0.5
    for share in (0.0, 0.03, 0.5, 0.77, 1.0):
        assert motion.at(motion.time(share)).x == pytest.approx(4 * share, abs=1e-9)


def test_a_body_is_where_its_last_motion_left_it():
    body = _body(_motion(1, 2, Place(0, 0), Place(1, 0)), _motion(3, 4, Place(1, 0), Place(1, 1)))
    assert body.at(0) == Place(0, 0)
    assert body.at(2.5) == Place(1, 0)
    assert body.at(9) == Place(1, 1)


def test_gap_is_measured_to_the_stretch_not_to_the_line():
    assert gap(Place(3, 1), Place(0, 0), Place(2, 0)) == pytest.approx(2**0.5)
    assert gap(Place(1, 1), Place(0, 0), Place(2, 0)) == pytest.approx(1)


def test_a_sensor_closes_nearer_than_it_lets_go():
    there = _motion(1, 2, Place(-1, 0.1), Place(1, 0.1))
    first, edges = _states(_body(there), replace(QUIET, dead_radius=0.0))
    assert first == {}
    assert [edge.reading for edge in edges] == ["x", ""]
    closes, opens = (there.at(edge.time).x for edge in edges)
    assert closes == pytest.approx(-((0.38**2 - 0.01) ** 0.5), abs=2e-3)
    assert opens == pytest.approx((0.46**2 - 0.01) ** 0.5, abs=2e-3)


def test_between_the_two_radii_a_sensor_keeps_what_it_said():
    away = _motion(1, 2, Place(0.1, 0), Place(0.42, 0))
    never = _motion(1, 2, Place(1, 0), Place(0.42, 0))
    assert _states(_body(away)) == ({"a": "x"}, [])
    assert _states(_body(never)) == ({}, [])


@pytest.mark.parametrize(("height", "seen"), [(0.1, ["x", ""]), (0.29, ["x", ""]), (0.31, []), (0.8, [])])
def test_a_piece_in_the_air_closes_a_sensor_below_the_hover_height(height, seen):
    over = _motion(1, 2, Place(-1, 0, height), Place(0, 0, height), Place(1, 0, height))
    _, edges = _states(_body(over), replace(QUIET, dead_radius=0.0))
    assert [edge.reading for edge in edges] == seen


def test_tilting_a_piece_takes_it_off_a_sensor_that_it_only_just_closed():
    tip = _motion(1, 2, Place(0.44, 0, 0.0, 0.0), Place(0.44, 0, 0.0, 0.6))
    held = _motion(0.2, 0.4, Place(0.2, 0), Place(0.44, 0))
    _, edges = _states(_body(held, tip))
    assert [edge.reading for edge in edges] == [""]


def test_over_the_dead_centre_a_reed_opens_and_a_hall_sensor_does_not():
    straight = _body(_motion(1, 2, Place(-1, 0), Place(1, 0)))
    _, reed = _states(straight)
    assert [edge.reading for edge in reed] == ["x", "", "x", ""]
    _, hall = _states(straight, HALL)
    assert [edge.reading for edge in hall] == ["w", ""]


def test_pieces_set_down_with_care_never_stand_on_a_dead_centre():
    board = game("international").board
    for sensor in lay_sensors(board, REED, Random(3)):
        cell = board.cells[sensor.field]
        off = ((sensor.x - cell.x) ** 2 + (sensor.y - cell.y) ** 2) ** 0.5
        assert REED.dead_radius + 0.08 < off <= REED.offset


def test_no_sensor_is_laid_on_an_absent_field():
    board = game("overboord").board
    laid = {sensor.field for sensor in lay_sensors(board, REED, Random(1), board.gutter)}
    assert laid == set(board.fields) - board.gutter


def test_reeds_bounce_for_at_most_a_millisecond_and_end_right():
    body = _body(
        _motion(1, 1.5, Place(-1, 0.2), Place(0, 0.2)), _motion(2, 2.5, Place(0, 0.2), Place(1, 0.2))
    )
    counts = set()
    for seed in range(60):
        first, edges = _states(body, REED, seed=seed)
        closing = [edge for edge in edges if edge.time < 1.7]
        opening = [edge for edge in edges if edge.time > 1.7]
        for burst, last in ((closing, "x"), (opening, "")):
            assert burst[-1].reading == last
            assert burst[-1].tick - burst[0].tick <= 10
            assert len(burst) % 2 == 1
            counts.add(len(burst))
        states = ["", *(edge.reading for edge in edges)]
        assert all(a != b for a, b in pairwise(states))
        assert len({edge.tick for edge in edges}) == len(edges)
        assert first == {}
    assert counts == {1, 3, 5, 7}


def test_a_hall_sensor_shows_nothing_between_two_poles():
    white = _body(_motion(1, 2, Place(0.3, 0), Place(0.9, 0)), number=0, pole="w")
    black = _body(_motion(1, 2, Place(-0.9, 0), Place(0, 0)), number=1, pole="b")
    first, edges = _states([white, black], HALL)
    assert first == {"a": "w"}
    assert [edge.reading for edge in edges] == ["", "b"]
    touching = _body(_motion(1, 2, Place(0.3, 0), Place(0.9, 0)), number=0, pole="w")
    near = _body(_motion(0.2, 0.4, Place(-0.9, 0), Place(0, 0)), number=1, pole="b")
    first, edges = _states([touching, near], HALL)
    assert [edge.reading for edge in edges] == ["", "b"]
    assert edges[1].tick - edges[0].tick == 20


def test_a_piece_between_two_fields_closes_both_neither_or_one_as_the_reeds_have_it():
    sensors = [Sensor("a", 0.0, 0.0), Sensor("b", 1.41, 0.0)]
    half = _body(_motion(1, 2, Place(0.0, 1.0, 1.0), Place(0.68, 0.0, 0.6), Place(0.68, 0.0)))
    assert _states(half, sensors=sensors)[1] == []
    _, strong = _states(half, replace(STRONG_REED, bounces=0, close_radius=0.75), sensors)
    assert {edge.field for edge in strong} == {"a", "b"}


coordinates = st.floats(-1.2, 1.2)
places = st.builds(Place, coordinates, coordinates, st.sampled_from([0.0, 0.0, 0.1, 0.25, 0.5]), st.just(0.0))


def _distance(place):
    """From the reed at the origin, heights reckoned as its ellipsoid does."""
    scale = QUIET.close_radius / QUIET.close_height
    return (place.x**2 + place.y**2 + (scale * place.height) ** 2) ** 0.5


def _on_a_border(place):
    """Whether a body there stands on the border of what a reed feels, as exactly as one can reckon: on which
    side that is, rounding decides, and nothing depends on it."""
    radii = (QUIET.close_radius, QUIET.release_radius, QUIET.dead_radius)
    return any(abs(_distance(place) - radius) < 1e-9 for radius in radii)


def _sampled(bodies, step):
    """What a reed that looks every `step` seconds says: (time, reading) at each change, from time 0."""
    said, seen = "", [(0.0, "")]
    for count in range(round(0.6 / step)):
        near = [_distance(body.at(count * step)) for body in bodies]
        near = [distance for distance in near if distance >= QUIET.dead_radius]
        if any(distance < QUIET.close_radius for distance in near):
            said = "x"
        elif not any(distance < QUIET.release_radius for distance in near):
            said = ""
        if said != seen[-1][1]:
            seen.append((count * step, said))
    return seen


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(places, min_size=3, max_size=3), min_size=1, max_size=2))
@example([[Place(0, 0), Place(0, 0), Place(0, 0.05)]])
def test_solved_edges_agree_with_a_fine_sampling(ways):
    assume(not any(_on_a_border(place) for way in ways for place in way))
    bodies = [_body(_motion(0.1, 0.5, *way), number=n) for n, way in enumerate(ways)]
    first, edges = _states(bodies)
    solved = [(0.0, "x")] if first else []
    solved += [(edge.time, edge.reading) for edge in edges]
    sampled = _sampled(bodies, 0.0001)[1:]
    times = [time for time, _ in solved]
    grazed = any(0.0 < later - time < 0.002 for time, later in pairwise(times))
    if grazed:  # a contact shorter than the sampling can follow
        return
    assert [reading for _, reading in sampled] == [reading for _, reading in solved]
    assert all(abs(a - b) <= 0.0007 for (a, _), (b, _) in zip(sampled, solved, strict=True))


def test_frames_gather_what_changes_at_one_instant():
    sensors = [Sensor("a", 0.0, 0.2), Sensor("b", 0.0, -0.2)]
    body = _body(_motion(1, 2, Place(-1, 0), Place(0, 0)))
    first, edges = _states(body, sensors=sensors)
    made = frames(first, edges)
    assert made[0].time == 0.0
    assert [frame.readings for frame in made] == [{}, {"a": "x", "b": "x"}]
