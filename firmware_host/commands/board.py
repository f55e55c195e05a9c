"""Knows the command `zetlicht board`: a simulated board that has the fields and the start of a game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_host.commands.arguments import chosen_game
from firmware_host.errors import UsageError
from firmware_host.simulated import channels
from hardware.device import Reading
from hardware.readings import BoardShape, SensorKind
from hardware.simulated_board import run_board
from rules.game import Game, Piece, Side

BUTTONS = 3


def run(arguments: argparse.Namespace) -> int:
    """Be a board until it is told to quit."""
    if not 0 <= arguments.speed < float("inf"):
        raise UsageError(f"Speed {arguments.speed:g} is no number from 0 up; 1 is real time.")
    game = chosen_game(arguments.game, arguments.option)
    fields = channels(game.board)
    kind = SensorKind.named(arguments.kind)
    shape = BoardShape(kind, len(fields), len(fields), BUTTONS)
    readings = bytes(len(fields)) if arguments.empty else _start(game, kind)
    control = Path(arguments.control) if arguments.control else None
    run_board(
        Path(arguments.link),
        shape,
        control=control,
        speed=arguments.speed,
        readings=readings,
        ready=lambda sentence: print(sentence, file=sys.stdout, flush=True),
    )
    return 0


def _start(game: Game, kind: SensorKind) -> bytes:
    pieces = game.start().fields
    return bytes(_reading(pieces.get(name), kind) for name in channels(game.board))


def _reading(piece: Piece | None, kind: SensorKind) -> int:
    if piece is None:
        return int(Reading.NONE)
    if kind is SensorKind.REED:
        return int(Reading.PIECE)
    return int(Reading.WHITE if piece.side is Side.WHITE else Reading.BLACK)
