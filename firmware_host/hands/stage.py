"""Knows which bodies stand on which field and from when to when; hands change it, nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin, sqrt
from random import Random

from firmware_host.hands.bodies import THICKNESS, WIDTH, Body, Magnet, Motion, Path, Place, gap
from firmware_host.hands.levels import Doing, Level, Range
from firmware_host.hands.records import Deed, Leftover
from rules.board import Board
from rules.game import Piece, Side

Standing = Mapping[str, tuple[int, ...]]
"""The numbers of the bodies on each occupied field, lowest first."""


class Stage:
    """The board with its bodies while a game is played on it.

    Law: a field's bodies all stand within `level.off_centre` of its centre (in a gutter: near it), but while
    a hand holds or has bumped them. `homes[n]` is the field on which body n stood at first, `free_at[f]` is
    when field f was last emptied, `settled_at[f]` when it was last filled. `room` is how far a piece can be
    shoved without touching a neighbour. Of the present ply: `rest_s` is how long its piece rests on the way,
    `is_shared` whether both sides may move that piece.
    """

    def __init__(
        self,
        board: Board,
        pieces: Mapping[str, Piece],
        level: Level,
        rng: Random,
        turned: float,
        magnets: Mapping[str, Magnet] | None = None,
    ) -> None:
        self.board, self.level, self.rng = board, level, rng
        self.places = {name: Place(cell.x, cell.y) for name, cell in board.cells.items()}
        self.room = _room(board)
        self.standing: dict[str, list[int]] = {}
        self.tray: dict[Side, list[int]] = {Side.WHITE: [], Side.BLACK: []}
        self.side_of: list[Side] = []
        self.free_at: dict[str, float] = {}
        self.settled_at: dict[str, float] = {}
        self.deeds: list[Deed] = []
        self.leftovers: list[Leftover] = []
        self.ply = 0
        self.turn = -1
        self.doing: frozenset[Doing] = frozenset()
        self.rest_s = level.rest_s
        self.is_shared = False
        self._turned = turned
        self._aside = 0
        self._poles: list[str] = []
        self._homes: list[Place] = []
        self._now: list[Place] = []
        self._motions: list[list[Motion]] = []
        self._magnets: dict[int, Magnet] = {}
        for name, piece in pieces.items():
            for index in range(2 if piece.kind == "king" else 1):
                self._set_up(name, piece.side, index)
        self.homes = {number: name for name, numbers in self.standing.items() for number in numbers}
        for name, magnet in (magnets or {}).items():
            self._magnets[self.standing[name][0]] = magnet

    def _set_up(self, name: str, side: Side, index: int) -> None:
        lowest = self.standing.setdefault(name, [])
        spot = self._now[lowest[0]] if lowest else self.spot(name)
        lowest.append(self.new_body(side, Place(spot.x, spot.y, index * THICKNESS)))

    def new_body(self, side: Side, home: Place) -> int:
        """A body that was at `home` from the beginning; with chance `turned` it shows the other pole."""
        upside_down = self._turned > 0.0 and self.rng.random() < self._turned
        self._poles.append((side.other if upside_down else side).letter)
        self.side_of.append(side)
        self._homes.append(home)
        self._now.append(home)
        self._motions.append([])
        return len(self._homes) - 1

    def draw(self, limits: Range) -> float:
        """A value drawn evenly between the two."""
        return self.rng.uniform(*limits)

    def spot(self, name: str) -> Place:
        """A place to stand on this field: near its centre, as exactly as these hands put things."""
        radius, angle = self.level.off_centre * sqrt(self.rng.random()), self.rng.uniform(0.0, 2.0 * pi)
        return self.places[name].moved(radius * cos(angle), radius * sin(angle))

    def aside(self) -> Place:
        """The next free place beside the board, out of reach of its sensors."""
        edge = max(place.x for place in self.places.values())
        middle = sum(place.y for place in self.places.values()) / len(self.places)
        row, column = self._aside % 8, self._aside // 8
        self._aside += 1
        return Place(edge + 1.6 + 0.9 * column, middle + 0.9 * (row - 3.5))

    def place(self, number: int) -> Place:
        """Where this body is after all its motions so far."""
        return self._now[number]

    def busy_until(self, number: int) -> float:
        """When this body's last motion so far ends."""
        motions = self._motions[number]
        return motions[-1].end if motions else 0.0

    def move(
        self, grip: Sequence[int], start: float, seconds: float, way: Path, *, settling: bool = True
    ) -> float:
        """Moves these bodies together along `way`, which says where the first of them goes (shares above 0);
        returns when they have arrived. They start when all of them are at rest, at `start` at the earliest.
        """
        start = max(start, *(self.busy_until(number) for number in grip), 0.0)
        end = start + max(seconds, 0.005)
        lead = self._now[grip[0]]
        for number in grip:
            here = self._now[number]
            dx, dy, height = here.x - lead.x, here.y - lead.y, here.height - lead.height
            path = ((0.0, here), *((share, place.moved(dx, dy, height)) for share, place in way))
            self._motions[number].append(Motion(start, end, path, self.turn, settling))
            self._now[number] = path[-1][1]
        return end

    def leaves(self, name: str, grip: Iterable[int], at: float) -> None:
        """These bodies have left the field at `at`."""
        left = [number for number in self.standing[name] if number not in grip]
        if left:
            self.standing[name] = left
        else:
            del self.standing[name]
        self.free_at[name] = max(at, self.free_at.get(name, 0.0))

    def arrives(self, name: str, grip: Iterable[int], at: float) -> None:
        """These bodies stand on the field, on top of what is there, from `at` on."""
        self.standing.setdefault(name, []).extend(grip)
        self.settled_at[name] = max(at, self.settled_at.get(name, 0.0))

    def is_free(self, name: str, at: float) -> bool:
        """Whether nothing stands on this field at `at` or later, as far as it is known."""
        return name not in self.standing and self.free_at.get(name, 0.0) <= at

    def is_clear(self, way: Sequence[Place], at: float, but: Iterable[str] = ()) -> bool:
        """Whether a piece can slide this way at `at` without meeting another; `but` are not heeded."""
        heedless = frozenset(but)
        for name, place in self.places.items():
            if name in heedless or self.is_free(name, at):
                continue
            if any(gap(place, a, b) < WIDTH for a, b in pairwise(way)):
                return False
        return True

    def near(self, name: str, reach: float) -> list[str]:
        """The other fields within `reach` of this one, gutter not counted."""
        here = self.places[name]
        return [
            other
            for other, place in self.places.items()
            if other != name and other not in self.board.gutter and place.distance(here) <= reach
        ]

    def note(self, doing: Doing, at: float, *fields: str) -> None:
        """Records a deed of the present ply."""
        self.deeds.append(Deed(round(at, 4), self.ply, doing.value, fields))

    def snapshot(self) -> Standing:
        """Who stands where now."""
        return {name: tuple(numbers) for name, numbers in self.standing.items()}

    def bodies(self) -> tuple[Body, ...]:
        """Every body with all its motions."""
        rows = zip(self._poles, self._homes, self._motions, strict=True)
        return tuple(
            self._body(number, pole, home, motions) for number, (pole, home, motions) in enumerate(rows)
        )

    def _body(self, number: int, pole: str, home: Place, motions: Sequence[Motion]) -> Body:
        magnet = self._magnets.get(number, Magnet.SOUND)
        if magnet is Magnet.REVERSED:
            pole = {"w": "b", "b": "w"}[pole]
        return Body(number, pole, home, tuple(motions), magnet)


def _room(board: Board) -> float:
    """The gap between two pieces on neighbouring fields, in fields."""
    first, *others = (Place(cell.x, cell.y) for cell in board.cells.values())
    return max(min(first.distance(other) for other in others) - WIDTH, 0.0)
