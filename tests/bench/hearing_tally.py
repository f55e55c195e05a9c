"""Knows how the bench is cut into jobs and how their counts add up; neither games nor pages."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hearing_accidents import ACCIDENTS
from hearing_cost import cost
from hearing_games import HANDS, KINDS, Cell, blitz_cells, cells, dead_field, is_draughts, play
from hearing_judge import Judgement, Result, delays, judge, listen
from hearing_methods import METHODS

from firmware_host.hands import Performance, write_trace
from rules.registry import names

OURS = "Zetlicht"
CHUNK = 10
"""Games a job: short enough that two processes end together."""


class Totals(NamedTuple):
    """How much is played."""

    games: int
    blitz: int
    dead: int
    accidents: int
    timed: int


FULL = Totals(games=2000, blitz=1000, dead=500, accidents=1000, timed=3)


class Job(NamedTuple):
    """One piece of work for one process. `what`: hands, dead, accident or cost."""

    what: str
    cell: Cell
    accident: str
    first: int
    count: int
    traces: str = ""


@dataclass(slots=True)
class Tally:
    """What jobs have counted; keys are tuples of texts.

    `hands`: (game, kind, level, method, result); `plies`: (game, kind, level); `passing`: (level, method);
    `late`: (method, level, game, `firm`, `man` or `open`) -> seconds; `dead`: (kind of fault, method,
    result); `accidents`: (accident, method, reaction); `cases`: one sentence for each game heard wrong;
    `frames`: game -> CPU seconds of each frame; `quiet`: game -> CPU seconds, frames.
    """

    hands: Counter[tuple[str, ...]] = field(default_factory=Counter)
    plies: Counter[tuple[str, ...]] = field(default_factory=Counter)
    passing: Counter[tuple[str, ...]] = field(default_factory=Counter)
    late: dict[tuple[str, ...], list[float]] = field(default_factory=lambda: defaultdict(list))
    dead: Counter[tuple[str, ...]] = field(default_factory=Counter)
    accidents: Counter[tuple[str, ...]] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)
    frames: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    quiet: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: Tally) -> None:
        """Add another's counts to these."""
        for mine, theirs in (
            (self.hands, other.hands),
            (self.plies, other.plies),
            (self.passing, other.passing),
            (self.dead, other.dead),
            (self.accidents, other.accidents),
        ):
            mine.update(theirs)
        for lists, more in ((self.late, other.late), (self.frames, other.frames), (self.quiet, other.quiet)):
            for key, values in more.items():
                lists[key].extend(values)  # type: ignore[index]  # the three differ only in their keys
        self.cases += other.cases

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values, keys joined by spaces and bars."""
        return {
            "hands": _joined(self.hands),
            "plies": _joined(self.plies),
            "passing": _joined(self.passing),
            "dead": _joined(self.dead),
            "accidents": _joined(self.accidents),
            "delays_s": {" | ".join(key): sorted(values) for key, values in sorted(self.late.items())},
            "frames_per_s": {name: len(all_) / sum(all_) for name, all_ in sorted(self.frames.items())},
            "worst_frame_s": {name: max(all_) for name, all_ in sorted(self.frames.items())},
            "quiet_frame_s": {name: sum(q) / len(q) for name, q in sorted(self.quiet.items())},
            "cases": self.cases,
        }


def _joined(counter: Counter[tuple[str, ...]]) -> dict[str, int]:
    return {" | ".join(key): count for key, count in sorted(counter.items())}


def jobs(totals: Totals, traces: str = "") -> list[Job]:
    """All the work, cut so that processes can share it."""
    found = [
        *_spread("hands", cells(), totals.games, traces),
        *_spread("hands", blitz_cells(), totals.blitz, traces),
        *_spread("dead", _ordinary_draughts(), totals.dead, traces),
    ]
    nowhere = Cell("", "", "")
    for accident in ACCIDENTS:
        found += [Job("accident", nowhere, accident, *part) for part in _parts(totals.accidents)]
    return found


def cost_jobs(totals: Totals) -> list[Job]:
    """What is timed: after the rest, so that one process has the core for itself."""
    return [Job("cost", Cell(name, "reed", "ordinary"), "", 0, totals.timed) for name in names()]


def _ordinary_draughts() -> tuple[Cell, ...]:
    return tuple(Cell(name, kind, "ordinary") for name in names() if is_draughts(name) for kind in KINDS)


def _spread(what: str, lines: tuple[Cell, ...], total: int, traces: str) -> Iterator[Job]:
    """So many games over these lines of the table, as even as can be."""
    for index, cell in enumerate(lines):
        share = total // len(lines) + (index < total % len(lines))
        for first, count in _parts(share):
            yield Job(what, cell, "", first, count, traces)


def _parts(total: int) -> Iterator[tuple[int, int]]:
    for first in range(0, total, CHUNK):
        yield first, min(CHUNK, total - first)


def measure(work: Iterable[Job], processes: int, told: Callable[[int], None]) -> Tally:
    """Do all the work; `told` hears how many jobs are done. The same whatever the number of processes."""
    total, done = Tally(), 0
    if processes == 1:
        for job in work:
            total.add(run(job))
            done += 1
            told(done)
        return total
    with ProcessPoolExecutor(processes) as pool:
        for tally in pool.map(run, work):
            total.add(tally)
            done += 1
            told(done)
    return total


def run(job: Job) -> Tally:
    """One job."""
    tally = Tally()
    for number in range(job.first, job.first + job.count):
        match job.what:
            case "hands":
                _hands(tally, job, number)
            case "dead":
                _dead(tally, job, number)
            case "accident":
                for name, hearer in METHODS.items():
                    happened = ACCIDENTS[job.accident](hearer, number, f"accident {job.accident}")
                    tally.accidents[job.accident, name, happened] += 1
            case "cost":
                found = cost(job.cell, number)
                tally.frames[job.cell.game] += found.frames
                tally.quiet[job.cell.game].append(found.quiet_s / found.quiet_frames)
    return tally


def _hands(tally: Tally, job: Job, number: int) -> None:
    cell, played = job.cell, play(job.cell, number)
    tally.plies[cell] += len(played.moves)
    for name, hearer in METHODS.items():
        events = listen(hearer, played)
        judged = judge(events, played.positions)
        tally.hands[(*cell, name, judged.result.value)] += 1
        tally.passing[cell.level, name] += judged.passing
        for late in delays(events, played):
            kind = "open" if late.open else "firm"
            group = cell.game if not is_draughts(cell.game) else "draughts"
            tally.late[name, cell.level, group, kind].append(late.seconds)
        if name == OURS and judged.result in (Result.LOST, Result.WRONG):
            tally.cases.append(case(f"{' '.join(cell)} {number}", judged, played.moves, played.performance))
            _write(job, f"{'-'.join(cell)}-{number}", played.performance)


def case(title: str, judged: Judgement, moves: Any, performance: Performance) -> str:
    """One sentence: what was heard, what was meant, what the hands did in that ply."""
    meant = moves[judged.ply - 1].text if 0 < judged.ply <= len(moves) else "nothing"
    deeds = sorted({deed.name for deed in performance.deeds if deed.ply == judged.ply})
    return (
        f"{title}: {judged.result.value} at ply {judged.ply} ({judged.at:.1f} s): heard {judged.heard}, "
        f"meant {meant}; hands: {', '.join(deeds) or 'nothing special'}"
    )


def _write(job: Job, name: str, performance: Performance) -> None:
    if job.traces:
        path = Path(job.traces) / f"{name}.trace"
        path.write_text("\n".join(write_trace(performance)) + "\n", encoding="utf-8")


def _dead(tally: Tally, job: Job, number: int) -> None:
    played = play(job.cell, number)
    dead = dead_field(played, Random(f"dead {' '.join(job.cell)} {number}"))
    fault = "never opens" if dead.reading else "never closes"
    for name, hearer in METHODS.items():
        judged = judge(listen(hearer, played, dead), played.positions)
        tally.dead[fault, name, judged.result.value] += 1
        if name == OURS and judged.result is Result.WRONG:
            title = f"{' '.join(job.cell)} {number}, {dead.field} {fault}"
            tally.cases.append(case(title, judged, played.moves, played.performance))


def of(counter: Counter[tuple[str, ...]], **wanted: object) -> Counter[str]:
    """Counts of `hands` by result, summed over everything that is not named (game, kind, level, method)."""
    found: Counter[str] = Counter()
    for key, count in counter.items():
        named = dict(zip(("game", "kind", "level", "method"), key, strict=False))
        if all(named[name] == value for name, value in wanted.items()):
            found[key[-1]] += count
    return found


def levels(tally: Tally) -> list[str]:
    """The levels that were played, from tidy to blitz."""
    return [level for level in (*HANDS, "blitz") if any(key[2] == level for key in tally.hands)]


def written(tally: Tally, path: Path) -> None:
    """All counts and delays as a JSON file."""
    path.write_text(json.dumps(tally.as_json(), indent=1), encoding="utf-8")
