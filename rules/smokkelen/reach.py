"""Knows where a stone can go: slides with one corner, then jumps, never backward; as masks of fields.

Every function takes the owner of the stone, whose forward and backward count whoever moves it.
"""

from __future__ import annotations

from rules.game import Side
from rules.smokkelen.board import ALL, FILE_A, FILE_E, WIDTH

NOT_A = ALL & ~FILE_A
NOT_E = ALL & ~FILE_E


def left_of(fields: int) -> int:
    """The left neighbours of these fields."""
    return fields >> 1 & NOT_E


def right_of(fields: int) -> int:
    """The right neighbours of these fields."""
    return fields << 1 & NOT_A


def ahead_of(fields: int, owner: Side) -> int:
    """The neighbours of these fields on the next rank forward."""
    return fields >> WIDTH if owner is Side.WHITE else fields << WIDTH & ALL


def behind(fields: int, owner: Side) -> int:
    """The neighbours of these fields on the next rank backward."""
    return ahead_of(fields, owner.other)


def slide_ahead(fields: int, empty: int, owner: Side) -> int:
    """The empty fields reached forward from any of these, and these."""
    fresh = fields
    while fresh := ahead_of(fresh, owner) & empty:
        fields |= fresh
    return fields


def slide_left(fields: int, empty: int) -> int:
    """The empty fields reached to the left from any of these, and these."""
    fresh = fields
    while fresh := left_of(fresh) & empty:
        fields |= fresh
    return fields


def slide_right(fields: int, empty: int) -> int:
    """The empty fields reached to the right from any of these, and these."""
    fresh = fields
    while fresh := right_of(fresh) & empty:
        fields |= fresh
    return fields


def jumps(fields: int, occupied: int, empty: int, owner: Side) -> int:
    """The fields reached from any of these by one jump: over one neighbour to the empty field behind it."""
    over_left, over_right = left_of(fields) & occupied, right_of(fields) & occupied
    over_ahead = ahead_of(fields, owner) & occupied
    return (left_of(over_left) | right_of(over_right) | ahead_of(over_ahead, owner)) & empty


def jump_chain(fields: int, occupied: int, empty: int, owner: Side) -> int:
    """The fields reached from any of these by any number of jumps, and these."""
    fresh = fields
    while fresh:
        fresh = jumps(fresh, occupied, empty, owner) & ~fields
        fields |= fresh
    return fields


def targets(stone: int, occupied: int, owner: Side) -> int:
    """Every field that the stone on the bit `stone` can end on (rules 2.4); its own field is none of them.

    The functions above in one piece, for speed: `up` and `down` shift a field forward for its owner.
    """
    others = occupied ^ stone
    empty = ALL ^ others
    into_left, into_right = empty & NOT_E, empty & NOT_A
    up, down = (WIDTH, 0) if owner is Side.WHITE else (0, WIDTH)
    found = fresh = stone
    while fresh := fresh >> 1 & into_left:
        found |= fresh
    fresh = stone
    while fresh := fresh << 1 & into_right:
        found |= fresh
    fresh = found
    while fresh := fresh >> up << down & empty:
        found |= fresh
    ahead = fresh = stone
    while fresh := fresh >> up << down & empty:
        ahead |= fresh
    fresh = ahead
    while fresh := fresh >> 1 & into_left:
        found |= fresh
    fresh = ahead
    while fresh := fresh << 1 & into_right:
        found |= fresh
    fresh = found
    while fresh:
        over_left, over_right = fresh >> 1 & NOT_E & others, fresh << 1 & NOT_A & others
        over_ahead = fresh >> up << down & others
        fresh = (over_left >> 1 & NOT_E | over_right << 1 & NOT_A | over_ahead >> up << down) & empty & ~found
        found |= fresh
    return found ^ stone


def mobile(stones: int, occupied: int, owner: Side) -> int:
    """Those of the owner's `stones` that can go anywhere: each can make a first step or a first jump."""
    empty = ALL ^ occupied
    before_left = right_of(empty | right_of(empty) & occupied)
    before_right = left_of(empty | left_of(empty) & occupied)
    before_ahead = behind(empty | behind(empty, owner) & occupied, owner)
    return stones & (before_left | before_right | before_ahead)
