"""Knows how what was heard is compared with what was done: exact, asked, lost or wrong, and how late."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from hearing_games import Played, views
from hearing_methods import Hearer, Method

from firmware_host.events import (
    Amended,
    Asked,
    Astray,
    Event,
    Fault,
    Final,
    Irregular,
    Moved,
    Restored,
    Started,
    TakenBack,
)
from firmware_host.seen import Seen
from rules.board import Board
from rules.game import Move, Position

NOTICE_S, LIFTED_S, PAUSE_S = 0.8, 0.6, 2.5
"""A question is noticed after NOTICE_S, its piece is up for LIFTED_S; the game goes on after PAUSE_S."""


class Result(StrEnum):
    """How a game was heard.

    EXACT: every move as it was made, nothing asked. ASKED: the same, or up to where it stopped, with a
    question. LOST: every move is right up to where the board said that it is in disorder, and stopped.
    WRONG: a move that was not made stands at the end, or the end is missing without a word.
    """

    EXACT = "exact"
    ASKED = "asked"
    LOST = "lost"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result; for LOST and WRONG the ply and time at which it went astray and what was heard there.

    `passing`: plies that were heard wrong for a while and put right; `mended`: how many of them had been
    made final.
    """

    result: Result
    ply: int = 0
    at: float = 0.0
    heard: str = ""
    passing: int = 0
    mended: int = 0
    faults: int = 0


def listen(hearer: Hearer, played: Played, boots: tuple[float, float] | None = None) -> list[Event]:
    """Everything that is heard of a game, on the clock of the hands: when they are asked they stop, answer
    by lifting and returning a piece that belongs to the move they made, and go on; that time is not counted.
    With `boots`, what listens stops at the first of these times, and at the second another begins that knows
    the moves heard by then.
    """
    board, performance = played.game.board, played.performance
    method = hearer(played.game, played.positions[0], ())
    events: list[Event] = []
    pause_s, seen = 0.0, None
    for time, view in views(performance, board):
        if boots is not None and time >= boots[1]:
            events += _shifted(method.advance(boots[0] + pause_s), pause_s)
            method = hearer(played.game, played.positions[0], _believed(events, played))
            boots = seen = None
        new = method.advance(time + pause_s) if seen is not None else []
        if seen is not None and any(isinstance(event, Asked) for event in new):
            new += _answer(method, time + pause_s, seen, played, len(standing([*events, *new])))
            pause_s += PAUSE_S
        new += method.feed(time + pause_s, view)
        events += _shifted(new, pause_s)
        seen = view
    events += _shifted(method.advance(performance.end + pause_s), pause_s)
    return events


def _shifted(events: Iterable[Event], by_s: float) -> Iterator[Event]:
    return (replace(event, t=event.t - by_s) for event in events) if by_s else iter(events)


def _believed(events: Sequence[Event], played: Played) -> list[Move]:
    """The moves that stand, as far as they are moves by the rules."""
    position, moves = played.positions[0], list[Move]()
    for heard in standing(events):
        moves.append(position.parse_move(heard.move))
        position = position.play(moves[-1])
    return moves


def _answer(method: Method, at: float, seen: Seen, played: Played, heard: int) -> list[Event]:
    """Lift and return the lit piece that only the true move has, if its sensor can show that."""
    if heard >= len(played.moves):
        return []
    board: Board = played.game.board
    move = played.moves[heard]
    own = move.lifts | move.drops | move.captures
    lit = [board.bit[name] for name, role in method.lights.items() if role == "question"]
    dead = board.mask(field for defect in played.performance.defects for field in defect.fields)
    bit = next((bit for bit in lit if bit & own and bit & seen.occupied), 0)
    if not bit or bit & dead:
        return method.advance(at + PAUSE_S)
    without = Seen(seen.occupied & ~bit, seen.white & ~bit, seen.black & ~bit, seen.unknown)
    events = method.feed(at + NOTICE_S, without)
    events += method.feed(at + NOTICE_S + LIFTED_S, seen)
    return events + method.advance(at + PAUSE_S)


@dataclass(frozen=True, slots=True)
class Heard:
    """One ply as it was heard: its move, the text of the position after it, when."""

    move: str
    position: str
    at: float


def follow(line: list[Heard], event: Event) -> list[Heard]:
    """The plies that stand after this event, if `line` stood before it."""
    match event:
        case Moved(ply=ply) | Amended(ply=ply):
            return [*line[: ply - 1], Heard(event.move, event.position, event.t)]
        case Irregular(ply=ply):
            return [*line[: ply - 1], Heard(event.what, event.position, event.t)]
        case TakenBack(ply=ply):
            return line[: ply - 1]
        case Started():
            return []
    return line


def standing(events: Iterable[Event]) -> list[Heard]:
    """Every ply that stands after these events."""
    line: list[Heard] = []
    for event in events:
        line = follow(line, event)
    return line


def judge(events: Sequence[Event], positions: Sequence[Position]) -> Judgement:
    """Compare what was heard with the positions that were played through: what stands at the end counts, and
    what was made final although it was wrong, and told anew later, is counted apart."""
    truth = [position.text() for position in positions]
    line: list[Heard] = []
    passing = mended = 0
    first: Judgement | None = None
    for event in events:
        ply = _final(event)
        if ply and not _is(line, ply, truth):
            mended += isinstance(event, Final)
            first = first or _wrong(line, ply, event.t, passing)
        if isinstance(event, Started) and line:
            return Judgement(Result.WRONG, len(line), event.t, "a new game", passing)
        line = follow(line, event)
        if isinstance(event, Moved | Amended | Irregular):
            passing += not _is(line, event.ply, truth)
    for ply in range(1, len(line) + 1):
        if not _is(line, ply, truth):
            return replace(first or _wrong(line, ply, events[-1].t, passing), passing=passing)
    faults = sum(isinstance(event, Fault) and event.field is not None for event in events)
    return replace(_at_the_end(events, line, len(truth) - 1), passing=passing, mended=mended, faults=faults)


def _final(event: Event) -> int:
    """The ply that this event makes final, or 0: told so, or the next one is heard."""
    match event:
        case Final(ply=ply):
            return ply
        case Moved(ply=ply):
            return ply - 1
    return 0


def _is(line: Sequence[Heard], ply: int, truth: Sequence[str]) -> bool:
    return ply < len(truth) and ply <= len(line) and line[ply - 1].position == truth[ply]


def _wrong(line: Sequence[Heard], ply: int, at: float, passing: int) -> Judgement:
    if ply > len(line):
        return Judgement(Result.WRONG, ply, at, "nothing", passing)
    return Judgement(Result.WRONG, ply, line[ply - 1].at, line[ply - 1].move, passing)


def _at_the_end(events: Sequence[Event], line: Sequence[Heard], plies: int) -> Judgement:
    """What the end says of a game all of whose plies are right, as far as they were heard."""
    asked = any(isinstance(event, Asked) for event in events)
    if len(line) == plies:
        return Judgement(Result.ASKED if asked else Result.EXACT)
    told = [event for event in events if isinstance(event, Moved | Asked | Astray | Restored | TakenBack)]
    said = told[-1] if told else None
    ply, at = len(line) + 1, said.t if said else 0.0
    if isinstance(said, Asked):
        return Judgement(Result.ASKED, ply, at, f"asked {' or '.join(said.moves)}")
    if isinstance(said, Astray):
        what = f"astray, missing {','.join(said.missing) or '-'} extra {','.join(said.extra) or '-'}"
        return Judgement(Result.LOST, ply, at, what)
    return Judgement(Result.WRONG, ply, at, "nothing")


class Delay(NamedTuple):
    """From the last raw edge of a move to the event that tells it, in seconds. `open`: by the rules it could
    have gone on; `king`: a king moved."""

    seconds: float
    open: bool
    king: bool


def delays(events: Sequence[Event], played: Played) -> Iterator[Delay]:
    """How late each move was heard that was heard at all; moves that nothing on the board shows are left
    out."""
    told = [event for event in events if isinstance(event, Moved | Amended)]
    index = 0
    for turn in played.performance.turns:
        before, move = played.positions[turn.ply - 1], played.moves[turn.ply - 1]
        if turn.kind != "move" or not (move.lifts | move.drops | move.captures):
            continue
        text = played.positions[turn.ply].text()
        found = next(
            (n for n in range(index, len(told)) if (told[n].ply, told[n].position) == (turn.ply, text)), None
        )
        if found is not None:
            index = found + 1
            yield Delay(told[found].t - turn.last, before.extendable(move), bool(before.kings & move.lifts))
