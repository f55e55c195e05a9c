"""Knows how a stretch of play is heard again as a whole when what was heard at once has led into disorder: by
other moves, or because a sensor is dead; neither when that is asked for nor what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from firmware_host.courses import Course, Listener, Path
from firmware_host.debounce import Settled
from firmware_host.line import Line
from firmware_host.outlook import Outlook
from rules.board import bits
from rules.game import Position

VIEWS = 80
"""A stretch of more views is not heard again from its beginning: it lasts no longer than one frame may."""
SUSPECTS = 14
"""So many fields are suspected at once."""
AT_ONCE = 60
"""Once a frame has looked at so many new positions, the other suspects wait for a later one."""
PLIES, PLIES_AFTER_PROOF = 2, 4
"""A sensor is believed to be dead once so many plies tell of it; so many if it has been seen to work."""
UNEXPLAINED = 5
"""A dead sensor that leaves more views than these unexplained is not blamed."""
HOPELESS = 8
"""A stretch with so many views that nothing explains is given up."""
STRIKES = 2
"""A dead sensor must explain so many views more than sound ones do."""


@dataclass(frozen=True, slots=True)
class Retelling:
    """What was played instead: the first `keep` plies of the line stand, then came the moves of `path`.
    `dead`: the fields (a mask) whose sensors nobody can believe if it was like this."""

    keep: int
    path: Path
    dead: int = 0


class Stretch:
    """What the board has shown since it last rested in order. Mutable; views in the order of time."""

    def __init__(self) -> None:
        self._sure: int | None = None
        self._views: list[Settled] = []
        self._listeners: dict[int, Listener] = {}
        self._tried: set[int] = set()
        self._all_tried = False
        self._outlooks: dict[Position, Outlook] = {}
        self._closed = self._opened = self._wrong = self._changed = self._again = 0

    def begin(self, plies: int, wrong: int = 0) -> None:
        """The last view was in order for a while after so many `plies`, which are sure; but for the fields
        `wrong`, which are suspected."""
        self._sure = plies
        self._forget()
        if self._views and not wrong:
            seen = self._views[0].seen
            self._closed |= seen.occupied
            self._opened |= ~seen.occupied & ~seen.unknown
        self._wrong = wrong

    def _forget(self) -> None:
        self._views = self._views[-1:]
        self._changed = self._again = 0
        self._listeners, self._tried, self._outlooks = {}, set(), {}

    def leave(self) -> None:
        """What comes now does not follow from what the board has shown."""
        self._sure = None
        self._forget()

    def see(self, settled: Settled) -> None:
        """A view has settled."""
        if self._sure is None:
            self._views.clear()
        else:
            self._again |= self._changed & settled.changed
            self._changed |= settled.changed
        self._views.append(settled)
        for listener in self._listeners.values():
            listener.see(settled)
            if listener.exhausted:
                break
        if self._listeners:
            self._prune()

    def _prune(self) -> None:
        """What explains far less than others is given up, and a dead sensor that changes and changes back;
        if nothing explains enough, or too much might, all is."""
        listeners = self._listeners
        least = min((listener.strikes for listener in listeners.values()), default=HOPELESS + 1)
        if least > HOPELESS or any(listener.exhausted for listener in listeners.values()):
            self.leave()
            return
        for dead in list(listeners):
            if listeners[dead].strikes > least + 2 * STRIKES or dead & self._again:
                del listeners[dead]

    def explained(self, line: Line, *, sound: bool) -> Retelling | None:
        """The one course of play that fits the views better than the line does; None if no course fits,
        several do, or the line's own. `sound`: no sensor is to be blamed."""
        keep = self._sure
        if keep is None or len(self._views) < 2:
            return None
        if len(self._views) <= VIEWS:
            self._listen(line, keep)
        if not self._listeners:
            return None
        told = tuple(ply.move.text for ply in line.plies[keep:])
        plain = self._listeners[0].best() if 0 in self._listeners else ()
        if len({course.moves for course in plain}) == 1 and plain[0].strikes <= STRIKES:
            return None if plain[0].moves == told else _retelling(keep, told, plain[0], 0)
        if sound or not self._all_tried or any(course.strikes < STRIKES for course in plain):
            return None
        return self._by_a_dead_field(keep, told, plain)

    def _by_a_dead_field(
        self, keep: int, told: tuple[str, ...], plain: tuple[Course, ...]
    ) -> Retelling | None:
        """The course that a dead sensor explains, once play has gone on after it."""
        found = [
            (dead, course)
            for dead, listener in self._listeners.items()
            if dead
            for course in listener.best()
            if course.path
        ]
        least = min((course.strikes for _, course in found), default=0)
        if least > UNEXPLAINED or (plain and plain[0].strikes - least < STRIKES):
            return None
        best = [(dead, course) for dead, course in found if course.strikes < least + STRIKES]
        dead = self._blamed({each for each, _ in best}, best[0][1]) if best else 0
        plies = PLIES_AFTER_PROOF if dead & self._closed & self._opened else PLIES
        if len({course.moves for _, course in best}) != 1 or len(best[0][1].path) < plies:
            return None
        return _retelling(keep, told, best[0][1], dead)

    def _blamed(self, suspects: set[int], course: Course) -> int:
        """Of several sensors that explain the play alike, those that are wrong now."""
        if len(suspects) == 1:
            return suspects.pop()
        seen = self._views[-1].seen
        wrong = (seen.occupied ^ course.after) & ~seen.unknown
        return sum(each for each in suspects if each & wrong)

    def _listen(self, line: Line, keep: int) -> None:
        """Follow the play of sound sensors, and that of each one that may be dead, from the beginning."""
        known = len(self._outlooks)
        self._all_tried = True
        for dead in (self._wrong,) if self._wrong else (0, *self._suspects(line, keep)):
            if dead in self._tried or len(self._tried) > SUSPECTS:
                continue
            if len(self._outlooks) - known > AT_ONCE:
                self._all_tried = False
                break
            self._tried.add(dead)
            landed = line.plies[keep - 1].move.drops if keep else 0
            listener = Listener(line.after(keep), dead, self._outlooks, landed)
            self._listeners[dead] = listener
            for settled in self._views:
                listener.see(settled)
            if listener.exhausted:
                break
        self._prune()

    def _suspects(self, line: Line, keep: int) -> Iterable[int]:
        """The fields that are wrong now, and those by which a piece went that is missing or too much; first
        those that have not been seen to work."""
        seen = self._views[-1].seen
        near = 0
        for outlook in (line.outlook(keep), line.outlook(len(line))):
            if outlook.pushes:
                return ()
            wrong = (seen.occupied ^ outlook.occupied) & ~seen.unknown
            near |= wrong
            for prospect in outlook.prospects:
                if (prospect.move.lifts | prospect.move.drops | prospect.move.captures) & wrong:
                    near |= prospect.area
        near &= ~seen.unknown
        unproved = near & ~(self._closed & self._opened)
        return [*bits(unproved), *bits(near & ~unproved)][:SUSPECTS]


def _retelling(keep: int, told: tuple[str, ...], course: Course, dead: int) -> Retelling:
    """What of this course is told anew: what the line has told already stands."""
    common, path = in_common(told, course.moves), course.path
    while path and (length := len(path[0].said) + 1) <= common:
        keep, path, common = keep + length, path[1:], common - length
    return Retelling(keep, path, dead)


def in_common(one: Sequence[object], other: Sequence[object]) -> int:
    """How many members from the first on are the same in both."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
