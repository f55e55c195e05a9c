"""Measures how often the board hears wrong and how long it takes, beside two ways in which others hear.

    python tests/bench/bench_hearing.py [--games N | --full] [--jobs N] [--json FILE] [--markdown]
                                        [--plot FILE] [--traces FOLDER]

Hands play every registered game on simulated reed and hall boards; what is heard is compared with what they
did. Everything is seeded: the same arguments give the same counts and delays (CPU times are the machine's).
docs/hearing.md explains the tables.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from hearing_page import BEGIN, headline, rewritten, tables  # noqa: E402
from hearing_plot import plot  # noqa: E402
from hearing_tally import FULL, Tally, Totals, cost_jobs, jobs, measure, written  # noqa: E402

PAGE = ROOT / "docs" / "hearing.md"
README = ROOT / "README.md"
SAMPLE = 200


def totals(games: int) -> Totals:
    """As much of everything as `games` is of the full number."""
    part = games / FULL.games
    each = [max(1, round(part * count)) for count in FULL[:-1]]
    return Totals(*each, timed=FULL.timed if games >= FULL.games else 1)


def at_least_one(text: str) -> int:
    """A number of games or processes, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def told(done: int) -> None:
    """How far the work is, on standard error."""
    if done % 20 == 0:
        print(f"{done} pieces of work done ...", file=sys.stderr, flush=True)


def conditions(chosen: Totals, wall_s: float) -> str:
    """What was played, where and how to do it again."""
    return (
        f"{chosen.games:,} games by tidy, ordinary and sloppy hands, {chosen.blitz:,} by blitz hands, "
        f"{chosen.dead:,} with a dead field, {chosen.faults:,} with each other fault, {chosen.lawless:,} of "
        f"Smokkelen outside its law, {chosen.accidents:,} accidents of each kind; "
        f"Python {platform.python_version()} on {platform.machine()}; {wall_s / 60:.0f} minutes. "
        f"Again: `python tests/bench/bench_hearing.py --games {chosen.games}`."
    )


def publish(tally: Tally, what: str) -> None:
    """Rewrite the tables of the page, and of the first page if it has room for them."""
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), f"{tables(tally)}\n\n{what}"), "utf-8")
    if README.exists() and BEGIN in (text := README.read_text(encoding="utf-8")):
        README.write_text(rewritten(text, headline(tally)), "utf-8")


def main() -> None:
    """Measure, print, and write what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--games", type=at_least_one, default=SAMPLE, metavar="N", help="games; the rest in proportion"
    )
    size.add_argument("--full", action="store_true", help=f"as published: {FULL.games} games and the rest")
    parser.add_argument("--jobs", type=at_least_one, default=1, metavar="N", help="processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every count and delay")
    parser.add_argument("--markdown", action="store_true", help=f"rewrite {PAGE.relative_to(ROOT)}")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the plot as SVG")
    parser.add_argument("--traces", type=Path, metavar="FOLDER", help="write the trace of every wrong game")
    arguments = parser.parse_args()
    chosen = totals(FULL.games if arguments.full else arguments.games)
    if arguments.traces:
        arguments.traces.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    tally = measure(jobs(chosen, str(arguments.traces or "")), arguments.jobs, told)
    tally.add(measure(cost_jobs(chosen), 1, lambda _: None))
    what = conditions(chosen, time.monotonic() - begun)
    print(tables(tally), *tally.cases, what, sep="\n\n" if not tally.cases else "\n")
    if arguments.json:
        written(tally, arguments.json)
    if arguments.markdown:
        publish(tally, what)
    if arguments.plot:
        arguments.plot.write_text(plot(tally), encoding="utf-8")


if __name__ == "__main__":
    main()
