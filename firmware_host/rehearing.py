"""Knows how a stretch of play is heard again as a whole, when what was heard at once has led into disorder:
every course of moves that the views allow, and which of them is left; neither when that is asked for nor what
becomes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from firmware_host.debounce import Settled
from firmware_host.inference import (
    AtRest,
    Disorder,
    InHand,
    InProgress,
    Made,
    Verdict,
    View,
    infer,
    is_shown_by,
)
from firmware_host.line import Line
from firmware_host.outlook import Outlook, Prospect
from rules.game import Position

COURSES = 12
"""So many courses of play are followed at once; the least plausible are dropped."""
LOOKS = 900
"""Courses looked at, view by view, before it is given up: it lasts no longer than one frame may."""
VIEWS = 200
"""A stretch of more views is not heard again."""

Path = tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What may have been played up to one view: the moves of `path`, after which the board should look like
    `outlook`. `strikes`: in how many views it did not, nor like a move under way. `touched`, `fallen`: the
    fields that have changed, the fields of the gutter that stones have come to since the last of these
    moves; `loose`: fields that still hold captured men; `at`: when the last move was complete."""

    path: Path
    outlook: Outlook
    strikes: int = 0
    touched: int = 0
    fallen: int = 0
    loose: int = 0
    verdict: Verdict = AtRest()  # noqa: RUF009 - frozen and without fields

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of its moves, what was said before them included."""
        return tuple(move.text for prospect in self.path for move in (*prospect.said, prospect.move))


class Stretch:
    """What the board has shown since it last rested in order. Mutable; views in the order of time."""

    def __init__(self) -> None:
        self._sure: int | None = None
        self._views: list[Settled] = []

    def begin(self, plies: int) -> None:
        """The last view was in order for a while, after so many `plies`: they are sure."""
        self._sure = plies
        self._views = self._views[-1:]

    def leave(self) -> None:
        """What comes now does not follow from what the board has shown."""
        self._sure = None
        self._views = self._views[-1:]

    def see(self, settled: Settled) -> None:
        """A view has settled."""
        if self._sure is None:
            self._views.clear()
        self._views.append(settled)

    def heard_again(self, line: Line) -> tuple[int, Path] | None:
        """The one course of play that fits the views better than the line does: how many plies of the line
        stand, and the moves that come then; None if no course fits, several do, or the line's own."""
        if not 1 < len(self._views) <= VIEWS:
            return None
        found = heard_again(line.after(self._sure), self._views)
        told = tuple(ply.move.text for ply in line.plies[self._sure :])
        if len(found) != 1 or found[0].moves == told:
            return None
        common = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(told, found[0].moves, strict=False))
        )
        keep, path = self._sure, found[0].path
        while path and (length := len(path[0].said) + 1) <= common:
            keep, path, common = keep + length, path[1:], common - length
        return keep, path


def heard_again(start: Position, views: Iterable[Settled]) -> tuple[Course, ...]:
    """The most plausible courses of play that begin at `start` and lead through these views, the first of
    which shows the board in order; none if they are too many to follow."""
    listener = _Listener(start)
    for settled in views:
        listener.see(settled)
        if listener.looks > LOOKS:
            return ()
    found = [course for course in listener.courses if not isinstance(course.verdict, Disorder)]
    least = min((course.strikes for course in found), default=0)
    best = [course for course in found if course.strikes == least]
    at_rest = [course.moves for course in best if isinstance(course.verdict, AtRest)]
    return tuple(
        c for c in best if not any(c.moves == longer[: len(c.moves)] != longer for longer in at_rest)
    )


class _Listener:
    """The courses that are followed. Mutable; views in the order of time."""

    def __init__(self, start: Position) -> None:
        self.courses: list[Course] = [Course((), Outlook(start))]
        self.looks = 0
        self._gutter = start.game.board.mask(start.game.board.gutter)
        self._outlooks: dict[Position, Outlook] = {}
        self._before: int | None = None

    def see(self, settled: Settled) -> None:
        """Follow every course one view further."""
        seen = settled.seen
        before = self._before
        self._before = seen.occupied
        if before is None:
            return
        came = seen.occupied & ~before & self._gutter
        found: dict[tuple[str, ...], Course] = {}
        for course in self.courses:
            for each in self._further(course, settled, came):
                known = found.get(each.moves)
                if known is None or each.strikes < known.strikes:
                    found[each.moves] = each
        self.courses = sorted(found.values(), key=lambda each: (each.strikes, len(each.path)))[:COURSES]

    def _further(self, course: Course, settled: Settled, came: int) -> Iterator[Course]:
        """The course as it is, if the view shows no move more, and with each move that it may show."""
        self.looks += 1
        course = replace(
            course,
            touched=course.touched | settled.changed,
            fallen=course.fallen | came,
            loose=course.loose & settled.seen.occupied,
        )
        view = self._view(course, settled)
        verdict = infer(course.outlook, view)
        struck = course.strikes + isinstance(verdict, Disorder)
        yield replace(course, strikes=struck, verdict=verdict)
        if not isinstance(verdict, AtRest):
            for prospect in course.outlook.prospects:
                yield from self._with(course, prospect, view, settled)

    def _view(self, course: Course, settled: Settled) -> View:
        seen, gutter = settled.seen, self._gutter
        return View(
            seen.occupied & ~gutter,
            seen.unknown | course.loose | gutter,
            seen.white,
            seen.black,
            course.touched,
            course.fallen,
            (seen.unknown | seen.occupied & ~course.fallen) & gutter,
        )

    def _with(self, course: Course, prospect: Prospect, view: View, settled: Settled) -> Iterator[Course]:
        """The course with this move, if the view may show it complete: its own captured men may still stand,
        and the other side may be at work already."""
        move = prospect.move
        ends = (move.lifts | move.drops) & ~prospect.silent
        if ends & ~(view.touched | view.ignored) or move.drops & ~(view.occupied | view.ignored):
            return
        left = view.differs(prospect.after)
        standing = left & move.captures & view.occupied
        if not is_shown_by(prospect, view, view.differs(course.outlook.occupied)):
            return
        outlook = self._after(course.outlook.result(prospect))
        begun = view.touched & left & ~standing
        after = Course((*course.path, prospect), outlook, course.strikes, begun, 0, course.loose | standing)
        verdict = infer(outlook, self._view(after, settled))
        own = left & ~standing & outlook.occupied & outlook.own
        at_work = bool(own) and isinstance(verdict, InProgress | InHand | Made)
        if isinstance(verdict, AtRest) or at_work:
            yield replace(after, verdict=verdict)

    def _after(self, position: Position) -> Outlook:
        if position not in self._outlooks:
            self._outlooks[position] = Outlook(position)
        return self._outlooks[position]
