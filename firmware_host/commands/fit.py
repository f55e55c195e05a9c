"""Knows the command `zetlicht fit`: which games the board of a file carries, and where."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from firmware_host.config_kinds import listed, toml
from firmware_host.config_sections import Grid
from firmware_host.fitting import Fit, Ground, as_grid, fits, ground
from rules.board import Shape


def run(arguments: argparse.Namespace) -> int:
    """Print one line a game."""
    board = ground(Path(arguments.config))
    found = fits(board)
    if arguments.json:
        for fit in found:
            print(json.dumps(_record(fit), ensure_ascii=False))
        return 0
    print(f"The board: {_told(board)}.")
    for fit in found:
        print(f"  {fit.game.name:14} {_line(fit)}")
    if any(fit.placement and not fit.as_is for fit in found):
        print(_how(board))
    return 0


def _record(fit: Fit) -> dict[str, object]:
    placement = fit.placement
    return {
        "game": fit.game.name,
        "fits": placement is not None,
        "game_at": placement.first if placement else None,
        "to": placement.last if placement else None,
        "turn": placement.turn if placement else None,
        "mirror": placement.mirror if placement else None,
        "white": fit.seat,
        "light": placement.light if placement else None,
        "gutter": fit.gutter,
        "blind": list(placement.blind) if placement else [],
        "as_is": fit.as_is,
        "why": fit.why or None,
    }


def _line(fit: Fit) -> str:
    placement = fit.placement
    if placement is None:
        return f"no: it {fit.why}"
    parts = [f"{placement.first} to {placement.last}", f"White at the {fit.seat}"]
    if placement.mirror:
        parts.append("left and right exchanged")
    if placement.light:
        parts.append("on the light squares")
    if fit.gutter in ("partly", "none"):
        parts.append("no sensor in its gutter" if fit.gutter == "none" else "sensors in part of its gutter")
    if placement.blind:
        parts.append(f"no sensor under {listed(placement.blind, 'and')}")
    return ", ".join(parts) + ("" if fit.as_is else " *")


def _told(board: Ground) -> str:
    places = board.surface.places
    if board.surface.shape is Shape.HEXAGON:
        return f"a hexagon of {len(places)} cells"
    columns = 1 + max(round(x) for x, _ in places.values())
    rows = 1 + max(round(y) for _, y in places.values())
    some = "" if len(places) == columns * rows else f", {len(places)} of them with a name and a sensor"
    return f"{columns} x {rows} squares{some}"


def _how(board: Ground) -> str:
    """What to write for the games with a star."""
    if board.grid is not None:
        return (
            "* Besides game = …, write under [board]: game_at and turn, as the near left corner and White's "
            "edge above (0 front, 90 left, 180 back, 270 right), or leave both out."
        )
    grid = as_grid(board.game.board) if board.game else None
    keys = _keys(grid) if grid else "what the board is made of"
    return (
        f"* Besides game = …, add a section [board] with {keys}; lists under [wiring] then name its places, "
        "an order goes on as it is."
    )


def _keys(grid: Grid) -> str:
    plain = Grid()
    names = ("shape", "columns", "rows", "side", "squares", "dark_corner")
    given = [name for name in names if getattr(grid, name) != getattr(plain, name)]
    return ", ".join(f"{name} = {toml(getattr(grid, name))}" for name in given)
