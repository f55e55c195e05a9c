"""Knows moves, results and lights of a draughts position by walking every route, apart from the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slow_draughts_routes import Route, Walker, best, quiet_targets
from slow_draughts_rules import (
    GAMES,
    Board,
    Rules,
    Runs,
    Square,
    far_row,
    name,
    number,
    read,
    rules_of,
    write,
)

__all__ = [
    "GAMES",
    "Rules",
    "SlowMove",
    "rules_of",
    "slow_after",
    "slow_lights",
    "slow_moves",
    "slow_outcome",
]

Lights = dict[str, tuple[frozenset[str], frozenset[str], frozenset[str]]]
MOST_JUMPS = 20_000


@dataclass(frozen=True)
class SlowMove:
    """A legal move by names of fields: its text, where it starts and ends, what it takes, for each of its
    routes the landing fields in between and the fields where the hand sets the piece down there, the position
    after it, and that with the Frisian king runs."""

    text: str
    origin: str
    target: str
    captured: frozenset[str]
    ways: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    after: str
    after_with_runs: str


@dataclass(frozen=True)
class Diagram:
    """A position that has been read."""

    rules: Rules
    side: str
    board: Board
    runs: Runs


def slow_moves(rules: Rules, text: str, bound: int = MOST_JUMPS) -> list[SlowMove]:
    """All legal moves of the position; raises TooManyRoutesError if that costs more than `bound` jumps."""
    side, board, runs = read(rules, text)
    diagram = Diagram(rules, side, board, runs)
    own = [square for square, piece in board.items() if piece[0] == side]
    walker = Walker(rules, board, bound)
    routes = [route for square in own for route in walker.routes(square)]
    return captures(diagram, best(rules, routes)) if routes else quiet_moves(diagram, own)


def quiet_moves(diagram: Diagram, own: list[Square]) -> list[SlowMove]:
    """The moves without a capture of the pieces on `own`."""
    resting = resting_king(diagram)
    found = [each for origin in own if origin != resting for each in steps(diagram, origin)]
    if not found and resting and diagram.rules.king_run == "spared":
        return list(steps(diagram, resting))
    return found


def steps(diagram: Diagram, origin: Square) -> Iterator[SlowMove]:
    """The moves without a capture of the piece on `origin`."""
    piece = diagram.board[origin]
    for target in quiet_targets(diagram.rules, diagram.board, origin, piece):
        kind = "king" if target[0] == far_row(diagram.rules, diagram.side) else piece[1]
        text = name(diagram.rules, origin) + "-" + name(diagram.rules, target)
        yield move(diagram, text, (origin, target, frozenset()), kind, [])


def captures(diagram: Diagram, routes: list[Route]) -> list[SlowMove]:
    """The legal captures: routes with the same start, end and captured set are one move."""
    grouped: dict[tuple[Square, Square, frozenset[Square]], list[Route]] = {}
    for route in routes:
        grouped.setdefault((route.origin, route.target, route.captured), []).append(route)
    found = []
    for effect, same in grouped.items():
        kinds = {route.ends_as for route in same}
        if len(kinds) != 1:
            raise AssertionError(f"{diagram}: one route crowns the man of {effect} and another does not")
        shown: tuple[Square, ...] = ()
        if sum(other[:2] == effect[:2] for other in grouped) > 1:
            shown = min(
                (route.between for route in same), key=lambda r: [number(diagram.rules, s) for s in r]
            )
        text = "x".join(name(diagram.rules, square) for square in (effect[0], *shown, effect[1]))
        found.append(move(diagram, text, effect, kinds.pop(), same))
    return found


def move(
    diagram: Diagram,
    text: str,
    effect: tuple[Square, Square, frozenset[Square]],
    kind: str,
    routes: list[Route],
) -> SlowMove:
    """The move from, to and over the fields of `effect`, by `routes`, after which the piece is a `kind`."""
    rules, side, board = diagram.rules, diagram.side, diagram.board
    origin, target, captured = effect
    after = {square: piece for square, piece in board.items() if square != origin and square not in captured}
    after[target] = (side, kind)
    runs = {colour: run for colour, run in diagram.runs.items() if colour != side and run[0] not in captured}
    if rules.king_run != "off" and not captured and board[origin][1] == "king":
        field, count = diagram.runs.get(side, (None, 0))
        runs[side] = (target, count + 1 if field == origin else 1)
    other = "b" if side == "w" else "w"
    return SlowMove(
        text,
        name(rules, origin),
        name(rules, target),
        frozenset(name(rules, square) for square in captured),
        tuple((names(rules, route.between), names(rules, route.rests)) for route in routes),
        write(rules, other, after),
        write(rules, other, after, runs),
    )


def names(rules: Rules, way: tuple[Square, ...]) -> tuple[str, ...]:
    """The names of these fields, in order."""
    return tuple(name(rules, square) for square in way)


def resting_king(diagram: Diagram) -> Square | None:
    """Frisian article 17: the king that has made three quiet moves on end while its side still has a man."""
    if diagram.rules.king_run == "off" or diagram.side not in diagram.runs:
        return None
    square, count = diagram.runs[diagram.side]
    has_man = (diagram.side, "man") in diagram.board.values()
    return square if has_man and count >= 3 else None


def slow_after(rules: Rules, text: str) -> dict[str, str]:
    """Every legal move's text and the position text after it."""
    return after_of(text, slow_moves(rules, text))


def after_of(text: str, moves: list[SlowMove]) -> dict[str, str]:
    """`slow_after` from the legal moves that are already known."""
    after = {each.text: each.after for each in moves}
    if len(after) != len(moves):
        raise AssertionError(f"{text}: two moves with one text")
    return after


def slow_lights(rules: Rules, text: str, *, anywhere: bool = False) -> Lights:
    """For every piece of the side to move, what lifting it may light: its final fields, the other landing
    fields of all its routes, and the union of the pieces they take.

    A landing field is where a king turns, else the field right behind the piece it takes (PDN 3.0); with
    `anywhere` it is every field on which the hand may set it down on the way.
    """
    return lights_of(rules, text, slow_moves(rules, text), anywhere=anywhere)


def lights_of(rules: Rules, text: str, moves: list[SlowMove], *, anywhere: bool = False) -> Lights:
    """`slow_lights` from the legal moves that are already known."""
    side, board, _ = read(rules, text)
    result = {}
    for square in (square for square, piece in board.items() if piece[0] == side):
        own = [each for each in moves if each.origin == name(rules, square)]
        targets = {each.target for each in own}
        landings = {field for each in own for way in each.ways for field in way[1 if anywhere else 0]}
        taken = {field for each in own for field in each.captured}
        result[name(rules, square)] = (frozenset(targets), frozenset(landings - targets), frozenset(taken))
    return result


def slow_outcome(rules: Rules, text: str) -> tuple[str, str] | None:
    """Winner and reason if the side to move has no piece or no move (draw rules are not known here)."""
    return outcome_of(rules, text, slow_moves(rules, text))


def outcome_of(rules: Rules, text: str, moves: list[SlowMove]) -> tuple[str, str] | None:
    """`slow_outcome` from the legal moves that are already known."""
    side, board, _ = read(rules, text)
    winner = "black" if side == "w" else "white"
    if not any(piece[0] == side for piece in board.values()):
        return winner, "no-pieces"
    return None if moves else (winner, "no-moves")
