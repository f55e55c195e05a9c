"""The page to print is what the program does: made from its tables, in both languages, on one sheet."""

import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_host.clock_face import LAST_S
from firmware_host.gesture_table import GESTURES, KNOCKS, Answer, Hands
from firmware_host.guide import page as laying
from firmware_host.guide.page import HEIGHT, INTENT_MM, MARGIN, WIDTH, page
from firmware_host.guide.signs import strip, wrapped
from firmware_host.guide.words import LANGUAGES, ROWS
from firmware_host.palette import LOOKS
from firmware_host.settings import Help

DOCS = Path(__file__).resolve().parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
WIDEST = 0.63
"""The mean width of bold letters of DejaVu Sans, in sizes."""

each = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def texts(words) -> list[str]:
    return ["".join(item.itertext()) for item in ElementTree.fromstring(page(words)).iter(f"{SVG}text")]


@each
def test_the_page_in_the_docs_is_the_one_of_these_tables(words):
    name = f"guide-{words.code}.svg"
    command = f"python -m firmware_host.guide.page {words.code} > docs/{name}"
    assert (DOCS / name).read_text(encoding="utf-8") == page(words), f"print it anew: {command}"


def test_every_light_stands_once_on_the_page():
    """But for those with which the board answers gestures, which are told there."""
    answering = {role for role in LOOKS if role == "resigning" or role.startswith("item-")}
    assert sorted(role for roles in ROWS for role in roles) == sorted(set(LOOKS) - answering)


@each
def test_a_language_has_words_for_everything(words):
    assert len(words.lights) == len(ROWS)
    assert {one.intent for one in GESTURES} <= set(words.intents)
    assert set(words.hands) == set(Hands)
    assert set(words.answers) == set(Answer)
    assert set(words.helps) == set(Help)
    assert {one.button for one in GESTURES} - {""} <= set(words.buttons)
    assert {one.ends for one in GESTURES} - {None} <= set(words.ends)
    for item in fields(words):
        assert getattr(words, item.name), item.name


@each
def test_every_gesture_is_told_with_its_numbers(words):
    told = " ".join(texts(words))
    for gesture in GESTURES:
        assert words.intents[gesture.intent] in told
    assert f"{KNOCKS} " in told
    assert f"{LAST_S:g} s" in told
    assert "{" not in told, "a number was forgotten"


def test_another_table_makes_another_page(monkeypatch):
    words = LANGUAGES["en"]
    before = page(words)
    longer = tuple(replace(one, held_s=one.held_s and one.held_s + 7) for one in GESTURES)
    monkeypatch.setattr(laying, "GESTURES", longer)
    assert page(words) != before
    assert "hold it up 10 s" in re.sub(r"</text><text[^>]*>", " ", page(words))


def test_a_strip_shows_how_the_light_moves():
    steady, blinking = strip(0, 0, LOOKS["capture"]), strip(0, 0, LOOKS["remove"])
    tops = {float(point.split(",")[1]) for point in re.findall(r"[\d.]+,[\d.]+", steady)[1:-1]}
    assert tops == {0.0}
    tops = {float(point.split(",")[1]) for point in re.findall(r"[\d.]+,[\d.]+", blinking)[1:-1]}
    assert tops == {0.0, 2.4}


@each
def test_everything_lies_on_one_sheet_of_a4(words):
    root = ElementTree.fromstring(page(words))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    for item in root.iter(f"{SVG}text"):
        x, y, size = float(item.get("x")), float(item.get("y")), float(item.get("font-size"))
        assert MARGIN <= x <= WIDTH - MARGIN
        assert size < y <= HEIGHT - 5
        assert size >= 2.3, "smaller than this cannot be read"
    for intent in words.intents.values():
        assert len(intent) * INTENT_MM * WIDEST <= 49.0 - MARGIN, intent
    for gesture in GESTURES:
        assert len(wrapped(words.hands[gesture.hands], 47)) <= 2


def test_wrapping_loses_no_word():
    assert wrapped("one two three four", 9) == ["one two", "three", "four"]


@pytest.mark.parametrize("arguments", [(), ("fr",), ("nl", "en")])
def test_a_language_that_there_is_not_is_one_sentence(arguments):
    command = [sys.executable, "-m", "firmware_host.guide.page", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr == "Name one language of the page: en, nl.\n"
