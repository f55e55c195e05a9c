"""Knows the Frisian king run: how often running a side has moved the same king while it still has men."""

from __future__ import annotations

Run = tuple[int, int]
"""The running king's square and its moves so far, (0, 0) if none."""

Runs = tuple[Run, Run]
"""White's and Black's."""

LONGEST = 3
"""Moves running that a side with men may make with one king (Frisian rules 2011, articles 17 and 20f)."""

NONE: Runs = ((0, 0), (0, 0))


def after_quiet(runs: Runs, black: int, origin: int, target: int, *, king: bool, men: int) -> Runs:
    """The runs after a move without capture; nothing is counted for a side without `men`. A king that went on
    against the rule has run as long as one can."""
    run = (0, 0)
    if king and men:
        square, count = runs[black]
        run = (target, min(count + 1, LONGEST) if square == origin else 1)
    return (runs[0], run) if black else (run, runs[1])


def after_capture(runs: Runs, black: int, taken: int, enemy_men: int) -> Runs:
    """The runs after a capture: it ends the capturing side's, and the other's if its king or its last man
    was taken.
    """
    other = runs[1 - black]
    if not enemy_men or other[0] & taken:
        other = (0, 0)
    return (other, (0, 0)) if black else ((0, 0), other)


def banned(runs: Runs, black: int) -> int:
    """The square of the king that may not make another quiet move, 0 if there is none."""
    square, count = runs[black]
    return square if count >= LONGEST else 0
