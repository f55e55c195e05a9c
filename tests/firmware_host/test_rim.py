"""LEDs of the rim show whose turn it is: in the configuration, in the wiring, and at play."""

import asyncio
from pathlib import Path

import pytest
from toy_game import square_board

from firmware_host.config import parse
from firmware_host.daemon import Daemon
from firmware_host.errors import ConfigError, WiringError
from firmware_host.lamps import Lamp, Lamps
from firmware_host.line import Line
from firmware_host.wiring import Wiring
from hardware.device import LedFrame, SensorFrame
from rules.game import Side
from rules.registry import game as game_called

HEAD = """\
game = "international"
state_dir = "games"
[sensors]
driver = "serial"
port = "/dev/board"
kind = "reed"
[leds]
outside_s = 0
[wiring]
order = "rows"
"""
FIELDS = game_called("international").board.fields


def read(text):
    return parse(HEAD + text, Path("board.toml"))


def test_an_order_goes_round_the_leds_of_the_rim():
    wiring = read("rim_white = [0, 51]\nrim_black = [2, 55]\n").wiring
    assert wiring.rim == {Side.WHITE: (0, 51), Side.BLACK: (2, 55)}
    assert [pixel for pixel, name in enumerate(wiring.pixels) if not name] == [0, 2, 51, 53, 54, 55]
    assert tuple(name for name in wiring.pixels if name) == FIELDS


def test_leds_of_the_rim_at_the_end_make_the_chain_longer():
    wiring = read("rim_white = [52]\nrim_black = [53]\n").wiring
    assert wiring.pixels == (*FIELDS, "", "", "", "")
    assert read("").wiring.rim == {Side.WHITE: (), Side.BLACK: ()}


def test_a_list_keeps_the_places_that_it_has():
    listed = "pixels = [" + ", ".join(f'"{name}"' for name in ("", *FIELDS)) + "]\n"
    wiring = read(listed + "rim_white = [0]\nrim_black = [51]\n").wiring
    assert wiring.pixels == ("", *FIELDS, "")
    with pytest.raises(ConfigError, match=r'wiring.rim_white names LED 1, but wiring.pixels\[1\] is "1"'):
        read(listed + "rim_white = [1]\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rim_white = [3]\nrim_black = [4, 3]\n", "wiring.rim_black names LED 3, but so does"),
        ("rim_white = [3, 3]\n", "different whole numbers"),
        ("rim_white = [-1]\n", "from 0 to 1023"),
        ("rim_white = 3\n", "a list"),
        ("rim_white = [true]\n", "a list"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(text, words):
    with pytest.raises(ConfigError, match=r"wiring\.rim_") as caught:
        read(text)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


def test_the_wiring_refuses_a_pixel_with_two_meanings_or_none():
    board = square_board(2, 2)
    for rim, words in (
        ({Side.WHITE: (0,)}, "lights field"),
        ({Side.WHITE: (5,)}, "pixels are 0 to 4"),
        ({Side.WHITE: (4,), Side.BLACK: (4,)}, "also lies in the rim"),
    ):
        with pytest.raises(WiringError, match=words):
            Wiring(board, (), (*board.fields, ""), hall=False, rim=rim)
    with pytest.raises(WiringError, match="also lies outside the game"):
        Wiring(board, (), (*board.fields, ""), hall=False, rim={Side.WHITE: (4,)}, outside=(4,))


def test_the_mark_is_as_the_table_of_lights_says_and_steady():
    board = square_board(2, 2)
    lamps = Lamps(
        Wiring(board, (), (*board.fields, "", ""), hall=False, rim={Side.WHITE: (4,), Side.BLACK: (5,)}),
        Lamp(brightness=1.0, gamma=1.0),
    )
    lamps.turn(Side.WHITE)
    frames = {lamps.frame(at / 7).pixels for at in range(70)}
    assert frames == {bytes(12) + bytes([0, 3, 25]) + bytes(3)}, "blue 0/.12/1 at 10 %"
    lamps.turn(Side.BLACK)
    assert lamps.frame(0.0).pixels == bytes(15) + bytes([0, 3, 25])
    lamps.turn(None)
    assert lamps.frame(0.0).pixels == bytes(18)


class Desk:
    """A board whose signals the test gives and whose pictures it keeps; also a journal that forgets."""

    channels, pixels = 50, 52

    def __init__(self):
        self.shown = []

    def start(self, listener):
        self.tell = listener

    def stop(self):
        pass

    def show(self, frame: LedFrame):
        self.shown.append(frame.pixels)

    def apply(self, changes):
        pass


def rims(config, *signals):
    """Which of the two rim LEDs were lit, picture by picture."""
    desk = Desk()
    daemon = Daemon(config, Line(config.game, config.game.start()), desk, desk, desk)

    async def sit():
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(0)
        for signal in signals:
            desk.tell(signal)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.7)
        daemon.stop()
        await running

    asyncio.run(sit())
    return [(any(picture[150:153]), any(picture[153:])) for picture in desk.shown]


def test_it_is_lit_from_the_first_view_and_goes_over_with_the_move():
    config = read("rim_white = [50]\nrim_black = [51]\n")
    position = config.game.start()
    after = position.play(position.parse_move("32-28"))
    lifted = {name for name in position.fields if name != "32"}
    views = [
        SensorFrame(at, bytes(name in there for name in config.wiring.channels))
        for at, there in ((0.0, position.fields), (0.1, lifted), (0.3, after.fields), (1.0, after.fields))
    ]
    assert rims(config, *views[:1]) == [(True, False)]
    shown = rims(config, *views)
    assert shown[0] == (True, False)
    assert shown[-1] == (False, True)
    assert all(white is not black for white, black in shown)
