"""What board_config.json may say, and how it is refused: in one sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import blocks, text_of

from hardware.firmware.config import CONFIG, BadConfig, empty_config, read_config

PLAIN = {
    "rows": [2, 3, 4],
    "columns": [5, 6],
    "inputs": [7],
    "buttons": [20, 21],
    "pixels": 8,
    "pixel_pin": 22,
}
HALLS = {"muxes": [[26, 14], [26, 15], [27, None]], "select": [10, 11, 12, 13], "channels": 40}


def test_a_plain_configuration_is_read_and_filled_in():
    config = read_config(json.dumps(PLAIN))
    assert config["rows"] == [2, 3, 4]
    assert (config["settle_us"], config["keep_s"], config["pixel_order"]) == (100, 10, "GRB")
    assert read_config("{}").keys() == empty_config().keys() == config.keys()
    assert read_config(json.dumps(HALLS))["baselines"] == [512] * 40
    assert read_config(json.dumps(HALLS))["settle_us"] == 20


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ('{"rows": [2,3],}', "no JSON"),
        ("[]", "one object"),
        ('{"row": [2]}', "no key row"),
        ('{"rows": [2]}', "rows and columns go together"),
        ('{"rows": [2, 2], "columns": [3]}', r"rows\[1\] is pin 2, and so is rows\[0\]"),
        ('{"rows": [24], "columns": [3]}', r"rows\[0\] is 24; the pins are"),
        ('{"rows": [true], "columns": [3]}', r"rows\[0\] is true"),
        ('{"rows": ["2"], "columns": [3]}', r'rows\[0\] is "2"'),
        ('{"rows": 2, "columns": [3]}', "has to be a list"),
        ('{"buttons": [5], "inputs": [5]}', r"buttons\[0\] is pin 5, and so is inputs\[0\]"),
        ('{"pixels": 10}', "pixel_pin is null"),
        ('{"pixels": 10, "pixel_pin": 5, "inputs": [5]}', "pixel_pin is pin 5, and so is"),
        ('{"pixels": 1001, "pixel_pin": 5}', "pixels is 1001; it takes a number from 0 to 1000"),
        ('{"pixels": 1.5, "pixel_pin": 5}', "pixels is 1.5"),
        ('{"pixel_order": "WRGB"}', "pixel_order has to be one of GRB"),
        ('{"settle_us": 0}', "from 1 to 500"),
        ('{"keep_s": null}', "keep_s is null"),
        ('{"muxes": [[26, 14]]}', "muxes and select go together"),
        ('{"select": [1, 2, 3, 4]}', "muxes and select go together"),
        ('{"muxes": [[25, 14]], "select": [1, 2, 3, 4]}', "it takes"),
        ('{"muxes": [[26, 14], [26, 14]], "select": [1, 2, 3, 4]}', "is pin 14, and so is"),
        ('{"muxes": [[26, 14], [26, null]], "select": [1, 2, 3, 4]}', "needs an enable pin"),
        ('{"muxes": [[26, null], [26, 14]], "select": [1, 2, 3, 4]}', "is on pin 26, and so is"),
        ('{"muxes": [[26, 14]], "select": [1, 2, 3, 26]}', r"is on pin 26, and so is select\[3\]"),
        ('{"muxes": [[26, 14]], "select": [1, 2, 3, 4], "channels": 17}', "less than 17 channels"),
        ('{"muxes": [[26, 14]], "select": [1, 2, 3, 4], "baselines": [512]}', "a list of 16 numbers"),
        ('{"muxes": [[26, 14]], "select": [1, 2, 3, 4], "inputs": [5]}', "leave out rows"),
        ('{"hall_on": 20, "hall_off": 20}', "smaller"),
        ('{"white_low": 1}', "true or false"),
    ],
)
def test_a_wrong_configuration_is_refused_in_one_sentence(text, says):
    with pytest.raises(BadConfig, match=says) as refused:
        read_config(text)
    assert CONFIG in str(refused.value)
    assert "\n" not in str(refused.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.sampled_from(["", "GRB", "x"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(empty_config())), JSON, max_size=5))
def test_no_configuration_does_worse_than_be_refused(keys):
    try:
        config = read_config(json.dumps(keys))
    except BadConfig:
        return
    pins = [pin for key in ("rows", "columns", "inputs", "buttons", "select") for pin in config[key]]
    pins += [enable for _, enable in config["muxes"] if enable is not None]
    pins += [config["pixel_pin"]] if config["pixels"] else []
    assert len(pins) == len(set(pins))


def test_the_page_names_every_key_and_its_configuration_is_read():
    page = text_of("docs/firmware.md")
    for key in empty_config():
        assert f"`{key}`" in page, key
    assert read_config(blocks(page, "json")[0])["pixels"] == 50
