"""Knows the command `zetlicht moves`: the legal moves of one position or of many."""

from __future__ import annotations

import argparse
import io
import json
import sys

from firmware_host.commands.arguments import chosen_game, chosen_position
from rules.game import Game, Position, RulesError


def run(arguments: argparse.Namespace) -> int:
    """Print the moves sorted, one a line; with `-` one JSON object a position of standard input."""
    game = chosen_game(arguments.game, arguments.option)
    if arguments.position == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        for line in sys.stdin:
            text = line.rstrip("\r\n")
            if text.strip():
                print(json.dumps(_described(game, text, full=arguments.full), ensure_ascii=False), flush=True)
        return 0
    position = chosen_position(game, arguments.position)
    if position.outcome() is None:
        for text in sorted(move.text for move in position.legal_moves()):
            print(text)
    return 0


def _described(game: Game, text: str, *, full: bool) -> dict[str, object]:
    try:
        position = game.parse(text)
    except RulesError as error:
        return {"position": text, "error": str(error)}
    outcome = position.outcome()
    moves = [] if outcome else _played(position, full=full)
    ended = None
    if outcome:
        ended = {"winner": outcome.winner.value if outcome.winner else None, "reason": outcome.reason}
    return {"position": position.text(full=full), "moves": moves, "outcome": ended}


def _played(position: Position, *, full: bool) -> list[dict[str, str]]:
    moves = sorted(position.legal_moves(), key=lambda move: move.text)
    return [{"move": move.text, "after": position.play(move).text(full=full)} for move in moves]
