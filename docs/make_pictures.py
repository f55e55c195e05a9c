"""Knows how `docs/board.svg` is drawn: a moment of the demo's game, lit as the daemon lights it.

`python docs/make_pictures.py` writes the picture anew. Position, lights and colours come from the program
itself; a test compares the committed picture with what this script makes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

from firmware_host.line import Line
from firmware_host.palette import LOOKS, Colour
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from rules.board import Board
from rules.game import Piece, Position, Side
from rules.registry import game as game_called

PICTURE = Path(__file__).with_name("board.svg")
GAME, PLIES, LIFTED = "international", 48, "39"
"""The moment: so many plies of the demo's game are played, then this piece is lifted."""

SQUARE, FRAME, LEGEND = 46, 26, 330
FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"
WOOD = {"frame": "#2a1a10", "light": "#94703f", "dark": "#3d2617", "text": "#efe3cf", "number": "#a98a66"}
DISC = {Side.WHITE: ("#f7efdc", "#cdbd9c"), Side.BLACK: ("#2b2623", "#0f0d0c")}
GAMMA = 2.2

SAYS = (
    ("origin", "amber, dim", "it stood here"),
    ("waypoint", "white, dim", "it lands here on its way"),
    ("destination", "white", "put it here"),
    ("capture", "red", "these come off"),
)


def moment() -> tuple[Position, Mapping[str, str]]:
    """The position, and the lights 0.2 s after the piece has been lifted."""
    text = (resources.files("firmware_host") / "demo_games" / f"{GAME}.jsonl").read_text(encoding="utf-8")
    moves = json.loads(text.splitlines()[0])["moves"][:PLIES]
    game = game_called(GAME)
    position = game.start()
    for move in moves:
        position = position.play(position.parse_move(move))
    pipeline = Pipeline(Session(Line(game, position), Settings()), Settings())
    pipeline.feed(0.0, Seen(position.occupied, 0, 0, 0))
    pipeline.feed(1.0, Seen(position.occupied & ~game.board.bit[LIFTED], 0, 0, 0))
    pipeline.advance(1.2)
    return position, pipeline.lights


def hexed(colour: Colour) -> str:
    """Linear light as a screen's colour."""
    return "#" + "".join(f"{round(255 * part ** (1 / GAMMA)):02x}" for part in colour)


def centre(board: Board, field: str) -> tuple[float, float]:
    """Where a field's middle lies in the picture."""
    cell = board.cells[field]
    return FRAME + SQUARE * (cell.column + 0.5), FRAME + SQUARE * (cell.row + 0.5)


def squares(board: Board) -> Iterator[str]:
    """The bare board with its frame and the numbers of its fields."""
    side = 1 + max(cell.row for cell in board.cells.values())
    yield (
        f"<rect x='{FRAME}' y='{FRAME}' width='{side * SQUARE}' height='{side * SQUARE}' "
        f"fill='{WOOD['light']}'/>"
    )
    for field in board.fields:
        x, y = centre(board, field)
        left, top = x - SQUARE / 2, y - SQUARE / 2
        yield f"<rect x='{left}' y='{top}' width='{SQUARE}' height='{SQUARE}' fill='{WOOD['dark']}'/>"
        yield (
            f"<text x='{left + 3}' y='{top + 10}' {FONT} font-size='8' fill='{WOOD['number']}'>{field}</text>"
        )


def glow(x: float, y: float, role: str, size: float = SQUARE) -> str:
    """The light of a role around a point, as bright as its level."""
    strength = round(0.35 + 0.65 * LOOKS[role].level ** (1 / GAMMA), 2)
    return (
        f"<rect x='{x - size / 2}' y='{y - size / 2}' width='{size}' height='{size}' rx='{size / 6:.1f}' "
        f"fill='url(#{role})' opacity='{strength}'/>"
    )


def disc(x: float, y: float, piece: Piece) -> str:
    """A disc seen from above; a king is two."""
    face, edge = DISC[piece.side]
    rings = [
        f"<circle cx='{x}' cy='{y + 2}' r='{SQUARE * 0.36:.1f}' fill='#000' opacity='0.35'/>",
        f"<circle cx='{x}' cy='{y}' r='{SQUARE * 0.36:.1f}' fill='{face}' stroke='{edge}' "
        "stroke-width='1.5'/>",
        f"<circle cx='{x}' cy='{y}' r='{SQUARE * 0.24:.1f}' fill='none' stroke='{edge}' stroke-width='1.5'/>",
    ]
    if piece.kind == "king":
        rings.append(f"<circle cx='{x}' cy='{y}' r='{SQUARE * 0.1:.1f}' fill='{edge}'/>")
    return "".join(rings)


def in_hand(x: float, y: float, piece: Piece) -> str:
    """The lifted disc: higher up and nearer to the eye, its shadow far below."""
    shadow = f"<ellipse cx='{x + 12}' cy='{y + 16}' rx='17' ry='13' fill='#000' opacity='0.35'/>"
    up = f"<g transform='translate({x + 2} {y - 10}) scale(1.18)'>{disc(0, 0, piece)}</g>"
    return shadow + up


def legend(position: Position, x: float) -> Iterator[str]:
    """What each light says."""
    (move,) = [
        one for one in position.legal_moves() if one.captures and one.lifts & position.game.board.bit[LIFTED]
    ]
    lines = [
        f"{position.turn.value.capitalize()} has lifted {LIFTED}.",
        f"{move.text} takes {move.captures.bit_count()} men:",
    ]
    ink = f"{FONT} font-size='18' fill='{WOOD['text']}'"
    for number, line in enumerate(lines):
        yield f"<text x='{x}' y='{92 + 26 * number}' {ink}>{line}</text>"
    for number, (role, light, meaning) in enumerate(SAYS):
        y = 176 + 66 * number
        yield f"<rect x='{x}' y='{y - 22}' width='44' height='44' rx='6' fill='{WOOD['dark']}'/>"
        yield glow(x + 22, y, role, 44)
        yield (
            f"<text x='{x + 60}' y='{y - 3}' {FONT} font-size='16' fill='{WOOD['text']}'>{meaning}</text>"
            f"<text x='{x + 60}' y='{y + 17}' {FONT} font-size='12' fill='{WOOD['number']}'>{light}</text>"
        )


def drawing() -> str:
    """The whole picture."""
    position, lights = moment()
    board, pieces = position.game.board, position.fields
    side = 2 * FRAME + SQUARE * (1 + max(cell.row for cell in board.cells.values()))
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{side + LEGEND}' height='{side}' "
        f"viewBox='0 0 {side + LEGEND} {side}' role='img' aria-label='A draughts board whose lights show a "
        "capture'>",
        "<defs>",
    ]
    for role in sorted({*lights.values(), *(role for role, _, _ in SAYS)}):
        colour = hexed(LOOKS[role].hue)
        parts.append(
            f"<radialGradient id='{role}' r='0.72'><stop offset='0.3' stop-color='{colour}'/>"
            f"<stop offset='1' stop-color='{colour}' stop-opacity='0.45'/></radialGradient>"
        )
    parts += ["</defs>", f"<rect width='{side + LEGEND}' height='{side}' rx='14' fill='{WOOD['frame']}'/>"]
    parts += squares(board)
    parts += [glow(*centre(board, field), role) for field, role in lights.items()]
    parts += [disc(*centre(board, field), piece) for field, piece in pieces.items() if field != LIFTED]
    parts.append(in_hand(*centre(board, LIFTED), pieces[LIFTED]))
    parts += legend(position, side + 6)
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
