import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board_model import Edge, Press
from hardware.board_requests import (
    Advance,
    Mute,
    Plug,
    Question,
    Quit,
    Raw,
    Schedule,
    Speed,
    Subscribe,
    Unplug,
    Wait,
)
from hardware.readings import BoardShape, SensorKind
from hardware.request_reader import InvalidRequest, read_line, read_request

REED = BoardShape(SensorKind.REED, 50, 50, 2)
HALL = BoardShape(SensorKind.HALL, 61, 61, 0)

GOOD = [
    ('{"at": 2.413, "channels": {"21": 0, "17": 1}}', Schedule((Edge(2413, {21: 0, 17: 1}),))),
    ('{"channels": {"0": 1}}', Schedule((Edge(None, {0: 1}),))),
    ('{"channels": {}, "at": null}', Schedule((Edge(None, {}),))),
    ('{"button": 0, "pressed": true}', Schedule((Press(None, 0, True),))),
    ('{"button": 1, "pressed": false, "at": 0}', Schedule((Press(0, 1, False),))),
    (
        '{"schedule": [{"channels": {"3": 1}, "at": 1}, {"button": 1, "pressed": true, "at": 2}]}',
        Schedule((Edge(1000, {3: 1}), Press(2000, 1, True))),
    ),
    ('{"ask": "lights"}', Question("lights")),
    ('{"subscribe": "lights"}', Subscribe()),
    ('{"wait": "sent"}', Wait(None)),
    ('{"wait": "plugged"}', Wait(None, plugged=True)),
    ('{"wait": 2.5}', Wait(2500)),
    ('{"unplug": 0.5}', Unplug(0.5, False)),
    ('{"unplug": 1, "reset": true}', Unplug(1.0, True)),
    ('{"plug": true}', Plug()),
    ('{"mute": 3}', Mute(3.0)),
    ('{"speed": 0}', Speed(0.0)),
    ('{"advance": 60}', Advance(60.0)),
    ('{"raw": "00 ff"}', Raw(b"\0\xff")),
    ('{"quit": true}', Quit()),
]

BAD = [
    ("", "no JSON"),
    ("{", "no JSON"),
    ("[" * 5000, "no JSON"),
    ("[1]", "JSON object"),
    ("{}", "none"),
    ('{"at": 1}', "none"),
    ('{"channels": [0, 1]}', "maps numbers"),
    ('{"channels": {"50": 1}}', "no channel '50': they are 0 to 49"),
    ('{"channels": {"-1": 1}}', "no channel"),
    ('{"channels": {"١": 1}}', "no channel"),
    ('{"channels": {"1": 2}}', "reads 0 or 1, not 2"),
    ('{"channels": {"1": true}}', "reads 0 or 1, not true"),
    ('{"channels": {"1": 1}, "ta": 1}', "'ta' does not belong"),
    ('{"channels": {"1": 1}, "at": -1}', "'at' must be"),
    ('{"channels": {"1": 1}, "at": NaN}', "'at' must be"),
    ('{"wait": 1' + "0" * 400 + "}", "more than a board can count"),
    ('{"channels": {"1": 1}, "at": 1e300}', "more than a board can count"),
    ('{"channels": {"1": 1}, "at": "soon"}', "'at' must be"),
    ('{"button": 2, "pressed": true}', "has 2"),
    ('{"button": 0}', "pressed"),
    ('{"button": 0, "pressed": 1}', "true or false"),
    ('{"schedule": {"channels": {}}}', "list"),
    ('{"schedule": [{"channels": {"0": 1}}, {"at": 3}]}', "Item 1"),
    ('{"ask": "mercy"}', "lights, clock, readings, board"),
    ('{"ask": []}', "not for"),
    ('{"subscribe": "news"}', "'lights'"),
    ('{"wait": "forever"}', "'sent', 'plugged' or a time"),
    ('{"wait": true}', "'wait' must be"),
    ('{"unplug": null}', "'unplug' must be"),
    ('{"unplug": 1, "reset": "yes"}', "true or false"),
    ('{"plug": false}', "can only be true"),
    ('{"raw": "zz"}', "hexadecimal"),
    ('{"raw": 5}', "hexadecimal"),
    ('{"quit": false}', "can only be true"),
]


@pytest.mark.parametrize(("line", "request_"), GOOD, ids=[line for line, _ in GOOD])
def test_requests(line, request_):
    assert read_request(read_line(line.encode()), REED) == request_


@pytest.mark.parametrize(("line", "words"), BAD, ids=[line[:40] for line, _ in BAD])
def test_bad_requests_are_refused_with_a_sentence(line, words):
    with pytest.raises(InvalidRequest) as refused:
        read_request(read_line(line.encode()), REED)
    sentence = str(refused.value)
    assert words in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_hall_channels_take_poles_and_unknown():
    assert read_request({"channels": {"60": 3, "0": 2}}, HALL) == Schedule((Edge(None, {60: 3, 0: 2}),))
    with pytest.raises(InvalidRequest, match="0, 1, 2 or 3, not 4"):
        read_request({"channels": {"60": 4}}, HALL)
    with pytest.raises(InvalidRequest, match="has 0"):
        read_request({"button": 0, "pressed": True}, HALL)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [
        "channels",
        "at",
        "button",
        "pressed",
        "schedule",
        "wait",
        "ask",
        "subscribe",
        "unplug",
        "reset",
        "raw",
        "id",
    ]
)


@given(st.dictionaries(KEYS, JSON, max_size=4) | JSON)
def test_any_json_is_read_or_refused(value):
    with suppress(InvalidRequest):
        assert read_request(read_line(json.dumps(value).encode()), REED) is not None


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(line):
    with suppress(InvalidRequest):
        assert read_request(read_line(line), REED) is not None
