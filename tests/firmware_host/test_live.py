"""The live tests: what is told of channels, LEDs and buttons while hands are on them."""

import json

import pytest

from firmware_host.lamps import current_ma
from firmware_host.live.kinds import ButtonTest
from firmware_host.live.show import scenes
from firmware_host.live.watch import Watch
from firmware_host.live.words import change_line, hall_lines, sensor_lines, summary
from hardware.device import ButtonEdge, Reading
from hardware.hall_sensing import Margin

NAMES = ["a1", "b1", ""]
PLACES = {"a1": (0.0, 0.0), "b1": (1.0, 0.0), "c1": (2.0, 0.0)}


def watching():
    watch = Watch(3, 0.012)
    watch.feed(0.0, bytes(3))
    return watch


def test_a_change_is_told_once_it_has_settled_with_its_bounces():
    watch = watching()
    for at, closed in ((1.0, 1), (1.001, 0), (1.003, 1)):
        assert watch.feed(at, bytes([closed, 0, 0])) == []
    assert watch.advance(1.014) == []
    (change,) = watch.advance(1.016)
    assert (change.channel, change.reading, change.edges) == (0, 1, 3)
    assert change.at == pytest.approx(1.015)
    assert change_line(change, NAMES, hall=False).split("  ")[-1] == (
        "field a1 (channel 0): piece, after 2 bounces in 3 ms"
    )
    assert watch.channels[0].closings == 1
    assert watch.channels[0].bounces == 2


def test_a_blip_settles_to_nothing_and_counts_as_bounces():
    watch = watching()
    watch.feed(1.0, bytes([0, 1, 0]))
    watch.feed(1.002, bytes([0, 0, 0]))
    assert watch.advance(2.0) == []
    assert (watch.channels[1].closings, watch.channels[1].bounces) == (0, 2)


def test_the_board_is_drawn_raw_and_settled():
    watch = watching()
    watch.feed(1.0, bytes([1, 0, 3]))
    lines = sensor_lines(watch, NAMES, PLACES, hall=False)
    assert lines[0].split() == ["a1#*", "b1.", "c1"]
    assert lines[-1].split() == ["channels", "without", "a", "field:", "2?*"]
    watch.advance(2.0)
    assert sensor_lines(watch, NAMES, PLACES, hall=True)[0].split()[0] == "a1w"


def test_a_nudged_piece_tells_its_extremes_and_its_least_margin():
    watch = watching()
    for value, steps in ((440, 47.0), (470, 17.0), (500, 3.0), (430, 57.0)):
        watch.measure([Margin(0, value, 512.0, Reading.WHITE, steps)])
    watch.feed(1.0, bytes([1, 0, 0]))
    watch.advance(1.1)
    assert "now  430, 430 to 500, rest 512: 3 to 57 steps to spare  weak" in hall_lines(watch, NAMES, 5)[0]
    watch.feed(2.0, bytes(3))
    watch.measure([Margin(0, 511, 512.0, Reading.NONE, 39.0)])
    (change,) = watch.advance(2.1)
    assert "the piece gave 430 to 500, 3 steps or more to spare (weak)" in change_line(
        change, NAMES, hall=True
    )
    assert hall_lines(watch, NAMES, 5) == []


def test_the_summary_names_what_was_never_tried():
    watch = watching()
    watch.feed(1.0, bytes([1, 0, 0]))
    watch.advance(2.0)
    assert summary(watch, NAMES) == ["Once a piece was put down.", "Never put down on: b1."]


@pytest.mark.parametrize("budget_ma", [60, 300, 20_000])
def test_the_show_lights_each_led_and_stays_in_its_budget(budget_ma):
    shown = list(scenes(["a1", ""] * 20, 0.5, budget_ma))
    assert len(shown) == 40 + 5
    for pixel, scene in enumerate(shown[:40]):
        lit = [at for at in range(40) if any(scene.frame.pixels[3 * at : 3 * at + 3])]
        assert lit == [pixel]
    assert shown[0].says.startswith("LED 0, field a1: white")
    assert all(current_ma(scene.frame) <= budget_ma for scene in shown)
    assert all(scene.frame.pixels for scene in shown)


def test_buttons_tell_their_names_and_how_long_they_were_held(capsys):
    test = ButtonTest({0: "confirm", 1: "undo"}, as_json=True)
    test.take("board", ButtonEdge(1.0, 0, pressed=True))
    test.take("board", ButtonEdge(1.25, 0, pressed=False))
    test.take("board", ButtonEdge(2.0, 5, pressed=True))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == {"t": 1.0, "button": 0, "name": "confirm", "pressed": True}
    assert lines[1]["held"] == 0.25
    assert lines[2]["name"] is None
    plain = ButtonTest({0: "confirm", 1: "undo"}, as_json=False)
    plain.take("board", ButtonEdge(1.0, 0, pressed=True))
    plain.end()
    assert capsys.readouterr().out.splitlines()[-1] == "Not pressed: 1 (undo)."
