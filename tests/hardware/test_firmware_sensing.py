"""What the firmware sees on an emulated Pico's pins: change and bounce, ghosts, hall sensors, buttons."""

import pytest
from emulated_pico import bare
from pico_host import CONFIG, SWITCHES

from hardware.packets import Ask, Button, Hello, Log, State
from hardware.readings import SensorKind, unpack


def test_a_change_is_on_its_way_within_5_ms(pico, host):
    board = pico()
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    for turn in range(10):
        at = board.clock() + 0.1 + 0.0003 * turn
        board.set({turn: 1}, at)
        state = line.until(
            State, lambda state, turn=turn: unpack(SensorKind.REED, 12, state.packed)[turn] == 1
        )
        late_ms = state.clock_ms - 1000 * at
        assert -1 <= late_ms <= 5, f"{late_ms} ms"


def test_a_spark_that_one_scan_sees_is_no_change(pico, host):
    board = pico()
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    line.until(State)
    at = board.clock() + 0.2
    board.schedule([(at, {3: 1}), (at + 0.0003, {3: 0})])
    board.wait(at + 0.1)
    with pytest.raises(AssertionError):
        line.until(State, lambda state: any(state.packed), timeout=0.8)


def test_columns_that_rise_slowly_show_no_ghosts_but_with_too_little_time(pico, host):
    for settle_us, ghosts in ((100, False), (20, True)):
        board = pico({**CONFIG, "settle_us": settle_us})
        board.set({0: 1})
        line = host(board)
        line.say(Ask(0))
        state = line.until(State, lambda state: any(state.packed))
        seen = [channel for channel, on in enumerate(unpack(SensorKind.REED, 12, state.packed)) if on]
        assert (seen != [0]) == ghosts, f"settle {settle_us}: {seen}"
        line.close()
        board.unplug()


def test_without_diodes_the_fourth_corner_is_a_ghost_and_with_them_it_is_not(pico, host):
    for diodes in (True, False):
        board = pico(board=bare(SWITCHES, diodes=diodes))
        board.set({0: 1, 1: 1, 4: 1})
        line = host(board)
        line.say(Ask(0))
        state = line.until(State, lambda state: state.packed[0] & 0x13 == 0x13)
        assert bool(state.packed[0] & 0x20) is not diodes
        line.close()
        board.unplug()


def test_a_matrix_of_12_by_12_and_direct_inputs(pico, host):
    rows, columns = [*range(12)], [*range(12, 23), 26]
    config = {"rows": rows, "columns": columns, "inputs": [27, 28]}
    board = pico(config, bare([(row, column) for row in rows for column in columns] + [(27,), (28,)]))
    line = host(board)
    line.say(Ask(0))
    assert line.until(Hello).channels == 146
    expected = bytearray(146)
    for channel in (0, 11, 12, 77, 143, 144, 145):
        at = board.clock() + 0.05
        board.set({channel: 1}, at)
        expected[channel] = 1
        state = line.until(State, lambda state: unpack(SensorKind.REED, 146, state.packed) == bytes(expected))
        assert state.clock_ms - 1000 * at <= 6
    assert board.faults() == []


def test_hall_sensors_tell_whose_piece_it_is(pico, host):
    halls = {"muxes": [[26, 14], [26, 15], [27, None]], "select": [10, 11, 12, 13]}
    board = pico({**halls, "channels": 40}, bare(halls={**halls, "settle_us": 15}))
    line = host(board)
    line.say(Ask(0))
    hello = line.until(Hello)
    assert (hello.sensors, hello.channels) == (SensorKind.HALL, 40)
    assert "hall values 512 512" in line.until(Log).text
    board.set({0: 440, 17: 600, 39: 1020, 16: 490})
    wanted = {0: 1, 17: 2, 39: 3}
    expected = bytes(wanted.get(channel, 0) for channel in range(40))
    line.until(State, lambda state: unpack(SensorKind.HALL, 40, state.packed) == expected)
    assert board.faults() == []


def test_a_button_is_told_once_however_it_bounces(pico, host):
    board = pico()
    line = host(board)
    line.say(Ask(0))
    line.until(Hello)
    at = board.clock() + 0.1
    for step in range(9):
        board.press(21, step % 2 == 0, at + 0.0015 * step)
    board.press(21, False, at + 0.3)
    pressed, released = line.until(Button), line.until(Button)
    assert (pressed.button, pressed.pressed, released.button, released.pressed) == (1, True, 1, False)
    assert 1000 * at + 12 <= pressed.clock_ms <= 1000 * at + 30
