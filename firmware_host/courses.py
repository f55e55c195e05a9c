"""Knows every course of moves that a stretch of views allows, one followed beside the other; neither when
that is asked for nor what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
from firmware_host.outlook import Outlook, Prospect
from firmware_host.seen import without
from rules.game import Position

COURSES = 8
"""So many courses of play are followed at once; the least plausible are dropped."""
LOOKS, LOOKS_A_VIEW = 30, 3
"""So many positions are looked at, and so many more with each view: no frame may take long."""

Path = tuple[Prospect, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What may have been played up to one view: the moves of `path`, after which the board should look like
    `outlook`. `strikes`: in how many views it did not, nor like a move under way. `touched`, `fallen`: the
    fields that have changed, the fields of the gutter that stones have come to since the last of these
    moves; `loose`: fields that still hold captured men; `landed`: where its last piece
    came. `verdict`: what the last view means in it."""

    path: Path
    outlook: Outlook
    strikes: int = 0
    touched: int = 0
    fallen: int = 0
    loose: int = 0
    landed: int = 0
    verdict: Verdict = AtRest()  # noqa: RUF009 - frozen and without fields

    @property
    def after(self) -> int:
        """The fields occupied after its moves."""
        return self.outlook.occupied

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of its moves, what was said before them included."""
        return tuple(move.text for prospect in self.path for move in (*prospect.said, prospect.move))


class Listener:
    """The courses of play from one position on, as if the fields `dead` (a mask) had no sensors. Mutable;
    views in the order of time, the first of which shows the board in order. `outlooks` may be shared with
    other listeners: what one has worked out the others know. `landed`: where the last piece before came."""

    def __init__(
        self, start: Position, dead: int, outlooks: dict[Position, Outlook], landed: int = 0
    ) -> None:
        self.courses: list[Course] = [Course((), Outlook(start), landed=landed)]
        self.looks = 0
        self._dead = dead
        self._gutter = start.game.board.mask(start.game.board.gutter)
        self._outlooks = outlooks
        self._before: int | None = None
        self._views = 0

    def see(self, settled: Settled) -> None:
        """Follow every course one view further."""
        settled = replace(settled, seen=without(settled.seen, self._dead))
        seen = settled.seen
        self._views += 1
        before = self._before
        self._before = seen.occupied
        if before is None:
            return
        if self.exhausted:
            return
        came = seen.occupied & ~before & self._gutter
        found: dict[tuple[str, ...], Course] = {}
        for course in self.courses:
            for each in self._further(course, settled, came):
                known = found.get(each.moves)
                if known is None or each.strikes < known.strikes:
                    found[each.moves] = each
        self.courses = sorted(found.values(), key=lambda each: (each.strikes, len(each.path)))[:COURSES]

    @property
    def exhausted(self) -> bool:
        """Whether too many positions would have to be looked at."""
        return self.looks > LOOKS + LOOKS_A_VIEW * self._views

    @property
    def strikes(self) -> int:
        """How many views the most plausible course does not explain."""
        return self.courses[0].strikes

    def best(self) -> tuple[Course, ...]:
        """The most plausible courses in which the last view makes sense."""
        found = [course for course in self.courses if not isinstance(course.verdict, Disorder)]
        least = min((course.strikes for course in found), default=0)
        best = [course for course in found if course.strikes == least]
        at_rest = [course.moves for course in best if isinstance(course.verdict, AtRest)]
        return tuple(
            course
            for course in best
            if not any(course.moves == longer[: len(course.moves)] != longer for longer in at_rest)
        )

    def _further(self, course: Course, settled: Settled, came: int) -> Iterator[Course]:
        """The course as it is, if the view shows no move more, and with each move that it may show."""
        course = replace(
            course,
            touched=course.touched | settled.changed,
            fallen=course.fallen | came,
            loose=course.loose & settled.seen.occupied,
        )
        view = self._view(course, settled)
        verdict = infer(course.outlook, view)
        if isinstance(verdict, Disorder) and course.landed & ~(view.occupied | view.ignored):
            # The last mover has his piece in the air again, to crown or to straighten it.
            verdict = infer(course.outlook, replace(view, ignored=view.ignored | course.landed))
        struck = course.strikes + isinstance(verdict, Disorder)
        yield replace(course, strikes=struck, verdict=verdict)
        if not isinstance(verdict, AtRest):
            for prospect in _possible(course.outlook, view):
                if self.exhausted:
                    return
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
        """The course with this possible move, if the view may show it complete: its own captured men may
        still stand, and the other side may be at work already, but not where a line that rolls on looks like
        that."""
        move, left = prospect.move, view.differs(prospect.after)
        standing = left & move.captures & view.occupied
        if not is_shown_by(prospect, view, view.differs(course.outlook.occupied)):
            return
        outlook = self._after(course.outlook.result(prospect))
        begun = view.touched & left & ~standing
        path, loose = (*course.path, prospect), course.loose | standing
        after = Course(path, outlook, course.strikes, begun, 0, loose, move.drops)
        shown = self._view(after, settled)
        wrong = shown.differs(outlook.occupied)
        if not wrong:
            yield after
            return
        lifted, placed = left & ~standing & outlook.occupied, wrong & ~outlook.occupied
        # Who pushes nothing carries one piece: what cannot be his work is not looked into.
        if lifted and not placed & (placed - 1) and not outlook.pushes and lifted & outlook.own:
            verdict = infer(outlook, shown)
            if isinstance(verdict, InProgress | InHand | Made):
                yield replace(after, verdict=verdict)

    def _after(self, position: Position) -> Outlook:
        if position not in self._outlooks:
            self.looks += 1
            self._outlooks[position] = Outlook(position)
        return self._outlooks[position]


def _possible(outlook: Outlook, view: View) -> list[Prospect]:
    """The moves whose pieces have left and come as far as can be seen: hands have been where they begin and
    end, and there is something where they end."""
    untouched, empty = ~(view.touched | view.ignored), ~(view.occupied | view.ignored)
    return [
        prospect
        for prospect in outlook.prospects
        if not prospect.move.drops & empty
        and not (prospect.move.lifts | prospect.move.drops) & ~prospect.silent & untouched
    ]
