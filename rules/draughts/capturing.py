"""Knows which captures are legal in a position: who can capture, and what the variant's choice leaves."""

from __future__ import annotations

from rules.board import bits
from rules.draughts.captures import Flight, States, hop, stuck
from rules.draughts.choice import (
    Candidate,
    italian_survivors,
    king_orders,
    most_pieces,
    most_pieces_by_king,
    most_value,
    order_of_kings,
)
from rules.draughts.moves import Group, Scene
from rules.draughts.routes import Routes
from rules.draughts.runner import Runner
from rules.draughts.tables import Tables, amounts
from rules.draughts.variant import Variant

Jumpers = list[tuple[int, int, int]]
"""Men that can capture in one direction, its shift to the left, its shift to the right (one of them 0)."""


class Capturing(Tables):
    """The captures of one variant. Positions come as in `Generator`."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._hops = tuple(amounts(reach) for reach in self.man_reach)
        self._king_hops = amounts(self.king_reach[0])
        crowning = variant.crowning.value
        self._stops, self._continues = crowning == "stops", crowning == "continues"
        self._go = tuple(self.all if crowning == "at-end" else self.all ^ row for row in self.crown)
        self._becomes_king = tuple(row if self._continues else 0 for row in self.crown)
        self._wary = not variant.men_capture_kings.value
        choice = variant.choice.value
        self._free, self._italian, self._value = choice == "free", choice == "italian", choice == "value"
        self._choose = {"value": most_value, "italian": most_pieces_by_king}.get(choice, most_pieces)
        self._first = variant.king_order.value == "first"

    def captures(self, own: int, enemy: int, kings: int, black: int) -> list[Group]:
        """The legal captures; empty if there is none.

        Nearly all captures take one piece, so men that can go on after their first jump are told apart with
        the mask of all squares from which a man could capture; only they need a search. (A man's empty origin
        opens nothing for its second jump: it could only jump back over the piece it has taken.)
        """
        empty = self.all ^ own ^ enemy
        royal = own & kings
        men = own ^ royal
        prey = enemy & ~kings if self._wary else enemy
        plus, minus = self._hops[black]
        able = 0
        jumpers: Jumpers = []
        for amount in plus:
            mask = (empty >> amount & prey) >> amount
            able |= mask
            if mask & men:
                jumpers.append((mask & men, amount, 0))
        for amount in minus:
            mask = (empty << amount & prey) << amount
            able |= mask
            if mask & men:
                jumpers.append((mask & men, 0, amount))
        if not jumpers and not royal:
            return []
        onward = able & self._go[black] | self._becomes_king[black]
        going = 0
        for mask, left, right in jumpers:
            going |= (mask << 2 * left >> 2 * right & onward) << 2 * right >> 2 * left
        if self._free:
            singles = [(mask & ~going, left, right) for mask, left, right in jumpers]
            return self._free_captures(going, royal, enemy, empty, black, single_jumps(singles))
        if going or royal:
            return self._best_captures(going or able & men, royal, enemy, empty, kings, black)
        found = single_jumps(jumpers)
        if self._value and any(taken & kings for _, taken, _, _ in found):
            return [group for group in found if group[1] & kings]
        return found

    def _best_captures(
        self, men: int, royal: int, enemy: int, empty: int, kings: int, black: int
    ) -> list[Group]:
        """Those that the variant's choice prefers among captures of `men` and the kings `royal`."""
        prey = enemy & ~kings if self._wary else enemy
        plus, minus = self._hops[black]
        best = 1
        found: list[Candidate] = []
        while men:
            origin = men & -men
            men ^= origin
            levels = hop(origin, prey, empty | origin, plus, minus, self._go[black])
            rank, ends = self._choose(levels, kings & enemy, king=False)
            if rank > best:
                best, found = rank, [(origin, ends, False)]
            elif rank == best:
                found.append((origin, ends, False))
        while royal:
            origin = royal & -royal
            royal ^= origin
            rank, ends = self._king_best(origin, enemy, empty | origin, kings & enemy, black)
            if rank > best:
                best, found = rank, [(origin, ends, True)]
            elif rank == best:
                found.append((origin, ends, True))
        if self._italian and found and found[0][2]:
            shifts = self._king_hops[0]
            found = italian_survivors(found, enemy, kings, empty, shifts, first=self._first)
        return [(origin, taken, ends[taken], king) for origin, ends, king in found for taken in ends]

    def _king_best(
        self, origin: int, enemy: int, empty: int, enemy_kings: int, black: int
    ) -> tuple[int, States]:
        """The rank of a king's captures and the best of them; rank 0 if it has none."""
        if not self.flying:
            levels = hop(origin, enemy, empty, *self._king_hops, self.all)
            return self._choose(levels, enemy_kings, king=True) if len(levels) > 1 else (0, {})
        flight = self._flight(enemy, empty, black)
        levels = flight.levels(origin)
        if len(levels) == 1:
            return 0, {}
        rank, ends = self._choose(levels, enemy_kings, king=True)
        return rank, {taken: flight.squares(arcs) for taken, arcs in ends.items()}

    def _flight(self, enemy: int, empty: int, black: int) -> Flight:
        return Flight(enemy, empty, self.all, self.king_reach[black], self.squares.rays)

    def _free_captures(
        self, men: int, royal: int, enemy: int, empty: int, black: int, found: list[Group]
    ) -> list[Group]:
        """Every capture that has been completed: those `found` and those of `men` and `royal`."""
        while men:
            origin = men & -men
            men ^= origin
            self._complete_man(origin, enemy, empty | origin, black, found)
        while royal:
            origin = royal & -royal
            royal ^= origin
            if self.flying:
                ends = self._flight(enemy, empty | origin, black).ends(0, origin)
                found += [(origin, taken, targets, True) for taken, targets in ends.items()]
            else:
                plus, minus = self._king_hops
                for level in hop(origin, enemy, empty | origin, plus, minus, self.all)[1:]:
                    for taken, targets in level.items():
                        targets = stuck(targets, enemy & ~taken, empty | origin, plus, minus)
                        if targets:
                            found.append((origin, taken, targets, True))
        return found

    def _complete_man(self, origin: int, enemy: int, empty: int, black: int, found: list[Group]) -> None:
        plus, minus = self._hops[black]
        crown = self.crown[black] & ~self._go[black]
        kings: States = {}
        for level in hop(origin, enemy, empty, plus, minus, self._go[black])[1:]:
            for taken, landings in level.items():
                crowned = landings & crown
                targets = stuck(landings ^ crowned, enemy & ~taken, empty, plus, minus)
                if crowned and self._continues:
                    flight = self._flight(enemy, empty, black)
                    for landing in bits(crowned):
                        onward = flight.ends(taken, landing) or {taken: landing}
                        for key, ends in onward.items():
                            kings[key] = kings.get(key, 0) | ends
                else:
                    targets |= crowned
                if targets:
                    found.append((origin, taken, targets, False))
        found += [(origin, taken, targets, True) for taken, targets in kings.items()]

    def routes(self, scene: Scene, origin: int) -> Routes:
        """The routes of a capturing piece."""
        empty = self.all ^ scene.own ^ scene.enemy | origin
        enemy_kings = scene.enemy & scene.kings
        is_king = bool(origin & scene.kings)
        ends: States = {}
        for start, taken, targets, _ in scene.groups:
            if start == origin:
                ends[taken] = ends.get(taken, 0) | targets
        order = None
        if self._italian and is_king:
            first, shifts = self._first, self._king_hops[0]
            orders = king_orders(origin, scene.enemy, scene.kings, empty, shifts, first=first)
            taken, targets = next(iter(ends.items()))
            order = order_of_kings(orders[taken, targets & -targets], taken.bit_count(), first=first)
        runner = Runner(
            squares=self.squares,
            origin=origin,
            is_king=is_king,
            empty=empty,
            man=self.man_reach[scene.black],
            king=self.king_reach[scene.black],
            man_prey=scene.enemy & ~enemy_kings if self._wary else scene.enemy,
            king_prey=scene.enemy,
            enemy_kings=enemy_kings,
            crown=self.crown[scene.black] & ~self._go[scene.black],
            stops=self._stops,
            goes_on=self._free and self.flying,
            order=order,
        )
        leading = None
        if is_king and self.flying and not self._free:
            flight = self._flight(scene.enemy, empty, scene.black)
            leading = flight.leading(flight.levels(origin), ends)
        return Routes(runner, ends, leading)


def single_jumps(jumpers: Jumpers) -> list[Group]:
    """One jump of each man in its direction."""
    found: list[Group] = []
    for mask, left, right in jumpers:
        while mask:
            origin = mask & -mask
            mask ^= origin
            hit = origin << left >> right
            found.append((origin, hit, hit << left >> right, False))
    return found
