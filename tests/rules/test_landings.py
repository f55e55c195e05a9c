"""Where the leading piece of a move lands on its way, for every game."""

from random import Random

import pytest

from rules.registry import game as game_called
from rules.registry import names


@pytest.mark.parametrize("name", names())
def test_the_last_landing_is_where_the_leading_piece_ends(name: str) -> None:
    rng, position = Random(3), game_called(name).start()
    for _ in range(40):
        moves = position.legal_moves()
        if not moves or position.outcome():
            break
        for move in moves:
            ends = tuple(lead.target for lead in move.transfers[:1] if lead.target)
            assert move.landings[-1:] == ends
        position = position.play(rng.choice(moves))


def test_a_capture_lands_once_for_each_piece_that_it_takes() -> None:
    position = game_called("international").parse("W:WK16,50:B21,23,33,39,1")
    for move in position.legal_moves():
        assert len(move.landings) == move.captures.bit_count() == 3
    (man,) = game_called("international").parse("W:W46:B41,32").legal_moves()
    assert man.landings == ("37", "28")
