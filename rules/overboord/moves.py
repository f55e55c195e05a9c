"""Knows Overboord's moves: the pushes that a line allows, placements, and calls that no board shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from rules.game import Move, Transfer
from rules.overboord.board import board, inner_rows, lines

ORDERS = ("first", "second")
COLOURS = ("white", "black")
PASS = "pass"


@dataclass(frozen=True, slots=True)
class Push(Move):
    """A stone pushed along its line, `distance` fields in `direction` (`l`, `r`, `u` or `d`).

    `own_change` and `enemy_change` are the bits that flip in the mask of the mover and of the opponent.
    """

    text: str = field()
    transfers: tuple[Transfer, ...] = field(compare=False)
    lifts: int = field(compare=False)
    drops: int = field(compare=False)
    captures: int = field(compare=False)
    own_change: int = field(compare=False)
    enemy_change: int = field(compare=False)
    stone: str = field(compare=False)
    direction: str = field(compare=False)
    distance: int = field(compare=False)

    @property
    def fallen(self) -> int:
        """How many stones the push drops into the gutter."""
        return self.captures.bit_count()


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """A stone of the side to move, put from the hand on an empty field of the playing area."""

    target: str
    drops: int = field(compare=False)

    @property
    def text(self) -> str:
        """`@` and the field."""
        return f"@{self.target}"

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """From the hand to the field."""
        return (Transfer(None, self.target),)

    @property
    def lifts(self) -> int:
        """Nothing is lifted."""
        return 0

    @property
    def captures(self) -> int:
        """Nothing is captured."""
        return 0


@dataclass(frozen=True, slots=True)
class Call(Move):
    """A move that is said, not made: `pass`, `first`, `second`, `white` or `black`."""

    text: str = field()

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """No piece moves."""
        return ()

    @property
    def lifts(self) -> int:
        """Nothing is lifted."""
        return 0

    @property
    def drops(self) -> int:
        """Nothing is set down."""
        return 0

    @property
    def captures(self) -> int:
        """Nothing is captured."""
        return 0


@cache
def placements() -> tuple[Placement, ...]:
    """The placements on all 36 fields, in reading order."""
    name_of = board().name_of
    return tuple(Placement(name_of[bit], bit) for row in inner_rows() for bit in row)


@cache
def pushes(line: int, own: int, enemy: int) -> tuple[Push, ...]:
    """The legal pushes along line number `line` whose fields hold these own and enemy stones (masks).

    Rules 3.3: with an empty field ahead a stone may go one field, and nothing falls; and it may go on until
    the gaps are closed and one or more enemy stones, but no own stone, have fallen. There are at most
    12 x 3^6 different questions, so every answer is kept.
    """
    where = lines()[line]
    return (
        *_pushes_onward(where.fields, where.onward, own, enemy),
        *_pushes_onward(where.fields[::-1], where.back, own, enemy),
    )


def _pushes_onward(fields: tuple[str, ...], letter: str, own: int, enemy: int) -> list[Push]:
    cells = [board().bit[name] for name in fields]
    end = len(cells) - 1
    found: list[Push] = []
    for start in range(1, end):
        if not own & cells[start]:
            continue
        ahead = [cell for cell in range(start + 1, end) if (own | enemy) & cells[cell]]
        gaps = end - 1 - start - len(ahead)
        distances = [1] if gaps else []
        for fallen, cell in enumerate(reversed(ahead), 1):
            if own & cells[cell]:
                break
            distances.append(gaps + fallen)
        found += [_push(fields, letter, start, distance, ahead, own) for distance in distances]
    return found


def _push(
    fields: tuple[str, ...], letter: str, start: int, distance: int, ahead: list[int], own: int
) -> Push:
    """The push of the stone on cell `start`: each stone `ahead` goes just far enough to make room."""
    bit = board().bit
    end = len(fields) - 1
    front = start + distance
    shifts = [(start, front)]
    for cell in ahead:
        front = max(cell, front + 1)
        if front != cell:
            shifts.append((cell, min(front, end)))
    lifts = drops = captures = own_change = enemy_change = 0
    for before, after in shifts:
        origin, target = bit[fields[before]], bit[fields[after]]
        if after == end:
            captures |= origin
            target = 0
        else:
            lifts |= origin
            drops |= target
        if own & origin:
            own_change ^= origin | target
        else:
            enemy_change ^= origin | target
    suffix = f"x{captures.bit_count()}" if captures else ""
    return Push(
        text=f"{fields[start]}{letter}{distance}{suffix}",
        transfers=tuple(Transfer(fields[before], fields[after]) for before, after in shifts),
        lifts=lifts,
        drops=drops,
        captures=captures,
        own_change=own_change,
        enemy_change=enemy_change,
        stone=fields[start],
        direction=letter,
        distance=distance,
    )
