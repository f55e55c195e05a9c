"""Hall sensors behind multiplexers and an MCP3008, over the real spidev and RPi.GPIO."""

import json

import pytest
from driver_contract import ear, eventually
from pi_board import pi, pi_library
from pi_rigs import PiRig
from pi_wired import SELECT, Hall

from hardware.device import DeviceState, HardwareError, Reading, SensorFrame
from hardware.hall_adc import HallAdc
from hardware.hall_sensing import Thresholds

__all__ = ["ear", "pi", "pi_library"]

MHZ = 1_350_000


@pytest.fixture
def hall(pi, tmp_path):
    made = []

    def make(*, channels=64, calibrated=True, **keys):
        made.append(PiRig(pi, Hall(pi.board, tmp_path, channels=channels, calibrated=calibrated), **keys))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


def frame(channels, **changes):
    readings = bytearray(channels)
    for channel, reading in changes.items():
        readings[int(channel[1:])] = reading
    return bytes(readings)


@pytest.mark.parametrize("channels", [5, 16, 50, 128])
def test_every_sensor_has_its_channel_and_its_colour(hall, ear, channels):
    rig = hall(channels=channels)
    rig.source.start(ear)
    ear.wait_readings(bytes(channels), 3)
    rig.put({0: 1, channels - 1: 2})
    ear.wait_readings(frame(channels, c0=1, **{f"c{channels - 1}": 2}), 2)
    assert rig.board.spi_speed <= MHZ


def test_the_poles_may_be_the_other_way_round(hall, ear):
    rig = hall(channels=16, thresholds={"white_low": False})
    rig.put({3: 1})
    rig.source.start(ear)
    ear.wait_readings(frame(16, c3=Reading.BLACK), 3)


def test_a_broken_wire_is_unknown(hall, ear):
    rig = hall(channels=16)
    rig.board.adc[4] = 0
    rig.source.start(ear)
    ear.wait_readings(frame(16, c4=Reading.UNKNOWN), 3)


def test_a_converter_that_does_not_answer_is_away(hall, ear):
    rig = hall(channels=16)
    rig.take_away()
    rig.source.start(ear)
    state = ear.wait(DeviceState, lambda told: True, 3)
    assert not state.connected
    assert "/dev/spidev1.0 does not answer" in state.detail


def test_an_uncalibrated_board_says_so_until_it_is_calibrated(hall, ear):
    rig = hall(channels=16, calibrated=False)
    rig.board.adc[2] = 540
    rig.source.start(ear)
    fault = ear.wait(DeviceState, lambda state: state.problem, 3)
    assert "not calibrated" in fault.detail
    rig.source.ask("calibrate")
    ear.wait(DeviceState, lambda state: not state.problem, 10)
    kept = json.loads(rig.wired.file.read_text())
    assert kept["baselines"][2] == 540
    assert len(kept["baselines"]) == 16
    rig.board.adc[2] = 540 - 60
    ear.wait_readings(frame(16, c2=Reading.WHITE), 2)


def test_the_calibration_is_kept_for_the_next_start(hall, ear):
    first = hall(channels=16)
    middle = first.wired.middles[7]
    second = PiRig(first.pi, first.wired)
    try:
        first.board.adc[7] = middle + 60
        second.source.start(ear)
        ear.wait_readings(frame(16, c7=Reading.BLACK), 3)
    finally:
        second.close()


def test_a_board_that_is_not_at_rest_is_not_calibrated(hall, ear):
    rig = hall(channels=16)
    before = rig.wired.file.read_text()
    rig.source.start(ear)
    ear.wait_readings(bytes(16), 3)
    rig.source.ask("calibrate")
    polls = rig.source.ask("counters")["polls"]
    eventually(lambda: rig.source.ask("counters")["polls"] > polls + 10, 5)
    rig.put({5: 1})
    fault = ear.wait(DeviceState, lambda state: state.problem, 10)
    assert "Channel 5 strayed" in fault.detail
    assert rig.wired.file.read_text() == before
    ear.wait_readings(frame(16, c5=Reading.WHITE), 2)


def test_a_damaged_calibration_is_named(hall, ear):
    rig = hall(channels=16)
    rig.wired.file.write_text("{")
    rig.source.start(ear)
    ear.wait(SensorFrame, lambda told: True, 3)
    fault = ear.wait(DeviceState, lambda state: state.problem, 3)
    assert "hall.json cannot be read" in fault.detail


def test_margins_are_there_for_whoever_shows_them(hall, ear):
    rig = hall(channels=16)
    rig.put({1: 2})
    rig.source.start(ear)
    ear.wait_readings(frame(16, c1=Reading.BLACK), 3)
    margins = rig.source.ask("margins")
    assert [margin["channel"] for margin in margins] == list(range(16))
    assert margins[1]["reading"] == Reading.BLACK
    assert margins[1]["steps"] == pytest.approx(90 - Thresholds().off, abs=1)
    assert margins[0]["steps"] == pytest.approx(Thresholds().on, abs=1)


def test_stop_makes_the_select_lines_inputs(hall, ear):
    rig = hall(channels=16)
    rig.source.start(ear)
    ear.wait_connected(connected=True, timeout=3)
    rig.source.stop()
    assert not any(rig.pi.pin_is_output(pin) for pin in SELECT)


def test_a_held_select_line_is_named(hall, ear):
    rig = hall(channels=16)
    rig.board.consumer[SELECT[2]].value = b"onewire@0"
    rig.source.start(ear)
    assert "onewire@0" in ear.wait(DeviceState, lambda told: True, 3).detail


def test_thresholds_the_wrong_way_round_are_refused(tmp_path):
    with pytest.raises(HardwareError, match="must be smaller"):
        HallAdc(16, SELECT, tmp_path / "hall.json", thresholds=Thresholds(on=20, off=30))
