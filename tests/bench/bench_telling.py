"""Measures what a board can tell: how often two legal moves of one position end in the same reading.

    python tests/bench/bench_telling.py [--positions N] [--markdown]

Every registered game is measured on positions of recorded games, as far as there are any (at most half of
all), and of random games from fixed seeds; no position counts twice. Left out are positions in which the game
is over, nothing can be moved on the board (a choice, a pass), or pieces are still being put on it one by one.
Two moves that lead to the same position are no collision. `Reading` in telling.py says what is read and what
is known of the way there. `--markdown` rewrites the table of docs/what-a-board-can-tell.md.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from telling import Column, Reading, Sensors, collisions, showable, taken_by_hand  # noqa: E402

from rules import registry  # noqa: E402
from rules.game import Game, Position  # noqa: E402

PAGE = ROOT / "docs" / "what-a-board-can-tell.md"
RECORDS = (ROOT / "tests" / "rules" / "golden", ROOT.parent / "shared" / "games")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
LONGEST = 400
"""Plies after which a random game is given up."""


@dataclass(slots=True)
class Tally:
    """What was counted over some positions: `hits` positions and `moves_hit` moves with a collision."""

    positions: int = 0
    moves: int = 0
    by_hand: bool = False
    hits: Counter[Column] = field(default_factory=Counter)
    moves_hit: Counter[Column] = field(default_factory=Counter)

    def count(self, position: Position) -> bool:
        """Look at one position; False if no move of it can be seen."""
        moves = showable(position)
        if not moves:
            return False
        self.positions += 1
        self.moves += len(moves)
        self.by_hand = self.by_hand or any(taken_by_hand(position, move) for move in moves if move.captures)
        for column, number in collisions(position, moves).items():
            self.hits[column] += 1
            self.moves_hit[column] += number
        return True

    def add(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.positions + other.positions,
            self.moves + other.moves,
            self.by_hand or other.by_hand,
            self.hits + other.hits,
            self.moves_hit + other.moves_hit,
        )

    def shares(self, column: Column) -> tuple[float, float]:
        """The share of positions, then of moves, with a collision."""
        return self.hits[column] / max(self.positions, 1), self.moves_hit[column] / max(self.moves, 1)


@dataclass(frozen=True, slots=True)
class Measured:
    """One game: what recorded and what random games showed."""

    game: Game
    recorded: Tally
    played: Tally

    @property
    def all(self) -> Tally:
        """Both together."""
        return self.recorded.add(self.played)


def recorded_positions(name: str) -> Iterator[Position]:
    """The positions of the recorded games at hand, game by game; most may be missing."""
    for folder in RECORDS:
        path = folder / f"{name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            record = json.loads(line)
            game = registry.game(name, record.get("options"))
            position = game.start() if record["start"] is None else game.parse(record["start"])
            for text in record["moves"]:
                yield position
                position = position.play(position.parse_move(text))


def random_positions(name: str, seed: str) -> Iterator[Position]:
    """The positions of random games, each from its own seed; without end."""
    for number in range(sys.maxsize):
        chance = random.Random(f"{seed} {name} {number}")
        position = registry.game(name).start().dealt(chance.randrange)
        for _ in range(LONGEST):
            moves = position.legal_moves()
            if not moves or position.outcome() is not None:
                break
            yield position
            position = position.play(chance.choice(moves)).dealt(chance.randrange)


def measure(name: str, positions: int, seed: str = "telling") -> Measured:
    """Up to half of the positions from recorded games, the rest from random ones; each counted once."""
    seen: set[str] = set()
    recorded = _tally(recorded_positions(name), positions // 2, seen)
    played = _tally(random_positions(name, seed), positions - recorded.positions, seen)
    return Measured(registry.game(name), recorded, played)


def _tally(source: Iterable[Position], most: int, seen: set[str]) -> Tally:
    tally = Tally()
    for position in source:
        if tally.positions >= most:
            break
        text = position.text(full=True)
        if text not in seen:
            seen.add(text)
            tally.count(position)
    return tally


def rows(measured: Measured) -> Iterator[tuple[str, ...]]:
    """The lines of the table for one game: one for both kinds of sensors where they see the same."""
    tally = measured.all
    for removed in (True, False) if tally.by_hand else (True,):
        name = f"`{measured.game.name}`" + ("" if removed else ", captured men still there")
        cells = {sensors: _cells(measured, removed, sensors) for sensors in Sensors}
        if len(set(cells.values())) == 1:
            yield name, "reed or hall", *cells[Sensors.REED]
        else:
            for sensors in Sensors:
                yield name, sensors.value, *cells[sensors]


def _cells(measured: Measured, removed: bool, sensors: Sensors) -> tuple[str, ...]:
    result = []
    for reading in Reading:
        absent = reading is Reading.GUTTER and not measured.game.board.gutter
        result.append("–" if absent else _cell(measured.all, Column(removed, sensors, reading)))
    final = Column(removed, sensors, Reading.FINAL)
    result.append(_cell(measured.recorded, final) if measured.recorded.positions else "–")
    return tuple(result)


def _cell(tally: Tally, column: Column) -> str:
    if not tally.hits[column]:
        return "never"
    return " / ".join(percent(share) for share in tally.shares(column))


def percent(share: float) -> str:
    """Two figures that count, as people write them."""
    hundredth = 100 * share
    if hundredth >= 9.95:
        return f"{hundredth:.0f} %"
    return "< 0.001 %" if hundredth < 0.001 else f"{hundredth:.2g} %"


HEAD = ("Game", "Sensors", *(reading.value for reading in Reading), "final reading, recorded games alone")


def table(measured: Iterable[Measured]) -> str:
    """The whole table in Markdown, and below it of which positions it is made."""
    games = list(measured)
    lines = [HEAD, tuple("---" for _ in HEAD), *(row for each in games for row in rows(each))]
    made_of = ", ".join(
        f"`{each.game.name}` {each.recorded.positions:,} + {each.played.positions:,}" for each in games
    )
    return (
        "\n".join(f"| {' | '.join(line)} |" for line in lines)
        + f"\n\nPositions, of recorded + of random games: {made_of}."
    )


def rewritten(page: str, text: str) -> str:
    """The page with `text` between the two marker comments; ValueError if they are not there once each."""
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"The page must hold '{BEGIN}' and behind it '{END}', each once; add them.")
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}"


def at_least_one(text: str) -> int:
    """A number of positions, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main() -> None:
    """Measures every game, prints the table and, if asked to, puts it into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--positions", type=at_least_one, default=50_000, metavar="N", help="positions a game"
    )
    parser.add_argument("--markdown", action="store_true", help=f"rewrite {PAGE.relative_to(ROOT)}")
    arguments = parser.parse_args()
    measured = []
    for name in registry.names():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        measured.append(measure(name, arguments.positions))
    text = table(measured)
    print(text)
    if arguments.markdown:
        PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")


if __name__ == "__main__":
    main()
