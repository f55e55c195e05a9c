"""Knows the command `zetlicht perft`: counting legal move sequences."""

from __future__ import annotations

import argparse

from firmware_host.commands.arguments import chosen_game, chosen_position
from firmware_host.errors import UsageError
from rules.perft import perft

_DEEPEST = 99


def run(arguments: argparse.Namespace) -> int:
    """Print the count alone on the last line; with --divide first MOVE COUNT lines."""
    depth = _depth(arguments.depth)
    game = chosen_game(arguments.game, arguments.option)
    position = chosen_position(game, arguments.position)
    if not arguments.divide or depth == 0:
        print(perft(position, depth))
        return 0
    total = 0
    for move in sorted(position.legal_moves(), key=lambda move: move.text):
        count = perft(position.play(move), depth - 1)
        total += count
        print(move.text, count, flush=True)
    print(total)
    return 0


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > _DEEPEST:
        raise UsageError(f"Depth {text!r} is no whole number from 0 to {_DEEPEST}.")
    return int(text)
