"""Knows how what was counted is shown: tables in Markdown and one plot; not how it was counted."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hearing_accidents import ACCIDENTS
from hearing_faults import FAULTS
from hearing_games import KINDS
from hearing_judge import Result
from hearing_methods import METHODS
from hearing_tally import OURS, Tally, levels, of

from rules.registry import names

BEGIN, END = "<!-- hearing:begin -->", "<!-- hearing:end -->"
RESULTS = tuple(result.value for result in Result)


def tables(tally: Tally) -> str:
    """Every table, one below the other."""
    parts = [
        ("How often it hears right, and how others do", by_level(tally)),
        ("By game and sensors", by_game(tally)),
        ("Questions", question_table(tally)),
        ("How long it takes", delay_table(tally)),
        ("How long it takes in the other games", other_delay_table(tally)),
        ("What a frame costs", cost_table(tally)),
        ("Players who do not know the law of the shared stone", lawless_table(tally)),
        ("One dead sensor that nobody knows of", dead_table(tally)),
        ("Other faults that nobody knows of", fault_table(tally)),
        ("Accidents", accident_table(tally)),
    ]
    return "\n\n".join(f"### {title}\n\n{text}" for title, text in parts if text)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) if len(lines) > 2 else ""


def share(count: int, total: int) -> str:
    """A share of games as people write it, never a rounded 0 or 100 %."""
    if not total:
        return "–"
    if count in (0, total):
        return "0" if not count else "100 %"
    return f"{min(max(100 * count / total, 0.1), 99.9):.1f} %"


def by_level(tally: Tally) -> str:
    """The three ways to hear, level by level."""
    head = (
        "Hands",
        "Games, moves",
        "Way of hearing",
        *RESULTS,
        "moves heard wrong for a moment",
        "of them final",
    )
    return _table(head, _by_level(tally))


def _by_level(tally: Tally) -> Iterator[Sequence[str]]:
    for level in levels(tally):
        plies = sum(count for key, count in tally.plies.items() if key[2] == level)
        for method in METHODS:
            found = of(tally.hands, level=level, method=method)
            total = found.total()
            passing = 1000 * tally.passing[level, method] / max(plies, 1)
            yield (
                level,
                f"{total:,}, {plies:,}",
                method,
                *(share(found[result], total) for result in RESULTS),
                f"{passing:.1f} in 1,000" if method == OURS else "–",
                f"{tally.mended[level, method]:,}" if method == OURS else "–",
            )


def by_game(tally: Tally) -> str:
    """This board alone: exact + asked + lost + wrong games."""
    found = levels(tally)
    head = ("Game", "Sensors", *found)
    rows = []
    for name in names():
        for kind in KINDS:
            cells = [_counts(of(tally.hands, game=name, kind=kind, level=one, method=OURS)) for one in found]
            if any(cell != "–" for cell in cells):
                rows.append((name, kind, *cells))
    note = "Games: exact + asked + lost + wrong."
    return f"{note}\n\n{_table(head, rows)}" if rows else ""


def _counts(found: Counter[str]) -> str:
    if not found.total():
        return "–"
    return " + ".join(str(found[result]) for result in RESULTS)


def question_table(tally: Tally) -> str:
    """Where this board asks, how often; Abalone with reeds, where it may have to, in any case."""
    rows = []
    for game, kind, level in sorted({key[:3] for key in tally.hands}):
        asked = tally.asked[game, kind, level]
        games = of(tally.hands, game=game, kind=kind, level=level, method=OURS).total()
        if asked or (game, kind) == ("abalone", "reed"):
            rows.append((game, kind, level, f"{games:,}", f"{asked:,}", f"{asked / max(games, 1):.2f}"))
    return _table(("Game", "Sensors", "Hands", "Games", "questions", "a game"), rows)


def quantile(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def late(tally: Tally, method: str, level: str, kind: str, group: str = "draughts") -> list[float]:
    """Seconds from the last raw edge of a move to its event."""
    return tally.late.get((method, level, group, kind), [])


def delay_table(tally: Tally) -> str:
    """Delays of draughts, level by level."""
    head = (
        "Draughts, hands",
        "Way of hearing",
        "cannot go on: median",
        "p99",
        "flying kings: median",
        "p99",
        "moves",
    )
    rows = []
    for level in levels(tally):
        for method in METHODS:
            firm, open_ = (late(tally, method, level, kind) for kind in ("firm", "open"))
            if firm or open_:
                count = f"{len(firm):,} + {len(open_):,}"
                rows.append((level, method, *_two(firm), *_two(open_), count))
    return _table(head, rows)


def other_delay_table(tally: Tally) -> str:
    """Delays of this board in the games that are no draughts."""
    head = ("Game", "Hands", "cannot go on: median", "p99", "may go on: median", "p99", "moves")
    rows = []
    for game in sorted({key[2] for key in tally.late} - {"draughts"}):
        for level in levels(tally):
            firm, open_ = (late(tally, OURS, level, kind, game) for kind in ("firm", "open"))
            if firm or open_:
                rows.append((game, level, *_two(firm), *_two(open_), f"{len(firm):,} + {len(open_):,}"))
    return _table(head, rows)


def _two(values: Sequence[float]) -> tuple[str, str]:
    if not values:
        return "–", "–"
    return f"{1000 * statistics.median(values):.0f} ms", f"{1000 * quantile(values, 0.99):.0f} ms"


def cost_table(tally: Tally) -> str:
    """CPU time a frame."""
    head = ("Game", "frames a second", "quiet frame", "worst frame")
    rows = []
    for name, costs in sorted(tally.frames.items()):
        quiet = 1e6 * statistics.mean(tally.quiet[name])
        each = len(costs) / sum(tally.whole[name])
        rows.append((name, f"{each:,.0f}", f"{quiet:.1f} µs", f"{1000 * max(costs):.1f} ms"))
    return _table(head, rows)


def dead_table(tally: Tally) -> str:
    """Draughts by ordinary hands, one field always saying the same."""
    head = ("The field", "Way of hearing", "Games", "exact", "asked or said", "wrong or missed, unsaid")
    rows = []
    for fault in ("never closes", "never opens"):
        for method in METHODS:
            found = Counter({key[2]: n for key, n in tally.dead.items() if key[:2] == (fault, method)})
            total = found.total()
            if total:
                said = found[Result.ASKED.value] + found[Result.LOST.value]
                counts = (found[Result.EXACT.value], said, found[Result.WRONG.value])
                rows.append((fault, method, f"{total:,}", *(share(count, total) for count in counts)))
    return _table(head, rows)


def fault_table(tally: Tally) -> str:
    """Draughts by ordinary hands, one thing or another not working; this board alone."""
    head = (
        "Fault",
        "Games",
        "exact",
        "asked or said",
        "wrong or missed, unsaid",
        "fault named",
        "plies until then: median, p90",
        "sound fields accused",
    )
    rows = []
    for fault in FAULTS:
        found = Counter({key[1]: n for key, n in tally.faults.items() if key[0] == fault})
        if total := found.total():
            said = found[Result.ASKED.value] + found[Result.LOST.value]
            counts = (found[Result.EXACT.value], said, found[Result.WRONG.value], tally.named[fault, "named"])
            plies = tally.noticed.get(fault, [])
            when = f"{statistics.median(plies):.0f}, {quantile(plies, 0.9):.0f}" if plies else "–"
            accused = str(tally.named[fault, "accused"])
            rows.append((fault, f"{total:,}", *(share(count, total) for count in counts), when, accused))
    if not rows:
        return ""
    games, alarms = of(tally.hands, method=OURS).total(), tally.alarms.total()
    return f"{_table(head, rows)}\n\nFaults named in the {games:,} games on sound boards: {alarms:,}."


def lawless_table(tally: Tally) -> str:
    """Smokkelen by hands that rest a shared stone as long as they like and answer with it at once."""
    rows = []
    for level in levels(tally):
        found = Counter({key[1]: n for key, n in tally.lawless.items() if key[0] == level})
        if total := found.total():
            rows.append((level, f"{total:,}", *(share(found[result], total) for result in RESULTS)))
    return _table(("Hands", "Games", *RESULTS), rows)


def accident_table(tally: Tally) -> str:
    """What each way of hearing made of each accident."""
    rows = []
    for accident in ACCIDENTS:
        for method in METHODS:
            found = Counter({k[2]: n for k, n in tally.accidents.items() if k[:2] == (accident, method)})
            total = found.total()
            if total:
                made = ", ".join(f"{what} {share(count, total)}" for what, count in found.most_common())
                rows.append((accident, method, f"{total:,}", made))
    return _table(("Accident", "Way of hearing", "Times", "What became of it"), rows)


def headline(tally: Tally) -> str:
    """The few figures that a first page wants."""
    head = ("Hands", "Way of hearing", "exact", "asked or lost", "wrong", "delay, median", "p99")
    rows = []
    for level in levels(tally):
        for method in METHODS:
            found = of(tally.hands, level=level, method=method)
            total = found.total()
            said = found[Result.ASKED.value] + found[Result.LOST.value]
            counts = (found[Result.EXACT.value], said, found[Result.WRONG.value])
            firm = _two(late(tally, method, level, "firm"))
            rows.append((level, method, *(share(count, total) for count in counts), *firm))
    return _table(head, rows)


def rewritten(page: str, text: str) -> str:
    """The page with `text` between the two marker comments; ValueError if they are not there once each."""
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"The page must hold '{BEGIN}' and behind it '{END}', each once; add them.")
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}"
