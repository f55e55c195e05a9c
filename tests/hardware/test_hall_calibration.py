"""The calibration of hall sensors is measured, kept whole or not at all, and refused with its reason."""

import json

import pytest

from hardware.hall_calibration import Calibration, InvalidCalibration, load, measured, save
from hardware.hall_sensing import Thresholds

LIMITS = Thresholds()


def test_it_is_the_mean_and_how_far_it_strayed():
    found = measured([[500, 510], [502, 510], [504, 510]], LIMITS)
    assert found == Calibration((502.0, 510.0), (2.0, 0.0))


def test_a_channel_that_moved_and_one_that_is_broken_are_named():
    with pytest.raises(InvalidCalibration, match="Channel 1 strayed by 50"):
        measured([[500, 400], [500, 500]], LIMITS)
    with pytest.raises(InvalidCalibration, match="Channel 0 gives 0 of 1023"):
        measured([[0, 500], [0, 500]], LIMITS)


def test_what_is_saved_is_loaded(tmp_path):
    path = tmp_path / "folder" / "hall.json"
    calibration = Calibration((500.5, 510.0), (1.0, 2.0))
    save(path, calibration)
    assert load(path, 2) == calibration
    save(path, Calibration((1.0, 2.0), (0.0, 0.0)))
    assert load(path, 2) == Calibration((1.0, 2.0), (0.0, 0.0))
    assert [item.name for item in path.parent.iterdir()] == ["hall.json"]


def test_no_file_is_no_calibration(tmp_path):
    assert load(tmp_path / "hall.json", 2) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 1, "baselines": [500, 500]}',
        '{"version": 1, "baselines": [500, "x"], "noise": [1, 1]}',
        '{"version": 1, "baselines": [500, true], "noise": [1, 1]}',
        '{"version": 1, "baselines": [500, 1e9], "noise": [1, 1]}',
        '{"version": 1, "baselines": [500, NaN], "noise": [1, 1]}',
        '{"version": 1, "baselines": [500], "noise": [1]}',
        '{"version": 2, "baselines": [500, 500], "noise": [1, 1]}',
    ],
)
def test_a_file_that_cannot_be_meant(tmp_path, text):
    path = tmp_path / "hall.json"
    path.write_text(text)
    with pytest.raises(InvalidCalibration, match="calibrate the empty board anew") as caught:
        load(path, 2)
    assert str(path) in str(caught.value)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "hall.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidCalibration, match="calibrate"):
        load(path, 2)


def test_a_folder_that_cannot_be_written_keeps_the_old_file(tmp_path):
    path = tmp_path / "hall.json"
    save(path, Calibration((500.0,), (0.0,)))
    blocker = tmp_path / ".hall.json.new"
    blocker.mkdir()
    with pytest.raises(InvalidCalibration, match=r"cannot be written to .*Is a directory"):
        save(path, Calibration((1.0,), (0.0,)))
    assert json.loads(path.read_text())["baselines"] == [500.0]
