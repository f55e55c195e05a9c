"""The laws of games, boards and options, for every registered game; a new game needs no change here."""

from __future__ import annotations

import re

import pytest
from registered import check_message, option_sets

from rules import registry
from rules.game import InvalidOption, UnknownGame

every_game = pytest.mark.parametrize("name", registry.names())

KINDS = {"man", "king", "marble", "stone"}


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(UnknownGame) as refused:
        registry.game("no such game")
    check_message(refused.value)
    assert all(name in str(refused.value) for name in registry.names())


@every_game
def test_a_game_is_called_as_its_module_and_says_what_it_is(name):
    game = registry.game(name)
    assert game.name == name
    assert game.piece_kind in KINDS
    assert isinstance(game.forced_captures, bool)
    assert len(set(game.results)) == 3
    assert game.start().game is game
    assert game.parse(game.start().text()).game is game


@every_game
def test_the_board_names_every_field_once_and_places_it(name):
    board = registry.game(name).board
    assert board is registry.game(name).board
    assert len(set(board.fields)) == len(board.fields)
    assert set(board.bit) == set(board.cells) == set(board.fields)
    assert board.gutter <= set(board.fields)
    assert all(bit > 0 and bit.bit_count() == 1 for bit in board.bit.values())
    assert len(set(board.bit.values())) == len(board.fields)
    assert all(board.name_of[board.bit[field]] == field for field in board.fields)
    assert board.names(board.all) == board.fields
    cells = [board.cells[field] for field in board.fields]
    assert len({(cell.row, cell.column) for cell in cells}) == len(cells)
    assert min(cell.row for cell in cells) == 0
    assert min(cell.column for cell in cells) == 0
    apart = [(a.x - b.x) ** 2 + (a.y - b.y) ** 2 for a in cells for b in cells if a is not b]
    assert min(apart) > 0.99, "neighbours are one unit apart"
    for a in cells:
        for b in cells:
            if a.row < b.row:
                assert a.y > b.y, "y falls from the far edge to White's edge"
            if a.row == b.row and a.column < b.column:
                assert a.x < b.x, "x grows with the column"


@every_game
def test_options_say_what_they_mean(name):
    options = registry.game(name).options
    assert len({option.name for option in options}) == len(options)
    for option in options:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", option.name), option
        assert len(option.values) >= 2, option
        assert len({(type(value), value) for value in option.values}) == len(option.values), option
        assert len(option.meaning) > 10, option
        assert option.article.strip(), option
        assert option.default == option.values[0]


@every_game
def test_every_option_value_is_taken_and_kept(name):
    for chosen in option_sets(name):
        game = registry.game(name, dict(chosen))
        assert {key: game.chosen[key] for key, _ in chosen} == dict(chosen)
        assert set(game.chosen) == {option.name for option in game.options}
        assert game.start().game is game


@every_game
def test_wrong_options_are_refused(name):
    game = registry.game(name)
    wrong: list[dict] = [{"no_such_option": 1}]
    for option in game.options:
        wrong += [{option.name: "no such value"}, {option.name: -17}]
        if isinstance(option.default, bool):
            wrong.append({option.name: int(option.default)})
        elif 1 in option.values:
            wrong.append({option.name: True})
    for chosen in wrong:
        with pytest.raises(InvalidOption) as refused:
            registry.game(name, chosen)
        check_message(refused.value)
        assert next(iter(chosen)) in str(refused.value)
