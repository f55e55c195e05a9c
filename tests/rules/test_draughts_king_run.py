"""The Frisian king run: three moves running with one king while its side has men (articles 17 and 20f)."""

import pytest

from rules import registry
from rules.game import Outcome, Side


def play(position, *moves):
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def start(game, fen, **options):
    return registry.game(game, options).parse(fen)


def moves(position):
    return [move.text for move in position.legal_moves()]


def king_moves(position, square):
    return [text for text in moves(position) if text.startswith(f"{square}-")]


def test_a_fourth_move_running_is_forbidden():
    position = start("frisian", "W:WK26,50:BK35,15")
    position = play(position, "26-21", "35-30", "21-26", "30-35", "26-21", "35-30")
    assert position.text(full=True).endswith(":Cquiet=6,run-w=21x3,run-b=30x3")
    assert set(moves(position)) == {"50-44", "50-45"}
    assert position.perft(1) == registry.game("frisian").parse(position.text()).perft(1) > 2
    black = play(position, "50-45")
    assert black.king_runs[0] == (0, 0)
    assert set(moves(black)) == {"15-20"}
    lifted = play(black, "15-20")
    assert lifted.king_runs == ((0, 0), (0, 0))
    assert king_moves(lifted, "21")


@pytest.mark.parametrize(("run", "expected"), [(1, 2), (2, 3)])
def test_the_count_goes_on_from_the_text(run, expected):
    position = start("frisian", f"W:WK41,35:BK5,45:Crun-w=41x{run}")
    after = play(position, "41-46")
    assert after.king_runs[0] == (after.game.board.bit["46"], expected)


def test_another_king_a_capture_or_the_loss_of_men_lifts_it():
    another = play(start("frisian", "W:WK41,K50,35:BK5,45:Crun-w=41x3"), "50-44")
    assert another.king_runs[0] == (another.game.board.bit["44"], 1)
    capture = start("frisian", "W:WK41,35:B23,45:Crun-w=41x3")
    assert {move.lifts for move in capture.legal_moves()} == {capture.game.board.bit["41"]}
    assert play(capture, moves(capture)[0]).king_runs[0] == (0, 0)
    last_man = start("frisian", "B:WK1,35:BK45,40:Crun-w=1x3")
    taken = next(move for move in last_man.legal_moves() if move.captures)
    assert last_man.play(taken).king_runs[0] == (0, 0)


def test_kings_only_are_free():
    position = start("frisian", "W:WK26,K46:BK35,15")
    position = play(position, "26-21", "35-30", "21-26", "30-35", "26-21", "35-30")
    assert position.king_runs[0] == (0, 0)
    assert position.king_runs[1][1] == 3
    assert king_moves(position, "21")


@pytest.mark.parametrize(
    ("king_run", "outcome"),
    [("loses", Outcome(Side.BLACK, "no-moves")), ("spared", None), ("off", None)],
)
def test_a_side_left_with_the_running_king(king_run, outcome):
    text = "W:WK41,6:BK5,1" if king_run == "off" else "W:WK41,6:BK5,1:Crun-w=41x3"
    position = start("frisian", text, king_run=king_run)
    assert position.outcome() == outcome
    assert bool(position.legal_moves()) == (outcome is None)


def test_runs_distinguish_positions_and_counts_do_not():
    plain = start("frisian", "W:WK41,35:BK5,45")
    running = start("frisian", "W:WK41,35:BK5,45:Crun-w=41x2")
    assert plain != running
    assert hash(plain) != hash(running)
    counted = start("frisian", "W:WK41,35:BK5,45:Cquiet=7")
    assert plain == counted
    assert hash(plain) == hash(counted)
