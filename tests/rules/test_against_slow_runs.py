"""Knows that the fast and the slow Frisian generator count king runs alike through whole games."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "slow"))

import random_positions
import slow_draughts
from slow_draughts import Rules, SlowMove
from slow_draughts_rules import write

from rules import registry
from rules.game import Position

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
POSITIONS = 20_000 if ACCEPT else 1_000
PARTS = 10 if ACCEPT else 2
LONGEST_GAME = 40


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("king_run", ["loses", "spared"])
def test_frisian_king_runs_counted_apart(king_run: str, part: int) -> None:
    """Each generator keeps its own account; the kings roam, so that they often have to rest."""
    game = registry.game("frisian", {"king_run": king_run, "endings": "off"})
    rules = slow_draughts.rules_of("frisian", king_run=king_run)
    rng = Random(f"{king_run} {part}")
    compared = rested = 0
    while compared < POSITIONS // PARTS // 2:
        text = write(rules, rng.choice("wb"), random_positions.ending(rng, rules))
        position = game.parse(text)
        for _ in range(LONGEST_GAME):
            moves = slow_draughts.slow_moves(rules, text)
            by_text = {move.text: move for move in position.legal_moves()}
            assert set(by_text) == {each.text for each in moves}, text
            compared += 1
            without_past = slow_draughts.slow_after(rules, text.split(":C")[0])
            rested += set(by_text) != set(without_past)
            if not moves:
                break
            chosen = roaming(rng, rules, text, moves)
            position, text = position.play(by_text[chosen.text]), chosen.after_with_runs
    assert rested > 0, "no king had to rest"


def roaming(rng: Random, rules: Rules, text: str, moves: list[SlowMove]) -> SlowMove:
    """Mostly a move of the king that runs already, else of any king, that does not offer a capture."""
    running = [each for each in moves if f"={each.origin}x" in text]
    kings = [each for each in moves if f"K{each.origin}," in text.replace(":", ",")]
    wanted = running or kings or moves
    for each in rng.sample(wanted, min(4, len(wanted))):
        if not any(reply.captured for reply in slow_draughts.slow_moves(rules, each.after)):
            return each
    return rng.choice(moves)


@pytest.mark.parametrize("king_run", ["loses", "spared"])
@pytest.mark.parametrize(
    "text",
    [
        "W:WK41,6:B1:Crun-w=41x3",  # the man is blocked
        "W:WK41,6:B1:Crun-w=41x2",
        "W:WK41,6:B1,23:Crun-w=41x3",  # a capture is free
        "W:WK41,K50,6:B1:Crun-w=41x3",  # the other king can move
        "B:W50:BK5,45:Crun-b=5x3",
        "B:WK5,50:BK46,45:Crun-w=5x3",  # the count of the other side
        "B:WK46,27:B22:Crun-w=46x3",  # the last man is taken: its side has kings only from now on
    ],
)
def test_frisian_king_that_must_rest(text: str, king_run: str) -> None:
    rules = slow_draughts.rules_of("frisian", king_run=king_run)
    position = registry.game("frisian", {"king_run": king_run}).parse(text)
    compare(position, rules, text)
    replies = {each.text: each.after_with_runs for each in slow_draughts.slow_moves(rules, text)}
    for move in position.legal_moves():
        compare(position.play(move), rules, replies[move.text])


def compare(position: Position, rules: Rules, text: str) -> None:
    """Moves, results, and the end for want of moves."""
    got = {move.text: position.play(move).text() for move in position.legal_moves()}
    assert got == slow_draughts.slow_after(rules, text), text
    outcome = position.outcome()
    stuck = outcome and (outcome.winner and outcome.winner.value, outcome.reason)
    assert (stuck if not got else None) == slow_draughts.slow_outcome(rules, text), text
