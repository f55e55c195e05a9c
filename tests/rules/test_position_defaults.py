"""What a position does of itself: the moves a hand leads, chance and secrets where a game has none."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from rules import registry
from rules.game import InvalidSecret, Move, Position, RulesError, Side, Transfer

every_game = pytest.mark.parametrize("name", registry.names())


@dataclass(frozen=True, slots=True)
class Made(Move):
    """A move of which only the transfers matter."""

    text: str = field()
    transfers: tuple[Transfer, ...] = field()
    lifts: int = 0
    drops: int = 0
    captures: int = 0


PUSH = Made("a1a2", (Transfer("a1", "a2"), Transfer("a2", "a3")))
PUT = Made("@b1", (Transfer(None, "b1"),))
PASS = Made("pass", ())


class Plain(Position):
    """A position that leaves everything to its base; for its three moves the board does not matter."""

    turn = Side.WHITE
    white = black = 0

    @property
    def game(self):
        return registry.game("abalone")

    def legal_moves(self):
        return (PASS, PUT, PUSH)

    def play(self, move):
        return self

    def outcome(self):
        return None

    def text(self, *, full=False):
        return "plain"

    def parse_move(self, text):
        return PASS


def test_the_hand_leads_only_the_piece_that_a_move_names_first():
    assert [way.move for way in Plain().ways("a1")] == [PUSH]
    assert Plain().ways("a2") == (), "a pushed piece leads no move"
    assert Plain().ways("b1") == (), "a piece from the hand has no origin on the board"
    assert Plain().ways("a1", ("a2",)) == (), "no landing fields on the way"


def refuse(number: int) -> int:
    raise AssertionError("chance was asked")


def test_a_game_without_chance_or_secrets_needs_nothing():
    position = Plain()
    assert position.dealt(refuse) is position
    assert not position.hidden(Side.WHITE)
    with pytest.raises(InvalidSecret, match=r"^abalone keeps no secrets, so black cannot .*\.$") as caught:
        position.hide(Side.BLACK, "a1")
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


@every_game
def test_the_start_leaves_nothing_to_chance_unless_an_option_says_so(name):
    start = registry.game(name).start()
    assert start.dealt(refuse) is start


@every_game
def test_a_game_says_whether_it_keeps_secrets(name):
    game = registry.game(name)
    start = game.start()
    for side in Side:
        assert not start.hidden(side)
        own = start.white if side is Side.WHITE else start.black
        for where in game.board.names(own)[:3]:
            if game.keeps_secrets:
                secret = start.hide(side, where)
                assert secret.hidden(side)
                assert not secret.hidden(side.other)
                assert (secret, hash(secret), secret.text(full=True)) == (
                    start,
                    hash(start),
                    start.text(full=True),
                )
            else:
                with pytest.raises(InvalidSecret):
                    start.hide(side, where)


def test_smokkelen_keeps_secrets_and_draughts_does_not():
    assert registry.game("smokkelen").keeps_secrets
    assert not registry.game("international").keeps_secrets
