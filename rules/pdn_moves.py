"""Knows how draughts records spell moves, fields and positions; not which moves are legal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.board import Board
from rules.game import Game, InvalidPosition, Position
from rules.pdn_text import Kind, Token
from rules.pdn_types import PdnError

_SQUARE = re.compile(r"[a-j](?:10|[1-9])|\d{1,2}", re.IGNORECASE)
_CAPTURE = re.compile("[xX×хХ:]")
# What sites add behind a FEN: move counters (`:H0:F1`) and the Frisian run counters (`:+0+0`).
_FEN_TAIL = re.compile(r"(?::[HF]\d+|:\+\d+\+\d+)+\s*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One written move: its squares in small letters without leading zeros, whether it is written as a
    capture, the squares in parentheses behind it. `problem`: why it can be no move at all.
    """

    text: str
    offset: int
    squares: tuple[str, ...] = ()
    capture: bool = False
    taken: tuple[str, ...] = ()
    problem: str | None = None


def steps(tokens: Sequence[Token]) -> tuple[Step, ...]:
    """The written moves of a record. Dashes for moves that nobody knows may only stand at its end."""
    found: list[Step] = []
    unknown: Token | None = None
    for token in tokens:
        if token.kind is Kind.UNKNOWN:
            unknown = unknown or token
            continue
        if token.kind is Kind.CAPTURED and found:
            last = found[-1]
            squares = tuple(_plain(square) for square in _SQUARE.findall(token.text))
            found[-1] = Step(last.text, last.offset, last.squares, last.capture, squares, last.problem)
        if token.kind not in (Kind.MOVE, Kind.JUNK, Kind.SETUP):
            continue
        if unknown is not None:
            found.append(Step("-", unknown.offset, problem="the move is not recorded, yet others follow it"))
            break
        found.append(_step(token))
    return tuple(found)


def _step(token: Token) -> Step:
    if token.kind is Kind.JUNK:
        return Step(token.text, token.offset, problem=token.text)
    if token.kind is Kind.SETUP:
        return Step(token.text, token.offset, problem="the record sets up another position in mid-game")
    squares = tuple(_plain(square) for square in _SQUARE.findall(token.text))
    return Step(token.text, token.offset, squares, bool(_CAPTURE.search(token.text)))


def _plain(square: str) -> str:
    return square.lower().lstrip("0") or "0"


class Notation:
    """How a record names the fields of a board: by the board's own names, or by the other of the two systems
    (numbers in reading order, algebraic as White sees the board), straight or turned by half a turn.
    """

    def __init__(self, board: Board, *, turned: bool = False) -> None:
        self._own = board.bit
        self._other = _other_names(board, turned=turned)

    def fields(self, squares: Sequence[str]) -> tuple[str, ...] | None:
        """The fields with these names; None if one is not on the board."""
        fields = []
        for square in squares:
            field = square if square in self._own else self._other.get(square)
            if field is None:
                return None
            fields.append(field)
        return tuple(fields)

    def foreign(self, squares: Sequence[str]) -> bool:
        """Whether these are names of the other system."""
        return any(square not in self._own for square in squares)


def _other_names(board: Board, *, turned: bool) -> Mapping[str, str]:
    fields = board.fields
    meant = fields[::-1] if turned else fields
    if not fields[0].isdigit():
        return {str(number): field for number, field in enumerate(meant, 1)}
    rows = 1 + max(cell.row for cell in board.cells.values())
    names = {}
    for field, target in zip(fields, meant, strict=True):
        cell = board.cells[field]
        names[f"{chr(ord('a') + cell.column)}{rows - cell.row}"] = target
    return names


def start_position(game: Game, fen: str) -> Position:
    """The position of a FEN tag, in the forms that sites write; the game's start if the tag is blank.

    Raises PdnError.
    """
    text = _FEN_TAIL.sub("", fen.strip().rstrip("."))
    if not text:
        return game.start()
    if text.startswith("?"):
        text = game.start().turn.letter.upper() + text[1:]
    try:
        return game.parse(text)
    except InvalidPosition as error:
        try:
            return game.parse(_renamed(text, Notation(game.board)))
        except InvalidPosition:
            raise PdnError(str(error)) from error


def _renamed(fen: str, notation: Notation) -> str:
    """The FEN with its fields named as the board names them, where they are named otherwise."""
    side, *lists = (part.strip() for part in fen.split(":"))
    parts = [side]
    for part in lists:
        pieces = []
        for piece in part[1:].split(","):
            king = "K" if piece.strip().upper().startswith("K") else ""
            square = piece.strip()[len(king) :]
            pieces.append(king + "".join(notation.fields((_plain(square),)) or (square,)))
        parts.append(part[:1] + ",".join(pieces))
    return ":".join(parts)
