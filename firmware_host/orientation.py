"""Knows a board that is turned round: which field lies opposite which, and when players sit on the other
sides; not where views come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from firmware_host.debounce import Settled
from firmware_host.inference import View
from firmware_host.seen import Seen
from rules.board import Board, bits, opposites
from rules.game import Position


@cache
def opposite(board: Board) -> Mapping[int, int] | None:
    """For each field's bit that of the field in its place when the board is turned half round; None if a
    field has none."""
    found = opposites(board)
    return (
        {board.bit[one]: board.bit[other] for one, other in found.items()}
        if len(found) == len(board.bit)
        else None
    )


def turned(board: Board, mask: int) -> int:
    """These fields as they lie when the board is turned half round."""
    places = opposite(board) or {}
    result = 0
    for bit in bits(mask & board.all):
        result |= places.get(bit, bit)
    return result


def turned_seen(board: Board, seen: Seen) -> Seen:
    """What is seen, from the other side of the board."""
    return Seen(*(turned(board, mask) for mask in (seen.occupied, seen.white, seen.black, seen.unknown)))


def turned_settled(board: Board, settled: Settled) -> Settled:
    """A settled view, from the other side of the board."""
    return replace(settled, seen=turned_seen(board, settled.seen), changed=turned(board, settled.changed))


def turned_view(board: Board, view: View) -> View:
    """The evidence, from the other side of the board."""
    return View(
        turned(board, view.occupied),
        turned(board, view.ignored),
        turned(board, view.white),
        turned(board, view.black),
        turned(board, view.touched),
        turned(board, view.fallen),
        turned(board, view.lying),
    )


def turned_lights(board: Board, lights: Mapping[str, str]) -> dict[str, str]:
    """The picture as it must be lit on a board that is turned round."""
    names = board.name_of
    return {names[turned(board, board.bit[name])]: role for name, role in lights.items()}


def may_be_turned(start: Position, seen: Seen) -> bool:
    """Whether this start position looks alike from both sides, so that whoever moves first is the side that
    starts, and no colours that are seen speak for the side that was expected."""
    board = start.game.board
    if not start.occupied or opposite(board) is None or turned(board, start.white) != start.black:
        return False
    straight = seen.white & start.white | seen.black & start.black
    other = seen.white & start.black | seen.black & start.white
    return straight.bit_count() <= other.bit_count()


def fits_only_turned(position: Position, seen: Seen) -> bool:
    """Whether the board shows this position from the other side, and not from the expected one."""
    board = position.game.board
    known = board.mask(board.fields) & ~board.mask(board.gutter) & ~seen.unknown
    wrong = (seen.occupied ^ position.occupied) & known
    return (
        bool(wrong)
        and opposite(board) is not None
        and not (turned(board, seen.occupied & known) ^ position.occupied & turned(board, known))
    )
