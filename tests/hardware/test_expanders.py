"""MCP23017 expanders over the real smbus2: retries, resets, lost power; what cannot be read is unknown."""

import errno

import pytest
from driver_contract import ear, eventually
from pi_board import pi, pi_library
from pi_rigs import PiRig
from pi_wired import Chips

from hardware.device import DeviceState, HardwareError, Reading, SensorFrame
from hardware.expanders import Expanders

__all__ = ["ear", "pi", "pi_library"]


@pytest.fixture
def chips(pi):
    made = []

    def make(*, addresses=(0x20, 0x21), rows=0, diodes=True, **keys):
        made.append(PiRig(pi, Chips(pi.board, addresses=addresses, rows=rows, diodes=diodes), **keys))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


def hears(rig, ear, closed, unknown=(), timeout=2):
    expected = bytearray(rig.source.channels)
    for channel in closed:
        expected[channel] = Reading.PIECE
    for channel in unknown:
        expected[channel] = Reading.UNKNOWN
    ear.wait_readings(bytes(expected), timeout)


def begin(rig, ear):
    rig.source.start(ear)
    ear.wait_connected(connected=True, timeout=3)


@pytest.mark.parametrize("rows", [0, 1, 7, 8])
def test_every_switch_has_its_channel(chips, ear, rows):
    rig = chips(rows=rows)
    begin(rig, ear)
    assert rig.source.channels == 2 * (7 * rows or 14)
    for channel in range(0, rig.source.channels, 3):
        rig.put({channel: 1})
        hears(rig, ear, [channel])
        rig.put({channel: 0})
        hears(rig, ear, [])


@pytest.mark.parametrize("rows", [0, 8])
def test_the_pins_that_are_only_outputs_are_never_inputs(chips, ear, rows):
    rig = chips(rows=rows)
    begin(rig, ear)
    rig.put(dict.fromkeys(range(rig.source.channels), 1))
    hears(rig, ear, range(rig.source.channels))
    assert [chip.input7 for chip in rig.wired.chips] == [0, 0]


def test_eight_expanders_are_enough_for_a_hundred_fields(chips, ear):
    rig = chips(addresses=tuple(range(0x20, 0x28)), channels=100)
    begin(rig, ear)
    rig.put({99: 1, 0: 1})
    hears(rig, ear, [0, 99])


def test_a_transfer_that_fails_twice_is_not_noticed(chips, ear):
    rig = chips()
    begin(rig, ear)
    opened = rig.board.i2c_opened
    for _ in range(5):
        rig.wired.chips[1].nack_next = 2
        eventually(lambda: rig.wired.chips[1].nack_next == 0, 2)
    rig.put({20: 1})
    hears(rig, ear, [20])
    assert all(Reading.UNKNOWN not in frame.readings for frame in ear.of(SensorFrame))
    assert rig.board.i2c_opened == opened, "the bus was not reset for it"


def test_an_expander_that_is_gone_leaves_its_fields_unknown_and_is_named(chips, ear):
    rig = chips()
    rig.put({3: 1, 20: 1})
    begin(rig, ear)
    hears(rig, ear, [3, 20])
    rig.wired.chips[1].there = 0
    hears(rig, ear, [3], unknown=range(14, 28))
    fault = ear.wait(DeviceState, lambda state: state.problem, 2)
    assert fault.connected
    assert "0x21" in fault.detail
    rig.put({5: 1})
    hears(rig, ear, [3, 5], unknown=range(14, 28))
    rig.wired.chips[1].there = 1
    rig.wired.chips[1].lose_power()
    hears(rig, ear, [3, 5, 20])
    assert ear.wait(DeviceState, lambda state: not state.problem, 2).connected


@pytest.mark.parametrize("rows", [0, 8])
def test_an_expander_that_lost_power_is_set_up_anew_and_nothing_false_is_seen(chips, ear, rows):
    """Without its pull-ups every input reads closed: that must never be believed."""
    rig = chips(rows=rows)
    begin(rig, ear)
    hears(rig, ear, [])
    opened = rig.board.i2c_opened
    rig.wired.chips[0].lose_power()
    eventually(lambda: rig.board.i2c_opened > opened, 2)
    rig.put({2: 1})
    hears(rig, ear, [2])
    assert {max(frame.readings) for frame in ear.of(SensorFrame)} == {0, 1}
    assert {sum(frame.readings) for frame in ear.of(SensorFrame)} == {0, 1}


def test_a_bus_that_hangs_is_reset(chips, ear):
    rig = chips()
    begin(rig, ear)
    rig.board.i2c_stuck = 1
    eventually(lambda: not rig.board.i2c_stuck, 2)
    rig.put({4: 1})
    hears(rig, ear, [4])
    assert all(state.connected for state in ear.of(DeviceState))


def test_a_chip_that_holds_the_bus_is_freed_by_its_reset(chips, ear):
    rig = chips(reset_pin=26)
    rig.board.reset_pin = 26
    begin(rig, ear)
    rig.put({4: 1})
    hears(rig, ear, [4])
    rig.board.i2c_held = 1
    rig.put({20: 1})
    hears(rig, ear, [4, 20])
    assert not rig.board.i2c_held
    assert all(state.connected for state in ear.of(DeviceState))
    assert {max(frame.readings) for frame in ear.of(SensorFrame)} == {0, 1}, (
        "the other chips were set up again"
    )
    rig.source.stop()
    assert not rig.pi.pin_is_output(26)


def test_a_bus_that_was_held_before_the_start_is_freed_too(chips, ear):
    rig = chips(reset_pin=26)
    rig.board.reset_pin = 26
    rig.board.i2c_held = 1
    begin(rig, ear)
    assert not rig.board.i2c_held


def test_without_a_reset_the_chip_that_holds_the_bus_is_a_missing_board(chips, ear):
    rig = chips()
    begin(rig, ear)
    rig.board.i2c_held = 1
    assert "No expander answers" in ear.wait_connected(connected=False, timeout=2).detail
    rig.board.i2c_held = 0
    ear.wait_connected(connected=True, timeout=2)


def test_one_chip_that_is_gone_does_not_keep_the_others_in_reset(chips, ear):
    rig = chips(reset_pin=26)
    rig.board.reset_pin = 26
    begin(rig, ear)
    rig.wired.chips[1].there = 0
    hears(rig, ear, [], unknown=range(14, 28))
    opened = rig.board.i2c_opened
    eventually(lambda: rig.board.i2c_opened > opened + 2, 4, "it is looked for")
    rig.put({2: 1})
    hears(rig, ear, [2], unknown=range(14, 28))
    rig.wired.chips[1].there = 1
    hears(rig, ear, [2])


def test_when_none_answers_the_board_is_away(chips, ear):
    rig = chips()
    rig.take_away()
    rig.source.start(ear)
    state = ear.wait(DeviceState, lambda told: True, 2)
    assert not state.connected
    assert "0x20 or 0x21" in state.detail
    rig.bring_back()
    ear.wait_connected(connected=True, timeout=2)


def test_one_expander_missing_from_the_start_is_no_missing_board(chips, ear):
    rig = chips()
    rig.wired.chips[0].there = 0
    begin(rig, ear)
    hears(rig, ear, [], unknown=range(14))


def test_a_row_that_cannot_be_read_is_unknown_alone_and_told(chips, ear):
    rig = chips(rows=7)
    rig.put({0: 1, 16: 1, 20: 1, 40: 1})
    begin(rig, ear)
    hears(rig, ear, [0, 16, 20, 40])
    rig.wired.chips[0].dead_rows = 1 << 2
    hears(rig, ear, [0, 40], unknown=range(14, 21))
    fault = ear.wait(DeviceState, lambda state: state.problem, 3)
    assert fault.connected
    assert "Row 2 of the expander at 0x20" in fault.detail
    rig.wired.chips[0].dead_rows = 0
    hears(rig, ear, [0, 16, 20, 40])
    ear.wait(DeviceState, lambda state: not state.problem, 3)


def test_a_row_that_fails_once_is_not_believed_to_have_changed(chips, ear):
    rig = chips(addresses=(0x20,), rows=7, rate_hz=100)
    begin(rig, ear)
    rig.wired.chips[0].nack_next = 3
    ear.wait(SensorFrame, lambda frame: True, 2)
    eventually(lambda: rig.wired.chips[0].nack_next == 0, 2)
    hears(rig, ear, [])
    for frame in ear.of(SensorFrame):
        rows = [frame.readings[at : at + 7] for at in range(0, 49, 7)]
        assert all(row in (bytes(7), bytes([3]) * 7) for row in rows)
        assert sum(row != bytes(7) for row in rows) <= 1


def test_a_matrix_without_diodes_has_seven_rows_and_no_ghosts(chips, ear):
    rig = chips(addresses=(0x20,), rows=7, diodes=False)
    rig.put({0: 1, 1: 1, 7: 1, 48: 1})
    begin(rig, ear)
    hears(rig, ear, [48], unknown=[0, 1, 7, 8])
    assert "rectangle" in ear.wait(DeviceState, lambda state: state.problem, 2).detail


@pytest.mark.parametrize(
    ("number", "words"), [(errno.ENOENT, "dtparam=i2c_arm=on"), (errno.EACCES, "usermod -aG i2c")]
)
def test_a_bus_that_cannot_be_opened(chips, ear, number, words):
    rig = chips()
    rig.board.i2c_errno = number
    rig.source.start(ear)
    state = ear.wait(DeviceState, lambda told: True, 3)
    assert words in state.detail
    assert "/dev/i2c-1" in state.detail
    rig.board.i2c_errno = 0
    ear.wait_connected(connected=True, timeout=2)


@pytest.mark.parametrize(
    ("addresses", "more", "words"),
    [
        ([], {}, "address of its own"),
        ([0x20, 0x20], {}, "address of its own"),
        ([0x28], {}, "0x20 to 0x27"),
        ([0x20], {"rows": 9, "diodes": True}, "0 to 8 rows"),
        ([0x20], {"rows": 8}, "needs diodes"),
        ([0x20], {"channels": 15}, "1 to 14"),
        ([0x20], {"reset_pin": 3}, "GPIO 3 among the reset pin is taken by I2C"),
    ],
)
def test_numbers_that_no_set_of_expanders_has(addresses, more, words):
    with pytest.raises(HardwareError, match=words):
        Expanders(addresses, **more)
