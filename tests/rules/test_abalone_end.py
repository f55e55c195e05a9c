"""Abalone: how a game ends, how positions are written and refused, and recorded games to their end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from abalone_cases import after, put
from registered import check_message

from rules import registry
from rules.game import InvalidPosition, Outcome, Side
from rules.perft import perft

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"
ELSEWHERE = Path(__file__).parents[3] / "shared" / "games" / "abalone.jsonl"

# End of the game


def test_six_ejected_marbles_win():
    five = put("e7 e8", "e9 a1", lost="0 5")
    assert five.outcome() is None
    assert after(five, "e7e8").outcome() == Outcome(Side.BLACK, "six-marbles")
    assert put("a1", "e5", lost="6 0").outcome() == Outcome(Side.WHITE, "six-marbles")


def test_counting_goes_on_past_the_sixth_marble():
    over = after(put("e7 e8", "e9 a1", lost="0 5"), "e7e8")
    assert over.legal_moves()
    assert perft(over, 2) == sum(len(over.play(move).legal_moves()) for move in over.legal_moves())


def test_a_side_without_a_legal_move_has_lost():
    stuck = put("a1", "a2 b1 b2")
    assert stuck.legal_moves() == ()
    assert stuck.outcome() == Outcome(Side.WHITE, "no-moves")


SHUFFLE = ("c3d3", "g5f5", "d3c3", "f5g5")


def test_the_third_repetition_is_a_draw():
    start = registry.game("abalone").start()
    second = after(start, *SHUFFLE)
    assert second == start
    assert second.outcome() is None
    assert after(second, *SHUFFLE[:3]).outcome() is None
    assert after(second, *SHUFFLE).outcome() == Outcome(None, "repetition")


def test_repetition_can_be_switched_off():
    position = registry.game("abalone", {"repetition": False}).start()
    assert after(position, *SHUFFLE * 4).outcome() is None


def test_an_ejection_starts_the_count_of_plies_anew():
    position = after(put("e7 e8", "e9 a1"), "e8f8", "a1b1", "f8e8", "b1a1")
    assert position.text(full=True).endswith(":Cquiet=4")
    assert after(position, "e7e8").text(full=True).endswith(":Cquiet=0")


def test_plies_without_ejection_are_capped_only_if_wished():
    full = f"{STANDARD}:Cquiet=49"
    for chosen, outcome in (({}, None), ({"ply_cap": 50}, Outcome(None, "no-progress"))):
        position = registry.game("abalone", chosen).parse(full)
        assert position.outcome() is None
        assert after(position, "c3d3").outcome() == outcome


# Position texts


def test_input_may_be_spaced_and_split():
    position = registry.game("abalone").parse("  wwwww/wwwwww/2www11/44/54/8/2bbb2/bbbbbb/bbbbb  b 0   0 ")
    assert position.text() == STANDARD


def test_counters_are_read_and_printed_only_in_full():
    position = registry.game("abalone").parse(f"{STANDARD}:Cquiet=3")
    assert position.text() == STANDARD
    assert position.text(full=True) == f"{STANDARD}:Cquiet=3"
    assert position == registry.game("abalone").start()


def test_fewer_marbles_than_the_start_are_fine():
    assert put("e5", "a1").text() == "5/6/7/8/4b4/8/7/6/w4 b 0 0"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "0 parts"),
        (STANDARD.replace(" b 0 0", ""), "1 parts"),
        (STANDARD.replace(" b 0 0", " b 0"), "3 parts"),
        (STANDARD.replace("2www2", "2www3"), "Row g"),
        (STANDARD.replace("2www2", "2wwww2"), "Row g"),
        (STANDARD.replace("2bbb2", "2bbb"), "Row c"),
        (STANDARD.replace("/8/9/", "/8/09/"), "'0'"),
        (STANDARD.replace("bbbbbb", "bbkbbb"), "'k'"),
        (STANDARD.replace("/9/", "/"), "8; the board has nine"),
        (STANDARD.replace(" b ", " x "), "side to move"),
        (STANDARD.replace(" b ", " W "), "side to move"),
        (STANDARD.replace("b 0 0", "b 1 0"), "14 black marbles on the board and 1 lost"),
        (STANDARD.replace("b 0 0", "b 0 1"), "14 white marbles on the board and 1 lost"),
        (STANDARD.replace("b 0 0", "b -1 0"), "'-1'"),
        (STANDARD.replace("b 0 0", "b 0 99999999"), "'99999999'"),
        (STANDARD.replace("b 0 0", "b 0 \u00b2"), "white marbles lost"),
        (f"{STANDARD}:Cquiet=-3", "quiet"),
        (f"{STANDARD}:Cloud=3", "quiet"),
        (f"{STANDARD}:Cquiet=1,quiet=2", "quiet"),
    ],
)
def test_refused_position_texts_say_what_is_wrong(text, says):
    with pytest.raises(InvalidPosition) as refused:
        registry.game("abalone").parse(text)
    check_message(refused.value)
    assert says in str(refused.value)


# Real games


@pytest.mark.heavy
def test_real_games_of_the_belgian_daisy_end_as_recorded():
    """Replaying alone is the golden suite's; here: how many moves there are, and how the games ended."""
    if not ELSEWHERE.exists():
        pytest.skip("there are no recorded games here")
    most = 0
    for line in ELSEWHERE.read_text().splitlines()[::20]:
        record = json.loads(line)
        position = registry.game("abalone", {"repetition": False}).parse(record["start"])
        for text in record["moves"]:
            most = max(most, len(position.legal_moves()))
            assert position.outcome() is None, "no game goes on after its end"
            position = after(position, text)
        assert position.text() == record["position"]
    assert 60 < most <= 101
