"""Every driver of the Raspberry Pi's own pins keeps the contract: real libraries on emulated devices."""

import pytest
from driver_contract import SensorSourceContract, ear
from pi_board import pi, pi_library
from pi_rigs import PiRig
from pi_wired import Chain, Chips, Hall, Matrix

__all__ = ["ear", "pi", "pi_library"]


class TestGpioMatrix(SensorSourceContract):
    @pytest.fixture
    def rig(self, pi):
        rig = PiRig(pi, Matrix(pi.board))
        yield rig
        rig.close()

    def test_a_device_that_goes_is_reported_once_and_taken_again(self, rig, ear):
        pytest.skip("pins that a process has mapped cannot go")


class TestShiftRegisters(SensorSourceContract):
    @pytest.fixture
    def rig(self, pi):
        rig = PiRig(pi, Chain(pi.board))
        yield rig
        rig.close()


class TestExpanders(SensorSourceContract):
    @pytest.fixture
    def rig(self, pi):
        rig = PiRig(pi, Chips(pi.board))
        yield rig
        rig.close()


class TestHallAdc(SensorSourceContract):
    @pytest.fixture
    def rig(self, pi, tmp_path):
        rig = PiRig(pi, Hall(pi.board, tmp_path))
        yield rig
        rig.close()
