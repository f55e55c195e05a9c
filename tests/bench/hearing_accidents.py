"""Knows which accidents befall a board in the bench and how a way of hearing them is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from hearing_games import Played, positions_of, random_moves, the_game, views
from hearing_judge import Heard, Judgement, Result, follow, judge, listen, standing
from hearing_methods import Hearer

from firmware_host.events import Asked, Astray, Ended, Event, Final, Moved, Restored, Started
from firmware_host.hands import LEVELS, Performance, perform
from firmware_host.hands.accidents import (
    cat,
    colours_swapped,
    missing_man,
    parked_outside,
    swept,
    turned_round,
)
from firmware_host.hands.faults import goes_blind
from firmware_host.hands.resetting import set_anew
from rules.game import Move, Position

DRAUGHTS = ("brazilian", "english", "frisian", "international", "italian", "russian")
GAMES = (*DRAUGHTS, "abalone", "smokkelen")
BEFORE, PLAYED = 40, 24
"""Plies, at most, before an accident in the middle of a game; plies of a game played in spite of one."""

UNFINISHED = "ended as unfinished"
SAID = "said"
PASSING = "said, a move heard for a moment"
MADE_FINAL = "said, a move final for a moment"
INVENTED = "invented a move"
TOOK_BACK = "took moves back"
SILENT = "nothing said"
CAUGHT_UP = "caught up"
NAMED = "named and put right"
WAITED_S = 30.0
"""Nobody touches the board for so long after a sweep, a cat, a new set-up."""


def _began(name: str, rng: Random) -> tuple[tuple[Move, ...], Position]:
    """A game that has been going on for a while."""
    start = the_game(name).start()
    moves = tuple(random_moves(start, rng, rng.randrange(1, BEFORE)))
    positions = positions_of(start, moves)
    if positions[-1].outcome() is not None:
        moves, positions = moves[:-1], positions[:-1]
    return moves, positions[-1]


def _disturbed(accident: Callable[..., Performance], hearer: Hearer, number: int, seed: str) -> str:
    """A swept board, a cat: whatever the pieces show afterwards, nobody has moved."""
    rng = Random(f"{seed} {number}")
    name, kind = rng.choice(GAMES), rng.choice(("reed", "hall"))
    before, position = _began(name, rng)
    game = the_game(name)
    performance = accident(game, position, rng, kind)
    method = hearer(game, game.start(), before)
    events: list[Event] = []
    for time, view in views(performance, game.board):
        events += method.feed(time, view)
    events += method.advance(performance.end + WAITED_S)
    positions = positions_of(game.start(), before)[1:]
    return reaction(
        events, [Heard(move.text, p.text(), 0.0) for move, p in zip(before, positions, strict=True)]
    )


def reaction(events: Sequence[Event], before: Sequence[Heard]) -> str:
    """What was made of pieces that came or went although nobody moved, after these plies."""
    base, line = [heard.position for heard in before], list(before)
    ended = passing = final = False
    for event in events:
        if isinstance(event, Started) or (isinstance(event, Ended) and event.reason == "aborted"):
            if not ended and (changed := _changed(line, base)):
                return changed
            ended = True
        if isinstance(event, Started):
            base = []
        line = follow(line, event)
        passing = passing or bool(_changed(line, base))
        final = final or (isinstance(event, Final) and event.ply > len(base))
    if changed := _changed(line, base):
        return changed
    if ended:
        return UNFINISHED
    if not any(isinstance(event, Asked | Astray) for event in events):
        return INVENTED if passing else SILENT
    if final:
        return MADE_FINAL
    return PASSING if passing else SAID


def _changed(line: Sequence[Heard], base: Sequence[str]) -> str:
    """What the plies of `line` are if they are not those of `base`."""
    now = [heard.position for heard in line]
    if now == base:
        return ""
    return TOOK_BACK if now == base[: len(now)] else INVENTED


def _missing(hearer: Hearer, number: int, seed: str) -> str:
    """A piece is put on its field late: that field is named, then all is in order."""
    rng = Random(f"{seed} {number}")
    name, kind = rng.choice(GAMES), rng.choice(("reed", "hall"))
    game = the_game(name)
    field = rng.choice(sorted(game.start().fields))
    performance = missing_man(game, game.start(), field, rng, kind)
    method = hearer(game, game.start(), ())
    events: list[Event] = []
    for time, view in views(performance, game.board):
        events += method.feed(time, view)
    events += method.advance(performance.end)
    if standing(events):
        return INVENTED
    told = [event for event in events if isinstance(event, Astray | Restored)]
    match told:
        case [Astray(missing=missing, extra=()), Restored()] if missing == (field,):
            return NAMED
        case []:
            return SILENT
    return SAID


def _played(change: str) -> Callable[[Hearer, int, str], str]:
    """A game that is played although the colours or the board are the wrong way round."""

    def heard(hearer: Hearer, number: int, seed: str) -> str:
        rng = Random(f"{seed} {number}")
        name = rng.choice(DRAUGHTS)
        kind = "hall" if change == "swapped" else rng.choice(("reed", "hall"))
        game = the_game(name)
        moves = tuple(random_moves(game.start(), rng, PLAYED))
        performance = perform(game, None, moves, LEVELS["tidy"], rng, kind)
        if change == "swapped":
            performance = colours_swapped(performance)
        elif change == "turned":
            performance = turned_round(performance, game.board)
        else:
            performance = parked_outside(performance, game.board, [f"beside {n}" for n in range(40)])
        played = Played(game, moves, positions_of(game.start(), moves), performance)
        return _called(judge(_last_game(listen(hearer, played)), played.positions))

    return heard


def _forgotten(hearer: Hearer, number: int, seed: str) -> str:
    """A game begun without one of its men, who is missed only some plies later, or never."""
    rng = Random(f"{seed} {number}")
    game, kind = the_game(rng.choice(GAMES)), rng.choice(("reed", "hall"))
    moves = tuple(random_moves(game.start(), rng, PLAYED))
    late = {rng.choice(sorted(game.start().fields)): rng.randrange(2, PLAYED + 6)}
    performance = perform(game, None, moves, LEVELS["tidy"], rng, kind, late=late)
    played = Played(game, moves, positions_of(game.start(), moves), performance)
    return _called(judge(_last_game(listen(hearer, played)), played.positions))


def _blind(hearer: Hearer, number: int, seed: str) -> str:
    """Play goes on while the board is unplugged, or boots: what it was not shown it finds out or asks."""
    rng = Random(f"{seed} {number}")
    game, kind = the_game(rng.choice(GAMES)), rng.choice(("reed", "hall"))
    moves = tuple(random_moves(game.start(), rng, PLAYED))
    performance = perform(game, None, moves, LEVELS[rng.choice(("tidy", "ordinary"))], rng, kind)
    turn = rng.choice(performance.turns[: len(moves) * 3 // 4])
    start = rng.uniform(turn.first - 0.8, turn.last + 0.2)
    end = min(start + rng.uniform(1.0, 12.0), performance.end - 1.0)
    seen = goes_blind(performance, round(start, 4), round(end, 4))
    played = Played(game, moves, positions_of(game.start(), moves), seen)
    boots = seen.defects[0].spells[0] if rng.random() < 0.5 else None
    judged = judge(listen(hearer, played, boots), played.positions)
    return CAUGHT_UP if judged.result is Result.EXACT else _called(judged)


def _called(judged: Judgement) -> str:
    """The result of a game that was played on; that the board is in disorder was said."""
    return SAID if judged.result is Result.LOST else judged.result.value


def _last_game(events: Sequence[Event]) -> list[Event]:
    """The events since a game was begun before the first move, if it was."""
    first = next((n for n, event in enumerate(events) if isinstance(event, Started)), None)
    if first is None:
        return list(events)
    heard = any(isinstance(event, Moved) for event in events[:first])
    return list(events) if heard else list(events[first + 1 :])


Accident = Callable[[Hearer, int, str], str]
"""Lets accident `number` of this seed happen to a board; returns the class of what it made of it."""

ACCIDENTS: Mapping[str, Accident] = {
    "swept off the board": lambda hearer, number, seed: _disturbed(swept, hearer, number, seed),
    "a cat": lambda hearer, number, seed: _disturbed(cat, hearer, number, seed),
    "set up anew in mid-game": lambda hearer, number, seed: _disturbed(set_anew, hearer, number, seed),
    "blind while play goes on": _blind,
    "a piece not set up": _missing,
    "a piece not set up, and play begun": _forgotten,
    "colours swapped": _played("swapped"),
    "board turned round": _played("turned"),
    "captured men parked on the board": _played("parked"),
}
