"""Knows which faults befall sensors and pieces in the bench, and whether the board named them; not how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import hypot
from random import Random

from hearing_games import Cell, Played, moves_of, positions_of, the_game
from hearing_judge import Judgement, judge, listen
from hearing_methods import Hearer

from firmware_host.events import Event, Fault
from firmware_host.hands import LEVELS, Defect, Magnet, Performance, perform
from firmware_host.hands.faults import UNREADABLE, drops_out, flickers, never_closes, never_opens
from rules.board import Board, lines_of

LASTS_S = 0.05
"""What is shorter than that is no fault that anybody could notice."""
_NEAR = 0.5
_ON_BOARD = 0.3

Breaks = Callable[[Performance, Board, Random], Performance]


def _dead(performance: Performance, field: str, rng: Random, since: float = 0.0) -> Performance:
    if rng.random() < 0.5:
        return never_closes(performance, field, since)
    return never_opens(performance, field, since, rng.choice("wb"))


def _dies(performance: Performance, board: Board, rng: Random) -> Performance:
    return _dead(performance, rng.choice(board.fields), rng, _while_played(performance, rng))


def _two_dead(performance: Performance, board: Board, rng: Random) -> Performance:
    for field in rng.sample(board.fields, 2):
        performance = _dead(performance, field, rng)
    return performance


def _flickers(performance: Performance, board: Board, rng: Random) -> Performance:
    return flickers(performance, rng.choice(board.fields), rng, _while_played(performance, rng))


def _line(reading: str) -> Breaks:
    def breaks(performance: Performance, board: Board, rng: Random) -> Performance:
        line = rng.choice(lines_of(board))
        return drops_out(performance, line, rng, _while_played(performance, rng), reading)

    return breaks


def _while_played(performance: Performance, rng: Random) -> float:
    """Some time in the first half of the game."""
    return round(rng.uniform(1.0, max(2.0, performance.end / 2.0)), 4)


SENSORS: Mapping[str, Breaks] = {
    "two fields are dead": _two_dead,
    "a field dies during play": _dies,
    "a field flickers": _flickers,
    "a line drops out": _line(""),
    "a line cannot be read": _line(UNREADABLE),
}
PIECES: Mapping[str, Magnet] = {
    "a piece without magnet": Magnet.MISSING,
    "a piece with a weak magnet": Magnet.WEAK,
    "a piece with its magnet reversed": Magnet.REVERSED,
}
FAULTS = (*SENSORS, *PIECES)

LET_GO_S = 1.0
"""A piece is heard before the hand that sets it down has let go of it."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """What became of a game with a fault: how it was heard; whether the fault was named, so many plies after
    it first showed; how many sound fields were called faulty.
    """

    judgement: Judgement
    named: bool
    plies: int
    accused: int


def kinds(fault: str) -> tuple[str, ...]:
    """The sensors on which the fault shows at all: reeds know no poles."""
    return ("hall",) if PIECES.get(fault) is Magnet.REVERSED else ("reed", "hall")


def broken(fault: str, cell: Cell, number: int) -> tuple[Played, Performance]:
    """Game `number` of this line of the table with the fault, and the same without; the same at every
    call.
    """
    seed = f"fault {fault} {' '.join(cell)}"
    start, moves = moves_of(cell.game, number, seed)
    game, rng = the_game(cell.game), Random(f"{seed} {number}")
    magnets = {rng.choice(sorted(start.fields)): PIECES[fault]} if fault in PIECES else {}
    level, hands = LEVELS[cell.level], f"{seed} hands {number}"
    sound = perform(game, start, moves, level, Random(hands), cell.kind)
    if magnets:
        performance = perform(game, start, moves, level, Random(hands), cell.kind, magnets=magnets)
    else:
        performance = SENSORS[fault](sound, game.board, rng)
    return Played(game, moves, positions_of(start, moves), performance), sound


def heard(hearer: Hearer, fault: str, cell: Cell, number: int) -> tuple[Played, Noticed]:
    """How this way of hearing gets along with the fault."""
    played, sound = broken(fault, cell, number)
    events = listen(hearer, played)
    return played, noticed(events, played, showed(sound, played.performance))


def noticed(events: Sequence[Event], played: Played, since: float) -> Noticed:
    """What was made of a fault that first showed at `since`."""
    performance, board = played.performance, played.game.board
    faults = [event for event in events if isinstance(event, Fault)]
    right = [event for event in faults if _names(event, performance, board)]
    plies = 0
    if right:
        plies = sum(since < turn.last <= right[0].t for turn in performance.turns if turn.kind == "move")
    return Noticed(judge(events, played.positions), bool(right), plies, len(faults) - len(right))


def _names(event: Fault, performance: Performance, board: Board) -> bool:
    """Whether the event names a fault that is there: its field, the line's device, a field on which the
    piece with the fault has stood.
    """
    for defect in performance.defects:
        if defect.body is not None:
            if event.field in set(_stood(defect, performance, board, event.t + LET_GO_S)):
                return True
        elif event.field in defect.fields or (len(defect.fields) > 1 and event.device is not None):
            return True
    return False


def _stood(defect: Defect, performance: Performance, board: Board, until: float) -> Iterator[str]:
    """The fields on which the piece has come to rest by then."""
    body = performance.bodies[defect.body or 0]
    ends = (motion.path[-1][1] for motion in body.motions if motion.end <= until)
    for place in chain((body.home,), ends):
        if place.height <= _ON_BOARD:
            for name, cell in board.cells.items():
                if hypot(place.x - cell.x, place.y - cell.y) < _NEAR:
                    yield name


def showed(sound: Performance, broken: Performance) -> float:
    """When the sensors first say something else than without the fault, for longer than LASTS_S; the end of
    the game if they never do.
    """
    fields = {name for one in (sound, broken) for frame in one.frames for name in frame.readings}
    return min((_differs(_told(sound, name), _told(broken, name), sound.end) for name in fields), default=0.0)


def _told(performance: Performance, name: str) -> list[tuple[float, str]]:
    return [(frame.time, frame.readings[name]) for frame in performance.frames if name in frame.readings]


def _differs(one: list[tuple[float, str]], other: list[tuple[float, str]], end: float) -> float:
    """From when on two sensors differ for longer than LASTS_S."""
    if one == other:
        return end
    steps = sorted([(time, 0, said) for time, said in one] + [(time, 1, said) for time, said in other])
    now, since = ["", ""], None
    for time, which, said in steps:
        if since is not None and time - since > LASTS_S:
            return since
        now[which] = said
        if now[0] == now[1]:
            since = None
        elif since is None:
            since = time
    return end if since is None else since


def with_dead_field(played: Played, rng: Random) -> tuple[str, Played]:
    """How one field of this board fails from the beginning, any of them as likely, and the game with it."""
    field = rng.choice(played.game.board.fields)
    performance = played.performance
    reading = rng.choice(("", "x" if performance.kind == "reed" else rng.choice("wb")))
    broken = never_opens(performance, field, 0.0, reading) if reading else never_closes(performance, field)
    return broken.defects[-1].kind, replace(played, performance=broken)
