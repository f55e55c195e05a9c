"""What the board does when a game goes on after a restart."""

from firmware_host.line import Line, Ply
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.registry import game as game_called


def resumed(start: str, *moves: str) -> tuple[Pipeline, Line]:
    game = game_called("international")
    position, plies = game.parse(start), []
    first = position
    for text in moves:
        move, side = position.parse_move(text), position.turn
        position = position.play(move)
        plies.append(Ply(move, side, position, 0.0, final=text != moves[-1]))
    line = Line(game, first, plies)
    return Pipeline(Session(line, Settings(), resumed=True), Settings()), line


def test_the_end_is_told_though_the_plug_was_pulled_just_after_the_last_move() -> None:
    pipeline, line = resumed("W:W22:B17", "22x11")
    events = pipeline.feed(5.0, Seen(line.position.occupied, 0, 0, 0)) + pipeline.advance(8.1)
    told = [(event.name, round(event.t, 3)) for event in events if event.name != "lights"]
    assert told == [("final", 8.0), ("outcome", 8.0)]


def test_a_move_made_meanwhile_is_caught_up() -> None:
    pipeline, line = resumed("W:W31,32,50:B19,20", "32-28")
    board = line.game.board
    occupied = (line.position.occupied & ~board.bit["20"]) | board.bit["25"]
    events = pipeline.feed(5.0, Seen(occupied, 0, 0, 0)) + pipeline.advance(6.0)
    assert [event.move for event in events if event.name == "move"] == ["20-25"]


def test_a_board_that_nothing_explains_is_astray() -> None:
    pipeline, line = resumed("W:W31,32,50:B19,20", "32-28")
    events = pipeline.feed(5.0, Seen(line.position.occupied & ~line.game.board.bit["50"], 0, 0, 0))
    events += pipeline.advance(6.0)
    names = [event.name for event in events if event.name != "lights"]
    assert names == ["astray"]
