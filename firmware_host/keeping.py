"""Knows how events become changes of the journal, and how a game of the journal becomes a line again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_host.errors import JournalError
from firmware_host.events import (
    Amended,
    Clocked,
    Ended,
    Event,
    Final,
    Irregular,
    Moved,
    Resumed,
    Secret,
    Started,
    TakenBack,
)
from firmware_host.journal import Journal
from firmware_host.journal_rows import (
    Amend,
    Begin,
    Change,
    End,
    Finalise,
    GameRow,
    Head,
    Headings,
    KeepClock,
    PlyRow,
    Record,
    Reopen,
    Resume,
    Seal,
    TakeBack,
)
from firmware_host.line import Draw, Line, Ply
from firmware_host.secrecy import conceal
from rules.game import Game, IllegalMove, InvalidSecret, Move, Outcome, Position, RulesError
from rules.letting_stand import irregular_between

NOTHING_SAID = Headings()


def beginning(game: Game, start: Position, headings: Headings = NOTHING_SAID) -> Begin:
    """The change that opens a game in the journal."""
    return Begin(game.name, start.text(full=True), dict(game.chosen), headings)


def changes(
    events: Iterable[Event], game: Game, start: Position, headings: Headings = NOTHING_SAID
) -> list[Change]:
    """What these events change in the journal, in their order; a new game gets `headings`."""
    result: list[Change] = []
    for event in events:
        match event:
            case Moved(t=at, ply=ply, move=move, by=by, full=full):
                result.append(Record(PlyRow(ply, move, full, by, at)))
            case Amended(t=at, ply=ply, move=move, by=by, full=full):
                result.append(Amend(PlyRow(ply, move, full, by, at)))
            case Irregular(t=at, ply=ply, what=what, article=article, move=move, by=by, full=full):
                row = PlyRow(ply, move, full, by, at, irregular=what, article=article)
                result.append(Record(row))
            case TakenBack(ply=ply):
                result.append(TakeBack(ply))
            case Final(ply=ply):
                result.append(Finalise(ply))
            case Clocked(state=state, ply=ply, left=left):
                result.append(KeepClock(state, ply, left))
            case Secret(side=side, place=place):
                result.append(Seal(side, place))
            case Ended(winner=winner, reason=str() as reason):
                result.append(End(Outcome(winner, reason), game.results))
            case Ended():
                result.append(Reopen())
            case Resumed(id=number):
                result.append(Resume(number))
            case Started():
                result.append(beginning(game, start, headings))
    return result


def opened(
    journal: Journal,
    game: Game,
    start: Position | None = None,
    draw: Draw | None = None,
    headings: Headings = NOTHING_SAID,
) -> Line:
    """The game that goes on in the journal, or a new one begun in it from `start` (None: the game's own).

    Another game (or other options, or another `start` where one is given) than the journal's unfinished one
    begins anew; the old one stays in the journal as unfinished. Without `start` a game in which a move was
    made goes on wherever it began. `draw`: chance, for games that need it. The game has `headings` then.
    """
    first = game.start() if start is None else start
    row = journal.unfinished()
    if row is not None and row.game == game.name and dict(row.options) == dict(game.chosen):
        same_start = row.start == first.text(full=True) or (draw is not None and first != first.dealt(draw))
        if same_start or (start is None and row.plies > 0):
            if headings != NOTHING_SAID:
                journal.apply([Head(headings)])
            return brought_back(journal, game, row, first, draw)
    line = Line(game, first, first=first, draw=draw).anew()
    journal.apply([beginning(game, line.start, headings)])
    return line


def brought_back(
    journal: Journal, game: Game, row: GameRow, first: Position | None = None, draw: Draw | None = None
) -> Line:
    """The line of a game of the journal, with what was hidden in it; otherwise as line_of."""
    line = line_of(game, row, journal.plies(row.id), first, draw)
    _hide_again(line, journal, row)
    return line


def _hide_again(line: Line, journal: Journal, row: GameRow) -> None:
    """Hide in the line what the journal has sealed; raises JournalError if it cannot have been hidden."""
    for side, place in journal.hidden(row.id).items():
        try:
            if place is not None:
                conceal(line, side, place)
        except InvalidSecret as error:
            raise JournalError(f"Game {row.id} of the journal cannot be read: {error}") from error


def line_of(
    game: Game,
    row: GameRow,
    plies: Sequence[PlyRow],
    first: Position | None = None,
    draw: Draw | None = None,
) -> Line:
    """The line of play that the journal holds, repetitions, counters and what chance dealt included; raises
    JournalError if a move does not fit the rules. `first`, `draw`: as Line has them."""
    try:
        start = position = game.parse(row.start)
        line: list[Ply] = []
        for ply in plies:
            side = position.turn
            move, position = _played(position, ply)
            if position.text(full=True) != ply.position:
                position = game.parse(ply.position)
            line.append(Ply(move, side, position, ply.at, ply.final, ply.irregular is not None))
    except RulesError as error:
        raise JournalError(f"Game {row.id} of the journal cannot be read: {error}") from error
    return Line(game, start, line, first=first, draw=draw)


def _played(position: Position, ply: PlyRow) -> tuple[Move, Position]:
    """The move of a row and the position after it; a forbidden move is told by the positions."""
    if ply.irregular is None:
        move = position.parse_move(ply.move)
        return move, position.play(move)
    forbidden = irregular_between(position, position.game.parse(ply.position))
    if forbidden is None:
        raise IllegalMove(f"Nobody can have made {ply.move} in the position {position.text()}.")
    return forbidden.move, forbidden.position
