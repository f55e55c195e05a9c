"""Knows which routes a draughts piece can take: it walks every single one, and nothing here is fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from slow_draughts_rules import Board, Piece, Rules, Square, backward, far_row, forward, on_board, plus

DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((-2, 0), (2, 0), (0, -2), (0, 2))  # the next dark field of the same row or column


class TooManyRoutesError(Exception):
    """More jumps than one position is allowed to cost here; the position is skipped and counted."""


def is_long(rules: Rules, piece: Piece, direction: Square) -> bool:
    """Whether `piece` may go any distance that way."""
    colour, kind = piece
    if kind == "man" or rules.king == "short":
        return False
    return rules.king == "long" or not backward(colour, direction)


def quiet_targets(rules: Rules, board: Board, at: Square, piece: Piece) -> Iterator[Square]:
    """Where the piece on `at` can step without a capture."""
    for direction in DIAGONAL:
        if piece[1] == "man" and not forward(piece[0], direction):
            continue
        target = plus(at, direction)
        while on_board(rules, target) and target not in board:
            yield target
            if not is_long(rules, piece, direction):
                break
            target = plus(target, direction)


@dataclass(frozen=True)
class Hop:
    """One jump: which way, over whom, onto which field."""

    direction: Square
    victim: Square
    victim_kind: str
    landing: Square


def hops_over(
    rules: Rules, board: Board, at: Square, piece: Piece, taken: frozenset[Square]
) -> list[list[Hop]]:
    """For every piece that can be jumped next from `at`: the jumps over it, one per landing field.

    `board` no longer holds the moving piece, but still holds those already taken: they block.
    """
    colour, kind = piece
    found = []
    for direction in DIAGONAL + (STRAIGHT if rules.straight_captures else ()):
        if kind == "man" and not rules.men_capture_back and not forward(colour, direction):
            continue
        long = is_long(rules, piece, direction)
        victim = plus(at, direction)
        while long and on_board(rules, victim) and victim not in board:
            victim = plus(victim, direction)
        if victim not in board or victim in taken or board[victim][0] == colour:
            continue
        if kind == "man" and board[victim][1] == "king" and not rules.men_take_kings:
            continue
        landings = []
        landing = plus(victim, direction)
        while on_board(rules, landing) and landing not in board:
            landings.append(Hop(direction, victim, board[victim][1], landing))
            if not long:
                break
            landing = plus(landing, direction)
        if landings:
            found.append(landings)
    return found


@dataclass(frozen=True)
class Route:
    """One complete capture of one piece, jump by jump."""

    origin: Square
    piece: Piece
    hops: tuple[Hop, ...]
    ends_as: str

    @property
    def target(self) -> Square:
        return self.hops[-1].landing

    @property
    def captured(self) -> frozenset[Square]:
        return frozenset(hop.victim for hop in self.hops)

    @property
    def between(self) -> tuple[Square, ...]:
        """The landing fields before the last: where it turned, else right behind the piece it took."""
        return tuple(
            plus(hop.victim, hop.direction) if hop.direction == following.direction else hop.landing
            for hop, following in pairwise(self.hops)
        )

    @property
    def rests(self) -> tuple[Square, ...]:
        """The fields before the last where the hand really set the piece down, of which a king that goes
        straight on has several to choose from."""
        return tuple(hop.landing for hop in self.hops[:-1])


class Walker:
    """Walks all routes of one position and counts its jumps, so that an explosion can be stopped."""

    def __init__(self, rules: Rules, board: Board, bound: int) -> None:
        self.rules, self.board, self.left = rules, board, bound

    def routes(self, origin: Square) -> list[Route]:
        """All complete captures of the piece on `origin`, whatever the other pieces can do."""
        piece = self.board[origin]
        lifted = {square: other for square, other in self.board.items() if square != origin}
        walks = self.walks(lifted, origin, piece, frozenset())
        return [Route(origin, piece, hops, ends_as) for hops, ends_as in walks if hops]

    def walks(
        self, board: Board, at: Square, piece: Piece, taken: frozenset[Square]
    ) -> list[tuple[tuple[Hop, ...], str]]:
        """All ways to go on from `at` until no jump is left, each with the kind of the piece at its end; one
        empty way if there is no jump."""
        colour, kind = piece
        on_far_row = at[0] == far_row(self.rules, colour)
        if kind == "man" and on_far_row and self.rules.crowned_midway == "goes on":
            kind = "king"
        if kind == "man" and on_far_row and self.rules.crowned_midway == "stops":
            return [((), "king")]
        choices = hops_over(self.rules, board, at, (colour, kind), taken)
        if not choices:
            return [((), "king" if on_far_row else kind)]
        found = []
        for landings in choices:
            after = []
            for hop in landings:
                self.left -= 1
                if self.left < 0:
                    raise TooManyRoutesError
                rest = self.walks(board, hop.landing, (colour, kind), taken | {hop.victim})
                after += [((hop, *hops), ends_as) for hops, ends_as in rest]
            # Where a landing field behind this piece lets the capture go on, those where it ends are out.
            longer = [walk for walk in after if len(walk[0]) > 1]
            found += longer or after
        return found


def best(rules: Rules, routes: list[Route]) -> list[Route]:
    """Those of all captures of a side that its priority rules allow."""
    if rules.choice in ("most", "italian"):
        routes = keep_highest(routes, lambda route: len(route.hops))
    if rules.choice == "value":
        routes = keep_highest(routes, value)
    if rules.choice in ("value", "italian"):
        routes = keep_highest(routes, lambda route: route.piece[1] == "king")
    if rules.choice == "italian":
        routes = keep_highest(routes, lambda route: sum(kings_taken(route)))
        if any(kings_taken(routes[0])):
            routes = keep_highest(routes, kings_taken if rules.king_order == "all" else first_king)
    return routes


def value(route: Route) -> int:
    """Frisian article 11: a king is worth less than two men, but k kings more than 2k - 1 men."""
    return sum(199 if hop.victim_kind == "king" else 100 for hop in route.hops)


def kings_taken(route: Route) -> list[bool]:
    """Jump by jump, whether it took a king; the earlier the king, the higher the list."""
    return [hop.victim_kind == "king" for hop in route.hops]


def first_king(route: Route) -> int:
    """The higher, the earlier the first king is taken."""
    return -kings_taken(route).index(True)


def keep_highest(routes: list[Route], key: Callable[[Route], Any]) -> list[Route]:
    """The routes for which `key` is highest."""
    top = max(map(key, routes))
    return [route for route in routes if key(route) == top]
