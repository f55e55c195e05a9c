"""Knows how a board in disorder is explained anew: the one sequence of moves since an earlier ply that hands
can have made; neither when it is asked for nor what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from firmware_host.inference import results
from firmware_host.line import Line
from firmware_host.outlook import Outlook, Prospect
from firmware_host.witness import Witness

BACK_PLIES = 4
"""So many plies that were heard may have been others."""
MORE_PLIES = 2
"""So many plies may have been made beyond those that are doubted."""
LONGEST = 4
LOOKS = 150
"""Positions looked at before the search is given up: it lasts no longer than one frame may."""

Path = tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class Retelling:
    """What was played instead: the first `keep` plies stand, then came these moves."""

    keep: int
    prospects: Path


def retold(line: Line, witness: Witness, sure: int) -> Retelling | None:
    """The one explanation of the board that gives up the fewest plies, or None. `sure`: so many plies stand,
    because the board has rested in order after them.

    Law: hands have touched every field that a piece of the sequence left or came to, since the last ply that
    stands; and the moves follow each other as the fields changed.
    """
    search = _Search(witness)
    doubtful = min(len(line) - sure, BACK_PLIES)
    for keep in dict.fromkeys(line.unsaid(len(line) - back) for back in range(doubtful + 1)):
        told = tuple(ply.move for ply in line.plies[keep:])
        most = min(LONGEST, len(told) + MORE_PLIES)
        found = search.explaining(Outlook(line.after(keep)), witness.touched_since(keep), most)
        new = [path for path in found if _moves(path) != told]
        if new:
            return Retelling(keep, new[0]) if len(new) == 1 else None
    return None


def _moves(path: Path) -> tuple[object, ...]:
    return tuple(move for prospect in path for move in (*prospect.said, prospect.move))


class _Search:
    """A bounded search for sequences of moves that end in what the board shows."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self._view = witness.view
        self._looks = 0

    def explaining(self, outlook: Outlook, touched: int, most: int) -> list[Path]:
        """The shortest sequences of at most `most` moves from this position, one of those that lead through
        the same positions; those that agree with the order in which fields changed, if any do."""
        for length in range(1, most + 1):
            found = {}
            for path, positions in self._paths(outlook, touched | self._view.ignored, length):
                found.setdefault(positions, path)
            paths = list(found.values())
            if paths:
                return [path for path in paths if self._in_order(path)] or paths
        return []

    def _paths(
        self, outlook: Outlook, touched: int, length: int
    ) -> Iterator[tuple[Path, tuple[object, ...]]]:
        self._looks += 1
        if self._looks > LOOKS:
            return
        if length == 1:
            for prospect in results(outlook, self._view):
                if not _ends(prospect) & ~touched:
                    yield (prospect,), (outlook.result(prospect),)
            return
        for prospect in outlook.prospects:
            if _ends(prospect) & ~touched:
                continue
            after = outlook.result(prospect)
            for path, positions in self._paths(Outlook(after), touched, length - 1):
                yield (prospect, *path), (after, *positions)

    def _in_order(self, path: Path) -> bool:
        """Whether the pieces left their fields, and came to those where they still stand, in this order."""
        left = [self._witness.left_at(each.move.lifts) for each in path]
        moved_on = 0
        landed = []
        for prospect in reversed(path):
            stands = prospect.move.drops & ~moved_on
            moved_on |= prospect.move.lifts | prospect.move.captures
            landed[:0] = [self._witness.landed_at(stands)] if stands else []
        return _rising(left) and _rising(landed)


def _rising(times: Sequence[float]) -> bool:
    return all(one <= other for one, other in pairwise(times))


def _ends(prospect: Prospect) -> int:
    """Where pieces of this move must have been seen to leave or to come."""
    return (prospect.move.lifts | prospect.move.drops) & ~prospect.silent
