"""Knows published numbers of legal move sequences and holds the slow generators to them.

Sources: the perft tables of the draughts programming community (start positions, Woldouby, "random kings",
Gilbert 1), Abalassembly and PlayStrategy for Abalone; each number was recomputed by two programs that share
no code with these generators. The Frisian three-move rule is left out, as is usual.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import slow_abalone
import slow_draughts
import slow_overboord
import slow_smokkelen

ACCEPT = os.environ.get("ZETLICHT_ACCEPT") == "1"
MOST_NODES = 100_000 if ACCEPT else 1_000


def men(first: int, last: int) -> str:
    return ",".join(map(str, range(first, last + 1)))


def kings(first: int, last: int) -> str:
    return ",".join(f"K{field}" for field in range(first, last + 1))


START_10 = f"W:W{men(31, 50)}:B{men(1, 20)}"
START_8 = f"W:W{men(21, 32)}:B{men(1, 12)}"
START_LETTERS = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
WOLDOUBY = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"
RANDOM_KINGS = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"
ALL_KINGS = f"W:W{kings(31, 50)}:B{kings(1, 20)}"
GILBERT = "W:W17,18,20,22,23,24,26,27,30:B1,3,5,6,9,11,14,15,16"
DAISY = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0"

COUNTS = [
    ("international", START_10, (9, 81, 658, 4265, 27117)),
    ("international", WOLDOUBY, (6, 12, 30, 73, 215, 590, 1944, 6269, 22369)),
    ("international", RANDOM_KINGS, (14, 55, 1168, 5432)),
    ("international", ALL_KINGS, (17, 79, 352, 1399, 7062)),
    ("frisian", START_10, (9, 81, 658, 3874, 21265)),
    ("frisian", WOLDOUBY, (1, 2, 2, 3, 15, 31, 97, 316)),
    ("italian", START_8, (7, 49, 302, 1469, 7361, 36473)),
    ("italian", GILBERT, (5, 13, 42, 107, 360, 1099, 3736, 12495)),
    ("english", "B" + START_8[1:], (7, 49, 302, 1469, 7361, 36768)),
    ("russian", START_LETTERS, (7, 49, 302, 1469, 7482, 37986)),
    ("brazilian", START_LETTERS, (7, 49, 302, 1469, 7473, 37628)),
    ("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0", (44, 1936, 98912)),
    ("abalone", DAISY, (52, 2692, 149322)),
    ("abalone", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5 b 0 0", (80, 6244)),
    ("abalone", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww b 0 0", (44, 1946)),
    ("abalone", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5 b 0 0", (64, 4066)),
    ("overboord", "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w push", (36, 1584)),
    ("smokkelen", "bbbbb/bbbbb/5/5/wwwww/wwwww w -", (110, 10238)),
]


def generator(game: str) -> Callable[[str], dict[str, str]]:
    """What gives the moves of `game` and the positions after them."""
    if game in slow_draughts.GAMES:
        rules = slow_draughts.rules_of(game)
        return lambda text: slow_draughts.slow_after(rules, text)
    return {
        "abalone": slow_abalone.slow_after,
        "overboord": slow_overboord.slow_after,
        "smokkelen": slow_smokkelen.slow_after,
    }[game]


def sequences(after: Callable[[str], dict[str, str]], text: str, depth: int) -> int:
    """The number of legal move sequences of `depth` moves."""
    moves = after(text)
    return len(moves) if depth == 1 else sum(sequences(after, each, depth - 1) for each in moves.values())


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "start", "counts"), COUNTS, ids=[f"{c[0]}-{c[1][:12]}" for c in COUNTS])
def test_sequences_are_as_many_as_published(game: str, start: str, counts: tuple[int, ...]) -> None:
    generate = generator(game)
    for depth, expected in enumerate(counts, 1):
        if depth > 1 and counts[depth - 2] > MOST_NODES:
            break
        assert sequences(generate, start, depth) == expected, f"{game} at depth {depth}"


def test_smokkelen_second_ban_gives_fewer_sequences() -> None:
    start = "bbbbb/bbbbb/5/5/wwwww/wwwww w -"
    assert sequences(lambda text: slow_smokkelen.slow_after(text, "any"), start, 2) == 9868
