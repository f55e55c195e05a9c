"""A long reproducible list of random decisions for a journal; run as a program, it writes and tells them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from firmware_host.journal import Journal
from firmware_host.journal_rows import (
    Amend,
    Begin,
    Change,
    End,
    Finalise,
    PlyRow,
    Record,
    Reopen,
    TakeBack,
)
from rules.game import Outcome, Side

START = "W:W31,32,33:B18,19,20"
RESULTS = ("2-0", "1-1", "0-2")
LENGTH = 1000


def decisions(seed: int) -> list[list[Change]]:
    """Decisions of one to four changes, as the session makes them; the first begins a game."""
    chance = random.Random(seed)
    plan: list[list[Change]] = [[Begin("toy", START)]]
    plies, open_last, over = 0, False, False
    while len(plan) < LENGTH:
        step = chance.choices(["move", "amend", "takeback", "end", "begin"], [12, 3, 2, 1, 1])[0]
        row = PlyRow(plies, f"move {len(plan)}", f"position {len(plan)}", Side.WHITE, len(plan) / 10)
        if step == "move" and not over:
            plies += 1
            row = PlyRow(plies, row.move, row.position, Side.WHITE if plies % 2 else Side.BLACK, row.at)
            plan.append([Record(row), *([Finalise(plies - 1)] if open_last else [])])
            open_last = True
        elif step == "amend" and open_last and not over:
            plan.append([Amend(row)])
        elif step == "takeback" and plies >= 2:
            plan.append([TakeBack(plies), TakeBack(plies - 1), *([Reopen()] if over else [])])
            plies, open_last, over = plies - 2, False, False
        elif step == "end" and open_last and not over:
            plan.append([Finalise(plies), End(Outcome(Side.BLACK, "no-moves"), RESULTS)])
            open_last, over = False, True
        elif step == "begin":
            plan.append([Begin("toy", START)])
            plies, open_last, over = 0, False, False
    return plan


def expected(plan: list[list[Change]]) -> list[tuple[str, tuple[PlyRow, ...]]]:
    """The games after these decisions, each its result and its plies: the law in a few plain lists."""
    games: list[tuple[str, list[PlyRow]]] = []
    for change in (change for decision in plan for change in decision):
        result, plies = games[-1] if games else ("", [])
        match change:
            case Begin():
                games.append(("*", []))
                continue
            case Record(row):
                plies.append(row)
            case Amend(row):
                plies[-1] = row
            case TakeBack():
                plies.pop()
            case Finalise(number):
                old = plies[number - 1]
                plies[number - 1] = PlyRow(old.ply, old.move, old.position, old.by, old.at, final=True)
            case End():
                result = RESULTS[2]
            case Reopen():
                result = "*"
        games[-1] = (result, plies)
    return [(result, tuple(plies)) for result, plies in games]


def main() -> None:
    """Write the plan of a seed into a folder, one line on standard output after each decision."""
    folder, seed = sys.argv[1:]
    with Journal(Path(folder)) as journal:
        for number, decision in enumerate(decisions(int(seed))):
            journal.apply(decision)
            print(number, flush=True)


if __name__ == "__main__":
    main()
