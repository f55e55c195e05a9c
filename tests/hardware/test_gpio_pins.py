"""Pins that a board cannot have are refused in one sentence that says why and what is free."""

import pytest

from hardware.device import HardwareError
from hardware.gpio_matrix import GpioMatrix
from hardware.gpio_pins import FREE, InvalidPins, check_pins
from hardware.hall_adc import HallAdc
from hardware.shift_register import ShiftRegisters


def refusal(rows, columns, **more):
    with pytest.raises(InvalidPins) as caught:
        check_pins({"rows": rows, "columns": columns}, **more)
    message = str(caught.value)
    assert message.endswith(".")
    assert ". " not in message
    return message


def test_the_free_pins_are_those_of_eight_rows_and_eight_columns():
    assert FREE == (5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
    check_pins({"rows": FREE[:8], "columns": FREE[8:]})


@pytest.mark.parametrize(
    ("pin", "owner"),
    [
        (0, "HATs"),
        (2, "I2C"),
        (3, "I2C"),
        (4, "1-Wire"),
        (7, "SPI"),
        (10, "the LEDs"),
        (11, "SPI"),
        (14, "UART"),
        (15, "UART"),
    ],
)
def test_a_pin_that_something_else_needs(pin, owner):
    message = refusal([5, pin], [6])
    assert message.startswith(f"GPIO {pin} among the rows is taken by")
    assert owner in message
    assert "5, 6, 12, 13 and 16 to 27" in message


def test_a_pin_named_twice():
    assert "GPIO 5 is named twice among the rows and the columns" in refusal([5], [5])
    assert "GPIO 6 is named twice among the columns" in refusal([5], [6, 6])


def test_a_number_that_is_no_pin():
    assert "GPIO 40 among the columns is no pin" in refusal([5], [40])


def test_a_board_too_large_for_the_header():
    message = refusal(list(range(10)), list(range(10, 20)))
    assert "10 rows and 10 columns need 20 pins" in message
    assert "16 free" in message
    assert "shift registers" in message


def test_the_second_spi_bus_takes_pins_of_its_own():
    check_pins({"rows": [19], "columns": [20]})
    assert "GPIO 19 among the rows is taken by SPI 1" in refusal([19], [5], spi_bus=1)
    assert "GPIO 18 among the rows" in refusal([18], [5], spi_bus=1, spi_device=0)
    check_pins({"rows": [18], "columns": [5]}, spi_bus=1, spi_device=1)


def test_drivers_check_their_pins_and_numbers(tmp_path):
    with pytest.raises(InvalidPins, match="rows"):
        GpioMatrix([5, 5], [6], diodes=True)
    with pytest.raises(HardwareError, match="at least one row"):
        GpioMatrix([], [6], diodes=True)
    with pytest.raises(HardwareError, match="2 rows and 2 columns have 1 to 4"):
        GpioMatrix([5, 6], [12, 13], 5, diodes=True)
    with pytest.raises(InvalidPins, match="load pin"):
        ShiftRegisters(8, load_pin=8)
    with pytest.raises(HardwareError, match="channels"):
        ShiftRegisters(0)
    with pytest.raises(HardwareError, match="low, high or any"):
        ShiftRegisters(8, end="open")
    with pytest.raises(HardwareError, match="four select lines"):
        HallAdc(16, [5, 6], tmp_path / "hall.json")
    with pytest.raises(InvalidPins, match="SPI 1"):
        HallAdc(16, [5, 6, 12, 19], tmp_path / "hall.json")
