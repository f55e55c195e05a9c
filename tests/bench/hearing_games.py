"""Knows which games the hands play for the bench and what truly happened in them; not how they are heard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from firmware_host.hands import LEVELS, STRONG_REED, Performance, perform
from firmware_host.seen import Seen
from firmware_host.trace import seen_after
from rules.board import Board
from rules.game import Game, Move, Position
from rules.registry import game as game_called
from rules.registry import names

ROOT = Path(__file__).resolve().parents[2]
RECORDS = (ROOT.parent / "shared" / "games", ROOT / "tests" / "rules" / "golden")
KINDS = ("reed", "hall")
HANDS = ("tidy", "ordinary", "sloppy")
BLITZ = (("abalone", "hall"), ("smokkelen", "reed"), ("smokkelen", "hall"))
"""Besides every game of draughts, what is played as fast as hands can."""
LONGEST = 120
"""Plies after which a random game is given up."""
OPTIONS: Mapping[str, Mapping[str, str]] = {"overboord": {"chooser": "none"}}
"""Rules under which nothing has to be said: a board hears hands, not words."""


class Cell(NamedTuple):
    """One line of the table: a game, a kind of sensor, a kind of player."""

    game: str
    kind: str
    level: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that hands have played: `moves[i]` leads from `positions[i]` to `positions[i + 1]`."""

    game: Game
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    performance: Performance


def is_draughts(name: str) -> bool:
    """Whether the game is played with men that hands take off the board."""
    return the_game(name).piece_kind == "man"


@cache
def the_game(name: str) -> Game:
    """The game with the options of the bench."""
    return game_called(name, OPTIONS.get(name))


def cells() -> tuple[Cell, ...]:
    """Every game, sensor and level from tidy to sloppy."""
    return tuple(Cell(name, kind, level) for name in names() for kind in KINDS for level in HANDS)


def lawless_cells() -> tuple[Cell, ...]:
    """The games in which both sides may move the same stone, for players who do not know what that asks."""
    return tuple(Cell("smokkelen", kind, level) for level in ("ordinary", "blitz") for kind in KINDS)


def blitz_cells() -> tuple[Cell, ...]:
    """Games as fast as hands can."""
    draughts = [(name, kind) for name in names() if is_draughts(name) for kind in KINDS]
    return tuple(Cell(name, kind, "blitz") for name, kind in (*draughts, *BLITZ))


@cache
def records(name: str) -> tuple[Mapping[str, object], ...]:
    """The recorded games at hand that were played by the rules of the bench; each once."""
    found = {}
    for folder in RECORDS:
        path = folder / f"{name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            record = json.loads(line)
            if dict(record.get("options") or {}) == dict(OPTIONS.get(name, {})):
                found[json.dumps(record["moves"])] = record
    return tuple(found.values())


def moves_of(name: str, number: int, seed: str) -> tuple[Position, tuple[Move, ...]]:
    """Game `number` of one line of the table: a recorded one while there are any, then random ones."""
    game, known = the_game(name), records(name)
    if number < len(known):
        record = known[(number + Random(seed).randrange(len(known))) % len(known)]
        start = game.start() if record["start"] is None else game.parse(str(record["start"]))
        texts = record["moves"]
        return start, tuple(_recorded(start, texts if isinstance(texts, list) else []))
    return game.start(), tuple(random_moves(game.start(), Random(f"{seed} {number}"), LONGEST))


def _recorded(position: Position, texts: list[str]) -> Iterator[Move]:
    for text in texts:
        if position.outcome() is not None:
            return
        move = position.parse_move(text)
        yield move
        position = position.play(move)


def random_moves(position: Position, rng: Random, most: int) -> Iterator[Move]:
    """A game in which any legal move is as good as another."""
    for _ in range(most):
        legal = position.legal_moves()
        if not legal or position.outcome() is not None:
            return
        move = rng.choice(legal)
        yield move
        position = position.play(move)


def positions_of(start: Position, moves: tuple[Move, ...]) -> tuple[Position, ...]:
    """The positions that these moves lead through, the start included."""
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return tuple(positions)


def _has_strong_reeds(cell: Cell, number: int) -> bool:
    """Every second board on which sloppy hands play draughts with reeds: a piece between two fields closes
    both there, on the others neither.
    """
    return cell.kind == "reed" and cell.level == "sloppy" and is_draughts(cell.game) and number % 2 == 1


def play(cell: Cell, number: int, *, lawless: bool = False) -> Played:
    """Game `number` of a line of the table, played by hands; the same at every call."""
    seed = f"hearing {cell.game} {cell.kind} {cell.level}"
    start, moves = moves_of(cell.game, number, seed)
    rng = Random(f"{seed} hands {number}")
    level, game = LEVELS[cell.level], the_game(cell.game)
    sensors = STRONG_REED if _has_strong_reeds(cell, number) else None
    performance = perform(game, start, moves, level, rng, cell.kind, sensors=sensors, lawless=lawless)
    return Played(the_game(cell.game), moves, positions_of(start, moves), performance)


def views(performance: Performance, board: Board) -> Iterator[tuple[float, Seen]]:
    """What the board sees, change by change."""
    absent = board.mask(performance.absent)
    seen = Seen(0, 0, 0, absent)
    for frame in performance.frames:
        readings = {name: said for name, said in frame.readings.items() if name in board.bit}
        seen = seen_after(board, seen, readings, absent)
        yield frame.time, seen
