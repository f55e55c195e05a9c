"""A chain of 74HC165s over the real spidev: any length, both ways to load, and what tells that it is gone."""

import errno

import pytest
from driver_contract import ear
from pi_board import pi, pi_library
from pi_rigs import PiRig
from pi_wired import Chain

from hardware.device import DeviceState, SensorFrame

__all__ = ["ear", "pi", "pi_library"]

CS_HIGH = 4


@pytest.fixture
def chain(pi):
    made = []

    def make(*, channels=64, load_pin=None, **keys):
        made.append(PiRig(pi, Chain(pi.board, channels=channels, load_pin=load_pin), **keys))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


def hears(rig, ear, channels, closed):
    expected = bytearray(channels)
    for channel in closed:
        expected[channel] = 1
    rig.put(dict.fromkeys(closed, 1))
    ear.wait_readings(bytes(expected), 2)


@pytest.mark.parametrize("channels", [1, 8, 50, 64, 100, 256])
@pytest.mark.parametrize("load_pin", [None, 25])
def test_a_chain_of_any_length_and_both_ways_to_load(chain, ear, channels, load_pin):
    rig = chain(channels=channels, load_pin=load_pin)
    rig.source.start(ear)
    ear.wait_readings(bytes(channels), 3)
    hears(rig, ear, channels, sorted({0, channels // 2, channels - 1}))
    assert rig.board.spi_mode & 3 == 2, "sampled half a clock away from the shift"
    assert bool(rig.board.spi_mode & CS_HIGH) == (load_pin is None)


def test_an_input_that_is_high_when_closed(chain, ear):
    rig = chain(channels=8, active_low=False)
    rig.source.start(ear)
    ear.wait_readings(b"\1" * 8, 3)


def test_a_chain_of_another_length_is_told(chain, ear):
    rig = chain(channels=64)
    rig.board.chain_length = 9
    rig.board.chain_in[8] = 0b01111111
    rig.source.start(ear)
    state = ear.wait(DeviceState, lambda told: True, 3)
    assert not state.connected
    assert "does not end after 8" in state.detail
    rig.board.chain_length = 8
    ear.wait_connected(connected=True, timeout=2)


def test_an_end_at_ground_and_an_end_that_is_not_looked_at(chain, ear):
    rig = chain(channels=8, end="low")
    rig.board.chain_end = 0
    rig.source.start(ear)
    ear.wait_connected(connected=True, timeout=2)
    rig.board.chain_end = 1
    lost = ear.wait_connected(connected=False, timeout=2)
    assert "at ground" in lost.detail


def test_an_unplugged_chain_is_no_full_board(chain, ear):
    rig = chain(channels=16)
    rig.source.start(ear)
    ear.wait_connected(connected=True, timeout=2)
    rig.take_away()
    ear.wait_connected(connected=False, timeout=2)
    assert all(frame.readings == bytes(16) for frame in ear.of(SensorFrame)), "not one piece was seen"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "dtparam=spi=on"),
        (errno.EACCES, "usermod -aG spi"),
        (errno.EPERM, "device policy"),
        (errno.EBUSY, "in use by another program"),
        (errno.EMFILE, "Too many open files"),
    ],
)
def test_a_bus_that_cannot_be_opened(chain, ear, number, words):
    rig = chain(channels=8)
    rig.board.spi_errno = number
    rig.source.start(ear)
    state = ear.wait(DeviceState, lambda told: True, 3)
    assert words in state.detail
    assert "/dev/spidev0.1" in state.detail
    assert state.detail.count(". ") == 0
    rig.board.spi_errno = 0
    ear.wait_connected(connected=True, timeout=2)


def test_a_bus_that_fails_later_is_told_and_opened_again(chain, ear):
    rig = chain(channels=8)
    rig.source.start(ear)
    ear.wait_connected(connected=True, timeout=2)
    rig.board.spi_errno = errno.EIO
    assert "/dev/spidev0.1" in ear.wait_connected(connected=False, timeout=2).detail
    rig.board.spi_errno = 0
    ear.wait_connected(connected=True, timeout=2)


def test_the_second_bus_names_its_own_overlay(chain, ear):
    rig = chain(channels=8, spi_bus=1, spi_device=0)
    rig.board.spi_errno = errno.ENOENT
    rig.source.start(ear)
    assert "dtoverlay=spi1-1cs" in ear.wait(DeviceState, lambda told: True, 3).detail


def test_a_held_load_pin_frees_the_bus_and_is_named(chain, ear):
    rig = chain(channels=8, load_pin=25)
    rig.board.consumer[25].value = b"a fan"
    rig.source.start(ear)
    assert 'GPIO 25 is held by "a fan"' in ear.wait(DeviceState, lambda told: True, 3).detail
