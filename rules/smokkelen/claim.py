"""Knows how a record of moves proves a claim that contraband has arrived, however late it is made (S11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.game import InvalidSecret, Move, Outcome, Side
from rules.smokkelen.board import board
from rules.smokkelen.position import GOALS, SmokkelenPosition


@dataclass(frozen=True, slots=True)
class Claim:
    """What an owner reveals: the field on which his contraband stood when the record began."""

    side: Side
    field: str


def arrival(start: SmokkelenPosition, moves: Iterable[Move], claim: Claim) -> int | None:
    """The ply (from 1; 0 is the start itself) at which the claimed stone came to its goal rank, or None.

    `moves` are the plies played from `start`, by either side. Raises InvalidSecret if no stone of that side
    stood on the field at the start.
    """
    bit = board().bit
    own = start.white if claim.side is Side.WHITE else start.black
    stone = bit.get(claim.field, 0) & own
    if not stone:
        name = claim.side.value
        raise InvalidSecret(
            f"A claim of {name} must name a field on which a {name} stone stood at the start."
        )
    goal = dict(GOALS)[claim.side]
    if stone & goal:
        return 0
    for ply, move in enumerate(moves, 1):
        if move.lifts == stone:
            stone = move.drops
            if stone & goal:
                return ply
    return None


def settle(start: SmokkelenPosition, moves: Sequence[Move], claims: Iterable[Claim]) -> Outcome | None:
    """Who has won by these claims: the earlier arrival counts; None if no claimed stone has arrived.

    Raises InvalidSecret as `arrival` does, and if two sides' stones stood on their goal ranks at the start.
    """
    plies = [(arrival(start, moves, claim), claim.side) for claim in claims]
    came = [(ply, side) for ply, side in plies if ply is not None]
    if not came:
        return None
    first = min(ply for ply, _ in came)
    winners = {side for ply, side in came if ply == first}
    if len(winners) > 1:
        raise InvalidSecret("Both claimed stones stood on their goal ranks at the start; nobody came first.")
    return Outcome(winners.pop(), "contraband")
