"""What a config.txt switches on, and the pins that its overlays take."""

import pytest
from fake_machine import CONFIG_TXT, FakeMachine

from firmware_host.doctor.boot_config import FILES, boot_config, tree_pins


def read(folder, *lines, pi=4):
    fake = FakeMachine(folder, pi=pi)
    fake.boot(*lines)
    return boot_config(fake.system(), pi)


@pytest.mark.parametrize(
    ("line", "pi", "pins"),
    [
        ("w1-gpio", 4, (4,)),
        ("w1-gpio,gpiopin=17", 4, (17,)),
        ("w1-gpio,gpiopin=17,extpullup=22", 4, (17, 22)),
        ("gpio-ir,gpio_pin=18,gpio_pull=up", 4, (18,)),
        ("gpio-poweroff", 4, (26,)),
        ("enc28j60,int_pin=24", 4, (24,)),
        ("hifiberry-dacplus", 4, (18, 19, 20, 21)),
        ("audremap,pins_12_13", 4, (12, 13)),
        ("audremap", 4, (18, 19)),
        ("pwm-2chan,pin=12,func=4,pin2=13,func2=4", 4, (12, 13)),
        ("spi1-1cs", 4, (19, 20, 21, 18)),
        ("spi1-2cs,cs0_pin=16", 4, (19, 20, 21, 16, 17)),
        ("spi0-2cs,cs1_pin=25", 4, (8, 25)),
        ("spi0-0cs", 4, ()),
        ("i2c6,pins_0_1", 4, (0, 1)),
        ("i2c-gpio,i2c_gpio_sda=5,i2c_gpio_scl=6", 4, (5, 6)),
        ("uart2", 4, (0, 1)),
        ("uart2", 5, (4, 5)),
        ("uart2-pi5", 5, (4, 5)),
        ("vc4-kms-v3d", 4, ()),
    ],
)
def test_the_pins_of_an_overlay(line, pi, pins, tmp_path):
    (overlay,) = read(tmp_path, f"dtoverlay={line}", pi=pi).overlays
    assert (overlay.line, overlay.pins) == (f"dtoverlay={line}", pins)


def test_parameters_settings_and_comments(tmp_path):
    found = read(
        tmp_path,
        "dtparam=i2c=on,spi=on",
        "#dtparam=audio=on",
        "core_freq = 500 # fixed",
        "dtparam=i2s",
        "junk",
    )
    assert found.on("i2c_arm")
    assert found.on("spi")
    assert found.on("i2s")
    assert not found.on("audio")
    assert found.settings["core_freq"] == "500"
    assert found.overlays == ()


def test_the_last_word_counts(tmp_path):
    assert not read(tmp_path, "dtparam=audio=on", "dtparam=audio=off").on("audio")


@pytest.mark.parametrize(
    ("filters", "pi", "holds"),
    [
        (["[pi4]"], 4, True),
        (["[pi4]"], 5, False),
        (["[pi4]", "[all]"], 5, True),
        (["[none]"], 4, False),
        (["[pi400]"], 4, True),
        (["[HDMI:0]"], 4, True),
        (["[pi02]"], 3, True),
        (["[pi5]", "[EDID=VSC-TD2220]"], 4, False),
    ],
)
def test_filters(filters, pi, holds, tmp_path):
    assert read(tmp_path, *filters, "dtparam=spi=on", pi=pi).on("spi") is holds


def test_without_a_file_nothing_is_on_and_the_usual_place_is_named(tmp_path):
    fake = FakeMachine(tmp_path)
    fake.remove(CONFIG_TXT)
    found = boot_config(fake.system(), 4)
    assert (found.path, found.on("spi"), found.overlays) == (FILES[0], False, ())


def test_nodes_of_the_device_tree_name_their_pins(tmp_path):
    fake = FakeMachine(tmp_path)
    for name in ("onewire@11", "onewire@0", "ir-receiver@1a", "soc", "memory@0", "gpio-fan@ff"):
        fake.write(f"/proc/device-tree/{name}/name", name)
    assert sorted(tree_pins(fake.system())) == [(17, "onewire@11"), (26, "ir-receiver@1a")]
