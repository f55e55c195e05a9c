"""What a board can tell (docs/what-a-board-can-tell.md): the smallest examples, the laws, a seeded sample."""

from __future__ import annotations

import os

import pytest
from bench_telling import BEGIN, END, PAGE, Measured, measure, percent, rewritten, rows, table
from telling import COLUMNS, Column, Made, Reading, Sensors, collisions, landings, showable, taken_by_hand

from rules import registry

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
POSITIONS = 10_000 if ACCEPT else 500
DRAUGHTS = ("brazilian", "english", "frisian", "international", "italian", "russian")
REED, HALL = Sensors.REED, Sensors.HALL
every_game = pytest.mark.parametrize("name", registry.names())


def told(name: str, text: str) -> dict[Column, int]:
    """How many moves of a position each way to look at the board confuses."""
    position = registry.game(name).parse(text)
    return collisions(position, showable(position))


def confused(name: str, text: str, *, removed: bool, sensors: Sensors) -> set[Reading]:
    return {each.reading for each in told(name, text) if (each.removed, each.sensors) == (removed, sensors)}


# The smallest examples


def test_three_stones_of_overboord_that_a_reed_board_confuses():
    """Black ends on g2 with White on b7, or on b7 with White on g2."""
    text = "w5/6/6/6/6/b4w b push"
    assert confused("overboord", text, removed=True, sensors=REED) == {Reading.FINAL, Reading.WORST}
    assert confused("overboord", text, removed=True, sensors=HALL) == set()
    assert told("overboord", text)[Column(True, REED, Reading.FINAL)] == 2, "b2r5x1 and b2u5x1"


def test_two_stones_of_overboord_are_never_confused():
    assert told("overboord", "6/6/6/6/6/b4w b push") == {}


def test_five_marbles_of_abalone_that_a_reed_board_confuses():
    """c3b3 ejects a3, c3b2 ejects a1; both leave a1 a3 b2 b3 occupied."""
    text = "5/6/7/8/9/8/2b4/1bb3/w1w2 b 0 0"
    found = confused("abalone", text, removed=True, sensors=REED)
    assert found == {Reading.FINAL, Reading.GUTTER, Reading.WORST}, "abalone has no gutter to look at"
    assert confused("abalone", text, removed=True, sensors=HALL) == set()


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("international", "W:WK16:B21,23,33,39", 8),
        ("italian", "W:W31:B19,20,27,28", 2),
        ("english", "W:W30:B17,18,25,26", 2),
        ("frisian", "W:WK48:B28,39,40", 2),
        ("russian", "W:WK19:B9,14,15,26", 2),
        ("brazilian", "W:WK32:B6,10,11,18", 4),
    ],
)
def test_draughts_can_be_confused_only_until_the_captured_men_are_off(name, text, moves):
    found = told(name, text)
    assert {each.removed for each in found} == {False}
    for sensors in Sensors:
        assert found[Column(False, sensors, Reading.FINAL)] == moves
        assert found[Column(False, sensors, Reading.WORST)] == moves
        assert Column(False, sensors, Reading.BEST) not in found, "set down on every landing field"


def test_a_circular_capture_is_known_though_its_captor_ends_where_it_began():
    assert told("frisian", "W:WK29,35:BK15,22,23,33,K41,K50") == {}


def test_routes_of_one_capture_land_on_different_fields():
    position = registry.game("international").parse("W:WK26:B8,9,17,18,30,45")
    board = position.game.board
    move = position.parse_move("26x12x3x25x34x12")
    made = Made(position, move, position.play(move), taken_by_hand(position, move))
    assert made.taken == move.captures
    assert board.mask(["12", "3", "25", "34"]) in landings(made)
    assert all(landed.bit_count() == 4 for landed in landings(made)), "five men are taken"


# The laws


def test_nothing_is_counted_while_stones_are_put_on_the_board_or_nothing_moves_there():
    start = registry.game("overboord").start()
    assert start.legal_moves()
    assert showable(start) == []
    choosing = start
    while choosing.legal_moves()[0].drops:
        choosing = choosing.play(choosing.legal_moves()[0])
    assert choosing.legal_moves()
    assert showable(choosing) == []


# Samples


@pytest.fixture(scope="module")
def measured():
    """Each game measured once."""
    found: dict[str, Measured] = {}

    def of(name: str) -> Measured:
        if name not in found:
            found[name] = measure(name, POSITIONS)
        return found[name]

    return of


@pytest.mark.heavy
@pytest.mark.timeout(3600 if ACCEPT else 300)
@every_game
def test_knowing_more_never_confuses_more(name, measured):
    tally = measured(name).all
    assert tally.positions == POSITIONS
    for column in COLUMNS:
        final = column._replace(reading=Reading.FINAL)
        reed = column._replace(sensors=REED)
        assert tally.hits[column] <= tally.hits[final]
        assert tally.moves_hit[column] <= tally.moves_hit[final]
        assert tally.hits[column] <= tally.hits[reed]
        assert 2 * tally.hits[column] <= tally.moves_hit[column], "a collision takes two moves"
    assert all(share <= 1 for column in COLUMNS for share in tally.shares(column))


@pytest.mark.heavy
@pytest.mark.timeout(3600 if ACCEPT else 300)
@every_game
def test_edges_settle_everything_at_best_and_nothing_at_worst(name, measured):
    tally = measured(name).all
    for sensors in Sensors:
        best, worst, final = (
            Column(True, sensors, reading) for reading in (Reading.BEST, Reading.WORST, Reading.FINAL)
        )
        assert not tally.hits[best]
        assert tally.hits[worst] == tally.hits[final]


@pytest.mark.heavy
@pytest.mark.timeout(3600 if ACCEPT else 300)
@pytest.mark.parametrize("name", [*DRAUGHTS, "smokkelen"])
def test_draughts_and_smokkelen_are_told_by_any_board(name, measured):
    tally = measured(name).all
    assert {column for column in tally.hits if column.removed} == set()
    assert tally.by_hand == (name in DRAUGHTS)


@pytest.mark.heavy
@pytest.mark.timeout(3600 if ACCEPT else 300)
def test_overboord_needs_its_gutter_or_a_board_that_sees_colours(measured):
    played, everything = measured("overboord").played, measured("overboord").all
    positions, moves = played.shares(Column(True, REED, Reading.FINAL))
    assert 0.25 < positions < 0.45, "about a third of the positions of random games"
    assert 0.05 < moves < positions
    assert not everything.hits[Column(True, REED, Reading.GUTTER)]
    assert not [column for column in everything.hits if column.sensors is HALL and column.removed]


@pytest.mark.heavy
@pytest.mark.timeout(3600 if ACCEPT else 300)
def test_abalone_is_rarely_confused_and_never_where_colours_are_seen(measured):
    tally = measured("abalone").all
    positions, _ = tally.shares(Column(True, REED, Reading.FINAL))
    assert positions < 0.03
    assert not [column for column in tally.hits if column.sensors is HALL]


# The page


def test_shares_are_written_with_two_figures():
    assert [percent(share) for share in (0.3449, 0.0061, 1.0, 0.00004, 0.000001)] == [
        "34 %",
        "0.61 %",
        "100 %",
        "0.004 %",
        "< 0.001 %",
    ]


def test_the_table_has_its_rows_by_game_and_sensors():
    found = measure("international", 20)
    assert [row[:3] for row in rows(found)] == [
        ("`international`", "reed or hall", "never"),
        ("`international`, captured men still there", "reed or hall", "never"),
    ]
    assert [row[3] for row in rows(found)] == ["–", "–"], "no gutter"
    lines = table([found]).splitlines()
    assert len({line.count("|") for line in lines[:4]}) == 1
    assert f"`international` {found.recorded.positions} + {found.played.positions}." in lines[-1]


def test_only_what_is_between_the_marks_is_rewritten():
    page = f"# Before\n\n{BEGIN}\nold\n{END}\n\nafter\n"
    once = rewritten(page, "| new |")
    assert once == f"# Before\n\n{BEGIN}\n\n| new |\n\n{END}\n\nafter\n"
    assert rewritten(once, "| new |") == once
    for wrong in ("no marks", f"{END} {BEGIN}", f"{BEGIN} {BEGIN} {END}"):
        with pytest.raises(ValueError, match="must hold"):
            rewritten(wrong, "| new |")


def test_the_page_can_be_rewritten():
    assert "| new |" in rewritten(PAGE.read_text(encoding="utf-8"), "| new |")
