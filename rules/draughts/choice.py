"""Knows which captures a variant prefers: most pieces, most value, or the Italian order of four rules."""

from __future__ import annotations

from collections.abc import Mapping

from rules.draughts.captures import States

MAN = 100
KING = 199
"""What captured pieces are worth by the Frisian value rule: k kings are worth less than 2k men and more than
2k - 1 men for every k up to 100, which a factor of one and a half would not give."""

Candidate = tuple[int, States, bool]
"""A capturing piece, its captures (pieces taken -> final squares), whether it is a king."""


def most_pieces(levels: list[States], kings: int, *, king: bool) -> tuple[int, States]:
    """The captures of one piece that take most pieces, and their rank. `levels` as a search gives them."""
    return len(levels) - 1, levels[-1]


def most_pieces_by_king(levels: list[States], kings: int, *, king: bool) -> tuple[int, States]:
    """As `most_pieces`, but a king captures before a man that takes as many (FID 6.6, 6.7)."""
    return 2 * (len(levels) - 1) + king, levels[-1]


def most_value(levels: list[States], kings: int, *, king: bool) -> tuple[int, States]:
    """The captures of one piece worth most; at equal value a king captures before a man (Frisian rules).

    `kings`: the kings that can be taken.
    """
    best = 0
    ends: States = {}
    royal = kings.bit_count()
    for count in range(len(levels) - 1, 0, -1):
        if MAN * count + (KING - MAN) * min(count, royal) < best:
            break
        for taken, landings in levels[count].items():
            value = MAN * count + (KING - MAN) * (taken & kings).bit_count()
            if value > best:
                best = value
                ends = {taken: landings}
            elif value == best:
                ends[taken] = landings
    return 2 * best + king, ends


def italian_survivors(
    candidates: list[Candidate], enemy: int, kings: int, empty: int, amounts: tuple[int, ...], *, first: bool
) -> list[Candidate]:
    """What the last two Italian rules leave of captures equal by the first two: those that take most kings
    (FID 6.8), of these those that meet kings earliest, jump by jump (FID 6.9).

    `first`: only the first king of the row counts. `empty` without the capturing pieces' own squares.
    """
    most = max((taken & kings).bit_count() for _, ends, _ in candidates for taken in ends)
    if most == 0:
        return candidates
    ranked: dict[tuple[int, int, int], int] = {}
    for origin, ends, _ in candidates:
        orders = king_orders(origin, enemy, kings, empty | origin, amounts, first=first)
        for (taken, square), order in orders.items():
            if ends.get(taken, 0) & square and (taken & kings).bit_count() == most:
                ranked[origin, taken, square] = order
    best = max(ranked.values())
    survivors: dict[int, States] = {}
    for (origin, taken, square), order in ranked.items():
        if order == best:
            states = survivors.setdefault(origin, {})
            states[taken] = states.get(taken, 0) | square
    return [(origin, ends, True) for origin, ends in survivors.items()]


def king_orders(
    origin: int, enemy: int, kings: int, empty: int, amounts: tuple[int, ...], *, first: bool
) -> Mapping[tuple[int, int], int]:
    """For each way to end a longest capture of a short king (pieces taken, square) the best order in which
    it can meet kings, as a binary number: a digit for each jump, 1 for a king.

    With `first` only the first 1 is kept. Among captures of equal length a larger number is better; the best
    order up to a state is part of the best order through it, so that one number a state is enough.
    """
    level = {(0, origin): 0}
    while True:
        following: dict[tuple[int, int], int] = {}
        for (taken, square), order in level.items():
            left = enemy & ~taken
            for amount in amounts:
                for hit, landing in (
                    (square << amount, square << 2 * amount),
                    (square >> amount, square >> 2 * amount),
                ):
                    if hit & left and landing & empty:
                        met = 0 if first and order else int(bool(hit & kings))
                        key = (taken | hit, landing)
                        following[key] = max(following.get(key, 0), order << 1 | met)
        if not following:
            return level
        level = following


def order_of_kings(order: int, length: int, *, first: bool) -> tuple[bool | None, ...]:
    """An order from `king_orders` as what each of `length` jumps must take: True a king, False a man, None
    either.
    """
    digits = [bool(order >> place & 1) for place in reversed(range(length))]
    if not first or not order:
        return tuple(digits)
    start = digits.index(True)
    return (*digits[: start + 1], *(None for _ in digits[start + 1 :]))
