"""Knows which accidents befall a board in the bench and how a way of hearing them is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from hearing_games import Played, positions_of, random_moves, the_game, views
from hearing_judge import judge, listen, standing
from hearing_methods import Hearer

from firmware_host.events import Asked, Astray, Ended, Event, Moved, Restored, Started
from firmware_host.hands import LEVELS, perform
from firmware_host.hands.accidents import (
    cat,
    colours_swapped,
    missing_man,
    parked_outside,
    swept,
    turned_round,
)
from rules.game import Move, Position

DRAUGHTS = ("brazilian", "english", "frisian", "international", "italian", "russian")
GAMES = (*DRAUGHTS, "abalone", "smokkelen")
BEFORE, PLAYED = 40, 24
"""Plies, at most, before an accident in the middle of a game; plies of a game played in spite of one."""

UNFINISHED = "ended as unfinished"
SAID = "said"
PASSING = "said, a move heard for a moment"
INVENTED = "invented a move"
SILENT = "nothing said"
NAMED = "named and put right"


def _began(name: str, rng: Random) -> tuple[tuple[Move, ...], Position]:
    """A game that has been going on for a while."""
    start = the_game(name).start()
    moves = tuple(random_moves(start, rng, rng.randrange(1, BEFORE)))
    positions = positions_of(start, moves)
    if positions[-1].outcome() is not None:
        moves, positions = moves[:-1], positions[:-1]
    return moves, positions[-1]


def _disturbed(accident: Callable[..., object], hearer: Hearer, number: int, seed: str) -> str:
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
    events += method.advance(performance.end)
    return reaction(events, len(before))


def reaction(events: Sequence[Event], plies: int) -> str:
    """What was made of pieces that came or went although nobody moved, after so many plies."""
    count, moved = plies, False
    for event in events:
        if isinstance(event, Moved):
            count, moved = event.ply, True
        elif event.name == "takeback":
            count, moved = count - 1, True
        elif isinstance(event, Ended) and event.reason == "aborted":
            return UNFINISHED if not moved else INVENTED
    if count != plies:
        return INVENTED
    if not any(isinstance(event, Asked | Astray) for event in events):
        return INVENTED if moved else SILENT
    return PASSING if moved else SAID


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
        events = listen(hearer, played)
        if any(isinstance(event, Started) for event in events):
            events = _last_game(events)
        return judge(events, played.positions).result.value

    return heard


def _last_game(events: Sequence[Event]) -> list[Event]:
    """The events since a game was begun before the first move, if it was."""
    first = next((n for n, event in enumerate(events) if isinstance(event, Started)), 0)
    heard = any(isinstance(event, Moved) for event in events[:first])
    return list(events) if heard else list(events[first + 1 :])


Accident = Callable[[Hearer, int, str], str]
"""Lets accident `number` of this seed happen to a board; returns the class of what it made of it."""

ACCIDENTS: Mapping[str, Accident] = {
    "swept off the board": lambda hearer, number, seed: _disturbed(swept, hearer, number, seed),
    "a cat": lambda hearer, number, seed: _disturbed(cat, hearer, number, seed),
    "a piece not set up": _missing,
    "colours swapped": _played("swapped"),
    "board turned round": _played("turned"),
    "captured men parked on the board": _played("parked"),
}
