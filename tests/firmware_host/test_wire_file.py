"""The new section [wiring] goes into any file without losing a key, a comment, a right or a link of it."""

import json
import os
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.errors import ConfigError
from firmware_host.wire import progress
from firmware_host.wire.file import replace, rewired
from firmware_host.wire.questions import Answer, How, Kind, Plan, Question

WIRING = {"fields": ["a1", "", "b2"], "pixels": [f"f{number}" for number in range(40)], "rim_white": [3]}
REST = """# top
game = "x"   # the game

[sensors]
rows = [
    1, 2,   # [wiring]
]
note = '''
[wiring]
fields = 1
'''
"""


def check(text):
    new = rewired(text, WIRING, "note")
    old = tomllib.loads(text)
    assert tomllib.loads(new) == {**old, "wiring": WIRING}
    kept = [line for line in text.splitlines() if line.startswith("#")]
    assert [line for line in new.splitlines() if line in kept and line.startswith("#")] == kept
    return new


def test_a_file_without_the_section_gets_one():
    assert check(REST).startswith(REST)
    check("")
    check('game = "x"')


@pytest.mark.parametrize(
    "section",
    [
        '[wiring]\norder = "rows"\n',
        '[ "wiring" ]  # mine\n# first\nfields = [\n  "a", # one\n  "]",\n]\n#absent = []\n',
        "[wiring]\n# only words",
        "[wiring]",
    ],
)
@pytest.mark.parametrize("after", ["", '\n# the buttons\n[buttons]\n0 = "undo"\n'])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_section_is_replaced_and_its_comments_stay(section, after, line_end):
    if after and not section.endswith("\n"):
        section += "\n"
    new = check((REST + section + after).replace("\n", line_end))
    assert new.count("\r\n") == (new.count("\n") if line_end == "\r\n" else 0)


def test_keys_written_otherwise_are_replaced_too():
    check('wiring.order = "rows"\n' + REST)
    check('wiring = { order = "rows" }\n' + REST)


def test_again_and_again_changes_nothing_more():
    once = rewired(REST, WIRING, "note")
    twice = rewired(once, WIRING, "note")
    assert tomllib.loads(twice) == tomllib.loads(once)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=5), max_size=12))
def test_any_name_is_read_back(names):
    assert tomllib.loads(rewired(REST, {"fields": names}, "note"))["wiring"]["fields"] == names


def test_the_file_keeps_its_rights_and_its_link_and_the_old_one_stays(tmp_path):
    real = tmp_path / "real.toml"
    real.write_bytes(b"\xef\xbb\xbfa = 1\n")
    real.chmod(0o640)
    link = tmp_path / "board.toml"
    link.symlink_to(real)
    assert replace(link, "a = 2\n").read_bytes() == b"\xef\xbb\xbfa = 1\n"
    assert replace(link, "a = 3\n") != real.with_name("real.toml.before-wire")
    assert link.is_symlink()
    assert real.read_bytes() == b"\xef\xbb\xbfa = 3\n"
    assert real.stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 4


def test_a_disk_that_refuses_leaves_the_file(tmp_path, monkeypatch):
    file = tmp_path / "board.toml"
    file.write_text("a = 1\n")

    def refuse(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        replace(file, "a = 2\n")
    assert file.read_text() == "a = 1\n"
    assert not list(tmp_path.glob(".*"))


PLAN = Plan(("a", "b"), {"a": (0.0, 1.0), "b": (1.0, 1.0)}, 4, 3, {2: True})
ANSWERS = [
    Answer(Question(Kind.PIXEL, pixel=1), frozenset([3]), How.REST),
    Answer(Question(Kind.FIELD, field="b", walk=2), frozenset(), How.TIME),
    Answer(Question(Kind.PAIR, pixel=0, field="a"), frozenset(), How.TAPS),
]


def test_answers_are_read_back(tmp_path):
    file = tmp_path / "answers"
    progress.save(file, PLAN, ANSWERS, {1})
    assert progress.load(file, PLAN) == (ANSWERS, {1})


def test_answers_about_another_board_or_damaged_ones_are_none(tmp_path):
    file = tmp_path / "answers"
    assert progress.load(file, PLAN) is None
    progress.save(file, PLAN, ANSWERS, {1})
    assert progress.load(file, Plan(("a", "b"), PLAN.places, 5, 3, {2: True})) is None
    whole = file.read_text()
    content = json.loads(whole)
    damaged = [whole[:50], "[]", "null", "\x00"]
    for wrong in ([0, 1, 2], ["pixel", 99, None, 0, [], "rest"], ["pixel", 0, None, 0, [7], "rest"], 5):
        damaged.append(json.dumps({**content, "answers": [wrong]}))
    for text in damaged:
        file.write_text(text)
        assert progress.load(file, PLAN) is None, text


def test_a_section_that_cannot_be_replaced_is_refused():
    with pytest.raises(ConfigError, match="cannot be replaced safely"):
        rewired("[wiring.fields]\na = 1\n", WIRING, "note")
