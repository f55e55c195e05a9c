"""Knows the routes of one capturing piece: the one to display, those still open, and where they lead.

Routes are never listed. The states of a piece form a graph without cycles, because every jump takes one piece
more, and every question is answered once for each state.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.board import bits
from rules.draughts.runner import Jump, Runner, State
from rules.draughts.squares import shift

End = tuple[int, int]
"""Final square and pieces taken: what a capture is identified by, given its piece."""


class Routes:
    """All legal routes of one piece; `ends` are its legal captures, pieces taken -> final squares.

    `leading`, if given, are the states, pieces taken -> squares, by which a route can pass to a legal end: it
    keeps dead ends, of which a king on an open board has many, out of the graph.
    """

    __slots__ = ("_ahead", "_ends", "_leading", "_nexts", "_pdn", "_runner", "_shown")

    def __init__(
        self, runner: Runner, ends: Mapping[int, int], leading: Mapping[int, int] | None = None
    ) -> None:
        self._runner = runner
        self._ends = ends
        self._leading = leading
        self._nexts: dict[State, tuple[tuple[Jump, State], ...]] = {}
        self._ahead: dict[State, dict[End, int]] = {}
        self._pdn: dict[tuple[State, int], dict[End, int]] = {}
        self._shown: dict[End, tuple[tuple[int, int], ...]] = {}

    def _next(self, state: State) -> tuple[tuple[Jump, State], ...]:
        """Every jump from a state that can lead to a legal end, with the state it leads to."""
        if state not in self._nexts:
            runner = self._runner
            self._nexts[state] = tuple(
                (jump, runner.after(state, jump.hit, landing))
                for jump in runner.jumps(state)
                for landing in bits(jump.landings & self._open(state.taken | jump.hit))
            )
        return self._nexts[state]

    def _open(self, taken: int) -> int:
        return self._runner.squares.all if self._leading is None else self._leading.get(taken, 0)

    # The displayed route.

    def shown(self, target: int, taken: int) -> tuple[tuple[int, int], ...]:
        """The displayed route of a legal capture: where each jump lands and what it takes.

        A king lands where it turns, and right behind the piece taken when it goes straight on (PDN 3.0). Of
        several such routes it is the one whose landing squares come first in reading order, compared from the
        start.
        """
        end = (target, taken)
        if end not in self._shown:
            route = self._walk(self._runner.start, 0, end, set())
            if route is None:
                raise LookupError("no route leads to a capture that is not legal here")
            self._shown[end] = tuple(route)
        return self._shown[end]

    def _walk(
        self, state: State, barred: int, end: End, dead: set[tuple[State, int]]
    ) -> list[tuple[int, int]] | None:
        """The first route from `state` to `end`; it may not go straight on in direction `barred`."""
        target, goal = end
        if state.taken == goal:
            return [] if state.square == target else None
        if (state, barred) in dead:
            return None
        choices = [
            (after.square, jump, after)
            for jump, after in self._next(state)
            if jump.hit & goal and jump.direction != barred
        ]
        for landing, jump, after in sorted(choices):
            behind = landing == shift(jump.hit, jump.direction)
            rest = self._walk(after, 0 if behind else jump.direction, end, dead)
            if rest is not None:
                return [(landing, jump.hit), *rest]
        dead.add((state, barred))
        return None

    # What is still open.

    def ahead(self, state: State) -> dict[End, int]:
        """The legal captures that can be reached from a state, each with the mask of the squares on which
        some route to it still lands before the final landing.
        """
        if state in self._ahead:
            return self._ahead[state]
        square, taken, _ = state
        found: dict[End, int] = {}
        if self._ends.get(taken, 0) & square:
            found[square, taken] = 0
        for _, after in self._next(state):
            for end, mask in self.ahead(after).items():
                landed = 0 if end == after[:2] else after.square
                found[end] = found.get(end, 0) | mask | landed
        self._ahead[state] = found
        return found

    def pdn_ahead(self, state: State, barred: int = 0) -> dict[End, int]:
        """As `ahead`, but of the squares only those that PDN 3.0 writes: where a king turns, else the square
        right behind the piece taken. `barred`: the direction in which it may not go straight on.
        """
        key = (state, barred)
        if key in self._pdn:
            return self._pdn[key]
        square, taken, _ = state
        found: dict[End, int] = {}
        if self._ends.get(taken, 0) & square:
            found[square, taken] = 0
        for jump, after in self._next(state):
            if jump.direction == barred:
                continue
            behind = after.square == shift(jump.hit, jump.direction)
            for end, mask in self.pdn_ahead(after, 0 if behind else jump.direction).items():
                landed = 0 if end == after[:2] else after.square
                found[end] = found.get(end, 0) | mask | landed
        self._pdn[key] = found
        return found

    def along(self, landings: tuple[int, ...]) -> set[End]:
        """The legal captures with a route that lands on exactly these squares, the final one last."""
        states = {self._runner.start}
        for landing in landings:
            states = {after for s in states for _, after in self._next(s) if after.square == landing}
        return {s[:2] for s in states if self._ends.get(s.taken, 0) & s.square}

    def ways(self, rests: tuple[int, ...]) -> dict[End, tuple[int, int]]:
        """The legal captures that agree with the piece having rested on `rests` in that order, with the
        landing squares still ahead: those that PDN writes, and all on which it can be set down.

        Rests are landing squares of a route; others may lie between them, because a hand may pass over a
        landing square without resting.
        """
        states = {self._runner.start}
        for rest in rests:
            states = {after for after in self._later(states) if after.square == rest}
        return self._merged(states, 0)

    def slides(self, rests: tuple[int, ...]) -> dict[End, tuple[int, int]]:
        """As `ways`, but a king may also have rested on squares that it slides over."""
        found: dict[End, tuple[int, int]] = {}
        for state, landed in self._sliding(rests):
            _join(found, self._merged({state}, landed))
        return found

    def _merged(self, states: set[State], landed: int) -> dict[End, tuple[int, int]]:
        found: dict[End, tuple[int, int]] = {}
        for state in states:
            written = self.pdn_ahead(state)
            extra = {end: 0 if end == state[:2] else landed for end in self.ahead(state)}
            _join(
                found,
                {
                    end: (written.get(end, 0) | extra[end], mask | extra[end])
                    for end, mask in self.ahead(state).items()
                },
            )
        return found

    def _later(self, states: set[State]) -> set[State]:
        """Every state after at least one jump from `states` from which a legal capture can be reached."""
        seen: set[State] = set()
        queue = list(states)
        while queue:
            for _, after in self._next(queue.pop()):
                if after not in seen and self.ahead(after):
                    seen.add(after)
                    queue.append(after)
        return seen

    def _sliding(self, rests: tuple[int, ...]) -> set[tuple[State, int]]:
        """The states at the end of the jump in which the last of `rests` is passed, each with that landing
        square if it lies beyond the rest, else 0.
        """
        found: set[tuple[State, int]] = set()
        seen = {(self._runner.start, 0)}
        queue = [(self._runner.start, 0)]
        while queue:
            state, matched = queue.pop()
            for jump, after in self._next(state):
                count = matched
                for square in self._runner.passed(state.square, jump.direction, after.square):
                    if count < len(rests) and square == rests[count]:
                        count += 1
                if count == len(rests):
                    found.add((after, 0 if after.square == rests[-1] else after.square))
                elif (after, count) not in seen:
                    seen.add((after, count))
                    queue.append((after, count))
        return found

    def slides_on(self, target: int, taken: int) -> bool:
        """Whether the piece can slide further along the line of its last jump to another legal end of a
        capture that takes the same pieces.
        """
        ends = self._ends.get(taken, 0)
        states = {self._runner.start}
        for _ in range(taken.bit_count() - 1):
            states = {after for s in states for jump, after in self._next(s) if jump.hit & taken}
        return any(
            jump.landings & target
            and state.taken | jump.hit == taken
            and jump.landings & ends & self._runner.squares.rays[jump.direction][target]
            for state in states
            for jump in self._runner.jumps(state)
        )


def _join(found: dict[End, tuple[int, int]], more: Mapping[End, tuple[int, int]]) -> None:
    """Add the squares of `more` to those in `found`."""
    for end, (written, all_squares) in more.items():
        one, other = found.get(end, (0, 0))
        found[end] = one | written, other | all_squares
