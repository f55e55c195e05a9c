"""The moments of the interface's table of lights, one test each."""

from itertools import pairwise

import pytest
from table import Table

from firmware_host.lamps import Lamp, Lamps, current_ma
from firmware_host.palette import LOOKS, shades
from firmware_host.settings import Help, Settings
from firmware_host.wiring import Wiring
from rules.registry import game as game_called


def test_at_rest_the_last_move_is_lit_and_fades() -> None:
    table = Table().move("32-28")
    assert table.lights == {"28": "last-to", "32": "last-from"}
    table.wait(10.1)
    assert table.lights == {}


def test_must_wins_over_the_last_move() -> None:
    table = Table().move("32-28").move("19-23")
    assert table.lights == {"19": "last-from", "23": "last-to", "28": "must"}


def test_lights_wait_until_a_piece_has_been_up_for_a_moment() -> None:
    table = Table()
    table.lift("32").wait(0.11)
    assert table.lights == {}
    table.wait(0.011)
    assert table.lights == {"32": "origin", "27": "destination", "28": "destination"}


def test_a_hovering_hand_does_not_flicker() -> None:
    table = Table()
    before = len(table.events)
    for _ in range(10):
        table.lift("32", after=0.05).put("32", after=0.05)
    table.wait(1)
    assert len(table.events) == before


def test_a_piece_without_a_legal_move_keeps_must() -> None:
    table = Table().move("32-28").move("19-23").lift("46").wait(0.2)
    assert table.lights == {"46": "origin", "28": "must"}


def test_a_capture_under_way_by_its_waypoint() -> None:
    table = Table(start="W:W46:B41,32").lift("46").wait(0.2)
    assert table.lights == {
        "46": "origin",
        "37": "waypoint",
        "28": "destination",
        "41": "capture",
        "32": "capture",
    }
    table.put("37").wait(0.2)
    assert table.lights == {"28": "destination", "41": "capture", "32": "capture"}
    table.lift("37").wait(0.2)
    assert table.lights == {"28": "destination", "41": "capture", "32": "capture"}
    table.put("28").wait(0.2)
    assert table.lights == {"28": "destination", "41": "remove", "32": "remove"}
    table.lift("41").wait(0.2)
    assert table.lights == {"28": "destination", "32": "remove"}


def test_routes_that_part_at_a_waypoint() -> None:
    table = Table(start="W:WK16:B21,23,33,39").lift("16").wait(0.2)
    assert table.role("capture") == {"21", "23", "33", "39"}
    table.put("38").wait(0.2)
    assert table.role("capture") == {"21", "33", "23"}
    assert table.role("destination") >= {"18"}


def test_an_enemy_piece_lifted_first_is_part_of_the_capture() -> None:
    table = Table(start="W:W46:B41,32").lift("32").wait(0.2)
    assert table.role("destination") == {"28"}
    assert table.role("origin") == {"46"}
    assert table.role("capture") == {"41"}


def test_a_new_king_winks_until_it_was_lifted_and_returned() -> None:
    table = Table(start="W:W7,40:B45").move("7-1")
    assert table.lights["1"] == "crown"
    table.lift("1").put("1", after=0.5).wait(0.3)
    assert "crown" not in table.lights.values()
    table = Table(start="W:W7,40:B45").move("7-1").wait(21)
    assert "crown" not in table.lights.values()
    table = Table(start="W:WK7,40:B45").move("7-1")
    assert "crown" not in table.lights.values()


def test_silent_shows_only_what_must_leave() -> None:
    settings = Settings(help_white=Help.SILENT, help_black=Help.SILENT)
    table = Table(start="W:W46:B41,32", settings=settings)
    assert table.lights == {}
    table.lift("46").wait(0.2)
    assert table.lights == {}
    table.put("28").wait(0.2)
    assert table.lights == {"41": "remove", "32": "remove"}


def test_the_levels_are_each_sides_own() -> None:
    table = Table(settings=Settings(help_white=Help.SILENT)).lift("32").wait(0.2)
    assert table.lights == {}
    table.put("28").wait(0.3).lift("19").wait(0.2)
    assert table.role("origin") == {"19"}


@pytest.mark.parametrize("role", sorted(LOOKS))
def test_every_look_stays_inside_its_bounds_and_never_flashes_fast(role: str) -> None:
    look = LOOKS[role]
    levels = [look.at(step / 200, 0, 3)[1] for step in range(2000)]
    assert all(0.0 <= level <= look.level + 1e-9 for level in levels)
    assert max(levels) > 0.0
    rises = sum(one < look.level / 2 <= other for one, other in pairwise(levels))
    assert rises <= 3 * 10


def wiring() -> Wiring:
    board = game_called("international").board
    return Wiring(board, board.fields, board.fields, hall=False)


def test_what_is_lit_is_never_rounded_to_dark_and_night_is_dim() -> None:
    for brightness in (0.01, 0.08, 0.35, 1.0):
        lamps = Lamps(wiring(), Lamp(brightness=brightness))
        for role in LOOKS:
            lamps.take({"1": role}, 0.0)
            levels = shades({"1": role}, 0.7)["1"][1]
            lit = any(lamps.frame(0.7).pixels)
            assert lit == (levels > 0), (brightness, role)


def test_the_current_budget_holds_and_brightness_does_not_jump() -> None:
    lamps = Lamps(wiring(), Lamp(brightness=1.0, budget_ma=300))
    lights = dict.fromkeys(game_called("international").board.fields, "must")
    lamps.take(lights, 0.0)
    currents = [current_ma(lamps.frame(step / 20)) for step in range(60)]
    assert max(currents) <= 300
    assert max(currents) > 250


def test_a_board_that_is_far_from_order_is_led_step_by_step() -> None:
    table = Table(missing=tuple(str(field) for field in [*range(1, 11), *range(41, 51)]))
    table.put("25", pole="w").wait(0.5)
    assert table.lights == {"25": "extra"}
    table.lift("25").wait(0.5)
    assert table.role("place-white") == {str(field) for field in range(41, 51)}
    assert set(table.lights.values()) == {"place-white"}
    table.put(*(str(field) for field in range(41, 51)), pole="w").wait(0.5)
    assert table.lights == {str(field): "place-black" for field in range(1, 11)}
    table.put(*(str(field) for field in range(1, 6)), pole="b").wait(0.5)
    assert table.lights == {str(field): "missing" for field in range(6, 11)}
