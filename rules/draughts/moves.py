"""Knows the moves of draughts: a step to an empty square, and a capture with its texts and transfers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from rules.draughts.routes import Routes
from rules.game import Move, Transfer

if TYPE_CHECKING:
    from rules.draughts.capturing import Capturing


Group = tuple[int, int, int, bool]
"""A piece, the pieces it takes, the squares on which it can end, whether it is a king on all of them."""


class _DraughtsMove(Move):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _DraughtsMove):
            return NotImplemented
        return (self.lifts, self.drops, self.captures) == (other.lifts, other.drops, other.captures)

    def __hash__(self) -> int:
        return hash((self.lifts, self.drops, self.captures))

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Step(_DraughtsMove):
    """A move without a capture. It says the same in every position, so each exists once for a layout."""

    __slots__ = ("captures", "drops", "lifts", "text", "transfers")

    lifts: int
    drops: int
    captures: int
    text: str
    transfers: tuple[Transfer, ...]

    def __init__(self, origin: int, target: int, origin_name: str, target_name: str) -> None:
        fill = object.__setattr__
        fill(self, "lifts", origin)
        fill(self, "drops", target)
        fill(self, "captures", 0)
        fill(self, "text", f"{origin_name}-{target_name}")
        fill(self, "transfers", (Transfer(origin_name, target_name),))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a move is immutable; {name!r} cannot be set")


class Scene:
    """The captures that are legal in one position, and what their texts and routes depend on.

    `groups`: for each piece and each set of pieces it takes, the squares on which it can end and whether it
    is a king then.
    """

    __slots__ = ("_routes", "_shared", "black", "enemy", "generator", "groups", "kings", "own")

    def __init__(
        self,
        generator: Capturing,
        own: int,
        enemy: int,
        kings: int,
        groups: list[Group],
        black: int,
    ) -> None:
        self.generator = generator
        self.own = own
        self.enemy = enemy
        self.kings = kings
        self.groups = groups
        self.black = black
        self._shared: Counter[tuple[int, int]] | None = None
        self._routes: dict[int, Routes] | None = None

    def ambiguous(self, origin: int, target: int) -> bool:
        """Whether two legal captures share these squares and take different pieces."""
        if self._shared is None:
            self._shared = Counter()
            for start, _, targets, _ in self.groups:
                while targets:
                    end = targets & -targets
                    targets ^= end
                    self._shared[start, end] += 1
        return self._shared[origin, target] > 1

    def routes(self, origin: int) -> Routes:
        """The routes of the piece on `origin`."""
        if self._routes is None:
            self._routes = {}
        if origin not in self._routes:
            self._routes[origin] = self.generator.routes(self, origin)
        return self._routes[origin]


class Capture(_DraughtsMove):
    """A capture; `kinged` is its final square if the piece is a king there, else 0."""

    __slots__ = ("_captures", "_drops", "_lifts", "_scene", "kinged")

    def __init__(self, scene: Scene, origin: int, target: int, taken: int, kinged: int) -> None:
        self._scene = scene
        self._lifts = origin
        self._drops = target
        self._captures = taken
        self.kinged = kinged

    @property
    def lifts(self) -> int:
        """The square of the capturing piece."""
        return self._lifts

    @property
    def drops(self) -> int:
        """The square on which it ends."""
        return self._drops

    @property
    def captures(self) -> int:
        """The pieces taken."""
        return self._captures

    @property
    def routes(self) -> Routes:
        """All routes of the capturing piece."""
        return self._scene.routes(self._lifts)

    @property
    def route(self) -> tuple[int, ...]:
        """The squares on which the displayed route lands, the final one last."""
        return tuple(landing for landing, _ in self.routes.shown(self._drops, self._captures))

    @property
    def landings(self) -> tuple[str, ...]:
        """The same by name."""
        name = self._scene.generator.squares.board.name_of
        return tuple(name[bit] for bit in self.route)

    @property
    def slides_on(self) -> bool:
        """Whether a flying king can slide further to another legal capture of the same pieces."""
        return bool(self.kinged and self._scene.generator.flying) and self.routes.slides_on(
            self._drops, self._captures
        )

    @property
    def text(self) -> str:
        """`26x17`, or with every landing square where another capture shares both."""
        name = self._scene.generator.squares.board.name_of
        ambiguous = self._scene.ambiguous(self._lifts, self._drops)
        landings = self.route if ambiguous else (self._drops,)
        return "x".join(name[bit] for bit in (self._lifts, *landings))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The capturing piece, then what it takes in the order of the displayed route."""
        name = self._scene.generator.squares.board.name_of
        taken = [hit for _, hit in self.routes.shown(self._drops, self._captures)]
        moved = Transfer(name[self._lifts], name[self._drops])
        return (moved, *(Transfer(name[hit], None) for hit in taken))
