"""A second, slow and plain implementation of draughts captures, written against the rules and not the engine.

It works on a grid of squares, lists every route one by one and knows nothing of bitboards. Tests compare the
engine with it.
"""

from dataclasses import dataclass
from itertools import pairwise

DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((-2, 0), (2, 0), (0, -2), (0, 2))


class TooManyRoutes(Exception):
    """The position has more routes than the test wants to list."""


@dataclass(frozen=True)
class Kind:
    """What the oracle must know of a variant."""

    size: int
    first_column: int = 1
    men_back: bool = True
    men_take_kings: bool = True
    straight: bool = False
    king: str = "flying"
    choice: str = "number"
    crowning: str = "at-end"
    king_order: str = "all"


KINDS = {
    "international": Kind(10),
    "frisian": Kind(10, straight=True, choice="value"),
    "italian": Kind(
        8,
        first_column=0,
        men_back=False,
        men_take_kings=False,
        king="short",
        choice="italian",
        crowning="stops",
    ),
    "english": Kind(8, men_back=False, king="short", choice="free", crowning="stops"),
    "russian": Kind(8, choice="free", crowning="continues"),
    "brazilian": Kind(8),
}


@dataclass(frozen=True)
class Route:
    """One way to capture; squares are (row, column)."""

    origin: tuple
    landings: tuple
    taken: tuple
    directions: tuple
    was_king: bool

    @property
    def key(self):
        return self.origin, self.landings[-1], frozenset(self.taken)


class Oracle:
    def __init__(self, kind, pieces, black_to_move, limit=5000):
        """`pieces`: square number from 0 -> (is_black, is_king)."""
        self.kind = kind
        half = kind.size // 2
        self.squares = [
            (row, 2 * i + (kind.first_column + row) % 2) for row in range(kind.size) for i in range(half)
        ]
        self.number = {square: n for n, square in enumerate(self.squares)}
        self.pieces = {self.squares[n]: piece for n, piece in pieces.items()}
        self.black = black_to_move
        self.forward = 1 if black_to_move else -1
        self.crown_row = kind.size - 1 if black_to_move else 0
        self.limit = limit
        self.count = 0

    def directions(self, king):
        found = DIAGONAL + (STRAIGHT if self.kind.straight else ())
        if not king and not self.kind.men_back:
            found = tuple(d for d in found if d[0] * self.forward > 0)
        return found

    def far(self, king, direction):
        if not king or self.kind.king == "short":
            return False
        return self.kind.king == "flying" or direction[0] * self.forward > 0

    def jumps(self, square, taken, king, origin):
        """(captured square, direction, landing squares) for each possible jump."""
        found = []
        for direction in self.directions(king):
            far = self.far(king, direction)
            path = self.line(square, direction)
            for step, place in enumerate(path):
                if place == origin or place not in self.pieces:
                    if far:
                        continue
                    break
                black, is_king = self.pieces[place]
                if black == self.black or place in taken:
                    break
                if not king and is_king and not self.kind.men_take_kings:
                    break
                landings = []
                for behind in path[step + 1 :]:
                    if behind in self.pieces and behind != origin:
                        break
                    landings.append(behind)
                    if not far:
                        break
                if landings:
                    found.append((place, direction, landings))
                break
        return found

    def line(self, square, direction):
        found = []
        row, column = square[0] + direction[0], square[1] + direction[1]
        while (row, column) in self.number:
            found.append((row, column))
            row, column = row + direction[0], column + direction[1]
        return found

    def routes_of(self, origin):
        """Every complete route of one piece, before pieces and routes are compared."""
        is_king = self.pieces[origin][1]
        found = []

        def go(square, king, landings, taken, directions):
            self.count += 1
            if self.count > self.limit:
                raise TooManyRoutes
            jumps = self.jumps(square, taken, king, origin)
            stopped = self.kind.crowning == "stops" and not king and square[0] == self.crown_row
            if stopped or not jumps:
                if taken:
                    found.append(Route(origin, landings, taken, directions, is_king))
                return
            for place, direction, targets in jumps:

                def crowned(target, king=king):
                    return king or (self.kind.crowning == "continues" and target[0] == self.crown_row)

                if self.kind.choice == "free" and self.kind.king == "flying":
                    onward = [t for t in targets if self.jumps(t, (*taken, place), crowned(t), origin)]
                    targets = onward or targets
                for target in targets:
                    go(
                        target,
                        crowned(target),
                        (*landings, target),
                        (*taken, place),
                        (*directions, direction),
                    )

        go(origin, is_king, (), (), ())
        return found

    def captures(self):
        """Every legal route."""
        routes = []
        for square, (black, _) in self.pieces.items():
            if black == self.black:
                routes += self.routes_of(square)
        if not routes or self.kind.choice == "free":
            return routes
        kings = {square for square, (_, king) in self.pieces.items() if king}

        def value(route):
            if self.kind.choice == "value":
                return sum(199 if s in kings else 100 for s in route.taken), route.was_king
            if self.kind.choice == "number":
                return len(route.taken)
            order = tuple(s in kings for s in route.taken)
            if self.kind.king_order == "first" and True in order:
                order = (-order.index(True),)
            count = sum(s in kings for s in route.taken)
            return len(route.taken), route.was_king, count, order if count else ()

        best = max(value(route) for route in routes)
        return [route for route in routes if value(route) == best]

    def quiet(self):
        """Every (origin, target) without capture."""
        found = set()
        for square, (black, king) in self.pieces.items():
            if black != self.black:
                continue
            for direction in DIAGONAL:
                if not king and direction[0] != self.forward:
                    continue
                for place in self.line(square, direction):
                    if place in self.pieces:
                        break
                    found.add((square, place))
                    if not self.far(king, direction):
                        break
        return found

    @staticmethod
    def written(route):
        """Whether PDN 3.0 would write this route: straight on only from right behind the piece taken."""
        return all(
            a != b or landing == (hit[0] + a[0], hit[1] + a[1])
            for (a, b), landing, hit in zip(
                pairwise(route.directions), route.landings, route.taken, strict=False
            )
        )

    def shown(self, routes):
        """The route to display among routes with one key."""
        fitting = [route for route in routes if self.written(route)]
        return min(fitting, key=lambda route: [self.number[s] for s in route.landings])


def squares_ahead(route, rests):
    """For every way to find `rests` in order among the landings: the landings behind the last rest but the
    final one. None if there is no way."""
    ways = [frozenset(route.landings[start:-1]) for start in _ends(route.landings, rests)]
    return frozenset().union(*ways) if ways else None


def _ends(landings, rests):
    starts = {0}
    for rest in rests:
        starts = {i + 1 for s in starts for i in range(s, len(landings)) if landings[i] == rest}
    return starts
