"""What the rules say of a move that they forbid: the same laws for every game."""

from random import Random

import pytest

from rules.board import bits
from rules.game import Irregular, Position
from rules.letting_stand import irregular_between
from rules.registry import game as game_called
from rules.registry import names


def wrong_moves(position: Position, rng: Random) -> list[Irregular]:
    """Every forbidden step of one piece, and some forbidden captures of one."""
    board, found = position.game.board, []
    field = board.all & ~board.mask(board.gutter)
    for lifts in bits(position.occupied):
        for drops in bits(field & ~position.occupied):
            taken = [bit for bit in bits(position.occupied & ~lifts) if rng.random() < 0.2]
            for captures in (0, *taken):
                one = position.let_stand(lifts, drops, captures)
                if one is not None:
                    assert (one.move.lifts, one.move.drops, one.move.captures) == (lifts, drops, captures)
                    found.append(one)
    return found


@pytest.mark.parametrize("name", names())
def test_a_forbidden_move_is_no_legal_one_and_keeps_the_laws_of_positions(name: str) -> None:
    rng, game = Random(7), game_called(name)
    position, found = game.start(), 0
    for ply in range(60):
        if not position.legal_moves() or position.outcome():
            break
        if ply % 25 == 24 or len(position.legal_moves()) < 3:
            legal = {position.play(move).text() for move in position.legal_moves()}
            for one in wrong_moves(position, rng):
                found += 1
                moved, after = one.move, one.position
                assert after.text() not in legal
                assert after.turn is position.turn.other
                assert after.occupied == position.occupied & ~(moved.lifts | moved.captures) | moved.drops
                assert game.parse(after.text(full=True)) == after
                assert one.what
                assert one.article
                again = irregular_between(position, game.parse(after.text(full=True)))
                assert again is not None
                assert (again.move.text, again.what) == (one.move.text, one.what)
        position = position.play(rng.choice(position.legal_moves()))
    knows_mistakes = type(position).let_stand is not Position.let_stand
    assert found or not knows_mistakes or name == "overboord"  # its stones are still being placed


def test_overboords_stones_are_pushed_not_carried() -> None:
    position = game_called("overboord").parse("6/2b3/6/2w3/6/6 w push")
    bit = position.game.board.bit
    carried = position.let_stand(bit["d4"], bit["e5"], 0)
    assert carried is not None
    assert carried.position.text() == "6/2b3/3w2/6/6/6 b push"
    assert position.let_stand(bit["d4"], bit["d5"], 0) is None
    assert position.let_stand(bit["d6"], bit["e6"], 0) is None


@pytest.mark.parametrize("name", names())
def test_two_positions_that_no_one_move_joins_are_told_so(name: str) -> None:
    position = game_called(name).start()
    assert irregular_between(position, position) is None
