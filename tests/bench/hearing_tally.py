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
from hearing_faults import FAULTS, heard, kinds, with_dead_field
from hearing_games import HANDS, KINDS, Cell, Played, blitz_cells, cells, is_draughts, lawless_cells, play
from hearing_judge import Judgement, Result, delays, judge, listen
from hearing_methods import METHODS

from firmware_host.events import Asked, Fault
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
    faults: int
    lawless: int
    timed: int


FULL = Totals(games=2000, blitz=1000, dead=500, accidents=1000, faults=100, lawless=100, timed=3)


class Job(NamedTuple):
    """One piece of work for one process. `what`: hands, lawless, dead, fault, accident or cost; `kind`: which
    fault or accident.
    """

    what: str
    cell: Cell
    kind: str
    first: int
    count: int
    traces: str = ""


COUNTERS = (
    "hands",
    "plies",
    "passing",
    "mended",
    "asked",
    "alarms",
    "lawless",
    "dead",
    "faults",
    "named",
    "accidents",
)
LISTS = ("late", "noticed", "frames", "whole", "quiet")
"""What a tally counts, and what it collects."""


@dataclass(slots=True)
class Tally:
    """What jobs have counted; keys are tuples of texts.

    `hands`: (game, kind, level, method, result); `plies`: (game, kind, level); `passing`, `mended`:
    (level, method); `asked`: (game, kind, level) -> questions; `alarms`: level -> faults named on a sound
    board; `lawless`: (level, result); `late`: (method, level, game, `firm` or `open`) -> seconds; `dead`:
    (kind of fault, method, result); `faults`: (fault, result); `named`: (fault, `named` or `accused`) ->
    games that named it, sound fields called faulty; `noticed`: fault -> plies until it was named;
    `accidents`: (accident, method, reaction); `cases`: one sentence for each game heard wrong; `frames`:
    game -> CPU seconds of each frame; `whole`: game -> CPU seconds of all the frames of one; `quiet`: game ->
    CPU seconds of one frame.
    """

    hands: Counter[tuple[str, ...]] = field(default_factory=Counter)
    plies: Counter[tuple[str, ...]] = field(default_factory=Counter)
    passing: Counter[tuple[str, ...]] = field(default_factory=Counter)
    mended: Counter[tuple[str, ...]] = field(default_factory=Counter)
    asked: Counter[tuple[str, ...]] = field(default_factory=Counter)
    alarms: Counter[tuple[str, ...]] = field(default_factory=Counter)
    lawless: Counter[tuple[str, ...]] = field(default_factory=Counter)
    faults: Counter[tuple[str, ...]] = field(default_factory=Counter)
    named: Counter[tuple[str, ...]] = field(default_factory=Counter)
    noticed: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    late: dict[tuple[str, ...], list[float]] = field(default_factory=lambda: defaultdict(list))
    dead: Counter[tuple[str, ...]] = field(default_factory=Counter)
    accidents: Counter[tuple[str, ...]] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)
    frames: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    whole: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    quiet: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: Tally) -> None:
        """Add another's counts to these."""
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for name in LISTS:
            for key, values in getattr(other, name).items():
                getattr(self, name)[key].extend(values)
        self.cases += other.cases

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values, keys joined by spaces and bars."""
        return {
            **{name: _joined(getattr(self, name)) for name in COUNTERS},
            "plies_until_named": {fault: sorted(plies) for fault, plies in sorted(self.noticed.items())},
            "delays_s": {" | ".join(key): sorted(values) for key, values in sorted(self.late.items())},
            "frames_per_s": {
                name: len(each) / sum(self.whole[name]) for name, each in sorted(self.frames.items())
            },
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
        *_spread("lawless", lawless_cells(), totals.lawless, traces),
        *_spread("dead", _ordinary_draughts(), totals.dead, traces),
    ]
    for fault in FAULTS:
        lines = tuple(cell for cell in _ordinary_draughts() if cell.kind in kinds(fault))
        found += _spread("fault", lines, totals.faults, traces, fault)
    nowhere = Cell("", "", "")
    for accident in ACCIDENTS:
        found += [Job("accident", nowhere, accident, *part) for part in _parts(totals.accidents)]
    return found


def cost_jobs(totals: Totals) -> list[Job]:
    """What is timed: after the rest, so that one process has the core for itself."""
    return [Job("cost", Cell(name, "reed", "ordinary"), "", 0, totals.timed) for name in names()]


def _ordinary_draughts() -> tuple[Cell, ...]:
    return tuple(Cell(name, kind, "ordinary") for name in names() if is_draughts(name) for kind in KINDS)


def _spread(what: str, lines: tuple[Cell, ...], total: int, traces: str, kind: str = "") -> Iterator[Job]:
    """So many games over these lines of the table, as even as can be."""
    for index, cell in enumerate(lines):
        share = total // len(lines) + (index < total % len(lines))
        for first, count in _parts(share):
            yield Job(what, cell, kind, first, count, traces)


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
            case "lawless":
                _lawless(tally, job, number)
            case "dead":
                _dead(tally, job, number)
            case "fault":
                _fault(tally, job, number)
            case "accident":
                for name, hearer in METHODS.items():
                    happened = ACCIDENTS[job.kind](hearer, number, f"accident {job.kind}")
                    tally.accidents[job.kind, name, happened] += 1
            case "cost":
                found = cost(job.cell, number)
                tally.frames[job.cell.game] += found.frames
                tally.whole[job.cell.game].append(found.whole_s)
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
        tally.mended[cell.level, name] += judged.mended
        for late in delays(events, played):
            kind = "open" if late.open else "firm"
            group = cell.game if not is_draughts(cell.game) else "draughts"
            tally.late[name, cell.level, group, kind].append(late.seconds)
        if name == OURS:
            tally.asked[cell] += sum(isinstance(event, Asked) for event in events)
            tally.alarms[cell.level,] += sum(isinstance(event, Fault) for event in events)
            _note(tally, job, f"{' '.join(cell)} {number}", played, judged)


def _note(tally: Tally, job: Job, title: str, played: Played, judged: Judgement) -> None:
    """Keeps a game that was heard wrong or only in part."""
    if judged.result in (Result.LOST, Result.WRONG):
        tally.cases.append(case(title, judged, played.moves, played.performance))
        _write(job, title.replace(" ", "-"), played.performance)


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


def _lawless(tally: Tally, job: Job, number: int) -> None:
    played = play(job.cell, number, lawless=True)
    judged = judge(listen(METHODS[OURS], played), played.positions)
    tally.lawless[job.cell.level, judged.result.value] += 1


def _dead(tally: Tally, job: Job, number: int) -> None:
    fault, played = with_dead_field(play(job.cell, number), Random(f"dead {' '.join(job.cell)} {number}"))
    for name, hearer in METHODS.items():
        judged = judge(listen(hearer, played), played.positions)
        tally.dead[fault, name, judged.result.value] += 1
        if name == OURS and judged.result is Result.WRONG:
            (field,) = played.performance.defects[-1].fields
            _note(tally, job, f"{' '.join(job.cell)} {number}, {field} {fault}", played, judged)


def _fault(tally: Tally, job: Job, number: int) -> None:
    played, found = heard(METHODS[OURS], job.kind, job.cell, number)
    tally.faults[job.kind, found.judgement.result.value] += 1
    tally.named[job.kind, "accused"] += found.accused
    if found.named:
        tally.named[job.kind, "named"] += 1
        tally.noticed[job.kind].append(float(found.plies))
    if found.judgement.result is Result.WRONG:
        where = ", ".join(" ".join(defect.fields) for defect in played.performance.defects)
        title = f"{' '.join(job.cell)} {number}, {job.kind} ({where})"
        _note(tally, job, title, played, found.judgement)


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
