"""Knows what goes wrong with pushed lines: pushed too far and pulled back, marbles that roll back in."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from firmware_host.hands.bodies import Place
from firmware_host.hands.levels import Doing
from firmware_host.hands.moves import heading
from firmware_host.hands.script import Hand
from firmware_host.hands.stage import Stage
from rules.game import Transfer

_NOTICE_S = (0.2, 0.9)
_PART = (0.2, 0.45)
"""How far too far, in fields, where not a whole one."""
_WHOLE = 0.3
"""So often it is a whole field, where there is room."""
_STEP_S = (0.08, 0.3)
_ROLL_S = (0.25, 0.6)
_APART_S = 0.01
"""The piece in front moves that much before the one behind it, or they would touch."""
_BESIDE = 1.2


def too_far(hand: Hand, line: Sequence[Transfer], numbers: Sequence[int], ends: Sequence[Place]) -> None:
    """Goes on pushing what is still on the board, sees it, and pulls it back to `ends`; not where a further
    piece stands in the way.
    """
    stage = hand.stage
    on_board = [
        (number, end)
        for one, number, end in zip(line, numbers, ends, strict=True)
        if one.target is not None and one.target not in stage.board.gutter
    ]
    if Doing.TOO_FAR not in stage.doing or not on_board:
        return
    far = heading(stage.board, line[0])
    unit = Place(far.x / hypot(far.x, far.y), far.y / hypot(far.x, far.y))
    last = max(
        (stage.places[str(one.target)] for one in line[: len(on_board)]),
        key=lambda place: place.x * unit.x + place.y * unit.y,
    )
    beyond = _field_at(stage, last.moved(unit.x, unit.y))
    if beyond is not None and not stage.is_free(beyond, hand.at):
        return
    room = beyond is not None and beyond not in stage.board.gutter and len(on_board) == len(line)
    over = 1.0 if room and stage.rng.random() < _WHOLE else stage.draw(_PART)
    hand.does(Doing.TOO_FAR, *(str(one.target) for one in line[: len(on_board)]))
    there = [(number, end.moved(over * unit.x, over * unit.y)) for number, end in on_board]
    _together(hand, list(reversed(there)))
    hand.wait(_NOTICE_S)
    _together(hand, on_board)


def _field_at(stage: Stage, place: Place) -> str | None:
    return next((name for name, spot in stage.places.items() if spot.distance(place) < 0.3), None)


def _together(hand: Hand, goals: Sequence[tuple[int, Place]]) -> None:
    """Moves these bodies along the board at one time, the first of them a little ahead of the next."""
    stage = hand.stage
    seconds, start, end = stage.draw(_STEP_S), hand.at, hand.at
    for number, goal in goals:
        end = max(end, stage.move((number,), start, seconds, ((1.0, goal),), settling=hand.settling))
        start += _APART_S
    hand.at = end


def rolls_back(hand: Hand, line: Sequence[Transfer], numbers: Sequence[int]) -> None:
    """A marble pushed off the board rolls back in, to a free field beside the one it left, and is taken off;
    of a line that stays on the board, the marble behind rolls back to where it came from and is pushed up
    again.
    """
    stage = hand.stage
    if Doing.ROLLED_BACK not in stage.doing:
        return
    lost = [(one, number) for one, number in zip(line, numbers, strict=True) if one.target is None]
    if not lost:
        first, end = numbers[0], stage.place(numbers[0])
        hand.does(Doing.ROLLED_BACK, str(line[0].target), str(line[0].origin))
        hand.wait(_NOTICE_S)
        hand.push((first,), (stage.spot(str(line[0].origin)),), stage.draw(_ROLL_S))
        hand.wait(_NOTICE_S)
        hand.push((first,), (end,), stage.draw(_STEP_S))
        return
    one, number = lost[-1]
    free = [
        name
        for name in stage.near(str(one.origin), _BESIDE)
        if stage.is_free(name, hand.at) and name not in {str(other.target) for other in line}
    ]
    if not free:
        return
    field = stage.rng.choice(free)
    hand.does(Doing.ROLLED_BACK, str(one.origin), field)
    edge = stage.spot(field)
    rim = stage.place(number)
    up = Place((rim.x + edge.x) / 2.0, (rim.y + edge.y) / 2.0)
    hand.at = stage.move(
        (number,), hand.at, stage.draw(_ROLL_S), ((0.5, up), (1.0, edge)), settling=hand.settling
    )
    hand.wait(_NOTICE_S)
    hand.take(number)
    stage.free_at[field] = hand.at
