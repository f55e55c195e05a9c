"""What the firmware says and does on an emulated Pico when all is well, and when it is not."""

import itertools
import json
import os
import time

import pytest
from driver_contract import eventually
from emulated_pico import need_micropython, run_micropython
from pico_host import CONFIG

from hardware.firmware_file import firmware
from hardware.packets import Ask, Hello, Leds, Log, Ping, Pong, Shown, State


def test_garbage_from_the_host_harms_nothing(pico, host):
    board = pico()
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    for _ in range(10):
        line.port.write(os.urandom(500) + b"\0")
    line.port.write(b"\0" + b"\xff" * 3000 + b"\0")
    line.say(Ping(77))
    assert line.until(Pong).seq == 77
    line.say(Ask(1))
    line.until(Hello)
    dropped = line.until(Log, lambda log: "blocks dropped" in log.text).text.split(" blocks")[0].split()[-1]
    assert int(dropped) > 10
    assert board.ended is None


def test_the_boards_clock_wraps_and_nobody_notices(pico, host):
    board = pico(first_ms=(1 << 30) - 1500)
    line = host(board)
    line.say(Ask(0))
    stamps = [line.until(State, timeout=5).clock_ms for _ in range(7)]
    steps = [after - before for before, after in itertools.pairwise(stamps)]
    assert all(0 <= step <= 520 for step in steps), steps
    assert sum(steps) > 1500


def test_a_silent_host_leaves_one_breathing_pixel_and_a_word_brings_the_picture_back(pico, host):
    board = pico({**CONFIG, "keep_s": 1})
    picture = bytes(range(36))
    line = host(board)
    line.say(Ask(0), Leds(1, 0, picture))
    assert line.until(Shown).leds == 1
    shown = len(board.pictures)
    assert board.lights() == picture
    board.wait(board.clock() + 2.5)
    assert len(board.pictures) > shown + 4, "it breathes"
    breaths = [pixels for _, pixels in board.pictures[-4:]]
    assert all(pixels[:3] == pixels[:1] * 3 and 4 <= pixels[0] <= 36 for pixels in breaths)
    assert all(pixels[3:] == bytes(33) for pixels in breaths)
    line.say(Ping(1))
    eventually(lambda: board.lights() == picture, 5, "the picture again")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "board_config.json is missing"),
        ("rows = 3", "board_config.json is no JSON"),
        (json.dumps({**CONFIG, "pixel_pin": 5}), "pixel_pin is pin 5, and so is columns[0]"),
    ],
)
def test_a_bad_configuration_is_told_and_leaves_every_pin_alone(pico, host, text, says):
    board = pico(text)
    line = host(board)
    line.say(Ask(0))
    hello = line.until(Hello)
    assert (hello.channels, hello.pixels, hello.buttons) == (0, 0, 0)
    assert hello.firmware.endswith("without a usable configuration")
    told = line.until(Log, lambda log: says in log.text)
    assert told.level == 3
    leds = set()
    until = board.clock() + 2.0
    while board.clock() < until:
        leds.add(board.ask()["led"])
    assert leds == {0, 1}, "the Pico's own LED flashes"
    assert line.until(State).packed == b""
    board.unplug()
    board.config = CONFIG
    line.close()
    board.plug()
    line = host(board)
    line.say(Ask(0))
    assert line.until(Hello).channels == 12


@pytest.mark.parametrize(
    ("left", "start"), [(b"", b"\r\x03"), (b"", b"\x03\x03"), (b"\x08\x82\x07", b"\r\x03")]
)
def test_a_program_that_copies_files_gets_the_prompt_but_never_during_a_game(pico, host, left, start):
    """`left`: what a host that was killed had not finished."""
    board = pico()
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    line.port.write(start + b"\0")
    line.say(Ping(5))
    assert line.until(Pong).seq == 5
    assert board.ended is None
    line.port.write(left)
    board.wait(board.clock() + 3.0)
    line.port.write(start)
    eventually(lambda: board.ended is not None, 5, "the prompt")
    assert board.ended == {"ended": "prompt", "watched": False}
    assert board.pictures[-1][1] == bytes(36), "the LEDs are dark"


def test_pictures_that_come_faster_than_leds_can_take_them_are_not_torn(pico, host):
    board = pico({"pixels": 12, "pixel_pin": 22, "pixel_order": "RGB"})
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    pictures = [bytes([level]) * 3 for level in range(1, 60)]
    line.say(*(Leds(at, at % 12, picture) for at, picture in enumerate(pictures)))
    line.until(Shown, lambda shown: shown.leds == 58)
    assert board.lights()[: 3 * 12] == b"".join(pictures[48 + at if at < 11 else 47] for at in range(12))
    assert board.faults() == []


def test_a_host_that_does_not_read_holds_up_nothing(pico, host):
    board = pico()
    line = host(board)
    board.stalled = True
    for _ in range(8):
        line.say(*(Ping(seq) for seq in range(200)))
    board.set({1: 1})
    until = board.clock() + 4.5
    while board.clock() < until:
        time.sleep(0.05)
    assert board.ended is None, "the watchdog was fed"
    board.stalled = False
    line.say(Ask(0))
    line.until(Hello)
    assert line.until(State).packed == b"\2\0"
    assert board.faults() == []


def test_an_error_of_the_firmware_is_told_and_ends_in_a_reset_by_the_watchdog(pico, host):
    need_micropython()
    program = "import machine, time\ndog = machine.WDT(timeout=4000)\ntime.sleep_us(5_000_000)\ndog.feed()\n"
    assert run_micropython(program) == {"ended": "watchdog"}, "the emulated watchdog bites"
    broken = firmware().replace("self._queue(bytes([PONG, seq]))", 'raise ValueError("worn out")')
    board = pico(program=broken)
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    line.say(Ping(1))
    told = line.until(Log, lambda log: "the firmware failed" in log.text)
    assert (told.level, "worn out" in told.text) == (3, True)
    eventually(lambda: board.ended is not None, 5, "the end")
    assert "ValueError" in board.ended["error"]
    line.close()
    board.unplug()
    board.plug(bitten=True)
    line = host(board)
    line.say(Ask(0))
    assert "started by its watchdog" in line.until(Log).text
