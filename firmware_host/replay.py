"""Knows how a trace runs through the pipeline: lines in, events out, as fast as it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware_host.errors import TraceError
from firmware_host.events import Event, GameOver
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Help, Settings
from firmware_host.trace import Header, read_header, read_steps, seen_after
from rules.game import Game, RulesError, Side
from rules.registry import game as game_called


def replay(lines: Iterable[str], *, full: bool = False) -> Iterator[Event]:
    """The events that a trace causes, ending with GameOver; raises TraceError that names the line.
    `full`: positions carry their counters."""
    rest = iter(lines)
    header = read_header(next(rest, ""))
    line = _set_up(header, full=full)
    game = line.game
    settings = Settings(
        confirm=header.confirm,
        irregular=header.irregular,
        help_white=Help(header.help_white),
        help_black=Help(header.help_black),
        secrets="claim",  # a trace leaves out how secrets were chosen: its header gives them, or nobody does
    )
    pipeline = Pipeline(Session(line, settings, resumed=bool(header.moves)), settings)
    absent = _absent(header, game)
    seen, started = Seen(0, 0, 0, absent), False
    for step in read_steps(rest, game.board, header.sensors):
        if step.fields or (not started and step.button is None):
            started = True
            seen = seen_after(game.board, seen, step.fields, absent)
            yield from pipeline.feed(step.t, seen)
        else:
            yield from pipeline.advance(step.t)
        if step.button is not None:
            yield from pipeline.press(step.t, step.button, step.held_s)
    played = pipeline.session.line
    moves = tuple(ply.move.text for ply in played.plies)
    outcome = played.outcome or played.position.outcome()
    yield GameOver(pipeline.now, game.name, moves, played.text, outcome)


def _set_up(header: Header, *, full: bool) -> Line:
    """The game as the trace finds it: from its start, with the moves played before the trace begins."""
    try:
        game = game_called(header.game, header.options)
        start = game.parse(header.start) if header.start is not None else game.start()
        for side, name in header.secrets.items():
            start = start.hide(Side(side), name)
        line = Line(game, start, full_texts=full)
        for text in header.moves:
            line.play(line.position.parse_move(text), 0.0)
    except RulesError as error:
        raise TraceError(f"Line 1 of the trace: {error}") from error
    return line


def _absent(header: Header, game: Game) -> int:
    for name in header.absent:
        if name not in game.board.bit:
            raise TraceError(f"Line 1 of the trace: absent names {name!r}, which is no field of {game.name}.")
    return game.board.mask(header.absent)
