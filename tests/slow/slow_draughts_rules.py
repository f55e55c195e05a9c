"""Knows what tells the draughts games apart, their fields and their texts; the board is a dictionary.

Articles: FMJD Annex 1 (international), Official Rules for Frisian Draughts 2011, FID Regolamento (Italian),
FMJD-64 (Russian, Brazilian), WCDF (English).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Square = tuple[int, int]  # (row, column); row 0 is the far edge as White sees it
Piece = tuple[str, str]  # ("w" or "b", "man" or "king")
Board = dict[Square, Piece]
Runs = dict[str, tuple[Square, int]]  # Frisian: colour to the king that is running and its moves on end


@dataclass(frozen=True)
class Rules:
    """What tells the games apart."""

    size: int = 8
    dark_corner_left: bool = True
    letters: bool = False
    men_capture_back: bool = False
    men_take_kings: bool = True
    king: str = "short"  # or "long"; "long-short": long forward, one field backward
    straight_captures: bool = False  # along rows and columns too
    king_run: str = (
        "off"  # or three quiet moves on end at most; a king that is the only mover "loses", "spared"
    )
    crowned_midway: str = "passes"  # stays a man; or "stops", or "goes on" as a king
    choice: str = "most"  # or "value", "italian", "free"
    king_order: str = "all"  # or "first"


GAMES = {
    "international": Rules(size=10, men_capture_back=True, king="long"),
    "frisian": Rules(
        size=10,
        men_capture_back=True,
        king="long",
        straight_captures=True,
        king_run="loses",
        choice="value",
    ),
    "italian": Rules(dark_corner_left=False, men_take_kings=False, crowned_midway="stops", choice="italian"),
    "english": Rules(crowned_midway="stops", choice="free"),
    "russian": Rules(
        letters=True, men_capture_back=True, king="long", crowned_midway="goes on", choice="free"
    ),
    "brazilian": Rules(letters=True, men_capture_back=True, king="long"),
}


def rules_of(game: str, **changes: object) -> Rules:
    """The rules of `game`, with some of them changed."""
    return replace(GAMES[game], **changes)


def squares(rules: Rules) -> list[Square]:
    """All dark fields in reading order, so that number n is entry n - 1."""
    odd = 1 if rules.dark_corner_left else 0
    return [(r, c) for r in range(rules.size) for c in range(rules.size) if (r + c) % 2 == odd]


def number(rules: Rules, square: Square) -> int:
    """The field's number, 1 at the top left."""
    return square[0] * (rules.size // 2) + square[1] // 2 + 1


def name(rules: Rules, square: Square) -> str:
    """The field as position and move texts write it."""
    row, column = square
    if rules.letters:
        return "abcdefgh"[column] + str(rules.size - row)
    return str(number(rules, square))


def read(rules: Rules, text: str) -> tuple[str, Board, Runs]:
    """Side to move, board, and Frisian king runs (colour to field and count) of a canonical position text."""
    by_name = {name(rules, square): square for square in squares(rules)}
    side, *lists = text.split(":")
    board: Board = {}
    runs: Runs = {}
    for part in lists:
        entries = [entry for entry in part[1:].split(",") if entry]
        if part[0] == "C":
            for entry in entries:
                if entry.startswith("run-"):
                    field, count = entry[6:].split("x")
                    runs[entry[4]] = (by_name[field], int(count))
            continue
        for entry in entries:
            kind = "king" if entry.startswith("K") else "man"
            board[by_name[entry.removeprefix("K")]] = (part[0].lower(), kind)
    return side.lower(), board, runs


def write(rules: Rules, side: str, board: Board, runs: Runs | None = None) -> str:
    """The canonical position text; with `runs` also those counters."""
    parts = [side.upper()]
    for colour in "wb":
        own = [square for square in squares(rules) if board.get(square, ("", ""))[0] == colour]
        marked = [("K" if board[square][1] == "king" else "") + name(rules, square) for square in own]
        parts.append(colour.upper() + ",".join(marked))
    if runs:
        parts.append("C" + ",".join(f"run-{c}={name(rules, s)}x{n}" for c, (s, n) in sorted(runs.items())))
    return ":".join(parts)


def on_board(rules: Rules, square: Square) -> bool:
    return 0 <= square[0] < rules.size and 0 <= square[1] < rules.size


def plus(square: Square, direction: Square) -> Square:
    return (square[0] + direction[0], square[1] + direction[1])


def forward(colour: str, direction: Square) -> bool:
    """Whether `direction` leads towards the crowning row of `colour`."""
    return direction[0] < 0 if colour == "w" else direction[0] > 0


def backward(colour: str, direction: Square) -> bool:
    return direction[0] != 0 and not forward(colour, direction)


def far_row(rules: Rules, colour: str) -> int:
    return 0 if colour == "w" else rules.size - 1
