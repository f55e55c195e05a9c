"""Measures the draughts engine against py-draughts, each through its public interface, in CPU time.

Run it with an interpreter that has py-draughts 1.10 (GPL, measured against and never imported elsewhere):

    python tests/bench/bench_rules.py [--quick] [--json FILE]

Every figure is the median over interleaved runs (one of py-draughts, one of Zetlicht, and so on) of how many
times as much CPU time py-draughts takes; above 1 the engine here is the faster one.

- perft: the tree of legal moves from the start to depth 6, walked by listing and playing moves, the last ply
  counted by the length of its list.
- positions: the time to list the legal moves of each position of recorded games; positions are built before
  the clock starts, by FEN on both sides, and never reused.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rules import registry  # noqa: E402
from rules.game import Position  # noqa: E402

try:
    from draughts import BrazilianBoard, FrisianBoard, RussianBoard, StandardBoard
except ImportError:
    sys.exit("bench_rules needs py-draughts; install the dependency group 'bench' and run it again.")

BOARDS: dict[str, Any] = {
    "international": StandardBoard,
    "russian": RussianBoard,
    "brazilian": BrazilianBoard,
    "frisian": FrisianBoard,
}
PERFT = ("international", "russian", "brazilian")
GAMES = ("international", "frisian")


def our_perft(position: Position, depth: int) -> int:
    """Leaves of the tree, by the public interface only."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(our_perft(position.play(move), depth - 1) for move in moves)


def their_perft(board: Any, depth: int) -> int:
    """The same tree."""
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += their_perft(board, depth - 1)
        board.pop()
    return total


def numbered(position: Position) -> str:
    """The position's FEN with field numbers, whatever the game calls its fields."""
    number = {name: str(n) for n, name in enumerate(position.game.board.fields, 1)}
    lists = []
    for mask in (position.white, position.black):
        names = position.game.board.names(mask)
        kings = position.game.board.names(mask & position.kings)
        lists.append(",".join(("K" if name in kings else "") + number[name] for name in names))
    return f"{position.turn.letter.upper()}:W{lists[0]}:B{lists[1]}"


def recorded(name: str, most: int) -> list[str]:
    """FENs of the positions of recorded games, the first `most` of them."""
    for folder in (ROOT.parent / "shared" / "games", ROOT / "tests" / "rules" / "golden"):
        path = folder / f"{name}.jsonl"
        if path.exists():
            break
    game = registry.game(name)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        position = game.parse(record["start"]) if record["start"] else game.start()
        for text in record["moves"]:
            found.append(numbered(position))
            position = position.play(position.parse_move(text))
    return found[:most]


def seconds(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds that `work` takes, and what it returns."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def perft_run(name: str, depth: int) -> tuple[float, float]:
    """CPU seconds of py-draughts and of the engine here for one tree."""
    theirs, their_count = seconds(lambda: their_perft(BOARDS[name](), depth))
    ours, our_count = seconds(lambda: our_perft(registry.game(name).start(), depth))
    if their_count != our_count:
        print(f"  note: {name} counts differ: py-draughts {their_count}, here {our_count}", file=sys.stderr)
    return theirs, ours


def positions_run(name: str, fens: list[str]) -> tuple[float, float]:
    """CPU seconds of both for the move lists of all positions."""
    boards = [BOARDS[name].from_fen(fen) for fen in fens]
    positions = [registry.game(name).parse(fen) for fen in fens]
    theirs, _ = seconds(lambda: sum(len(board.legal_moves) for board in boards))
    ours, _ = seconds(lambda: sum(len(position.legal_moves()) for position in positions))
    return theirs, ours


def measure(what: str, run: Callable[[], tuple[float, float]], times: int, unit: int) -> dict[str, Any]:
    """One row: median ratio and times, in microseconds per `unit` where it is not 1."""
    run()
    pairs = [run() for _ in range(times)]
    scale = 1e6 / unit if unit > 1 else 1e3
    row = {
        "what": what,
        "ratio": round(statistics.median(theirs / ours for theirs, ours in pairs), 2),
        "py_draughts": round(statistics.median(theirs for theirs, _ in pairs) * scale, 2),
        "here": round(statistics.median(ours for _, ours in pairs) * scale, 2),
        "unit": "us a position" if unit > 1 else "ms",
    }
    print("{what:32} {ratio:6.2f}x   py-draughts {py_draughts:9.2f}  here {here:9.2f} {unit}".format(**row))
    return row


def main() -> None:
    """Measures everything and prints a row each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="depth 5, three runs, fewer positions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON too")
    arguments = parser.parse_args()
    depth, times, most = (5, 3, 500) if arguments.quick else (6, 5, 5000)
    version = importlib.metadata.version("py-draughts")
    print(f"py-draughts {version}, Python {platform.python_version()}, {platform.machine()}")
    rows = []
    for name in PERFT:
        rows.append(measure(f"{name} perft {depth}", lambda name=name: perft_run(name, depth), times, 1))
    for name in GAMES:
        fens = recorded(name, most)
        run = lambda name=name, fens=fens: positions_run(name, fens)  # noqa: E731
        rows.append(measure(f"{name} positions of games", run, times, len(fens)))
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
