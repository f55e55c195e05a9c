"""Knows how a board with its pieces and lights is drawn as lines of coloured text; nothing about terminals'
size, input or time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_host.palette import Colour, Shade
from rules.board import Board, Shape
from rules.game import Piece, Position, Side

_RESET = "\x1b[0m"
_DARK_FIELD: Colour = (0.26, 0.17, 0.10)
_LIGHT_FIELD: Colour = (0.62, 0.47, 0.31)
_GUTTER: Colour = (0.10, 0.09, 0.08)
_INK = {Side.WHITE: (1.0, 0.97, 0.88), Side.BLACK: (0.04, 0.04, 0.05)}
_GLYPHS = {"man": "●", "king": "◉", "stone": "●", "marble": "●"}
_GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class BoardView:
    """What is drawn: the `position` believed in, the fields `occupied` in truth, the shade of every lit
    field, the `moves` so far, and `message`: what the board wants."""

    position: Position
    occupied: int
    shades: Mapping[str, Shade]
    moves: Sequence[str]
    message: str
    title: str


def draw(view: BoardView, *, rows_of_moves: int = 16) -> list[str]:
    """The picture as lines with ANSI colours, the board at the left and the moves at the right."""
    board = view.position.game.board
    left = _hexagon(view, board) if board.shape is Shape.HEXAGON else _square(view, board)
    right = _move_list(view, rows_of_moves)
    height = max(len(left), len(right))
    left += [" " * 4] * (height - len(left))
    right += [""] * (height - len(right))
    width = max(cell.column for cell in board.cells.values())
    gap = " " * 3
    lines = [f"  {view.title}", ""]
    lines += [f"{one}{gap}{other}" for one, other in zip(left, right, strict=True)]
    lines += ["", f"  {view.message}"[: max(40, 4 * width + 30)]]
    return lines


def _square(view: BoardView, board: Board) -> list[str]:
    at = {(cell.row, cell.column): name for name, cell in board.cells.items()}
    rows = 1 + max(row for row, _ in at)
    columns = 1 + max(column for _, column in at)
    lines = []
    for row in range(rows):
        text = "  "
        for column in range(columns):
            name = at.get((row, column))
            text += _paint(_LIGHT_FIELD, None, "    ") if name is None else _field(view, board, name)
        lines.append(text + _RESET)
    return lines


def _hexagon(view: BoardView, board: Board) -> list[str]:
    rows: dict[int, list[str]] = {}
    for name in board.fields:
        rows.setdefault(board.cells[name].row, []).append(name)
    leftmost = min(cell.x for cell in board.cells.values())
    lines = []
    for row in sorted(rows):
        names = sorted(rows[row], key=lambda name: board.cells[name].x)
        indent = round(4 * (board.cells[names[0]].x - leftmost))
        lines.append("  " + " " * indent + "".join(_field(view, board, name) for name in names) + _RESET)
    return lines


def _field(view: BoardView, board: Board, name: str) -> str:
    """Four characters: a corner mark for the light, the piece, the field's colour behind."""
    shade = view.shades.get(name)
    ground = _GUTTER if name in board.gutter else _DARK_FIELD
    piece = _piece(view, board.bit[name])
    glyph = f" {_GLYPHS.get(piece.kind, '●')} " if piece else "   "
    ink = _INK[piece.side] if piece else None
    if shade is None or shade[1] <= 0.0:
        return _paint(ground, ink, f"{glyph} ")
    glow = _seen_as(shade)
    if piece is None:
        return _paint(_mixed(ground, glow), None, "    ")
    return _paint(_mixed(ground, glow), ink, f"{glyph} ")


def _piece(view: BoardView, bit: int) -> Piece | None:
    if not view.occupied & bit:
        return None
    position = view.position
    if position.occupied & bit:
        kind = "king" if position.kings & bit else position.game.piece_kind
        return Piece(Side.WHITE if position.white & bit else Side.BLACK, kind)
    return Piece(position.turn, position.game.piece_kind)


def _seen_as(shade: Shade) -> Colour:
    """A light as a screen shows it: linear light bent to the screen's own gamma, the level as the eye's."""
    (red, green, blue), level = shade
    top, bend = 0.25 + 0.75 * level, 1 / _GAMMA
    return top * red**bend, top * green**bend, top * blue**bend


def _mixed(ground: Colour, glow: Colour) -> Colour:
    red, green, blue = (max(one, other) for one, other in zip(ground, glow, strict=True))
    return red, green, blue


def _paint(ground: Colour, ink: Colour | None, text: str) -> str:
    red, green, blue = (round(255 * part) for part in ground)
    painted = f"\x1b[48;2;{red};{green};{blue}m"
    if ink is not None:
        red, green, blue = (round(255 * part) for part in ink)
        painted += f"\x1b[38;2;{red};{green};{blue}m"
    return painted + text


def _move_list(view: BoardView, rows: int) -> list[str]:
    """The last moves, two a line, the side to move below."""
    moves = list(view.moves)
    pairs = [moves[index : index + 2] for index in range(0, len(moves), 2)]
    shown = pairs[-rows:]
    first = len(pairs) - len(shown) + 1
    lines = [
        f"{first + offset:3}. " + "  ".join(f"{move:10}" for move in pair)
        for offset, pair in enumerate(shown)
    ]
    turn = view.position.turn
    return [*lines, "", f"     {turn.value.capitalize()} to move"]
