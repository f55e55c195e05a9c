"""Knows positions whose legal moves the draughts rule books give, and holds the slow generator to them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import slow_draughts

# Positions that show one article each: FMJD Annex 1 (international), FID Regolamento (Italian).
ARTICLES = """
international|3.4|W:W28|28-22 28-23
international|3.4|B:B13|13-18 13-19
international|3.5|W:W8|8-2 8-3
international|3.9|B:BK1|1-6 1-7 1-12 1-18 1-23 1-29 1-34 1-40 1-45
international|3.9|W:WK23|23-1 23-5 23-7 23-10 23-12 23-14 23-18 23-19 23-28 23-29 23-32 23-34 23-37 23-40 23-41 23-45 23-46
international|4.2|W:W28,32:B23|28x19
international|4.2|W:W35:B30,K40|35x24 35x44
international|4.3|W:WK46:B23|46x5 46x10 46x14 46x19
international|4.5|W:W15:B8,19,20|15x2
international|4.5|W:W47:B13,14,22,24,31,34,K41,44|47x49
international|4.6|W:WK47:B9,12,33|47x17 47x21 47x26
international|4.6|W:WK1:B7,9,17,19,20,30,31,33,43,44|1x15
international|4.8|W:WK41,49:B9,10,12,19,38|41x43
international|4.8|B:W27,28,38,39,42:BK25|25x33
international|4.13|W:W48:B24,K31,34,K42,43|48x19
international|4.13|W:WK48:B7,8,31,34,K42,44|48x50
international|4.14|W:W26:B12,K21,31,32|26x8 26x28
international|4.15|W:W15:B9,10|15x13
italian|5.6|W:W30:B27|30x23
italian|5.7|W:W31:B12,20,28|31x8
italian|5.8|W:WK22:B18,19,27|22x13 22x15 22x31
italian|5.9|W:WK27:B5,6,13,15,21,23|27x25
italian|6.6|W:WK21,31:B10,18,27|31x6
italian|6.7|W:WK23,31:B19,26,27|23x21
italian|6.8|W:WK23:B19,K28|23x32
italian|6.9|W:WK30:B10,K12,K18,20,K26,K27|30x5
italian|6.10|W:WK31:B18,20,K27,K28|31x13 31x15
italian|5.3b|W:W30:BK26|30-27
italian|5.3c|W:WK24:B20,28|24x15 24x31
italian|5.3d|W:WK30:BK26|30x21
"""  # noqa: E501

# Positions found by search in which one rule decides; the full texts of all legal moves.
SEARCHED = """
international|two men by one man|W:W46:B32,41|46x28
international|far row passed|W:W14:B8,9|14x12
international|taken pieces block|W:WK28:B11,33,44|28x50
international|empty field twice|W:WK26:B8,9,17,18,30,45|26x1 26x7 26x12
international|two captured sets|W:WK16:B21,23,33,39|16x38x29x1 16x38x29x7 16x38x29x12 16x38x29x18 16x43x34x1 16x43x34x7 16x43x34x12 16x43x34x18
international|circle|W:WK29,35:BK15,22,23,33,K41,K50|29x20 29x24 29x29 29x34 29x40 29x45
frisian|two kings beat three men|W:WK24,K26:B23,31,K36,43,K49|26x50
frisian|king before man|W:W13,K39:BK19|39x9
frisian|two captured sets|W:WK48:B28,39,40|48x18x45 48x26 48x27 48x34x45 48x50
italian|number first|W:WK24:BK19,K20,K28|24x22
italian|king captor second|W:WK14,22:B18|14x21
italian|kings taken third|W:WK12:BK7,15|12x3
italian|king taken early fourth|W:WK16,K22:BK9,K19,20|22x24
italian|second king decides|W:WK13:BK11,K18,19,K27,28|13x24
italian|crowning ends the capture|W:W11:B5,6,22|11x2
italian|no man takes a king|W:W31:BK27|31-28
italian|two captured sets|W:W31:B19,20,27,28|31x22x15 31x24x15
italian|circle|W:W7,K18:B3,5,6,K13,K14|18x18
english|two captured sets|W:W30:B17,18,25,26|30x21x14 30x23x14
russian|free choice|W:WKf4:Bb6,c5,e5,d2|f4xc1 f4xc7xa5xe1 f4xd6xb4xe1
brazilian|two captured sets|W:WKg1:Bc7,d6,f6,d4|g1xb6xd8xg5 g1xb6xd8xh4 g1xc5xe7xg5 g1xc5xe7xh4
"""  # noqa: E501


def cases(table: str) -> list[tuple[str, str, str, list[str]]]:
    rows = [line.split("|") for line in table.strip().splitlines()]
    return [(game, why, position, sorted(moves.split())) for game, why, position, moves in rows]


@pytest.mark.parametrize(("game", "article", "position", "expected"), cases(ARTICLES))
def test_article(game: str, article: str, position: str, expected: list[str]) -> None:
    moves = slow_draughts.slow_moves(slow_draughts.rules_of(game), position)
    short = {each.origin + ("x" if each.captured else "-") + each.target for each in moves}
    assert sorted(short) == expected, article


@pytest.mark.parametrize(("game", "why", "position", "expected"), cases(SEARCHED))
def test_one_rule_decides(game: str, why: str, position: str, expected: list[str]) -> None:
    assert sorted(slow_draughts.slow_after(slow_draughts.rules_of(game), position)) == expected, why


def test_italian_reading_of_the_first_king_only() -> None:
    rules = slow_draughts.rules_of("italian", king_order="first")
    assert sorted(slow_draughts.slow_after(rules, "W:WK13:BK11,K18,19,K27,28")) == ["13x24", "13x6"]
    assert sorted(slow_draughts.slow_after(rules, "W:WK16,K22:BK9,K19,20")) == ["22x24"]


def test_a_man_that_passes_the_far_row_stays_a_man_except_in_russian() -> None:
    international = slow_draughts.rules_of("international")
    assert slow_draughts.slow_after(international, "W:W14:B8,9") == {"14x12": "B:W12:B"}
    brazilian, russian = slow_draughts.rules_of("brazilian"), slow_draughts.rules_of("russian")
    assert slow_draughts.slow_after(brazilian, "W:Wf6:Be7,c7") == {"f6xb6": "B:Wb6:B"}
    assert slow_draughts.slow_after(russian, "W:Wf6:Be7,c7") == {"f6xb6": "B:WKb6:B", "f6xa5": "B:WKa5:B"}


def test_house_rules() -> None:
    forward_only = slow_draughts.rules_of("international", men_capture_back=False)
    assert sorted(slow_draughts.slow_after(forward_only, "W:W28:B33")) == ["28-22", "28-23"]
    short = slow_draughts.rules_of("international", king="short")
    assert sorted(slow_draughts.slow_after(short, "W:WK28:B")) == ["28-22", "28-23", "28-32", "28-33"]
    assert sorted(slow_draughts.slow_after(short, "W:WK28:B33,44")) == ["28x50"]
    assert sorted(slow_draughts.slow_after(short, "W:WK28:B17,33")) == ["28x39"]
    assert sorted(slow_draughts.slow_after(short, "W:WK28:B17")) == ["28-22", "28-23", "28-32", "28-33"]
    short_back = slow_draughts.rules_of("international", king="long-short")
    assert sorted(slow_draughts.slow_after(short_back, "B:BK28:W")) == sorted(
        ["28-22", "28-23", "28-32", "28-33", "28-37", "28-39", "28-41", "28-44", "28-46", "28-50"]
    )


def test_frisian_king_rests_after_three_moves_on_end() -> None:
    """Official Rules 2011, article 17: not with a king alone, not against a capture."""
    rules = slow_draughts.rules_of("frisian")
    assert set(slow_draughts.slow_after(rules, "W:WK41,27:B1:Crun-w=41x3")) == {"27-21", "27-22"}
    assert "41-37" in slow_draughts.slow_after(rules, "W:WK41,27:B1:Crun-w=41x2")
    assert "41-37" in slow_draughts.slow_after(rules, "W:WK41:B1:Crun-w=41x3")
    assert sorted(slow_draughts.slow_after(rules, "W:WK41,27:B23:Crun-w=41x3")) == [
        "41x10",
        "41x14",
        "41x19",
        "41x5",
    ]
    assert slow_draughts.slow_outcome(rules, "W:WK41,6:B1:Crun-w=41x3") == ("black", "no-moves")


def test_frisian_runs_are_counted() -> None:
    rules = slow_draughts.rules_of("frisian")
    position = "W:WK41,27:B1,2"
    for expected in ("run-w=46x1", "run-w=41x2", "run-w=46x3"):
        own = "41-46" if expected.startswith("run-w=46") else "46-41"
        runs = {each.text: each.after_with_runs for each in slow_draughts.slow_moves(rules, position)}
        position = runs[own]
        assert position.endswith(":C" + expected)
        reply = min(slow_draughts.slow_moves(rules, position), key=lambda each: each.text)
        position = reply.after_with_runs
    assert all(each.origin == "27" for each in slow_draughts.slow_moves(rules, position))
    man = slow_draughts.slow_moves(rules, position)[0]
    assert ":C" not in man.after_with_runs


def test_lights_of_a_lifted_king() -> None:
    """The three sets, a landing field that is also an end only as end, a blocked piece without any."""
    rules = slow_draughts.rules_of("international")
    lights = slow_draughts.slow_lights(rules, "W:WK26,50:B8,9,17,18,30,45")
    assert lights["26"] == (
        frozenset({"12", "7", "1"}),
        frozenset({"3", "25", "34"}),
        frozenset({"8", "9", "17", "18", "30"}),
    )
    assert lights["50"] == (frozenset(), frozenset(), frozenset())


def test_end_without_pieces_or_moves() -> None:
    rules = slow_draughts.rules_of("international")
    assert slow_draughts.slow_outcome(rules, "W:W:B1") == ("black", "no-pieces")
    assert slow_draughts.slow_outcome(rules, "B:W11,17:B6") == ("white", "no-moves")
    assert slow_draughts.slow_outcome(rules, "W:W28:B1") is None
