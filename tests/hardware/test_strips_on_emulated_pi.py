"""The LED drivers with the real libraries on an emulated Raspberry Pi: contract, wire, and faults."""

import json
import os
import subprocess
import time
from itertools import pairwise

import pytest
from driver_contract import LedSinkContract, ear, eventually  # noqa: F401
from emulated_pi import EMULATORS, EmulatedPi, ProgramSink, StripRig, need, shim

from hardware.device import LedFrame
from hardware.neopixel_strip import neopixel_bytes

NEOPIXEL = ("neopixel", {"pin": "D10"})
SPI = ("neopixel-spi", {"device": "/dev/spidev0.0"})


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    need("neopixel", "board", "gpiod", "_rpi_ws281x")
    return shim(tmp_path_factory.mktemp("emulator"))


@pytest.fixture
def pi(tmp_path, built):
    chip = EmulatedPi(tmp_path, built)
    yield chip
    chip.close()


class TestNeoPixelOnEmulatedPi(LedSinkContract):
    @pytest.fixture
    def rig(self, pi):
        return StripRig(pi, NEOPIXEL[0], **NEOPIXEL[1])


class TestSpiStripOnEmulatedPi(LedSinkContract):
    @pytest.fixture
    def rig(self, pi):
        return StripRig(pi, SPI[0], **SPI[1])


class TestWhiteLeds(LedSinkContract):
    @pytest.fixture
    def rig(self, pi):
        return StripRig(pi, SPI[0], order="GRBW", pixels=20, **SPI[1])


def colours(pixels):
    return bytes(part for pixel in range(pixels) for part in (pixel * 3 & 255, 255 - pixel, pixel * 7 & 255))


@pytest.mark.parametrize(("name", "arguments"), [NEOPIXEL, SPI])
@pytest.mark.parametrize(
    ("order", "pixels"), [("GRB", 64), ("RGB", 61), ("BRG", 1), ("GRBW", 60), ("RGBW", 121)]
)
def test_every_colour_arrives_in_the_order_of_the_leds(pi, name, arguments, order, pixels):
    rig = StripRig(pi, name, order=order, pixels=pixels, **arguments)
    picture = colours(pixels)
    rig.sink.show(LedFrame(picture))
    eventually(lambda: rig.lights() == picture, 3.0, "the picture")
    taken = pi.pictures()[-1].taken
    assert len(taken) == len(order) * pixels
    if "W" in order:
        whites = taken[order.index("W") :: 4]
        assert list(whites) == [min(picture[at : at + 3]) for at in range(0, len(picture), 3)]


def test_the_leds_take_every_kind_of_bit_as_their_makers_ask(pi):
    for name, arguments in (NEOPIXEL, SPI):
        rig = StripRig(pi, name, pixels=64, **arguments)
        rig.sink.show(LedFrame(colours(64)))
        eventually(lambda rig=rig: rig.lights() == colours(64), 3.0, "the picture")
        last = pi.sent()[-1]
        assert {"T0H", "T1H", "T0L", "T1L"} == set(pi.pictures()[-1].times_ns), "the picture has all of them"
        low_after = len(last.sent) - len(last.sent.rstrip(b"\0"))
        assert 8 * low_after / last.clock_hz > 280e-6, "a reset ends the picture"
        rig.sink.stop()
    low_before = len(last.sent) - len(last.sent.lstrip(b"\0"))
    assert 8 * low_before / last.clock_hz > 280e-6, "our own driver also begins with a reset"


@pytest.mark.parametrize(("name", "arguments"), [NEOPIXEL, SPI])
def test_black_comes_first_twice_then_the_light_rises_within_a_second(pi, name, arguments):
    sink = ProgramSink(pi, name, pixels=10, **arguments)
    picture = bytes([200, 100, 50]) * 10
    sink.show(LedFrame(picture))
    rig = StripRig.__new__(StripRig)
    rig.pi, rig.order = pi, "GRB"
    eventually(lambda: rig.lights() == picture, 3.0, "the picture")
    shown = pi.pictures()
    assert [set(one.taken) for one in shown[:2]] == [{0}, {0}]
    begun = shown[1].at
    greens = [one.taken[0] for one in shown]
    assert greens == sorted(greens), "the light only rises"
    assert len(set(greens)) > 15
    for one in shown[2:]:
        assert max(one.taken) <= 200 * min(1.0, one.at - begun) + 1
    assert 0.95 < shown[-1].at - begun < 1.3
    gaps = [after.at - before.at for before, after in pairwise(shown[1:])]
    assert min(gaps) > 0.0195, "at most 50 pictures a second"


@pytest.mark.parametrize(("name", "arguments"), [NEOPIXEL, SPI])
def test_an_equal_picture_is_not_sent_again_and_many_are_thinned_out(pi, name, arguments):
    rig = StripRig(pi, name, pixels=10, **arguments)
    rig.sink.show(LedFrame(bytes([3, 2, 1]) * 10))
    eventually(lambda: rig.lights() == bytes([3, 2, 1]) * 10, 3.0, "the picture")
    count = len(pi.sent())
    for _ in range(20):
        rig.sink.show(LedFrame(bytes([3, 2, 1]) * 10))
    rig.sink.show(LedFrame(bytes([3, 2, 4]) * 10))
    eventually(lambda: rig.lights() == bytes([3, 2, 4]) * 10, 1.0, "the picture")
    assert len(pi.sent()) == count + 1
    time.sleep(0.2)
    assert len(pi.sent()) == count + 1, "a picture that stays is sent once"


@pytest.mark.parametrize(
    ("name", "arguments", "letter", "words"),
    [
        (*NEOPIXEL, "a", "dtparam=spi=on"),
        (*SPI, "a", "dtparam=spi=on"),
        (*NEOPIXEL, "d", "group spi"),
        (*SPI, "d", "group spi"),
        (*NEOPIXEL, "g", 'GPIO 10 is held by "spi0 CS0"'),
        ("neopixel", {"pin": "D77"}, "", "no pin D77"),
        ("neopixel", {"pin": "D18"}, "", "use pin = 10"),
        ("neopixel-spi", {"device": "/dev/null"}, "", "no SPI bus"),
    ],
)
def test_what_is_wrong_is_told_once_with_a_remedy(pi, name, arguments, letter, words):
    pi.be(letter)
    sink = ProgramSink(pi, name, pixels=10, **arguments)
    sink.show(LedFrame(bytes(30)))
    eventually(lambda: sink.problem is not None, 3.0, "a problem")
    assert words in sink.problem
    eventually(lambda: len(sink.told) >= 1, 1.0, "the telling")
    assert sink.told == [(False, sink.problem)]
    assert sink.problem.endswith(".")


@pytest.mark.parametrize(("name", "arguments"), [NEOPIXEL, SPI])
def test_a_strip_that_fails_again_and_again_comes_back_and_says_so(pi, name, arguments):
    rig = StripRig(pi, name, pixels=10, **arguments)
    picture = bytes([9, 8, 7]) * 10
    rig.sink.show(LedFrame(picture))
    for letter in ("a", "d", "a"):
        eventually(lambda: rig.sink.problem is None and rig.lights() == picture, 4.0, "the picture")
        pi.be(letter)
        rig.sink.show(LedFrame(bytes([1, 1, 1]) * 10))
        if letter == "a":
            eventually(lambda: rig.sink.problem is not None, 3.0, "a problem")
        pi.be("")
        rig.sink.show(LedFrame(picture))
    eventually(lambda: rig.sink.problem is None and rig.lights() == picture, 4.0, "the picture")
    assert [connected for connected, _ in rig.sink.told] == [True, False, True, False, True]


def test_a_driver_that_cannot_start_is_tried_again_without_harm(pi):
    """Blinka keeps a driver whose start failed; using it again would be a segmentation fault."""
    sink = ProgramSink(pi, "neopixel", pin="D18", pixels=10)
    time.sleep(2.5)
    assert "use pin = 10" in sink.problem
    assert len(sink.told) == 1
    sink.stop()
    assert sink.problem


@pytest.mark.parametrize(("name", "arguments"), [NEOPIXEL, SPI])
def test_a_strip_longer_than_the_kernel_sends_is_refused(pi, name, arguments):
    sink = ProgramSink(pi, name, pixels=400, **arguments)
    sink.show(LedFrame(bytes(1200)))
    eventually(lambda: sink.problem is not None, 3.0, "a problem")
    assert "spidev.bufsiz" in sink.problem
    assert "400 LEDs" in sink.problem
    assert pi.sent() == []


@pytest.mark.parametrize("order", ["GRB", "GRBW"])
@pytest.mark.parametrize("pixels", [59, 60])
def test_as_much_goes_over_the_bus_as_the_check_of_its_length_takes_for_granted(pi, order, pixels):
    """Blinka takes 60 LEDs of four colours for 80 of three, for which the library makes more room."""
    rig = StripRig(pi, NEOPIXEL[0], order=order, pixels=pixels, **NEOPIXEL[1])
    picture = colours(pixels)
    rig.sink.show(LedFrame(picture))
    eventually(lambda: rig.lights() == picture, 3.0, "the picture")
    assert neopixel_bytes(pixels, order) - 4 <= len(pi.sent()[-1].sent) <= neopixel_bytes(pixels, order)


def test_a_program_that_is_told_to_end_leaves_the_leds_black(pi):
    for name, arguments in (NEOPIXEL, SPI):
        rig = StripRig(pi, name, pixels=10, **arguments)
        rig.sink.show(LedFrame(bytes([9, 9, 9]) * 10))
        eventually(lambda rig=rig: rig.lights() == bytes([9, 9, 9]) * 10, 3.0, "the picture")
        program = pi.programs[-1]
        program.stdin.close()
        assert program.wait(5) == 0, "no crash while the interpreter ends"
        assert rig.lights() == bytes(30)


def test_on_a_pi_5_without_its_library_this_is_said_and_nobody_is_asked_whether_to_run_pip(tmp_path, built):
    """Blinka itself would ask, when it is started from a terminal, and wait for the answer."""
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text((EMULATORS / "cpuinfo-pi4").read_text().replace("c03115", "d04170"))
    pi = EmulatedPi(tmp_path, built, CPUINFO=cpuinfo)
    keyboard, terminal = os.openpty()
    arguments = json.dumps(NEOPIXEL[1] | {"pixels": 10})
    program = pi.start(
        EMULATORS / "strip_program.py",
        "neopixel",
        arguments,
        stdin=terminal,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert json.loads(program.stdout.readline()) == {"answer": "ready"}

        def problem():
            os.write(keyboard, b'{"problem": true}\n')
            return json.loads(program.stdout.readline())["answer"]

        eventually(problem, 10.0, "a problem")
        assert "zetlicht[pi5]" in problem()
        os.write(keyboard, b"\x04")
        assert program.wait(5) == 0
    finally:
        pi.close()
        os.close(keyboard)
        os.close(terminal)


INDEPENDENT = {
    "rpi_ws281x": """
from rpi_ws281x import PixelStrip, Color, ws
strip = PixelStrip(64, 10, strip_type=ws.WS2811_STRIP_GRB)
strip.begin()
for i in range(64):
    strip.setPixelColor(i, Color(i * 3 & 255, 255 - i, i * 7 & 255))
strip.show()
""",
    "neopixel_spi": """
import board, neopixel_spi
pixels = neopixel_spi.NeoPixel_SPI(board.SPI(), 64, auto_write=False, pixel_order="GRB")
for i in range(64):
    pixels[i] = (i * 3 & 255, 255 - i, i * 7 & 255)
pixels.show()
""",
}


@pytest.mark.parametrize("library", sorted(INDEPENDENT))
def test_the_emulated_leds_read_other_libraries_as_they_are_meant(pi, library):
    """Both libraries encode in their own way, so a decoder that fits our drivers alone would show here."""
    if library == "neopixel_spi":
        need("neopixel_spi")
    pi.extra["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    assert pi.start("-c", INDEPENDENT[library]).wait(20) == 0
    [*_, shown] = pi.pictures()
    picture = colours(64)
    assert shown.taken == bytes(
        part for at in range(0, 192, 3) for part in (picture[at + 1], picture[at], picture[at + 2])
    )
